// Starts the installed application at login, hidden, if the user wants it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { reasonOf, notify } from './failure.ts';
import type { Settings } from './settings.ts';
import { text } from './text.ts';

/** Users can also change this in the system's settings, so the system's state at the start of the application takes precedence. */
export function followLoginSetting(settings: Settings): void {
  // A checkout would start Electron without the application.
  if (!app.isPackaged) return;
  const isLinux = process.platform === 'linux';
  const apply = isLinux ? setAutostart : setLoginItem;
  settings.set('startsAtLogin', isLinux ? isAutostarted() : isLoginItem());
  let isReverting = false;
  const change = (isOn: boolean): void => {
    if (isReverting) return;
    try {
      apply(isOn);
    } catch (error) {
      notify(text('login.notChanged'), reasonOf(error));
      isReverting = true;
      settings.set('startsAtLogin', !isOn);
      isReverting = false;
    }
  };
  // The application may have been moved.
  if (settings.get('startsAtLogin')) change(true);
  settings.onChange('startsAtLogin', change);
}

/** Whether the system has started the application at login. macOS passes no arguments then. */
export const wasOpenedAtLogin = (): boolean => process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;

/** Windows finds the entry by its arguments. */
const args = ['--hidden'];

function setLoginItem(openAtLogin: boolean): void {
  app.setLoginItemSettings({ openAtLogin, args });
}

function isLoginItem(): boolean {
  const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({ args });
  // Windows keeps entries that are turned off in the task manager.
  return openAtLogin && (process.platform !== 'win32' || executableWillLaunchAtLogin);
}

const autostartFile = (): string => join(app.getPath('appData'), 'autostart', 'millrace.desktop');

/** Desktop environments disable an entry by adding a line to it, or delete the file. */
function isAutostarted(): boolean {
  const file = autostartFile();
  return existsSync(file) && !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(readFileSync(file, 'utf8'));
}

/** Electron has no login items on Linux: desktops start the entries of a folder (XDG Desktop Application Autostart Specification). */
function setAutostart(isOn: boolean): void {
  const file = autostartFile();
  if (!isOn) {
    rmSync(file, { force: true });
    return;
  }
  // The path of the executable in an AppImage changes with each start.
  const program = process.env['APPIMAGE'] ?? app.getPath('exe');
  // Without it, the application may not be able to start on this computer.
  const flags = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox', ...args] : args;
  const command = [quoted(program), ...flags].join(' ');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `[Desktop Entry]\nType=Application\nName=${text('product')}\nExec=${command}\nTerminal=false\n`);
}

/** Quotes an argument of `Exec`, first for the command and then for the entry (Desktop Entry Specification). */
const quoted = (path: string): string =>
  `"${path
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('%', '%%')}"`;
