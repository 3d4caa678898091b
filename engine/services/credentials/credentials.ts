// Use cases of credentials: list, read, save and test them, and decrypt them for a running node. Only nodes receive secrets from this service.
import { AppError } from '../../contract/errors.ts';
import { objectOf, takeEntries } from '../../contract/exact-values.ts';
import type { JsonObject } from '../../contract/json.ts';
import { CREDENTIAL_NAME_LENGTH, STORED_SECRET } from '../../contract/rest/constants.ts';
import type { CredentialView } from '../../contract/rest/credentials.ts';
import type { CredentialReference } from '../../contract/workflow.ts';
import { evaluateAlone, readsSecrets, type Evaluate, type SecretsInUse } from '../../execution/index.ts';
import type { CredentialDefinition, HttpPort, TestResult } from '../../sdk/index.ts';
import type { CredentialRepository, SealedCredential, UserRepository } from '../../store/index.ts';
import type { VaultCipher } from '../../vault/vault-cipher.ts';
import { credentialExpression, namesSecretsOnly } from '../../workflow/values/credential-text.ts';
import { ownOnly, type Asker } from '../access.ts';
import { cut } from '../names.ts';
import { isPending } from '../accounts/user-view.ts';
import { assertMatches, dataSchema } from './data-schema.ts';
import { testCredential } from './credential-test.ts';
import { mayReadSecrets, secretsForOwner, type ExternalSecrets, type SecretNames } from './external-secrets.ts';
import { allowedNodeTypes, assertNodeAllowed } from './node-access.ts';
import type { TeamCalls } from '../team-calls.ts';
import type { UnsavedTokens } from './unsaved-tokens.ts';
import { OAuthTokens } from './oauth-tokens.ts';
import { OpenedCredentials } from './opened-credentials.ts';
import { mayDoWith, relationOf, type CredentialAction, type CredentialRelation } from './permissions.ts';
import { credentialView, typeView } from './credential-view.ts';
import { changedData, sealedData, withPlaceholders, withStored } from './stored-data.ts';
import type { CredentialUser } from '../principals.ts';

/** Credential types by name. */
export interface CredentialTypeSource {
  names(): readonly string[];
  type(name: string): Promise<CredentialDefinition | undefined>;
}

export interface CredentialServicePorts {
  readonly credentials: CredentialRepository;
  readonly cipher: VaultCipher;
  readonly types: CredentialTypeSource;
  readonly http: HttpPort;
  readonly ids: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Looks up the owners. */
  readonly users: Pick<UserRepository, 'list'>;
  /** Absent if no external secrets are set up. */
  readonly secrets?: ExternalSecrets;
  /** Tokens that could not be stored yet. */
  readonly unsavedTokens: UnsavedTokens;
  /** Throws STORE_FAILED if the database accepts no writes. */
  readonly assertWritable: () => Promise<void>;
  /** The other servers on the same database. Default: none. */
  readonly team?: Pick<TeamCalls, 'alone'>;
}

/** The node that reads a credential, and its user. */
export interface CredentialReader {
  /** User whose credentials may be used; if undefined, no credentials may be used. */
  readonly user: CredentialUser | 'instance' | undefined;
  /** Name of the node that reads it. */
  readonly node: string;
  readonly nodeType: string;
}

export interface NewCredential {
  readonly name: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly nodesAccess?: readonly { readonly nodeType: string }[] | undefined;
}

export interface CredentialChanges extends Partial<Omit<NewCredential, 'type'>> {
  /** Time of the last change that the caller knows, as an ISO string. If absent, later changes are overwritten. */
  readonly updatedAt?: string | undefined;
}

/** A credential with its relation to the caller. */
interface VisibleCredential {
  readonly credential: SealedCredential;
  readonly relation: CredentialRelation;
  /** Ids of users. */
  readonly sharedWith: readonly string[];
}

/** Maximum number of attempts to save a credential while it is being changed. */
const ATTEMPTS = 3;

const DEFAULT_NAME = 'Unnamed credential';

export class CredentialService {
  readonly #ports: CredentialServicePorts;
  readonly #tokens: OAuthTokens;
  readonly #opened: OpenedCredentials;

  constructor(ports: CredentialServicePorts) {
    this.#ports = ports;
    this.#tokens = new OAuthTokens(ports);
    this.#opened = new OpenedCredentials(ports.cipher);
  }

