// The class `BrowserWindow`: a page of Chromium, with the state that a window manager would keep.
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { Page } from 'playwright-core';
import { app, isQuitting } from './app.ts';
import { hosted, nextId, type Hosted } from './hosted.ts';
import { openPage } from './page-link.ts';
import { setPermissions } from './permissions.ts';
import { Guarded, preventable, record, recorder } from './record.ts';
import { fromChromium, toChromium } from './schemes.ts';
import { WebContents } from './web-contents.ts';

const events = ['close', 'closed', 'show', 'hide', 'focus', 'blur', 'leave-full-screen', 'ready-to-show', 'unresponsive', 'responsive'];

interface WindowState {
  visible: boolean;
  minimized: boolean;
  maximized: boolean;
  fullScreen: boolean;
  focused: boolean;
}

const windows = (): BrowserWindow[] => hosted.map(({ window }) => window as BrowserWindow);

export class BrowserWindow extends Guarded {
  readonly id = nextId();
  readonly webContents: WebContents;
  readonly #host: Hosted;
  readonly #state: WindowState;
  #bounds: Rectangle;
  #backgroundColor: string;
  #isDestroyed = false;
  setMenu = recorder('window.setMenu');
  setOverlayIcon = recorder('window.setOverlayIcon');

  /** `adopted`: a page that another page opened. */
  constructor(options: BrowserWindowConstructorOptions = {}, adopted?: Page) {
    super('BrowserWindow', events);
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const { nodeIntegration, contextIsolation, sandbox } = options.webPreferences ?? {};
    if (nodeIntegration === true || contextIsolation === false || sandbox === false)
      throw new Error('The Electron stand-in covers only pages that are isolated and sandboxed.');
    const isShown = options.show !== false;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#backgroundColor = options.backgroundColor ?? '#FFFFFF';
    record('BrowserWindow', options);
    this.#state = { visible: isShown, minimized: false, maximized: false, fullScreen: false, focused: isShown };
    this.webContents = new WebContents();
    this.#host = this.#hosted(options, adopted !== undefined);
    hosted.push(this.#host);
    WebContents.belongTo(this.webContents, this.#host);
    this.#host.opening = this.#open(adopted);
    this.#host.opening.catch((error: unknown) => void process.stderr.write(`Electron stand-in: no window: ${String(error)}\n`));
    app.emit('web-contents-created', preventable(), this.webContents);
  }

  static getAllWindows(): BrowserWindow[] {
    return windows();
  }

  static getFocusedWindow(): BrowserWindow | null {
    return windows().find((window) => window.isFocused()) ?? null;
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return windows().find((window) => window.webContents === contents) ?? null;
  }

  #hosted(options: BrowserWindowConstructorOptions, isPopup: boolean): Hosted {
    return {
      window: this,
      contents: this.webContents,
      options,
      isPopup,
      opening: Promise.resolve(),
      gone: Promise.withResolvers(),
      url: '',
      isClosing: false,
      openHandler: () => ({ action: 'allow' }),
    };
  }

  async #open(adopted?: Page): Promise<void> {
    const host = this.#host;
    await openPage(host, this.webContents.ipc, this.#bounds, adopted);
    const { page, devtools } = host;
    page?.on('close', () => this.#drop());
    // The decision comes with the DevTools event, the page that it concerns afterwards.
    const decisions: ReturnType<Hosted['openHandler']>[] = [];
    devtools?.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      decisions.push(host.openHandler({ url: fromChromium(url), frameName: windowName, features: windowFeatures.join(',') }));
    });
    page?.on('popup', (popup) => {
      const decision = decisions.shift() ?? { action: 'deny' };
      if (decision.action === 'deny') void popup.close().catch(() => undefined);
      else {
        const { overrideBrowserWindowOptions: changes } = decision;
        this.webContents.emit('did-create-window', new BrowserWindow({ ...host.options, ...changes }, popup), {});
      }
    });
  }

  async loadURL(address: string): Promise<void> {
    const host = this.#host;
    const { webContents } = this;
    await host.opening;
    host.loading = toChromium(address);
    try {
      const { page, devtools } = host;
      if (devtools !== undefined) await setPermissions(devtools, webContents, address, host.loading);
      await page?.goto(host.loading, { waitUntil: 'load' });
    } catch (error) {
      const code = /ERR_[A-Z_]+/.exec(String(error))?.[0] ?? 'ERR_FAILED';
      throw Object.assign(new Error(`${code} (-2) loading '${address}'`, { cause: error }), { code, url: address });
    } finally {
      delete host.loading;
    }
  }

  #set(key: keyof WindowState, value: boolean, event: string): void {
    if (this.#state[key] === value) return;
    this.#state[key] = value;
    this.emit(event);
    if (key === 'focused' && value) app.emit('browser-window-focus', preventable(), this);
  }

  show(): void {
    this.#set('visible', true, 'show');
    this.focus();
  }

  hide(): void {
    this.#set('visible', false, 'hide');
    this.blur();
  }

  isVisible(): boolean {
    return this.#state.visible && !this.#state.minimized;
  }

  focus(): void {
    for (const window of windows()) if (window !== this) window.blur();
    this.#set('focused', true, 'focus');
    void this.#host.page?.bringToFront().catch(() => undefined);
  }

  blur(): void {
    this.#set('focused', false, 'blur');
  }

  isFocused(): boolean {
    return this.#state.focused && this.#state.visible;
  }

  restore(): void {
    this.#set('minimized', false, 'restore');
  }

  isMinimized(): boolean {
    return this.#state.minimized;
  }

  maximize(): void {
    this.#set('maximized', true, 'maximize');
  }

  isMaximized(): boolean {
    return this.#state.maximized;
  }

  setFullScreen(isFull: boolean): void {
    this.#set('fullScreen', isFull, isFull ? 'enter-full-screen' : 'leave-full-screen');
  }

  isFullScreen(): boolean {
    return this.#state.fullScreen;
  }

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return this.getBounds();
  }

  setBounds(changes: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...changes };
    void this.#host.page?.setViewportSize({ width: this.#bounds.width, height: this.#bounds.height }).catch(() => undefined);
  }

  getBackgroundColor(): string {
    return this.#backgroundColor;
  }

  setBackgroundColor(color: string): void {
    this.#backgroundColor = color;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  close(): void {
    if (this.#isDestroyed || this.#host.isClosing) return;
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.#isDestroyed || this.#host.isClosing) return;
    this.#host.isClosing = true;
    void this.#closePage();
  }

  async #closePage(): Promise<void> {
    try {
      await this.#host.opening;
      await this.#host.page?.close();
    } catch {
      // The page never opened, or is already closed.
    }
    this.#drop();
  }

  #drop(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    hosted.splice(hosted.indexOf(this.#host), 1);
    this.webContents.emit('destroyed');
    this.emit('closed');
    this.#host.gone.resolve();
    if (hosted.length > 0 || isQuitting()) return;
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
    else app.quit();
  }
}
