// Hashes, message authentication codes, signatures and random texts.
import { createHash, createHmac, createSign, getHashes, randomBytes } from 'node:crypto';
import { NodeError } from '../../sdk/index.ts';

export type Encoding = 'hex' | 'base64';

/** Content as a whole, or in chunks for large files. */
export type Content = string | AsyncIterable<Uint8Array>;

interface Updatable {
  update(data: string | Uint8Array): unknown;
}

async function feed(target: Updatable, content: Content): Promise<void> {
  if (typeof content === 'string') target.update(content);
  else for await (const chunk of content) target.update(chunk);
}

/** Throws NodeError for an algorithm that this system does not support. */
function checkedAlgorithm(name: string): string {
  if (!getHashes().some((supported) => supported.toLowerCase() === name.toLowerCase())) {
    throw new NodeError(`The algorithm "${name}" is not available. Choose another, such as SHA256.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'type',
    });
  }
  return name;
}

export async function hash(algorithm: string, content: Content, encoding: Encoding): Promise<string> {
  const digest = createHash(checkedAlgorithm(algorithm));
  await feed(digest, content);
  return digest.digest(encoding);
}

export async function hmac(algorithm: string, secret: string, content: Content, encoding: Encoding): Promise<string> {
  const digest = createHmac(checkedAlgorithm(algorithm), secret);
  await feed(digest, content);
  return digest.digest(encoding);
}

/** Signs with a private key in PEM form. Throws NodeError if the key or algorithm is not suitable. */
export function sign(algorithm: string, privateKey: string, content: string, encoding: Encoding): string {
  const signer = createSign(checkedAlgorithm(algorithm));
  signer.update(content);
  try {
    return signer.sign(privateKey, encoding);
  } catch (error) {
    throw new NodeError('The private key cannot sign. Check that it is complete, in PEM format, and suitable for the algorithm.', {
      code: 'PARAMETER_INVALID',
      parameter: 'privateKey',
      cause: error,
    });
  }
}

/** Returns a text of `length` random characters: hex or base64 digits, or ASCII letters and digits. */
export function randomText(kind: 'ascii' | Encoding, length: number): string {
  if (!Number.isInteger(length) || length < 0 || length > 1_000_000) {
    throw new NodeError('The length must be an integer from 0 to 1,000,000.', {
      code: 'PARAMETER_INVALID',
      parameter: 'stringLength',
    });
  }
  if (kind === 'hex')
    return randomBytes(Math.ceil(length / 2))
      .toString('hex')
      .slice(0, length);
  let text = '';
  // Base64 without + and / consists of letters and digits, each equally likely.
  while (text.length < length) {
    const more = randomBytes(length).toString('base64').replace(/=+$/, '');
    text += kind === 'ascii' ? more.replace(/[+/]/g, '') : more;
  }
  return text.slice(0, length);
}
