// External secrets: values that credentials read from files or environment variables when they are used, as `$secrets.<provider>.<name>`.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretsInUse } from '../../execution/index.ts';
import { ExpressionError, secretsTable } from '../../expression/index.ts';
import { parseJson } from '../../workflow/values/bounded-json.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';

export interface ExternalSecretsSettings {
  /** Folder with one file per secret, or a JSON file with an object; empty if no files are read. */
  readonly path: string;
  /** Prefix of the environment variables that are secrets; empty if no variables are read. */
  readonly envPrefix: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Milliseconds for which values read from files are cached. */
const LIFETIME = 10_000;
/** Maximum number of files in the folder. */
const MAX_FILES = 1000;
/** Maximum size of a secret in bytes. */
const MAX_SECRET = 65_536;
/** Maximum size of the JSON file in bytes. */
const MAX_FILE = 4_194_304;
/** Names that cannot lead out of the folder. */
const usableName = /^[A-Za-z0-9_][\w.-]{0,199}$/;

export interface SecretNames {
  readonly provider: 'file' | 'env';
  readonly names: string[];
}

/** Values by name, or the reason why they cannot be read. */
type Values = ReadonlyMap<string, string> | ExpressionError;

export class ExternalSecrets {
  readonly #settings: ExternalSecretsSettings;
  #files: { readonly until: number; readonly values: Promise<Values> } | undefined;

  constructor(settings: ExternalSecretsSettings) {
    this.#settings = settings;
  }

  /** Returns the providers' current values. Reading a missing secret throws an ExpressionError with its provider and name. */
  async inUse(): Promise<SecretsInUse> {
    const { path, envPrefix } = this.#settings;
    const files = path === '' ? undefined : await this.#fromFiles();
    const used = new Set<string>();
    const read = (provider: string, name: string): string => {
      const value = provider === 'file' ? this.#fileSecret(files, name) : provider === 'env' ? this.#variable(envPrefix, name) : undefined;
      if (value === undefined) throw unknownProvider(provider);
      used.add(value);
      return value;
    };
    return { table: secretsTable(read), used };
  }

  /** Returns the names of all secrets by provider; providers that are not set up, or cannot be read, are left out. */
  async names(): Promise<readonly SecretNames[]> {
    const { path, envPrefix, environment } = this.#settings;
    const files = path === '' ? undefined : await this.#fromFiles();
    const variables = Object.keys(environment)
      .filter((variable) => envPrefix !== '' && variable.startsWith(envPrefix))
      .map((variable) => variable.slice(envPrefix.length))
      .filter((name) => this.#usableVariable(envPrefix, name) !== undefined);
    const inFiles = files instanceof Map ? [...files.keys()].filter((name) => usableName.test(name)) : undefined;
    return [
      ...(inFiles === undefined ? [] : [{ provider: 'file' as const, names: inFiles.toSorted(byText) }]),
      ...(envPrefix === '' ? [] : [{ provider: 'env' as const, names: variables.toSorted(byText) }]),
    ];
  }

  #fileSecret(files: Values | undefined, name: string): string {
    if (files === undefined) throw notSetUp('file', 'MILLRACE_SECRETS_PATH');
    if (files instanceof ExpressionError) throw files;
    const value = usableName.test(name) ? files.get(name) : undefined;
    if (value === undefined) throw missing('file', name, 'Add it to the folder or the JSON file that MILLRACE_SECRETS_PATH names.');
    return value;
  }

  #variable(prefix: string, name: string): string {
    if (prefix === '') throw notSetUp('env', 'MILLRACE_SECRETS_ENV_PREFIX');
    const value = this.#usableVariable(prefix, name);
    if (value === undefined) throw missing('env', name, `Set the environment variable ${visible(`${prefix}${name}`)} and start again.`);
    return value;
  }

