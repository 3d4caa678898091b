// Reads the server's settings from the environment. Invalid values are rejected with their names before anything starts.
import { readFileSync } from 'node:fs';
import { AppError } from '../contract/errors.ts';
import { callerPolicies } from '../contract/workflow.ts';
import { settingsTable, type ServerSettings } from './table.ts';
import type { SettingSpec } from './setting-kinds.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `overrides` take precedence over the environment. Throws BAD_REQUEST with the variable and its allowed values. */
export function readSettings(environment: Environment, overrides: Partial<ServerSettings> = {}): ServerSettings {
  const read = Object.entries(settingsTable).map(([name, spec]) => [name, valueOf(spec, environment)]);
  const settings = { ...(Object.fromEntries(read) as ServerSettings), ...overrides };
  rejectSharedPrefixes(settings);
  return settings;
}

/** Returns the value of one setting. Throws like `readSettings`. */
export const settingIn = <K extends keyof ServerSettings>(name: K, environment: Environment): ServerSettings[K] =>
  valueOf(settingsTable[name], environment) as ServerSettings[K];

const prefixes = [
  'restPrefix',
  'webhookPrefix',
  'webhookTestPrefix',
  'webhookWaitingPrefix',
  'formPrefix',
  'formTestPrefix',
  'formWaitingPrefix',
  'mcpPrefix',
  'mcpTestPrefix',
  'publicApiPath',
] as const;

/** Endpoints must have different paths. */
function rejectSharedPrefixes(settings: ServerSettings): void {
  for (const [index, name] of prefixes.entries()) {
    const other = prefixes.slice(0, index).find((earlier) => settings[earlier] === settings[name]);
    if (other === undefined) continue;
    const variables = [settingsTable[other].variable, settingsTable[name].variable];
    throw new AppError('BAD_REQUEST', `The settings ${variables.join(' and ')} are both "${settings[name]}", and must differ.`, {
      params: { names: variables },
    });
  }
}

function valueOf(spec: SettingSpec, environment: Environment): unknown {
  const own = settingText(spec.variable, environment);
  if (own !== undefined) return parse(spec, spec.variable, own);
  if (spec.kind === 'database') return databaseOf(environment);
  if (spec.kind === 'files') return filesOf(environment);
  const other = spec.fallback === undefined ? undefined : settingText(spec.fallback, environment);
  if (other === undefined) return spec.default;
  const value = parse(spec, spec.fallback ?? '', other);
  return spec.isInverted === true ? value !== true : value;
}

/** Whether a text is the address of a Postgres database. */
export const isDatabaseAddress = (text: string): boolean => /^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? '');

/** Returns the address of the database that n8n's variables describe; empty for a file. */
function databaseOf(environment: Environment): string {
  if (settingText('DB_TYPE', environment) !== 'postgresdb') return '';
  const part = (name: string): string | undefined => settingText(`DB_POSTGRESDB_${name}`, environment);
  const url = new URL('postgres://localhost');
  url.hostname = part('HOST') ?? 'localhost';
  url.port = part('PORT') ?? '5432';
  url.pathname = encodeURIComponent(part('DATABASE') ?? 'n8n');
  url.username = encodeURIComponent(part('USER') ?? 'postgres');
  url.password = encodeURIComponent(part('PASSWORD') ?? '');
  const schema = part('SCHEMA');
  if (schema !== undefined) url.searchParams.set('options', `-c search_path=${schema.replaceAll(/[\\ ]/g, String.raw`\$&`)}`);
  if (part('SSL_ENABLED') === 'true')
    url.searchParams.set('sslmode', part('SSL_REJECT_UNAUTHORIZED') === 'false' ? 'no-verify' : 'verify-full');
  return url.href;
}

/** Returns where files are stored as n8n's variables say; empty for the default. Throws BAD_REQUEST if they name no bucket. */
function filesOf(environment: Environment): string {
  const mode = settingText('N8N_DEFAULT_BINARY_DATA_MODE', environment);
  if (mode === 'filesystem') return 'disk';
  if (mode === 'database') return mode;
  if (mode !== 's3') return '';
  const name = 'N8N_EXTERNAL_STORAGE_S3_BUCKET_NAME';
  return parseFiles(name, `s3://${settingText(name, environment) ?? ''}`);
}

const parseFiles = (name: string, text: string): string => {
  if (text === 'disk' || text === 'database' || /^s3:\/\/[\w.-]+(?:\/.*)?$/.test(text)) return text;
  throw wrong(name, text, 'disk, database, or a bucket such as s3://bucket/prefix');
};

