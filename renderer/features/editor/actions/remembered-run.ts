// Restores the displayed run after the page is reloaded, from session storage or from the server.
import { parseExactly, stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import type { RunData } from '../../../../engine/contract/run-data.ts';
import { forgetInTab, saveInTab, readInTab } from '../../../lib/browser-storage.ts';
import { runActions, type RunState } from '../runs/run-slice.ts';
import type { EditorStore, Messages } from './context.ts';
import { findOver, startOf } from './find-over.ts';
import { executionShown, isUnfinished, fetchExecution, workflowOf } from './stored-execution.ts';

/** Maximum size of results in session storage, whose space is limited and which is written synchronously. */
const LIMITS = { items: 5000, characters: 2_000_000 };

type Ended = Pick<RunState, 'runData' | 'origins' | 'outcome' | 'startedWith' | 'startedAt' | 'stoppedAt'>;

interface Remembered {
  readonly executionId: string;
  /** The finished run; absent while it is running, or if it is too large. */
  readonly ended?: Ended;
}

const keyOf = (workflowId: string): string => `run:${workflowId}`;

/** Whether results are small enough to be stored or sent as a whole. */
export function isSmall(runData: RunData): boolean {
  let remainingItems = LIMITS.items;
  for (const runs of Object.values(runData)) {
    for (const { data } of runs) {
      for (const outputs of Object.values(data ?? {})) for (const items of outputs) remainingItems -= items?.length ?? 0;
    }
    if (remainingItems < 0) return false;
  }
  return true;
}

/** Stores the id of the displayed execution, and its results once it has ended. */
export function rememberRun(workflowId: string, run: RunState): void {
  const { executionId, status, runData, origins, outcome, startedWith, startedAt, stoppedAt } = run;
  if (executionId === undefined) return;
  const short: Remembered = { executionId };
  const ended: Ended = { runData, origins, outcome, startedWith, startedAt, stoppedAt };
  const json = status === 'idle' && outcome !== undefined && isSmall(runData) ? stringifyExactly({ ...short, ended }) : '';
  const isSaved = json !== '' && json.length <= LIMITS.characters && saveInTab(keyOf(workflowId), json);
  if (!isSaved) saveInTab(keyOf(workflowId), stringifyExactly(short));
}

function remembered(workflowId: string): Remembered | undefined {
  try {
    return parseExactly(readInTab(keyOf(workflowId)) ?? '') as Remembered;
  } catch {
    return undefined;
  }
}

/** Shows the run stored for the open workflow, unless another run has started meanwhile. A run that has not ended is followed. */
export async function showRememberedRun(context: EditorStore & Messages): Promise<void> {
  const { editor, run, dispatch, newId } = context;
  const { id, mode } = editor();
  const rememberedRun = mode === 'edit' && id !== undefined ? remembered(id) : undefined;
  if (id === undefined || rememberedRun === undefined) return;
  const { executionId, ended } = rememberedRun;
  // A waiting execution may have continued meanwhile.
  const hasWaited = ended?.outcome?.status === 'waiting';
  if (ended !== undefined && !hasWaited) return void dispatch(runActions.runBroughtBack({ ...ended, executionId }));
  const { data } = await fetchExecution(context, executionId);
  if (editor().id !== id || run().status !== 'idle' || run().executionId !== undefined) return;
  if (data?.workflowId === id) dispatch(executionShown(data, workflowOf(data, newId)));
  else if (ended !== undefined) dispatch(runActions.runBroughtBack({ ...ended, executionId, outcome: undefined }));
  const startedAt = data === undefined && ended === undefined ? await startOf(dispatch, executionId) : undefined;
  if (data !== undefined && isUnfinished(data)) await follow(context, executionId, Date.parse(data.startedAt));
  else if (startedAt !== undefined && editor().id === id && run().status === 'idle') await follow(context, executionId, startedAt);
}

/** Fetches the shown execution again, and shows its present state. */
export async function showAgain(context: EditorStore): Promise<void> {
  const { editor, run, dispatch } = context;
  const { executionId } = run();
  const { visit } = editor();
  if (executionId === undefined) return;
  const { data } = await fetchExecution(context, executionId);
  const isDisplayed = editor().visit === visit && editor().mode === 'execution' && run().executionId === executionId;
  if (data !== undefined && isDisplayed) dispatch(executionShown(data, editor().history.present));
}

/** Follows the displayed run, which waited and continues, unless its events arrive on this page. */
export async function followContinued(context: EditorStore & Messages): Promise<void> {
  if (context.editor().mode === 'execution') return showAgain(context);
  const { executionId, status, outcome, startedAt = Date.now() } = context.run();
  if (executionId !== undefined && status === 'idle' && outcome?.status === 'waiting') await follow(context, executionId, startedAt);
}

/** Milliseconds between checks of a run that another page started. */
const LOOK = 1000;

/** Shows a run as running, and its results once it has ended, if they were stored. */
async function follow(context: EditorStore & Messages, executionId: string, startedAt: number): Promise<void> {
  const { run, dispatch, ui, t } = context;
  dispatch(runActions.runJoined({ executionId, startedAt }));
  while (!(await findOver(context, executionId))) await new Promise((resolve) => setTimeout(resolve, LOOK));
  const { executionId: displayedId, status, outcome } = run();
  if (displayedId === executionId && status === 'idle' && outcome === undefined) ui.notify({ kind: 'info', title: t('run.notKept') });
}

/** Clears the displayed results. */
export function clearRun({ editor, dispatch }: EditorStore): void {
  const { id } = editor();
  if (id !== undefined) forgetInTab(keyOf(id));
  dispatch(runActions.dataCleared());
}
