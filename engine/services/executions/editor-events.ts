// Notifies the editors of the user to whom an execution belongs when executions are queued, start and end.
import type { ExecutionFinishedEvent, ExecutionQueuedEvent, ExecutionStartedEvent } from '../../contract/push.ts';
import type { PushHub } from '../../push/hub.ts';
import type { ServiceEvents } from '../events.ts';
import type { ExecutionService } from './executions.ts';

export interface EditorEventsPorts {
  readonly hub: PushHub;
  readonly executions: Pick<ExecutionService, 'activeRuns'>;
}

/**
 * Events go to the user to whom the execution belongs: a workflow file may contain any id. Manual runs are left out: they are reported to the session
 * that started them.
 */
export function sendEditorEvents(events: ServiceEvents, { hub, executions }: EditorEventsPorts): void {
  const send = (event: ExecutionStartedEvent | ExecutionFinishedEvent | ExecutionQueuedEvent, ownerId: string | undefined): void => {
    if (hub.hasListeners) hub.executionChanged(event, ownerId ?? null);
  };
  events.on('queue', (event, { ownerId }) => send(event, ownerId));
  events.on('run', (event) => {
    if (!hub.hasListeners || (event.type !== 'executionStarted' && event.type !== 'executionFinished')) return;
    const record = executions.activeRuns.record(event.executionId);
    if (record !== undefined && record.mode !== 'manual') send(event, record.ownerId);
  });
}
