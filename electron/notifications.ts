// Tells the user about executions: an active workflow failed, or waits for someone to respond. The badge counts unseen failures.
import { app, Notification } from 'electron';
import type { ExecutionFinishedEvent, PushEvent } from '../engine/contract/push.ts';
import { WAIT_FOREVER } from '../engine/contract/run-data.ts';
import type { EngineDoor } from '../engine/index.ts';
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

export function followExecutions(engine: Pick<EngineDoor, 'inject' | 'onPush'>, { onOpen, onFailures }: NotificationPorts): Notifications {
  let failures = 0;
  const count = (unseen: number): void => {
    if (unseen === failures) return;
    failures = unseen;
    app.setBadgeCount(unseen);
    onFailures(unseen);
  };
  const notify = async ({ executionId, workflowId }: ExecutionFinishedEvent, what: 'failed' | 'waits'): Promise<void> => {
    if (!Notification.isSupported()) return;
    const name = await nameOf(engine, workflowId);
    const notification = new Notification({ title: text(`notifications.${what}`, { name }), body: text(`notifications.${what}Detail`) });
    notification.on('click', () => onOpen(executionId));
    notification.show();
  };
  const hear = (event: PushEvent): void => {
    if (event.type !== 'executionFinished') return;
    const { status, waitTill = 0 } = event;
    if (status === 'error' || status === 'crashed') {
      count(failures + 1);
      void notify(event, 'failed');
    } else if (status === 'waiting' && waitTill >= WAIT_FOREVER) void notify(event, 'waits');
  };
  const end = engine.onPush({ id: SESSION }, { event: (_number, event) => hear(event), missed: () => undefined });
  return {
    seen: () => count(0),
    close: end,
  };
}

async function nameOf(engine: Pick<EngineDoor, 'inject'>, workflowId: string): Promise<string> {
  try {
    const { body } = await engine.inject({ method: 'GET', path: `/rest/workflows/${encodeURIComponent(workflowId)}` }, 'localOwner');
    return (JSON.parse(body) as { readonly data?: { readonly name?: string } }).data?.name ?? text('notifications.unnamed');
  } catch {
    return text('notifications.unnamed');
  }
}
