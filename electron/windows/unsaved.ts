// Asks before a window with unsaved changes is closed, also when the application quits.
import { dialog, type BrowserWindow } from 'electron';
import type { Quitting } from '../quitting.ts';
import { text } from '../text.ts';

/** `reveal` shows the window to which the question belongs. Windows that the page opens ask, too: otherwise they would silently stay open. */
export function askBeforeDiscard(window: BrowserWindow, quitting: Quitting, reveal: () => void): void {
  const { webContents } = window;
  // Calling preventDefault on `will-prevent-unload` closes the page despite its unsaved changes.
  webContents.on('will-prevent-unload', (event) => {
    reveal();
    const choice = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: text('unsaved.message'),
      detail: text('unsaved.detail'),
      buttons: [text('unsaved.discard'), text('unsaved.stay')],
      defaultId: 1,
      cancelId: 1,
    });
    if (choice === 0) event.preventDefault();
    else quitting.cancel();
  });
  webContents.on('did-create-window', (child) => askBeforeDiscard(child, quitting, () => child.show()));
}