  /** Returns metadata only. Credentials without an owner are returned without `ownedBy`. */
  async list(asker: Asker): Promise<CredentialView[]> {
    const { credentials, users } = this.#ports;
    const [records, shares, people] = await Promise.all([credentials.list(ownOnly(asker).ownerId), credentials.shares(), users.list()]);
    return Promise.all(
      records.map(async (credential) =>
        credentialView(
          credential,
          shares.get(credential.id) ?? [],
          asker,
          people,
          await this.#isConnected(credential.type, () => credentials.get(credential.id)),
        ),
      ),
    );
  }

  /** Returns all credential types, with the field names of the file format. */
  async types(): Promise<{ name: string }[]> {
    const { types } = this.#ports;
    const all = await Promise.all(types.names().map((name) => types.type(name)));
    return all.flatMap((type) => (type === undefined ? [] : [typeView(type)]));
  }

  /** Returns the JSON Schema of the data that a type needs. Throws NOT_FOUND. */
  async dataSchema(type: string): Promise<Readonly<Record<string, unknown>>> {
    const definition = await this.#ports.types.type(type);
    if (definition === undefined) throw new AppError('NOT_FOUND', `There is no credential type "${type}".`, { params: { type } });
    return dataSchema(definition);
  }

  /** Throws BAD_REQUEST if the type is unknown or the data does not match it. */
  async assertData(type: string, data: object): Promise<void> {
    assertMatches(await this.#knownType(type), data);
  }

  /** Returns an unused name for a new credential. */
  async newName(requestedName = DEFAULT_NAME, asker: Asker): Promise<string> {
    const name = trimmed(requestedName) || DEFAULT_NAME;
    const takenNames = new Set((await this.#ports.credentials.list(ownOnly(asker).ownerId)).map((credential) => credential.name));
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? name : `${name} ${number}`;
      if (!takenNames.has(candidate)) return candidate;
    }
  }

  /** `includesData` is ignored unless the caller owns the credential. Throws CREDENTIAL_NOT_FOUND, VAULT_LOCKED. */
  async get(id: string, asker: Asker, includesData = false): Promise<CredentialView> {
    const { credential, relation, sharedWith } = await this.#visible(id, asker);
    const isConnected = await this.#isConnected(credential.type, async () => credential);
    const response = credentialView(credential, sharedWith, asker, await this.#ports.users.list(), isConnected);
    if (!includesData || !mayDoWith(asker.role, relation, 'readData')) return response;
    return { ...response, data: await this.#withoutSecrets(credential.type, this.#open(credential)) };
  }

  /** Throws BAD_REQUEST for an unknown type or an empty name. */
  async create({ name, type, data, nodesAccess = [] }: NewCredential, asker: Asker): Promise<CredentialView> {
    const { credentials, ids, now } = this.#ports;
    await this.#knownType(type);
    const id = ids();
    const time = now();
    await credentials.add({
      id,
      name: checkedName(name),
      type,
      data: this.#sealed(id, withStored(data as JsonObject, {})),
      nodesAccess: listed(nodesAccess),
      ownerId: asker.userId,
      createdAt: time,
      updatedAt: time,
    });
    return this.get(id, asker);
  }

  /** Changes the name, or single fields of the data. Throws BAD_REQUEST for another type or invalid fields, and what `update` throws. */
  async updateFields(
    id: string,
    { name, type, data }: { readonly name?: string | undefined; readonly type?: string | undefined; readonly data?: object | undefined },
    asker: Asker,
  ): Promise<CredentialView> {
    const credential = await this.get(id, asker);
    if (type !== undefined && type !== credential.type) {
      throw new AppError('BAD_REQUEST', `The type of a credential cannot be changed; it is "${credential.type}".`, {
        params: { field: 'type', type: credential.type },
        hint: 'Create a credential of the other type.',
      });
    }
    if (data !== undefined) assertMatches(await this.#knownType(credential.type), data, true);
    return this.#update(id, { name, data: data as JsonObject | undefined }, asker, withPlaceholders);
  }

  /**
   * Replaces the parts that are given. A secret that is given as its placeholder keeps its value. Throws CREDENTIAL_NOT_FOUND, FORBIDDEN,
   * BAD_REQUEST, VAULT_LOCKED, and CREDENTIAL_CHANGED if `updatedAt` is given and the credential has been saved since.
   */
  update(id: string, changes: CredentialChanges, asker: Asker): Promise<CredentialView> {
    return this.#update(id, changes, asker, (data) => data);
  }

  /** `newData`: returns the new data for that of the change and the stored one. */
  async #update(
    id: string,
    { name, data, nodesAccess, updatedAt }: CredentialChanges,
    asker: Asker,
    newData: (data: JsonObject, stored: JsonObject) => JsonObject,
  ): Promise<CredentialView> {
    const { credentials, types, now } = this.#ports;
    const newDataOf = async (credential: SealedCredential, change: JsonObject): Promise<JsonObject> => {
      const stored = this.#open(credential);
      return changedData(await types.type(credential.type), stored, newData(change, stored));
    };
    for (let attempt = 1; ; attempt++) {
      const { credential } = await this.#visibleFor(
        id,
        asker,
        'updateName',
        ...(data === undefined ? [] : (['updateConnection'] as const)),
        ...(nodesAccess === undefined ? [] : (['updateNodeAccess'] as const)),
      );
      if (updatedAt !== undefined && updatedAt !== new Date(credential.updatedAt).toISOString()) throw changedMeanwhile(credential);
      const change = {
        name: name === undefined ? credential.name : checkedName(name),
        nodesAccess: nodesAccess === undefined ? credential.nodesAccess : listed(nodesAccess),
        updatedAt: laterThan(credential, now()),
      };
      const isWritten =
        data === undefined
          ? await credentials.update(change, credential)
          : await credentials.update({ ...change, data: this.#sealed(id, await newDataOf(credential, data as JsonObject)) }, credential);
      if (isWritten) return this.get(id, asker);
      if (attempt === ATTEMPTS) throw changedMeanwhile(credential);
    }
  }

  /** Sets the users who may use the credential. Throws CREDENTIAL_NOT_FOUND, FORBIDDEN, BAD_REQUEST if a user cannot be one of them. */
  async share(id: string, shareWithIds: readonly string[], asker: Asker): Promise<CredentialView> {
    const { credential, sharedWith } = await this.#visibleFor(id, asker, 'share');
    const { credentials, users, now } = this.#ports;
    const people = new Map((await users.list()).map((user) => [user.id, user]));
    const requested = new Set(shareWithIds);
    for (const userId of requested) {
      const user = people.get(userId);
      if (user === undefined) throw notShareable(userId, `there is no user with the id "${userId}"`);
      const who = user.email ?? userId;
      const isOwner = credential.ownerId === null ? user.role === 'owner' : user.id === credential.ownerId;
      if (isOwner) throw notShareable(userId, `${who} owns it`);
      if (isPending(user)) throw notShareable(userId, `${who} has not signed up yet`);
    }
    const isSame = requested.size === sharedWith.length && sharedWith.every((userId) => requested.has(userId));
    if (!isSame) await credentials.share(id, [...requested], laterThan(credential, now()));
    return this.get(id, asker);
  }

  /** Throws CREDENTIAL_NOT_FOUND, FORBIDDEN. */
  async remove(id: string, asker: Asker): Promise<true> {
    await this.#visibleFor(id, asker, 'delete');
    await this.#ports.credentials.remove(id);
    this.#opened.drop(id);
    return true;
  }

  /**
   * Tests a credential with this data, or with the stored data. Throws CREDENTIAL_NOT_FOUND for an unknown id, FORBIDDEN, BAD_REQUEST
   * for an unknown type.
   */
  async test(
    { id, type, data }: { readonly id?: string; readonly type: string; readonly data?: Readonly<Record<string, unknown>> },
    asker: Asker,
  ): Promise<TestResult> {
    const definition = await this.#knownType(type);
    const call = { http: this.#ports.http, now: this.#ports.now(), name: definition.displayName };
    const tested = (testedData: JsonObject, ownerId: string | null, saved: { id?: string; name?: string } = {}): Promise<TestResult> =>
      testCredential(definition, testedData, { ...call, ...saved }, () => this.#evaluator(testedData, ownerId));
    if (id === undefined) return tested(withStored((data ?? {}) as JsonObject, {}), asker.userId);
    const { credential, relation } = await this.#visibleFor(id, asker, 'test', ...(data === undefined ? [] : (['testChanges'] as const)));
    // Stored data is sent only to the addresses of the credential's own type.
    if (credential.type !== type) throw notFound(id);
    const stored = this.#open(credential);
    const credentialData = data === undefined ? stored : withStored(data as JsonObject, stored);
    const result = await tested(credentialData, credential.ownerId, { id, name: credential.name });
    if (result.status === 'OK' || mayDoWith(asker.role, relation, 'readData')) return result;
    // The reason may contain an address from the credential's data.
    return { status: 'Error', message: 'The test failed. Ask the owner of the credential to check its connection.' };
  }

  /** Decrypts a credential for a node; see `usableCredential`. Throws VAULT_LOCKED. */
  async read(type: string, reference: CredentialReference, reader: CredentialReader): Promise<JsonObject> {
    return this.#open(await usableCredential(this.#ports, type, reference, reader));
  }

  /**
   * External secrets for the expressions in a credential's data. Throws the same errors as `read`, and an error if the credential does not belong
   * to the instance owner.
   */
  async externalSecrets(type: string, reference: CredentialReference, reader: CredentialReader): Promise<SecretsInUse> {
    return this.#secretsOf((await usableCredential(this.#ports, type, reference, reader)).ownerId);
  }

  /** Returns resolved data of a credential with valid fetched fields; see `OAuthTokens`. Throws the same errors as `read`. */
  async renewed(
    type: CredentialDefinition,
    reference: CredentialReference,
    reader: CredentialReader,
    data: JsonObject,
  ): Promise<JsonObject> {
    return this.#tokens.renewed(type, await usableCredential(this.#ports, type.name, reference, reader), data);
  }

  /**
   * Returns a credential whose account the caller may connect, with its data and the means to evaluate the data's expressions. Throws
   * CREDENTIAL_NOT_FOUND, FORBIDDEN, VAULT_LOCKED.
   */
  async connectable(
    id: string,
    asker: Asker,
  ): Promise<{ readonly credential: SealedCredential; readonly data: JsonObject; readonly evaluate: Evaluate }> {
    const { credential } = await this.#visibleFor(id, asker, 'updateConnection');
    const data = this.#open(credential);
    return { credential, data, evaluate: await this.#evaluator(data, credential.ownerId) };
  }

  /** Decrypts a credential that was just read. Tokens that could not be stored yet take the place of the stored ones. */
  #open(credential: SealedCredential): JsonObject {
    return this.#ports.unsavedTokens.over(credential.id, this.#opened.open(credential));
  }

  async #evaluator(data: JsonObject, ownerId: string | null): Promise<Evaluate> {
    if (!readsSecrets(data)) return evaluateAlone;
    const { table } = await this.#secretsOf(ownerId);
    return (expression, names) => evaluateAlone(expression, { ...names, $secrets: table });
  }

  /** Returns the names of the external secrets that the caller's credentials can read. */
  async secretNames({ userId }: Asker): Promise<SecretNames[]> {
    const { secrets, users } = this.#ports;
    return secrets !== undefined && mayReadSecrets(userId, await users.list()) ? [...(await secrets.names())] : [];
  }

  async #secretsOf(ownerId: string | null): Promise<SecretsInUse> {
    return secretsForOwner(this.#ports.secrets, ownerId, await this.#ports.users.list());
  }

  async #visible(id: string, asker: Asker): Promise<VisibleCredential> {
    const { credentials } = this.#ports;
    const [credential, shares] = await Promise.all([credentials.get(id), credentials.shares(id)]);
    if (credential === undefined) throw notFound(id);
    const sharedWith = shares.get(id) ?? [];
    const relation = relationOf(asker, { ownerId: credential.ownerId, sharedWith });
    if (!mayDoWith(asker.role, relation, 'read')) throw notFound(id);
    return { credential, relation, sharedWith };
  }

  async #visibleFor(id: string, asker: Asker, ...actions: readonly CredentialAction[]): Promise<VisibleCredential> {
    const visibleCredential = await this.#visible(id, asker);
    const credentialAction = actions.find((action) => !mayDoWith(asker.role, visibleCredential.relation, action));
    if (credentialAction === undefined) return visibleCredential;
    const { name } = visibleCredential.credential;
    throw new AppError('FORBIDDEN', `You may not ${verbs[credentialAction] ?? 'change'} the credential "${name}". Ask its owner.`, {
      params: { id, action: credentialAction },
    });
  }

  /** Whether the account is connected. Undefined if its type or data need none, or if the data cannot be decrypted, which must not hide the list. */
  async #isConnected(name: string, read: () => Promise<SealedCredential | undefined>): Promise<boolean | undefined> {
    const type = await this.#ports.types.type(name);
    if (type?.connection === undefined) return undefined;
    const credential = await read();
    if (credential === undefined) return undefined;
    try {
      const data = this.#open(credential);
      const grant = data['grantType'] ?? type.fields.find((field) => field.name === 'grantType')?.default;
      return grant === 'clientCredentials' ? undefined : data['oauthTokenData'] !== undefined;
    } catch {
      return undefined;
    }
  }

  async #knownType(type: string): Promise<CredentialDefinition> {
    const definition = await this.#ports.types.type(type);
    if (definition !== undefined) return definition;
    throw new AppError('BAD_REQUEST', `There is no credential type "${type}".`, { params: { type } });
  }

  #sealed(id: string, data: JsonObject): Uint8Array {
    return sealedData(this.#ports.cipher, id, data);
  }

  /**
   * The data for the browser. Tokens, and fields that the type does not declare, are hidden, since they may be secret. Expressions that only name
   * external secrets are not.
   */
  async #withoutSecrets(type: string, data: JsonObject): Promise<Record<string, unknown>> {
    const fields = new Map((await this.#ports.types.type(type))?.fields.map((field) => [field.name, field]));
    const isOpen = (name: string): boolean => {
      const field = fields.get(name);
      return field !== undefined && field.type !== 'hidden' && field.type !== 'json' && field.typeOptions?.password !== true;
    };
    const isName = (value: unknown): boolean => {
      const expression = credentialExpression(value);
      return expression !== undefined && namesSecretsOnly(expression);
    };
    return objectOf(
      takeEntries(data).map(([name, value]) => [name, isOpen(name) || value === '' || isName(value) ? value : STORED_SECRET]),
    );
  }
}

/**
 * Returns a credential for a node that runs on behalf of `user`, or of `instance`, which may use all credentials. Throws CREDENTIAL_NODE_REFUSED and
 * CREDENTIAL_NOT_FOUND; the last also if the credential belongs to another user, so that its existence is not revealed.
 */
export async function usableCredential(
  { credentials }: Pick<CredentialServicePorts, 'credentials'>,
  type: string,
  reference: CredentialReference,
  { user, node, nodeType }: CredentialReader,
): Promise<SealedCredential> {
  const credential = user === undefined ? undefined : await credentials.find(type, reference, user === 'instance' ? undefined : user);
  if (credential === undefined) throw notUsable(type, reference, node);
  assertNodeAllowed(credential, { node, nodeType });
  return credential;
}

const trimmed = (name: string): string => cut(name.toWellFormed().trim(), CREDENTIAL_NAME_LENGTH);

function checkedName(name: string): string {
  const trimmedName = trimmed(name);
  if (trimmedName !== '') return trimmedName;
  throw new AppError('BAD_REQUEST', 'The name of a credential cannot be empty.', { params: { field: 'name' } });
}

const listed = (nodesAccess: readonly { readonly nodeType: string }[]): readonly { readonly nodeType: string }[] =>
  [...(allowedNodeTypes(nodesAccess) ?? [])].map((nodeType) => ({ nodeType }));

/** Verbs for error messages, by the rejected action. */
const verbs: Partial<Record<CredentialAction, string>> = {
  updateName: 'rename',
  updateConnection: 'change the connection of',
  updateNodeAccess: 'choose the nodes of',
  share: 'share',
  delete: 'delete',
  test: 'test',
  testChanges: 'test other data with',
};

const notShareable = (userId: string, reason: string): AppError =>
  new AppError('BAD_REQUEST', `The credential cannot be shared: ${reason}. Choose other users.`, {
    params: { field: 'shareWithIds', userId },
  });

/** Returns a time for a change, different from that of the change before. */
const laterThan = ({ updatedAt }: SealedCredential, now: number): number => Math.max(now, updatedAt + 1);

const changedMeanwhile = ({ id, name, updatedAt }: SealedCredential): AppError =>
  new AppError('CREDENTIAL_CHANGED', `The credential "${name}" was saved by another user or in another window. Nothing was overwritten.`, {
    params: { id, updatedAt: new Date(updatedAt).toISOString() },
    hint: 'Load the newer version, or overwrite it.',
  });

const notFound = (id: string): AppError =>
  new AppError('CREDENTIAL_NOT_FOUND', `There is no credential with the id "${id}".`, { params: { id } });

/** The message contains the name that the node refers to, never the name of the stored credential. */
function notUsable(type: string, { id, name }: CredentialReference, node: string): AppError {
  const which = id === null ? `named "${name}"` : name === '' ? `with the id "${id}"` : `"${name}" (id ${id})`;
  return new AppError(
    'CREDENTIAL_NOT_FOUND',
    `The node "${node}" cannot use the credential ${which}: there is none of type "${type}" that this workflow's owner, or the user who runs it, may use.`,
    {
      params: { type, node, ...(id === null ? { name } : { id }) },
      hint: `Open the node "${node}" and choose one of your own credentials, or create one.`,
    },
  );
}
