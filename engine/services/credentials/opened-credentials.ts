// Caches the decrypted data of recently used credentials, so that not every request decrypts it again.
import { parseExactly } from '../../contract/exact-numbers.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { SealedCredential } from '../../store/index.ts';
import type { VaultCipher } from '../../vault/vault-cipher.ts';

/** Maximum number of cached credentials. */
const MAX_KEPT = 500;
/** Maximum length of cached data. */
const MAX_LENGTH = 262_144;

interface Opened {
  readonly sealed: Uint8Array;
  /** Kept as JSON text and parsed for each use, so that callers cannot change each other's data. */
  readonly text: string;
}

export class OpenedCredentials {
  readonly #vault: VaultCipher;
  /** By id, most recently used last. */
  readonly #cache = new Map<string, Opened>();
  #generation = 0;

  constructor(cipher: VaultCipher) {
    this.#vault = cipher;
  }

  /** Returns the decrypted data of a credential that was just read from the database. Throws VAULT_LOCKED. */
  open({ id, data }: Pick<SealedCredential, 'id' | 'data'>): JsonObject {
    if (data === null) return {};
    const { generation } = this.#vault;
    // Decrypted data must not outlive the key.
    if (generation !== this.#generation) this.#cache.clear();
    this.#generation = generation;
    const opened = this.#cache.get(id);
    this.#cache.delete(id);
    // Encrypting the same data again yields other bytes, so equal bytes are the same version.
    const isCurrent = opened !== undefined && Buffer.compare(opened.sealed, data) === 0;
    const current = isCurrent ? opened : { sealed: data, text: this.#vault.open(id, data) };
    if (current.text.length <= MAX_LENGTH) this.#cache.set(id, current);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_KEPT && oldest !== undefined) this.#cache.delete(oldest);
    return parseExactly(current.text) as JsonObject;
  }

  /** Forgets a deleted credential. */
  drop(id: string): void {
    this.#cache.delete(id);
  }
}
