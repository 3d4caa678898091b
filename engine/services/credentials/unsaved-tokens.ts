// Fetched tokens whose storing failed: they are used from memory, and their write is repeated until it succeeds or they are replaced.
import type { JsonObject } from '../../contract/json.ts';
import type { Clock } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { CredentialRepository, SealedCredential } from '../../store/index.ts';
import type { VaultCipher } from '../../vault/vault-cipher.ts';
import { LastingWrites } from '../lasting-writes.ts';
import { connectionData, opened, sealedData } from './stored-data.ts';

export interface UnsavedTokensPorts {
  readonly credentials: Pick<CredentialRepository, 'get' | 'replaceData'>;
  readonly cipher: VaultCipher;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly logger: Logger;
}

/** Tokens in memory, and the data that they were fetched for. */
interface TokensToSave {
  readonly fields: JsonObject;
  /** Names of the fetched fields. */
  readonly names: readonly string[];
  /** JSON of the data without fetched fields. */
  readonly connection: string;
  /** JSON of the stored fetched fields that these ones replace; undefined if they replace any. */
  readonly before: string | undefined;
  /** Time of the change, if the user made it. */
  readonly updatedAt: number | undefined;
  /** Resolves once the tokens are stored, replaced or lost. */
  readonly ended: PromiseWithResolvers<void>;
}

export interface FetchedTokens {
  readonly fields: JsonObject;
  /** Names of the fetched fields of the type. */
  readonly names: readonly string[];
  /** Time at which a user connected the account, in milliseconds since the epoch: these tokens replace those that were stored meanwhile, too. */
  readonly connectedAt?: number;
}

export class UnsavedTokens {
  readonly #ports: UnsavedTokensPorts;
  readonly #writes: LastingWrites;
  /** By credential id. */
  readonly #unsaved = new Map<string, TokensToSave>();

  constructor(ports: UnsavedTokensPorts) {
    this.#ports = ports;
    this.#writes = new LastingWrites(ports);
  }

  /** Returns the stored data with the tokens that could not be stored yet. */
  over(id: string, data: JsonObject): JsonObject {
    const unsaved = this.#unsaved.get(id);
    return unsaved !== undefined && isCurrent(unsaved, data) ? { ...data, ...unsaved.fields } : data;
  }

  /**
   * Stores tokens that were fetched for `basis`, unless its data or its tokens are replaced meanwhile; returns whether they are in use. If the
   * database fails, they are: `over` returns them, and the write is repeated. Never rejects because of the database.
   */
  async save(basis: SealedCredential, { fields, names, connectedAt }: FetchedTokens): Promise<boolean> {
    const { id, name } = basis;
    const { connection, before } = shapeOf(opened(this.#ports.cipher, basis), names);
    const isAnew = connectedAt !== undefined;
    const tokens: TokensToSave = {
      fields,
      names,
      connection,
      before: isAnew ? undefined : before,
      updatedAt: connectedAt,
      ended: Promise.withResolvers(),
    };
    this.#unsaved.get(id)?.ended.resolve();
    this.#unsaved.set(id, tokens);
    let isStored = false;
    const store = async (): Promise<void> => void (isStored = await this.#store(id, tokens));
    const attempt = await this.#writes.attempt(`The new token of the credential "${name}"`, store);
    // A token that cannot be stored is used for as long as the process runs.
    const end = (isOver: boolean): void => {
      if (isOver && this.#unsaved.get(id) === tokens) this.#unsaved.delete(id);
      tokens.ended.resolve();
    };
    if (attempt.repeated === undefined) end(attempt.failure === undefined);
    else attempt.repeated.then(end, () => end(false));
    return isStored || attempt.failure !== undefined;
  }

  /** Makes one last attempt to store each unsaved token, and waits for it. */
  async stop(): Promise<void> {
    this.#writes.stop();
    await Promise.all([...this.#unsaved.values()].map(({ ended }) => ended.promise));
  }

  /** Returns false if the credential, its data or its tokens were replaced. */
  async #store(id: string, tokens: TokensToSave): Promise<boolean> {
    const { credentials, cipher } = this.#ports;
    // An attempt fails only if another writer has changed the row meanwhile, so the loop ends.
    while (this.#unsaved.get(id) === tokens) {
      const latest = await credentials.get(id);
      if (latest === undefined) return false;
      const data = opened(cipher, latest);
      if (!isCurrent(tokens, data)) return false;
      const sealed = sealedData(cipher, id, { ...data, ...tokens.fields });
      if (await credentials.replaceData(id, latest.data, sealed, tokens.updatedAt)) return true;
    }
    return false;
  }
}

const shapeOf = (data: JsonObject, names: readonly string[]): { readonly connection: string; readonly before: string } => ({
  connection: JSON.stringify(Object.entries(connectionData(data, names)).sort(([one], [other]) => (one < other ? -1 : 1))),
  before: JSON.stringify(names.map((name) => (Object.hasOwn(data, name) ? data[name] : null))),
});

function isCurrent({ connection, before, names }: TokensToSave, data: JsonObject): boolean {
  const shape = shapeOf(data, names);
  return shape.connection === connection && (before === undefined || shape.before === before);
}
