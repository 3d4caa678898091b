// Selects the proxy for an address from the environment variables HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, as curl and most programs do.
import { BlockList, isIP } from 'node:net';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentProxy {
  readonly url: string;
  /** Name of the environment variable. */
  readonly variable: string;
}

/** The lower-case name takes precedence, as in curl. */
function variableOf(environment: Environment, ...names: readonly string[]): { variable: string; value: string } | undefined {
  for (const name of names) {
    for (const variable of [name.toLowerCase(), name]) {
      const value = environment[variable]?.trim();
      if (value !== undefined && value !== '') return { variable, value };
    }
  }
  return undefined;
}

/** Returns a function that returns the proxy for an address, or undefined for a direct connection. The environment is read once. */
export function proxyFromEnvironment(environment: Environment): (url: URL) => EnvironmentProxy | undefined {
  const proxies = new Map(
    [
      ['http:', variableOf(environment, 'HTTP_PROXY', 'ALL_PROXY')],
      ['https:', variableOf(environment, 'HTTPS_PROXY', 'ALL_PROXY')],
    ].flatMap(([protocol, proxy]) =>
      proxy === undefined ? [] : [[protocol as string, proxy as { variable: string; value: string }] as const],
    ),
  );
  if (proxies.size === 0) return () => undefined;
  const rules = (variableOf(environment, 'NO_PROXY')?.value ?? '').split(/[\s,]+/).flatMap((text) => ruleOf(text) ?? []);
  return (url) => {
    const proxy = proxies.get(url.protocol);
    if (proxy === undefined || rules.some((rule) => rule(url))) return undefined;
    return { url: proxy.value, variable: proxy.variable };
  };
}

type Rule = (url: URL) => boolean;

/** Parses an entry of NO_PROXY: `*`, a host with its subdomains, an address or a range; each may have a port. */
function ruleOf(text: string): Rule | undefined {
  if (text === '') return undefined;
  if (text === '*') return () => true;
  const { host, port } = splitPort(text.toLowerCase());
  const isHost = hostRule(host);
  return (url) => (port === undefined || portOf(url) === port) && isHost(hostOf(url));
}

function hostRule(host: string): (host: string) => boolean {
  const [address = '', bits] = host.split('/');
  if (isIP(address) !== 0) {
    const length = isIP(address) === 4 ? 32 : 128;
    const prefix = bits === undefined ? length : Number(bits);
    if (!Number.isInteger(prefix) || prefix < 0 || prefix > length || bits === '') return () => false;
    const list = new BlockList();
    list.addSubnet(address, prefix, isIP(address) === 4 ? 'ipv4' : 'ipv6');
    return (candidate) => isIP(candidate) !== 0 && list.check(candidate, isIP(candidate) === 4 ? 'ipv4' : 'ipv6');
  }
  const name = host.replace(/^\*?\./, '').replace(/\.$/, '');
  return (candidate) => candidate === name || candidate.endsWith(`.${name}`);
}

/** Splits `[::1]:80` or `example.com:80` into host and port; a bare IPv6 address has no port. */
function splitPort(text: string): { host: string; port: string | undefined } {
  const bracketed = /^\[([^\]]*)\](\/\d+)?(?::(\d+))?$/.exec(text);
  if (bracketed !== null) return { host: `${bracketed[1]}${bracketed[2] ?? ''}`, port: bracketed[3] };
  const plain = /^([^:]*):(\d+)$/.exec(text);
  return plain === null ? { host: text, port: undefined } : { host: plain[1] ?? '', port: plain[2] };
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const portOf = (url: URL): string => (url.port !== '' ? url.port : url.protocol === 'https:' ? '443' : '80');
