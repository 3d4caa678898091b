// Hashes of request bodies, for use in signatures.
import { createHash } from 'node:crypto';
import { NodeError, type HttpRequest } from '../../sdk/index.ts';

type Body = HttpRequest['body'];

/** Returns the hash in hexadecimal. A body in chunks is read for the hash and again for sending; throws NodeError if it can be read only once. */
export async function bodyHash(body: Body, algorithm: 'sha256' | 'sha512-256' | 'md5'): Promise<string> {
  const hash = createHash(algorithm);
  if (typeof body === 'string' || body instanceof Uint8Array) return hash.update(body).digest('hex');
  if (body !== undefined) {
    assertReadableAgain(body);
    for await (const part of body) hash.update(part);
  }
  return hash.digest('hex');
}

/** Throws NodeError if the body can be read only once. */
export function assertReadableAgain(body: Body): void {
  if (typeof body !== 'object' || body instanceof Uint8Array || !('next' in body || 'pipe' in body)) return;
  throw new NodeError('The body of the request is a stream, which can be read only once, and this authentication needs to read it twice.', {
    code: 'PARAMETER_INVALID',
    hint: 'Send the content as a text or as a file of the item.',
  });
}
