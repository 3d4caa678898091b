// GET /rest/push: server-sent events (WHATWG HTML, 9.2). Slow readers are disconnected, then reconnect and catch up. No events are sent after the
// session has ended.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { editorRoutes } from '../contract/rest/editor.ts';
import type { Listener, PushHub } from '../push/hub.ts';
import type { CallerWatch } from './caller-watch.ts';
import { EventWriter } from './event-writer.ts';
import { securityHeaders } from './guard.ts';
import { responseSent, type Caller, type Mount } from './mount.ts';

export interface PushStreamLimits {
  /** Milliseconds until the client reconnects. */
  readonly retry: number;
  /** Milliseconds between two keep-alive comments and session checks. */
  readonly heartbeat: number;
  /** Maximum number of buffered bytes. */
  readonly waiting: number;
}

const defaultLimits: PushStreamLimits = { retry: 3000, heartbeat: 25_000, waiting: 64 * 1024 * 1024 };

export function mountPush(mount: Mount, hub: PushHub, watch: CallerWatch, limits: Partial<PushStreamLimits> = {}): void {
  mount(editorRoutes.push, ({ query, caller, request, reply }) => {
    stream({ hub, watch, limits: { ...defaultLimits, ...limits } }, query.sessionId, caller, request, reply);
    return responseSent;
  });
}

interface StreamParts {
  readonly hub: PushHub;
  readonly watch: CallerWatch;
  readonly limits: PushStreamLimits;
}

function stream(parts: StreamParts, sessionId: string, caller: Caller, request: FastifyRequest, reply: FastifyReply): void {
  const { hub, watch } = parts;
  const { retry, heartbeat, waiting } = parts.limits;
  reply.hijack();
  const { raw } = reply;
  // The client may have disconnected during authentication.
  if (raw.destroyed || request.raw.socket.destroyed) return;
  raw.on('error', () => raw.destroy());
  raw.writeHead(200, {
    ...securityHeaders,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  });
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  const writer = new EventWriter(raw, waiting);
  writer.say(`retry: ${retry}\n\n`);
  const listener: Listener = {
    userId: caller.userId,
    receivesAll: caller.role !== 'member',
    send: (numbered) => writer.send(numbered),
    begins: (after) => writer.begins(after),
    missed: (last) => writer.missed(last),
    end: () => release(),
  };
  const end = hub.listen(sessionId, listener, lastEventIdOf(request));
  const release = (): void => {
    end();
    raw.end();
  };
  const unwatch = watch.onGone(caller, release);
  const check = (): void => {
    watch.isThere(caller).then(
      (isThere) => (isThere ? undefined : release()),
      () => release(),
    );
  };
  // The session may have ended during authentication.
  check();
  const alive = setInterval(() => {
    writer.say(':\n\n');
    check();
  }, heartbeat);
  raw.on('close', () => {
    clearInterval(alive);
    unwatch();
    end();
  });
}

function lastEventIdOf({ headers, query }: FastifyRequest): number | undefined {
  const lastEventId = headers['last-event-id'] ?? (query as { lastEventId?: string }).lastEventId;
  return typeof lastEventId === 'string' && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
}
