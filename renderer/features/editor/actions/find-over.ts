// Asks for a run whose end was not heard of: events were missed, or it ended while it was to be stopped.
import { executionsApi } from '../../../api/executions.ts';
import { runActions } from '../runs/run-slice.ts';
import type { EditorContext } from './context.ts';
import { keptExecution, outcomeOf } from './kept-execution.ts';

const over: readonly string[] = ['success', 'error', 'crashed', 'canceled', 'waiting'];

/** Shows the end of the run if it has come to one; returns whether it has. One of which nothing was kept and that does not run is over too. */
export async function findOver(context: EditorContext, executionId: string): Promise<boolean> {
  const { dispatch } = context;
  const { data } = await keptExecution({ dispatch }, executionId);
  if (isHeardOf(context, executionId)) return true;
  if (data === undefined) return isNoLongerThere(context, executionId);
  if (!over.includes(data.status)) return false;
  const stoppedAt = typeof data.stoppedAt === 'string' ? Date.parse(data.stoppedAt) : Date.now();
  dispatch(runActions.runFoundOver({ outcome: outcomeOf(data), stoppedAt, runData: data.data?.resultData?.runData }));
  return true;
}

/** Its end may have been heard of meanwhile. */
const isHeardOf = ({ run }: EditorContext, executionId: string): boolean => run().status === 'idle' || run().executionId !== executionId;

async function isNoLongerThere(context: EditorContext, executionId: string): Promise<boolean> {
  const { dispatch, run, ui, t } = context;
  if ((await startOf(dispatch, executionId)) !== undefined) return false;
  if (isHeardOf(context, executionId)) return true;
  // Who follows one that another page began tells its end.
  const isFollowed = run().origin === 'joined';
  dispatch(runActions.runRefused());
  if (!isFollowed) ui.notify({ kind: 'warning', title: t('run.notKept') });
  return true;
}

/** When a run began that is under way, whether it is kept or not, in milliseconds since the epoch; now where nobody can tell, undefined where it is gone. */
export async function startOf(dispatch: EditorContext['dispatch'], executionId: string): Promise<number | undefined> {
  const options = { forceRefetch: true, subscribe: false };
  const { data } = (await dispatch(executionsApi.endpoints.currentExecutions.initiate({ query: {} }, options))) as {
    data?: readonly { id: string; startedAt: string }[];
  };
  if (data === undefined) return Date.now();
  const going = data.find(({ id }) => id === executionId);
  return going === undefined ? undefined : Date.parse(going.startedAt);
}
