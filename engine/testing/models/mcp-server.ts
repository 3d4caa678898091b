// A server of the Model Context Protocol for tests, written from its specification: Streamable HTTP at /mcp, the older transport at /sse.
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../contract/json.ts';
import { stubServer, type ReceivedRequest, type StubServer } from '../stub-server.ts';

export interface StubTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
  /** Returns the result of a call; undefined: the server closes the stream without a response. What it throws is an error of the protocol. */
  readonly call?: (args: JsonObject) => JsonObject | undefined;
}

export interface McpStubOptions {
  readonly tools: readonly StubTool[];
  /** Number of tools per page. Default: all. */
  readonly pageSize?: number;
  /** Whether responses at /mcp are streams of events, after a notification. */
  readonly streams?: boolean;
  /** Header that every request must have, in lower case, with its value. */
  readonly key?: readonly [name: string, value: string];
  /** Ends the session before this call of a method, counted from 1. */
  readonly endsSessionBefore?: { readonly method: string; readonly count: number };
  /** Address for messages in the stream at /sse. Default: its own. */
  readonly endpoint?: string;
  /** Methods that never receive a response. */
  readonly ignores?: readonly string[];
}

export interface McpStub extends StubServer {
  /** Methods of the messages, in order. */
  readonly methods: readonly string[];
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: JsonObject;
}

const json = { 'content-type': 'application/json' };
const eventStream = { 'content-type': 'text/event-stream' };
const event = (message: unknown): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

export async function mcpServer(options: McpStubOptions): Promise<McpStub> {
  const { key, endsSessionBefore } = options;
  const methods: string[] = [];
  const sessions = new Set<string>();
  const streams = new Map<string, ServerResponse>();
  let count = 0;
  const server = await stubServer((request, response) => {
    if (key !== undefined && request.headers[key[0]] !== key[1]) {
      response.writeHead(401).end(`Wrong key: ${String(request.headers[key[0]])}`);
      return;
    }
    const url = new URL(request.url, 'http://stub');
    if (url.pathname === '/sse') openStream(response);
    else if (url.pathname === '/messages') inStream(request, response, url.searchParams.get('sessionId') ?? '');
    else if (url.pathname === '/mcp') direct(request, response);
    else response.writeHead(404).end('Not here');
  });

  const mustEnd = (method: string): boolean =>
    endsSessionBefore?.method === method && methods.filter((each) => each === method).length === endsSessionBefore.count;

  function direct(request: ReceivedRequest, response: ServerResponse): void {
    const session = String(request.headers['mcp-session-id'] ?? '');
    if (request.method === 'DELETE') {
      sessions.delete(session);
      methods.push('DELETE');
      response.writeHead(200).end();
      return;
    }
    const message = JSON.parse(request.body) as Message;
    methods.push(message.method);
    if (mustEnd(message.method)) sessions.clear();
    if (message.method === 'initialize') {
      const id = `session-${++count}`;
      sessions.add(id);
      response.setHeader('mcp-session-id', id);
    } else if (!sessions.has(session)) {
      response
        .writeHead(404, json)
        .end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }));
      return;
    }
    if (message.id === undefined) response.writeHead(202).end();
    else if (options.ignores?.includes(message.method) !== true) respond(response, reply(options, message));
  }

  function respond(response: ServerResponse, result: JsonObject | undefined): void {
    if (options.streams === true || result === undefined) {
      response
        .writeHead(200, eventStream)
        .write(event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }));
      response.end(result === undefined ? '' : event(result));
    } else response.writeHead(200, json).end(JSON.stringify(result));
  }

  function openStream(response: ServerResponse): void {
    const id = `session-${++count}`;
    methods.push('GET');
    streams.set(id, response);
    response.writeHead(200, eventStream).write(`event: endpoint\ndata: ${options.endpoint ?? `/messages?sessionId=${id}`}\n\n`);
  }

  function inStream(request: ReceivedRequest, response: ServerResponse, session: string): void {
    const message = JSON.parse(request.body) as Message;
    methods.push(message.method);
    const stream = streams.get(session);
    response.writeHead(stream === undefined ? 404 : 202).end();
    if (message.id === undefined || options.ignores?.includes(message.method) === true) return;
    const result = mustEnd(message.method) ? undefined : reply(options, message);
    if (result === undefined) {
      streams.delete(session);
      stream?.end();
    } else stream?.write(event(result));
  }

  return { ...server, methods };
}

function reply({ tools, pageSize = tools.length }: McpStubOptions, { id, method, params = {} }: Message): JsonObject | undefined {
  const result = (value: JsonObject): JsonObject => ({ jsonrpc: '2.0', id, result: value });
  const error = (code: number, message: string): JsonObject => ({ jsonrpc: '2.0', id, error: { code, message } });
  if (method === 'initialize') {
    return result({
      protocolVersion: params['protocolVersion'],
      capabilities: { tools: {} },
      serverInfo: { name: 'stub', version: '1' },
    });
  }
  if (method === 'tools/list') {
    const from = Number(params['cursor'] ?? 0);
    const page = tools
      .slice(from, from + pageSize)
      .map(({ call: _call, inputSchema = { type: 'object' }, ...tool }) => ({ ...tool, inputSchema }));
    return result({ tools: page, ...(from + pageSize < tools.length ? { nextCursor: String(from + pageSize) } : {}) });
  }
  if (method === 'tools/call') {
    const tool = tools.find(({ name }) => name === params['name']);
    if (tool === undefined) return error(-32602, `Unknown tool: ${String(params['name'])}`);
    try {
      const value = tool.call?.((params['arguments'] ?? {}) as JsonObject);
      return value === undefined ? undefined : result(value);
    } catch (thrown) {
      return error(-32_603, (thrown as Error).message);
    }
  }
  return error(-32601, 'Method not found');
}
