// The settings of the instance that its owner changes in the editor. They are stored; the environment takes precedence over them.
import { existsSync } from 'node:fs';
import { AppError } from '../contract/errors.ts';
import { languages } from '../contract/rest/constants.ts';
import { generalNames, type GeneralName, type GeneralSettingsView, type GeneralValues } from '../contract/rest/general.ts';
import { isRecord } from '../contract/json.ts';
import type { SettingRepository } from '../store/index.ts';
import { checkedValue, isSetIn, isTimeZone, type Environment } from './read-settings.ts';
import type { SettingSpec } from './setting-kinds.ts';
import { settingsTable, type ServerSettings } from './table.ts';

/** Key of the stored settings. */
export const GENERAL = 'general';

type Changes = Partial<GeneralValues>;

export interface GeneralSettingsPorts {
  readonly stored: Pick<SettingRepository, 'get' | 'initial' | 'set'>;
  /** As read from the environment. */
  readonly settings: ServerSettings;
  readonly environment: Environment;
  /** Whether the data folder is new: only then does the time zone become that of the computer, since it would move the schedules of existing workflows. */
  readonly isFirstStart: boolean;
  readonly backUpCommand: string;
}

export class GeneralSettings {
  /** All settings of the server, always up to date. */
  readonly current: ServerSettings;
  readonly #ports: GeneralSettingsPorts;
  #stored: Changes;
  #changing: Promise<unknown> = Promise.resolve();
  #listener: (changed: readonly GeneralName[]) => void = () => undefined;

  private constructor(ports: GeneralSettingsPorts, stored: Changes) {
    this.#ports = ports;
    this.#stored = stored;
    this.current = withStored(ports.settings, ports.environment, stored);
  }

  static async open(ports: GeneralSettingsPorts): Promise<GeneralSettings> {
    const timezone = ports.isFirstStart ? systemTimezone() : undefined;
    return new GeneralSettings(ports, validIn(await ports.stored.initial<unknown>(GENERAL, timezone === undefined ? {} : { timezone })));
  }

  /** Sets the function that is called after a change. */
  onChange(listener: (changed: readonly GeneralName[]) => void): void {
    this.#listener = listener;
  }

  read(): GeneralSettingsView {
    const { environment, settings, backUpCommand } = this.#ports;
    const zone = systemTimezone();
    const fixed = generalNames.filter((name) => isFixed(name, settings, environment));
    return {
      values: Object.fromEntries(generalNames.map((name) => [name, this.current[name]])) as unknown as GeneralValues,
      fixed: Object.fromEntries(fixed.map((name) => [name, variableOf(name, environment)])),
      ...(zone === undefined ? {} : { systemTimezone: zone }),
      migrationBackups: settings.migrationBackups,
      backUpCommand,
    };
  }

  /** Throws SETTING_FIXED if the environment determines one of them, and BAD_REQUEST for an invalid value; nothing is then changed. */
  change(changes: Changes): Promise<GeneralSettingsView> {
    // Changes run one after another, because each stores all settings.
    const changed = this.#changing.then(() => this.#change(changes));
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  /** Applies what another server has stored. */
  follow(): Promise<void> {
    const followed = this.#changing.then(() => this.#follow());
    this.#changing = followed.catch(() => undefined);
    return followed;
  }

  async #follow(): Promise<void> {
    const { environment, settings, stored } = this.#ports;
    this.#stored = validIn(await stored.get(GENERAL));
    const next = withStored(settings, environment, this.#stored);
    const names = generalNames.filter((name) => next[name] !== this.current[name]);
    if (names.length === 0) return;
    Object.assign(this.current, Object.fromEntries(names.map((name) => [name, next[name]])));
    this.#listener(names);
  }

  async #change(changes: Changes): Promise<GeneralSettingsView> {
    const { environment, settings, stored } = this.#ports;
    // Another server may have stored some.
    await this.#follow();
    const names = generalNames.filter((name) => changes[name] !== undefined && changes[name] !== this.current[name]);
    for (const name of names) {
      assertValid(name, changes[name]);
      if (!isFixed(name, settings, environment)) continue;
      const variable = variableOf(name, environment);
      throw new AppError('SETTING_FIXED', `The setting "${name}" is determined by ${variable}.`, {
        params: { name, variable },
        hint: `Change ${variable}, or remove it from the environment, and start Millrace again.`,
      });
    }
    if (names.length === 0) return this.read();
    const changed = Object.fromEntries(names.map((name) => [name, changes[name]])) as Changes;
    const next = { ...this.#stored, ...changed };
    await stored.set(GENERAL, next);
    this.#stored = next;
    Object.assign(this.current, changed);
    this.#listener(names);
    return this.read();
  }
}

/** Returns a copy of the settings with stored values for everything that the environment does not determine. */
export function withStored(settings: ServerSettings, environment: Environment, stored: unknown): ServerSettings {
  const free = Object.entries(validIn(stored)).filter(([name]) => !isFixed(name as GeneralName, settings, environment));
  return { ...settings, ...Object.fromEntries(free) };
}

/** Returns the stored values that this version knows and accepts. */
function validIn(stored: unknown): Changes {
  if (!isRecord(stored)) return {};
  const isValid = (name: GeneralName): boolean => {
    try {
      assertValid(name, stored[name]);
      return true;
    } catch {
      return false;
    }
  };
  return Object.fromEntries(
    generalNames.filter((name) => Object.hasOwn(stored, name) && isValid(name)).map((name) => [name, stored[name]]),
  );
}

function assertValid(name: GeneralName, value: unknown): void {
  const isLanguage = name !== 'locale' || languages.includes(String(value));
  if (isLanguage && checkedValue(settingsTable[name], name, String(value)) === value) return;
  const expected = isLanguage ? `a ${typeof settingsTable[name].default}` : languages.join(' or ');
  throw new AppError('BAD_REQUEST', `The setting ${name} is "${String(value)}", and must be ${expected}.`, { params: { name, expected } });
}

/** Whether the environment, or the program that starts the engine, determines the setting. */
const isFixed = (name: GeneralName, settings: ServerSettings, environment: Environment): boolean =>
  isSetIn(settingsTable[name], environment) || settings[name] !== settingsTable[name].default;

function variableOf(name: GeneralName, environment: Environment): string {
  const { variable, fallback }: SettingSpec = settingsTable[name];
  const isByFallback = !isSetIn({ variable }, environment) && fallback !== undefined && isSetIn({ variable: fallback }, environment);
  return isByFallback ? fallback : variable;
}

/** Returns the time zone of the computer as an IANA name; undefined if the computer has none configured, in which case JavaScript reports UTC. */
export function systemTimezone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone === 'Etc/Unknown' || !isTimeZone(timeZone)) return undefined;
  const isNamed = process.platform !== 'linux' || Boolean(process.env['TZ']) || existsSync('/etc/localtime');
  return isNamed ? timeZone : undefined;
}
