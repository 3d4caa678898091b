// The key that encrypts the credentials of an installation: encrypted with the master key, identified by a fingerprint, and exported as a
// recovery key.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../contract/errors.ts';
import { derivedKey, KEY_LENGTH, sealed, unsealed } from './vault-cipher.ts';

const NAME = 'data key';
const PREFIX = 'MR1';
/** Bytes of the checksum at the end of a recovery key. */
const CHECKSUM = 3;
/** Crockford's base 32, which omits I, L, O and U because they are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const newDataKey = (): Uint8Array => randomBytes(KEY_LENGTH);

/** Returns the key of a data folder from before data keys were introduced; it was derived from the master key. */
export const derivedDataKey = (masterKey: string): Uint8Array => derivedKey(masterKey, 'credentials');

export const sealedDataKey = (dataKey: Uint8Array, masterKey: string): Uint8Array => sealed(derivedKey(masterKey, 'master'), NAME, dataKey);

/** Returns undefined if the master key is wrong, or if the data was changed. */
export const openedDataKey = (data: Uint8Array, masterKey: string): Uint8Array | undefined =>
  unsealed(derivedKey(masterKey, 'master'), NAME, data);

/** Returns 32 hexadecimal digits that identify a key without revealing anything about it. */
export const fingerprintOf = (key: string | Uint8Array): string => derivedKey(key, 'fingerprint').toString('hex').slice(0, 32);

/** Returns the recovery key: `MR1-` and groups of four characters. It decrypts the credentials of this installation without the master key. */
export function recoveryKeyOf(dataKey: Uint8Array): string {
  const bytes = Buffer.concat([dataKey, checksum(dataKey)]);
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const length = (bytes.length * 8) / 5;
  const digits = Array.from({ length }, (_, index) => ALPHABET.charAt(Number((bits >> BigInt(5 * (length - 1 - index))) & 31n)));
  return [PREFIX, ...(digits.join('').match(/.{4}/g) ?? [])].join('-');
}

/** Parses a recovery key in upper or lower case, with or without hyphens and spaces. Throws BAD_REQUEST if a character is missing or wrong. */
export function dataKeyOf(recoveryKey: string): Uint8Array {
  const normalizedKey = recoveryKey.toUpperCase().replaceAll(/[\s-]/g, '');
  const digits = normalizedKey.startsWith(PREFIX) ? normalizedKey.slice(PREFIX.length).replaceAll('O', '0').replaceAll(/[IL]/g, '1') : '';
  const length = KEY_LENGTH + CHECKSUM;
  if (digits.length !== (length * 8) / 5)
    throw invalid(`It has ${normalizedKey.length} characters instead of ${PREFIX.length + (length * 8) / 5}.`);
  let bits = 0n;
  for (const digit of digits) {
    const value = ALPHABET.indexOf(digit);
    if (value === -1) throw invalid(`It contains the character "${digit}".`);
    bits = (bits << 5n) | BigInt(value);
  }
  const bytes = Buffer.from(bits.toString(16).padStart(length * 2, '0'), 'hex');
  const key = bytes.subarray(0, KEY_LENGTH);
  if (!timingSafeEqual(checksum(key), bytes.subarray(KEY_LENGTH))) throw invalid('A character is wrong.');
  return key;
}

const checksum = (key: Uint8Array): Buffer => createHash('sha256').update(key).digest().subarray(0, CHECKSUM);

const invalid = (reason: string): AppError =>
  new AppError('BAD_REQUEST', `This is not a recovery key: ${reason}`, {
    params: { field: 'recoveryKey' },
    hint: `A recovery key begins with ${PREFIX}- and comes from "millrace key export" (in a clone: "npm run millrace key export"), or from "Recovery key…" above the list of credentials.`,
  });
