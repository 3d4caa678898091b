// Runs in each new document before its own scripts: in the page's world, and in the isolated world of the preload script.
import type { CreateBridge } from './bridge.ts';
import type { Codec } from './codec.ts';

/** A message from the preload script's world to the application. */
export type FromPage =
  | { readonly type: 'invoke'; readonly id: number; readonly channel: string; readonly body: string }
  | { readonly type: 'send'; readonly channel: string; readonly body: string }
  | { readonly type: 'preload-error'; readonly message: string };

/** A message from the application to the preload script's world. */
export type ToPage =
  | { readonly type: 'reply'; readonly id: number; readonly channel: string; readonly body?: string; readonly error?: string }
  | { readonly type: 'send'; readonly channel: string; readonly body: string }
  /** Tells where a dropped file of this name lies. */
  | { readonly type: 'file'; readonly name: string; readonly path: string };

export interface PreloadConfig {
  /** Random, so that the page cannot guess it. */
  readonly channel: string;
  readonly platform: string;
  readonly arch: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
}

/** Names in the isolated world: the function that reaches the application, and the one that it calls. */
export const pageNames = { send: '__toApplication', deliver: '__fromApplication' } as const;

type Run = (require: (id: string) => unknown, module: { exports: object }, exports: object, process: object, global: object) => void;

/** The page's world: defines what the preload script exposes, read-only and frozen. */
export function startPageWorld(channel: string, createBridge: CreateBridge): void {
  if (window !== window.top || location.href === 'about:blank') return;
  const bridge = createBridge('page', 'preload', channel);
  const frozen = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    Object.values(value).forEach(frozen);
    return Object.freeze(value);
  };
  bridge.listen('expose', ({ key, api }: { key: string; api: Parameters<typeof bridge.receive>[0] }) => {
    const isTaken = Object.hasOwn(window, key);
    if (!isTaken) Object.defineProperty(window, key, { value: frozen(bridge.receive(api)), enumerable: true });
    bridge.dispatch('exposed', isTaken ? 'Cannot bind an API on top of an existing property on the window object' : null);
  });
}

/** The isolated world: runs the preload script with the modules that a sandboxed one may load. */
export function startPreloadWorld(config: PreloadConfig, codec: Codec, createBridge: CreateBridge, run: Run): void {
  if (window !== window.top || location.href === 'about:blank') return;
  const bridge = createBridge('preload', 'page', config.channel);
  const world = globalThis as unknown as { __toApplication(text: string): void; __fromApplication(message: ToPage): void };
  const post = (message: FromPage): void => world.__toApplication(JSON.stringify(message));
  const uncovered = (name: string) => (): never => {
    throw new Error(`The Electron stand-in does not cover ${name}.`);
  };

  type Listener = (event: object, ...args: unknown[]) => void;
  const listeners = new Map<string, { readonly listener: Listener; readonly isOnce: boolean }[]>();
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  const add = (isOnce: boolean) => (channel: string, listener: Listener) => {
    if (typeof listener !== 'function') throw new TypeError('The "listener" argument must be of type function.');
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, isOnce }]);
    return ipcRenderer;
  };
  const remove = (channel: string, listener: Listener): object => {
    listeners.set(
      channel,
      (listeners.get(channel) ?? []).filter((entry) => entry.listener !== listener),
    );
    return ipcRenderer;
  };
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const body = codec.pack(args);
        const id = ++last;
        pending.set(id, { resolve, reject });
        post({ type: 'invoke', id, channel, body });
      }),
    send: (channel: string, ...args: unknown[]) => post({ type: 'send', channel, body: codec.pack(args) }),
    sendSync: uncovered('ipcRenderer.sendSync'),
    on: add(false),
    addListener: add(false),
    once: add(true),
    off: remove,
    removeListener: remove,
    removeAllListeners: (channel?: string) => {
      if (channel === undefined) listeners.clear();
      else listeners.delete(channel);
      return ipcRenderer;
    },
    listenerCount: (channel: string) => (listeners.get(channel) ?? []).length,
  };

  const places = new Map<string, string>();
  const settle = ({ id, channel, body, error }: Extract<ToPage, { type: 'reply' }>): void => {
    const call = pending.get(id);
    pending.delete(id);
    if (error !== undefined) call?.reject(new Error(`Error invoking remote method '${channel}': ${error}`));
    else call?.resolve(codec.unpack(body ?? ''));
  };
  world.__fromApplication = (message) => {
    if (message.type === 'reply') return settle(message);
    if (message.type === 'file') return void places.set(message.name, message.path);
    for (const { listener, isOnce } of listeners.get(message.channel) ?? []) {
      if (isOnce) remove(message.channel, listener);
      try {
        listener({ sender: ipcRenderer, ports: [] }, ...(codec.unpack(message.body) as unknown[]));
      } catch (error) {
        reportError(error);
      }
    }
  };

  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => {
      let rejection: string | null = null;
      const end = bridge.listen('exposed', (reason: string | null) => {
        rejection = reason;
      });
      bridge.dispatch('expose', { key, api: bridge.send(api) });
      end();
      if (rejection !== null) throw new Error(rejection);
    },
  };
  const { platform, arch, versions, argv } = config;
  const own = { platform, arch, versions, argv, env: {}, type: 'renderer', contextIsolated: true, sandboxed: true, isMainFrame: true };
  const electron = { ipcRenderer, contextBridge, webUtils: { getPathForFile: ({ name }: File) => places.get(name) ?? '' } };
  const modules = new Map<string, unknown>([
    ['electron', electron],
    ['electron/renderer', electron],
    ['timers', { setTimeout, setInterval, clearTimeout, clearInterval }],
    ['url', { URL, URLSearchParams }],
  ]);
  const require = (id: string): unknown => {
    const found = modules.get(id.replace(/^node:/, ''));
    if (found === undefined) throw new Error(`module not found: ${id}`);
    return found;
  };
  const module = { exports: {} };
  try {
    run(require, module, module.exports, own, globalThis);
  } catch (error) {
    post({ type: 'preload-error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
