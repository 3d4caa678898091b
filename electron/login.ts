// Starts the installed application at login, hidden, if the user wants it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import type { Settings } from './settings.ts';
import { text } from './text.ts';

export function followLoginSetting(settings: Settings): void {
  // A checkout would start Electron without the application.
  if (!app.isPackaged) return;
  const apply = process.platform === 'linux' ? setAutostart : setLoginItem;
  if (settings.get('startsAtLogin')) apply(true);
  settings.onChange('startsAtLogin', apply);
}

/** Whether the system has started the application at login. macOS passes no arguments then. */
export const wasOpenedAtLogin = (): boolean => process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;

function setLoginItem(openAtLogin: boolean): void {
  app.setLoginItemSettings({ openAtLogin, args: ['--hidden'] });
}

/** Electron has no login items on Linux: desktops start the entries of a folder (XDG Desktop Application Autostart Specification). */
function setAutostart(isOn: boolean): void {
  const file = join(app.getPath('appData'), 'autostart', 'millrace.desktop');
  if (!isOn) {
    rmSync(file, { force: true });
    return;
  }
  // The path of the executable in an AppImage changes with each start.
  const program = process.env['APPIMAGE'] ?? app.getPath('exe');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `[Desktop Entry]\nType=Application\nName=${text('product')}\nExec=${quoted(program)} --hidden\nTerminal=false\n`);
}

/** Quotes an argument of `Exec`, first for the command and then for the entry (Desktop Entry Specification). */
const quoted = (path: string): string =>
  `"${path
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('%', '%%')}"`;
