// Whether a push event can be processed yet.
import type { PushEvent } from '../../../../engine/contract/push.ts';
import type { RunState } from './run-slice.ts';

/** While a run is starting, its execution id is unknown, so events of executions must wait. */
export const isReadyFor = ({ status }: Pick<RunState, 'status'>, event: PushEvent): boolean =>
  status !== 'starting' || !('executionId' in event);
