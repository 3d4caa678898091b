// Malformed bodies of each content type, headers and queries, sent to a webhook, a form and the API without signing in: each is answered, none
// with a server error.
import { malformedKinds, malformedRequest, randomOf, type MalformedKind, type MalformedRequest } from '../../engine/testing/malformed.ts';
import { row, webhook, type Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { activate } from './runs.ts';
import type { Target } from './target.ts';

/** Requests of each kind. */
const REQUESTS = 10_000;
const AT_ONCE = 25;
const SEED = 20_261_128;

const paths = ['/webhook/malformed', '/webhook/malformed-last', '/form/malformed', '/rest/login', '/webhook/nowhere'] as const;

async function attack(target: Target, tally: Tally, statuses: Map<number, number>, path: string, request: MalformedRequest): Promise<void> {
  const { headers, query, body } = request;
  const call = { method: 'POST', path: query === '' ? path : `${path}?${query}`, headers, body };
  try {
    const { status, text } = await target.send(call);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const isFine = status < 500 && !/\n\s+at .+:\d+:\d+/.test(text);
    tally.check(
      isFine && target.leak(text) === undefined,
      `A malformed request got ${status} ${text.slice(0, 150)}`,
      target.curl({ ...call, body: Buffer.from(body).toString('latin1') }),
    );
  } catch (error) {
    // A rejection may close the connection before the whole request is sent.
    const isClosed = ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
    statuses.set(0, (statuses.get(0) ?? 0) + 1);
    tally.check(
      isClosed,
      `A malformed request got no answer: ${String(error)}`,
      target.curl({ ...call, body: Buffer.from(body).toString('latin1') }),
    );
  }
}

async function attackWith(kind: MalformedKind, target: Target, tally: Tally): Promise<void> {
  const random = randomOf(SEED);
  const statuses = new Map<number, number>();
  let remaining = REQUESTS;
  const before = tally.failures.length;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (remaining-- > 0) await attack(target, tally, statuses, paths[random(paths.length)] as string, malformedRequest(kind, random));
    }),
  );
  const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status === 0 ? 'closed' : status}: ${count}`);
  console.log(`  ${kind.padEnd(10)} ${REQUESTS} sent, ${tally.failures.length - before} failed; ${counted.join(', ')}`);
}

const formTrigger: Sketch = {
  type: 'formTrigger',
  typeVersion: 2.2,
  parameters: {
    formTitle: 'Form',
    formFields: { values: [{ fieldLabel: 'a' }, { fieldLabel: 'f', fieldType: 'file' }] },
    options: { path: 'malformed' },
  },
};

const malformed = (kind: MalformedKind): Attack => ({
  area: `Malformed requests: ${kind}`,
  async run(first) {
    const tally = new Tally();
    const target = await first.another({ environment: { MILLRACE_METRICS: 'true' } });
    try {
      await activate(target.member, row('malformed', { Hook: webhook('malformed') }));
      await activate(target.member, row('malformed last', { Hook: webhook('malformed-last', 'lastNode') }));
      await activate(target.member, row('malformed form', { Form: formTrigger }));
      await attackWith(kind, target, tally);
      const { status } = await target.send({ method: 'POST', path: '/webhook/malformed-last', body: { a: 1 } });
      tally.check(status === 200 && !target.program.hasEnded, `The server no longer answers (${status})`, kind);
      const { text } = await target.send({ path: '/metrics' });
      tally.check(/^millrace_engine_restarts 0$/m.test(text), 'The engine was restarted', kind);
    } finally {
      await target.close();
    }
    return tally;
  },
});

export const malformedRequests = malformedKinds.map(malformed);
