// The Local File Trigger with a real folder.
import { mkdtemp, mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ItemList } from '../../contract/run-data.ts';
import { Executor, type ExecutionPorts } from '../../execution/index.ts';
import { createFilePort } from '../../files/file-access.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { fakePorts } from '../../testing/fake-ports.ts';
import { watchSettings } from './watch-settings.ts';

let folder: string;
const opened: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'millrace-watch-')));
});
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts watching; `until` resolves with all events once this event was reported for this path. */
async function watching(
  parameters: Record<string, unknown>,
  ports: Partial<ExecutionPorts> = {},
): Promise<{
  readonly until: (event: string, path: string) => Promise<string[]>;
  readonly stop: () => Promise<void>;
}> {
  const workflow = buildWorkflow({ Node: { type: 'localFileTrigger', typeVersion: 1, parameters } }, [], { id: 'w' });
  const detachedNode = await new Executor(fakePorts(ports)).detachedNode(workflow, 'Node', {
    mode: 'trigger',
    signal: new AbortController().signal,
  });
  const seen: string[] = [];
  const waiting: { readonly event: string; readonly resolve: (seen: string[]) => void }[] = [];
  const settle = (): void => {
    for (const { event, resolve } of waiting) if (seen.includes(event)) resolve([...seen]);
  };
  const context = Object.assign(detachedNode.context, {
    emit: async (items: readonly ItemList[]) => {
      const { event, path } = (items[0]?.[0]?.json ?? {}) as { event: string; path: string };
      seen.push(`${event} ${path.slice(folder.length + 1)}`);
      settle();
    },
    fail: (error: unknown) => {
      throw error;
    },
  });
  const stop = await detachedNode.type.trigger?.(context);
  const end = async (): Promise<void> => {
    await stop?.();
  };
  opened.push(end);
  return {
    stop: end,
    until: (event, path) =>
      new Promise((resolve) => {
        waiting.push({ event: `${event} ${path}`, resolve });
        settle();
      }),
  };
}

const all = ['add', 'addDir', 'change', 'unlink', 'unlinkDir'];
const ofFolder = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  triggerOn: 'folder',
  path: folder,
  events: all,
  ...more,
});

describe('a folder', () => {
  it('reports added, changed and deleted files', async () => {
    const { until } = await watching(ofFolder());
    await writeFile(join(folder, 'a.txt'), '1');
    await until('add', 'a.txt');
    await writeFile(join(folder, 'a.txt'), '22');
    await until('change', 'a.txt');
    await mkdir(join(folder, 'sub'));
    await until('addDir', 'sub');
    await rm(join(folder, 'a.txt'));
    await until('unlink', 'a.txt');
    await rm(join(folder, 'sub'), { recursive: true });
    expect(await until('unlinkDir', 'sub')).toEqual(['add a.txt', 'change a.txt', 'addDir sub', 'unlink a.txt', 'unlinkDir sub']);
  });

  it('reports only selected events', async () => {
    await writeFile(join(folder, 'b.txt'), '1');
    const { until } = await watching(ofFolder({ events: ['unlink'] }));
    await writeFile(join(folder, 'a.txt'), '1');
    await rm(join(folder, 'b.txt'));
    expect(await until('unlink', 'b.txt')).toEqual(['unlink b.txt']);
  });

  it('ignores existing files by default', async () => {
    await writeFile(join(folder, 'old.txt'), '1');
    const quiet = await watching(ofFolder());
    const loud = await watching(ofFolder({ options: { ignoreInitial: false } }));
    await loud.until('add', 'old.txt');
    await writeFile(join(folder, 'new.txt'), '1');
    expect(await quiet.until('add', 'new.txt')).toEqual(['add new.txt']);
  });

  it.each([
    ['a pattern', { ignored: '**/*.tmp' }],
    ['a part of the path', { ignored: '.tmp', ignoreMode: 'contain' }],
  ])('ignores %s', async (_what, options) => {
    const { until } = await watching(ofFolder({ options }));
    await writeFile(join(folder, 'a.tmp'), '1');
    await writeFile(join(folder, 'a.txt'), '1');
    expect(await until('add', 'a.txt')).toEqual(['add a.txt']);
  });

  it('is watched to the set depth', async () => {
    await mkdir(join(folder, 'sub/deep'), { recursive: true });
    const flat = await watching(ofFolder({ options: { depth: 0 } }));
    const deep = await watching(ofFolder());
    await writeFile(join(folder, 'sub/deep/a.txt'), '1');
    await deep.until('add', 'sub/deep/a.txt');
    await writeFile(join(folder, 'b.txt'), '1');
    expect(await flat.until('add', 'b.txt')).not.toContain('add sub/deep/a.txt');
  });

  it('can be polled', async () => {
    const { until } = await watching(ofFolder({ options: { usePolling: true } }));
    await writeFile(join(folder, 'a.txt'), '1');
    expect(await until('add', 'a.txt')).toEqual(['add a.txt']);
  });

  it('reports nothing about files behind a link', async () => {
    const inner = join(folder, 'inner');
    const outer = join(folder, 'outer');
    await mkdir(inner);
    await mkdir(outer);
    await symlink(outer, join(inner, 'link'));
    const parameters = { ...ofFolder({ path: inner }), options: { ignoreInitial: false } };
    await writeFile(join(outer, 'secret.txt'), '1');
    await writeFile(join(inner, 'z.txt'), '1');
    const { until } = await watching(parameters, { files: createFilePort({ folders: [inner] }) });
    await until('add', 'inner/z.txt');
    await writeFile(join(outer, 'later.txt'), '1');
    await writeFile(join(inner, 'later.txt'), '1');
    expect((await until('add', 'inner/later.txt')).filter((event) => event.includes('link'))).toEqual([]);
  });

  it('reports nothing after it was stopped', async () => {
    const ended = await watching(ofFolder());
    const other = await watching(ofFolder());
    await ended.stop();
    await writeFile(join(folder, 'a.txt'), '1');
    await other.until('add', 'a.txt');
    let isReported = false;
    void ended.until('add', 'a.txt').then(() => {
      isReported = true;
    });
    await Promise.resolve();
    expect(isReported).toBe(false);
  });
});

