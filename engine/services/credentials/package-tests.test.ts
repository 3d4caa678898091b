// Tests of credentials by nodes of packages, and by requests with rules, on a whole server.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPackageRegistry, type PackageRegistry } from '../../testing/package-registry.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

const name = 'n8n-nodes-fixture-versioned';

let registry: PackageRegistry;
let running: RunningServer;
let service: StubServer;
/** Number of connections that are open because the server sends no response, or only a part of one. */
let open = 0;

beforeAll(async () => {
  registry = await startPackageRegistry();
  await registry.publish(join(import.meta.dirname, '../../../build/fixtures/versioned'));
  service = await stubServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://locker');
    const reply = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (pathname === '/me') reply(request.headers['x-pin'] === 'secret pin' ? 200 : 401, { owner: 'Ada' });
    else if (pathname === '/expired') reply(200, { owner: 'Ada', error: { name: 'expired' } });
    else if (pathname === '/nobody') reply(200, {});
    else if (pathname === '/text') response.writeHead(200).end('fine');
    else if (pathname === '/hangs' || pathname === '/drips') {
      open++;
      response.on('close', () => open--);
      if (pathname === '/drips') response.writeHead(200).write('drop');
    } else if (pathname === '/open') {
      const expected = Number(new URL(request.url, 'http://locker').searchParams.get('is'));
      const look = setInterval(() => {
        if (open !== expected) return;
        clearInterval(look);
        reply(200, {});
      }, 5);
    } else if (pathname === '/refused') reply(403, { error: 'refused' });
    else reply(200, { owner: 'Ada' });
  });
  running = await runningServer({ settings: { packageRegistry: registry.url }, hasPeople: true });
  await running.data({ method: 'POST', url: '/rest/nodes', body: { name } }, 'owner');
});
afterAll(async () => {
  await running.close();
  await registry.stop();
  await service.close();
});

const tested = (type: string, data: object, as: As = 'owner'): Promise<{ status: string; message: string }> =>
  running.data({ method: 'POST', url: '/rest/credentials/test', body: { credentials: { type, data } } }, as);
const byNode = (act: string, more: object = {}): Promise<{ status: string; message: string }> =>
  tested('lockerApi', { act, url: service.address, pin: 'secret pin', ...more });
const testable = async (): Promise<readonly string[]> =>
  (await running.data<{ name: string; isTestable: boolean }[]>({ url: '/rest/credential-types' }, 'owner'))
    .filter(({ isTestable }) => isTestable)
    .map((type) => type.name);

const passed = { status: 'OK', message: 'The connection was tested successfully.' };

describe('a credential that a node of a package tests', () => {
  it('is shown as testable, unless the node lacks the function, or the package does not declare the type', async () => {
    const names = await testable();
    expect(names).toEqual(expect.arrayContaining(['lockerApi', 'lockerKeyApi', 'lockerRulesApi', 'imap', 'n8nApi']));
    for (const other of ['ftp', 'mqtt']) expect(names).not.toContain(other);
  });

  it('is tested by the latest version of the node, whose own words about success are not shown', async () => {
    expect(await byNode('accepts')).toEqual(passed);
    expect(service.received.at(-1)?.headers['x-pin']).toBe('secret pin');
  });

  it.each<[string, string | RegExp]>([
    ['accepts', /Authorization failed/],
    ['refuses', 'Refused with 403'],
    ['throws', 'The locker is jammed'],
    ['garbage', /test of the package n8n-nodes-fixture-versioned returned no result/],
    ['nothing', /returned no result/],
    ['object', /returned no result/],
    ['streams', '200: fine'],
    ['aborts', 'CanceledError'],
    ['signs', /Authorization failed/],
    ['signsWithNothing', /only with data that it passes as "credentialsDecrypted"/],
    ['signsByAnUnknownType', /no credential type "aTypeThatIsMissing"/],
    ['silent', 'The package gives no reason.'],
    ['long', /^x{1000}$/],
    ['connects', /may not open connections by itself/],
    ['unsupported', /"this.helpers.createBinarySignedUrl" is not supported/],
    ['exits', /package n8n-nodes-fixture-versioned ended/],
    ['anActThatIsMissing', /undefined/],
  ])('fails with a reason: %s', async (act, message) => {
    expect(await byNode(act, { pin: 'wrong' })).toEqual({ status: 'Error', message: expect.stringMatching(message) as unknown });
  });

  it('is all that the package receives', async () => {
    const { message } = await byNode('received', { pin: '={{ "a" + 1 }}' });
    const data = { act: 'received', url: service.address, pin: 'a1' };
    expect(JSON.parse(message)).toEqual({ name: 'Locker API', type: 'lockerApi', data });
  });

  it('may sign with the data that it receives', async () => {
    expect(await byNode('signs')).toEqual(passed);
    expect(service.received.at(-1)?.headers['x-pin']).toBe('secret pin');
  });

  it('has its id once it is saved, and hides the reason from users with whom it is shared', async () => {
    const data = { act: 'received', url: service.address, pin: 'secret pin' };
    const body = { name: 'Mine', type: 'lockerApi', data };
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body }, 'owner');
    const test = (as: As): Promise<{ message: string }> =>
      running.data({ method: 'POST', url: '/rest/credentials/test', body: { credentials: { id, type: 'lockerApi' } } }, as);
    expect(JSON.parse((await test('owner')).message)).toMatchObject({ id, name: 'Mine', data: { pin: 'secret pin' } });
    await running.data({ method: 'PUT', url: `/rest/credentials/${id}/share`, body: { shareWithIds: ['member-1'] } }, 'owner');
    expect(await test('member')).toEqual({
      status: 'Error',
      message: 'The test failed. Ask the owner of the credential to check its connection.',
    });
  });

  it('may be of a built-in type without a test of its own that the package declares as well', async () => {
    expect(await tested('imap', { user: 'ada' })).toEqual({ status: 'Error', message: 'No mail for ada at port 993' });
    const own = await tested('n8nApi', { apiKey: 'key', baseUrl: service.address });
    expect([own, service.received.at(-1)?.headers['x-n8n-api-key']]).toEqual([passed, 'key']);
  });

  it('may be tested by a request that the node declares', async () => {
    expect(await tested('lockerKeyApi', { url: service.address, pin: 'secret pin' })).toEqual(passed);
    expect(service.received.at(-1)?.url).toBe('/me?by=secret+pin');
    expect(await tested('lockerKeyApi', { url: service.address, pin: 'wrong' })).toMatchObject({ status: 'Error' });
  });
});

it.each([
  ['/me', { status: 'Error', message: 'The service refused the credential: 401 Unauthorized' }],
  ['/refused', { status: 'Error', message: 'This key is for another locker' }],
  ['/expired', { status: 'Error', message: 'The key has expired' }],
  ['/nobody', { status: 'Error', message: 'Nobody owns this key' }],
  ['/text', passed],
  ['/fine', passed],
])('rules of a credential type decide about responses: %s', async (path, result) => {
  expect(await tested('lockerRulesApi', { url: service.address, path })).toEqual(result);
  expect(service.received.at(-1)).toMatchObject({ method: 'POST', body: '{"pin":2}' });
});

it('a credential is not testable any more when the package is uninstalled', async () => {
  await running.data({ method: 'DELETE', url: `/rest/nodes?name=${name}` }, 'owner');
  expect(await testable()).not.toContain('imap');
  expect(await tested('imap', { user: 'ada' })).toEqual({
    status: 'Error',
    message: expect.stringContaining('cannot be tested') as unknown,
  });
});
