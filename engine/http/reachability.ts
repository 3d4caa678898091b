// Checks whether this instance responds at one of its own addresses: a request with a random path, to which only this process has the right response.
// If it reaches another server of the team, that one asks for it.
import { randomUUID } from 'node:crypto';
import { AppError } from '../contract/errors.ts';
import type { InstanceAddress, Reachability } from '../contract/rest/addresses.ts';
import type { TeamCalls } from '../services/team-calls.ts';
import type { HttpPort } from '../sdk/index.ts';
import type { WebhookHandler } from './webhook-origin.ts';

export interface ReachabilityParts {
  readonly http: HttpPort;
  readonly addresses: () => readonly InstanceAddress[];
  /** First path segment of webhooks, which proxies that pass only webhooks pass too. */
  readonly webhookPrefix: string;
  /** Milliseconds to wait for a response. */
  readonly timeout?: number;
  /** The other servers behind the same addresses. */
  readonly team: Pick<TeamCalls, 'serve' | 'first'>;
}

/** Topic of calls for the response to a request that another server sends. */
const RESPONSE = 'reachability response';

type Call = Parameters<WebhookHandler['handle']>[1];
type OutgoingResponse = Parameters<WebhookHandler['handle']>[2];

const TIMEOUT = 5000;
/** Maximum number of bytes read from a response. */
const MAX_BYTES = 1000;
const pathPattern = /\/reachability-check-([0-9a-f-]{36})$/;

export class ReachabilityChecks {
  readonly #parts: ReachabilityParts;
  /** What to respond, by the random part of the path. */
  readonly #expected = new Map<string, string>();
  /** Checks in progress, by address. */
  readonly #pendingChecks = new Map<string, Promise<Reachability>>();

  constructor(parts: ReachabilityParts) {
    this.#parts = parts;
    parts.team.serve(RESPONSE, (nonce) => this.#expected.get(String(nonce)));
  }

  /** Returns the webhooks with a response to checks in progress. */
  answeredBy({ kindOf, handle }: { [K in keyof WebhookHandler]: WebhookHandler[K] }): WebhookHandler {
    return {
      kindOf,
      handle: async (kind, request, response, ...rest) => {
        const nonce = pathPattern.exec(request.url ?? '')?.[1];
        if (nonce === undefined || !(await this.#responds(nonce, request, response))) await handle(kind, request, response, ...rest);
      },
    };
  }

  /** Requests only addresses of this instance; throws NOT_FOUND for others. */
  async check(url: string): Promise<Reachability> {
    const address = this.#parts.addresses().find((own) => own.url === url);
    if (address === undefined) throw new AppError('NOT_FOUND', 'This is not an address of the instance.', { params: { url } });
    const check = this.#pendingChecks.get(url) ?? this.#request(address).finally(() => this.#pendingChecks.delete(url));
    this.#pendingChecks.set(url, check);
    return check;
  }

  async #request({ kind, url }: InstanceAddress): Promise<Reachability> {
    const { http, webhookPrefix, timeout = TIMEOUT } = this.#parts;
    const [nonce, answer] = [randomUUID(), randomUUID()];
    const ended = new AbortController();
    this.#expected.set(nonce, answer);
    try {
      const response = await http.request({
        url: `${url}${webhookPrefix}/reachability-check-${nonce}`,
        maxRedirects: 0,
        timeout,
        signal: AbortSignal.any([AbortSignal.timeout(timeout), ended.signal]),
        // Certificates name the public address; here the response itself is the proof.
        allowUnauthorizedCerts: kind !== 'public',
      });
      const isOurs = response.status === 200 && (await readStart(response.stream())) === answer;
      return isOurs ? { result: 'reachable' } : { result: 'other', reason: `HTTP ${response.status}` };
    } catch (error) {
      return { result: 'unreachable', reason: (error as Error).message };
    } finally {
      this.#expected.delete(nonce);
      // Closes the connection without reading the rest of the body.
      ended.abort();
    }
  }

  async #responds(nonce: string, request: Call, response: OutgoingResponse): Promise<boolean> {
    const { team } = this.#parts;
    const expectedBody = this.#expected.get(nonce) ?? (await team.first(RESPONSE, nonce).catch(() => undefined));
    if (typeof expectedBody !== 'string') return false;
    request.resume();
    response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    response.end(expectedBody);
    return true;
  }
}

async function readStart(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let body = '';
  for await (const chunk of stream) {
    body += Buffer.from(chunk).toString('utf8');
    if (body.length > MAX_BYTES) break;
  }
  return body;
}
