// Use cases of credentials: list, read, save, test, and the data for a running node. Secrets leave this service only for nodes.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import { CREDENTIAL_NAME_LENGTH, STORED_SECRET, type CredentialAnswer } from '../../contract/rest/credentials.ts';
import type { CredentialReference } from '../../contract/workflow.ts';
import type { CredentialDefinition, HttpPort } from '../../sdk/index.ts';
import type { CredentialRecord, CredentialRepository, SealedCredential, UserRecord, UserRepository } from '../../store/index.ts';
import type { Vault } from '../../vault/vault.ts';
import { ownOnly, type Asker } from '../workflows/access.ts';
import { cut } from '../workflows/names.ts';
import { testCredential } from './credential-test.ts';
import type { CredentialUser } from './workflow-rights.ts';

/** Credential types by name. */
export interface CredentialTypeSource {
  names(): readonly string[];
  type(name: string): Promise<CredentialDefinition | undefined>;
}

export interface CredentialServicePorts {
  readonly credentials: CredentialRepository;
  readonly vault: Vault;
  readonly types: CredentialTypeSource;
  readonly http: HttpPort;
  readonly ids: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Looks up the owners. */
  readonly users: Pick<UserRepository, 'list'>;
}

/** The reader of a credential. */
export interface CredentialReader {
  /** User whose credentials are used; undefined may use none. */
  readonly user: CredentialUser | 'instance' | undefined;
  /** Name of the node that reads it. */
  readonly node: string;
}

export interface NewCredential {
  readonly name: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly nodesAccess?: readonly unknown[] | undefined;
}

const DEFAULT_NAME = 'Unnamed credential';

export class CredentialService {
  readonly #ports: CredentialServicePorts;

  constructor(ports: CredentialServicePorts) {
    this.#ports = ports;
  }

  /** Metadata only. Credentials without an owner are returned without one. */
  async list(asker: Asker): Promise<CredentialAnswer[]> {
    const { credentials, users } = this.#ports;
    const [found, people] = await Promise.all([credentials.list(ownOnly(asker).ownerId), users.list()]);
    const owners = new Map(people.map((user) => [user.id, user]));
    return found.map((credential) => shown(credential, owners.get(credential.ownerId ?? '')));
  }

  /** All credential types, with the field names of the file format. */
  async types(): Promise<{ name: string }[]> {
    const { types } = this.#ports;
    const all = await Promise.all(types.names().map((name) => types.type(name)));
    return all.flatMap((type) => (type === undefined ? [] : [shownType(type)]));
  }

  /** An unused name for a new credential. */
  async newName(wanted = DEFAULT_NAME): Promise<string> {
    const name = trimmed(wanted) || DEFAULT_NAME;
    const taken = new Set(await this.#ports.credentials.namesLike(name));
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? name : `${name} ${number}`;
      if (!taken.has(candidate)) return candidate;
    }
  }

  /** `includesData` is ignored unless the caller owns the credential. Throws CREDENTIAL_NOT_FOUND, VAULT_LOCKED. */
  async get(id: string, asker: Asker, includesData = false): Promise<CredentialAnswer> {
    const found = await this.#visible(id, asker);
    const owner = (await this.#ports.users.list()).find((user) => user.id === found.ownerId);
    if (!includesData || !owns(asker, found)) return shown(found, owner);
    return { ...shown(found, owner), data: await this.#withoutSecrets(found.type, this.#opened(found)) };
  }

  /** Throws BAD_REQUEST for an unknown type or an empty name. */
  async create({ name, type, data, nodesAccess = [] }: NewCredential, asker: Asker): Promise<CredentialAnswer> {
    const { credentials, ids, now } = this.#ports;
    await this.#known(type);
    const id = ids();
    const time = now();
    await credentials.add({
      id,
      name: named(name),
      type,
      data: this.#sealed(id, withStored(data as JsonObject, {})),
      nodesAccess,
      ownerId: asker.userId,
      createdAt: time,
      updatedAt: time,
    });
    return this.get(id, asker);
  }

  /**
   * Fields that are left out stay as they are; the placeholder of a secret keeps its stored value. Throws CREDENTIAL_NOT_FOUND, FORBIDDEN if the
   * caller does not own the credential and changes more than its name, BAD_REQUEST, VAULT_LOCKED.
   */
  async update(id: string, changes: Partial<NewCredential>, asker: Asker): Promise<CredentialAnswer> {
    const { credentials, now } = this.#ports;
    const found = await this.#visible(id, asker);
    if (!owns(asker, found) && (changes.data !== undefined || changes.nodesAccess !== undefined)) {
      throw new AppError('FORBIDDEN', 'Only the owner of a credential may change more than its name.', { params: { id } });
    }
    const { data } = changes;
    await credentials.update({
      id,
      name: changes.name === undefined ? found.name : named(changes.name),
      data: data === undefined ? found.data : this.#sealed(id, withStored(data as JsonObject, this.#opened(found))),
      nodesAccess: changes.nodesAccess ?? found.nodesAccess,
      updatedAt: now(),
    });
    return this.get(id, asker);
  }

  /** Throws CREDENTIAL_NOT_FOUND. */
  async remove(id: string, asker: Asker): Promise<true> {
    await this.#visible(id, asker);
    await this.#ports.credentials.remove(id);
    return true;
  }

  /** Sends the test request of the type with this data. Throws CREDENTIAL_NOT_FOUND for an unknown id, BAD_REQUEST for an unknown type. */
  async test(
    { id, type, data }: { readonly id?: string; readonly type: string; readonly data: Readonly<Record<string, unknown>> },
    asker: Asker,
  ): Promise<{ status: 'OK' | 'Error'; message: string }> {
    const definition = await this.#known(type);
    const stored = id === undefined ? {} : await this.#storedFor(id, type, asker);
    return testCredential(definition, withStored(data as JsonObject, stored), this.#ports.http);
  }

  /** As `readCredential`. */
  read(type: string, reference: CredentialReference, reader: CredentialReader): Promise<JsonObject> {
    return readCredential(this.#ports, type, reference, reader);
  }

  async #storedFor(id: string, type: string, asker: Asker): Promise<JsonObject> {
    const found = await this.#visible(id, asker);
    // The data of a credential is sent only to the addresses of its own type, and only for its owner.
    if (!owns(asker, found) || found.type !== type) throw notFound(id);
    return this.#opened(found);
  }

  async #visible(id: string, asker: Asker): Promise<SealedCredential> {
    const found = await this.#ports.credentials.get(id);
    const { ownerId } = ownOnly(asker);
    if (found === undefined || (ownerId !== undefined && found.ownerId !== ownerId)) throw notFound(id);
    return found;
  }

  async #known(type: string): Promise<CredentialDefinition> {
    const definition = await this.#ports.types.type(type);
    if (definition !== undefined) return definition;
    throw new AppError('BAD_REQUEST', `There is no credential type "${type}".`, { params: { type } });
  }

  #opened(credential: SealedCredential): JsonObject {
    return opened(this.#ports.vault, credential);
  }

  #sealed(id: string, data: JsonObject): Uint8Array {
    return this.#ports.vault.seal(id, JSON.stringify(data));
  }

