// Fetches the tokens of credentials: once for all concurrent callers of all servers, stored encrypted, and never over data that has changed meanwhile.
import { createHash } from 'node:crypto';
import { errorCodeOf } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { CredentialDefinition, HttpPort, PreAuthentication } from '../../sdk/index.ts';
import type { CredentialRepository, SealedCredential } from '../../store/index.ts';
import { credentialExpression } from '../../workflow/values/credential-text.ts';
import type { VaultCipher } from '../../vault/vault-cipher.ts';
import type { TeamCalls } from '../team-calls.ts';
import type { UnsavedTokens } from './unsaved-tokens.ts';
import { opened } from './stored-data.ts';

export interface OAuthTokensPorts {
  readonly credentials: Pick<CredentialRepository, 'get'>;
  readonly cipher: VaultCipher;
  readonly http: HttpPort;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly unsavedTokens: Pick<UnsavedTokens, 'save' | 'over'>;
  /** Throws STORE_FAILED if the database accepts no writes. */
  readonly assertWritable: () => Promise<void>;
  /** The other servers on the same database. Default: none. */
  readonly team?: Pick<TeamCalls, 'alone'>;
}

/** Maximum number of tokens kept only in memory. */
const MAX_UNSTORED = 500;

type Fields = JsonObject;

export class OAuthTokens {
  readonly #ports: OAuthTokensPorts;
  readonly #flights = new Map<string, Promise<Fields>>();
  /** Tokens of credentials whose data differs by item; keyed by credential and data. */
  readonly #unstored = new Map<string, Fields>();

  constructor(ports: OAuthTokensPorts) {
    this.#ports = ports;
  }

  /**
   * Returns the resolved `data` with fetched fields that are valid and differ from those in it. Throws VAULT_LOCKED, STORE_FAILED if they could not be
   * stored, and the errors of fetching.
   */
  async renewed(type: CredentialDefinition, credential: SealedCredential, data: JsonObject): Promise<JsonObject> {
    const { preAuthentication } = type;
    if (preAuthentication === undefined) return data;
    const used = part(data, preAuthentication);
    const key = `${credential.id} ${hashOf(rest(data, preAuthentication))}`;
    const inFlight = this.#flights.get(key);
    const joined = await inFlight;
    // The fields that another caller just fetched may be the ones that the service rejected.
    if (joined !== undefined && !isSame(joined, used)) return { ...data, ...joined };
    const flight = this.#flights.get(key) ?? this.#fetchAlone(preAuthentication, credential.id, key, data);
    if (!this.#flights.has(key)) {
      this.#flights.set(key, flight);
      const end = (): boolean => this.#flights.delete(key);
      flight.then(end, end);
    }
    return { ...data, ...(await flight) };
  }

  /** A refresh token may work once: the second server finds what the first one has stored. */
  #fetchAlone(preAuthentication: PreAuthentication, id: string, key: string, data: JsonObject): Promise<Fields> {
    const fetch = (): Promise<Fields> => this.#fetch(preAuthentication, id, key, data);
    return this.#ports.team?.alone(`tokens ${id}`, fetch) ?? fetch();
  }

  async #fetch(preAuthentication: PreAuthentication, id: string, key: string, data: JsonObject): Promise<Fields> {
    const { now, http, credentials } = this.#ports;
    const sealedCredential = await credentials.get(id);
    const stored = sealedCredential === undefined ? {} : this.#opened(sealedCredential);
    const storedFields = part(stored, preAuthentication);
    // With expressions, each item may have a token of its own, which is not stored. The token of a connected account is always stored.
    const isStored = !isEmpty(storedFields) || !hasExpressions(stored);
    const currentFields = isStored ? storedFields : (this.#unstored.get(key) ?? {});
    if (this.#isNews(preAuthentication, data, currentFields)) return currentFields;
    const call = { http, now: now(), name: sealedCredential?.name ?? '' };
    const isSaved = isStored && sealedCredential !== undefined;
    // The service may end the previous tokens as soon as it sends new ones.
    if (isSaved) await this.#ports.assertWritable();
    try {
      const fetched = await preAuthentication.fetch(data, call);
      if (isSaved) await this.#ports.unsavedTokens.save(sealedCredential, { fields: fetched, names: preAuthentication.fields });
      else this.#remember(key, fetched);
      return fetched;
    } catch (error) {
      // Another process may have used the refresh token first.
      const latest = errorCodeOf(error) === 'CREDENTIAL_NOT_CONNECTED' ? await credentials.get(id) : undefined;
      const latestFields = latest === undefined ? {} : part(this.#opened(latest), preAuthentication);
      if (this.#isNews(preAuthentication, data, latestFields)) return latestFields;
      throw error;
    }
  }

  /** Whether the fields are valid and differ from those in `data`. */
  #isNews(preAuthentication: PreAuthentication, data: JsonObject, fields: Fields): boolean {
    return !isSame(fields, part(data, preAuthentication)) && preAuthentication.isValid({ ...data, ...fields }, this.#ports.now());
  }

  #opened(credential: SealedCredential): JsonObject {
    return this.#ports.unsavedTokens.over(credential.id, opened(this.#ports.cipher, credential));
  }

  #remember(key: string, fields: Fields): void {
    this.#unstored.delete(key);
    this.#unstored.set(key, fields);
    const [oldest] = this.#unstored.keys();
    if (this.#unstored.size > MAX_UNSTORED && oldest !== undefined) this.#unstored.delete(oldest);
  }
}

const part = (data: JsonObject, { fields }: PreAuthentication): Fields =>
  Object.fromEntries(fields.flatMap((name) => (Object.hasOwn(data, name) && data[name] !== '' ? [[name, data[name]]] : [])));

const rest = (data: JsonObject, { fields }: PreAuthentication): JsonObject =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !fields.includes(name)));

const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0;

const isSame = (one: JsonObject, other: JsonObject): boolean => JSON.stringify(one) === JSON.stringify(other);

const hasExpressions = (data: JsonObject): boolean => Object.values(data).some((value) => credentialExpression(value) !== undefined);

const hashOf = (data: JsonObject): string => createHash('sha256').update(JSON.stringify(data)).digest('base64url');
