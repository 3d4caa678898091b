// What this computer remembers for the application: the window, the port and switches. Everything else is in the database.
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { app, nativeTheme } from 'electron';
import Store from 'electron-store';
import { readable, type DesktopSettings } from './settings-schema.ts';
import { computerSwitches, type ComputerSwitches } from '../engine/contract/desktop.ts';
import type { ShellState } from './shell-state.ts';

const NAME = 'settings';

export interface Settings {
  get<K extends keyof DesktopSettings>(key: K): DesktopSettings[K];
  set<K extends keyof DesktopSettings>(key: K, value: DesktopSettings[K]): void;
  /** Calls the listener with the current value after each change of the setting; returns a function that ends it. */
  onChange<K extends keyof DesktopSettings>(key: K, listener: (value: DesktopSettings[K]) => void): () => void;
}

/** Invalid values are replaced by defaults. A damaged file is kept aside as `settings.damaged.json`. */
export function openSettings(folder: string = app.getPath('userData')): Settings {
  const store = openStore(folder);
  const listeners = new Map<keyof DesktopSettings, Set<(value: never) => void>>();
  let values = readable(store.store);
  return {
    get: (key) => values[key],
    set: (key, value) => {
      if (values[key] === value) return;
      values = { ...values, [key]: value };
      if (value === undefined) store.delete(key);
      else store.set(key, value);
      // A listener may change the setting again.
      for (const listener of listeners.get(key) ?? []) listener(values[key] as never);
    },
    onChange: (key, listener) => {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => own.delete(listener);
    },
  };
}

function openStore(folder: string): Store {
  const open = (): Store => new Store({ name: NAME, cwd: folder, accessPropertiesByDotNotation: false });
  try {
    return open();
  } catch (error) {
    const file = join(folder, `${NAME}.json`);
    if (!(error instanceof SyntaxError) || !existsSync(file)) throw error;
    renameSync(file, join(folder, `${NAME}.damaged.json`));
    return open();
  }
}

/**
 * Pages, menus and dialogs follow the source of the native theme: pages see it as the system's theme. Call it when the application is ready.
 */
export function followTheme(settings: Settings, shell: ShellState): void {
  nativeTheme.themeSource = settings.get('theme');
  settings.onChange('theme', (theme) => {
    nativeTheme.themeSource = theme;
    shell.change({ theme });
  });
}

export const switchesOf = (settings: Pick<Settings, 'get'>): ComputerSwitches =>
  Object.fromEntries(computerSwitches.map((name) => [name, settings.get(name)])) as Record<keyof ComputerSwitches, boolean>;

/** Sends the current switches to all pages after each change. */
export function followSwitches(settings: Settings, shell: ShellState): void {
  for (const name of computerSwitches) settings.onChange(name, () => shell.change({ switches: switchesOf(settings) }));
}
