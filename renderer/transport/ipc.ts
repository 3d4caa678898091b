// The desktop's transport: calls and events over the bridge of the preload script, files over the application's own protocol.
import { i18n } from '../i18n/index.ts';
import type { DesktopBridge, PushMessage } from '../../engine/contract/desktop.ts';
import { responseOf, type Subscription, type Transport, type TransportResult, type TransportRequest } from './transport.ts';
import { parseExactly, stringifyExactly } from '../../engine/contract/exact-numbers.ts';

export interface IpcTransportOptions {
  readonly bridge: DesktopBridge;
  /** Base address of files, with a trailing slash. */
  readonly restUrl: string;
  readonly sessionId: string;
}

export function createIpcTransport({ bridge, restUrl, sessionId }: IpcTransportOptions): Transport {
  return {
    sessionId,
    urlOf: (path) => new URL(path.replace(/^\//, ''), restUrl).href,
    request: (request) => send(bridge, sessionId, request),
    subscribe: (subscription) => listen(bridge, sessionId, subscription),
  };
}

/** A call that was given up settles as an unreachable one; its request is not undone. */
async function send(bridge: DesktopBridge, sessionId: string, { method, path, body, signal }: TransportRequest): Promise<TransportResult> {
  const unreachable = { error: { code: 'UNREACHABLE', message: i18n.t('requests.noEngine'), status: 0 } };
  try {
    const responsePromise = bridge.request({
      method,
      path,
      sessionId,
      ...(body === undefined ? {} : { body: stringifyExactly(body) ?? '' }),
    });
    const response = await (signal === undefined ? responsePromise : Promise.race([responsePromise, aborted(signal)]));
    if (response === undefined) return unreachable;
    return responseOf(response.status, '', parseJson(response.body));
  } catch {
    return unreachable;
  }
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));

function parseJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function listen(bridge: DesktopBridge, sessionId: string, { onEvent, onState }: Subscription): () => void {
  let last = 0;
  const receive = (message: PushMessage): void => {
    if (message.type === 'missed') {
      last = message.last;
      onState('gap');
      return;
    }
    if (message.number > last + 1) onState('gap');
    last = message.number;
    onEvent(message.event);
  };
  const end = bridge.onPush({ id: sessionId }, receive);
  onState('open');
  return end;
}
