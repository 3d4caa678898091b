// The module `crypto` of user code: hashes and random values, as functions of our own. Objects of Node's module never reach the code, which could
// change them for later runs.
import * as node from 'node:crypto';

/** Functions of the module that say that they are not available. */
const absent = [
  'createCipheriv createDecipheriv createSign createVerify sign verify publicEncrypt privateDecrypt privateEncrypt publicDecrypt',
  'createPrivateKey createPublicKey createSecretKey generateKey generateKeySync generateKeyPair generateKeyPairSync diffieHellman',
  'createDiffieHellman createECDH getDiffieHellman pbkdf2 pbkdf2Sync scrypt scryptSync hkdf hkdfSync getCiphers getCurves getCipherInfo',
  'randomFill randomFillSync getRandomValues generatePrime generatePrimeSync checkPrime checkPrimeSync setEngine setFips getFips',
].flatMap((line) => line.split(' '));

/** Maximum number of random bytes per call. */
const mostBytes = 1_048_576;

const algorithms: ReadonlySet<string> = new Set(node.getHashes().map((name) => name.toLowerCase()));

/** Returns the module. It must be hardened. */
export function safeCrypto(): Readonly<Record<string, unknown>> {
  const functions: Record<string, unknown> = {
    createHash: (algorithm: unknown) => digester(node.createHash(knownAlgorithm(algorithm))),
    createHmac: (algorithm: unknown, key: unknown) =>
      digester(node.createHmac(knownAlgorithm(algorithm), bytesOf(key, undefined, 'The key'))),
    hash: (algorithm: unknown, data: unknown, encoding: unknown = 'hex') =>
      digester(node.createHash(knownAlgorithm(algorithm)))
        .update(data)
        .digest(encoding),
    getHashes: () => node.getHashes(),
    randomUUID: () => node.randomUUID(),
    randomBytes,
    randomInt,
    timingSafeEqual: (a: unknown, b: unknown) => {
      const [one, other] = [bytesOf(a, undefined, 'The first value'), bytesOf(b, undefined, 'The second value')];
      if (one.length !== other.length) throw new RangeError('timingSafeEqual() needs two values of the same length.');
      return node.timingSafeEqual(one, other);
    },
  };
  for (const name of absent) functions[name] = missing(name);
  return functions;
}

const missing = (name: string) => (): never => {
  throw new Error(
    `crypto.${name} is not available in code, which has hashes and random values only. Allow the module crypto in the setting MILLRACE_CODE_MODULES.`,
  );
};

interface Digester {
  update(data: unknown, encoding?: unknown): Digester;
  digest(encoding?: unknown): unknown;
  copy(): Digester;
}

/** Wraps a hash of Node. */
function digester(inner: node.Hash | node.Hmac): Digester {
  let isFinished = false;
  const open = (): void => {
    if (isFinished) throw new Error('The digest was returned already. Create another hash for more data.');
  };
  const outer: Digester = {
    update: (data, encoding) => {
      open();
      inner.update(bytesOf(data, encoding, 'The data'));
      return outer;
    },
    digest: (encoding) => {
      open();
      const checkedEncoding = encoding === undefined || encoding === 'buffer' ? undefined : knownEncoding(encoding);
      isFinished = true;
      const bytes = ownBuffer(inner.digest());
      return checkedEncoding === undefined ? bytes : bytes.toString(checkedEncoding);
    },
    copy: () => {
      open();
      if (!('copy' in inner)) throw new Error('Only hashes can be copied.');
      return digester(inner.copy());
    },
  };
  return outer;
}

function knownAlgorithm(value: unknown): string {
  if (typeof value === 'string' && algorithms.has(value.toLowerCase())) return value;
  throw new Error(
    `There is no hash ${typeof value === 'string' ? `"${value}"` : 'of this name'}. Use one of crypto.getHashes(), such as sha256.`,
  );
}

function knownEncoding(value: unknown): BufferEncoding {
  if (typeof value === 'string' && Buffer.isEncoding(value)) return value;
  throw new TypeError(
    `The encoding ${typeof value === 'string' ? `"${value}"` : 'of the text'} is unknown. Use hex, base64, base64url or utf8.`,
  );
}

function bytesOf(value: unknown, encoding: unknown, what: string): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value, encoding === undefined ? 'utf8' : knownEncoding(encoding));
  if (value instanceof Uint8Array && ArrayBuffer.isView(value)) return value;
  throw new TypeError(`${what} must be a text, a Buffer or a Uint8Array.`);
}

/** A buffer with memory of its own. */
function ownBuffer(bytes: Uint8Array): Buffer {
  const copy = Buffer.alloc(bytes.length);
  copy.set(bytes);
  return copy;
}

function randomBytes(size: unknown, callback?: unknown): Buffer {
  if (callback !== undefined) throw new TypeError('randomBytes() returns its bytes in code: call it without a callback.');
  if (typeof size === 'number' && Number.isInteger(size) && size >= 0 && size <= mostBytes) return ownBuffer(node.randomBytes(size));
  throw new RangeError(`randomBytes() needs a number of bytes from 0 to ${mostBytes}.`);
}

function randomInt(least: unknown, limit?: unknown): number {
  const [from, to] = limit === undefined ? [0, least] : [least, limit];
  if (
    Number.isSafeInteger(from) &&
    Number.isSafeInteger(to) &&
    (from as number) < (to as number) &&
    (to as number) - (from as number) < 2 ** 48
  )
    return node.randomInt(from as number, to as number);
  throw new RangeError('randomInt() needs two integers, of which the second is larger by less than 2^48.');
}
