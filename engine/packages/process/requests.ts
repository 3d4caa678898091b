// The requests of one call of package code, which the engine makes, and the streams that it reads in chunks.
import { NodeError, type HttpRequest, type HttpResponse, type DetachedContext } from '../../sdk/index.ts';
import { HiddenSignature } from './hidden-signature.ts';
import type { WireRequest, WireResponse } from './protocol.ts';

/** Maximum number of requests of a call that are under way; others wait. */
const MOST_REQUESTS = 100;

interface OpenStream {
  readonly source: AsyncIterator<Uint8Array>;
  /** Absent for files. */
  readonly request: EndableRequest | undefined;
}

/** Reason with which requests are aborted that package code has ended. */
const endedByPackage = new Error('The package has ended the request.');

export class PackageRequests {
  readonly #over: AbortSignal;
  readonly #waiting: (() => void)[] = [];
  #openRequests = 0;
  /** Requests that package code can abort and whose response has not arrived, by their numbers. */
  readonly #abortable = new Map<number, EndableRequest>();
  readonly #streams = new Map<number, OpenStream>();
  #lastStream = 0;

  /** `over`: aborted when the call has ended. */
  constructor(over: AbortSignal) {
    this.#over = over;
  }

  /** Sends a request, signed if requested. `outlives`: it ends with the call instead of with the run. */
  async send(node: SendingNode, wire: WireRequest, outlives = false): Promise<WireResponse> {
    const endable = new EndableRequest();
    if (wire.number !== undefined) this.#abortable.set(wire.number, endable);
    if (this.#openRequests < MOST_REQUESTS) this.#openRequests++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      this.#over.throwIfAborted();
      endable.signal.throwIfAborted();
      endable.endWith(outlives || node.signal === undefined ? [this.#over] : [node.signal, this.#over]);
      return await this.#send(node, wire, endable);
    } catch (error) {
      endable.release();
      throw error;
    } finally {
      if (wire.number !== undefined) this.#abortable.delete(wire.number);
      // The next one takes this one's place.
      const next = this.#waiting.shift();
      if (next === undefined) this.#openRequests--;
      else next();
    }
  }

  /** Ends a request that has no response yet. */
  end(request: number): void {
    this.#abortable.get(request)?.end();
  }

  async #send(node: SendingNode, wire: WireRequest, endable: EndableRequest): Promise<WireResponse> {
    const { credential, isStreamed, number: _number, ...rest } = wire;
    const { signal } = endable;
    const request: HttpRequest = { ...rest, signal };
    if (credential === undefined) {
      const response = await node.http.request(request);
      const { status, statusText, headers, url } = response;
      return { status, statusText, headers, url, body: await this.#body(response, isStreamed, endable) };
    }
    const hidden = new HiddenSignature(request);
    const signed = await signedBy(node, request, credential);
    const response = await node.http.request({ ...hidden.request(signed), signal });
    const body = await this.#body(response, isStreamed, endable);
    return { ...hidden.head(response), body: body instanceof Uint8Array ? hidden.body(body, response.headers) : body };
  }

  async #body(response: HttpResponse, isStreamed: boolean, endable: EndableRequest): Promise<WireResponse['body']> {
    if (isStreamed) return { stream: this.openStream(response.stream(), endable) };
    const bytes = await response.bytes();
    endable.release();
    return bytes;
  }

  /** Returns the number of a stream that is read in chunks. `request`: what it is the response of. */
  openStream(source: AsyncIterable<Uint8Array>, request?: EndableRequest): number {
    const stream = ++this.#lastStream;
    this.#streams.set(stream, { source: source[Symbol.asyncIterator](), request });
    return stream;
  }

  /** Returns undefined at the end of the stream. */
  async nextChunk(stream: number): Promise<Uint8Array | undefined> {
    const { source, request } = this.#streams.get(stream) ?? {};
    let next: IteratorResult<Uint8Array> | undefined;
    try {
      next = await source?.next();
    } finally {
      if (next === undefined || next.done === true) {
        this.#streams.delete(stream);
        request?.release();
      }
    }
    return next?.done === true ? undefined : next?.value;
  }

  async closeStream(stream: number): Promise<void> {
    const { source, request } = this.#streams.get(stream) ?? {};
    this.#streams.delete(stream);
    const closing = source?.return?.();
    // Otherwise, a source that waits for its next chunk would end only when that arrives.
    request?.end();
    request?.release();
    await closing;
  }

  /** Ends all streams. */
  close(): void {
    for (const { source, request } of this.#streams.values()) {
      void source.return?.();
      request?.release();
    }
  }
}

/**
 * Ends a request, by itself or with other signals. `AbortSignal.any` would keep memory for each request as long as these live, which is as long as
 * a trigger listens.
 */
class EndableRequest {
  readonly #controller = new AbortController();
  #otherSignals: readonly AbortSignal[] = [];

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends it with the first of these signals that is aborted, and its reason. */
  endWith(otherSignals: readonly AbortSignal[]): void {
    this.#otherSignals = otherSignals;
    for (const signal of otherSignals) {
      if (signal.aborted) this.#controller.abort(signal.reason);
      else signal.addEventListener('abort', this.#onAbort, { once: true });
    }
  }

  end(): void {
    this.#controller.abort(endedByPackage);
  }

  /** Must be called when its response has been read. */
  release(): void {
    for (const signal of this.#otherSignals) signal.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = ({ target }: Event): void => this.#controller.abort((target as AbortSignal).reason);
}

/** What sends requests: a node, or functions outside of a node. */
export type SendingNode = Pick<DetachedContext, 'http'> & Partial<Pick<DetachedContext, 'signal' | 'signRequest'>>;

function signedBy(
  node: SendingNode,
  request: HttpRequest,
  { type, itemIndex, ...options }: NonNullable<WireRequest['credential']>,
): Promise<HttpRequest> {
  // Nodes write the headers of some types themselves, from the data of the credential.
  if (node.signRequest !== undefined) return node.signRequest(type, request, itemIndex, { ...options, mayLeaveUnsigned: true });
  throw new NodeError('A credential type cannot sign requests with another credential.');
}
