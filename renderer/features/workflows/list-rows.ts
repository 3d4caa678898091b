// Rows of the lists: workflows, filtered and sorted, and tags, with the validation of their names.
import type { Tag } from '../../../engine/contract/rest/tags.ts';
import type { WorkflowSummaryAnswer } from '../../../engine/contract/rest/workflows.ts';
import type { Sorting } from '../../ui/table.tsx';

export type WorkflowColumn = 'name' | 'createdAt' | 'updatedAt' | 'active';

export interface WorkflowFilter {
  readonly search: string;
  /** Tag ids; a workflow must have all of them. */
  readonly tags: readonly string[];
}

/** Most recently changed first. */
export const usualSorting: Sorting<WorkflowColumn> = { column: 'updatedAt', isDescending: true };

type Compare = (one: WorkflowSummaryAnswer, other: WorkflowSummaryAnswer) => number;

const byName: Compare = (one, other) => one.name.localeCompare(other.name, undefined, { numeric: true, sensitivity: 'base' });

const comparisons: Readonly<Record<WorkflowColumn, Compare>> = {
  name: byName,
  createdAt: (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
  updatedAt: (one, other) => Date.parse(one.updatedAt) - Date.parse(other.updatedAt),
  active: (one, other) => Number(one.active) - Number(other.active) || byName(one, other),
};

export function workflowRows(
  workflows: readonly WorkflowSummaryAnswer[],
  { search, tags }: WorkflowFilter,
  { column, isDescending }: Sorting<WorkflowColumn>,
): readonly WorkflowSummaryAnswer[] {
  const wanted = search.trim().toLocaleLowerCase();
  const compare = comparisons[column];
  return workflows
    .filter((workflow) => workflow.name.toLocaleLowerCase().includes(wanted))
    .filter((workflow) => tags.every((id) => workflow.tags.some((tag) => tag.id === id)))
    .toSorted((one, other) => (isDescending ? compare(other, one) : compare(one, other)));
}

/** At most one row of the tag table is being created, renamed or deleted. */
export type TagEdit = { readonly kind: 'create' } | { readonly kind: 'update' | 'delete'; readonly id: string } | undefined;

/** Maximum length of a tag's name, as in the engine. */
export const TAG_LENGTH = 24;

export type TagFault = 'empty' | 'long' | 'taken';

/** Returns the error of a name; a tag's own former name is valid. */
export function tagFault(name: string, tags: readonly Tag[], ownId?: string): TagFault | undefined {
  const wanted = name.trim();
  if (wanted === '') return 'empty';
  if (wanted.length > TAG_LENGTH) return 'long';
  const isTaken = tags.some((tag) => tag.id !== ownId && tag.name.toLowerCase() === wanted.toLowerCase());
  return isTaken ? 'taken' : undefined;
}

export const tagsFound = (tags: readonly Tag[], search: string): readonly Tag[] =>
  tags.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
