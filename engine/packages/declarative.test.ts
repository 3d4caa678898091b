// Nodes of packages that declare their requests in their description, against a local service.
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import type { WorkflowNode } from '../contract/workflow.ts';
import { Executor } from '../execution/index.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { createHttpClient } from '../execution/http/client.ts';
import { MemoryBinary } from '../binary/memory-binary.ts';
import { createCredentialTypes, createNodeRegistry } from '../registry/index.ts';
import { usePackage } from '../registry/n8n/index.ts';
import type { CredentialDefinition } from '../sdk/index.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../testing/run-node.ts';
import { stubServer, type ReceivedRequest, type StubServer } from '../testing/stub-server.ts';
import { Packages } from './index.ts';

const name = 'n8n-nodes-fixture-declarative';
const type = `${name}.shelf`;
const nodes = createNodeRegistry();
const credentialTypes = createCredentialTypes();
const http = createHttpClient({ environment: {} });
const binary = new MemoryBinary();

let source: PackageRegistry;
let folder: string;
let packages: Packages;
let server: StubServer;
/** Header of the file that the service returns. */
let disposition = 'attachment; filename="book.txt"';
let credential: JsonObject;

const titles = ['Emma', 'Dune', 'Carrie', 'Beloved', 'Atonement'];
const books = titles.map((title, index) => ({ id: index + 1, title }));

/** The service: pages of books by page, offset or cursor, and what it received for anything else. */
function answer(request: ReceivedRequest, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url, 'http://service');
  const send = (status: number, body: unknown): void => {
    response.statusCode = status;
    if (body === undefined) return void response.end();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  };
  if (pathname === '/api/books') {
    const page = Number(searchParams.get('page') ?? 0);
    const offset = searchParams.get('offset');
    if (page > 0) return send(200, { books: books.slice(page * 2 - 2, page * 2), next: page * 2 < books.length ? page + 1 : null });
    const from = Number(offset ?? 0);
    return send(200, { books: books.slice(from, from + Number(searchParams.get('limit') ?? 99)) });
  }
  if (pathname === '/api/tokens') {
    const { password } = JSON.parse(request.body) as { password: string };
    return password === 'right' || password === 'streamed'
      ? send(200, { token: 'fresh' })
      : password === 'none'
        ? send(200, {})
        : send(401, { message: 'No' });
  }
  if (pathname === '/api/cursor') {
    const from = Number(searchParams.get('cursor'));
    return send(200, [...books.slice(from, from + 2), { next: from + 2 < books.length ? from + 2 : null }]);
  }
  if (pathname === '/api/file') {
    response.setHeader('content-type', 'text/plain');
    response.setHeader('content-disposition', disposition);
    return void response.end(Buffer.from([0xff, 0x00, 0x41]));
  }
  const raw: Readonly<Record<string, readonly [number, unknown]>> = {
    empty: [200, { list: [] }],
    null: [200, { list: null }],
    none: [200, { other: 1 }],
    scalar: [200, 7],
    missing: [404, { message: 'No such book' }],
    nothing: [204, undefined],
  };
  const [status, body] = raw[pathname.replace('/api/raw/', '')] ?? [200, { ok: true }];
  return send(status, body);
}

const run = (parameters: NodeCase['parameters'], more: Partial<NodeCase> = {}): Promise<NodeOutcome> =>
  runNode({
    type,
    parameters,
    ...more,
    node: { credentials: { shelfApi: { id: '1', name: 'Shelf' } }, ...more.node },
    ports: {
      nodes,
      http,
      binary,
      credentialTypes,
      credential: async () => structuredClone(credential),
      ...more.ports,
    },
  });

const received = (from = 0): readonly string[] => server.received.slice(from).map(({ method, url }) => `${method} ${url}`);
const lastBody = (): unknown => JSON.parse(server.received.at(-1)?.body ?? 'null');

