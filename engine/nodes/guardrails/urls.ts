// Addresses in texts, and why some of them are not allowed.
import { safePattern } from '../../expression/index.ts';
import type { Finding } from './findings.ts';

export interface UrlRules {
  /** Hosts or addresses, with paths that they must begin with; empty if none is allowed. */
  readonly allowed: readonly string[];
  readonly schemes: readonly string[];
  readonly blocksUserinfo: boolean;
  readonly allowsSubdomains: boolean;
}

const addresses = [
  safePattern(String.raw`\b[a-z][a-z\d+.-]+:\/\/[^\s<>"'\u0060]+`, 'i'),
  safePattern(String.raw`\b(?:data|javascript|vbscript|mailto):[^\s<>"'\u0060]+`, 'i'),
  safePattern(String.raw`(?<![\w@.:/-])[a-z\d][a-z\d.-]*\.[a-z]{2,24}(?::\d{1,5})?\/[^\s<>"'\u0060]*`, 'i'),
  safePattern(String.raw`(?<![\w@.:/-])www\.[a-z\d.-]+\.[a-z]{2,24}\b(?![/\w])`, 'i'),
];

export interface FoundUrl {
  readonly finding: Finding;
  /** The rule that the address breaks; undefined if it is allowed. */
  readonly reason: string | undefined;
}

export function urlsIn(text: string, rules: UrlRules): readonly FoundUrl[] {
  return addresses
    .flatMap((pattern) => pattern.matchAll(text))
    .map(({ 0: found, index }) => ({ kind: 'URL', text: found.replace(/[.,;:!?)\]}]+$/, ''), start: index }))
    .map((finding) => ({ finding, reason: reasonAgainst(finding.text, rules) }));
}

function reasonAgainst(address: string, { allowed, schemes, blocksUserinfo, allowsSubdomains }: UrlRules): string | undefined {
  // An address without a scheme is opened with one.
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(address) && !/^[^/:]+:\d/.test(address);
  const written = hasScheme ? address : `${schemes.includes('https') ? 'https' : 'http'}://${address}`;
  if (!URL.canParse(written)) return 'Invalid URL';
  const url = new URL(written);
  const scheme = url.protocol.slice(0, -1);
  if (!schemes.includes(scheme)) return `Blocked scheme: ${scheme}`;
  if (blocksUserinfo && (url.username !== '' || url.password !== '')) return 'Contains userinfo';
  return allowed.some((entry) => isCovered(url, entry, allowsSubdomains)) ? undefined : 'Not in allow list';
}

function isCovered(url: URL, entry: string, allowsSubdomains: boolean): boolean {
  const hasScheme = entry.includes('://');
  const written = hasScheme ? entry : `${url.protocol}//${entry}`;
  if (!URL.canParse(written)) return false;
  const rule = new URL(written);
  if (hasScheme && rule.protocol !== url.protocol) return false;
  if (rule.port !== '' && rule.port !== url.port) return false;
  const isHost = url.hostname === rule.hostname || (allowsSubdomains && url.hostname.endsWith(`.${rule.hostname.replace(/^www\./, '')}`));
  const path = rule.pathname.replace(/\/$/, '');
  return isHost && (path === '' || url.pathname === path || url.pathname.startsWith(`${path}/`));
}
