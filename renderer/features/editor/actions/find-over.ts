// Finds out whether a run has ended if its end event was missed.
import { executionsApi } from '../../../api/executions.ts';
import { runActions } from '../runs/run-slice.ts';
import type { EditorContext, EditorStore, Messages } from './context.ts';
import { fetchExecution, outcomeOf } from './stored-execution.ts';

/** Number of attempts to read the end of an execution, and milliseconds between two. */
const ATTEMPTS = 10;
const PAUSE = 200;

const endStatuses: readonly string[] = ['success', 'error', 'crashed', 'canceled', 'waiting'];

/** Shows the end of the run if it has ended; returns whether it has. An execution that is neither stored nor running counts as ended, too. */
export async function findOver(context: EditorStore & Messages, executionId: string): Promise<boolean> {
  const { dispatch } = context;
  let { data } = await fetchExecution({ dispatch }, executionId);
  if (hasEnded(context, executionId)) return true;
  if (data === undefined) {
    if ((await startOf(dispatch, executionId)) !== undefined) return hasEnded(context, executionId);
    // It may have ended, and been stored, between the two requests.
    ({ data } = await fetchExecution({ dispatch }, executionId));
    if (hasEnded(context, executionId)) return true;
    if (data === undefined) return endUnstoredRun(context);
  }
  if (!endStatuses.includes(data.status)) return false;
  const stoppedAt = typeof data.stoppedAt === 'string' ? Date.parse(data.stoppedAt) : Date.now();
  dispatch(runActions.runFoundOver({ outcome: outcomeOf(data), stoppedAt, runData: data.data?.resultData?.runData }));
  return true;
}

/** Adds the stored results to those that events have brought, once the end of the run is stored; shortly after it was reported. */
export async function findMissedResults(
  { dispatch, run }: EditorStore & Pick<EditorContext, 'dispatch'>,
  executionId: string,
): Promise<void> {
  for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
    const { data } = await fetchExecution({ dispatch }, executionId);
    const { outcome, stoppedAt } = run();
    if (run().executionId !== executionId || data === undefined) return;
    if (endStatuses.includes(data.status)) {
      dispatch(runActions.runFoundOver({ outcome, stoppedAt, runData: data.data?.resultData?.runData }));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** The end event may have arrived meanwhile. */
const hasEnded = ({ run }: EditorStore, executionId: string): boolean => run().status === 'idle' || run().executionId !== executionId;

/** Ends a run whose execution is neither stored nor running; returns true. */
function endUnstoredRun({ dispatch, run, ui, t }: EditorStore & Messages): true {
  // A run that another page started is followed elsewhere, which reports its end.
  const isFollowed = run().origin === 'joined';
  dispatch(runActions.runRefused());
  if (!isFollowed) ui.notify({ kind: 'warning', title: t('run.notKept') });
  return true;
}

/**
 * Returns the start of a running execution in milliseconds since the epoch; the current time if the server cannot tell; undefined if it is no
 * longer running.
 */
export async function startOf(dispatch: EditorContext['dispatch'], executionId: string): Promise<number | undefined> {
  const options = { forceRefetch: true, subscribe: false };
  const { data } = await dispatch(executionsApi.endpoints.currentExecutions.initiate({ query: {} }, options));
  if (data === undefined) return Date.now();
  const running = data.find(({ id }) => id === executionId);
  return running === undefined ? undefined : Date.parse(running.startedAt);
}
