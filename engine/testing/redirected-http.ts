// The engine's HTTP client, with the requests to one origin sent to a server of the test.
import { createHttpClient } from '../execution/http/client.ts';
import type { HttpPort } from '../sdk/index.ts';

export function redirectedHttp(origin: string, server: string): HttpPort {
  const client = createHttpClient({ environment: {} });
  return {
    request: (request) =>
      client.request(request.url.startsWith(origin) ? { ...request, url: server + request.url.slice(origin.length) } : request),
  };
}
