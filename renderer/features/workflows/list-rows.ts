// Rows of the lists: workflows, filtered and sorted, and tags, with the validation of their names.
import type { Tag } from '../../../engine/contract/rest/tags.ts';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import type { Sorting } from '../../ui/table.tsx';

export type WorkflowColumn = 'name' | 'createdAt' | 'updatedAt' | 'active' | 'lastRun' | 'nextRun' | 'owner';

/** `current`: all that are not archived. */
export const statusChoices = ['current', 'active', 'inactive', 'failed', 'archived'] as const;
export type StatusChoice = (typeof statusChoices)[number];

export interface WorkflowFilter {
  readonly search: string;
  /** Tag ids; a workflow must have all of them. */
  readonly tags: readonly string[];
  readonly status: StatusChoice;
  /** Id of the open folder; absent at the top level. */
  readonly folder?: string | undefined;
}

export const everyWorkflow: WorkflowFilter = { search: '', tags: [], status: 'current' };

/** Returns the filter in the query of an address. */
export function filterInAddress(query: URLSearchParams): WorkflowFilter {
  const tags = query.get('tags')?.split(',') ?? [];
  return {
    search: query.get('search') ?? '',
    tags: tags.filter((tag) => tag !== ''),
    status: statusChoices.find((choice) => choice === query.get('status')) ?? 'current',
    folder: query.get('folder') ?? undefined,
  };
}

/** Returns the query of an address that contains the filter. */
export const addressQuery = ({ search, tags, status, folder }: WorkflowFilter): URLSearchParams =>
  new URLSearchParams({
    ...(search === '' ? {} : { search }),
    ...(tags.length === 0 ? {} : { tags: tags.join(',') }),
    ...(status === 'current' ? {} : { status }),
    ...(folder === undefined ? {} : { folder }),
  });

/** Whether matches of all folders are listed, and not the content of the open one. */
export const isEverywhere = ({ search, tags, status }: WorkflowFilter): boolean =>
  search.trim() !== '' || tags.length > 0 || status !== 'current';

/** Most recently changed first. */
export const usualSorting: Sorting<WorkflowColumn> = { column: 'updatedAt', isDescending: true };

type Compare = (one: ListedWorkflow, other: ListedWorkflow) => number;

const byName: Compare = (one, other) => one.name.localeCompare(other.name, undefined, { numeric: true, sensitivity: 'base' });
/** Workflows without the time come last when the earliest is first. */
const timeOf = (time: string | undefined): number => (time === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(time));

const comparisons: Readonly<Record<Exclude<WorkflowColumn, 'owner'>, Compare>> = {
  name: byName,
  createdAt: (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
  updatedAt: (one, other) => Date.parse(one.updatedAt) - Date.parse(other.updatedAt),
  active: (one, other) => Number(one.active) - Number(other.active) || byName(one, other),
  lastRun: (one, other) => Date.parse(one.lastRun?.startedAt ?? '1970-01-01') - Date.parse(other.lastRun?.startedAt ?? '1970-01-01'),
  nextRun: (one, other) => timeOf(one.nextRun) - timeOf(other.nextRun),
};

const failed: ReadonlySet<string> = new Set(['error', 'crashed']);

/** Whether the latest execution of a workflow failed. */
export const hasFailed = ({ lastRun }: ListedWorkflow): boolean => lastRun !== undefined && failed.has(lastRun.status);

const hasStatus: Readonly<Record<StatusChoice, (workflow: ListedWorkflow) => boolean>> = {
  current: ({ isArchived }) => isArchived !== true,
  active: ({ active }) => active,
  inactive: ({ active, isArchived }) => !active && isArchived !== true,
  failed: (workflow) => workflow.isArchived !== true && hasFailed(workflow),
  archived: ({ isArchived }) => isArchived === true,
};

/** What owners of workflows are called; undefined if the user sees only their own workflows. */
export type OwnerNames = ((owned: Pick<ListedWorkflow, 'ownedBy'>) => string) | undefined;

export function workflowRows(
  workflows: readonly ListedWorkflow[],
  { search, tags, status }: WorkflowFilter,
  { column, isDescending }: Sorting<WorkflowColumn>,
  ownerOf?: OwnerNames,
): readonly ListedWorkflow[] {
  const searchText = search.trim().toLocaleLowerCase();
  const byOwner: Compare = (one, other) => (ownerOf?.(one) ?? '').localeCompare(ownerOf?.(other) ?? '') || byName(one, other);
  const compare = column === 'owner' ? byOwner : comparisons[column];
  return workflows
    .filter(hasStatus[status])
    .filter((workflow) => workflow.name.toLocaleLowerCase().includes(searchText))
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
  const trimmedName = name.trim();
  if (trimmedName === '') return 'empty';
  if (trimmedName.length > TAG_LENGTH) return 'long';
  const isTaken = tags.some((tag) => tag.id !== ownId && tag.name.toLowerCase() === trimmedName.toLowerCase());
  return isTaken ? 'taken' : undefined;
}

export const matchingTags = (tags: readonly Tag[], search: string): readonly Tag[] =>
  tags.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
