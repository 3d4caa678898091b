// OAuth 1.0a (RFC 5849): connecting an account, and signing requests.
import { createHmac, randomBytes } from 'node:crypto';
import {
  NodeError,
  withAuthorization,
  type AccountConnection,
  type CredentialCall,
  type CredentialData,
  type HttpRequest,
  type PreAuthentication,
} from '../../sdk/index.ts';
import { comparePairs, percentEncoded } from './percent-encoding.ts';
import { endpoint, endpointFailure, notConnected, post, type EndpointResponse } from './token-endpoint.ts';

type Parameter = readonly [name: string, value: string];

const HINT = 'Check the consumer key, the consumer secret and the URLs of the credential.';

export const oauth1Connection: AccountConnection = {
  protocol: 'oauth1',
  begin: async (data, { redirectUrl, state, ...call }) => {
    // The protocol has no parameter for the state, so the callback's URL contains it.
    const callback = new URL(redirectUrl);
    callback.searchParams.set('state', state);
    const url = endpoint(data['requestTokenUrl'], 'request token');
    const response = await signedPost(data, call, url, [['oauth_callback', callback.href]]);
    const { oauth_token: token, oauth_token_secret: secret } = response.body;
    if (response.error !== undefined || typeof token !== 'string' || typeof secret !== 'string')
      throw endpointFailure('The service gave no request token', response, HINT);
    const page = new URL(endpoint(data['authUrl'], 'authorization'));
    page.searchParams.set('oauth_token', token);
    return { url: page.href, memory: { token, secret } };
  },
  finish: async (data, { query, memory, ...call }) => {
    const { oauth_token: token, oauth_verifier: verifier } = query;
    if (token !== memory['token'] || verifier === undefined)
      throw new NodeError('The service did not confirm the request that was begun.', {
        code: 'NODE_REQUEST_FAILED',
        hint: 'Connect the account again.',
      });
    const url = endpoint(data['accessTokenUrl'], 'access token');
    const temporary = { ...data, oauthTokenData: { oauth_token: memory['token'], oauth_token_secret: memory['secret'] } };
    const response = await signedPost(temporary, call, url, [['oauth_verifier', verifier]]);
    const { body } = response;
    if (response.error !== undefined || typeof body['oauth_token'] !== 'string' || typeof body['oauth_token_secret'] !== 'string')
      throw endpointFailure('The service gave no access token', response, HINT);
    return { oauthTokenData: body };
  },
};

async function signedPost(data: CredentialData, call: CredentialCall, url: string, own: readonly Parameter[]): Promise<EndpointResponse> {
  const authorization = authorizationOf(data, { url, method: 'POST' }, own, unique(call.now));
  return post(call, { url, data, headers: { authorization } });
}

/** The token is received when the account is connected, and cannot be fetched again. */
export const oauth1Token: PreAuthentication = {
  fields: ['oauthTokenData'],
  isValid: (data) => tokenOf(data).token !== undefined,
  fetch: (_data, { name }) => Promise.reject(notConnected(name)),
  // No response has this status: a rejected token stays.
  rejectedStatus: () => 0,
};

/** Adds the Authorization header. Throws NodeError CREDENTIAL_NOT_CONNECTED if there is no token. */
export function signWithOAuth1(data: CredentialData, request: HttpRequest): HttpRequest {
  if (tokenOf(data).token === undefined) {
    throw new NodeError('The account of the OAuth1 credential is not connected.', {
      code: 'CREDENTIAL_NOT_CONNECTED',
      hint: 'Open the credential and connect your account.',
    });
  }
  return withAuthorization(request, authorizationOf(data, request, [], unique(Date.now())));
}

/** Timestamp and nonce, which make a request unique. */
interface Unique {
  readonly nonce: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

const unique = (now: number): Unique => ({ nonce: randomBytes(16).toString('hex'), timestamp: Math.floor(now / 1000) });

function tokenOf(data: CredentialData): { readonly token: string | undefined; readonly secret: string } {
  const stored = data['oauthTokenData'];
  const { oauth_token: token, oauth_token_secret: secret } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  return { token: typeof token === 'string' ? token : undefined, secret: typeof secret === 'string' ? secret : '' };
}

/** Returns the value of the Authorization header (§3.5.1). */
export function authorizationOf(
  data: CredentialData,
  request: HttpRequest,
  own: readonly Parameter[],
  { nonce, timestamp }: Unique,
): string {
  const method = String(data['signatureMethod'] ?? 'HMAC-SHA1');
  const { token, secret } = tokenOf(data);
  const protocol: readonly Parameter[] = [
    ['oauth_consumer_key', String(data['consumerKey'] ?? '')],
    ...(token === undefined ? [] : [['oauth_token', token] as const]),
    ['oauth_signature_method', method],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_nonce', nonce],
    ['oauth_version', '1.0'],
    ...own,
  ];
  const key = `${percentEncoded(String(data['consumerSecret'] ?? ''))}&${percentEncoded(secret)}`;
  const signature = createHmac(hashOf(method), key).update(baseString(request, protocol)).digest('base64');
  const header = [...protocol, ['oauth_signature', signature] as const].map(
    ([name, value]) => `${percentEncoded(name)}="${percentEncoded(value)}"`,
  );
  return `OAuth ${header.join(', ')}`;
}

function hashOf(method: string): string {
  const [, hash] = /^HMAC-(SHA1|SHA256|SHA512)$/.exec(method) ?? [];
  if (hash !== undefined) return hash.toLowerCase();
  throw new NodeError(`The signature method "${method}" is not known.`, {
    code: 'PARAMETER_INVALID',
    hint: 'Choose another one in the credential.',
  });
}

/** Returns the signature base string (§3.4.1). It includes parameters of the query and of a form, but not of other bodies. */
export function baseString({ url: text, method = 'GET', headers = {}, body }: HttpRequest, protocol: readonly Parameter[]): string {
  const url = new URL(text);
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isForm = typeof body === 'string' && /^application\/x-www-form-urlencoded\b/i.test(String(type));
  const all = [...url.searchParams, ...(isForm ? new URLSearchParams(body) : []), ...protocol];
  const sorted = all.map(([name, value]) => [percentEncoded(name), percentEncoded(value)] as const).toSorted(comparePairs);
  const parameters = sorted.map(([name, value]) => `${name}=${value}`).join('&');
  return [method.toUpperCase(), `${url.origin}${url.pathname}`, parameters].map((part) => percentEncoded(part)).join('&');
}
