// Encrypts texts with a passphrase that a person types: scrypt, then AES-256-GCM.
import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { AppError } from '../contract/errors.ts';
import { PASSPHRASE_LENGTH } from '../contract/rest/constants.ts';
import { isRecord } from '../workflow/values/own-properties.ts';
import { KEY_LENGTH, sealed, unsealed } from './vault-cipher.ts';

/** A text encrypted with a passphrase; the form stored in files. */
export interface PassphraseSealed {
  /** Key derivation, its cost, and the salt as base64. */
  readonly encryption: { readonly kdf: 'scrypt'; readonly N: number; readonly r: number; readonly p: number; readonly salt: string };
  /** Base64. */
  readonly content: string;
}

/** Cost of scrypt (RFC 7914): about 0.3 s and 128 MiB. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
/** Maximum cost that a file may demand. */
const MAX_COST = { N: 2 ** 20, r: 16, p: 4 } as const;

/** `name`: identifies what the text belongs to. Throws BAD_REQUEST for a short passphrase. */
export async function sealedByPassphrase(passphrase: string, name: string, text: string): Promise<PassphraseSealed> {
  if (passphrase.length < PASSPHRASE_LENGTH) {
    throw new AppError('BAD_REQUEST', `The passphrase is too short. Use ${PASSPHRASE_LENGTH} characters or more.`, {
      params: { field: 'passphrase' },
    });
  }
  const salt = randomBytes(16);
  const key = await derived(passphrase, salt, COST);
  const content = Buffer.from(sealed(key, name, text)).toString('base64');
  return { encryption: { kdf: 'scrypt', ...COST, salt: salt.toString('base64') }, content };
}

/** Whether the fields were written by `sealedByPassphrase` of this version. */
export function isPassphraseSealed(
  value: Readonly<Record<string, unknown>>,
): value is { readonly encryption: Readonly<Record<string, unknown>>; readonly content: string } {
  return isRecord(value['encryption']) && value['encryption']['kdf'] === 'scrypt' && typeof value['content'] === 'string';
}

/** Throws BAD_REQUEST if the passphrase is missing or wrong, or if the data was changed. */
export async function openedByPassphrase(
  passphrase: string | undefined,
  name: string,
  { encryption, content }: { readonly encryption: Readonly<Record<string, unknown>>; readonly content: string },
): Promise<string> {
  if (passphrase === undefined || passphrase === '') {
    throw new AppError('BAD_REQUEST', 'The file is protected by a passphrase.', {
      params: { field: 'passphrase' },
      hint: 'Give the passphrase of the export.',
    });
  }
  const cost = { N: costOf(encryption, 'N'), r: costOf(encryption, 'r'), p: costOf(encryption, 'p') };
  const key = await derived(passphrase, Buffer.from(String(encryption['salt']), 'base64'), cost);
  const plaintext = unsealed(key, name, Buffer.from(content, 'base64'));
  if (plaintext !== undefined) return plaintext.toString('utf8');
  throw new AppError('BAD_REQUEST', 'The passphrase is wrong, or the file is damaged.', { params: { field: 'passphrase' } });
}

function costOf(encryption: Readonly<Record<string, unknown>>, name: keyof typeof MAX_COST): number {
  const value = encryption[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= MAX_COST[name]) return value;
  throw new AppError('BAD_REQUEST', `The file's encryption has an invalid ${name}.`);
}

const derived = (passphrase: string, salt: Uint8Array, cost: Pick<ScryptOptions, 'N' | 'r' | 'p'>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: 256 * (cost.N ?? 0) * (cost.r ?? 0) };
    scrypt(passphrase.normalize('NFC'), salt, KEY_LENGTH, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
