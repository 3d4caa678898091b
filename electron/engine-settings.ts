// What the desktop application sets up differently for its engine than a server: the remembered port, the place of the key, the log.
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { ownSettings, type ServerSettings } from '../engine/index.ts';
import type { Flags } from './flags.ts';
import type { Settings } from './settings.ts';

/** Flags come before the settings of this computer, and those before the environment. Access from the network is decided when the owner is known. */
export function engineSettingsOf(settings: Settings, flags: Flags): ServerSettings {
  const port = settings.get('port');
  const remembered = port === undefined ? {} : { port };
  return ownSettings({ ...remembered, ...commandNodes(), ...keyPlace(), ...flags.settings });
}

/** Commands are available, since each one requires consent, unless the environment excludes nodes. */
const commandNodes = (): Partial<ServerSettings> =>
  process.env['MILLRACE_NODES_EXCLUDE'] === undefined && process.env['NODES_EXCLUDE'] === undefined ? { excludedNodes: [] } : {};

/** The installed application keeps the key of a new data folder in the system's keychain, unless the environment names another place. */
const keyPlace = (): Partial<ServerSettings> =>
  app.isPackaged && !process.env['MILLRACE_KEY_STORE'] && !process.env['MILLRACE_KEY_STORE_FILE'] ? { keyStore: 'keychain-if-new' } : {};

/** Size in bytes above which a new log begins. */
const LARGE_LOG = 10 * 1024 * 1024;

/** Returns the path of the engine's log in the folder. The previous log is kept as `millrace.old.log`. */
export function logFileIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'millrace.log');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGE_LOG) renameSync(file, join(folder, 'millrace.old.log'));
  return file;
}
