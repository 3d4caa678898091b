// An HTTP server for tests on a free local port: it responds as the test requests and records the requests.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternately, in the order received. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface StubServer {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly address: string;
  readonly received: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** Starts a server; `answer` writes the response to each request. */
export async function stubServer(answer: (request: ReceivedRequest, response: ServerResponse) => void): Promise<StubServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    const parts: Uint8Array[] = [];
    incoming.on('data', (part: Uint8Array) => parts.push(part));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        rawHeaders: incoming.rawHeaders,
        body: Buffer.concat(parts).toString(),
      };
      received.push(request);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
