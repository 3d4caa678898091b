// Reads a credential's list of allowed hosts and matches URLs against it.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';

/**
 * Whether the URL's host is on the list (comma-separated, `*.example.com` for all subdomains). An entry with a port, such as `localhost:8080`,
 * allows this port only. An absent or empty list allows every host.
 */
export function isDomainAllowed(url: string, allowedDomains: string | undefined): boolean {
  const domains = entriesOf(allowedDomains);
  if (domains.length === 0) return true;
  if (!URL.canParse(url)) return false;
  const { hostname, port, protocol } = new URL(url);
  const host = normalHost(hostname);
  const usedPort = port === '' ? (defaultPorts[protocol] ?? '') : port;
  return (
    host !== '' &&
    domains.some((entry) => {
      const { name, port: entryPort } = partsOf(entry);
      if (entryPort !== undefined && entryPort !== usedPort) return false;
      return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name;
    })
  );
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

const entriesOf = (list: string | undefined): readonly string[] =>
  (list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => !/^\.?$/.test(entry));

function partsOf(entry: string): { readonly name: string; readonly port?: string | undefined } {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  // An IPv6 address may be written without brackets, and then has no port.
  return host.includes(':') && !host.startsWith('[') ? { name: normalHost(`[${entry}]`) } : { name: normalHost(host), port };
}

const normalHost = (host: string): string => asciiHost(host.trim().toLowerCase().replace(/\.$/, ''));

/** Converts a host to the form that URLs contain: non-ASCII names in Punycode, also after `*.`, and IPv6 addresses in their short form. */
function asciiHost(host: string): string {
  const [, wildcard = '', name = ''] = /^(\*\.)?(.*)$/.exec(host) ?? [];
  const address = `http://${name}`;
  return /[^ -~]|^\[/.test(name) && URL.canParse(address) ? wildcard + new URL(address).hostname : host;
}

/** Whether a credential may be sent only to domains that it lists. */
export const isDomainLimited = (credential: JsonObject): boolean => credential['allowedHttpRequestDomains'] === 'domains';

/** Returns the list of hosts that a credential is limited to; undefined if it is not limited or the list is empty. */
export function credentialDomains(credential: JsonObject): string | undefined {
  if (!isDomainLimited(credential)) return undefined;
  const list = credential['allowedDomains'];
  return typeof list === 'string' && entriesOf(list).length > 0 ? list.trim() : undefined;
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
