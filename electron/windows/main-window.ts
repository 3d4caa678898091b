// The window of the editor: opens where it was, and closes to the tray.
import { BrowserWindow, nativeImage, nativeTheme, screen, type WebContents } from 'electron';
import { desktopOrigin } from '../../engine/contract/desktop.ts';
import { badgeFile } from '../places.ts';
import type { Quitting } from '../quitting.ts';
import { safePreferences } from '../security.ts';
import type { Settings } from '../settings.ts';
import { text } from '../text.ts';
import { placement, smallestSize } from './placement.ts';
import { background, ownLook } from './look.ts';
import { recoverWindow } from './recovery.ts';
import { askBeforeDiscard } from './unsaved.ts';

export interface MainWindowPorts {
  readonly settings: Settings;
  readonly quitting: Quitting;
  /** Called when the window was closed to the tray. */
  readonly onHidden: () => void;
}

export class MainWindow {
  readonly #ports: MainWindowPorts;
  #window: BrowserWindow | undefined;
  /** Whether the open window has been visible. Before, it is not maximized yet. */
  #wasShown = false;

  constructor(ports: MainWindowPorts) {
    this.#ports = ports;
  }

  /** The page, if the window is open. */
  get contents(): WebContents | undefined {
    return this.#window?.webContents;
  }

  /** Opens the window, or brings the open one to the front. */
  show(): void {
    const window = this.#window;
    if (window === undefined) {
      void this.open(true);
      return;
    }
    if (window.isMinimized()) window.restore();
    this.#reveal(window);
    window.focus();
  }

  /** Marks the icon in the task bar of Windows, which has no badge with a number. */
  showFailures(count: number): void {
    if (process.platform !== 'win32') return;
    const icon = count === 0 ? null : nativeImage.createFromPath(badgeFile);
    this.#window?.setOverlayIcon(icon, count === 0 ? '' : text('notifications.unseen'));
  }

  /** Loads the editor; resolves when its page is loaded. A hidden window is shown by `show`. */
  async open(isVisible: boolean): Promise<void> {
    const { settings } = this.#ports;
    const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea);
    const window = new BrowserWindow({
      ...placement(settings.get('windowBounds'), workAreas),
      minWidth: smallestSize.width,
      minHeight: smallestSize.height,
      show: false,
      title: text('product'),
      ...ownLook(),
      webPreferences: safePreferences,
    });
    this.#window = window;
    this.#wasShown = false;
    if (isVisible) window.once('ready-to-show', () => this.#reveal(window));
    window.on('close', (event) => this.#close(window, event));
    const paint = (): void => window.setBackgroundColor(background());
    nativeTheme.on('updated', paint);
    window.once('closed', () => {
      nativeTheme.off('updated', paint);
      this.#window = undefined;
    });
    // It may be closed to the tray.
    askBeforeDiscard(window, this.#ports.quitting, () => window.isVisible() || this.show());
    recoverWindow(window, this.#ports.quitting);
    await window.loadURL(`${desktopOrigin}/workflows`);
  }

  #reveal(window: BrowserWindow): void {
    if (!this.#wasShown && this.#ports.settings.get('isMaximized')) window.maximize();
    this.#wasShown = true;
    window.show();
  }

  #close(window: BrowserWindow, event: { preventDefault(): void }): void {
    const { settings, quitting, onHidden } = this.#ports;
    const { x, y, width, height } = window.getNormalBounds();
    settings.set('windowBounds', { x, y, width, height });
    if (this.#wasShown) settings.set('isMaximized', window.isMaximized());
    if (quitting.hasStarted || !settings.get('closesToTray')) return;
    event.preventDefault();
    hide(window);
    onHidden();
  }
}

/** macOS leaves an empty screen if a window is hidden in full screen. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) {
    window.hide();
    return;
  }
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}
