// Tells the user about executions: an active workflow failed, or waits for someone to respond. The badge counts unseen failures.
import { app } from 'electron';
import type { ExecutionFinishedEvent, PushEvent } from '../engine/contract/push.ts';
import { WAIT_FOREVER } from '../engine/contract/run-data.ts';
import type { EngineGateway } from '../engine/index.ts';
import { notify } from './notices.ts';
import { text } from './text.ts';

/** Session of the shell among those of the editor's windows. */
const SESSION = 'shell';

export interface Notifications {
  /** The user looks at the window: the badge is removed. */
  seen(): void;
  close(): void;
}

export interface NotificationPorts {
  /** Called when the user clicks a notification. */
  readonly onOpen: (executionId: string) => void;
  /** Called with the number of unseen failures when it changes. */
  readonly onFailures: (count: number) => void;
}

export function followExecutions(
  engine: Pick<EngineGateway, 'inject' | 'onPush'>,
  { onOpen, onFailures }: NotificationPorts,
): Notifications {
  let failures = 0;
  const count = (unseen: number): void => {
    if (unseen === failures) return;
    failures = unseen;
    app.setBadgeCount(unseen);
    onFailures(unseen);
  };
  const showNotification = async (event: ExecutionFinishedEvent, what: 'failed' | 'waits'): Promise<void> => {
    const { executionId, workflowId } = event;
    const { name = text('notifications.unnamed'), nodes = [] } = await workflowOf(engine, workflowId);
    if (what === 'waits' && !needsResponse(event, nodes)) return;
    notify({ title: text(`notifications.${what}`, { name }), body: text(`notifications.${what}Detail`) }, () => onOpen(executionId));
  };
  const receive = (event: PushEvent): void => {
    if (event.type !== 'executionFinished') return;
    const { status } = event;
    if (status === 'error' || status === 'crashed') {
      count(failures + 1);
      void showNotification(event, 'failed');
    } else if (status === 'waiting') void showNotification(event, 'waits');
  };
  const end = engine.onPush({ id: SESSION }, { event: (_number, event) => receive(event), missed: () => undefined });
  return {
    seen: () => count(0),
    close: end,
  };
}

type NodeOfWorkflow = Readonly<Partial<Record<'name' | 'type', string> & { readonly parameters: Readonly<Record<string, unknown>> }>>;

interface WorkflowSummary {
  readonly name?: string;
  readonly nodes?: readonly NodeOfWorkflow[];
}

/** Returns an empty summary for a workflow that cannot be read. */
async function workflowOf(engine: Pick<EngineGateway, 'inject'>, id: string): Promise<WorkflowSummary> {
  try {
    const { body } = await engine.inject({ method: 'GET', path: `/rest/workflows/${encodeURIComponent(id)}` }, 'localOwner');
    return (JSON.parse(body) as { readonly data?: WorkflowSummary }).data ?? {};
  } catch {
    return {};
  }
}

/** Whether a waiting execution continues when someone responds, and not only at a time. The time to respond may be limited. */
function needsResponse({ waitTill = 0, lastNodeExecuted }: ExecutionFinishedEvent, nodes: readonly NodeOfWorkflow[]): boolean {
  if (waitTill >= WAIT_FOREVER) return true;
  const { type, parameters = {} } = nodes.find(({ name }) => name === lastNodeExecuted) ?? {};
  const { operation, resume } = parameters;
  return operation === 'sendAndWait' || (type === 'n8n-nodes-base.wait' && (resume === 'webhook' || resume === 'form'));
}
