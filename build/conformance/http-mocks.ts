// Responds to a case's HTTP requests from its list of mocks instead of the network.
import { NodeError, type HttpPort, type HttpRequest, type HttpResponse } from '../../engine/sdk/index.ts';
import { equals } from './compare.ts';

export interface HttpMock {
  readonly base: string;
  readonly method: string;
  readonly path: string;
  readonly persist?: boolean;
  readonly query?: 'any';
  readonly requestBody?: unknown;
  readonly requestHeaders?: Readonly<Record<string, unknown>>;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly reply?: ListPage;
}

/** A page of a list of `total` numbered items, as the corpus describes in words. */
interface ListPage {
  readonly dynamic: string;
  readonly limitDefault: number;
  readonly skipDefault: number;
  readonly total: number;
  readonly emptyStatus: number;
}

export function mockHttp(mocks: readonly HttpMock[]): HttpPort {
  const open = mocks.map((mock) => ({ mock, used: false }));
  const respond = async (request: HttpRequest, redirects: number): Promise<HttpResponse> => {
    const body = await bodyText(request.body);
    const match = open.find(({ mock, used }) => (!used || mock.persist === true) && matches(mock, request, body));
    if (match === undefined)
      throw new NodeError(`No mock answers ${request.method ?? 'GET'} ${request.url}`, { code: 'NODE_REQUEST_FAILED' });
    match.used = true;
    const response = reply(match.mock, request, body);
    const location = response.headers['location'];
    if (response.status >= 300 && response.status < 400 && typeof location === 'string' && redirects > 0) {
      return respond({ ...request, method: 'GET', url: new URL(location, request.url).href, body: undefined }, redirects - 1);
    }
    return response;
  };
  return {
    request: async ({ rejection, ...request }) => {
      const response = await respond(request, request.maxRedirects ?? 21);
      const again = rejection?.statuses.includes(response.status) === true ? await rejection.retry(response) : undefined;
      return again === undefined ? response : respond(again, again.maxRedirects ?? 21);
    },
  };
}

async function bodyText(body: HttpRequest['body']): Promise<string> {
  if (body === undefined) return '';
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function matches(mock: HttpMock, request: HttpRequest, body: string): boolean {
  if (mock.method.toUpperCase() !== (request.method ?? 'GET').toUpperCase()) return false;
  const requestUrl = new URL(request.url);
  const requested = new URL(mock.base + mock.path);
  if (requestUrl.origin !== requested.origin || requestUrl.pathname.replace(/\/$/, '') !== requested.pathname.replace(/\/$/, ''))
    return false;
  const sorted = (url: URL): string =>
    [...url.searchParams]
      .map((pair) => pair.join('='))
      .sort()
      .join('&');
  if (mock.query !== 'any' && sorted(requestUrl) !== sorted(requested)) return false;
  if (mock.requestBody !== undefined && !sameBody(body, mock.requestBody)) return false;
  // The length is a connection header, which the client determines.
  const length = String(Buffer.byteLength(body));
  return Object.entries(mock.requestHeaders ?? {}).every(([name, value]) =>
    equals(name.toLowerCase() === 'content-length' ? length : headerOf(request, name), value),
  );
}

const headerOf = (request: HttpRequest, name: string): unknown =>
  Object.entries(request.headers ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

function sameBody(body: string, requested: unknown): boolean {
  if (typeof requested === 'string') return body === requested;
  return equals(parsedBody(body), requested);
}

function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}

function reply(mock: HttpMock, request: HttpRequest, body: string): HttpResponse {
  const headers: Record<string, string> = Object.fromEntries(
    Object.entries(mock.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (mock.reply !== undefined) return listPage(mock.reply, mock, request, body);
  const isJson = typeof mock.body === 'object' && mock.body !== null && !('$base64' in mock.body);
  if (isJson && headers['content-type'] === undefined) headers['content-type'] = 'application/json';
  return response(mock.status ?? 200, headers, bytesOf(mock.body), request.url);
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined || body === null) return new Uint8Array();
  if (typeof body === 'string') return Buffer.from(body);
  if (typeof body === 'object' && '$base64' in body) return Buffer.from(String(body.$base64), 'base64');
  return Buffer.from(JSON.stringify(body));
}

function response(status: number, headers: Readonly<Record<string, string>>, bytes: Uint8Array, url: string): HttpResponse {
  return {
    status,
    statusText: '',
    headers,
    url,
    bytes: async () => bytes,
    stream: async function* () {
      yield bytes;
    },
  };
}

function listPage(page: ListPage, mock: HttpMock, request: HttpRequest, body: string): HttpResponse {
  const fromBody = mock.method === 'POST' ? bodyFields(body) : {};
  const query = new URL(request.url).searchParams;
  const number = (name: string, fallback: number): number => {
    const value = mock.method === 'POST' ? fromBody[name] : query.get(name);
    return value === null || value === undefined || value === '' ? fallback : Number(value);
  };
  const limit = number('limit', page.limitDefault);
  const skip = number('skip', page.skipDefault);
  const items = Array.from({ length: Math.max(0, Math.min(limit, page.total - skip)) }, (_, index) => ({ id: skip + index }));
  const contentType = headerOf(request, 'content-type');
  const headers = {
    'next-url': `https://dummyjson.com/users?skip=${skip + limit}&limit=${limit}`,
    'content-type': typeof contentType === 'string' ? contentType : 'application/json',
  };
  return response(items.length === 0 ? page.emptyStatus : 200, headers, Buffer.from(JSON.stringify(items)), request.url);
}

/** Returns the fields of a JSON, form or multipart body. */
function bodyFields(body: string): Record<string, unknown> {
  try {
    const parsedBody = JSON.parse(body) as unknown;
    if (typeof parsedBody === 'object' && parsedBody !== null) return parsedBody as Record<string, unknown>;
  } catch {
    // The body is not JSON, so it is a form.
  }
  const parts = [...body.matchAll(/name="([^"]+)"\r?\n\r?\n([^\r\n]*)/g)].map((match) => [match[1] as string, match[2]] as const);
  return parts.length > 0 ? Object.fromEntries(parts) : Object.fromEntries(new URLSearchParams(body));
}