describe('a file', () => {
  it('reports only changes', async () => {
    const path = join(folder, 'a.txt');
    await writeFile(path, '1');
    await writeFile(join(folder, 'b.txt'), '1');
    const { until } = await watching({ triggerOn: 'file', path });
    await writeFile(join(folder, 'b.txt'), '22');
    await writeFile(path, '22');
    expect(await until('change', 'a.txt')).toEqual(['change a.txt']);
  });

  it('is watched through a link', async () => {
    const path = join(folder, 'a.txt');
    await writeFile(path, '1');
    await symlink(path, join(folder, 'link'));
    const { until } = await watching({ triggerOn: 'file', path: join(folder, 'link') });
    await writeFile(path, '22');
    expect(await until('change', 'link')).toEqual(['change link']);
  });
});

describe('settings', () => {
  it.each<[what: string, parameters: Record<string, unknown>, message: string]>([
    ['nothing to watch', {}, 'what to watch'],
    ['no path', { triggerOn: 'folder', path: ' ', events: all }, 'The path of the folder to watch is empty'],
    ['no event', { triggerOn: 'folder', path: '/', events: [] }, 'at least one kind of change'],
    ['unknown events', { triggerOn: 'folder', path: '/', events: ['file:created'] }, 'at least one kind of change'],
  ])('are rejected: %s', async (_what, parameters, message) => {
    await expect(watching(parameters)).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      message: expect.stringContaining(message) as string,
    });
  });

  it('are rejected: a folder that does not exist, or is a file', async () => {
    await expect(watching(ofFolder({ path: join(folder, 'none') }))).rejects.toThrow('does not exist');
    await writeFile(join(folder, 'a.txt'), '1');
    await expect(watching(ofFolder({ path: join(folder, 'a.txt') }))).rejects.toThrow('is not a folder');
  });

  it('are converted for the watcher', () => {
    const options = { awaitWriteFinish: true, followSymlinks: false, depth: 2, usePolling: true, ignoreInitial: false };
    expect(watchSettings({ triggerOn: 'folder', path: '/a', events: ['add'], options }).watching).toEqual({ ...options, persistent: true });
    expect(watchSettings({ triggerOn: 'file', path: '/a', events: undefined, options: { depth: -1 } }).watching).toEqual({
      awaitWriteFinish: false,
      followSymlinks: true,
      ignoreInitial: true,
      usePolling: false,
      persistent: true,
    });
  });
});
