// The API keys of users: each shown in full once, and stored as a hash.
import { AppError } from '../../contract/errors.ts';
import type { Role } from '../../contract/permissions.ts';
import { apiScopes, isApiScope, type ApiScope } from '../../contract/api-scopes.ts';
import type { ApiKey } from '../../contract/rest/me.ts';
import type { ApiKeyRecord } from '../../store/index.ts';
import { hashOf, newSecret, type AccountPorts } from './ports.ts';
import { roleOf } from './user-view.ts';

const PREFIX = 'millrace_';
/** Number of characters at the end of a masked key that stay readable. */
const READABLE = 4;
/** Maximum number of keys of a user. */
const MOST_KEYS = 100;
const LABEL_LENGTH = 50;
/** Milliseconds for which a use is not stored again, so that calls do not cause a write each. */
const USE_INTERVAL = 60_000;

interface KeyFields {
  readonly label: string;
  /** All if absent. */
  readonly scopes?: readonly string[] | undefined;
}

export interface KeyOwner {
  readonly userId: string;
  readonly role: Role;
  readonly scopes: readonly ApiScope[];
}

export class ApiKeyService {
  readonly #ports: AccountPorts;

  constructor(ports: AccountPorts) {
    this.#ports = ports;
  }

  /** Returns the keys of a user, masked. */
  async list(userId: string): Promise<ApiKey[]> {
    return (await this.#ports.store.apiKeys.list(userId)).map((record) => keyView(record));
  }

  /** Creates a key and returns it in full. Throws BAD_REQUEST. `expiresAt`: ISO 8601. */
  async create(userId: string, { expiresAt, ...fields }: KeyFields & { readonly expiresAt?: string | undefined }): Promise<ApiKey> {
    const { store, now, ids } = this.#ports;
    if ((await store.apiKeys.list(userId)).length >= MOST_KEYS) {
      throw new AppError('BAD_REQUEST', `You have ${MOST_KEYS} API keys already. Delete those that are no longer used.`);
    }
    const { secret, hash } = newSecret(this.#ports, PREFIX);
    const record = {
      id: ids(),
      ...checkedFields(fields),
      maskedKey: `${PREFIX}${'*'.repeat(16)}${secret.slice(-READABLE)}`,
      createdAt: now(),
      expiresAt: expiresAt === undefined ? undefined : expiryOf(expiresAt, now()),
      lastUsedAt: undefined,
    };
    await store.apiKeys.add(userId, { ...record, hash });
    return keyView(record, secret);
  }

  /** Changes the label and the scopes. Throws BAD_REQUEST, NOT_FOUND. */
  async update(userId: string, id: string, fields: KeyFields): Promise<ApiKey> {
    if (!(await this.#ports.store.apiKeys.update(userId, id, checkedFields(fields)))) throw notFound(id);
    const key = (await this.list(userId)).find((each) => each.id === id);
    if (key === undefined) throw notFound(id);
    return key;
  }

  /** Throws NOT_FOUND. */
  async remove(userId: string, id: string): Promise<true> {
    if (!(await this.#ports.store.apiKeys.remove(userId, id))) throw notFound(id);
    return true;
  }

  /** Returns the user that a key belongs to; undefined if the key is unknown. Throws UNAUTHENTICATED if it has expired. */
  async find(secret: string): Promise<KeyOwner | undefined> {
    const { store, now, logger } = this.#ports;
    const stored = await store.apiKeys.find(hashOf(secret));
    if (stored === undefined) return undefined;
    const { key, user } = stored;
    const time = now();
    if (key.expiresAt !== undefined && key.expiresAt <= time) {
      throw new AppError('UNAUTHENTICATED', 'This API key has expired.', { hint: 'Create a new one under Settings › API.' });
    }
    if (time - (key.lastUsedAt ?? 0) >= USE_INTERVAL) {
      // A call must not fail because its time cannot be stored.
      await store.apiKeys
        .setLastUse(key.id, time)
        .catch((error: unknown) => logger.warn(`The use of an API key was not stored: ${String(error)}`));
    }
    return { userId: user.id, role: roleOf(user), scopes: scopesOf(key) };
  }
}

/** Scopes that a later version has stored are unknown here, and allow nothing. */
const scopesOf = ({ scopes }: ApiKeyRecord): readonly ApiScope[] => (scopes === undefined ? apiScopes : scopes.filter(isApiScope));

function checkedFields({ label, scopes }: KeyFields): { readonly label: string; readonly scopes: readonly ApiScope[] | undefined } {
  const name = label.trim();
  if (name === '' || name.length > LABEL_LENGTH) {
    throw new AppError('BAD_REQUEST', `The label of an API key must have 1 to ${LABEL_LENGTH} characters.`, { params: { field: 'label' } });
  }
  if (scopes === undefined) return { label: name, scopes: undefined };
  const unknown = scopes.find((scope) => !isApiScope(scope));
  if (unknown !== undefined || scopes.length === 0) {
    throw new AppError(
      'BAD_REQUEST',
      unknown === undefined ? 'The API key has no scope. Choose at least one.' : `There is no scope "${unknown}".`,
      { params: { field: 'scopes' }, hint: `The scopes are: ${apiScopes.join(', ')}.` },
    );
  }
  return { label: name, scopes: [...new Set(scopes.filter(isApiScope))] };
}

function expiryOf(text: string, now: number): number {
  const time = Date.parse(text);
  if (time > now) return time;
  throw new AppError('BAD_REQUEST', `An API key cannot expire at "${text}". Give a time in the future, such as 2030-01-31T00:00:00Z.`, {
    params: { field: 'expiresAt' },
  });
}

const iso = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString());

const keyView = (record: ApiKeyRecord, secret = record.maskedKey): ApiKey => ({
  id: record.id,
  label: record.label,
  apiKey: secret,
  scopes: [...scopesOf(record)],
  createdAt: new Date(record.createdAt).toISOString(),
  expiresAt: iso(record.expiresAt),
  lastUsedAt: iso(record.lastUsedAt),
});

const notFound = (id: string): AppError => new AppError('NOT_FOUND', `You have no API key with the id "${id}".`, { params: { id } });
