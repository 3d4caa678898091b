// Seals and opens secrets with AES-256-GCM (NIST SP 800-38D). Sealed data is bound to its name: data of one credential cannot be opened as another's.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../contract/errors.ts';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

export class Vault {
  readonly #key: Buffer;

  /** `masterKey`: any text with enough entropy; the key is derived from it (RFC 5869). */
  constructor(masterKey: string) {
    this.#key = Buffer.from(hkdfSync('sha256', masterKey, 'millrace', 'credentials', 32));
  }

  /** Returns the bytes: version, nonce, tag, sealed text. `name` identifies what the text belongs to. */
  seal(name: string, text: string): Uint8Array {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws VAULT_LOCKED if the key is different or the data was changed. */
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
      throw new AppError('VAULT_LOCKED', 'The stored credential cannot be opened: it was encrypted with another key.', {
        hint: 'Set MILLRACE_ENCRYPTION_KEY to the previous key, or restore the previous key file in the data folder.',
      });
    }
  }
}
