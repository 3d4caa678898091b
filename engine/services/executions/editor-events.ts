// Notifies the editors of a workflow's owner when executions are queued, start and end.
import type { ExecutionFinishedEvent, ExecutionQueuedEvent, ExecutionStartedEvent } from '../../contract/push.ts';
import type { PushHub } from '../../push/hub.ts';
import type { WorkflowRepository } from '../../store/index.ts';
import type { ServiceEvents } from '../events.ts';
import type { ActiveFiles } from './execution-ports.ts';
import type { ExecutionService } from './executions.ts';

export interface EditorEventsPorts {
  readonly hub: PushHub;
  readonly executions: Pick<ExecutionService, 'underWay'>;
  readonly active: Pick<ActiveFiles, 'get'>;
  readonly workflows: Pick<WorkflowRepository, 'ownerOf'>;
}

/** Manual runs are left out: they are reported to the session that started them. */
export function sendEditorEvents(events: ServiceEvents, { hub, executions, active, workflows }: EditorEventsPorts): void {
  const send = (event: ExecutionStartedEvent | ExecutionFinishedEvent | ExecutionQueuedEvent): void => {
    if (!hub.isHeard) return;
    const known = active.get(event.workflowId);
    if (known !== undefined) {
      hub.broadcast(event, known.ownerId);
      return;
    }
    workflows
      .ownerOf(event.workflowId)
      .then((owned) => hub.broadcast(event, owned?.ownerId ?? null))
      // If the owner lookup fails, no notification is sent.
      .catch(() => undefined);
  };
  events.on('queue', send);
  events.on('run', (event) => {
    if (!hub.isHeard || (event.type !== 'executionStarted' && event.type !== 'executionFinished')) return;
    if (executions.underWay.record(event.executionId)?.mode !== 'manual') send(event);
  });
}
