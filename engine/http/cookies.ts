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

/** `path`: the base path under which the instance stands; `sessionTime`: milliseconds a session lasts without being used. */
export function createSessionCookies(path: string, sessionTime: number): SessionCookies {
  const renewed = new WeakSet<FastifyRequest>();
  const options = { path, httpOnly: true, sameSite: 'lax' } as const;
  const read = (request: FastifyRequest): string | undefined => {
    const value = request.cookies[SESSION_COOKIE];
    return value !== undefined && secretPattern.test(value) ? value : undefined;
  };
  // Whether it is https, a proxy may say only where it is trusted: Fastify looks to that.
  const set = (reply: FastifyReply, secret: string): void => {
    const secure = reply.request.protocol === 'https';
    void reply.setCookie(SESSION_COOKIE, secret, { ...options, secure, maxAge: Math.floor(sessionTime / 1000) });
  };
  return {
    read,
    set,
    clear: (reply) => void reply.clearCookie(SESSION_COOKIE, { ...options, secure: reply.request.protocol === 'https' }),
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
