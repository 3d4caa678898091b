// Filtering and sorting of the workflow list.
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
