// Starts the application at login, hidden, if the user wants it.
import { app } from 'electron';
import type { Settings } from './settings.ts';

export function followLoginSetting(settings: Settings): void {
  const apply = (openAtLogin: boolean): void => app.setLoginItemSettings({ openAtLogin, args: ['--hidden'] });
  // A checkout would start Electron without the application.
  if (app.isPackaged) apply(settings.get('startsAtLogin'));
  settings.onChange('startsAtLogin', apply);
}
