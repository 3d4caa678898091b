// The environment of this process. Secrets are taken out of `process.env` when it is first read, so that no program or thread that is started later
// inherits them. What the process was started with stays visible in `/proc/self/environ`.
import { readSettings, settingIn, type Environment } from './read-settings.ts';
import type { SettingSpec } from './setting-kinds.ts';
import { settingsTable, type ServerSettings } from './table.ts';

/** Secrets of the environment, by variable. */
const variables = new Map<string, string>();

const specs: readonly SettingSpec[] = Object.values(settingsTable);
const secretVariables = specs.flatMap(({ isSecret = false, variable, fallback = '' }) => (isSecret ? [variable, fallback] : []));

/** Reads the settings of this process. `overrides` take precedence over the environment. Throws BAD_REQUEST with the variable and its allowed values. */
export const ownSettings = (overrides: Partial<ServerSettings> = {}): ServerSettings => readSettings(ownEnvironment(), overrides);

/** Variables have the same name in any case on Windows. */
const nameOf = (written: string): string => (process.platform === 'win32' ? written.toUpperCase() : written);

/** Returns the environment with its secrets, which only the engine may see. */
export function ownEnvironment(): Environment {
  const prefix = nameOf(settingIn('secretsEnvPrefix', process.env));
  for (const [written, value = ''] of Object.entries(process.env)) {
    const name = nameOf(written);
    if (!secretVariables.includes(name) && (prefix === '' || !name.startsWith(prefix))) continue;
    variables.set(written, value);
    delete process.env[written];
  }
  const all = [...Object.entries(process.env), ...variables];
  return Object.fromEntries([...all, ...all.map(([written, value]) => [nameOf(written), value] as const)]);
}

/** Puts the secrets back while `start` starts this program again, which then reads them. */
export function withOwnSecrets(start: () => void): void {
  for (const [name, value] of variables) process.env[name] = value;
  try {
    start();
  } finally {
    for (const name of variables.keys()) delete process.env[name];
  }
}
