// The class `WebContents` and the module `webContents`.
import type { WindowOpenHandlerResponse } from 'electron';
import { hosted, nextId, type Hosted } from './hosted.ts';
import { IpcMain } from './ipc-main.ts';
import { sendToPage } from './page-link.ts';
import { Guarded, guard, recorder } from './record.ts';
import { session } from './session.ts';
import { nativeImage } from './storage.ts';

const events = [
  'did-start-loading',
  'did-stop-loading',
  'did-finish-load',
  'did-fail-load',
  'did-navigate',
  'did-navigate-in-page',
  'dom-ready',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'will-attach-webview',
  'will-prevent-unload',
  'did-create-window',
  'console-message',
  'ipc-message',
  'preload-error',
  'render-process-gone',
  'unresponsive',
  'responsive',
  'destroyed',
  'before-input-event',
];

/** The state of each instance, and the window it belongs to. */
const hosts = new WeakMap<object, Hosted>();

export class WebContents extends Guarded {
  readonly id = nextId();
  readonly session = session.defaultSession;
  readonly ipc = new IpcMain('webContents.ipc');
  #zoom = 1;
  openDevTools = recorder('webContents.openDevTools');
  closeDevTools = recorder('webContents.closeDevTools');
  toggleDevTools = recorder('webContents.toggleDevTools');
  setVisualZoomLevelLimits = recorder('webContents.setVisualZoomLevelLimits');
  setBackgroundThrottling = recorder('webContents.setBackgroundThrottling');
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

  getURL(): string {
    return this.#host.url;
  }

  getTitle(): string {
    return this.#host.title;
  }

  getType(): string {
    return 'window';
  }

  isLoading(): boolean {
    return this.#host.loading !== undefined;
  }

  isDestroyed(): boolean {
    return this.#host.window.isDestroyed();
  }

  isCrashed(): boolean {
    return false;
  }

  isDevToolsOpened(): boolean {
    return false;
  }

  isFocused(): boolean {
    return this.#host.window.isFocused();
  }

  async executeJavaScript(code: string): Promise<unknown> {
    await this.#host.opening;
    return this.#host.page?.evaluate(code);
  }

  async insertCSS(content: string): Promise<string> {
    await this.#host.page?.addStyleTag({ content });
    return 'style';
  }

  async capturePage(): Promise<object> {
    await this.#host.opening;
    return nativeImage.createFromBuffer((await this.#host.page?.screenshot()) ?? Buffer.alloc(0));
  }

  reload(): void {
    void this.#host.page?.reload().catch(() => undefined);
  }

  loadURL(url: string): Promise<void> {
    return this.#host.window.loadURL(url);
  }

  close(): void {
    this.#host.window.close();
  }

  setZoomFactor(factor: number): void {
    this.#zoom = factor;
  }

  getZoomFactor(): number {
    return this.#zoom;
  }

  setZoomLevel(level: number): void {
    this.#zoom = 1.2 ** level;
  }

  getZoomLevel(): number {
    return Math.log(this.#zoom) / Math.log(1.2);
  }
}

const all = (): Hosted['contents'][] => hosted.map(({ contents }) => contents);

export const webContents = guard('webContents', {
  getAllWebContents: all,
  fromId: (id: number) => all().find((contents) => contents.id === id),
  getFocusedWebContents: () => hosted.find(({ window }) => window.isFocused())?.contents ?? null,
});
