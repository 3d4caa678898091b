// The older transport: a stream of events from the server, which names the address for messages. Responses arrive in the stream.
import { displayUrl, NodeError } from '../../../../sdk/index.ts';
import { messageIn, type RpcRequest, type RpcResponse } from './messages.ts';
import { eventsOf, refusal, SessionLost, type Sender, type Transport } from './transport.ts';

type Pending = PromiseWithResolvers<RpcResponse>;

export class SseTransport implements Transport {
  readonly #sender: Sender;
  readonly #pending = new Map<number, Pending>();
  /** The open stream: resolves with the address for messages. */
  #endpoint: Promise<string> | undefined;
  #closing = new AbortController();

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  useVersion(): void {
    // This transport has no header for it.
  }

  async request(message: RpcRequest & { readonly id: number }, signal: AbortSignal): Promise<RpcResponse> {
    const pending = Promise.withResolvers<RpcResponse>();
    // A request that fails leaves it unused.
    pending.promise.catch(() => undefined);
    this.#pending.set(message.id, pending);
    const abort = (): void => pending.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await this.#post(message, signal);
      return await pending.promise;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#pending.delete(message.id);
    }
  }

  notify(message: RpcRequest, signal: AbortSignal): Promise<void> {
    return this.#post(message, signal);
  }

  async close(): Promise<void> {
    this.#endpoint = undefined;
    this.#closing.abort();
    this.#closing = new AbortController();
  }

  async #post(message: RpcRequest, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#endpoint === undefined && message.method !== 'initialize')
      throw new SessionLost('The MCP server has closed the stream.', false);
    this.#endpoint ??= this.#open(this.#closing.signal);
    const url = await Promise.race([this.#endpoint, aborted(signal)]);
    const headers = { 'content-type': 'application/json' };
    const { response, secrets } = await this.#sender.send({ url, method: 'POST', headers, body: JSON.stringify(message), signal });
    if (response.status < 200 || response.status >= 300) throw await refusal(url, response, secrets);
    await response.bytes();
  }

  async #open(signal: AbortSignal): Promise<string> {
    const { url } = this.#sender;
    const { response, secrets } = await this.#sender.send({ url, headers: { accept: 'text/event-stream' }, timeout: 0, signal });
    if (response.status !== 200) throw await refusal(url, response, secrets);
    const endpoint = Promise.withResolvers<string>();
    this.#listen(eventsOf(response), endpoint).catch((error: unknown) => endpoint.reject(error));
    return endpoint.promise;
  }

  async #listen(events: ReturnType<typeof eventsOf>, endpoint: PromiseWithResolvers<string>): Promise<void> {
    let reason: unknown = new SessionLost('The MCP server has closed the stream before it responded.', true);
    try {
      for await (const { event, data } of events) {
        if (event === 'endpoint') endpoint.resolve(messageAddress(this.#sender.url, data));
        else this.#receive(data);
      }
    } catch (error) {
      reason = error;
    }
    this.#endpoint = undefined;
    endpoint.reject(reason);
    endpoint.promise.catch(() => undefined);
    for (const { reject } of this.#pending.values()) reject(reason);
  }

  #receive(data: string): void {
    const message = messageIn(data);
    if (typeof message?.id === 'number' && message.method === undefined) this.#pending.get(message.id)?.resolve(message);
  }
}

/** Returns the address for messages. Another origin would receive the credential. */
function messageAddress(stream: string, endpoint: string): string {
  const address = new URL(endpoint, stream);
  if (address.origin === new URL(stream).origin) return address.href;
  throw new NodeError(`The MCP server at ${displayUrl(stream)} wants its messages at another server, ${address.origin}.`, {
    code: 'NODE_REQUEST_FAILED',
    hint: 'Enter the address of that server, if you trust it.',
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
}
