// A load balancer: passes each request to the next member that is ready, without sticky sessions.
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds between two checks of readiness, and within which a member must respond to one. */
const CHECKED_EVERY = 1000;
/** Number of checks without a response after which a member counts as not ready: on a busy computer, one may be late. */
const MOST_SILENT = 3;

interface Target {
  isReady: boolean;
  /** Number of successive checks without a response. */
  silent: number;
}

export class Balancer {
  readonly #server: Server;
  readonly #targets = new Map<string, Target>();
  readonly #checks: NodeJS.Timeout;
  #turn = 0;

  private constructor() {
    this.#server = createServer((request, response) => this.#pass(request, response, this.#ready()));
    this.#checks = setInterval(() => void this.#check(), CHECKED_EVERY);
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Adds the URL of a member that is ready. */
  add(url: string): void {
    this.#targets.set(url, { isReady: true, silent: 0 });
  }

  remove(url: string): void {
    this.#targets.delete(url);
  }

  stop(): void {
    clearInterval(this.#checks);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The members that are ready, the next one first. */
  #ready(): readonly string[] {
    const ready = [...this.#targets].filter(([, { isReady }]) => isReady).map(([url]) => url);
    const start = this.#turn++ % Math.max(1, ready.length);
    return [...ready.slice(start), ...ready.slice(0, start)];
  }

  /** All at once, so that a slow member does not delay what is learned of the others. */
  async #check(): Promise<void> {
    const check = async ([url, target]: readonly [string, Target]): Promise<void> => {
      try {
        target.isReady = (await fetch(`${url}healthz/readiness`, { signal: AbortSignal.timeout(CHECKED_EVERY) })).ok;
        target.silent = 0;
      } catch {
        target.silent++;
        if (target.silent >= MOST_SILENT) target.isReady = false;
      }
    };
    await Promise.all([...this.#targets].map(check));
  }

  /** A request goes to another member only if the first one has not accepted the connection. */
  #pass(incoming: IncomingMessage, outgoing: ServerResponse, [target, ...others]: readonly string[]): void {
    if (target === undefined) {
      outgoing.writeHead(503).end('The balancer has no member that is ready.');
      return;
    }
    const request = send(new URL(incoming.url ?? '/', target), { method: incoming.method, headers: incoming.headers, agent: false });
    let isConnected = false;
    request.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
    });
    request.on('error', () => {
      if (!isConnected) {
        incoming.unpipe(request);
        this.#pass(incoming, outgoing, others);
      } else outgoing.destroy();
    });
    outgoing.on('close', () => request.destroy());
    // Nothing is read before the connection is open, so that another member can still receive all of it.
    request.on('socket', (socket) =>
      socket.on('connect', () => {
        isConnected = true;
        incoming.pipe(request);
      }),
    );
  }
}
