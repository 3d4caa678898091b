// The encrypted key of the credentials. It changes only together with the credentials that it encrypts.
import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface VaultKeyRecord {
  /** The data key, encrypted with the master key. */
  readonly sealedKey: Uint8Array;
  readonly keyFingerprint: string;
  readonly masterFingerprint: string;
  readonly place: 'environment' | 'file' | 'keychain';
  /** Name of the keychain entry; null if the master key is elsewhere. */
  readonly account: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Encrypted data of a credential. */
export interface SealedData {
  readonly id: string;
  readonly data: Uint8Array;
}

export class VaultKeyRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns the stored key; undefined before the first start. */
  async get(): Promise<VaultKeyRecord | undefined> {
    const row = await this.#queries.selectFrom('vault_key').selectAll().executeTakeFirst();
    if (row === undefined) return undefined;
    return {
      sealedKey: row.sealed_key,
      keyFingerprint: row.key_fingerprint,
      masterFingerprint: row.master_fingerprint,
      place: row.place as VaultKeyRecord['place'],
      account: row.account,
      createdAt: row.created_at,
    };
  }

  /** Whether the data folder is from before data keys were introduced, when the master key encrypted the credentials directly. */
  async isFromBefore(): Promise<boolean> {
    const setting = await this.#queries.selectFrom('setting').select('key').where('key', '=', 'vault.inUse').executeTakeFirst();
    return setting !== undefined || (await this.sealedData()).length > 0;
  }

  async sealedData(): Promise<readonly SealedData[]> {
    const rows = await this.#queries.selectFrom('credential').select(['id', 'data']).where('data', 'is not', null).execute();
    return rows.flatMap(({ id, data }) => (data === null ? [] : [{ id, data }]));
  }

  /** Stores the key and, in the same transaction, the re-encrypted credentials. */
  async put(key: VaultKeyRecord, resealed: readonly SealedData[] = []): Promise<void> {
    await this.#writes.write(
      ...resealed.map(({ id, data }) => this.#queries.updateTable('credential').set({ data }).where('id', '=', id).compile()),
      this.#putQuery(key),
    );
  }

  /** Stores the key and, in the same transaction, removes the data of all credentials. */
  async putWithoutData(key: VaultKeyRecord): Promise<void> {
    await this.#writes.write(this.#queries.updateTable('credential').set({ data: null }).compile(), this.#putQuery(key));
  }

  #putQuery({ sealedKey, keyFingerprint, masterFingerprint, place, account, createdAt }: VaultKeyRecord) {
    const columns = {
      sealed_key: sealedKey,
      key_fingerprint: keyFingerprint,
      master_fingerprint: masterFingerprint,
      place,
      account,
      created_at: createdAt,
    };
    return this.#queries
      .insertInto('vault_key')
      .values({ id: 1, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .compile();
  }
}
