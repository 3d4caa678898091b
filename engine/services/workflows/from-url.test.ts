// Workflow files from the web: accepted files, forbidden addresses, size and time limits.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient, type HttpClient } from '../../execution/http/client.ts';
import { workflowFromUrl, type FromUrlPorts } from './from-url.ts';
import { isInner } from './inner-networks.ts';

const file = { name: 'Fetched', nodes: [], connections: {} };
let served: Server;
let http: HttpClient;
let port: number;
const requests: string[] = [];

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  requests.push(`${headers.host?.split(':')[0] ?? ''}${url}`);
  const text = JSON.stringify(file);
  if (url === '/good.json' || url === '/good.json?key=1') response.end(text);
  else if (url === '/packed.json') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(' '.repeat(200_000) + text));
  else if (url === '/moved.json') response.writeHead(301, { location: '/good.json' }).end();
  else if (url === '/to-other.json') response.writeHead(302, { location: `http://127.0.0.2:${port}/good.json` }).end();
  else if (url === '/to-ftp.json') response.writeHead(302, { location: 'ftp://files.example/good.json' }).end();
  else if (url === '/to-nowhere.json') response.writeHead(302, { location: 'http://[' }).end();
  else if (url === '/round.json') response.writeHead(302, { location: '/round.json' }).end();
  else if (url === '/large.json') response.end('x'.repeat(2000));
  else if (url === '/cut.json') response.writeHead(200, { 'content-length': 100 }).write('{"nodes"', () => response.destroy());
  else if (url === '/slow.json') response.writeHead(200).write('{"nodes"');
  else if (url === '/bad.json') response.end('<html>');
  else if (url === '/list.json') response.end('[]');
  else if (url !== '/silent.json') response.writeHead(404).end('nothing here');
}

beforeAll(async () => {
  served = createServer(answer).listen(0, '127.0.0.1');
  await once(served, 'listening');
  ({ port } = served.address() as AddressInfo);
  http = createHttpClient();
});
afterAll(async () => {
  await http.close();
  served.closeAllConnections();
  served.close();
});

const fetched = (path: string, ports: Partial<FromUrlPorts> = {}) =>
  workflowFromUrl(path.startsWith('/') ? `http://127.0.0.1:${port}${path}` : path, { http, allowsPrivate: true, ...ports });

describe('a file from the web', () => {
  it.each(['/good.json', '/good.json?key=1', '/packed.json', '/moved.json'])('%s is read', async (path) => {
    expect(await fetched(path)).toEqual(file);
  });

  it.each<[string, string, RegExp]>([
    ['/none.json', 'BAD_REQUEST', /answered with the status 404\.$/],
    ['/bad.json', 'NOT_JSON', /not JSON/],
    ['/list.json', 'WORKFLOW_INVALID', /list of 0 entries/],
    ['/to-ftp.json', 'BAD_REQUEST', /protocol "ftp:"/],
    ['/to-nowhere.json', 'BAD_REQUEST', /leads to no address\.$/],
    ['/round.json', 'BAD_REQUEST', /more than 5 times/],
    ['/cut.json', 'BAD_REQUEST', /closed the connection/],
    ['/good.txt', 'BAD_REQUEST', /end in \.json/],
    ['ftp://files.example/a.json', 'BAD_REQUEST', /begin with http/],
    ['http://user:secret@files.example/a.json', 'BAD_REQUEST', /it holds a password\.$/],
    ['http://localhost:1/a.json', 'BAD_REQUEST', /connection was refused/],
    ['no address', 'BAD_REQUEST', /Invalid URL/],
  ])('%s is refused with %s', async (path, code, message) => {
    await expect(fetched(path)).rejects.toMatchObject({ code, message: expect.stringMatching(message) as unknown });
  });

  it('reveals neither a password nor the query', async () => {
    await expect(fetched('http://user:secret@files.example/a.json?key=hidden')).rejects.not.toMatchObject({
      message: expect.stringMatching(/secret|hidden/) as unknown,
    });
  });

  it.each(['/large.json', '/packed.json'])('%s is too large for a smaller limit, however it is packed', async (path) => {
    await expect(fetched(path, { maxBytes: 1999 })).rejects.toMatchObject({ message: expect.stringMatching(/too large/) as unknown });
  });

  it.each(['/silent.json', '/slow.json'])('%s takes too long', async (path) => {
    await expect(fetched(path, { timeout: 30 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/took (?:too long|longer)/) as unknown,
    });
  });
});