beforeAll(async () => {
  source = await startPackageRegistry();
  await source.publish(join(import.meta.dirname, '../../build/fixtures/declarative'));
  folder = await mkdtemp(join(tmpdir(), 'millrace-declarative-'));
  packages = new Packages({ folder, registry: source.url, memory: 128, stuckAfter: 5000 });
  const catalog = await packages.install({ name, version: 'latest' });
  usePackage({ registry: nodes, credentialTypes, instanceId: 'test', instanceUrl: () => '' }, packages, catalog);
});
afterAll(async () => {
  await packages.stop();
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  server = await stubServer(answer);
  credential = { url: server.address, apiKey: 'top-secret' };
  return () => server.close();
});

describe('pages', () => {
  it.each([
    ['generic', { returnAll: true }, ['GET /api/books?page=1', 'GET /api/books?page=2', 'GET /api/books?page=3'], 5],
    ['generic', { limit: 3 }, ['GET /api/books?page=1', 'GET /api/books?page=2'], 3],
    [
      'offset',
      { returnAll: true },
      ['GET /api/books?limit=2&offset=0', 'GET /api/books?limit=2&offset=2', 'GET /api/books?limit=2&offset=4'],
      5,
    ],
    ['offsetOfList', {}, ['GET /api/books?limit=2&offset=0', 'GET /api/books?limit=2&offset=2', 'GET /api/books?limit=2&offset=4'], 5],
    ['function', { returnAll: true }, ['GET /api/cursor?cursor=0', 'GET /api/cursor?cursor=2', 'GET /api/cursor?cursor=4'], 5],
    ['function', { limit: 1 }, ['GET /api/cursor?cursor=0', 'GET /api/cursor?cursor=2', 'GET /api/cursor?cursor=4'], 1],
  ])('%s with %j', async (operation, parameters, requests, count) => {
    const outcome = await run({ operation, ...parameters });
    expect(outcome.error).toBeUndefined();
    expect(received()).toEqual(requests);
    expect(outcome.json).toEqual(books.slice(0, count));
    expect(outcome.outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
  });

  it('one page is requested if the node is not to paginate', async () => {
    const outcome = await run({ operation: 'offset', limit: 9 });
    expect(received()).toEqual(['GET /api/books']);
    expect(outcome.json).toEqual([{ books }]);
  });
});

describe('a node that also has functions', () => {
  const desk = (operation: string): Promise<NodeOutcome> =>
    run({ url: server.address, operation }, { type: `${name}.desk`, items: [{ who: 'Ada' }, { who: 'Grace' }] });

  it('runs an operation by its function', async () => {
    const outcome = await desk('ask');
    expect([outcome.error, received(), outcome.json]).toEqual([
      undefined,
      [],
      [
        { asked: 'Ada', by: 'Node' },
        { asked: 'Grace', by: 'Node' },
      ],
    ]);
  });

  it('sends the declared requests of its other operations', async () => {
    const outcome = await desk('get');
    expect([outcome.error, received(), outcome.json]).toEqual([undefined, Array(2).fill('GET /api/desk'), [{ ok: true }, { ok: true }]]);
  });
});

describe('requests', () => {
  it('have the values of parameters, options and collections, and the signature of the credential', async () => {
    const outcome = await run(
      {
        operation: 'create',
        shelf: { __rl: true, mode: 'url', value: 'https://shelves.example.com/new' },
        kind: 'audio',
        fields: { author: ' {{ Jane }} ', dotted: 'x', year: 1815 },
        tags: {
          tag: [
            { key: 'genre', value: '={{ $json.genre }}' },
            { key: 'mood', value: 'calm' },
          ],
        },
      },
      { items: [{ genre: 'novel' }, { genre: 'satire' }], version: 2 },
    );
    expect(outcome.error).toBeUndefined();
    expect(received()).toEqual(Array(2).fill('POST /api/shelves/new/books?medium=audio-book'));
    expect(lastBody()).toEqual({
      shelf: 'new',
      about: { author: { name: '{{ Jane }}' } },
      'a.b': 'x',
      year: 1815,
      of: ' {{ Jane }} ',
      tags: [{ genre: 'satire' }, { mood: 'calm' }],
    });
    expect(server.received[1]?.headers).toMatchObject({ 'x-api-key': 'top-secret', 'x-version': '2' });
    expect(outcome.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
  });

  it('leave out options and fields that are hidden or not chosen', async () => {
    await run({
      operation: 'create',
      shelf: { __rl: true, mode: 'id', value: 'old' },
      kind: 'paper',
      fields: { author: 'Jane', year: 1815 },
    });
    expect(received()).toEqual(['POST /api/shelves/old/books']);
    expect(lastBody()).toEqual({ shelf: 'old', about: { author: { name: 'Jane' } } });
  });

  it('refuse names that lead to prototypes', async () => {
    const outcome = await run({
      operation: 'create',
      shelf: { __rl: true, mode: 'id', value: 'old' },
      tags: { tag: [{ key: '__proto__.polluted', value: 'yes' }] },
    });
    expect(outcome.error?.message).toContain('"__proto__" cannot be used as a field name');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('are changed by package code, which does not see the secrets', async () => {
    const outcome = await run({ operation: 'signed', title: 'Emma' });
    expect(outcome.error).toBeUndefined();
    expect(server.received[0]?.headers).toMatchObject({
      'x-title': 'Emma',
      'x-seen': 'false',
      'x-secret': 'key top-secret',
      'x-api-key': 'top-secret',
    });
  });

  it('send forms and files of package code', async () => {
    const file = await binary.write(Buffer.from('Once upon a time'), { fileName: 'a.txt' });
    const outcome = await run({ operation: 'upload', title: 'Emma' }, { items: [{ json: {}, binary: { data: file } }] });
    expect(outcome.error).toBeUndefined();
    expect(server.received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.received[0]?.body).toMatch(/name="title"\r\n\r\nEmma[^]*filename="book.txt"[^]*Once upon a time/);
  });

  it('send forms whose stream cannot be iterated', async () => {
    const outcome = await run({ operation: 'uploadOldForm' });
    expect(outcome.error).toBeUndefined();
    expect(server.received[0]?.headers['content-type']).toBe('multipart/form-data; boundary=old');
    expect(server.received[0]?.body).toBe('--old\r\nold part');
  });
});

it('dates that are checked are dates in expressions, and are sent with their time zone', async () => {
  const outcome = await run(
    { operation: 'lend', until: '2026-03-01T12:00:00+02:00', since: '2026-02-01T12:00:00' },
    { settings: { timezone: 'Europe/Berlin' } },
  );
  expect(outcome.error).toBeUndefined();
  expect(lastBody()).toEqual({ until: '2026-03-01T10:00:00.000Z', since: '2026-02-01T12:00:00.000+01:00' });
});

it('texts that are checked are dates and lists for package code too', async () => {
  const more = { reminder: '2026-03-01T12:00:00+02:00', days: '[1, 2]' };
  const outcome = await run({ operation: 'remind', until: '2027-01-01', more });
  expect(outcome.error).toBeUndefined();
  expect(lastBody()).toMatchObject({ reminder: '2026-03-01T10:00:00.000Z', days: 2, list: [1, 2], until: 2027 });
});

describe('requests without fields', () => {
  it('have a body that package code can add to', async () => {
    const outcome = await run({ operation: 'note' });
    expect(outcome.error).toBeUndefined();
    expect(lastBody()).toEqual({ note: 'by code' });
  });

  it('are sent without a body', async () => {
    await run({ operation: 'empty' });
    expect(server.received[0]).toMatchObject({ method: 'POST', body: '' });
  });
});

describe('responses', () => {
  it('pass through all actions in order', async () => {
    const items = [{ title: 'x' }];
    expect((await run({ operation: 'numbered', returnAll: true }, { items })).json).toEqual(
      ['Atonement', 'Beloved', 'Carrie', 'Dune'].map((title, index) => ({
        id: titles.indexOf(title) + 1,
        label: title.toUpperCase(),
        number: index + 1,
        status: 200,
        for: 'x',
      })),
    );
    expect((await run({ operation: 'numbered' }, { items })).json).toHaveLength(1);
  });

  it('are replaced by a value', async () => {
    expect((await run({ operation: 'delete', title: 'Emma' })).json).toEqual([{ deleted: true, status: 200 }]);
  });

  it('are files whose content package code reads by their entries', async () => {
    const cover = await binary.write(Buffer.from('cover'), { fileName: 'cover.txt' });
    const outcome = await run({ operation: 'read' }, { items: [{ json: {}, binary: { cover } }] });
    expect([outcome.error, received()]).toEqual([undefined, ['GET /api/file?cover=cover']]);
    expect(outcome.json).toEqual([{ read: ['\u00ff\0A', 'cover', 'made'], big: String(2n ** 60n) }]);
    const { data, copied, changed, ...files } = outcome.outputs[0]?.[0]?.binary ?? {};
    expect(files['cover']).toEqual(cover);
    expect(copied).toEqual({ ...data, fileName: 'copy.txt' });
    expect(changed).toMatchObject({ fileName: 'cover.txt', data: 'Y2hhbmdlZA==' });
    expect(changed).not.toHaveProperty('id');
    expect(Buffer.from(await binary.read(files['made']!)).toString()).toBe('made');
  });

  it.each([
    ['attachment; filename="../book.txt"', 'book.txt'],
    ['attachment; filename=book.txt; size=3', 'book.txt'],
    ['attachment; filename="a \\"quoted\\"; book.txt"', 'a "quoted"; book.txt'],
    ["attachment; filename=book.txt; filename*=UTF-8''b%C3%BCch%2Fer.txt", 'er.txt'],
    ["attachment; filename*=iso-8859-1'en'%A3%20book.txt", '£ book.txt'],
    ['attachment', undefined],
  ])('become files: %s', async (input, fileName) => {
    disposition = input;
    const outcome = await run({ operation: 'download' });
    const file = outcome.outputs[0]?.[0]?.binary?.['data'];
    expect(file).toMatchObject({ mimeType: 'text/plain' });
    expect(file?.fileName).toBe(fileName);
    expect(file === undefined ? undefined : [...(await binary.read(file))]).toEqual([0xff, 0x00, 0x41]);
  });

  it.each([
    ['empty', []],
    ['null', []],
    ['scalar', [{ data: 7 }]],
  ])('%s', async (title, expected) => {
    expect((await run({ operation: 'raw', title })).json).toEqual(expected);
  });

  it('fail with the message of the package if they lack the list', async () => {
    expect((await run({ operation: 'raw', title: 'none' })).error).toMatchObject({
      message: 'There is no list',
      description: 'The response has no field "list".',
    });
  });
});

describe('options that a property requests', () => {
  it('are a method of the node', async () => {
    const property = nodes.description(type)?.properties.find(({ name: each }) => each === 'authorId');
    const method = property?.typeOptions?.loadOptionsMethod ?? '';
    const node: WorkflowNode = {
      name: 'Node',
      type,
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
      credentials: { shelfApi: { id: '1', name: 'Shelf' } },
    };
    const ports = fakePorts({ nodes, http, credentialTypes, credential: async () => structuredClone(credential) });
    const request = { mode: 'internal', signal: new AbortController().signal } as const;
    const detachedNode = await new Executor(ports).detachedNode({ nodes: [node], connections: {} }, 'Node', request);
    expect(await detachedNode.type.methods?.loadOptions?.[method]?.(detachedNode.context)).toEqual(
      ['Atonement', 'Beloved', 'Carrie', 'Dune', 'Emma'].map((title) => ({ name: title, value: titles.indexOf(title) + 1 })),
    );
    expect(server.received[0]?.headers['x-api-key']).toBe('top-secret');
    const { context } = await new Executor(ports).detachedNode({ nodes: [{ ...node, credentials: {} }], connections: {} }, 'Node', request);
    const displayName = (await credentialTypes.type('shelfApi'))?.displayName ?? '';
    await expect(context.credentials('shelfApi')).rejects.toMatchObject({
      code: 'CREDENTIAL_NOT_FOUND',
      message: `The node has no credential of type "${displayName}".`,
    });
  });
});

describe('refused requests', () => {
  it('fail like those of HTTP Request', async () => {
    const { error } = await run({ operation: 'raw', title: 'missing' });
    expect(error).toMatchObject({
      name: 'NodeApiError',
      code: 'NODE_REQUEST_FAILED',
      httpCode: '404',
      description: 'No such book',
      context: { itemIndex: 0 },
    });
    expect(JSON.stringify(error)).not.toContain('top-secret');
  });

  it('are accepted if the node ignores the status', async () => {
    expect((await run({ operation: 'raw', title: 'missing', returnAll: true })).json).toEqual([{ message: 'No such book' }]);
  });

  it('become one error item each if the node continues', async () => {
    const outcome = await run(
      { operation: 'raw', title: '={{ $json.title }}' },
      { items: [{ title: 'missing' }, { title: 'scalar' }], node: { onError: 'continueRegularOutput' } },
    );
    expect(outcome.json).toEqual([{ error: expect.stringMatching(/./) as string }, { data: 7 }]);
    expect(outcome.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
  });

  it('say what is wrong with an address', async () => {
    credential = { ...credential, url: 'not an address' };
    expect((await run({ operation: 'generic' })).error).toMatchObject({ message: 'The request of the node is not valid.' });
    expect(server.received).toEqual([]);
  });
});

describe('a credential type with code', () => {
  const typeOf = async (): Promise<CredentialDefinition> => (await credentialTypes.type('shelfTokenApi')) as CredentialDefinition;
  const fetched = async (password: string): Promise<JsonObject> => {
    const { preAuthentication } = await typeOf();
    return preAuthentication?.fetch({ url: server.address, password }, { http, now: 0, name: 'Shelf' }) ?? {};
  };

  it('fetches the fields that expire', async () => {
    const { preAuthentication } = await typeOf();
    expect(preAuthentication?.fields).toEqual(['token']);
    expect([preAuthentication?.isValid({ token: '' }, 0), preAuthentication?.isValid({ token: 'x' }, 0)]).toEqual([false, true]);
    expect(await fetched('right')).toEqual({ token: 'fresh' });
    expect(await fetched('streamed')).toEqual({ token: 'fresh' });
  });

  it.each([
    ['wrong', 'NODE_REQUEST_FAILED', 'Authorization failed'],
    ['none', 'NODE_REQUEST_FAILED', 'returned no token'],
  ])('with the answer for the password %s says why', async (password, code, message) => {
    await expect(fetched(password)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it.each([
    ['without a body', undefined, undefined],
    ['with JSON', '{"a":1}', '{"a":1,"signedBy":"shelfTokenApi"}'],
  ])('signs a request %s', async (_, body, expected) => {
    const { sign } = await typeOf();
    const request = {
      url: 'https://shelf.example/books?page=2',
      headers: { accept: 'text/plain' },
      ...(body === undefined ? {} : { body }),
    };
    const signed = typeof sign === 'function' ? await sign({ token: 'secret' }, request) : undefined;
    expect(signed?.url).toBe('https://shelf.example/books?page=2&via=code');
    expect(signed?.headers).toMatchObject({ accept: 'text/plain', 'x-token': 'secret' });
    expect(signed?.body).toBe(expected);
  });
});
