// Runs the workflow, as a whole or up to a node, and stops it.
import { UNSAVED_WORKFLOW_ID } from '../../../../engine/contract/rest/constants.ts';
import type { StartingTrigger } from '../../../../engine/contract/rest/workflows.ts';
import type { RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { separateNodes } from '../../../../engine/workflow/attached-parts.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { runIssues } from '../../../../engine/workflow/issues/node-issues.ts';
import { executionsApi } from '../../../api/executions.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import { failureText, toastClosed } from '../../../state/toasts.ts';
import { editorActions } from '../document/editor-slice.ts';
import { isPinned, nodeById, setPin } from '../document/operations.ts';
import { plannedRun, runRequest, type PlannedRun } from '../runs/run-request.ts';
import { runActions } from '../runs/run-slice.ts';
import { issueLines } from '../view/issue-lines.ts';
import { missingInputs } from '../view/missing-inputs.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { change } from './change.ts';
import type { EditorContext, EditorStore, Messages, NodeCatalog, Notice } from './context.ts';
import { findOver } from './find-over.ts';
import { isSmall } from './remembered-run.ts';
import { saveWorkflow } from './save-workflow.ts';

/** Key of the toast that lists what prevents a run. */
export const ISSUES = 'run-issues';

/** A pinned node would return its pinned data instead of running, so the user is asked whether to unpin it. */
async function mayRun(context: EditorStore & Messages, id: string): Promise<boolean> {
  const { editor, ui, t } = context;
  const node = nodeById(editor().history.present, id);
  if (node === undefined || node.disabled === true || !isPinned(editor().history.present, node.name)) return true;
  const response = await ui.ask({
    title: t('run.unpinTitle'),
    message: t('run.unpinMessage', { name: node.name }),
    confirm: t('run.unpinConfirm'),
  });
  return response === 'confirm' && change(context, 'unpin', (file) => setPin(file, id, undefined));
}

/** Notifies the user of what prevents a run; returns whether there is anything. `start`: name of the node that it starts from. */
function hasIssues(
  context: EditorStore & Messages & NodeCatalog,
  { workflow, destination }: PlannedRun,
  start: string | undefined,
): boolean {
  const { types, ui, t } = context;
  const credentials = context.credentials();
  const issues = runIssues(new WorkflowGraph(workflow), types(), {
    missingInputs: missingInputs(workflow, types()),
    separateNodes: separateNodes(workflow, types()),
    ...(destination === undefined ? {} : { destination }),
    ...(start === undefined ? {} : { start }),
    ...(credentials === undefined ? {} : { credentials }),
  });
  if (issues.size === 0) return false;
  const [first] = issues.keys();
  // The nodes show their issues, too.
  ui.notify({
    key: ISSUES,
    kind: 'error',
    title: t('run.issuesTitle'),
    ...issueLines(issues, workflow, types()),
    ...openButton(context, first),
  });
  return true;
}

const hasWebhook = ({ nodes }: WorkflowFile, types: TypeLookup): boolean =>
  nodes.some((node) => node.disabled !== true && types.description(node.type, node.typeVersion)?.webhooks !== undefined);

/** `destination`: id of the node to run up to; of an attached node, its root node runs. `trigger`: starts the run with its items. A run that waits for a message opens the chat instead. */
export async function runWorkflow(context: EditorContext, destination?: string, trigger?: StartingTrigger): Promise<void> {
  const { editor, run, types, dispatch, ui, t } = context;
  ui.considerRun();
  if (run().status !== 'idle') return;
  if (!context.isConnected()) return ui.notify({ kind: 'error', title: t('run.failed'), message: t('run.noConnection') });
  if (destination !== undefined && !(await mayRun(context, destination))) return;
  const planned = plannedRun(editor(), run(), types(), destination);
  if (trigger === undefined && planned.waitsForMessage) {
    dispatch(editorActions.nodeOpened(undefined));
    return ui.openChat();
  }
  dispatch(editorActions.allTouched());
  if (hasIssues(context, planned, trigger?.name ?? planned.start)) return;
  dispatch(toastClosed(ISSUES));
  // A test webhook needs a saved workflow.
  const mustSave = trigger === undefined && editor().id === undefined && hasWebhook(planned.workflow, types());
  if (mustSave && !(await saveWorkflow(context))) return;
  await startRun(context, planned, trigger);
}

/** Requests the run, asks the user what the engine needs to know, and shows it once it is accepted. */
async function startRun(context: EditorContext, planned: PlannedRun, trigger: StartingTrigger | undefined): Promise<void> {
  const { editor, run, types, dispatch, ui, t } = context;
  const { workflow } = planned;
  const { body, reused } = runRequest(planned, run(), types(), editor().id, trigger);
  const request = (displayed: RunData, changes: object) => {
    dispatch(runActions.runStarting({ workflow, reusedRunData: displayed, workflowId: editor().id, isChat: trigger !== undefined }));
    return dispatch(workflowsApi.endpoints.runWorkflow.initiate({ body: { ...body, ...changes } }));
  };
  // A run that continues keeps its results.
  const displayed = trigger?.resumes === undefined ? reused : run().runData;
  let { data, error } = await request(displayed, {});
  if (error?.code === 'CREDENTIALS_NOT_LENT') {
    if (!(await lendsCredentials(context, error.message ?? failureText(error)))) return void dispatch(runActions.runRefused());
    ({ data, error } = await request(displayed, { lendsCredentials: true }));
  }
  if (error?.code === 'RESULTS_GONE') {
    const isSent = isSmall(reused);
    if (!isSent) ui.notify({ kind: 'info', title: t('run.fromStart'), message: t('run.fromStartHint') });
    ({ data, error } = await request(isSent ? reused : {}, { earlierResults: undefined, ...(isSent ? { runData: reused } : {}) }));
  }
  if (data === undefined) {
    dispatch(runActions.runRefused());
    ui.notify({ kind: 'error', title: t('run.failed'), message: failureText(error) });
    return;
  }
  const { executionId, listening } = data;
  dispatch(runActions.runAccepted({ executionId, listening }));
  const form = listening?.find(({ isForm }) => isForm === true)?.url;
  if (form !== undefined) ui.openPage(form);
}

/** Returns the button that opens a node. */
export function openButton({ editor, t }: EditorStore & Messages, name: string | undefined): Pick<Notice, 'button'> {
  const id = editor().history.present.nodes.find((node) => node.name === name)?.id;
  return id === undefined ? {} : { button: { label: t('run.openNode'), action: editorActions.nodeOpened(id) } };
}

/** Asks whether the workflow of another user may use credentials of the person who runs it. */
async function lendsCredentials({ ui, t }: Messages, message: string): Promise<boolean> {
  return (await ui.ask({ title: t('run.lendTitle'), message, confirm: t('run.lendConfirm'), isDangerous: true })) === 'confirm';
}

/** Ends the wait for a first event if events were missed: the server may have restarted and no longer listen. */
export async function stopMissedListening(context: EditorStore & Messages): Promise<void> {
  const { ui, t } = context;
  await stopRun(context);
  ui.notify({ kind: 'warning', title: t('run.listeningLost'), message: t('run.listeningLostHint') });
}

export async function stopRun(context: EditorStore & Messages): Promise<void> {
  const { run, dispatch, ui, t } = context;
  const { status, executionId, workflowId: id = UNSAVED_WORKFLOW_ID } = run();
  if (status === 'waitingForEvent') {
    const { error } = await dispatch(workflowsApi.endpoints.stopListening.initiate({ params: { id } }));
    if (error !== undefined) ui.notify({ kind: 'error', title: t('run.stopListeningFailed'), message: error.message });
    dispatch(runActions.listeningEnded());
    return;
  }
  if (executionId === undefined) return;
  const { error } = await dispatch(executionsApi.endpoints.stopExecution.initiate({ params: { id: executionId } }));
  if (error === undefined || run().status === 'idle') return;
  // The execution may have ended meanwhile.
  if (!(await findOver(context, executionId))) ui.notify({ kind: 'error', title: t('run.stopFailed'), message: error.message });
}
