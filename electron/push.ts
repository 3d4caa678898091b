// The push channel: events of the engine for the sessions of the windows.
import { ipcMain, type WebContents } from 'electron';
import { channels, type PushMessage } from '../engine/contract/desktop.ts';
import type { PushSession } from '../engine/contract/door.ts';
import type { EngineDoor } from '../engine/index.ts';
import { assertOwnPage } from './sender.ts';

/** Subscriptions of one window, by session id. */
type Subscriptions = Map<string, () => void>;

export function servePush(engine: Pick<EngineDoor, 'onPush'>): void {
  const windows = new Map<WebContents, Subscriptions>();
  ipcMain.on(channels.subscribe, (event, session: PushSession) => {
    assertOwnPage(event.senderFrame);
    const { sender } = event;
    const subscriptions = windows.get(sender) ?? watched(sender, windows);
    subscriptions.get(session.id)?.();
    const send = (message: PushMessage): void => {
      if (!sender.isDestroyed()) sender.send(channels.push, session.id, message);
    };
    const end = engine.onPush(session, {
      event: (number, pushed) => send({ type: 'event', number, event: pushed }),
      missed: (last) => send({ type: 'missed', last }),
    });
    subscriptions.set(session.id, end);
  });
  ipcMain.on(channels.unsubscribe, ({ sender, senderFrame }, sessionId: string) => {
    assertOwnPage(senderFrame);
    windows.get(sender)?.get(sessionId)?.();
    windows.get(sender)?.delete(sessionId);
  });
}

/** Ends the subscriptions of a page that is left or closed. */
function watched(sender: WebContents, windows: Map<WebContents, Subscriptions>): Subscriptions {
  const subscriptions: Subscriptions = new Map();
  const endAll = (): void => {
    for (const end of subscriptions.values()) end();
    subscriptions.clear();
  };
  sender.on('did-navigate', endAll);
  sender.on('render-process-gone', endAll);
  sender.once('destroyed', () => {
    endAll();
    windows.delete(sender);
  });
  windows.set(sender, subscriptions);
  return subscriptions;
}
