// The functions of `n8n-workflow` by which nodes keep to what a credential allows, read patterns that users write, and sign in to servers of the
// Model Context Protocol.
import type { JsonObject } from '../../contract/json.ts';
import { credentialDomains, isDomainAllowed } from '../../workflow/values/allowed-domains.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { NodeOperationError, UserError } from './errors.ts';

/** Returns the hosts that a credential is limited to, separated by commas; undefined if it is not limited. */
export const getCredentialAllowedDomains = (data: unknown): string | undefined =>
  isRecord(data) ? credentialDomains(data as JsonObject) : undefined;

/** Throws UserError for a URL whose host is not among the allowed ones. Without such a list, every URL is allowed. */
export function assertUrlAllowed({ url, allowedDomains }: { readonly url: string; readonly allowedDomains?: string | undefined }): void {
  if (!isDomainAllowed(url, allowedDomains)) throw new UserError(notAllowed(url, allowedDomains));
}

interface CredentialUse {
  readonly node: unknown;
  readonly credentialData: unknown;
  readonly url: string;
  /** What the credential is for, such as the name of a service. */
  readonly surface?: string;
}

/** Returns the hosts that the credential is limited to. Throws NodeOperationError for a URL that it may not be sent to. */
export function assertCredentialAllowsUrl({ node, credentialData, url, surface }: CredentialUse): string | undefined {
  const domains = getCredentialAllowedDomains(credentialData);
  if (isDomainAllowed(url, domains)) return domains;
  throw new NodeOperationError(node, notAllowed(url, domains), {
    description: `The credential${surface === undefined ? '' : ` for ${surface}`} is limited to these domains: ${domains ?? ''}. Change them in the credential, or the URL.`,
  });
}

const notAllowed = (url: string, domains = ''): string => {
  const host = URL.canParse(url) ? new URL(url).host : url;
  return `The credential may not be sent to ${host}. Allowed are: ${domains}.`;
};

/** Returns the pattern and the flags of `/pattern/flags`; any other text is a pattern without flags. */
export function parseRegexLiteral(text: string): { readonly source: string; readonly flags: string } {
  const [, source, flags = ''] = /^\/(.*)\/([dgimsuvy]*)$/s.exec(text) ?? [];
  return { source: source ?? text, flags };
}

type Pattern = string | RegExp;
const regexOf = (pattern: Pattern, flags?: string): RegExp =>
  typeof pattern === 'string' ? new RegExp(pattern, flags) : new RegExp(pattern.source, flags ?? pattern.flags);
const forAll = (pattern: Pattern, flags?: string): RegExp => {
  const regex = regexOf(pattern, flags);
  return regex.global ? regex : new RegExp(regex.source, `${regex.flags}g`);
};

/** Patterns of users. One that takes too long ends the process of its package, as any endless loop does, and nothing else. */
export const safeRegex = {
  test: (pattern: Pattern, text: string, flags?: string): boolean => regexOf(pattern, flags).test(text),
  exec: (pattern: Pattern, text: string, flags?: string): RegExpExecArray | null => regexOf(pattern, flags).exec(text),
  match: (pattern: Pattern, text: string, flags?: string): RegExpMatchArray | null => text.match(regexOf(pattern, flags)),
  matchAll: (pattern: Pattern, text: string, flags?: string): RegExpExecArray[] => [...text.matchAll(forAll(pattern, flags))],
  replace: (pattern: Pattern, text: string, replacement: string, flags?: string): string =>
    text.replace(regexOf(pattern, flags), replacement),
  split: (pattern: Pattern, text: string, flags?: string): string[] => text.split(regexOf(pattern, flags)),
};

/** Whether a client of MCP signs in by OAuth2. */
export const isMcpOAuth2Authentication = (authentication: unknown): boolean => String(authentication).endsWith('OAuth2Api');

/** Seconds before its end from which a token is renewed. */
const RENEWED_BEFORE = 30;

/** Whether a token has expired, or there is none although it can be fetched without the user. */
export function shouldRefreshMcpOAuth2Token(token: unknown, grantType?: string): boolean {
  const { access_token: access, refresh_token: refresh, expires_at: end } = isRecord(token) ? token : {};
  const canRefresh = grantType === 'clientCredentials' || (typeof refresh === 'string' && refresh !== '');
  if (!canRefresh) return false;
  return typeof access !== 'string' || access === '' || (typeof end === 'number' && end - RENEWED_BEFORE <= Date.now() / 1000);
}

/** Returns the headers by which a client of MCP signs in with its credential. */
export function getMcpAuthHeaders(authentication: unknown, credential: unknown): Record<string, string> {
  const data = isRecord(credential) ? credential : {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (isMcpOAuth2Authentication(authentication)) {
    const { access_token: token } = isRecord(data['oauthTokenData']) ? data['oauthTokenData'] : {};
    return text(token) === '' ? {} : { Authorization: `Bearer ${text(token)}` };
  }
  switch (authentication) {
    case 'bearerAuth':
      return { Authorization: `Bearer ${text(data['token'])}` };
    case 'headerAuth':
      return text(data['name']) === '' ? {} : { [text(data['name'])]: text(data['value']) };
    case 'multipleHeadersAuth': {
      const { values } = isRecord(data['headers']) ? data['headers'] : {};
      const rows = Array.isArray(values) ? values.filter(isRecord) : [];
      return Object.fromEntries(rows.filter(({ name }) => text(name) !== '').map(({ name, value }) => [text(name), text(value)]));
    }
    default:
      return {};
  }
}