describe('the local network', () => {
  it.each([
    '127.0.0.1',
    '127.8.9.10',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[fd00::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[2002:7f00:1::]',
    'localhost',
  ])('is not asked as %s', async (host) => {
    await expect(fetched(`http://${host}:${port}/private.json`, { allowsPrivate: false })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/leads into the own network\.$/) as unknown,
    });
    expect(requests.filter((request) => request.endsWith('/private.json'))).toEqual([]);
  });

  it.each([
    '1.1.1.1',
    '172.32.0.1',
    '11.0.0.1',
    '2606:4700::1111',
    '[2606:4700::1111]',
    '::ffff:8.8.8.8',
    '::FFFF:808:808',
    '2606:4700:0:0:1:5efe:808:808',
    '2400:cb00::5eff:7f00:1',
  ])('does not hold %s', (address) => {
    expect(isInner(address)).toBe(false);
  });

  it.each([
    '::ffff:0:127.0.0.1',
    '::ffff:0:7f00:1',
    '[::ffff:0:127.0.0.1]',
    '::ffff:127.0.0.1%1',
    '::127.0.0.1',
    '0:0:0:0:0:ffff:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::1',
    '2001:0:7f00:1::',
    '2001:0:808:808::1',
    '2002:808:808::1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1:ffff:7f00:1::',
    '::5efe:127.0.0.1',
    'fe80::5efe:192.168.0.1',
    'fe80::200:5efe:192.168.0.1%3',
    '2606:4700::5efe:127.0.0.1',
    '2606:4700::200:5efe:7f00:1',
    '[2606:4700::300:5efe:7f00:1]',
    '::ffff:10.0.0.1',
    '::FFFF:C0A8:1',
    '0000:0000:0000:0000:0000:ffff:7f00:0001',
    '::ffff:0.0.0.0',
    '::8.8.8.8',
    '::ffff:0:8.8.8.8',
    '100::1',
    'fdff::1',
    'febf::1',
    '[fe80::1%eth0]',
    '[::1%25lo]',
    'ff02::1',
    '4000::1',
    '3fff::1',
    '2001:db8::1',
    '::',
    '::2',
    '127.0.0.1%lo',
    'fe80::1%eth0',
    '::1%lo',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '2130706433',
    '017700000001',
    'no address',
    '',
  ])('is where %j may lead', (address) => {
    expect(isInner(address)).toBe(true);
  });
});

describe('addresses of a request', () => {
  const bodyOf = async (host: string, path: string, allowsAddress: (address: string) => boolean): Promise<string> => {
    const response = await http.request({ url: `http://${host}:${port}${path}`, allowsAddress });
    return Buffer.from(await response.bytes()).toString();
  };

  it('are resolved only when connecting', async () => {
    const seen: string[] = [];
    const allows = (address: string): boolean => seen.push(address) > 0;
    expect(JSON.parse(await bodyOf('localhost', '/good.json', allows))).toEqual(file);
    expect(seen).toContain('127.0.0.1');
  });

  it('are resolved again for the next request: connections are not reused', async () => {
    let isAllowed = true;
    const allows = (): boolean => isAllowed;
    await bodyOf('localhost', '/good.json', allows);
    isAllowed = false;
    await expect(bodyOf('localhost', '/good.json', allows)).rejects.toMatchObject({ code: 'NODE_REQUEST_FAILED' });
  });

  it('are resolved after a redirect', async () => {
    requests.length = 0;
    await expect(bodyOf('127.0.0.1', '/to-other.json', (address) => address === '127.0.0.1')).rejects.toMatchObject({
      message: 'The host 127.0.0.2 must not be called from here.',
    });
    expect(requests).toContain('127.0.0.1/to-other.json');
    expect(requests.filter((request) => request.startsWith('127.0.0.2'))).toEqual([]);
  });
});
