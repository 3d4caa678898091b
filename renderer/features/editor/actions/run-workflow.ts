// Runs the workflow, as a whole or up to a node, and stops it.
import type { EarlierResults, StartingTrigger } from '../../../../engine/contract/rest/workflows.ts';
import type { RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { ownValue, setOwn } from '../../../../engine/workflow/values/own-properties.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { issueTexts, runIssues } from '../../../../engine/workflow/issues/node-issues.ts';
import { planRun } from '../../../../engine/workflow/planning/run-plan.ts';
import { chatTriggerOf } from '../../../../engine/workflow/planning/start-node.ts';
import { workflowToSave } from '../../../../engine/workflow/file/export.ts';
import { executionsApi } from '../../../api/executions.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import { failureText, toastClosed } from '../../../state/toasts.ts';
import { editorActions } from '../document/editor-slice.ts';
import { rootOf } from '../document/attached-layout.ts';
import { isPinned, nodeById, setPin } from '../document/operations.ts';
import { runQuestion } from '../runs/run-question.ts';
import { runActions, type RunState } from '../runs/run-slice.ts';
import { chosenTrigger } from '../runs/starting-trigger.ts';
import { missingInputs } from '../view/missing-inputs.ts';
import { change } from './change.ts';
import type { EditorContext, Notice } from './context.ts';
import { findOver } from './find-over.ts';
import { isSmall } from './remembered-run.ts';
import { saveWorkflow } from './save-workflow.ts';

/** Key of the toast that lists what prevents a run. */
export const ISSUES = 'run-issues';

/** A pinned node would return its pinned data instead of running, so the user is asked whether to unpin it. */
async function mayRun(context: EditorContext, id: string): Promise<boolean> {
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

/** Maps current node names to the stored results that are displayed. */
function earlierResultsOf(workflow: WorkflowFile, shown: RunData, origins: RunState['origins']): EarlierResults {
  const results: EarlierResults = {};
  for (const { id = '', name } of workflow.nodes) {
    const origin = ownValue(origins, id) as RunState['origins'][string] | undefined;
    if (origin === undefined || !Object.hasOwn(shown, name)) continue;
    const { executionId, node } = origin;
    setOwn(results, name, { executionId, ...(node.name === name ? {} : { node: node.name }) });
  }
  return results;
}

/** Returns the start of a run up to a node (by name). `start`: absent if earlier results are reused. `chosen`: the chosen trigger, if there are several. */
function startOf({ editor, run, types }: EditorContext, destination: string | undefined) {
  const { history, startTrigger } = editor();
  const { present } = history;
  const chosen = chosenTrigger(present, types(), { chosen: startTrigger, destination })?.name;
  const { start, gives } = planRun(new WorkflowGraph(present), types(), runQuestion(present, run(), destination, chosen));
  const waitsForMessage = start !== undefined && !gives.has(start) && chatTriggerOf(present.nodes)?.name === start;
  return { start, waitsForMessage, ...(start !== undefined && start === chosen ? { chosen } : {}) };
}

/** `destination`: id of the node to run up to; of an attached node, its root node runs. `trigger`: starts the run with its items. A run that waits for a message opens the chat instead. */
export async function runWorkflow(context: EditorContext, destination?: string, trigger?: StartingTrigger): Promise<void> {
  const { editor, run, types, dispatch, ui, t } = context;
  ui.considerRun();
  if (run().status !== 'idle') return;
  if (!context.isConnected()) return ui.notify({ kind: 'error', title: t('run.failed'), message: t('run.noConnection') });
  if (destination !== undefined && !(await mayRun(context, destination))) return;
  const workflow = editor().history.present;
  const chosen = destination === undefined ? undefined : nodeById(workflow, destination)?.name;
  // An attached node is run by its root node.
  const destinationName = chosen === undefined ? undefined : (rootOf(workflow, chosen) ?? chosen);
  const { start, waitsForMessage, chosen: chosenStart } = startOf(context, destinationName);
  if (trigger === undefined && waitsForMessage) {
    dispatch(editorActions.nodeOpened(undefined));
    return ui.openChat();
  }
  dispatch(editorActions.allTouched());
  const graph = new WorkflowGraph(workflow);
  const credentials = context.credentials();
  const issues = runIssues(graph, types(), {
    missingInputs: missingInputs(workflow, types()),
    ...(destinationName === undefined ? {} : { destination: destinationName }),
    ...optional('start', trigger?.name ?? start),
    ...(credentials === undefined ? {} : { credentials }),
  });
  if (issues.size > 0) {
    const [first = ''] = issues.keys();
    const lines = [...issues].map(
      ([name, found]) => `${name}: ${issueTexts(found, graph.node(name) ?? { type: '', typeVersion: 1 }, types()).join(' ')}`,
    );
    return ui.notify({
      key: ISSUES,
      kind: 'error',
      title: t('run.issuesTitle'),
      message: lines.slice(0, 3).join('\n'),
      details: lines.join('\n'),
      // The nodes show their issues, too.
      ...openButton(context, first),
    });
  }
  dispatch(toastClosed(ISSUES));
  // A test webhook needs a saved workflow.
  const hasWebhook = workflow.nodes.some(
    (node) => node.disabled !== true && types().description(node.type, node.typeVersion)?.webhooks !== undefined,
  );
  if (hasWebhook && trigger === undefined && editor().id === undefined && !(await saveWorkflow(context))) return;
  const { runData: keeps, dirtyNodes } = runQuestion(workflow, run(), destinationName);
  const earlierResults = earlierResultsOf(workflow, keeps, run().origins);
  const sent = workflowToSave(workflow, types());
  const body = {
    workflowData: { ...sent, pinData: workflow.pinData ?? {}, ...(editor().id === undefined ? {} : { id: editor().id }) },
    ...optional('triggerToStartFrom', trigger ?? (chosenStart === undefined ? undefined : { name: chosenStart })),
    ...(destinationName === undefined ? {} : { destinationNode: destinationName, dirtyNodeNames: [...dirtyNodes] }),
  };
  const request = (shown: RunData, results: object) => {
    dispatch(runActions.runStarting({ workflow, keeps: shown, workflowId: editor().id, isChat: trigger !== undefined }));
    return dispatch(workflowsApi.endpoints.runWorkflow.initiate({ body: { ...body, ...results } }));
  };
  // A run that continues keeps its results.
  const shown = trigger?.resumes === undefined ? keeps : run().runData;
  const results = destinationName === undefined ? {} : { earlierResults };
  let { data, error } = await request(shown, results);
  if (error?.code === 'CREDENTIALS_NOT_LENT') {
    if (!(await lendsCredentials(context, error.message ?? failureText(error)))) return void dispatch(runActions.runRefused());
    ({ data, error } = await request(shown, { ...results, lendsCredentials: true }));
  }
  if (error?.code === 'RESULTS_GONE') {
    const isSent = isSmall(keeps);
    if (!isSent) ui.notify({ kind: 'info', title: t('run.fromStart'), message: t('run.fromStartHint') });
    ({ data, error } = await request(isSent ? keeps : {}, isSent ? { runData: keeps } : {}));
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

/** Returns an object with the value under a name; empty if the value is undefined. */
const optional = <Name extends string, Value>(name: Name, value: Value | undefined): { [each in Name]?: Value } =>
  value === undefined ? {} : ({ [name]: value } as { [each in Name]: Value });

/** Returns the button that opens a node. */
export function openButton({ editor, t }: EditorContext, name: string | undefined): Pick<Notice, 'button'> {
  const id = editor().history.present.nodes.find((node) => node.name === name)?.id;
  return id === undefined ? {} : { button: { label: t('run.openNode'), action: editorActions.nodeOpened(id) } };
}

/** Asks whether the workflow of another user may use credentials of the person who runs it. */
async function lendsCredentials({ ui, t }: EditorContext, message: string): Promise<boolean> {
  return (await ui.ask({ title: t('run.lendTitle'), message, confirm: t('run.lendConfirm'), isDangerous: true })) === 'confirm';
}

/** Ends the wait for a first event if events were missed: the server may have restarted and no longer listen. */
export async function stopMissedListening(context: EditorContext): Promise<void> {
  const { ui, t } = context;
  await stopRun(context);
  ui.notify({ kind: 'warning', title: t('run.listeningLost'), message: t('run.listeningLostHint') });
}

export async function stopRun(context: EditorContext): Promise<void> {
  const { editor, run, dispatch, ui, t } = context;
  const { status, executionId } = run();
  if (status === 'waitingForEvent') {
    const id = editor().id ?? '__unsaved__';
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
