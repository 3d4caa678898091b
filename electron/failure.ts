// Tells the user why the engine could not start or has stopped, and offers a way on.
import { app, dialog, shell } from 'electron';
import { restart } from './quitting.ts';
import { systemReasonOf } from './system-errors.ts';
import { text } from './text.ts';

export interface FailurePlaces {
  readonly dataDir: string;
  /** Folder of the logs. */
  readonly logs: string;
}

/** The error and its hint on one line. */
export function reasonOf(error: unknown): string {
  const { message, hint } = error as { readonly message?: string; readonly hint?: string };
  return [systemReasonOf(error) ?? message ?? String(error), hint].filter((part) => part !== undefined).join(' ');
}

/** Shows the user what failed. The application continues meanwhile. */
export function notify(message: string, detail: string): void {
  void app.whenReady().then(() => dialog.showMessageBox({ type: 'error', message, detail, buttons: [text('failed.ok')], noLink: true }));
}

/** Asks until the user restarts or quits. */
export async function askAfterFailure(error: unknown, when: 'start' | 'stopped', { dataDir, logs }: FailurePlaces): Promise<void> {
  await app.whenReady();
  const buttons = [
    text(when === 'start' ? 'failed.retry' : 'failed.restart'),
    text('failed.showLogs'),
    text('failed.showData'),
    text('failed.quit'),
  ];
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: text(`failed.${when}`),
      detail: reasonOf(error),
      buttons,
      defaultId: 0,
      cancelId: 3,
      noLink: true,
    });
    if (response === 0) return restart();
    if (response === 1) await shell.openPath(logs);
    else if (response === 2) await shell.openPath(dataDir);
    else return app.quit();
  }
}
