// A full disk: calls that cannot be stored are rejected without effect, readiness reports it, and pending work is stored once there is space
// again.
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Effects } from './effects.ts';
import { executionsSince, settled, tokenOf } from './executions.ts';
import { Program } from './program.ts';
import type { Report } from './report.ts';
import { effect, pause, row, webhook } from './workflows.ts';

const CALLS = 40;
const SIZE = '24m';

/** Whether this machine lets a process mount a small file system of its own. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** `mountPoint`: an empty folder. */
export async function diskScenario(mountPoint: string, rounds: number): Promise<Report> {
  const name = 'full disk';
  if (!canMount()) return { name, rounds: 0, calls: 0, problems: [], skipped: 'mounting a file system of its own is not allowed here' };
  const effects = await Effects.start();
  const problems: string[] = [];
  let calls = 0;
  const server = await Program.start(`${mountPoint}/data`, { prepare: `mount -t tmpfs -o size=${SIZE} none '${mountPoint}'` });
  try {
    await server.save(row('plain', { Webhook: webhook('plain'), Tell: effect(effects.url) }));
    await server.save(row('pause', { Webhook: webhook('pause'), Pause: pause(2), Tell: effect(effects.url) }));
    for (let round = 1; round <= rounds; round++) {
      const roundProblems = await oneRound(server, effects, `/proc/${server.pid}/root${mountPoint}/filler`, `round-${round}`);
      calls += CALLS + 2;
      problems.push(...roundProblems.map((problem) => `round ${round}: ${problem}`));
    }
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await server.kill();
    effects.stop();
  }
  return { name, rounds, calls, problems };
}

async function oneRound(server: Program, effects: Effects, filler: string, name: string): Promise<readonly string[]> {
  const problems: string[] = [];
  const expect = (isTrue: boolean, problem: string): void => void (isTrue || problems.push(problem));
  expect((await send(server, 'pause', `${name}-before`)) === 200, 'a call before the disk was full was refused');
  fill(filler);
  let rejected = 0;
  for (let count = 0; count < CALLS; count++) if ((await send(server, 'plain', `${name}-full-${count}`)) >= 500) rejected++;
  let writtenBytes = 0;
  for (let count = 0; count < CALLS; count++) writtenBytes += effects.of(`${name}-full-${count}`);
  // The database may have free pages for some calls. Each accepted call must have run once.
  expect(
    writtenBytes === CALLS - rejected,
    `${CALLS - rejected} calls were accepted and ${writtenBytes} took effect while the disk was full`,
  );
  expect(rejected > 0, 'no call was refused although the disk was full');
  expect((await fetch(`${server.url}healthz/readiness`)).status === 503, 'readiness does not tell of the full disk');
  // The pause between two writes ends in the meantime.
  await setTimeout(2500);
  rmSync(filler);
  for (let tries = 0; tries < 100 && (await fetch(`${server.url}healthz/readiness`)).status !== 200; tries++) await setTimeout(100);
  expect((await fetch(`${server.url}healthz/readiness`)).status === 200, 'the server is not ready although there is room again');
  expect((await send(server, 'plain', `${name}-after`)) === 200, 'a call after there was room again was refused');
  await settled(server);
  const tokens = new Map<string, number>();
  for (const { id, status } of await executionsSince(server)) {
    const token = await tokenOf(server, id);
    if (token?.startsWith(name) !== true) continue;
    tokens.set(token, (tokens.get(token) ?? 0) + 1);
    expect(status === 'success', `the execution of ${token} ended as ${status}`);
  }
  for (const token of [`${name}-before`, `${name}-after`]) {
    expect(tokens.get(token) === 1, `${token} is kept ${tokens.get(token) ?? 0} times`);
    expect(effects.of(token) === 1, `${token} took effect ${effects.of(token)} times`);
  }
  return problems;
}

async function send(server: Program, path: string, token: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token, padding: 'x'.repeat(20_000) });
  const response = await fetch(`${server.url}webhook/${path}`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

/** Fills a file until the disk is full. */
export function fill(path: string): void {
  const handle = openSync(path, 'w');
  try {
    for (const size of [1024 * 1024, 4096, 1]) {
      const block = Buffer.alloc(size, 1);
      try {
        for (;;) writeSync(handle, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(handle);
  }
}
