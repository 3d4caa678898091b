// The requests of one call of package code, which the engine makes, and the streams that it reads in chunks.
import { NodeError, type HttpRequest, type HttpResponse, type StandingContext } from '../../sdk/index.ts';
import { HiddenSignature } from './hidden-signature.ts';
import type { WireRequest, WireResponse } from './protocol.ts';

/** Maximum number of requests of a call that are under way; others wait. */
const MOST_REQUESTS = 100;

interface OpenStream {
  readonly source: AsyncIterator<Uint8Array>;
  readonly abort: AbortController | undefined;
}

/** Reason with which requests are aborted that package code has ended. */
const endedByPackage = new Error('The package has ended the request.');

export class PackageRequests {
  readonly #over: AbortSignal;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  /** Requests that package code can abort and whose response has not arrived, by their numbers. */
  readonly #abortable = new Map<number, AbortController>();
  readonly #streams = new Map<number, OpenStream>();
  #lastStream = 0;

  /** `over`: aborted when the call has ended. */
  constructor(over: AbortSignal) {
    this.#over = over;
  }

  /** Sends a request, signed if it says so. `outlives`: it is not ended with the run, but with the call. */
  async send(node: SendingNode, wire: WireRequest, outlives = false): Promise<WireResponse> {
    const abort = new AbortController();
    if (wire.number !== undefined) this.#abortable.set(wire.number, abort);
    if (this.#underWay < MOST_REQUESTS) this.#underWay++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      this.#over.throwIfAborted();
      abort.signal.throwIfAborted();
      return await this.#send(node, wire, outlives, abort);
    } finally {
      if (wire.number !== undefined) this.#abortable.delete(wire.number);
      // The next one takes this one's place.
      const next = this.#waiting.shift();
      if (next === undefined) this.#underWay--;
      else next();
    }
  }

  /** Ends a request that has no response yet. */
  end(request: number): void {
    this.#abortable.get(request)?.abort(endedByPackage);
  }

  async #send(node: SendingNode, wire: WireRequest, outlives: boolean, abort: AbortController): Promise<WireResponse> {
    const { credential, isStreamed, number: _number, ...rest } = wire;
    const signals = outlives || node.signal === undefined ? [] : [node.signal];
    const signal = AbortSignal.any([...signals, this.#over, abort.signal]);
    const request: HttpRequest = { ...rest, signal };
    if (credential === undefined) {
      const response = await node.http.request(request);
      const { status, statusText, headers, url } = response;
      return { status, statusText, headers, url, body: await this.#body(response, isStreamed, abort) };
    }
    const hidden = new HiddenSignature(request);
    const signed = await signedBy(node, request, credential);
    const response = await node.http.request({ ...hidden.request(signed), signal });
    const body = await this.#body(response, isStreamed, abort);
    return { ...hidden.head(response), body: body instanceof Uint8Array ? hidden.body(body, response.headers) : body };
  }

  async #body(response: HttpResponse, isStreamed: boolean, abort: AbortController): Promise<WireResponse['body']> {
    return isStreamed ? { stream: this.openStream(response.stream(), abort) } : response.bytes();
  }

  /** Returns the number of a stream that is read in chunks. `abort`: ends its source, even if that has nothing to read. */
  openStream(source: AsyncIterable<Uint8Array>, abort?: AbortController): number {
    const stream = ++this.#lastStream;
    this.#streams.set(stream, { source: source[Symbol.asyncIterator](), abort });
    return stream;
  }

  /** Returns undefined at the end of the stream. */
  async nextChunk(stream: number): Promise<Uint8Array | undefined> {
    const next = await this.#streams.get(stream)?.source.next();
    if (next === undefined || next.done === true) {
      this.#streams.delete(stream);
      return undefined;
    }
    return next.value;
  }

  async closeStream(stream: number): Promise<void> {
    const { source, abort } = this.#streams.get(stream) ?? {};
    this.#streams.delete(stream);
    const ended = source?.return?.();
    // Without an abort, a source that waits for its next chunk would end only when that arrives.
    abort?.abort(endedByPackage);
    await ended;
  }

  /** Ends all streams. */
  close(): void {
    for (const { source } of this.#streams.values()) void source.return?.();
  }
}

/** What sends requests: a node, or functions without one. */
export type SendingNode = Pick<StandingContext, 'http'> & Partial<Pick<StandingContext, 'signal' | 'signRequest'>>;

function signedBy(
  node: SendingNode,
  request: HttpRequest,
  { type, itemIndex, ...options }: NonNullable<WireRequest['credential']>,
): Promise<HttpRequest> {
  // Nodes write the headers of some types themselves, from the data of the credential.
  if (node.signRequest !== undefined) return node.signRequest(type, request, itemIndex, { ...options, mayLeaveUnsigned: true });
  throw new NodeError('A credential type cannot sign requests with another credential.');
}
