// A node that blocks the engine: its run fails with the node's name, and webhooks respond again.
import { setTimeout } from 'node:timers/promises';
import { row, webhook, type Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { activate, lastExecution } from './runs.ts';

/** Many evaluations, each within the budget of an expression, that take minutes in total. */
const slow: Sketch = {
  type: 'set',
  typeVersion: 3.4,
  parameters: {
    assignments: {
      assignments: Array.from({ length: 400 }, (_, index) => ({
        id: `${index}`,
        name: `f${index}`,
        type: 'any',
        value: '={{ (() => { for (let i = 0; i < 9000000; i++); return 1; })() }}',
      })),
    },
    options: {},
  },
};

/** Milliseconds after the blocking call within which others must get responses again; the server's limit is one second. */
const PATIENCE = 10_000;

export const freeze: Attack = {
  area: 'A held engine',
  async run(target) {
    const tally = new Tally();
    const server = await target.another({ environment: { MILLRACE_HELD_LIMIT: '1' } });
    try {
      await activate(server.member, row('quick', { Hook: webhook('quick', 'lastNode') }));
      for (const turn of [1, 2]) {
        const id = await activate(server.member, row(`slow-${turn}`, { Hook: webhook(`slow-${turn}`, 'lastNode'), 'Slow one': slow }));
        const { pid } = server.program;
        const startedAt = Date.now();
        server.send({ method: 'POST', path: `/webhook/slow-${turn}`, body: {} }).catch(() => undefined);
        await setTimeout(500);
        let status = 0;
        while (status !== 200 && Date.now() - startedAt < PATIENCE) {
          const quick = server.send({ method: 'POST', path: '/webhook/quick', body: {} }).catch(() => ({ status: 0 }));
          ({ status } = await Promise.race([quick, setTimeout(500, { status: 0 })]));
        }
        const took = Date.now() - startedAt;
        tally.check(
          status === 200 && pid === server.program.pid && !server.program.hasEnded,
          `Webhooks did not answer again within ${PATIENCE / 1000} s`,
          'build/attack/freeze.ts',
        );
        const visible = JSON.stringify(await lastExecution(server.member, id));
        tally.check(
          visible.includes('Slow one') && /blocked the engine/.test(visible),
          `The run at fault shows ${visible.slice(0, 200)} (after ${took} ms)`,
          'build/attack/freeze.ts',
        );
      }
    } finally {
      await server.close();
    }
    return tally;
  },
};
