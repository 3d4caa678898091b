// Seals and opens secrets with AES-256-GCM (NIST SP 800-38D). What is sealed is bound to its name: sealed data of one credential opens as no other.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../contract/errors.ts';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

export class Vault {
  readonly #key: Buffer;

  /** `masterKey`: any text of enough chance; the key is derived from it (RFC 5869). */
  constructor(masterKey: string) {
    this.#key = Buffer.from(hkdfSync('sha256', masterKey, 'millrace', 'credentials', 32));
  }

  /** Bytes: version, nonce, tag, sealed text. `name` is what it belongs to. */
  seal(name: string, text: string): Uint8Array {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws VAULT_LOCKED when the key is another one, or the data was changed. */
  open(name: string, data: Uint8Array): string {
    try {
      const bytes = Buffer.from(data);
      if (bytes[0] !== VERSION) throw new Error('unknown version');
      const tagAt = 1 + NONCE;
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(1, tagAt), { authTagLength: TAG })
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(tagAt, tagAt + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(tagAt + TAG)), decipher.final()]).toString('utf8');
    } catch {
      throw new AppError('VAULT_LOCKED', 'The stored credential cannot be opened: the encryption key is not the one it was sealed with.', {
        hint: 'Set MILLRACE_ENCRYPTION_KEY to the former key, or put the former key file back into the data folder.',
      });
    }
  }
}
