// OAuth 2.0 (RFC 6749) with PKCE (RFC 7636): connects accounts, fetches and refreshes tokens, and signs requests with them.
import { createHash, randomBytes } from 'node:crypto';
import type { JsonObject } from '../../contract/json.ts';
import {
  NodeError,
  withAuthorization,
  withHeader,
  type AccountConnection,
  type CredentialCall,
  type CredentialData,
  type HttpRequest,
  type PreAuthentication,
  type TokenUse,
} from '../../sdk/index.ts';
import { getPath } from '../../workflow/values/object-path.ts';
import { parseJson } from '../../workflow/values/bounded-json.ts';
import { requestToken } from './oauth2-client.ts';
import { trimmedText } from './pasted-text.ts';
import { endpoint, endpointFailure, notConnected, type EndpointResponse } from './token-endpoint.ts';

/** Maximum number of seconds before expiry at which a token is no longer used. */
const EARLY = 60;

/** Error codes that mean that the user's consent has ended. */
const goneCodes: ReadonlySet<string> = new Set([
  'invalid_grant',
  'bad_refresh_token',
  'invalid_refresh_token',
  'interaction_required',
  'expired_token',
  'token_expired',
  'token_revoked',
]);

export const oauth2Connection: AccountConnection = {
  protocol: 'oauth2',
  begin: async (data, { redirectUrl, state }) => {
    rejectUnsupported(data);
    const url = new URL(endpoint(data['authUrl'], 'authorization'));
    for (const [name, value] of new URLSearchParams(trimmedText(data['authQueryParameters']))) url.searchParams.set(name, value);
    const scope = scopeOf(data);
    const codeVerifier = randomBytes(32).toString('base64url');
    const isPkce = data['grantType'] === 'pkce';
    const own = {
      response_type: 'code',
      client_id: trimmedText(data['clientId']),
      redirect_uri: redirectUrl,
      state,
      ...(scope === '' ? {} : { scope }),
      ...(isPkce ? { code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'), code_challenge_method: 'S256' } : {}),
    };
    for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
    const memory: Record<string, string> = isPkce ? { codeVerifier } : {};
    return { url: url.href, memory };
  },
  finish: async (data, call) => {
    const { code, state: _state, ...otherParameters } = call.query;
    if (code === undefined || code === '')
      throw new NodeError('The service returned no authorization code.', { code: 'NODE_REQUEST_FAILED' });
    const { codeVerifier } = call.memory;
    const response = await requestToken(data, call, [
      ['grant_type', 'authorization_code'],
      ['code', code],
      ['redirect_uri', call.redirectUrl],
      ...(codeVerifier === undefined ? [] : [['code_verifier', codeVerifier] as const]),
    ]);
    const token = tokenData(response, {}, call, { what: 'The service did not exchange its code for a token' });
    // Some services identify the account only in the query.
    return { oauthTokenData: Object.keys(otherParameters).length === 0 ? token : { ...token, callbackQueryString: otherParameters } };
  },
};

export const oauth2Token: PreAuthentication = {
  fields: ['oauthTokenData'],
  isValid: (data, now) => {
    const stored = storedToken(data);
    if (accessTokenOf(stored) === undefined) return false;
    const end = endOf(stored);
    const lifetime = Number(stored['expires_in']);
    return end === undefined || now / 1000 < end - Math.min(EARLY, lifetime > 0 ? lifetime / 2 : EARLY);
  },
  rejectedStatus: (data) => Number(data['tokenExpiredStatusCode']) || 401,
  fetch: async (data, call) => {
    rejectUnsupported(data);
    const stored = storedToken(data);
    const refreshToken = stored['refresh_token'];
    if (data['grantType'] === 'clientCredentials') return clientToken(data, call);
    if (accessTokenOf(stored) === undefined && typeof refreshToken !== 'string') throw notConnected(call.name);
    if (typeof refreshToken !== 'string' || refreshToken === '') throw connectionGone(call.name);
    const response = await requestToken(data, call, [
      ['grant_type', 'refresh_token'],
      ['refresh_token', refreshToken],
    ]);
    if (response.error !== undefined && goneCodes.has(response.error.code)) throw connectionGone(call.name, response.error.text);
    const what = `The access token of the credential "${call.name}" could not be renewed`;
    return { oauthTokenData: tokenData(response, stored, call, { what }) };
  },
};

async function clientToken(data: CredentialData, call: CredentialCall): Promise<JsonObject> {
  const scope = scopeOf(data);
  const response = await requestToken(data, call, [
    ['grant_type', 'client_credentials'],
    ...(scope === '' ? [] : [['scope', scope] as const]),
    ...additionalFields(data),
  ]);
  return { oauthTokenData: tokenData(response, {}, call, { what: `The service gave the credential "${call.name}" no access token` }) };
}

/** Adds the access token as a bearer token (RFC 6750 §2.1). */
export function signWithToken(data: CredentialData, request: HttpRequest, use: TokenUse = {}): HttpRequest {
  const { keepBearer, keyToIncludeInAccessTokenHeader: name, property } = use;
  const stored = storedToken(data);
  const chosen = typeof property === 'string' ? getPath(stored, property) : undefined;
  const token = (trimmedText(chosen) || accessTokenOf(stored)) ?? '';
  const authorization =
    keepBearer === false ? token : `${schemeOf(trimmedText(use.tokenType), trimmedText(stored['token_type']))} ${token}`;
  const signed = withAuthorization({ ...request, secrets: [...(request.secrets ?? []), token] }, authorization);
  return typeof name === 'string' && name !== '' ? withHeader(signed, name, token) : signed;
}

function schemeOf(chosen: string, type: string): string {
  if (chosen !== '') return /^bearer$/i.test(chosen) ? 'Bearer' : chosen;
  // Some services put the owner of the token here, such as "bot".
  return type === '' || /^(bearer|bot|user|app|access_token)$/i.test(type) ? 'Bearer' : type;
}

/** Scopes keep the separator that the user entered, since services use spaces or commas. */
const scopeOf = (data: CredentialData): string => trimmedText(data['scope']).replaceAll(/\s+/g, ' ');

const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const storedToken = (data: CredentialData): JsonObject => objectOf(data['oauthTokenData']);

/** Slack returns a user's token within `authed_user`. */
function accessTokenOf(stored: JsonObject): string | undefined {
  const token = objectOf(stored['authed_user'])['access_token'] ?? stored['access_token'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** Returns when the token expires, in seconds since the epoch; undefined if unknown. */
function endOf({ expires_at: end }: JsonObject): number | undefined {
  const seconds = Number(end);
  if (end === null || end === '' || !(seconds > 0)) return undefined;
  return seconds > 1e11 ? seconds / 1000 : seconds;
}

/** Error texts for a response without a token. */
interface TokenTexts {
  readonly what: string;
  readonly hint?: string;
}

/**
 * Merges a token response into the stored fields, so that fields it does not repeat, such as the refresh token, are retained. Adds when the token
 * expires by this computer's clock.
 */
export function tokenData(
  response: EndpointResponse,
  previous: JsonObject,
  { now, name }: CredentialCall,
  { what, hint }: TokenTexts,
): JsonObject {
  const advice = hint ?? `Check the client ID, the secret and the URLs of the credential "${name}".`;
  const { body, error } = response;
  if (error !== undefined || accessTokenOf(body) === undefined) {
    throw endpointFailure(what, { ...response, error: error ?? { code: '', text: 'the response has no access token' } }, advice);
  }
  const { authed_user: _former, expires_at: _end, ...retained } = previous;
  // Slack's user tokens come with their own refresh token.
  const { refresh_token: refresh, expires_in: userLifetime } = objectOf(body['authed_user']);
  const user = {
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
    ...(userLifetime === undefined ? {} : { expires_in: userLifetime }),
  };
  const token = { ...retained, ...body, ...user };
  const lifetime = Number(token['expires_in']);
  return lifetime > 0 ? { ...token, expires_at: Math.floor(now / 1000 + lifetime) } : token;
}

function additionalFields(data: CredentialData): readonly (readonly [string, string])[] {
  if (data['sendAdditionalBodyProperties'] !== true || data['authentication'] !== 'body') return [];
  const properties = data['additionalBodyProperties'];
  try {
    const fields = typeof properties === 'string' ? (properties.trim() === '' ? {} : parseJson(properties)) : properties;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new Error('not an object');
    return Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  } catch (error) {
    throw new NodeError('The additional body properties of the credential are not a JSON object.', {
      code: 'PARAMETER_INVALID',
      hint: 'Write them like {"audience": "https://api.example.com"}.',
      cause: error,
    });
  }
}

function rejectUnsupported(data: CredentialData): void {
  const isUnregistered = data['useDynamicClientRegistration'] === true && trimmedText(data['clientId']) === '';
  const what = isUnregistered ? 'Dynamic client registration' : data['jweEnabled'] === true ? 'Encrypted tokens (JWE)' : undefined;
  if (what === undefined) return;
  throw new NodeError(`${what} of the credential cannot be used.`, {
    code: 'PARAMETER_INVALID',
    hint: 'Register a client at the service, and enter its client ID, secret and URLs in a new credential.',
  });
}

const connectionGone = (name: string, reason?: string): NodeError =>
  new NodeError(`The connection of the credential "${name}" has expired or was revoked: reconnect it.`, {
    code: 'CREDENTIAL_NOT_CONNECTED',
    hint: 'Open the credential and choose Reconnect.',
    ...(reason === undefined ? {} : { description: reason }),
  });
