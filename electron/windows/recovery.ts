// What happens when the page of a window crashes or does not respond: the user chooses in a native dialog.
import { app, dialog, shell, type BrowserWindow } from 'electron';
import { restartSafely } from '../quitting.ts';
import { text } from '../text.ts';

export function recoverWindow(window: BrowserWindow): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    if (window.isVisible()) void ask(window, 'gone');
    else window.webContents.reload();
  });
  let responding = new AbortController();
  window.on('unresponsive', () => {
    responding = new AbortController();
    void ask(window, 'hung', responding.signal);
  });
  window.on('responsive', () => responding.abort());
}

/** `signal` closes the dialog when the page responds again. */
async function ask(window: BrowserWindow, what: 'gone' | 'hung', signal?: AbortSignal): Promise<void> {
  const choices: readonly { readonly label: string; readonly act: () => void | Promise<void> }[] = [
    ...(what === 'hung' ? [{ label: text('crashed.wait'), act: () => {} }] : []),
    { label: text('crashed.reload'), act: () => reload(window, what) },
    { label: text('crashed.safeMode'), act: () => leave(window, what, restartSafely) },
    { label: text('failed.showLogs'), act: () => showLogs(window, what, signal) },
    { label: text('failed.quit'), act: () => leave(window, what, () => app.quit()) },
  ];
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: text(`crashed.${what}`),
    detail: text('crashed.detail'),
    buttons: choices.map(({ label }) => label),
    defaultId: 0,
    cancelId: 0,
    ...(signal === undefined ? {} : { signal }),
  });
  if (signal?.aborted !== true && !window.isDestroyed()) await choices[response]?.act();
}

/** Quitting does not wait for a hanging page: it cannot report unsaved changes. */
function leave(window: BrowserWindow, what: 'gone' | 'hung', quit: () => void): void {
  quit();
  if (what === 'hung' && !window.isDestroyed()) window.destroy();
}

/** A page that hangs cannot be reloaded before its process has ended. */
function reload(window: BrowserWindow, what: 'gone' | 'hung'): void {
  if (what === 'hung') window.webContents.forcefullyCrashRenderer();
  else window.webContents.reload();
}

async function showLogs(window: BrowserWindow, what: 'gone' | 'hung', signal: AbortSignal | undefined): Promise<void> {
  await shell.openPath(app.getPath('logs'));
  await ask(window, what, signal);
}
