// Throughput of a team of one, two and three members beside one server on SQLite: workflows that compute, and saved webhooks.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from '../faults/program.ts';
import { row, setField, webhook, type Sketch } from '../faults/workflows.ts';
import { Balancer } from './balancer.ts';
import { Members } from './members.ts';
import { PostgresProcess } from './postgres.ts';

const CALLERS = 24;
/** Milliseconds of each measurement. */
const MEASURED = 8000;

/** Computes for some milliseconds in the sandbox. */
const compute: Sketch = {
  type: 'code',
  typeVersion: 2,
  parameters: { jsCode: 'let sum = 0; for (let i = 0; i < 3e6; i++) sum = (sum + i * i) % 1000003; return [{ json: { sum } }];' },
};

/** Measures each arrangement, and returns a table of executions per second. */
export async function measureThroughput(folder: string): Promise<string> {
  const rows = [['servers', 'computing /s', 'saved webhooks /s']];
  mkdirSync(join(folder, 'sqlite'), { recursive: true });
  const alone = await Program.start(join(folder, 'sqlite'));
  await saveWorkflows(alone);
  rows.push(['one on SQLite', ...(await measure(alone.url))]);
  await alone.kill();
  const database = await PostgresProcess.start();
  const balancer = await Balancer.start();
  const members = new Members(folder, database.url, balancer);
  try {
    for (let count = 1; count <= 3; count++) {
      await members.add();
      if (count === 1) await saveWorkflows(members.first);
      rows.push([`${count} on Postgres, balanced`, ...(await measure(balancer.url))]);
      if (count === 1) rows.push(['1 on Postgres, called directly', ...(await measure(members.first.url))]);
    }
  } finally {
    await members.killAll();
    await database.remove();
    balancer.stop();
  }
  return rows.map(([name = '', ...figures]) => `${name.padEnd(34)}${figures.map((figure) => figure.padStart(20)).join('')}`).join('\n');
}

async function saveWorkflows(server: Program): Promise<void> {
  await server.save(row('compute', { Webhook: webhook('compute', 'lastNode'), Compute: compute }));
  await server.save(row('save', { Webhook: webhook('save', 'lastNode'), Set: setField('done', 'yes') }));
}

async function measure(url: string): Promise<readonly string[]> {
  const figures: string[] = [];
  for (const path of ['compute', 'save']) {
    let count = 0;
    const end = performance.now() + MEASURED;
    const caller = async (): Promise<void> => {
      while (performance.now() < end) {
        const response = await fetch(`${url}webhook/${path}`, { method: 'POST' });
        await response.arrayBuffer();
        if (response.ok) count++;
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    figures.push(String(Math.round((count * 1000) / MEASURED)));
  }
  return figures;
}
