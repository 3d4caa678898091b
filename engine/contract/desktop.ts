// What the desktop's preload script offers to the editor's pages, as `window.millrace`.
import type { EngineResponse, PushSession } from './door.ts';
import type { PushEvent } from './push.ts';

export interface BridgeRequest {
  readonly method: string;
  /** Path and query below `/rest/`. */
  readonly path: string;
  /** Id of the page's session, to which events are addressed. */
  readonly sessionId: string;
  /** JSON. */
  readonly body?: string;
}

/** A message of the push channel. `missed`: events up to this number are lost. `lost`: the window is no longer subscribed. */
export type PushMessage =
  | { readonly type: 'event'; readonly number: number; readonly event: PushEvent }
  | { readonly type: 'missed'; readonly last: number };

export interface AppInfo {
  readonly version: string;
  /** As `process.platform` of Node. */
  readonly platform: string;
}

export interface DesktopBridge {
  readonly appInfo: AppInfo;
  request(request: BridgeRequest): Promise<EngineResponse>;
  /** Calls the listener with each message for the session; returns a function that ends it. */
  onPush(session: PushSession, listener: (message: PushMessage) => void): () => void;
}

/** Names of the IPC channels. */
export const channels = { request: 'request', push: 'push', subscribe: 'push:subscribe', unsubscribe: 'push:unsubscribe' } as const;

/** Origin of the editor's pages in the desktop application. */
export const desktopOrigin = 'app://millrace';
