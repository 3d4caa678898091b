// The session cookie: HttpOnly, SameSite, and Secure if the server uses HTTPS. Its name differs between instances, since browsers send cookies to all
// ports of a host.
import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What the names of the session cookies of all instances start with; the name itself is that of earlier versions. */
export const SESSION_COOKIE = 'millrace-auth';

/** Returns the name of an instance's session cookie. */
export const sessionCookieOf = (instanceId: string): string => `${SESSION_COOKIE}-${instanceId.slice(0, 12)}`;

/** 32 bytes as base64url; other cookie values are ignored. */
const secretPattern = /^[\w-]{43}$/;

export interface SessionCookies {
  /** Returns the secret that the browser sent. */
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, secret: string): void;
  clear(reply: FastifyReply): void;
  /** Renews the cookie in the response to this request, because its session was extended. */
  renew(request: FastifyRequest): void;
  /** Adds renewed cookies to the responses of all routes in a scope. Called once per scope. */
  install(app: FastifyInstance): void;
}

export interface CookieRules {
  /** Name of the cookie. */
  readonly name: string;
  /** Base path of the instance. */
  readonly path: string;
  /** Milliseconds until an unused session expires. */
  readonly sessionTime: number;
  /** The cookie's Secure attribute; `auto`, the default, sets it for requests over HTTPS. */
  readonly secure?: 'auto' | 'true' | 'false';
  /** The cookie's SameSite attribute; `lax` by default. */
  readonly sameSite?: 'lax' | 'strict' | 'none';
}

export function createSessionCookies({ name, path, sessionTime, secure = 'auto', sameSite = 'lax' }: CookieRules): SessionCookies {
  const renewed = new WeakSet<FastifyRequest>();
  const options = { path, httpOnly: true, sameSite } as const;
  const read = (request: FastifyRequest): string | undefined => {
    // A session of an earlier version keeps its cookie until it is extended.
    const value = request.cookies[name] ?? request.cookies[SESSION_COOKIE];
    return value !== undefined && secretPattern.test(value) ? value : undefined;
  };
  // Fastify uses X-Forwarded-Proto of trusted proxies only.
  const isSecure = ({ request }: FastifyReply): boolean => secure === 'true' || (secure === 'auto' && request.protocol === 'https');
  const set = (reply: FastifyReply, secret: string): void => {
    void reply.setCookie(name, secret, { ...options, secure: isSecure(reply), maxAge: Math.floor(sessionTime / 1000) });
  };
  return {
    read,
    set,
    clear: (reply) => void reply.clearCookie(name, { ...options, secure: isSecure(reply) }),
    renew: (request) => void renewed.add(request),
    install: (app) => {
      // Set before the handler runs, since the handler may clear it on sign-out.
      app.addHook('preHandler', async (request, reply) => {
        const secret = renewed.has(request) ? read(request) : undefined;
        if (secret !== undefined) set(reply, secret);
      });
    },
  };
}
