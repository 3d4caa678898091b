// The functions of `n8n-workflow` by which nodes keep to what a credential allows, and sign in to servers of the Model Context Protocol.
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
  /** The URL in the credential itself, whose origin is always allowed. */
  readonly pinnedUrl?: string;
}

/** Returns the hosts that the credential is limited to. Throws NodeOperationError for a URL that it may not be sent to. */
export function assertCredentialAllowsUrl({ node, credentialData, url, surface, pinnedUrl }: CredentialUse): string | undefined {
  const domains = getCredentialAllowedDomains(credentialData);
  if (isDomainAllowed(url, domains) || hasOriginOf(url, pinnedUrl)) return domains;
  throw new NodeOperationError(node, notAllowed(url, domains), {
    description: `The credential${surface === undefined ? '' : ` for ${surface}`} is limited to these domains: ${domains ?? ''}. Change them in the credential, or the URL.`,
  });
}

const hasOriginOf = (url: string, other = ''): boolean =>
  URL.canParse(url) && URL.canParse(other) && new URL(url).origin === new URL(other).origin;

const notAllowed = (url: string, domains = ''): string => {
  const host = URL.canParse(url) ? new URL(url).host : url;
  return `The credential may not be sent to ${host}. Allowed are: ${domains}.`;
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
  const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (isMcpOAuth2Authentication(authentication)) {
    const { access_token: token } = isRecord(data['oauthTokenData']) ? data['oauthTokenData'] : {};
    return stringOf(token) === '' ? {} : { Authorization: `Bearer ${stringOf(token)}` };
  }
  switch (authentication) {
    case 'bearerAuth':
      return { Authorization: `Bearer ${stringOf(data['token'])}` };
    case 'headerAuth':
      return stringOf(data['name']) === '' ? {} : { [stringOf(data['name'])]: stringOf(data['value']) };
    case 'multipleHeadersAuth': {
      const { values } = isRecord(data['headers']) ? data['headers'] : {};
      const rows = Array.isArray(values) ? values.filter(isRecord) : [];
      return Object.fromEntries(
        rows.filter(({ name }) => stringOf(name) !== '').map(({ name, value }) => [stringOf(name), stringOf(value)]),
      );
    }
    default:
      return {};
  }
}
