// The transport "Streamable HTTP": each message is a request, whose response is JSON or a stream of events.
import { NodeError } from '../../../../sdk/index.ts';
import type { HttpResponse } from '../../../../sdk/index.ts';
import { messageIn, type RpcRequest, type RpcResponse } from './messages.ts';
import { eventsOf, refusal, SessionLost, type Sender, type Transport } from './transport.ts';

export class StreamableHttp implements Transport {
  readonly #sender: Sender;
  #session: string | undefined;
  #version: string | undefined;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  useVersion(version: string): void {
    this.#version = version;
  }

  async request(message: RpcRequest & { readonly id: number }, signal: AbortSignal): Promise<RpcResponse> {
    const response = await this.#post(message, signal);
    const session = response.headers['mcp-session-id'];
    if (typeof session === 'string') this.#session = session;
    const isStream = /^\s*text\/event-stream\b/i.test(String(response.headers['content-type'] ?? ''));
    const reply = isStream ? await replyInStream(response, message.id) : messageIn(new TextDecoder().decode(await response.bytes()));
    if (reply?.id === message.id) return reply;
    throw new NodeError('The MCP server did not respond with a message of the protocol.', {
      code: 'NODE_REQUEST_FAILED',
      hint: 'Check the URL of the endpoint: it often ends with /mcp.',
    });
  }

  async notify(message: RpcRequest, signal: AbortSignal): Promise<void> {
    await (await this.#post(message, signal)).bytes();
  }

  /** Ends the session, if the server has one. */
  async close(): Promise<void> {
    if (this.#session === undefined) return;
    const headers = this.#headers();
    this.#session = undefined;
    const { response } = await this.#sender.send({ url: this.#sender.url, method: 'DELETE', headers });
    await response.bytes();
  }

  async #post(message: RpcRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { url } = this.#sender;
    const hasSession = this.#session !== undefined;
    const headers = { ...this.#headers(), 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const { response, secrets } = await this.#sender.send({
      url,
      method: 'POST',
      headers,
      body: JSON.stringify(message),
      timeout: 0,
      signal,
    });
    if (response.status >= 200 && response.status < 300) return response;
    if (response.status === 404 && hasSession) {
      this.#session = undefined;
      throw new SessionLost('The MCP server has ended the session.', false);
    }
    throw await refusal(url, response, secrets);
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#session === undefined ? {} : { 'mcp-session-id': this.#session }),
      ...(this.#version === undefined ? {} : { 'mcp-protocol-version': this.#version }),
    };
  }
}

/** Reads a stream up to the response with this id; requests and notifications of the server before it are passed over. */
async function replyInStream(response: HttpResponse, id: number): Promise<RpcResponse | undefined> {
  for await (const { data } of eventsOf(response)) {
    const message = messageIn(data);
    if (message?.id === id && message.method === undefined) return message;
  }
  throw new SessionLost('The MCP server has closed the stream before it responded.', true);
}
