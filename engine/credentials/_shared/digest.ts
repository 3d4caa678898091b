// Digest access authentication (RFC 7616): parses challenges and creates the header that responds to them.
import { createHash } from 'node:crypto';
import type { HttpRequest } from '../../sdk/index.ts';
import { bodyHash } from './body-hash.ts';

export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque?: string;
  readonly algorithm: DigestAlgorithm;
  /** Whether the challenge specifies its algorithm. */
  readonly namesAlgorithm: boolean;
  /** Undefined for servers of RFC 2069, which do not know quality of protection. */
  readonly qop?: 'auth' | 'auth-int';
  /** Whether the earlier nonce has expired although user and password were correct. */
  readonly isStale: boolean;
  readonly isUtf8: boolean;
  readonly hashesUser: boolean;
}

interface DigestAlgorithm {
  readonly name: string;
  readonly hash: 'md5' | 'sha256' | 'sha512-256';
  readonly isSession: boolean;
}

export interface DigestRequest {
  readonly method: string;
  /** Path and query of the request. */
  readonly uri: string;
  /** Hash of the body in hexadecimal, for the quality of protection `auth-int`. */
  readonly bodyHash: string;
  readonly user: string;
  readonly password: string;
  /** Client nonce. It is the same for all requests with one server nonce, since session algorithms derive their key from both. */
  readonly cnonce: string;
  /** Number of requests with this nonce, starting at 1. */
  readonly count: number;
}

const hashes = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' } as const;

/** Returns the first Digest challenge of a WWW-Authenticate header whose algorithm and quality of protection are supported. */
export function digestChallenge(header: string): DigestChallenge | undefined {
  for (const { scheme, params } of challengesIn(header)) {
    const nonce = params.get('nonce');
    const algorithm = algorithmOf(params.get('algorithm') ?? 'MD5');
    const offered = (params.get('qop') ?? '').split(',').map((name) => name.trim().toLowerCase());
    const qop = offered.includes('auth') ? 'auth' : offered.includes('auth-int') ? 'auth-int' : undefined;
    if (scheme !== 'digest' || nonce === undefined || nonce === '' || algorithm === undefined || (params.has('qop') && qop === undefined))
      continue;
    const opaque = params.get('opaque');
    return {
      realm: params.get('realm') ?? '',
      nonce,
      ...(opaque === undefined ? {} : { opaque }),
      algorithm,
      namesAlgorithm: params.has('algorithm'),
      ...(qop === undefined ? {} : { qop }),
      isStale: params.get('stale')?.toLowerCase() === 'true',
      isUtf8: params.get('charset')?.toLowerCase() === 'utf-8',
      hashesUser: params.get('userhash')?.toLowerCase() === 'true',
    };
  }
  return undefined;
}

function algorithmOf(name: string): DigestAlgorithm | undefined {
  const [, base = '', session] = /^(.+?)(-sess)?$/.exec(name.toLowerCase()) ?? [];
  return Object.hasOwn(hashes, base) ? { name, hash: hashes[base as keyof typeof hashes], isSession: session !== undefined } : undefined;
}

/** A token, or a name with a value that may be quoted. */
const part = /\s*([^\s=,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?[\s,]*/suy;

function challengesIn(header: string): { scheme: string; params: Map<string, string> }[] {
  const challenges: { scheme: string; params: Map<string, string> }[] = [];
  part.lastIndex = 0;
  for (let match = part.exec(header); match !== null; match = part.exec(header)) {
    const [, name = '', quoted, token] = match;
    const value = quoted?.replaceAll(/\\(.)/gs, '$1') ?? token;
    if (value === undefined) challenges.push({ scheme: name.toLowerCase(), params: new Map() });
    else challenges.at(-1)?.params.set(name.toLowerCase(), value);
  }
  return challenges;
}

/** Returns the value of the Authorization header of a request; reads its body if the challenge asks for its hash. */
export async function digestHeader(
  challenge: DigestChallenge,
  { method = 'GET', url, body }: Pick<HttpRequest, 'method' | 'url' | 'body'>,
  identity: Pick<DigestRequest, 'user' | 'password' | 'cnonce' | 'count'>,
): Promise<string> {
  const { pathname, search } = new URL(url);
  return digestAuthorization(challenge, {
    ...identity,
    method,
    uri: `${pathname}${search}`,
    bodyHash: challenge.qop === 'auth-int' ? await bodyHash(body, challenge.algorithm.hash) : '',
  });
}

/** Returns the value of the Authorization header. */
export function digestAuthorization(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, opaque, algorithm, qop } = challenge;
  const { method, uri, user, password, cnonce, bodyHash } = request;
  const hash = (text: string): string => createHash(algorithm.hash).update(text).digest('hex');
  const count = request.count.toString(16).padStart(8, '0');
  const secret = hash(`${user}:${realm}:${password}`);
  const key = algorithm.isSession ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const target = hash(qop === 'auth-int' ? `${method}:${uri}:${bodyHash}` : `${method}:${uri}`);
  const response = hash(qop === undefined ? `${key}:${nonce}:${target}` : `${key}:${nonce}:${count}:${cnonce}:${qop}:${target}`);
  const params = [
    ...userParams(challenge, user, hash),
    `realm="${quoted(realm)}"`,
    `nonce="${quoted(nonce)}"`,
    `uri="${quoted(uri)}"`,
    `response="${response}"`,
    ...(challenge.namesAlgorithm ? [`algorithm=${algorithm.name}`] : []),
    ...(opaque === undefined ? [] : [`opaque="${quoted(opaque)}"`]),
    ...(qop === undefined && !algorithm.isSession ? [] : [`cnonce="${cnonce}"`]),
    ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${count}`]),
  ];
  return `Digest ${params.join(', ')}`;
}

function userParams({ realm, isUtf8, hashesUser }: DigestChallenge, user: string, hash: (text: string) => string): readonly string[] {
  if (hashesUser) return [`username="${hash(`${user}:${realm}`)}"`, 'userhash=true'];
  const isAscii = /^[ -~]*$/.test(user);
  // Encoded as specified in RFC 8187.
  if (isUtf8 && !isAscii) return [`username*=UTF-8''${encodeURIComponent(user.toWellFormed()).replaceAll(/['()*]/g, percent)}`];
  // Without a charset, servers use the raw bytes. Headers are sent as Latin-1, one byte per character.
  return [`username="${Buffer.from(quoted(user)).toString('latin1')}"`];
}

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
/** Line breaks cannot be sent in a header. */
const quoted = (text: string): string => text.replaceAll(/[\r\n]/g, '').replaceAll(/["\\]/g, String.raw`\$&`);
