// Encrypts and decrypts secrets with AES-256-GCM (NIST SP 800-38D). Encrypted data is bound to its name: data of one credential cannot be
// decrypted as another's.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../contract/errors.ts';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/** Length of a key in bytes. */
export const KEY_LENGTH = 32;

/** Returns version, nonce, tag and encrypted content. `name`: identifies what the content belongs to. */
export function sealed(key: Uint8Array, name: string, content: string | Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const bytes = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), bytes]);
}

/** Returns undefined if the key or the name is wrong, or if the data was changed. */
export function unsealed(key: Uint8Array, name: string, data: Uint8Array): Buffer | undefined {
  try {
    const bytes = Buffer.from(data);
    if (bytes[0] !== VERSION) return undefined;
    const tagAt = 1 + NONCE;
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, tagAt), { authTagLength: TAG })
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(tagAt, tagAt + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(tagAt + TAG)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Derives a key of 32 bytes from a secret for one purpose (HKDF, RFC 5869). */
export const derivedKey = (secret: string | Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'millrace', purpose, KEY_LENGTH));

/** Holds the key of the credentials in memory, or the reason why it is missing. */
export class VaultCipher {
  #key: Uint8Array | undefined;
  #problem: AppError | undefined;
  #generation = 0;

  constructor(key?: Uint8Array) {
    this.#key = key;
  }

  /** Why nothing can be decrypted; undefined if the vault is open. */
  get problem(): AppError | undefined {
    return this.#key === undefined ? (this.#problem ?? locked('it has not been opened yet')) : undefined;
  }

  /** Incremented with each change of the key. Data decrypted before the change must no longer be used. */
  get generation(): number {
    return this.#generation;
  }

  unlock(key: Uint8Array): void {
    this.#key = key;
    this.#generation += 1;
  }

  lock(problem: AppError): void {
    this.#key = undefined;
    this.#problem = problem;
    this.#generation += 1;
  }

  /** `name`: identifies what the text belongs to. Throws VAULT_LOCKED. */
  seal(name: string, text: string): Uint8Array {
    return sealed(this.#opened(), name, text);
  }

  /** Throws VAULT_LOCKED if the vault is locked, or if the data was changed or encrypted with another key. */
  open(name: string, data: Uint8Array): string {
    const plaintext = unsealed(this.#opened(), name, data);
    if (plaintext !== undefined) return plaintext.toString('utf8');
    throw new AppError(
      'VAULT_LOCKED',
      'The stored data of this credential cannot be opened: it is damaged, or was encrypted with another key.',
      {
        hint: 'Open the credential and enter its values again.',
      },
    );
  }

  #opened(): Uint8Array {
    if (this.#key !== undefined) return this.#key;
    throw this.problem ?? locked('it has no key');
  }
}

/** `reason`: second half of a sentence. */
export const locked = (reason: string, hint?: string, cause?: unknown): AppError =>
  new AppError('VAULT_LOCKED', `The stored credentials are locked: ${reason}.`, {
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
