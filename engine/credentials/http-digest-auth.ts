// Digest Auth: responds to the service's challenge, and uses its nonce for subsequent requests.
import { createHash, randomBytes } from 'node:crypto';
import { defineCredential, secret, text, withAuthorization, type CredentialData, type HttpRequest } from '../sdk/index.ts';
import { assertReadableAgain } from './_shared/body-hash.ts';
import { digestChallenge, digestHeader, type DigestChallenge } from './_shared/digest.ts';

export const httpDigestAuth = defineCredential({
  name: 'httpDigestAuth',
  displayName: 'Digest Auth',
  isGeneric: true,
  documentationUrl: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Authentication',
  fields: [text('user', 'User', { required: true }), secret('password', 'Password')],
  sign: async (data, request) => {
    assertReadableAgain(request.body);
    const account = { user: toText(data['user']), password: toText(data['password']) };
    const key = nonceKey(new URL(request.url).origin, data);
    const knownNonce = nonces.get(key);
    let retryNonce: Nonce | undefined;
    return {
      ...(knownNonce === undefined ? request : await authorize(request, knownNonce, account)),
      rejection: {
        statuses: [401],
        attempts: 2,
        retry: async ({ headers, url }) => {
          const challenge = digestChallenge([headers['www-authenticate'] ?? ''].flat().join(', '));
          const rejectedNonce = retryNonce ?? knownNonce;
          if (rejectedNonce !== undefined && nonces.get(key) === rejectedNonce) nonces.delete(key);
          // A fresh nonce was rejected, so the password is wrong.
          if (challenge === undefined || (retryNonce?.count === 1 && !challenge.isStale)) return undefined;
          const nonce = { challenge, cnonce: randomBytes(16).toString('hex'), count: 0 };
          // Parallel requests share a nonce and may arrive out of order. The last attempt uses a nonce of its own.
          if (retryNonce === undefined) remember(key, nonce);
          retryNonce = nonce;
          // A redirect within the service would repeat the header, which is valid for one URL only.
          const isReading = request.method === undefined || request.method === 'GET' || request.method === 'HEAD';
          return authorize(isReading ? { ...request, url } : request, nonce, account);
        },
      },
    };
  },
});

interface Nonce {
  readonly challenge: DigestChallenge;
  readonly cnonce: string;
  /** Number of requests with this nonce so far. */
  count: number;
}

/** The latest nonces, by service and account. With a known nonce, requests need no challenge first. */
const nonces = new Map<string, Nonce>();
const MAX_NONCES = 200;

function remember(key: string, nonce: Nonce): void {
  nonces.delete(key);
  nonces.set(key, nonce);
  const [oldest] = nonces.keys();
  if (nonces.size > MAX_NONCES && oldest !== undefined) nonces.delete(oldest);
}

const nonceKey = (origin: string, { user, password }: CredentialData): string =>
  createHash('sha256')
    .update(JSON.stringify([origin, user, password]))
    .digest('base64');

async function authorize(
  request: HttpRequest,
  nonce: Nonce,
  account: { readonly user: string; readonly password: string },
): Promise<HttpRequest> {
  const { challenge, cnonce } = nonce;
  // Incremented before anything is awaited, since no two requests may have the same number.
  nonce.count += 1;
  const header = await digestHeader(challenge, request, { ...account, cnonce, count: nonce.count });
  return withAuthorization(request, header);
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
