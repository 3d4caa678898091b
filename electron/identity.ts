// The name and id under which the operating system lists the application.
import type { App } from 'electron';
import { appId } from '../engine/contract/desktop.ts';
import { text } from './text.ts';

/** Sets the name and, on Windows, the AppUserModelID. Must be called before the application is ready. */
export function identify(
  app: Pick<App, 'isPackaged' | 'setName' | 'setAppUserModelId'>,
  platform: NodeJS.Platform,
  program: string = process.execPath,
): void {
  app.setName(text('product'));
  // A checkout has no shortcut with the id. Windows then identifies the program by its path.
  if (platform === 'win32') app.setAppUserModelId(app.isPackaged ? appId : program);
}
