// Reads a credential's list of allowed hosts and matches URLs against it.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';

/** Whether the URL's host is on the list (comma-separated, `*.example.com` for all subdomains). An absent or empty list allows every host. */
export function isDomainAllowed(url: string, allowedDomains: string | undefined): boolean {
  const domains = (allowedDomains ?? '')
    .split(',')
    .map(normalHost)
    .filter((domain) => domain !== '');
  if (domains.length === 0) return true;
  if (!URL.canParse(url)) return false;
  const host = normalHost(new URL(url).hostname);
  return (
    host !== '' &&
    domains.some((domain) =>
      domain.startsWith('*.') ? host.endsWith(domain.slice(1)) && host.length > domain.length - 1 : host === domain,
    )
  );
}

const normalHost = (host: string): string => asciiHost(host.trim().toLowerCase().replace(/\.$/, ''));

/** Converts a host to the form that URLs contain: non-ASCII names in Punycode, also after `*.`. */
function asciiHost(host: string): string {
  const [, wildcard = '', name = ''] = /^(\*\.)?(.*)$/.exec(host) ?? [];
  const address = `http://${name}`;
  return /[^ -~]/.test(name) && URL.canParse(address) ? wildcard + new URL(address).hostname : host;
}

/** Returns the list of hosts that a credential is limited to; undefined if it is not limited or the list is empty. */
export function credentialDomains(credential: JsonObject): string | undefined {
  if (credential['allowedHttpRequestDomains'] !== 'domains') return undefined;
  const list = credential['allowedDomains'];
  return typeof list === 'string' && list.trim() !== '' ? list.trim() : undefined;
}

/**
 * Returns the hosts that an HTTP node may send this credential to; undefined for any host. Throws AppError PARAMETER_INVALID if HTTP nodes may
 * not use the credential, or if its list is required and empty.
 */
export function domainsForHttpNode(credential: JsonObject): string | undefined {
  const rule = credential['allowedHttpRequestDomains'];
  if (rule === 'none') {
    throw new AppError('PARAMETER_INVALID', 'This credential is configured to prevent use within an HTTP Request node', {
      hint: 'Change "Allowed HTTP Request Domains" of the credential, or choose another one.',
    });
  }
  const list = credentialDomains(credential);
  if (rule === 'domains' && list === undefined) {
    throw new AppError('PARAMETER_INVALID', 'No allowed domains specified. Add them to the credential, or allow all domains.');
  }
  return list;
}
