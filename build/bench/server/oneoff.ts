import { setTimeout } from 'node:timers/promises';
import { longestWait } from './longest-wait.ts';
import { call, echo, hook, json, open } from './hooks.ts';
import { MiB, server, times } from './report.ts';
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
function bodyOf(size: number): Buffer {
  const entries: string[] = [];
  for (let length = 0; length < size; length += (entries.at(-1)?.length ?? 0) + 1) {
    const id = entries.length;
    const note = randomBytes(75).toString('base64');
    const entry = { id, name: `customer ${id}`, email: `c${id}@example.com`, note, tags: ['a', 'b', 'c'], rate: id * 1.5 };
    entries.push(JSON.stringify(entry));
  }
  return Buffer.from(`[${entries.join(',')}]`);
}
const ours = await server('bodies', { MILLRACE_WEBHOOK_BODY_MAX: '200', NODE_OPTIONS: '--import=/tmp/lag/pre.mjs' });
await open(ours.url, hook('small', 'all', true));
for (const saves of ['all', 'none'] as const) await open(ours.url, echo(saves, saves));
await call(`${ours.url}webhook/all`, bodyOf(MiB), json);
const size = Number(process.argv[2] ?? 100);
const body = bodyOf(size * MiB);
for (const saves of ['all', 'none', 'all', 'none'] as const) {
  const work = async (): Promise<void> => {
    appendFileSync('/tmp/lag/out.txt', `${Date.now()} START ${saves}\n`);
    await times(1, () => call(`${ours.url}webhook/${saves}`, body, json));
    appendFileSync('/tmp/lag/out.txt', `${Date.now()} RESPONSE\n`);
    await setTimeout(3000);
  };
  const w = await longestWait(ours.url, work, 'small');
  appendFileSync('/tmp/lag/out.txt', `${Date.now()} LONGEST ${w}\n`);
}
await ours.stop();
