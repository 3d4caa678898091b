// The cookie by which a browser is known: for this site alone, out of reach of scripts, over https only where there is https.
import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'millrace-auth';

/** 32 bytes as base64url: anything else in the cookie is not ours. */
const secretPattern = /^[\w-]{43}$/;

export interface SessionCookies {
  /** The secret that the browser sent. */
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, secret: string): void;
  clear(reply: FastifyReply): void;
  /** Has the answer to this request carry the cookie again, since its session was made longer. */
  renew(request: FastifyRequest): void;
  /** Puts renewed cookies into the answers of these routes; to be called once in their scope. */
  install(app: FastifyInstance): void;
}

export interface CookieRules {
  /** Base path under which the instance stands. */
  readonly path: string;
  /** Milliseconds a session lasts without being used. */
  readonly sessionTime: number;
  /** Whether browsers send it over https only; `auto`, which is the default, for requests that came by https. */
  readonly secure?: 'auto' | 'true' | 'false';
  /** Which requests from other sites carry it; `lax` by default. */
  readonly sameSite?: 'lax' | 'strict' | 'none';
}

export function createSessionCookies({ path, sessionTime, secure = 'auto', sameSite = 'lax' }: CookieRules): SessionCookies {
  const renewed = new WeakSet<FastifyRequest>();
  const options = { path, httpOnly: true, sameSite } as const;
  const read = (request: FastifyRequest): string | undefined => {
    const value = request.cookies[SESSION_COOKIE];
    return value !== undefined && secretPattern.test(value) ? value : undefined;
  };
  // Fastify believes a proxy that says https only if the proxy is trusted.
  const isSecure = ({ request }: FastifyReply): boolean => secure === 'true' || (secure === 'auto' && request.protocol === 'https');
  const set = (reply: FastifyReply, secret: string): void => {
    void reply.setCookie(SESSION_COOKIE, secret, { ...options, secure: isSecure(reply), maxAge: Math.floor(sessionTime / 1000) });
  };
  return {
    read,
    set,
    clear: (reply) => void reply.clearCookie(SESSION_COOKIE, { ...options, secure: isSecure(reply) }),
    renew: (request) => void renewed.add(request),
    install: (app) => {
      // Before the handler, which may still sign out.
      app.addHook('preHandler', async (request, reply) => {
        const secret = renewed.has(request) ? read(request) : undefined;
        if (secret !== undefined) set(reply, secret);
      });
    },
  };
}
