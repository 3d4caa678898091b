import { brotliCompressSync, gzipSync } from 'node:zlib';
import { spawnSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { createServer, request as forward, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { HttpRequest } from '../../sdk/index.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';
import { createHttpClient } from './client.ts';

const client = createHttpClient();
/** A body in chunks, generated again for each reader. */
const inParts = (...parts: readonly string[]): AsyncIterable<Uint8Array> => ({
  async *[Symbol.asyncIterator]() {
    for (const part of parts) yield Buffer.from(part);
  },
});
let server: StubServer;
let other: StubServer;

beforeAll(async () => {
  other = await stubServer((request, response) =>
    response.writeHead(request.url === '/guarded' ? 401 : 200).end(JSON.stringify(request.headers)),
  );
  server = await stubServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    if (path === '/gzip') response.setHeader('content-encoding', 'gzip').end(gzipSync('squeezed'));
    else if (path === '/bomb') response.setHeader('content-encoding', 'gzip').end(gzipSync(new Uint8Array(300_000)));
    else if (path === '/bombs') response.setHeader('content-encoding', 'gzip, gzip').end(gzipSync(gzipSync(new Uint8Array(300_000))));
    else if (path === '/packed-often') response.setHeader('content-encoding', 'gzip, gzip, gzip').end('');
    else if (path === '/brotli') response.setHeader('content-encoding', 'br').end(brotliCompressSync('squeezed'));
    else if (path === '/broken') response.setHeader('content-encoding', 'gzip').end('no gzip');
    else if (path.startsWith('/redirect/')) response.writeHead(Number(path.slice(10)), { location: '/echo' }).end('moved');
    else if (path === '/repeat') response.writeHead(302, { location: new URL(request.url, 'http://x').searchParams.get('to') ?? '' }).end();
    else if (path === '/elsewhere') response.writeHead(302, { location: `${other.address}/` }).end();
    else if (path === '/elsewhere/307') response.writeHead(307, { location: `${other.address}/` }).end();
    else if (path === '/nonsense') response.writeHead(302, { location: 'http://' }).end();
    else if (path === '/mail') response.writeHead(302, { location: 'mailto:a@b' }).end();
    else if (path === '/raw') response.writeHead(200, Object.fromEntries(new URL(request.url, 'http://x').searchParams)).end();
    else if (path === '/headers') response.end(JSON.stringify(request.rawHeaders));
    else if (path === '/truncated') response.setHeader('content-encoding', 'gzip').end(gzipSync('squeezed '.repeat(100)).subarray(0, 20));
    else if (path === '/twice') response.setHeader('content-encoding', 'gzip, br').end(brotliCompressSync(gzipSync('squeezed')));
    else if (path === '/large') response.end('x'.repeat(3_000_000));
    else if (path === '/drip') drip(response);
    else if (path === '/stall') response.write('begun');
    else if (path === '/reset') response.write('begun', () => response.destroy());
    else if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (path === '/cookies') response.setHeader('set-cookie', ['a=1', 'b=2']).setHeader('x-many', ['1', '2']).end();
    else if (path === '/guarded')
      response.writeHead(request.headers['x-token'] === 'new' ? 200 : 401).end(`${request.method} ${request.body}`);
    else if (path === '/guarded/elsewhere') response.writeHead(302, { location: `${other.address}/guarded` }).end();
    else if (path === '/echo') response.end(`${request.method} ${request.body}`);
    else if (path !== '/silent') response.writeHead(418).end('teapot');
  });
});
afterAll(async () => {
  await client.close();
  await server.close();
  await other.close();
});

/** Responds with ten chunks, one every 50 ms. */
function drip(response: ServerResponse): void {
  let count = 1;
  response.write('.');
  const timer = setInterval(() => {
    response.write('.');
    if (++count === 10) {
      clearInterval(timer);
      response.end();
    }
  }, 50);
}

