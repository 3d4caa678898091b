// The attacker's client: any method, header and body over node:http, and raw bytes over a socket.
import { Agent, request as send, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: { readonly data?: unknown; readonly code?: string; readonly message?: string } | undefined;
}

export interface Call {
  readonly method?: string;
  /** With a leading slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Objects are sent as JSON. */
  readonly body?: unknown;
}

/** Timeout of a request in milliseconds. */
const PATIENCE = 30_000;

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

/** Sends one request. Rejects if the connection fails or the response times out. */
export function call(base: string, { method = 'GET', path, headers = {}, body }: Call): Promise<ReceivedResponse> {
  const { hostname, port } = new URL(base);
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const payload = isRaw ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = send(
      {
        hostname,
        port,
        path,
        method,
        agent,
        timeout: PATIENCE,
        headers: {
          ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...(headers as Record<string, string>),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(parts).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body, json: jsonOf(body) });
        });
      },
    );
    request.on('timeout', () => request.destroy(new Error(`No response to ${method} ${path} within ${PATIENCE / 1000} s`)));
    request.on('error', reject);
    request.end(payload);
  });
}

/** Returns a curl command that repeats a call. */
export function asCurl(base: string, { method = 'GET', path, headers = {}, body }: Call): string {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => ` -H '${name}: ${one}'`));
  const data = body === undefined ? '' : ` -d '${typeof body === 'string' ? body : JSON.stringify(body)}'`;
  return `curl -i --path-as-is -X ${method} '${base.replace(/\/$/, '')}${path}'${headerArgs.join('')}${data}`;
}

function jsonOf(text: string): ReceivedResponse['json'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

export interface RawResponse {
  readonly text: string;
  /** Whether the server closed the connection within the time limit. */
  readonly isClosed: boolean;
}

/** Opens a connection to a server on this computer. Rejects if it is refused. */
export function open(base: string): Promise<Socket> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends raw bytes and returns the response until the server closes the connection or `wait` milliseconds have passed. */
export async function raw(base: string, bytes: string | Uint8Array, wait = 1000): Promise<RawResponse> {
  const socket = await open(base);
  socket.on('error', () => undefined);
  let receivedText = '';
  socket.on('data', (part: Buffer) => (receivedText += part.toString('latin1')));
  const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  const timer = Promise.withResolvers<boolean>();
  const waiting = setTimeout(() => timer.resolve(false), wait);
  const isClosed = await Promise.race([closed, timer.promise]);
  clearTimeout(waiting);
  socket.destroy();
  return { text: receivedText, isClosed };
}
