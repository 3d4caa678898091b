// A client of the Model Context Protocol: connects on first use, lists tools, calls them, and connects again once if the session is lost.
import type { JsonObject } from '../../../../contract/json.ts';
import { NodeError } from '../../../../sdk/index.ts';
import { PROTOCOL_VERSION, type McpResult, type McpTool, type RpcResponse } from './messages.ts';
import { SessionLost, type Transport } from './transport.ts';

/** Maximum number of pages of a list. */
const MAX_PAGES = 100;

export interface McpClientOptions {
  /** Milliseconds until a request fails. */
  readonly timeout: number;
  /** Ends the client. */
  readonly signal: AbortSignal;
}

export class McpClient {
  readonly #transport: Transport;
  readonly #options: McpClientOptions;
  #session: Promise<void> | undefined;
  #lastId = 0;

  constructor(transport: Transport, options: McpClientOptions) {
    this.#transport = transport;
    this.#options = options;
  }

  /** Returns all tools of the server. */
  async tools(): Promise<readonly McpTool[]> {
    const tools: McpTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const result = (await this.#call('tools/list', cursor === undefined ? {} : { cursor })) as {
        readonly tools?: readonly McpTool[];
        readonly nextCursor?: string;
      };
      tools.push(...(result.tools ?? []));
      cursor = result.nextCursor;
      if (cursor === undefined || cursor === '') return tools;
    }
    throw new NodeError(`The MCP server has more than ${MAX_PAGES} pages of tools.`, { code: 'NODE_REQUEST_FAILED' });
  }

  /** Calls a tool. `signal`: ends the call. */
  async callTool(name: string, args: JsonObject, signal?: AbortSignal): Promise<McpResult> {
    return (await this.#call('tools/call', { name, arguments: args }, signal)) as McpResult;
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async #call(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
    try {
      return await this.#once(method, params, signal);
    } catch (error) {
      if (!(error instanceof SessionLost)) throw error;
      this.#session = undefined;
      // The server may be running the tool.
      if (error.isDelivered && method === 'tools/call') throw lost(error);
      return this.#once(method, params, signal).catch((second: unknown) => {
        throw second instanceof SessionLost ? lost(second) : second;
      });
    }
  }

  async #once(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
    this.#session ??= this.#initialize().catch((error: unknown) => {
      this.#session = undefined;
      throw error;
    });
    await this.#session;
    return this.#request(method, params, signal);
  }

  async #initialize(): Promise<void> {
    const result = await this.#request('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'Millrace', version: '1.0.0' },
    });
    const { protocolVersion } = result;
    this.#transport.useVersion(typeof protocolVersion === 'string' ? protocolVersion : PROTOCOL_VERSION);
    await this.#timed((signal) => this.#transport.notify({ jsonrpc: '2.0', method: 'notifications/initialized' }, signal));
  }

  async #request(method: string, params: JsonObject, own?: AbortSignal): Promise<JsonObject> {
    const id = ++this.#lastId;
    const reply = await this.#timed((signal) => this.#transport.request({ jsonrpc: '2.0', id, method, params }, signal), own);
    return resultOf(reply);
  }

  async #timed<T>(run: (signal: AbortSignal) => Promise<T>, own?: AbortSignal): Promise<T> {
    const { timeout, signal } = this.#options;
    const timer = AbortSignal.timeout(timeout);
    try {
      return await run(AbortSignal.any([signal, timer, ...(own === undefined ? [] : [own])]));
    } catch (error) {
      signal.throwIfAborted();
      own?.throwIfAborted();
      if (!timer.aborted) throw error;
      throw new NodeError(`The MCP server did not respond within ${timeout} ms.`, {
        code: 'NODE_REQUEST_FAILED',
        retryable: true,
        hint: 'Increase the timeout in the options of the node.',
        cause: error,
      });
    }
  }
}

const lost = (error: SessionLost): NodeError =>
  new NodeError(error.message, { code: 'NODE_REQUEST_FAILED', retryable: !error.isDelivered, cause: error });

function resultOf({ result, error }: RpcResponse): JsonObject {
  if (error !== undefined) {
    throw new NodeError(`The MCP server reports: ${error.message}`, { code: 'NODE_REQUEST_FAILED', context: { rpcCode: error.code } });
  }
  return typeof result === 'object' && result !== null && !Array.isArray(result) ? (result as JsonObject) : {};
}
