// Filtering and sorting of workflows and tags, and valid tag names.
import { describe, expect, it } from 'vitest';
import type { WorkflowSummaryAnswer } from '../../../engine/contract/rest/workflows.ts';
import { tagFault, tagsFound, usualSorting, workflowRows } from './list-rows.ts';

const tag = (id: string) => ({ id, name: id });
const workflow = (name: string, day: number, tags: readonly string[] = [], active = false): WorkflowSummaryAnswer => ({
  id: name,
  name,
  active,
  tags: tags.map(tag),
  createdAt: `2026-01-0${9 - day}T00:00:00.000Z`,
  updatedAt: `2026-01-0${day}T00:00:00.000Z`,
  version: 1,
});
const workflows = [workflow('Mail 10', 1, ['a', 'b'], true), workflow('mail 9', 3, ['a']), workflow('Backup', 2, ['b'])];
const all = { search: '', tags: [] };
const names = (rows: readonly WorkflowSummaryAnswer[]): string[] => rows.map(({ name }) => name);

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
    expect(names(workflowRows(workflows, { search: ' MAIL', tags: [] }, usualSorting))).toEqual(['mail 9', 'Mail 10']);
    expect(names(workflowRows(workflows, { search: '', tags: ['a', 'b'] }, usualSorting))).toEqual(['Mail 10']);
  });
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
  it('are found', () => expect(tagsFound(tags, 'FIN').map(({ id }) => id)).toEqual(['1']));
});
