// Copies an execution to the editor: opens its workflow with the results, and pins the data it started with.
import type { Item, RunData } from '../../../../engine/contract/run-data.ts';
import { forgetInTab, keepInTab, readInTab } from '../../../state/tab-memory.ts';
import { isPinned } from '../document/operations.ts';
import type { EditorContext } from './context.ts';
import { executionShown, keptExecution, workflowOf } from './kept-execution.ts';
import { pinOutput } from './pin-output.ts';

const keyOf = (workflowId: string): string => `copy:${workflowId}`;

/** Opens the workflow of the displayed execution; the copy is made once the workflow is open. */
export function copyToEditor({ editor, run, ui }: EditorContext): void {
  const { id } = editor();
  const { executionId } = run();
  if (id === undefined || executionId === undefined) return;
  keepInTab(keyOf(id), executionId);
  ui.goTo(`/workflow/${encodeURIComponent(id)}`);
}

/** Returns false if there is nothing to copy into the open workflow. */
export async function copyWaitingExecution(context: EditorContext): Promise<boolean> {
  const { editor, dispatch, ui, t, newId } = context;
  const { id, mode, visit } = editor();
  const executionId = id === undefined || mode !== 'edit' ? null : readInTab(keyOf(id));
  if (id === undefined || !executionId) return false;
  forgetInTab(keyOf(id));
  const { data, error } = await keptExecution(context, executionId);
  if (editor().visit !== visit) return true;
  if (data === undefined) {
    ui.notify({ kind: 'error', title: t('execution.notFound'), message: error?.message });
    return true;
  }
  dispatch(executionShown(data, workflowOf(data, newId)));
  ui.notify({ kind: 'success', title: t('execution.copied', { id: executionId }) });
  const { history } = editor();
  const start = startOf(data.data?.resultData?.runData ?? {});
  const node = history.present.nodes.find(({ name }) => name === start?.name);
  if (start !== undefined && node?.id !== undefined && !isPinned(history.present, start.name))
    await pinOutput(context, node.id, start.items);
  return true;
}

/** Returns the first executed node and its items. */
function startOf(runData: RunData): { readonly name: string; readonly items: readonly Item[] } | undefined {
  const [first] = Object.entries(runData)
    .flatMap(([name, [run]]) => (run === undefined ? [] : [{ name, run }]))
    .toSorted((one, other) => one.run.executionIndex - other.run.executionIndex);
  const items = first?.run.data?.['main']?.find((list) => (list?.length ?? 0) > 0);
  return first === undefined || items === undefined || items === null ? undefined : { name: first.name, items };
}
