// Utility processes: messages both ways, Node's flags, and their end.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDesktop, launch, type DesktopApp } from './launch.ts';

const child = `
import { readFileSync } from 'node:fs';
process.parentPort.on('message', ({ data }) => {
  if (data === 'end') process.exit(7);
  let read = 'allowed';
  try { readFileSync(${JSON.stringify('/etc/hosts')}); } catch (error) { read = error.code; }
  process.parentPort.postMessage({ got: data, argument: process.argv.at(-1), read, secret: process.env.SECRET });
});
`;

interface Received {
  readonly got: unknown;
  readonly argument: string;
  readonly read: string;
  readonly secret?: string;
}

describe.skipIf(!hasDesktop)('a utility process', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-utility-')));
  const file = join(folder, 'child.mjs');
  let app: DesktopApp;
  beforeAll(async () => {
    writeFileSync(file, child);
    writeFileSync(join(folder, 'main.mjs'), "import { app } from 'electron'; await app.whenReady();");
    app = await launch({ main: join(folder, 'main.mjs'), env: { SECRET: 'of the application' } });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gets messages that were sent before it started, under the flags it is given', async () => {
    const received = await app.evaluate(
      ({ utilityProcess }, { path, flags }) =>
        new Promise<Received>((resolve) => {
          const started = utilityProcess.fork(path, ['argument'], { execArgv: flags, env: {}, stdio: 'ignore' });
          started.once('message', (message: Received) => {
            started.kill();
            resolve(message);
          });
          started.postMessage(new Uint8Array([1, 2, 3]));
        }),
      { path: file, flags: ['--permission', `--allow-fs-read=${folder}`] },
    );
    expect(received).toMatchObject({ argument: 'argument', read: 'ERR_ACCESS_DENIED' });
    expect(received.secret).toBeUndefined();
    expect([...(received.got as Uint8Array)]).toEqual([1, 2, 3]);
  });

  it.each([
    ['ends itself', 'end', 7],
    ['is killed', 'kill', undefined],
  ])('tells when it %s', async (_name, how, code) => {
    const exit = await app.evaluate(
      ({ utilityProcess }, { path, end }) =>
        new Promise<{ code: number; pid: number | undefined }>((resolve) => {
          const started = utilityProcess.fork(path, [], { stdio: 'ignore' });
          started.once('exit', (exitCode) => resolve({ code: exitCode, pid: started.pid }));
          if (end === 'kill') started.once('spawn', () => started.kill());
          else started.postMessage(end);
        }),
      { path: file, end: how },
    );
    expect(exit.pid).toBeUndefined();
    if (code !== undefined) expect(exit.code).toBe(code);
  });

  it('ends with the application', async () => {
    const other = await launch({ main: join(folder, 'main.mjs') });
    const pid = await other.evaluate(
      ({ utilityProcess }, path) =>
        new Promise<number | undefined>((resolve) => {
          const started = utilityProcess.fork(path, [], { stdio: 'ignore' });
          started.once('message', () => resolve(started.pid));
          started.postMessage('begin');
        }),
      file,
    );
    await other.close();
    await expect
      .poll(() => {
        try {
          return process.kill(pid ?? 0, 0);
        } catch {
          return 'ended';
        }
      })
      .toBe('ended');
  });
});
