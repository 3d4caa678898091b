// The journal: offers the work of closed pages, but not of open ones.
import { beforeEach, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type * as Journal from './journal.ts';

const file = (name: string) => ({ name, nodes: [], connections: {} });

let heldLocks: Set<string>;

/** A page with its own copy of the module. It is open until its lock is released. */
async function page(): Promise<typeof Journal & { readonly die: () => void }> {
  vi.resetModules();
  const before = new Set(heldLocks);
  const journal = await import('./journal.ts');
  const own = [...heldLocks].filter((name) => !before.has(name));
  return { ...journal, die: () => own.forEach((name) => heldLocks.delete(name)) };
}

beforeEach(() => {
  localStorage.clear();
  heldLocks = new Set();
  const locks = {
    request: async (name: string): Promise<void> => void heldLocks.add(name),
    query: async () => ({ held: [...heldLocks].map((name) => ({ name })) }),
  };
  vi.stubGlobal('navigator', { locks });
});

it('finds the work of a closed page by workflow, and removes it when decided', async () => {
  const closedPage = await page();
  closedPage.storeUnsavedWork('1', file('A'), 1);
  closedPage.die();
  const { lostWork } = await page();
  expect(await lostWork('2')).toBeUndefined();
  const lost = await lostWork('1');
  expect(lost).toMatchObject({ at: 1, workflow: { name: 'A' } });
  lost?.forget();
  expect(await lostWork('1')).toBeUndefined();
});

it('keeps the digits of numbers that JavaScript cannot represent', async () => {
  const closedPage = await page();
  // Of the same copy as the page's module.
  const { parseExactly } = await import('../../../../engine/contract/exact-numbers.ts');
  const pinData = parseExactly('{"A":[{"json":{"id":17169973925117969}}]}') as WorkflowFile['pinData'];
  closedPage.storeUnsavedWork('1', { ...file('A'), pinData } as WorkflowFile, 1);
  closedPage.die();
  const { lostWork } = await page();
  const { stringifyExactly } = await import('../../../../engine/contract/exact-numbers.ts');
  expect(stringifyExactly((await lostWork('1'))?.workflow.pinData)).toContain('"id":17169973925117969');
});

it('stores the base version of work, if there is one', async () => {
  const closedPage = await page();
  closedPage.storeUnsavedWork('1', file('A'), 1, 7);
  closedPage.storeUnsavedWork('2', file('A'), 1);
  closedPage.die();
  const { lostWork } = await page();
  expect([(await lostWork('1'))?.version, (await lostWork('2'))?.version]).toEqual([7, undefined]);
});

it('ignores the work of open pages, and its own', async () => {
  const other = await page();
  other.storeUnsavedWork(undefined, file('theirs'), 1);
  const own = await page();
  own.storeUnsavedWork(undefined, file('mine'), 2);
  expect(await own.lostWork(undefined)).toBeUndefined();
  own.forgetUnsavedWork(undefined);
  other.die();
  expect(await own.lostWork(undefined)).toMatchObject({ workflow: { name: 'theirs' } });
});

it('offers the latest of several first, and removes each separately', async () => {
  for (const [name, at] of [
    ['second', 2],
    ['third', 3],
    ['first', 1],
  ] as const) {
    const closedPage = await page();
    closedPage.storeUnsavedWork('1', file(name), at);
    closedPage.die();
  }
  const { lostWork } = await page();
  for (const name of ['third', 'second', 'first']) {
    const work = await lostWork('1');
    expect(work?.workflow.name).toBe(name);
    work?.forget();
  }
  expect(await lostWork('1')).toBeUndefined();
});

it('ignores unrelated entries', async () => {
  localStorage.setItem('millrace-unsaved:1:broken', '{');
  const { lostWork } = await page();
  expect(await lostWork('1')).toBeUndefined();
});
