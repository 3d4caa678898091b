// The class `WebContents` and the module `webContents`.
import type { WindowOpenHandlerResponse } from 'electron';
import { hosted, nextId, type Hosted } from './hosted.ts';
import { IpcMain } from './ipc-main.ts';
import { sendToPage } from './page-link.ts';
import { Guarded, guard, recorder } from './record.ts';
import { session } from './session.ts';

const events = [
  'did-finish-load',
  'did-navigate',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'will-attach-webview',
  'will-prevent-unload',
  'did-create-window',
  'render-process-gone',
  'unresponsive',
  'responsive',
  'destroyed',
];

/** The state of each instance, and the window it belongs to. */
const hosts = new WeakMap<object, Hosted>();

export class WebContents extends Guarded {
  readonly id = nextId();
  readonly session = session.defaultSession;
  readonly ipc = new IpcMain('webContents.ipc');
  toggleDevTools = recorder('webContents.toggleDevTools');
  focus = recorder('webContents.focus');
  forcefullyCrashRenderer = recorder('webContents.forcefullyCrashRenderer');

  constructor() {
    super('webContents', events);
  }

  static belongTo(contents: WebContents, host: Hosted): void {
    hosts.set(contents, host);
  }

  get #host(): Hosted {
    const host = hosts.get(this);
    if (host === undefined) throw new Error('The stand-in has no window for these web contents.');
    return host;
  }

  send(channel: string, ...args: unknown[]): void {
    sendToPage(this.#host, channel, args);
  }

  setWindowOpenHandler(handler: (details: never) => WindowOpenHandlerResponse): void {
    this.#host.openHandler = handler as Hosted['openHandler'];
  }

  isLoading(): boolean {
    return this.#host.loading !== undefined;
  }

  isDestroyed(): boolean {
    return this.#host.window.isDestroyed();
  }

  async executeJavaScript(code: string): Promise<unknown> {
    await this.#host.opening;
    return this.#host.page?.evaluate(code);
  }

  reload(): void {
    void this.#host.page?.reload().catch(() => undefined);
  }
}

export const webContents = guard('webContents', {
  getFocusedWebContents: () => hosted.find(({ window }) => window.isFocused())?.contents ?? null,
});
