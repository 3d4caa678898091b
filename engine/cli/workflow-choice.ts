// Selects the saved workflows that a command applies to: one by id, or all.
import { AppError } from '../contract/errors.ts';
import type { Store, WorkflowSummary } from '../store/index.ts';
import { text } from './text.ts';

export const choiceOptions = { id: { type: 'string' }, all: { type: 'boolean' } } as const;

interface Choice {
  readonly id?: string;
  readonly all?: boolean;
}

/** Throws BAD_REQUEST unless exactly one of `id` and `all` is given. */
export function checkChoice(command: string, { id, all = false }: Choice): void {
  if ((id !== undefined) === all) throw new AppError('BAD_REQUEST', text('idOrAll', { command }));
}

/** Returns the selected workflows, oldest first. Throws WORKFLOW_NOT_FOUND. */
export async function chosenWorkflows(store: Store, { id }: Choice): Promise<readonly WorkflowSummary[]> {
  if (id === undefined) return (await store.workflows.list()).toSorted((a, b) => a.createdAt - b.createdAt);
  const found = await store.workflows.list({ ids: [id] });
  if (found.length === 0) throw noSuchWorkflow(id);
  return found;
}

export const noSuchWorkflow = (id: string): AppError =>
  new AppError('WORKFLOW_NOT_FOUND', text('noSuchWorkflow', { id }), { params: { id } });
