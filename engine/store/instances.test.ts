// Locks that end with their process: running and ended instances, and one server per folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInstance, openServerFolder } from './index.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'millrace-instances-'))));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const locks = (): readonly string[] => readdirSync(join(folder, 'db', 'instances'));

/** Starts a process that uses the store and then waits; resolves with its output. */
async function otherProcess(work: string) {
  const gateway = JSON.stringify(new URL('./index.ts', import.meta.url).href);
  const program = `const store = await import(${gateway}); const folder = ${JSON.stringify(folder)}; ${work}; setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const kill = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { printed: String(printed).trim(), pid: child.pid, kill };
}

describe('an instance', () => {
  it('is alive until its process ends for any reason', async () => {
    const own = openInstance(folder);
    const other = await otherProcess('console.log(store.openInstance(folder).id)');
    expect(own.isAlive(own.id)).toBe(true);
    expect(own.isAlive(other.printed)).toBe(true);
    expect(locks()).toHaveLength(2);
    await other.kill();
    expect(own.isAlive(other.printed)).toBe(false);
    expect(locks()).toEqual([`${own.id}.lock`]);
    own.release();
    expect(locks()).toEqual([]);
  });

  it('knows others of its own process, and rejects unknown ids', () => {
    const [first, second] = [openInstance(folder), openInstance(folder)];
    expect([first.isAlive(second.id), first.isAlive(''), first.isAlive('../server'), first.isAlive('4711')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    second.release();
    expect(first.isAlive(second.id)).toBe(false);
    first.release();
  });

  it('removes files of ended ones', async () => {
    const otherIds = await Promise.all([1, 2].map(() => otherProcess('console.log(store.openInstance(folder).id)')));
    await otherIds[0]?.kill();
    const own = openInstance(folder);
    own.removeDead();
    expect([...locks()].sort()).toEqual([`${own.id}.lock`, `${otherIds[1]?.printed}.lock`].sort());
    await otherIds[1]?.kill();
    own.release();
  });
});

describe('a data folder', () => {
  it('has one server at a time, and reports it', async () => {
    const first = await otherProcess('await store.openServerFolder(folder, { durability: "normal" }); console.log("open")');
    await expect(openServerFolder(folder, { durability: 'normal' })).rejects.toMatchObject({
      code: 'DATA_FOLDER_IN_USE',
      message: expect.stringMatching(
        new RegExp(`^A server is already running on the data folder ${folder}: process ${first.pid}, started at 20\\d\\d-.*Z\\.$`),
      ) as string,
      hint: expect.stringMatching(/--data-dir/) as string,
    });
    await first.kill();
    const second = await openServerFolder(folder, { durability: 'normal' });
    await expect(openServerFolder(folder, { durability: 'normal' })).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
    await second.close();
    await (await openServerFolder(folder, { durability: 'normal' })).close();
  });
});