/** Returns the value of a variable, or the content of the file that `NAME_FILE` refers to. Empty values count as absent. */
function settingText(name: string, environment: Environment): string | undefined {
  const direct = environment[name]?.trim();
  if (direct !== undefined && direct !== '') return direct;
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return undefined;
  try {
    const secret = readFileSync(file, 'utf8').trim();
    return secret === '' ? undefined : secret;
  } catch (cause) {
    throw new AppError('BAD_REQUEST', `The file that ${name}_FILE names cannot be read: ${(cause as Error).message}.`, {
      params: { name },
      cause,
    });
  }
}

/** Whether the environment determines a setting. Throws like `readSettings`. */
export const isSetIn = ({ variable, fallback }: Pick<SettingSpec, 'variable' | 'fallback'>, environment: Environment): boolean =>
  settingText(variable, environment) !== undefined || (fallback !== undefined && settingText(fallback, environment) !== undefined);

/** Parses the text of a setting. Throws BAD_REQUEST with the name and the allowed values. */
export const checkedValue = (spec: SettingSpec, name: string, text: string): unknown => parse(spec, name, text);

const levels = ['silent', 'error', 'warn', 'info', 'debug'];

function parse(spec: SettingSpec, name: string, text: string): unknown {
  switch (spec.kind) {
    case 'integer': {
      const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
      const { least = 0, most = Number.MAX_SAFE_INTEGER } = spec;
      if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
      throw wrong(name, text, `a whole number from ${least} to ${most}`);
    }
    case 'amount': {
      const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
      if (Number.isFinite(number) && number <= Number.MAX_SAFE_INTEGER) return number;
      throw wrong(name, text, 'a number from 0');
    }
    case 'boolean':
      if (/^(?:true|1|yes|on)$/i.test(text)) return true;
      if (/^(?:false|0|no|off)$/i.test(text)) return false;
      throw wrong(name, text, 'true or false');
    case 'list':
      return text.startsWith('[') ? jsonList(name, text) : partsOf(text, ',');
    case 'folders': {
      const folders = partsOf(text, ';');
      if (folders.length < 2 || !folders.includes('*')) return folders;
      throw wrong(name, text, 'a list of folders separated by semicolons, or * alone for every folder');
    }
    case 'choice':
      return oneOf(name, text, spec.values ?? []);
    case 'segment': {
      const segment = text.replaceAll(/^\/+|\/+$/g, '');
      if (/^[\w.~-]+(?:\/[\w.~-]+)*$/.test(segment) && !/(?:^|\/)\.+(?:\/|$)/.test(segment)) return segment;
      throw wrong(name, text, 'a part of a path, such as hooks or hooks/mine');
    }
    case 'url':
      if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
      throw wrong(name, text, 'an address that begins with http:// or https://');
    case 'timezone':
      if (isTimeZone(text)) return text;
      throw wrong(name, text, 'a time zone, such as Europe/Berlin');
    case 'saving':
      return oneOf(name, text, ['all', 'none']);
    case 'missedRuns':
      return oneOf(name, text, ['skip', 'once']);
    case 'database':
      if (isDatabaseAddress(text)) return text;
      // The address may contain a password.
      throw new AppError('BAD_REQUEST', `The setting ${name} must be an address that begins with postgres://.`, { params: { name } });
    case 'files':
      return parseFiles(name, text);
    case 'durability':
      return oneOf(name, text, ['full', 'normal']);
    case 'callerPolicy':
      return oneOf(name, text, callerPolicies);
    case 'logLevel':
      return oneOf(name, text === 'verbose' ? 'debug' : text, levels);
    default:
      return text;
  }
}

const partsOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function jsonList(name: string, text: string): string[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    // The unreadable file is reported below.
  }
  if (Array.isArray(list) && list.every((part) => typeof part === 'string')) return list.map((part) => part.trim());
  throw wrong(name, text, 'a list of texts, as JSON or separated by commas');
}

/** Whether a name is an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function oneOf(name: string, text: string, values: readonly string[]): string {
  if (values.includes(text)) return text;
  throw wrong(name, text, values.join(' or '));
}

const wrong = (name: string, text: string, expected: string): AppError =>
  new AppError('BAD_REQUEST', `The setting ${name} is "${text}", and must be ${expected}.`, { params: { name, expected } });
