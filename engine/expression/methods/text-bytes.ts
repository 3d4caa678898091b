// Text as bytes: base64 and digests.
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { sha3_512 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { allocate, stepsFor } from '../budget.ts';
import { ExpressionExtensionError } from '../errors.ts';

const digests: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ['md5', md5],
  ['sha1', sha1],
  ['sha224', sha224],
  ['sha256', sha256],
  ['sha384', sha384],
  ['sha512', sha512],
  ['sha3', sha3_512],
  ['ripemd160', ripemd160],
]);

/** Returns the text's UTF-8 bytes as base64. */
export function toBase64(text: string): string {
  stepsFor(1000 + text.length * 16);
  allocate(text.length * 3);
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (let start = 0; start < bytes.length; start += 8192) binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return btoa(binary);
}

/** Decodes base64 as UTF-8; characters that are not base64 are ignored. */
export function fromBase64(text: string): string {
  stepsFor(1000 + text.length * 16);
  allocate(text.length * 2);
  const clean = text
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  const binary = atob(clean.length % 4 === 1 ? clean.slice(0, -1) : clean);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return new TextDecoder().decode(bytes);
}

/** Returns the digest of the text's UTF-8 bytes in hexadecimal. The name of the algorithm may be in any case. */
export function digest(text: string, algorithm: string): string {
  const name = algorithm.toLowerCase();
  if (name === 'base64') return toBase64(text);
  const hash = digests.get(name);
  if (hash === undefined) {
    throw new ExpressionExtensionError(
      `Unknown algorithm ${algorithm}. Available algorithms are: ${['base64', ...digests.keys()].join(', ')}.`,
    );
  }
  stepsFor(20_000 + text.length * 64);
  return bytesToHex(hash(new TextEncoder().encode(text)));
}
