// Loads a stored execution, shows it in the editor, and copies it there.
import type { ExecutionStatus, Item, RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { openWorkflow } from '../../../../engine/workflow/file/import.ts';
import { withIds } from '../../../../engine/workflow/references/node-names.ts';
import { executionsApi } from '../../../api/executions.ts';
import { debugPath, takeDebugged } from '../../../state/debugged-execution.ts';
import { isPinned } from '../document/operations.ts';
import { runActions, type CallingExecution, type RunState } from '../runs/run-slice.ts';
import type { EditorContext, EditorStore, Messages, Navigation } from './context.ts';
import { pinOutput } from './pin-output.ts';

export interface StoredExecution {
  readonly id: string;
  readonly status: ExecutionStatus;
  readonly mode?: string;
  readonly workflowId: string;
  readonly startedAt: string;
  readonly stoppedAt?: string | null;
  readonly waitTill?: string;
  readonly lastNodeExecuted?: string;
  readonly parentExecution?: CallingExecution;
  readonly data?: { readonly resultData?: { readonly runData?: RunData; readonly error?: NonNullable<RunState['outcome']>['error'] } };
  readonly workflowData: WorkflowFile | null;
}

/** Always refetched, since the execution may have continued. */
export async function fetchExecution(
  { dispatch }: Pick<EditorContext, 'dispatch'>,
  id: string,
): Promise<{ readonly data?: StoredExecution; readonly error?: { readonly message?: string } }> {
  const options = { forceRefetch: true, subscribe: false };
  const { data, error } = await dispatch(executionsApi.endpoints.getExecution.initiate({ params: { id } }, options));
  // The contract declares the status as a plain string.
  return { data: data as StoredExecution | undefined, error };
}

export const isUnfinished = ({ status }: StoredExecution): boolean => status === 'new' || status === 'running';

/** Returns the node whose run has no result yet, because it waits. */
const waitingNode = (runData: RunData = {}): string | undefined =>
  Object.keys(runData).find((name) => runData[name]?.at(-1)?.executionStatus === 'waiting');

export const outcomeOf = ({ status, data, lastNodeExecuted, waitTill }: StoredExecution): NonNullable<RunState['outcome']> => ({
  status,
  error: data?.resultData?.error,
  lastNode: waitingNode(data?.resultData?.runData) ?? lastNodeExecuted,
  ...(waitTill === undefined ? {} : { waitTill: Date.parse(waitTill) }),
});

/** Returns the executed workflow in the editor's form. */
export const workflowOf = ({ workflowData }: StoredExecution, newId: () => string): WorkflowFile =>
  withIds(openWorkflow(workflowData ?? { name: '', nodes: [], connections: {} }), newId);

export const executionShown = (execution: StoredExecution, workflow: WorkflowFile): ReturnType<typeof runActions.executionShown> =>
  runActions.executionShown({
    executionId: execution.id,
    caller: execution.parentExecution,
    mode: execution.mode,
    runData: execution.data?.resultData?.runData ?? {},
    outcome: outcomeOf(execution),
    workflow,
    startedAt: Date.parse(execution.startedAt),
    ...(typeof execution.stoppedAt === 'string' ? { stoppedAt: Date.parse(execution.stoppedAt) } : {}),
  });

/** Opens the workflow of the displayed execution, whose data is shown once it is open. */
export function debugInEditor({ editor, run, ui }: EditorStore & Navigation): void {
  const { id } = editor();
  const { executionId } = run();
  if (id === undefined || executionId === undefined) return;
  ui.goTo(debugPath(id, executionId));
}

/** Shows the data of the execution that is to be debugged, and offers to pin that of its start; returns false if there is no such execution. */
export async function showDebuggedExecution(context: EditorStore & Messages): Promise<boolean> {
  const { editor, dispatch, ui, t, newId } = context;
  const { id, mode, visit } = editor();
  const executionId = id === undefined || mode !== 'edit' ? undefined : takeDebugged(id);
  if (executionId === undefined) return false;
  const { data, error } = await fetchExecution(context, executionId);
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
  if (start === undefined || node?.id === undefined) return true;
  const choice = await ui.ask({
    title: t('execution.pinTitle', { name: node.name }),
    message: t(isPinned(history.present, node.name) ? 'execution.pinReplaces' : 'execution.pinText', { name: node.name }),
    confirm: t('execution.pin'),
    cancel: t('execution.noPin'),
  });
  if (choice === 'confirm' && editor().visit === visit) await pinOutput(context, node.id, start.items);
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
