// The functions of `n8n-workflow` about servers of the Model Context Protocol, and about nodes that agents use as tools.
import { isRecord } from '../../workflow/values/own-properties.ts';

/** Whether an authentication, by the name of its credential type, is OAuth2 with a registration at the server itself. */
export const isMcpOAuth2Authentication = (authentication: unknown): boolean => authentication === 'mcpOAuth2Api';

const UNAUTHORIZED = 401;

/** Whether a failure means that the token of such an authentication has expired: its status is 401. */
export function shouldRefreshMcpOAuth2Token(authentication: unknown, failure: unknown): boolean {
  return isMcpOAuth2Authentication(authentication) && statusOf(failure) === UNAUTHORIZED;
}

function statusOf(failure: unknown): unknown {
  if (typeof failure !== 'object' || failure === null) return failure;
  const { status, statusCode, code, response } = failure as Readonly<Record<string, unknown>>;
  return [status, statusCode, code].find((each) => typeof each === 'number') ?? (response === undefined ? undefined : statusOf(response));
}

/** Whether nodes of a type are tools of agents: `…toolCode`, or the variant of another type, `…gmailTool`. */
export function isToolType(type: unknown): boolean {
  const name = typeof type === 'string' ? (type.split('.').at(-1) ?? '') : '';
  return /^tool[A-Z]/.test(name) || (name.endsWith('Tool') && name !== 'Tool');
}

type Credential = Readonly<Record<string, unknown>> | undefined;

/** Returns the headers that sign requests to a server; empty without authentication. */
export function getMcpAuthHeaders(authentication: unknown, credential: Credential): Readonly<Record<string, string>> {
  switch (authentication) {
    case 'bearerAuth':
      return bearer(credential?.['token']);
    case 'headerAuth':
      return headersOf([credential]);
    case 'multipleHeadersAuth': {
      const { values } = (credential?.['headers'] ?? {}) as { readonly values?: unknown };
      return headersOf(Array.isArray(values) ? values : []);
    }
    case 'mcpOAuth2Api': {
      const { access_token: token } = (credential?.['oauthTokenData'] ?? {}) as { readonly access_token?: unknown };
      return bearer(token);
    }
    default:
      return {};
  }
}

const bearer = (token: unknown): Readonly<Record<string, string>> =>
  typeof token === 'string' && token !== '' ? { Authorization: `Bearer ${token}` } : {};

const headersOf = (list: readonly unknown[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    list
      .filter(isRecord)
      .flatMap(({ name, value }) => (typeof name === 'string' && name !== '' ? [[name, String(value ?? '')] as const] : [])),
  );
