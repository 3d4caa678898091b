// Which events come too early: those of an execution while the answer that tells whose it is has not come yet.
import type { PushEvent } from '../../../../engine/contract/push.ts';
import type { RunState } from './run-slice.ts';

/** While a run was asked for and is not known by its id, events of executions wait: they may be its own, or somebody else's. */
export const isReadyFor = ({ status }: Pick<RunState, 'status'>, event: PushEvent): boolean =>
  status !== 'starting' || !('executionId' in event);
