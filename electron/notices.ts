// System notifications, referenced for as long as users can click them.
import { Notification, type NotificationConstructorOptions } from 'electron';

/** Maximum number of referenced notifications. Systems do not report when each one closes. */
const MOST = 100;

/** Electron emits no events for a notification that was garbage-collected. */
const retained = new Set<Notification>();

/** Returns whether the system shows notifications. `onClick` is called when the user clicks it. */
export function notify(options: Pick<NotificationConstructorOptions, 'title' | 'body'>, onClick: () => void): boolean {
  if (!Notification.isSupported()) return false;
  const notification = new Notification(options);
  const release = (): void => void retained.delete(notification);
  notification.on('click', () => {
    release();
    onClick();
  });
  notification.on('close', release);
  notification.on('failed', release);
  retained.add(notification);
  const [oldest] = retained;
  if (retained.size > MOST && oldest !== undefined) retained.delete(oldest);
  notification.show();
  return true;
}
