// Filtering and sorting of workflows and tags, and valid tag names.
import { describe, expect, it } from 'vitest';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import { addressQuery, everyWorkflow, filterInAddress, tagFault, matchingTags, usualSorting, workflowRows } from './list-rows.ts';

const tag = (id: string) => ({ id, name: id });
const workflow = (name: string, day: number, tags: readonly string[] = [], active = false): ListedWorkflow => ({
  id: name,
  name,
  active,
  tags: tags.map(tag),
  createdAt: `2026-01-0${9 - day}T00:00:00.000Z`,
  updatedAt: `2026-01-0${day}T00:00:00.000Z`,
  version: 1,
});
const workflows = [workflow('Mail 10', 1, ['a', 'b'], true), workflow('mail 9', 3, ['a']), workflow('Backup', 2, ['b'])];
const all = everyWorkflow;
const names = (rows: readonly ListedWorkflow[]): string[] => rows.map(({ name }) => name);

describe('workflows', () => {
  it('start with the one changed last', () => {
    expect(names(workflowRows(workflows, all, usualSorting))).toEqual(['mail 9', 'Backup', 'Mail 10']);
  });
  it.each([
    ['name', false, ['Backup', 'mail 9', 'Mail 10']],
    ['name', true, ['Mail 10', 'mail 9', 'Backup']],
    ['createdAt', false, ['mail 9', 'Backup', 'Mail 10']],
    ['active', true, ['Mail 10', 'mail 9', 'Backup']],
  ] as const)('sort by %s (descending: %s)', (column, isDescending, expected) => {
    expect(names(workflowRows(workflows, all, { column, isDescending }))).toEqual(expected);
  });
  it('are found by their names, and by all chosen tags', () => {
    expect(names(workflowRows(workflows, { ...all, search: ' MAIL' }, usualSorting))).toEqual(['mail 9', 'Mail 10']);
    expect(names(workflowRows(workflows, { ...all, tags: ['a', 'b'] }, usualSorting))).toEqual(['Mail 10']);
  });
});

describe('the status', () => {
  const ran = (status: string, day: number) => ({ lastRun: { id: '1', status, startedAt: `2026-01-0${day}T00:00:00Z` } });
  const some: readonly ListedWorkflow[] = [
    { ...workflow('Old', 1), isArchived: true, ...ran('error', 1) },
    { ...workflow('Broken', 2), ...ran('crashed', 3) },
    { ...workflow('Timed', 3, [], true), ...ran('success', 2), nextRun: '2026-02-01T00:00:00Z' },
    { ...workflow('Soon', 4, [], true), nextRun: '2026-01-20T00:00:00Z' },
  ];
  it.each([
    ['current', ['Soon', 'Timed', 'Broken']],
    ['active', ['Soon', 'Timed']],
    ['inactive', ['Broken']],
    ['failed', ['Broken']],
    ['archived', ['Old']],
  ] as const)('%s', (status, expected) => expect(names(workflowRows(some, { ...all, status }, usualSorting))).toEqual(expected));
  it.each([
    ['lastRun', true, ['Broken', 'Timed', 'Soon']],
    ['nextRun', false, ['Soon', 'Timed', 'Broken']],
  ] as const)('sorts by %s (descending: %s)', (column, isDescending, expected) =>
    expect(names(workflowRows(some, all, { column, isDescending }))).toEqual(expected),
  );
});

describe('the filter in the address', () => {
  it.each([
    [everyWorkflow, ''],
    [{ search: 'a b', tags: ['1', '2'], status: 'failed' }, 'search=a+b&tags=1%2C2&status=failed'],
  ] as const)('%j', (filter, text) => {
    expect(addressQuery(filter).toString()).toBe(text);
    expect(filterInAddress(new URLSearchParams(text))).toEqual(filter);
  });
  it('ignores a status that does not exist', () => expect(filterInAddress(new URLSearchParams('status=x&tags=,'))).toEqual(everyWorkflow));
});

describe('tags', () => {
  const tags = [
    { id: '1', name: 'Finance', createdAt: '', updatedAt: '' },
    { id: '2', name: 'daily', createdAt: '', updatedAt: '' },
  ];
  it.each([
    ['  ', undefined, 'empty'],
    ['x'.repeat(25), undefined, 'long'],
    ['finance', undefined, 'taken'],
    ['finance', '1', undefined],
    ['new', undefined, undefined],
  ])('named %j', (name, ownId, fault) => expect(tagFault(name, tags, ownId)).toBe(fault));
  it('are found', () => expect(matchingTags(tags, 'FIN').map(({ id }) => id)).toEqual(['1']));
});
