// What happens when the page of a window crashes or does not respond: the user chooses in a native dialog.
import { app, dialog, shell, type BrowserWindow } from 'electron';
import { restartSafely, type Quitting } from '../quitting.ts';
import { text } from '../text.ts';

type Trouble = 'gone' | 'hung';

/** Windows that the page opens are watched, too. A window whose page hangs would keep the application from quitting. */
export function recoverWindow(window: BrowserWindow, quitting: Pick<Quitting, 'cancel'>): void {
  new Recovery(window, quitting).watch();
  window.webContents.on('did-create-window', (child) => recoverWindow(child, quitting));
}

class Recovery {
  readonly #window: BrowserWindow;
  readonly #quitting: Pick<Quitting, 'cancel'>;
  /** Closes the open dialog; undefined if none is open. */
  #open: AbortController | undefined;
  /** Whether the process of the page was ended in order to reload it. */
  #isEnding = false;
  /** Whether a hidden page was reloaded since the window was last visible. A second time, the user is asked, so that it is not reloaded for ever. */
  #wasReloaded = false;

  constructor(window: BrowserWindow, quitting: Pick<Quitting, 'cancel'>) {
    this.#window = window;
    this.#quitting = quitting;
  }

  watch(): void {
    const window = this.#window;
    window.webContents.on('render-process-gone', (_event, { reason }) => this.#onPageGone(reason));
    // Electron also emits this if a page does not let its window close, as when the application quits, and may emit it again while it hangs.
    window.on('unresponsive', () => {
      if (this.#open === undefined && !window.isDestroyed()) void this.#ask('hung');
    });
    window.on('responsive', () => this.#open?.abort());
    window.on('show', () => (this.#wasReloaded = false));
  }

  #onPageGone(reason: string): void {
    // A page that hung has ended.
    this.#open?.abort();
    const isExpected = this.#isEnding;
    this.#isEnding = false;
    if (reason === 'clean-exit' || isExpected || this.#window.isDestroyed()) return;
    if (this.#window.isVisible() || this.#wasReloaded) return void this.#ask('gone');
    this.#wasReloaded = true;
    this.#window.webContents.reload();
  }

  async #ask(what: Trouble): Promise<void> {
    const window = this.#window;
    const open = new AbortController();
    this.#open = open;
    const choices: readonly { readonly label: string; readonly act: () => unknown }[] = [
      ...(what === 'hung' ? [{ label: text('crashed.wait'), act: () => undefined }] : []),
      { label: text('crashed.reload'), act: () => this.#reload(what) },
      { label: text('crashed.safeMode'), act: () => this.#leave(what, restartSafely) },
      { label: text('failed.showLogs'), act: () => this.#showLogs(what) },
      { label: text('failed.quit'), act: () => this.#leave(what, () => app.quit()) },
    ];
    // A dialog belongs to its window, and is not visible without it on macOS.
    if (!window.isVisible()) window.show();
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: text(`crashed.${what}`),
      detail: text('crashed.detail'),
      buttons: choices.map(({ label }) => label),
      defaultId: 0,
      cancelId: 0,
      signal: open.signal,
    });
    if (this.#open === open) this.#open = undefined;
    if (!open.signal.aborted && !window.isDestroyed()) await choices[response]?.act();
  }

  /** Quitting does not wait for a hanging page: it cannot report unsaved changes. */
  #leave(what: Trouble, quit: () => void): void {
    quit();
    if (what === 'hung' && !this.#window.isDestroyed()) this.#window.destroy();
  }

  /** A page that hangs cannot be reloaded before its process has ended. If the application was quitting, it stays. */
  #reload(what: Trouble): void {
    const { webContents } = this.#window;
    this.#quitting.cancel();
    if (what === 'hung') {
      this.#isEnding = true;
      webContents.forcefullyCrashRenderer();
    }
    webContents.reload();
  }

  async #showLogs(what: Trouble): Promise<void> {
    await shell.openPath(app.getPath('logs'));
    if (!this.#window.isDestroyed()) await this.#ask(what);
  }
}
