// How messages reach a server of the Model Context Protocol: what both transports share.
import { displayUrl, NodeError, type HttpRequest, type HttpResponse } from '../../../../sdk/index.ts';
import { withoutSecretValues } from '../../secret-values.ts';
import type { RpcRequest, RpcResponse } from './messages.ts';

/** Sends a request, signed with the credential of the node. */
export interface Sender {
  readonly url: string;
  send(request: HttpRequest): Promise<{ readonly response: HttpResponse; readonly secrets: readonly string[] }>;
}

export interface Transport {
  /** Sends a request and resolves with its response. Rejects with SessionLost if a new session is needed. */
  request(message: RpcRequest & { readonly id: number }, signal: AbortSignal): Promise<RpcResponse>;
  notify(message: RpcRequest, signal: AbortSignal): Promise<void>;
  /** Called with the revision of the protocol that the server has chosen. */
  useVersion(version: string): void;
  close(): Promise<void>;
}

/** The server does not know the session any more, or has closed its stream. */
export class SessionLost extends Error {
  /** Whether the server may have received the message. */
  readonly isDelivered: boolean;

  constructor(message: string, isDelivered: boolean) {
    super(message);
    this.isDelivered = isDelivered;
  }
}

/** Maximum characters of a server's message. */
const MAX_MESSAGE = 500;

/** Returns the error for a response with an unexpected status. */
export async function refusal(url: string, response: HttpResponse, secrets: readonly string[]): Promise<NodeError> {
  const { status } = response;
  const text = withoutSecretValues(secrets, new TextDecoder().decode(await response.bytes()))
    .trim()
    .slice(0, MAX_MESSAGE);
  const hint =
    status === 401 || status === 403
      ? 'Check the authentication and the credential of the node.'
      : 'Check the URL of the endpoint and the transport: "HTTP Streamable", or "Server Sent Events" for older servers.';
  return new NodeError(`The MCP server at ${displayUrl(url)} refused the request with status ${status}${text === '' ? '.' : `: ${text}`}`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    httpCode: String(status),
    hint,
  });
}

/** Maximum characters of one event. */
const LONGEST_EVENT = 16 * 1024 * 1024;

export interface StreamEvent {
  readonly event?: string | undefined;
  readonly data: string;
}

/** Yields the server-sent events of a response. */
export async function* eventsOf(response: HttpResponse): AsyncGenerator<StreamEvent> {
  const { createParser } = await import('eventsource-parser');
  let arrived: StreamEvent[] = [];
  const parser = createParser({
    onEvent: (event) => void arrived.push(event),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw new NodeError('A message of the MCP server is too long.', { cause: error });
    },
    maxBufferSize: LONGEST_EVENT,
  });
  const decoder = new TextDecoder();
  for await (const part of response.stream()) {
    parser.feed(decoder.decode(part, { stream: true }));
    const events = arrived;
    arrived = [];
    yield* events;
  }
}
