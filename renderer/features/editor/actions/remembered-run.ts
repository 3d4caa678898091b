// The run that a tab shows of a workflow comes back when the tab is loaded again: from what the tab kept, or from where the server keeps it.
import type { RunData } from '../../../../engine/contract/run-data.ts';
import { forgetInTab, keepInTab, readInTab } from '../../../state/tab-memory.ts';
import { runActions, type RunState } from '../runs/run-slice.ts';
import type { EditorContext } from './context.ts';
import { findOver, startOf } from './find-over.ts';
import { executionShown, isUnderWay, keptExecution, workflowOf } from './kept-execution.ts';

/** Results beyond these are not kept by the tab: its room is small, and writing them must not be felt. */
const MOST = { items: 5000, characters: 2_000_000 };

type Ended = Pick<RunState, 'runData' | 'origins' | 'outcome' | 'startedWith' | 'startedAt' | 'stoppedAt'>;

interface Remembered {
  readonly executionId: string;
  /** As it ended; absent while it goes on, or where it is too much. */
  readonly ended?: Ended;
}

const keyOf = (workflowId: string): string => `run:${workflowId}`;

/** Whether results are few enough to be written or sent as a whole. */
export function isSmall(runData: RunData): boolean {
  let left = MOST.items;
  for (const runs of Object.values(runData)) {
    for (const { data } of runs) {
      for (const outputs of Object.values(data ?? {})) for (const items of outputs) left -= items?.length ?? 0;
    }
    if (left < 0) return false;
  }
  return true;
}

/** Keeps which execution the tab shows, and what it gave once it is over. */
export function rememberRun(workflowId: string, run: RunState): void {
  const { executionId, status, runData, origins, outcome, startedWith, startedAt, stoppedAt } = run;
  if (executionId === undefined) return;
  const short: Remembered = { executionId };
  const ended: Ended = { runData, origins, outcome, startedWith, startedAt, stoppedAt };
  const text = status === 'idle' && outcome !== undefined && isSmall(runData) ? JSON.stringify({ ...short, ended }) : '';
  const isKept = text !== '' && text.length <= MOST.characters && keepInTab(keyOf(workflowId), text);
  if (!isKept) keepInTab(keyOf(workflowId), JSON.stringify(short));
}

function remembered(workflowId: string): Remembered | undefined {
  try {
    return JSON.parse(readInTab(keyOf(workflowId)) ?? '') as Remembered;
  } catch {
    return undefined;
  }
}

/** Shows the run that this tab showed of the workflow that is open, unless another has begun meanwhile. One that still goes on is followed. */
export async function showRememberedRun(context: EditorContext): Promise<void> {
  const { editor, run, dispatch, newId } = context;
  const { id, mode } = editor();
  const known = mode === 'edit' && id !== undefined ? remembered(id) : undefined;
  if (id === undefined || known === undefined) return;
  const { executionId, ended } = known;
  // One that waited may have gone on meanwhile.
  const hasWaited = ended?.outcome?.status === 'waiting';
  if (ended !== undefined && !hasWaited) return void dispatch(runActions.runBroughtBack({ ...ended, executionId }));
  const { data } = await keptExecution(context, executionId);
  if (editor().id !== id || run().status !== 'idle' || run().executionId !== undefined) return;
  if (data?.workflowId === id) dispatch(executionShown(data, workflowOf(data, newId)));
  else if (ended !== undefined) dispatch(runActions.runBroughtBack({ ...ended, executionId, outcome: undefined }));
  const startedAt = data === undefined && ended === undefined ? await startOf(dispatch, executionId) : undefined;
  if (data !== undefined && isUnderWay(data)) await follow(context, executionId, Date.parse(data.startedAt));
  else if (startedAt !== undefined && editor().id === id && run().status === 'idle') await follow(context, executionId, startedAt);
}

/** Milliseconds between two looks at a run that another page began. */
const LOOK = 1000;

/** Shows that a run goes on, and what it gave once it has ended, where that was kept. */
async function follow(context: EditorContext, executionId: string, startedAt: number): Promise<void> {
  const { run, dispatch, ui, t } = context;
  dispatch(runActions.runJoined({ executionId, startedAt }));
  while (!(await findOver(context, executionId))) await new Promise((resolve) => setTimeout(resolve, LOOK));
  const { executionId: shown, status, outcome } = run();
  if (shown === executionId && status === 'idle' && outcome === undefined) ui.notify({ kind: 'info', title: t('run.notKept') });
}

/** Forgets the results that are shown. */
export function clearRun({ editor, dispatch }: EditorContext): void {
  const { id } = editor();
  if (id !== undefined) forgetInTab(keyOf(id));
  dispatch(runActions.dataCleared());
}
