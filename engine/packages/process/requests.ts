// The requests of one call of package code, which the engine makes, and the streams that it reads in chunks.
import { NodeError, type HttpRequest, type HttpResponse, type StandingContext } from '../../sdk/index.ts';
import { HiddenSignature } from './hidden-signature.ts';
import type { WireRequest, WireResponse } from './protocol.ts';

/** Maximum number of requests of a call that are under way; others wait. */
const MOST_REQUESTS = 100;

export class PackageRequests {
  readonly #over: AbortSignal;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  readonly #streams = new Map<number, AsyncIterator<Uint8Array>>();
  #lastStream = 0;

  /** `over`: aborted when the call has ended. */
  constructor(over: AbortSignal) {
    this.#over = over;
  }

  /** Sends a request, signed if it says so. `outlives`: it is not ended with the run, but with the call. */
  async send(node: SendingNode, wire: WireRequest, outlives = false): Promise<WireResponse> {
    if (this.#underWay < MOST_REQUESTS) this.#underWay++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      this.#over.throwIfAborted();
      return await this.#send(node, wire, outlives);
    } finally {
      // The next one takes this one's place.
      const next = this.#waiting.shift();
      if (next === undefined) this.#underWay--;
      else next();
    }
  }

  async #send(node: SendingNode, wire: WireRequest, outlives: boolean): Promise<WireResponse> {
    const { credential, isStreamed, ...rest } = wire;
    const signals = outlives || node.signal === undefined ? [] : [node.signal];
    const signal = AbortSignal.any([...signals, this.#over]);
    const request: HttpRequest = { ...rest, signal };
    if (credential === undefined) {
      const response = await node.http.request(request);
      const { status, statusText, headers, url } = response;
      return { status, statusText, headers, url, body: await this.#body(response, isStreamed) };
    }
    const hidden = new HiddenSignature(request);
    const signed = await signedBy(node, request, credential);
    const response = await node.http.request({ ...hidden.request(signed), signal });
    const body = await this.#body(response, isStreamed);
    return { ...hidden.head(response), body: body instanceof Uint8Array ? hidden.body(body, response.headers) : body };
  }

  async #body(response: HttpResponse, isStreamed: boolean): Promise<WireResponse['body']> {
    return isStreamed ? { stream: this.openStream(response.stream()) } : response.bytes();
  }

  /** Returns the number of a stream that is read in chunks. */
  openStream(source: AsyncIterable<Uint8Array>): number {
    const stream = ++this.#lastStream;
    this.#streams.set(stream, source[Symbol.asyncIterator]());
    return stream;
  }

  /** Returns undefined at the end of the stream. */
  async nextChunk(stream: number): Promise<Uint8Array | undefined> {
    const next = await this.#streams.get(stream)?.next();
    if (next === undefined || next.done === true) {
      this.#streams.delete(stream);
      return undefined;
    }
    return next.value;
  }

  async closeStream(stream: number): Promise<void> {
    const source = this.#streams.get(stream);
    this.#streams.delete(stream);
    await source?.return?.();
  }

  /** Ends all streams. */
  close(): void {
    for (const stream of this.#streams.values()) void stream.return?.();
  }
}

type SendingNode = Pick<StandingContext, 'http'> & Partial<Pick<StandingContext, 'signal' | 'signRequest'>>;

function signedBy(
  node: SendingNode,
  request: HttpRequest,
  { type, itemIndex, ...options }: NonNullable<WireRequest['credential']>,
): Promise<HttpRequest> {
  // Nodes write the headers of some types themselves, from the data of the credential.
  if (node.signRequest !== undefined) return node.signRequest(type, request, itemIndex, { ...options, mayLeaveUnsigned: true });
  throw new NodeError('A credential type cannot sign requests with another credential.');
}
