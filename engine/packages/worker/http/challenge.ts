// Authentication of requests that sign only when the service asks for it (`sendImmediately: false`): Digest or Basic.
import { randomBytes } from 'node:crypto';
import { bodyHash } from '../../../credentials/_shared/body-hash.ts';
import { digestAuthorization, digestChallenge } from '../../../credentials/_shared/digest.ts';
import type { WireRequest, WireResponse } from '../../process/protocol.ts';
import { accountOf, basicAuthorization, type RequestOptions } from './wire.ts';

/** Returns the request with the header that a refusal asks for; undefined if the request must not be signed, or the service asks for neither. */
export async function signedAsAsked(
  request: WireRequest,
  { auth }: RequestOptions,
  { status, headers, url }: WireResponse,
): Promise<WireRequest | undefined> {
  if (status !== 401 || auth?.sendImmediately !== false || request.headers['authorization'] !== undefined) return undefined;
  // The password is not for a service that the request was redirected to.
  if (new URL(url).origin !== new URL(request.url).origin) return undefined;
  const asked = [headers['www-authenticate'] ?? ''].flat().join(', ');
  const account = accountOf(auth);
  const challenge = digestChallenge(asked);
  if (challenge === undefined) return /\bbasic\b/i.test(asked) ? withHeader(request, basicAuthorization(account)) : undefined;
  const { pathname, search } = new URL(url);
  const header = digestAuthorization(challenge, {
    ...account,
    method: request.method,
    uri: `${pathname}${search}`,
    bodyHash: challenge.qop === 'auth-int' ? await bodyHash(request.body, challenge.algorithm.hash) : '',
    cnonce: randomBytes(16).toString('hex'),
    count: 1,
  });
  return withHeader({ ...request, url }, header);
}

const withHeader = (request: WireRequest, authorization: string): WireRequest => ({
  ...request,
  headers: { ...request.headers, authorization },
});