const responseText = async (path: string, options: Partial<Parameters<typeof client.request>[0]> = {}): Promise<string> => {
  const response = await client.request({ url: server.address + path, ...options });
  return `${response.status} ${Buffer.from(await response.bytes()).toString()}`;
};

describe('a refused request', () => {
  const rejectionBy = (token: string) => {
    const requests: number[] = [];
    const retry = async ({ status }: { readonly status: number }): Promise<HttpRequest> => {
      requests.push(status);
      return { url: `${server.address}/guarded`, method: 'POST', headers: { 'x-token': token }, body: inParts('a', 'b'), rejection };
    };
    const rejection = { statuses: [401], retry };
    return { requests, rejection };
  };

  it.each([
    ['new', 200],
    ['still old', 401],
  ])('is sent once more as the refusal says: with a token that is %s', async (token, status) => {
    const { requests, rejection } = rejectionBy(token);
    const response = await client.request({ url: `${server.address}/guarded`, method: 'POST', body: inParts('a', 'b'), rejection });
    expect([response.status, Buffer.from(await response.bytes()).toString(), requests]).toEqual([status, 'POST ab', [401]]);
  });

  it('is not if another origin refuses it after a redirect, at another status, or without a request to send', async () => {
    const { requests, rejection } = rejectionBy('new');
    expect((await client.request({ url: `${server.address}/guarded/elsewhere`, rejection })).status).toBe(401);
    expect((await client.request({ url: `${server.address}/teapot`, rejection })).status).toBe(418);
    expect(requests).toEqual([]);
    const none = { statuses: [401], retry: async () => undefined };
    const response = await client.request({ url: `${server.address}/guarded`, rejection: none });
    expect([response.status, Buffer.from(await response.bytes()).toString()]).toEqual([401, 'GET ']);
  });

  it('fails if the new request cannot be made', async () => {
    const retry = async (): Promise<HttpRequest> => Promise.reject(new Error('no token'));
    await expect(client.request({ url: `${server.address}/guarded`, rejection: { statuses: [401], retry } })).rejects.toThrow('no token');
  });
});

