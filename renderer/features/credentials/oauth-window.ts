// The window in which the user signs in to a service, and the reports of its last page.
import { OAUTH_CHANNEL } from '../../../engine/contract/rest/constants.ts';
import { isDesktop } from '../../transport/bridge.ts';

export type OAuthReport = 'success' | 'failure' | 'closed';

const WIDTH = 500;
const HEIGHT = 700;
/** Milliseconds between two checks whether the window was closed, for which there is no event. */
const LOOK_EVERY = 500;

/** The window or browser in which the user signs in. */
export interface OAuthWindow {
  readonly closed: boolean;
  readonly location: { href: string };
  close(): void;
}

/** Opens an empty window in the middle of this one. Returns null if the browser blocks it, which it does unless the user has just clicked. */
export function openOAuthWindow(): OAuthWindow | null {
  if (isDesktop) return systemBrowser;
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 2);
  return window.open('about:blank', OAUTH_CHANNEL, `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
}

/** The desktop application passes the address on to the system's browser, which it cannot close or watch. */
const systemBrowser: OAuthWindow = {
  closed: false,
  location: {
    set href(url: string) {
      window.open(url, '_blank', 'noopener');
    },
  },
  close: () => undefined,
};

/**
 * Calls `onReport` with the outcome of the connection; returns a function that stops watching. A page of the service may cut the link between the
 * windows: the window then appears closed, and its outcome arrives later through the BroadcastChannel or the storage. `origins`: allowed origins
 * of the last page.
 */
export function watchOAuthWindow(
  opened: OAuthWindow,
  credentialId: string,
  origins: readonly string[],
  onReport: (report: OAuthReport) => void,
): () => void {
  const onMessage = (event: MessageEvent): void => {
    if (event.source === opened && origins.includes(event.origin) && event.data === 'success') onReport('success');
  };
  const onShared = (report: unknown): void => {
    const { credentialId: id, outcome } = (typeof report === 'object' && report !== null ? report : {}) as Record<string, unknown>;
    if (id === credentialId && (outcome === 'success' || outcome === 'failure')) onReport(outcome);
  };
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === OAUTH_CHANNEL && newValue !== null) onShared(parseJson(newValue));
  };
  const channel = new BroadcastChannel(OAUTH_CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent) => onShared(data));
  window.addEventListener('message', onMessage);
  window.addEventListener('storage', onStorage);
  const look = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(look);
    onReport('closed');
  }, LOOK_EVERY);
  return () => {
    clearInterval(look);
    channel.close();
    window.removeEventListener('message', onMessage);
    window.removeEventListener('storage', onStorage);
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
