// Authentication of requests that sign only when the service asks for it (`sendImmediately: false`): Digest or Basic.
import { randomBytes } from 'node:crypto';
import { digestChallenge, digestHeader } from '../../../credentials/_shared/digest.ts';
import type { WireRequest, WireResponse } from '../../process/protocol.ts';
import { accountOf, basicAuthorization, type RequestOptions } from './wire.ts';

/** Returns the request with the header that a rejection asks for; undefined if the request must not be signed, or the service asks for neither. */
export async function signedAsAsked(
  request: WireRequest,
  { auth }: RequestOptions,
  { status, headers, url }: WireResponse,
): Promise<WireRequest | undefined> {
  if (status !== 401 || auth?.sendImmediately !== false || request.headers['authorization'] !== undefined) return undefined;
  // Another service that the request was redirected to must not receive the password.
  if (new URL(url).origin !== new URL(request.url).origin) return undefined;
  const challengeHeader = [headers['www-authenticate'] ?? ''].flat().join(', ');
  const account = accountOf(auth);
  const challenge = digestChallenge(challengeHeader);
  if (challenge === undefined) return /\bbasic\b/i.test(challengeHeader) ? withHeader(request, basicAuthorization(account)) : undefined;
  // After a redirect, only requests that read something go straight to its target: the redirect may have changed the method of others.
  const again = request.method === 'GET' || request.method === 'HEAD' ? { ...request, url } : request;
  return withHeader(again, await digestHeader(challenge, again, { ...account, cnonce: randomBytes(16).toString('hex'), count: 1 }));
}

const withHeader = (request: WireRequest, authorization: string): WireRequest => ({
  ...request,
  headers: { ...request.headers, authorization },
});
