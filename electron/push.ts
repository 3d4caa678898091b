// The push channel: events of the engine for the sessions of the windows.
import { ipcMain, type WebContents } from 'electron';
import { channels, type PushMessage } from '../engine/contract/desktop.ts';
import type { PushSession } from '../engine/contract/gateway.ts';
import type { EngineGateway } from '../engine/index.ts';
import { isOwnSender } from './trust.ts';

/** Maximum length of a session id. */
const LONGEST_SESSION = 100;

/** Subscriptions of one window, by session id. */
type Subscriptions = Map<string, () => void>;

export function servePush(engine: Pick<EngineGateway, 'onPush'>): void {
  const windows = new Map<WebContents, Subscriptions>();
  // Other messages are ignored: their sender waits for no response, and an error would end the application.
  ipcMain.on(channels.subscribe, ({ sender, senderFrame }, session: unknown) => {
    if (!isOwnSender(senderFrame) || !isSession(session)) return;
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
    if (!isOwnSender(senderFrame)) return;
    windows.get(sender)?.get(sessionId)?.();
    windows.get(sender)?.delete(sessionId);
  });
}

function isSession(value: unknown): value is PushSession {
  const { id, lastSeen } = (value ?? {}) as Partial<Record<keyof PushSession, unknown>>;
  const isNumber = lastSeen === undefined || (typeof lastSeen === 'number' && Number.isSafeInteger(lastSeen));
  return typeof id === 'string' && id.length <= LONGEST_SESSION && isNumber;
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
