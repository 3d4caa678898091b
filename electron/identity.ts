// The names by which the system knows the application.
import type { App } from 'electron';
import { appId } from '../engine/contract/desktop.ts';
import { text } from './text.ts';

/** Call it before the application is ready. */
export function identify(
  app: Pick<App, 'isPackaged' | 'setName' | 'setAppUserModelId'>,
  platform: NodeJS.Platform,
  program: string = process.execPath,
): void {
  app.setName(text('product'));
  // A checkout has no shortcut: Windows shows notifications of a program by its path then.
  if (platform === 'win32') app.setAppUserModelId(app.isPackaged ? appId : program);
}
