// When progress is read from a run, and when it is saved. The test decides when each save ends.
import { describe, expect, it } from 'vitest';
import type { RunStep } from '../../execution/index.ts';
import { ProgressSaver } from './progress-saver.ts';

function setUp(started: Promise<void> = Promise.resolve()) {
  const saves: { readonly nodes: readonly string[]; readonly end: () => void }[] = [];
  const saver = new ProgressSaver({
    started,
    save: ({ tasks }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      saves.push({ nodes: tasks.map(([node]) => node), end: resolve });
      return promise;
    },
    onFailure: (error) => expect.fail(String(error)),
  });
  let saved: string[] = [];
  let copies = 0;
  const take = (): RunStep | undefined => {
    const nodes = saved;
    saved = [];
    if (nodes.length === 0) return undefined;
    copies++;
    return { tasks: nodes.map((node) => [node, {}]), state: {} } as unknown as RunStep;
  };
  const run = (node: string, isPause = false): void => {
    saved.push(node);
    saver.reached(take, isPause);
  };
  return { saver, saves, run, pause: () => saver.reached(take, true), copies: () => copies };
}

describe('saving progress', () => {
  it('copies nothing while a save is in progress', async () => {
    const { saves, run, copies } = setUp();
    for (let turn = 0; turn < 100; turn++) run(`N${turn}`);
    expect(copies()).toBe(1);
    await expect.poll(() => saves.map(({ nodes }) => nodes)).toEqual([['N0']]);
  });

  it('saves everything before a pause in one save', async () => {
    const { saves, run, pause } = setUp();
    run('A');
    await expect.poll(() => saves.length).toBe(1);
    run('B');
    run('C');
    pause();
    saves[0]?.end();
    await expect.poll(() => saves.map(({ nodes }) => nodes)).toEqual([['A'], ['B', 'C']]);
  });

  it('combines the steps of several pauses', async () => {
    const { saver, saves, run } = setUp();
    run('A', true);
    await expect.poll(() => saves.length).toBe(1);
    run('B', true);
    run('C', true);
    const settled = saver.settled();
    saves[0]?.end();
    await expect.poll(() => saves.length).toBe(2);
    saves[1]?.end();
    await settled;
    expect(saves.map(({ nodes }) => nodes)).toEqual([['A'], ['B', 'C']]);
  });

  it('does not save a run that ended before its start was stored', async () => {
    const start = Promise.withResolvers<void>();
    const { saver, saves, run } = setUp(start.promise);
    run('A');
    const closed = saver.close();
    start.resolve();
    await closed;
    expect(saves).toEqual([]);
  });
});