describe('the HTTP client', () => {
  it.each([
    ['any status is an answer', '/nowhere', {}, '418 teapot'],
    ['gzip is unpacked', '/gzip', {}, '200 squeezed'],
    ['brotli is unpacked', '/brotli', {}, '200 squeezed'],
    ['a body is sent', '/echo', { method: 'PUT', body: 'hello' }, '200 PUT hello'],
    ['a stream is sent', '/echo', { method: 'POST', body: (async function* () { yield Buffer.from('in '); yield Buffer.from('parts'); })() }, '200 POST in parts'], // oxfmt-ignore
    ['301 of POST becomes GET', '/redirect/301', { method: 'POST', body: 'x' }, '200 GET '],
    ['302 of POST becomes GET', '/redirect/302', { method: 'POST', body: 'x' }, '200 GET '],
    ['302 of PUT keeps the method', '/redirect/302', { method: 'PUT', body: 'x' }, '200 PUT x'],
    ['303 of PUT becomes GET', '/redirect/303', { method: 'PUT', body: 'x' }, '200 GET '],
    ['303 of HEAD stays HEAD', '/redirect/303', { method: 'HEAD' }, '200 '],
    ['307 keeps method and body', '/redirect/307', { method: 'POST', body: 'x' }, '200 POST x'],
    ['308 sends a stream again', '/redirect/308', { method: 'POST', body: inParts('in ', 'parts') }, '200 POST in parts'],
    ['content compressed twice is decompressed twice', '/twice', {}, '200 squeezed'],
    ['truncated content is decompressed as far as possible', '/truncated', { method: 'HEAD' }, '200 '],
    ['an answer without body may call itself packed', '/gzip', { method: 'HEAD' }, '200 '],
    ['redirects can be ignored', '/redirect/302', { maxRedirects: 0 }, '302 moved'],
  ] as const)('%s', async (_name, path, options, expected) => {
    expect(await responseText(path, options)).toBe(expected);
  });

  it('decompresses within a limit, which content that is not compressed does not have', async () => {
    const limited = createHttpClient({ maxUnpacked: 200_000 });
    const read = async (path: string): Promise<number> => {
      let size = 0;
      for await (const chunk of (await limited.request({ url: server.address + path })).stream()) size += chunk.byteLength;
      return size;
    };
    try {
      for (const path of ['/bomb', '/bombs']) {
        await expect(read(path)).rejects.toMatchObject({
          code: 'FILE_TOO_LARGE',
          message: expect.stringContaining('decompresses to more than'),
          hint: expect.stringContaining('MILLRACE_ARCHIVE_MAX'),
        });
      }
      await expect(read('/packed-often')).rejects.toThrow(/is compressed 3 times/);
      expect(await read('/large')).toBe(3_000_000);
    } finally {
      await limited.close();
    }
  });

  it('stops following after the maximum number of redirects', async () => {
    const before = server.received.length;
    await expect(responseText('/loop', { maxRedirects: 3 })).rejects.toThrow(/redirected more than 3 times/);
    expect(server.received.length - before).toBe(4);
  });

  it.each([
    ['/nonsense', /leads to no address/],
    ['/mail', /protocol "mailto:"/],
  ])('says where a redirect leads nowhere (%s)', async (path, message) => expect(responseText(path)).rejects.toThrow(message));

  it.each([
    ['/elsewhere', {}, { 'x-kept': 'yes' }],
    ['/elsewhere/307', { method: 'POST', body: '{}' }, { 'x-kept': 'yes', 'content-type': 'text/plain' }],
  ])('keeps secrets from other hosts (%s)', async (path, options, saved) => {
    const headers = { Authorization: 'Bearer secret', Cookie: 'a=1', 'X-Kept': 'yes', Host: 'first.example', 'Content-Type': 'text/plain' };
    const [, echo = ''] = (await responseText(path, { headers, ...options })).split(/ (.*)/s);
    expect(JSON.parse(echo)).toMatchObject(saved);
    expect(echo).not.toMatch(/secret|cookie|first\.example/);
  });

  it('does not pass a body with secrets on to another origin', async () => {
    const post = { method: 'POST', body: 'secret', hasSecretBody: true };
    await expect(responseText('/elsewhere/307', post)).rejects.toThrow(/the body of the request contains the credential/);
    expect(await responseText('/redirect/307', post)).toBe('200 POST secret');
    expect(await responseText('/elsewhere', post)).not.toContain('secret');
    expect(await responseText('/elsewhere/307', { ...post, sendsCredentialsElsewhere: true })).toMatch(/^200/);
  });

  it('removes secrets that a redirect repeats from its query, and does not follow it if they are elsewhere in the address', async () => {
    const secrets = ['secret a&b'];
    const repeated = (path: string): string => `/repeat?to=${encodeURIComponent(`${other.address}${path}`)}`;
    const follow = async (path: string, more: object = {}): Promise<string> => {
      const response = await client.request({ url: `${server.address}${repeated(path)}`, secrets, ...more });
      return response.url.replace(other.address, '');
    };
    expect(await follow('/?a=%20b&key=secret+a%26b&c')).toBe('/?a=%20b&c');
    await expect(follow('/secret%20a&b/path')).rejects.toThrow(/the address contains the credential/);
    expect(await follow('/?key=secret+a%26b', { sendsCredentialsElsewhere: true })).toBe('/?key=secret+a%26b');
  });

  it('passes secrets on only on request', async () => {
    const headers = { Authorization: 'Bearer secret', Host: 'first.example' };
    const [, echo = ''] = (await responseText('/elsewhere', { headers, sendsCredentialsElsewhere: true })).split(/ (.*)/s);
    expect(JSON.parse(echo)).toMatchObject({ authorization: 'Bearer secret', host: new URL(other.address).host });
  });

  it('uses user and password of the URL', async () => {
    const url = server.address.replace('http://', 'http://ada:p%40ss@');
    const response = await client.request({ url: `${url}/headers` });
    const { url: visibleUrl } = response;
    expect(JSON.parse(Buffer.from(await response.bytes()).toString())).toContain(`Basic ${Buffer.from('ada:p@ss').toString('base64')}`);
    expect(visibleUrl).not.toContain('p%40ss');
  });

  it('keeps the case of header names', async () => {
    const [, echo = ''] = (await responseText('/headers', { headers: { 'X-Custom': '1', 'ACCEPT-encoding': 'identity' } })).split(/ (.*)/s);
    expect(JSON.parse(echo)).toEqual(expect.arrayContaining(['X-Custom', '1', 'ACCEPT-encoding', 'identity']));
    expect(echo.match(/accept-encoding/gi)).toHaveLength(1);
  });

  it('ignores headers that belong to the connection, such as those copied from a browser', async () => {
    const headers = {
      Connection: 'keep-alive',
      'Keep-Alive': '5',
      'Transfer-Encoding': 'chunked',
      'Content-Length': '999',
      Upgrade: 'x',
      Expect: '100-continue',
      TE: 'trailers',
    };
    expect(await responseText('/echo', { method: 'POST', body: 'hello', headers })).toBe('200 POST hello');
  });

  it('joins repeated headers, but not cookies', async () => {
    const { headers } = await client.request({ url: `${server.address}/cookies` });
    expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-many': '1, 2' });
  });

  it.each([
    ['nothing listens', { url: 'http://127.0.0.1:1/' }, /127\.0\.0\.1:1 failed: the connection was refused/],
    ['the name is unknown', { url: 'http://nobody.invalid/' }, /nobody\.invalid failed: /],
    ['the URL is none', { url: 'example' }, /Invalid URL: example/],
    ['the protocol is another', { url: 'ftp://example.com' }, /protocol "ftp:"/],
  ])('says it when %s', async (_name, request, message) => {
    await expect(client.request(request)).rejects.toThrow(message);
  });

  it.each([
    ['no response', '/silent', /took longer than 0\.05 s/],
    ['the response stops', '/stall', /took longer than 0\.05 s/],
  ])('says when the time is up: %s', async (_name, path, message) => {
    await expect(responseText(path, { timeout: 50 })).rejects.toMatchObject({
      message: expect.stringMatching(message) as string,
      httpCode: 'ETIMEDOUT',
      retryable: true,
    });
  });

  it('extends the timeout while a slow response makes progress', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const response = await client.request({ url: `${server.address}/drip`, timeout: 300 });
      const parts = response.stream()[Symbol.asyncIterator]();
      let text = '';
      for (let part = await parts.next(); part.done !== true;) {
        text += Buffer.from(part.value).toString();
        const next = parts.next();
        vi.advanceTimersByTime(50);
        part = await next;
      }
      expect(text).toBe('..........');
    } finally {
      vi.useRealTimers();
    }
  });

  it('times the response, not its reader', async () => {
    // Time advances only while the reader is busy.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const response = await client.request({ url: `${server.address}/large`, timeout: 100 });
      let size = 0;
      for await (const part of response.stream()) {
        vi.advanceTimersByTime(200);
        size += part.byteLength;
      }
      expect(size).toBe(3_000_000);
    } finally {
      vi.useRealTimers();
    }
  });

  it('reports a response that ends early', async () => {
    await expect(responseText('/reset')).rejects.toMatchObject({ code: 'NODE_REQUEST_FAILED', retryable: true });
  });

  it.each(['/silent', '/stall'])('stops with the reason of its signal (%s)', async (path) => {
    const stop = new AbortController();
    const waiting = responseText(path, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(waiting).rejects.toThrow('enough');
    await expect(responseText('/echo', { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    await responseText('/echo', { signal });
    await responseText('/silent', { signal, timeout: 20 }).catch(() => undefined);
    await responseText('/elsewhere', { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('rethrows errors of the request body', async () => {
    const body = (async function* () { yield Buffer.from('x'); throw new AppError('BINARY_NOT_FOUND', 'The file is gone.'); })(); // oxfmt-ignore
    await expect(responseText('/echo', { method: 'POST', body })).rejects.toMatchObject({ code: 'BINARY_NOT_FOUND' });
  });

  it('reports a response that cannot be decompressed', async () => {
    await expect(responseText('/broken')).rejects.toMatchObject({ code: 'NODE_REQUEST_FAILED' });
  });

  it('limits the decompressed size', async () => {
    const careful = createHttpClient({ maxBytes: 1_000_000 });
    await expect(careful.request({ url: `${server.address}/large` }).then((response) => response.bytes())).rejects.toThrow(
      /larger than 1 MB/,
    );
    await careful.close();
  });

  it('reveals no secrets of an invalid URL', async () => {
    for (const url of ['htp://ada:pass@x/path?key=secret', 'http//x?key=secret', 'http://ada:pass@[x?key=secret#frag']) {
      const error = await client.request({ url }).catch((caught: unknown) => caught as Error);
      expect(String(error)).not.toMatch(/pass|secret/);
    }
  });
});

const certificate = selfSigned();

describe('a proxy', () => {
  const requests: string[] = [];
  let proxy: Server;
  let address = '';

  beforeAll(async () => {
    proxy = createServer((incoming, response) => {
      requests.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization'] ?? 'nobody'}`);
      if (incoming.url?.includes('refuse') === true) return void response.writeHead(407).end();
      forward(
        incoming.url ?? '',
        { method: incoming.method, headers: incoming.headers },
        (answer) => void answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
      ).end();
    });
    proxy.on('connect', (incoming, socket: Socket, head) => {
      requests.push(`CONNECT ${incoming.headers['proxy-authorization'] ?? 'nobody'}`);
      const [host = '', port = ''] = (incoming.url ?? '').split(':');
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [onward, socket]) end.on('error', () => undefined);
    });
    address = await listening(proxy);
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it.each([
    ['', 'nobody'],
    ['http://', 'nobody'],
    ['http://ada:p%40ss@', `Basic ${Buffer.from('ada:p@ss').toString('base64')}`],
  ])('is gone through (%s)', async (prefix, who) => {
    requests.length = 0;
    expect(await responseText('/gzip', { proxy: prefix + address })).toBe('200 squeezed');
    expect(requests).toEqual([`GET ${server.address}/gzip ${who}`]);
  });

  it.each([
    ['does not exist', 'http://ada:hunter2@127.0.0.1:1', /connection was refused/],
    ['is not a URL', 'http://ada:hunter2@', /The proxy .* is not a URL/],
    ['speaks another protocol', 'ftp://ada:hunter2@127.0.0.1:1', /The proxy .* is not a URL/],
  ])('that %s is told, without its password', async (_name, proxy, message) => {
    const error = await responseText('/gzip', { proxy }).catch((caught: unknown) => caught as Error);
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain('hunter2');
  });

  describe('of the environment', () => {
    const through = async (environment: Record<string, string>, path: string, more: Partial<HttpRequest> = {}): Promise<string[]> => {
      requests.length = 0;
      const own = createHttpClient({ environment });
      try {
        await (await own.request({ url: `${server.address}${path}`, ...more })).bytes();
      } finally {
        await own.close();
      }
      return [...requests];
    };
    const direct = { HTTP_PROXY: 'http://127.0.0.1:1' };

    it('is used', async () => {
      const who = `Basic ${Buffer.from('ada:x').toString('base64')}`;
      expect(await through({ HTTP_PROXY: `http://ada:x@${address}` }, '/gzip')).toEqual([`GET ${server.address}/gzip ${who}`]);
    });

    it('is determined for each redirect', async () => {
      const hops = [`GET ${server.address}/elsewhere nobody`, `GET ${other.address}/ nobody`];
      expect(await through({ HTTP_PROXY: address }, '/elsewhere')).toEqual(hops);
      expect(await through({ HTTP_PROXY: address, NO_PROXY: new URL(other.address).host }, '/elsewhere')).toEqual([hops[0]]);
    });

    it.skipIf(certificate === undefined)('is asked for a tunnel by https', async () => {
      const secure = createSecureServer(certificate ?? {}, (_incoming, response) => void response.end('private'));
      const more = { url: `https://${await listening(secure)}`, allowUnauthorizedCerts: true };
      try {
        expect(await through({ HTTPS_PROXY: address, HTTP_PROXY: 'http://127.0.0.1:1' }, '', more)).toEqual(['CONNECT nobody']);
        expect(await through({ HTTP_PROXY: address }, '', more)).toEqual([]);
      } finally {
        secure.closeAllConnections();
        secure.close();
      }
    });

    it('is not used for addresses in NO_PROXY', async () => {
      expect(await through({ ...direct, NO_PROXY: '127.0.0.0/8' }, '/gzip')).toEqual([]);
      await expect(through(direct, '/gzip')).rejects.toThrow(/connection was refused/);
    });

    it("gives way to the request's own", async () => {
      expect(await through({ ...direct, NO_PROXY: '*' }, '/gzip', { proxy: address })).toEqual([`GET ${server.address}/gzip nobody`]);
    });

    it('is named by its variable if it is invalid', async () => {
      await expect(through({ http_proxy: 'socks5://ada:hunter2@127.0.0.1:1' }, '/gzip')).rejects.toThrow(
        /^The proxy "(?!.*hunter2).*" that http_proxy names is not an address of http or https\.$/,
      );
    });
  });

  it('does not accumulate connections when each request names another one', async () => {
    const users = Array.from({ length: 30 }, (_, user) => `http://user${user}:x@${address}`);
    expect(await Promise.all(users.map((proxy) => responseText('/gzip', { proxy })))).toEqual(users.map(() => '200 squeezed'));
  });
});

describe.skipIf(certificate === undefined)('a certificate that cannot be verified', () => {
  let secure: SecureServer;
  let address = '';
  beforeAll(async () => {
    secure = createSecureServer(certificate ?? {}, (_incoming, response) => void response.end('private'));
    address = `https://${await listening(secure)}`;
  });
  afterAll(() => {
    secure.closeAllConnections();
    secure.close();
  });
  const read = async (allowUnauthorizedCerts: boolean): Promise<string> =>
    Buffer.from(await (await client.request({ url: address, allowUnauthorizedCerts })).bytes()).toString();

  it('is rejected, and accepted on request', async () => {
    await expect(read(false)).rejects.toThrow(/its certificate is self-signed\. Allow it under "Ignore SSL issues"/);
    expect(await read(true)).toBe('private');
    await expect(read(false)).rejects.toThrow(/self-signed/);
  });
});

/** Starts listening and returns host and port. */
async function listening(started: Server | SecureServer): Promise<string> {
  await new Promise<void>((resolve) => void started.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(started.address() as AddressInfo).port}`;
}

/** Creates a certificate; undefined if openssl is not installed. */
function selfSigned(): { readonly key: string; readonly cert: string } | undefined {
  const { status, stdout } = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', '-', '-out', '-', '-days', '1', '-subj', '/CN=127.0.0.1'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  if (status !== 0) return undefined;
  const part = (name: string): string => new RegExp(`-----BEGIN ${name}-----[^]*?-----END ${name}-----`).exec(stdout)?.[0] ?? '';
  return { key: part('PRIVATE KEY'), cert: part('CERTIFICATE') };
}