  #usableVariable(prefix: string, name: string): string | undefined {
    const { environment } = this.#settings;
    const variable = `${prefix}${name}`;
    // The server's own settings are never secrets for credentials, whatever the prefix.
    const isUsable = usableName.test(name) && !/^(?:MILLRACE|N8N)_/.test(variable) && Object.hasOwn(environment, variable);
    return isUsable ? environment[variable] || undefined : undefined;
  }

  #fromFiles(): Promise<Values> {
    const { now, path } = this.#settings;
    if (this.#files === undefined || this.#files.until <= now()) this.#files = { until: now() + LIFETIME, values: read(path) };
    return this.#files.values;
  }
}

/** Whether credentials of this owner may read external secrets. */
export const mayReadSecrets = (ownerId: string | null, users: readonly { readonly id: string; readonly role: string }[]): boolean =>
  ownerId === null || users.some(({ id, role }) => id === ownerId && role === 'owner');

const none = new ExternalSecrets({ path: '', envPrefix: '', environment: {}, now: () => 0 });

/**
 * Returns the secrets for a credential. Throws ExpressionError unless the credential belongs to the instance owner: other users could send the
 * secrets to services of their own.
 */
export async function secretsForOwner(
  secrets: ExternalSecrets | undefined,
  ownerId: string | null,
  users: readonly { readonly id: string; readonly role: string }[],
): Promise<SecretsInUse> {
  if (mayReadSecrets(ownerId, users)) return (secrets ?? none).inUse();
  throw new ExpressionError('$secrets can be read in credentials of the instance owner only', {
    description: 'Ask the instance owner to create this credential and share it with you.',
    context: { type: 'secrets_access_denied' },
  });
}

async function read(path: string): Promise<Values> {
  try {
    return (await stat(path)).isDirectory() ? await folderValues(path) : await fileValues(path);
  } catch (cause) {
    if (cause instanceof ExpressionError) return cause;
    // The system's error message would contain the path.
    const code = (cause as { code?: unknown }).code;
    return unreadable(typeof code === 'string' ? code : 'not a JSON object', cause);
  }
}

async function folderValues(folder: string): Promise<Values> {
  const names = (await readdir(folder)).filter((name) => usableName.test(name));
  if (names.length > MAX_FILES) return unreadable(`more than ${MAX_FILES} files`);
  const values = new Map<string, string>();
  for (const name of names) {
    const file = join(folder, name);
    const { size } = await stat(file).then((stats) => (stats.isFile() ? stats : { size: Infinity }));
    // Text editors end files with a line break, which is not part of the secret.
    if (size <= MAX_SECRET) values.set(name, (await readFile(file, 'utf8')).replace(/\r?\n$/, ''));
  }
  return values;
}

async function fileValues(file: string): Promise<Values> {
  if ((await stat(file)).size > MAX_FILE) return unreadable(`larger than ${MAX_FILE / 1024 / 1024} MiB`);
  const content: unknown = parseJson(await readFile(file, 'utf8'));
  if (!isRecord(content)) return unreadable('not a JSON object');
  const values = Object.entries(content).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return new Map(values.map(([name, value]) => [name, String(value)]));
}

const byText = (one: string, other: string): number => one.localeCompare(other);

/** Names come from expressions and may have any length. */
const visible = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

const missing = (provider: string, name: string, description: string): ExpressionError =>
  new ExpressionError(`The provider "${provider}" has no secret "${visible(name)}"`, { description });

const notSetUp = (provider: string, variable: string): ExpressionError =>
  new ExpressionError(`The provider "${provider}" of external secrets is not set up`, {
    description: `Set ${variable} and start again.`,
  });

const unknownProvider = (provider: string): ExpressionError =>
  new ExpressionError(`There is no provider "${visible(provider)}" of external secrets`, {
    description: 'The providers are file and env.',
  });

const unreadable = (reason: string, cause?: unknown): ExpressionError =>
  new ExpressionError(`The provider "file" of external secrets cannot be read: ${reason}`, {
    description: 'Check the folder or the JSON file that MILLRACE_SECRETS_PATH names.',
    ...(cause === undefined ? {} : { cause }),
  });