  /** The data for the browser. Fields that the type does not declare may be secret, and so may tokens. */
  async #withoutSecrets(type: string, data: JsonObject): Promise<Record<string, unknown>> {
    const fields = new Map((await this.#ports.types.type(type))?.fields.map((field) => [field.name, field]));
    const isOpen = (name: string): boolean => {
      const field = fields.get(name);
      return field !== undefined && field.type !== 'hidden' && field.type !== 'json' && field.typeOptions?.password !== true;
    };
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isOpen(name) || value === '' ? value : STORED_SECRET]));
  }
}

/**
 * Returns the decrypted data for a node that runs on behalf of `user`, or of `instance`, which may use all. Throws VAULT_LOCKED, and
 * CREDENTIAL_NOT_FOUND, also if another user has the credential, so that its existence is not revealed.
 */
export async function readCredential(
  { credentials, vault }: Pick<CredentialServicePorts, 'credentials' | 'vault'>,
  type: string,
  reference: CredentialReference,
  { user, node }: CredentialReader,
): Promise<JsonObject> {
  const found = user === undefined ? undefined : await credentials.find(type, reference, user === 'instance' ? undefined : user);
  if (found === undefined) throw notUsable(type, reference, node);
  return opened(vault, found);
}

const opened = (vault: Vault, { id, data }: SealedCredential): JsonObject =>
  data === null ? {} : (JSON.parse(vault.open(id, data)) as JsonObject);

const owns = ({ userId, role }: Asker, { ownerId }: CredentialRecord): boolean =>
  ownerId === userId || (ownerId === null && role !== 'member');

/** Replaces placeholders by the stored values; a placeholder without one is dropped. */
function withStored(data: JsonObject, stored: JsonObject): JsonObject {
  const kept = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    if (value !== STORED_SECRET) return [[name, value]];
    return Object.hasOwn(stored, name) ? [[name, stored[name]]] : [];
  });
  return Object.fromEntries(kept);
}

const trimmed = (name: string): string => cut(name.toWellFormed().trim(), CREDENTIAL_NAME_LENGTH);

function named(name: string): string {
  const text = trimmed(name);
  if (text !== '') return text;
  throw new AppError('BAD_REQUEST', 'The name of a credential cannot be empty.', { params: { field: 'name' } });
}

const notFound = (id: string): AppError =>
  new AppError('CREDENTIAL_NOT_FOUND', `There is no credential with the id "${id}".`, { params: { id } });

/** Contains the name that the node refers to, never the name of the stored credential. */
function notUsable(type: string, { id, name }: CredentialReference, node: string): AppError {
  const which = id === null ? `named "${name}"` : `with the id "${id}"`;
  return new AppError(
    'CREDENTIAL_NOT_FOUND',
    `The node "${node}" cannot use the credential ${which}: there is none of type "${type}" that this workflow's owner, or the user who runs it, may use.`,
    {
      params: { type, node, ...(id === null ? { name } : { id }) },
      hint: `Open the node "${node}" and choose one of your own credentials, or create one.`,
    },
  );
}

/** A credential type as the editor reads it. */
function shownType({ name, displayName, extends: parents, isGeneric, documentationUrl, fields, sign, test }: CredentialDefinition): {
  name: string;
} {
  const more = {
    displayName,
    properties: fields,
    ...(parents === undefined ? {} : { extends: parents }),
    ...(isGeneric === true ? { genericAuth: true } : {}),
    ...(documentationUrl === undefined ? {} : { documentationUrl }),
    canSign: sign !== undefined,
    isTestable: test !== undefined,
  };
  return { name, ...more };
}

const shown = (
  { id, name, type, nodesAccess, createdAt, updatedAt }: CredentialRecord,
  owner: UserRecord | undefined,
): CredentialAnswer => ({
  id,
  name,
  type,
  nodesAccess: [...nodesAccess],
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
  ...(owner === undefined ? {} : { ownedBy: { id: owner.id, email: owner.email, firstName: owner.firstName, lastName: owner.lastName } }),
  // Credentials are not shared.
  sharedWith: [],
});
