// Notifications of the system, which are held while they can be clicked.
import { Notification, type NotificationConstructorOptions } from 'electron';

/** Maximum number of held notifications: systems do not report the end of each one. */
const MOST = 100;

/** Electron drops the events of a notification that the garbage collector has removed. */
const held = new Set<Notification>();

/** Returns whether the system shows notifications. `onClick` is called when the user clicks it. */
export function notify(options: Pick<NotificationConstructorOptions, 'title' | 'body'>, onClick: () => void): boolean {
  if (!Notification.isSupported()) return false;
  const notification = new Notification(options);
  const release = (): void => void held.delete(notification);
  notification.on('click', () => {
    release();
    onClick();
  });
  notification.on('close', release);
  notification.on('failed', release);
  held.add(notification);
  const [oldest] = held;
  if (held.size > MOST && oldest !== undefined) held.delete(oldest);
  notification.show();
  return true;
}
