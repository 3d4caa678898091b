// The Local File Trigger with hostile folders: links to the outside, changing links, loops, pipes, and very many events.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ItemList } from '../../contract/run-data.ts';
import { Executor } from '../../execution/index.ts';
import { createFilePort } from '../../files/file-access.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { fakePorts } from '../../testing/fake-ports.ts';

let root: string;
const at = (path: string): string => join(root, path);
const stops: (() => Promise<void>)[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-watch-')));
  for (const folder of ['open', 'open/sub', 'closed', 'closed/deep', 'data']) mkdirSync(at(folder));
  writeFileSync(at('closed/secret'), '1');
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(root, { recursive: true, force: true });
});

/** Watches the allowed folder; returns the reported events as `event path`. */
async function watching(options: Record<string, unknown> = {}): Promise<{ readonly events: string[]; readonly failures: unknown[] }> {
  const parameters = { triggerOn: 'folder', path: at('open'), events: ['add', 'addDir', 'change', 'unlink', 'unlinkDir'], options };
  const workflow = buildWorkflow({ Node: { type: 'localFileTrigger', typeVersion: 1, parameters } }, [], { id: 'w' });
  const files = createFilePort({ folders: [at('open')], blocked: [at('data')] });
  const { context, type } = await new Executor(fakePorts({ files })).detachedNode(workflow, 'Node', {
    mode: 'trigger',
    signal: new AbortController().signal,
  });
  const message: string[] = [];
  const failures: unknown[] = [];
  const listening = Object.assign(context, {
    emit: async ([items]: readonly ItemList[]) => {
      const { event, path } = (items?.[0]?.json ?? {}) as { event: string; path: string };
      message.push(`${event} ${path.slice(root.length + 1)}`);
    },
    fail: (error: unknown) => void failures.push(error),
  });
  const stop = await type.trigger?.(listening);
  stops.push(async () => stop?.());
  return { events: message, failures };
}

/** Creates a file and waits until it is reported, by when all earlier changes have been reported. */
async function settled(message: readonly string[], name: string): Promise<void> {
  writeFileSync(at(`open/${name}`), '1');
  await expect.poll(() => message).toContain(`add open/${name}`);
}

const everything = { ignoreInitial: false };

describe.skipIf(process.platform === 'win32').each([
  ['watching', {}],
  ['polling', { usePolling: true }],
])('%s', (_, how) => {
  it('reports nothing behind links to the outside', async () => {
    symlinkSync(at('closed'), at('open/out'));
    symlinkSync(at('closed/secret'), at('open/link'));
    symlinkSync(at('data'), at('open/own'));
    symlinkSync(at('nowhere'), at('open/dangling'));
    const { events, failures } = await watching({ ...everything, ...how });
    writeFileSync(at('closed/secret'), '22');
    writeFileSync(at('closed/new'), '1');
    writeFileSync(at('data/key'), '1');
    writeFileSync(at('nowhere'), '1');
    rmSync(at('closed/deep'), { recursive: true });
    await settled(events, 'last');
    expect(events.filter((event) => !/ open(?:\/sub|\/last)?$/.test(event))).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('reports nothing about a link that is redirected to the outside while watched', async () => {
    mkdirSync(at('open/inside'));
    symlinkSync(at('open/inside'), at('open/turning'));
    const { events } = await watching(how);
    writeFileSync(at('open/inside/first'), '1');
    await expect.poll(() => events).toContain('add open/inside/first');
    symlinkSync(at('closed'), at('open/next'));
    renameSync(at('open/next'), at('open/turning'));
    writeFileSync(at('closed/after'), '1');
    await settled(events, 'last');
    expect(events.filter((event) => /secret|after|deep/.test(event))).toEqual([]);
  });

  it('reports nothing about a folder that is replaced by a link', async () => {
    const { events } = await watching(how);
    rmSync(at('open/sub'), { recursive: true });
    symlinkSync(at('closed'), at('open/sub'));
    writeFileSync(at('closed/after'), '1');
    await settled(events, 'last');
    expect(events.filter((event) => /secret|after|deep/.test(event))).toEqual([]);
  });

  it('does not report that a file behind a link to the outside was deleted', async () => {
    symlinkSync(at('closed'), at('open/out'));
    const { events } = await watching(how);
    unlinkSync(at('closed/secret'));
    rmSync(at('closed/deep'), { recursive: true });
    unlinkSync(at('open/out'));
    await settled(events, 'last');
    expect(events.filter((event) => /secret|deep/.test(event))).toEqual([]);
  });

  it('ends in loops of links', async () => {
    symlinkSync(at('open'), at('open/sub/again'));
    symlinkSync(at('open/b'), at('open/a'));
    symlinkSync(at('open/a'), at('open/b'));
    symlinkSync(at('open/self'), at('open/self'));
    const { events, failures } = await watching({ ...everything, ...how });
    await settled(events, 'last');
    expect(events.length).toBeLessThan(100);
    expect(failures).toEqual([]);
  });

  it('ignores pipes without waiting for them', async () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', at('open/pipe')]);
    const { events, failures } = await watching({ ...everything, ...how, awaitWriteFinish: false });
    execFileSync('sh', ['-c', 'mkfifo "$0"', at('open/sub/pipe')]);
    await settled(events, 'last');
    expect(failures).toEqual([]);
  });
});

it('reports each of 10,000 files once, and yields to other work', async () => {
  const { events, failures } = await watching();
  for (let number = 0; number < 10_000; number++) writeFileSync(at(`open/sub/${number}`), '');
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  await expect.poll(() => events.length).toBeGreaterThanOrEqual(10_000);
  clearInterval(counting);
  expect(new Set(events.filter((event) => event.startsWith('add '))).size).toBe(10_000);
  expect(turns).toBeGreaterThan(10);
  expect(failures).toEqual([]);
});
