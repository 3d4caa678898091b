// Identifies callers: by the way they came in, by API key in the public API, by the session's cookie, or by local access until an owner is
// set up.
import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../contract/errors.ts';
import type { AccountServices } from '../services/accounts/index.ts';
import type { SessionCookies } from './cookies.ts';
import { isSameOrigin } from './guard.ts';
import type { TrustedRequests } from './inject.ts';
import type { Caller, Identify } from './mount.ts';

export interface IdentifyParts {
  readonly accounts: Pick<AccountServices, 'localAccess' | 'sessions' | 'setUp'>;
  readonly cookies: SessionCookies;
  /** Requests that the gateway identifies; none by default. */
  readonly trusted?: TrustedRequests;
}

export function createIdentify({ accounts, cookies, trusted }: IdentifyParts): Identify {
  return async (request) => {
    if (trusted?.callerOf(request.raw) === 'localOwner') return accounts.setUp.localOwner();
    return (await bySession(accounts, cookies, request)) ?? (await byLocalAccess(accounts, request));
  };
}

/** Identifies callers of the public API by their key alone: in X-N8N-API-KEY or as bearer token. */
export function identifyByKey({ apiKeys }: Pick<AccountServices, 'apiKeys'>): Identify {
  return (request) => {
    const header = request.headers['x-n8n-api-key'];
    const key = typeof header === 'string' && header !== '' ? header : bearerOf(request);
    return key === undefined ? undefined : apiKeys.find(key);
  };
}

async function bySession(
  { sessions }: IdentifyParts['accounts'],
  cookies: SessionCookies,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const secret = cookies.read(request);
  const session = secret === undefined ? undefined : await sessions.find(secret);
  // Local access is limited to this computer, even with a valid cookie.
  if (session === undefined || (session.role === 'default' && !isLocal(request))) return undefined;
  if (session.isExtended) cookies.renew(request);
  return { userId: session.userId, role: session.role, session: session.hash };
}

/** Throws LOCAL_ACCESS_REQUIRED, or OWNER_NOT_SET_UP for other computers, if no account exists yet. */
async function byLocalAccess({ setUp, localAccess }: IdentifyParts['accounts'], request: FastifyRequest): Promise<Caller | undefined> {
  const userId = await setUp.defaultUser();
  if (userId === undefined) return undefined;
  const here = isLocal(request);
  if (here && localAccess.isOpen) return { userId, role: 'default' };
  const bearer = here ? bearerOf(request) : undefined;
  const localToken = bearer === undefined ? undefined : localAccess.matchToken(bearer);
  if (localToken !== undefined) return { userId, role: 'default', localToken };
  if ((request.routeOptions.config as { access?: string }).access === 'public') return undefined;
  if (here) {
    throw new AppError('LOCAL_ACCESS_REQUIRED', 'This computer needs a link or a token to use Millrace.', {
      hint: 'Open Millrace with the link that `millrace start` printed, or run `millrace open` (in a clone: `npm run millrace open`). For calls, send the token that `millrace token` prints as Authorization: Bearer.',
    });
  }
  throw new AppError('OWNER_NOT_SET_UP', 'Nobody can sign in here yet: the owner of this instance is not set up.', {
    hint: 'On the computer that Millrace runs on, open the link that `millrace open` prints (in a clone: `npm run millrace open`), and set up the owner. Then sign in from here.',
  });
}

/** RFC 6750 §2.1; the scheme is case-insensitive. */
const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer +([\w~+/.-]{1,200}=*)$/i.exec(headers.authorization ?? '')?.[1];

/** Whether a request was made on this computer, by a program or by the server's own page. */
export const isLocal = (request: FastifyRequest): boolean => isFromThisComputer(request) && isOwnPage(request);

/** Other sites get no access unless the user follows a link, as with a Lax cookie. */
const isOwnPage = ({ method, headers }: FastifyRequest): boolean =>
  isSameOrigin({ headers }) || (method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document');

/** Headers that proxies add. Behind a proxy, the peer address says nothing about the client. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** Whether a request comes from this computer and was sent to a loopback name or address. */
export function isFromThisComputer({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const peer = raw.socket.remoteAddress;
  const host = headers.host === undefined ? undefined : URL.parse(`http://${headers.host}`)?.hostname;
  return peer !== undefined && isLoopback(peer) && host !== undefined && (host === 'localhost' || isLoopback(host));
}

function isLoopback(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}
