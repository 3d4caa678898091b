// The helpers of package code: files, older requests, pages, the names of expressions, processed data, and values of n8n-workflow.
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../contract/run-data.ts';
import { createHttpClient } from '../execution/http/client.ts';
import { createFilePort } from '../files/file-access.ts';
import { createCredentialTypes, type NodeRegistry } from '../registry/index.ts';
import type { BinaryPort, HttpPort, HttpRequest } from '../sdk/index.ts';
import { DataTableService } from '../services/data-tables/data-tables.ts';
import { Store } from '../store/index.ts';
import { installedFixture, type InstalledFixture } from '../testing/installed-fixture.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../testing/run-node.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';
import { diskBinary } from '../testing/disk-binary.ts';

const name = 'n8n-nodes-fixture-versioned';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

let installed: InstalledFixture;
let server: StubServer;
let folder: string;
let nodes: NodeRegistry;

const run = (type: string, parameters: NodeCase['parameters'], more: Partial<NodeCase> = {}): Promise<NodeOutcome> =>
  runNode({ type: `${name}.${type}`, parameters, ...more, ports: { nodes, http: createHttpClient({ environment: {} }), ...more.ports } });

const use = async (which: string, more: Partial<NodeCase> = {}): Promise<unknown> => {
  const { json, error } = await run('surface', { use: which, url: server.address }, more);
  if (error !== undefined) throw new Error(error.message);
  return json[0]?.['result'];
};

beforeAll(async () => {
  installed = await installedFixture('versioned');
  ({ nodes, folder } = installed);
  server = await stubServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://stub');
    const reply = (value: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const page = Number(searchParams.get('page'));
    if (pathname === '/pages') reply({ page, size: searchParams.get('size'), next: page < 2 ? page + 1 : null });
    else if (pathname === '/same') reply({ same: true });
    else if (pathname === '/query') reply({ query: [...searchParams].map(([key, value]) => `${key}=${value}`).join('&') });
    else if (pathname === '/refused') reply({ reason: 'no' }, 403);
    else if (pathname === '/file') response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(300_000));
    else reply({ type: request.headers['content-type']?.split(';')[0], authorization: request.headers.authorization, body: request.body });
  });
});
afterAll(async () => {
  await installed.close();
  await server.close();
});

describe('files', () => {
  const items = [
    { json: {}, binary: { data: { data: Buffer.from('hello').toString('base64'), mimeType: 'text/plain', fileName: 'hello.txt' } } },
  ];

  it('are sent as a body by version 1', async () => {
    const { json, error } = await run('files', { operation: 'upload', url: `${server.address}/upload` }, { version: 1, items });
    expect([error, json]).toEqual([undefined, [{ body: 'hello' }]]);
  });

  it('are sent in a form by version 2', async () => {
    const { json } = await run('files', { operation: 'upload', url: `${server.address}/upload` }, { version: 2, items });
    expect(json[0]).toMatchObject({ status: 200, type: 'multipart/form-data' });
    expect(json[0]?.['body']).toMatch(
      /name="title"\r\n\r\nA file[^]*name="data"; filename="hello.txt"\r\nContent-Type: text\/plain\r\n\r\nhello/,
    );
  });

  it('are fetched as a whole by version 1, and in chunks by version 2', async () => {
    const whole = await run('files', { operation: 'download', url: `${server.address}/file` }, { version: 1 });
    expect([whole.json, whole.outputs[0]?.[0]?.binary?.['data']]).toMatchObject([[{ length: 300_000 }], { fileName: 'fetched.bin' }]);
    const streamed = await run('files', { operation: 'download', url: `${server.address}/file` }, { version: 2 });
    expect(streamed.outputs[0]?.[0]).toMatchObject({
      json: { status: 200 },
      binary: { data: { directory: '../evil', fileName: 'streamed.txt', mimeType: 'text/plain', bytes: 300_000 } },
    });
  });

  describe('that are stored', () => {
    const stored = async (...texts: readonly string[]) => {
      const binary = diskBinary(join(folder, 'files'));
      const entries = await Promise.all(texts.map((text, index) => binary.write(Buffer.from(text), { fileName: `${index}.txt` })));
      return { binary, items: [{ json: {}, binary: { first: entries[0]!, second: entries[1]! } }] };
    };
    const rewrite = (items: readonly Item[], binary: BinaryPort): Promise<NodeOutcome> =>
      run('files', { operation: 'rewrite' }, { items, ports: { binary } });

    it('are read by their entries, which refer to them until their content is replaced', async () => {
      const { binary, items } = await stored('first content', 'second content');
      const { json, error, outputs } = await rewrite(items, binary);
      expect(error).toBeUndefined();
      expect(json).toEqual([
        {
          read: Array.from({ length: 6 }, () => 'first content'),
          keys: Object.keys(items[0]!.binary.first),
          file: { ...items[0]!.binary.first, data: base64('first content') },
          second: 'second content',
        },
      ]);
      const files = outputs[0]?.[0]?.binary ?? {};
      const { id } = items[0]!.binary.first;
      expect(files).toMatchObject({
        passed: { id, data: '' },
        copied: { id, data: '', fileName: 'copied.txt' },
        encoded: { id, data: '' },
        cloned: { id, data: '' },
        deep: { id, data: '' },
        deepSecond: { data: base64('deep') },
        unbound: { data: base64('first content'), fileName: '0.txt' },
        replaced: { data: base64('replaced') },
        changed: { data: base64('changed') },
        large: { id: expect.stringMatching(/^file:/), data: '', fileName: 'large.png', directory: 'pictures', bytes: 20_000 },
      });
      for (const name of ['replaced', 'changed', 'deepSecond', 'unbound']) expect(files[name]).not.toHaveProperty('id');
      expect(Buffer.from(await binary.read(files['large']!)).toString()).toBe('x'.repeat(20_000));
      // The engine's own items are as they were.
      expect(items[0]!.binary.second).toHaveProperty('id');
    });

    it('are not read if they are only passed on, also in copies', async () => {
      const { binary, items } = await stored('a', 'b');
      const reads: string[] = [];
      const spy = new Proxy(binary, {
        get: (target, key) => {
          if (/^read|^stream/.test(String(key))) reads.push(String(key));
          const member: unknown = Reflect.get(target, key);
          return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        },
      });
      const many = Array.from({ length: 1500 }, (_, n) => ({ json: { n }, binary: { ...items[0]!.binary } }));
      const { error, outputs } = await run('files', { operation: 'pass' }, { items: many, ports: { binary: spy } });
      expect([error, reads]).toEqual([undefined, []]);
      expect(outputs[0]?.map(({ binary: files }) => files)).toEqual(Array.from({ length: 4500 }, () => items[0]!.binary));
    });

    it('have content also when they have just been created', async () => {
      const { binary } = await stored();
      const { error, json, outputs } = await run('files', { operation: 'create' }, { ports: { binary } });
      expect([error, json]).toEqual([undefined, [{ read: ['created', 'streamed', 'changed'], buffer: 'changed' }]]);
      const stays = { id: expect.stringMatching(/^file:/) as unknown, data: '' };
      expect(outputs[0]?.[0]?.binary).toMatchObject({ created: stays, streamed: stays, changed: stays });
    });

    it('and are gone, or too large for that, fail the node', async () => {
      const { binary, items } = await stored('a', 'b');
      await binary.remove([items[0]!.binary.first.id!]);
      expect((await rewrite(items, binary)).error).toMatchObject({ code: 'BINARY_NOT_FOUND', message: expect.stringContaining('0.txt') });
      const large = await stored('a'.repeat(50_000_001), 'b');
      expect((await rewrite(large.items, large.binary)).error?.message).toBe(
        'The file "0.txt" is larger than 50 MB, too large to be read by "data".',
      );
    });
  });

  describe('that are not on the disk', () => {
    /** Files whose content takes time. */
    const remote = async (size: number) => {
      const disk = diskBinary(join(folder, 'files'));
      const entry = await disk.write(Buffer.alloc(size, 'x'), { fileName: 'a.txt' });
      const binary: BinaryPort = {
        write: (...args) => disk.write(...args),
        read: async (...args) => {
          for (let turn = 0; turn < 20; turn++) await nextTurn();
          return disk.read(...args);
        },
        readNow: () => undefined,
        stream: (...args) => disk.stream(...args),
        size: (...args) => disk.size(...args),
      };
      return {
        disk,
        entry,
        run: () =>
          run('files', { operation: 'rewrite' }, { items: [{ json: {}, binary: { first: entry, second: entry } }], ports: { binary } }),
      };
    };

    it('are fetched while the code that reads them by their entries waits', async () => {
      const { run: rewrite } = await remote(5);
      const { error, json } = await rewrite();
      expect([error, json[0]?.['second']]).toEqual([undefined, 'xxxxx']);
    });

    it('and are gone, or too large, fail the node', async () => {
      const { disk, entry, run: rewrite } = await remote(5);
      await disk.remove([String(entry.id)]);
      expect((await rewrite()).error).toMatchObject({ code: 'BINARY_NOT_FOUND' });
      const large = await remote(50_000_001);
      expect((await large.run()).error).toMatchObject({ message: expect.stringContaining('larger than 50 MB') });
    });
  });

  it('are read in chunks of the size that the node names', async () => {
    const whole = ['hello'];
    expect(await use('chunks', { items })).toEqual([['he', 'll', 'o'], whole, whole, whole, whole, whole, whole]);
  });

  it('are read in chunks that are larger than those of the store', async () => {
    const binary = diskBinary(join(folder, 'files'));
    const data = await binary.write(Buffer.alloc(300_001, 'x'), {});
    expect(await use('chunkSizes', { items: [{ json: {}, binary: { data } }], ports: { nodes, binary } })).toEqual([150_000, 150_000, 1]);
  });

  it('are missed with the name of the field', async () => {
    expect((await run('files', { operation: 'upload', url: server.address })).error?.message).toMatch(/binary file 'data'/);
  });
});

describe('helpers', () => {
  it('give the names of expressions for an item', async () => {
    expect(await use('proxy', { items: [{ n: 1 }, { n: 2 }] })).toEqual({
      json: { n: 2 },
      parameter: 'proxy',
      node: { n: 2 },
      first: { n: 1 },
      all: 2,
      items: 2,
      input: { n: 2 },
      workflow: 'Test',
      evaluated: 3,
      // A name that looks like the end of an expression is only a name.
      hostile: "Referenced node doesn't exist",
    });
  });

  it('request page after page', async () => {
    expect(await use('pages')).toEqual([
      [200, { page: 0, size: '2', next: 1 }],
      [200, { page: 1, size: '2', next: 2 }],
      [200, { page: 2, size: '2', next: null }],
    ]);
    await expect(use('samePages')).rejects.toThrow('identical 5x');
  });

  it('receive texts that are checked as dates and lists', async () => {
    const parameters = { use: 'checked', url: '', day: '={{ "2027-" + "05-01" }}', rows: { row: [{ cells: '[1, 2, 3]' }] } };
    expect((await run('surface', parameters)).json).toEqual([{ result: ['2027', 3] }]);
  });

  it('sign requests with the credential of the node', async () => {
    const credentials = { httpHeaderAuth: { id: '1', name: 'Service' } };
    const credential = async () => ({ name: 'Authorization', value: 'Token 1' });
    const ports = { nodes, http: createHttpClient({ environment: {} }), credentialTypes: createCredentialTypes(), credential };
    expect(await use('signed', { node: { credentials }, ports })).toEqual(['Token 1', 'Token 1']);
  });

  it('return the body of a request of the older form as a stream', async () => expect(await use('streamed')).toBe(300_000));

  it('renew the token of a credential, if its type has one', async () => {
    const ports = {
      nodes,
      credentialTypes: createCredentialTypes(),
      credential: async () => ({ oauthTokenData: { access_token: 'old' } }),
      renewedCredential: async () => ({ oauthTokenData: { access_token: 'new' } }),
    };
    const credentials = { oAuth2Api: { id: '1', name: 'Service' }, smtp: { id: '2', name: 'Mail' } };
    expect(await use('renewed', { node: { credentials }, ports })).toEqual([
      'new',
      'Credentials of the type "SMTP" have no token that can be renewed.',
    ]);
  });

  it('leave requests as they are if the type of the credential does not sign, but not to other domains', async () => {
    const data = { password: 'secret', allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' };
    const send = (input: object): Promise<unknown> =>
      use('unsigned', {
        node: { credentials: { smtp: { id: '1', name: 'Service' } } },
        ports: {
          nodes,
          http: createHttpClient({ environment: {} }),
          credentialTypes: createCredentialTypes(),
          credential: async () => ({ ...data, ...input }),
        },
      });
    expect(await send({})).toBe('Own secret');
    await expect(send({ allowedDomains: 'example.com' })).rejects.toThrow('The credential may not be sent to 127.0.0.1');
  });

  it('send no request to other domains once the code has read a credential that is limited', async () => {
    const data = { value: 'Token 1', allowedHttpRequestDomains: 'domains' };
    const send = (allowedDomains: string): Promise<unknown> =>
      use('readCredential', {
        node: { credentials: { httpHeaderAuth: { id: '1', name: 'Service' } } },
        ports: {
          nodes,
          http: createHttpClient({ environment: {} }),
          credentialTypes: createCredentialTypes(),
          credential: async () => ({ ...data, allowedDomains }),
        },
      });
    expect(await send('127.0.0.1')).toBe('Token 1');
    await expect(send('example.com')).rejects.toThrow('The credential may not be sent to 127.0.0.1');
  });

  it('send requests to services of AWS that have no URL', async () => {
    const requests: HttpRequest[] = [];
    const request: HttpPort['request'] = async (one) => {
      requests.push(one);
      const bytes = Buffer.from('{}');
      return { status: 200, statusText: 'OK', headers: {}, url: one.url, bytes: async () => bytes, stream: async function* () {} };
    };
    const credential = async () => ({ region: 'eu-north-1', accessKeyId: 'key', secretAccessKey: 'secret' });
    const ports = { nodes, http: { request }, credentialTypes: createCredentialTypes(), credential };
    await use('services', { node: { credentials: { aws: { id: '1', name: 'AWS' } } }, ports });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://sns.eu-west-1.amazonaws.com/?Action=Publish&Message=a%20b',
      'POST https://cognito-idp.cn-north-1.amazonaws.com.cn/',
      'GET https://books.s3.eu-north-1.amazonaws.com/dir/a%20b?list-type=2&prefix=',
      'POST https://iam.amazonaws.com/',
    ]);
    expect(requests.map(({ headers }) => /Credential=key\/\d+\/(.+)\/aws4_request/.exec(String(headers?.['authorization']))?.[1])).toEqual([
      'eu-west-1/sns',
      'cn-north-1/cognito-idp',
      'eu-north-1/s3',
      'us-east-1/iam',
    ]);
    expect(requests.at(-1)?.body).toBe('Action=ListUsers');
  });

  it('write lists and objects into the query as their form does', async () => {
    expect(await use('queries')).toEqual([
      'tags[0]=a&tags[1]=b&where[size]=2&rows[0][id]=1&none=',
      'tags=a&tags=b&where[size]=2&rows[id]=1&none=',
      'tags[0]=a&tags[1]=b&where[size]=2&rows[0][id]=1&none=',
    ]);
  });

  it('remember what was processed', async () => {
    const { staticData } = await run('surface', { use: 'processed', url: '' });
    expect(await use('processed')).toEqual({
      first: { new: ['a', 'b'], processed: ['a'] },
      second: { new: [{ id: 'c' }], processed: [{ id: 'b' }] },
      count: 2,
      latest: { new: [3, 1, 5], processed: [] },
    });
    expect(staticData).toMatchObject({ 'node:Node': { processedData: { mode: 'entries' } } });
  });

  it('keep data in tables', async () => {
    const store = await Store.inMemory();
    await store.users.addOwner('owner', 0);
    const service = new DataTableService({
      tables: store.dataTables,
      userOf: async () => 'owner',
      ids: () => 'table',
      now: Date.now,
      maxSize: 1e6,
    });
    const http = createHttpClient({ environment: {} });
    expect(await use('tables', { ports: { nodes, http, dataTables: async (...args) => service.of(...args) } })).toEqual({
      inserted: [
        { id: 1, name: 'Ada', age: 36, ok: true, at: '1970-01-01T00:00:00.000Z' },
        { id: 2, name: 'Bob', age: null, ok: null, at: null },
      ],
      counted: { success: true, insertedRows: 1 },
      young: [1, ['Cy']],
      would: [
        [7, 'before'],
        [8, 'after'],
      ],
      updated: 8,
      upserted: [4, 'Di', null],
      removed: ['Bob'],
      found: [1, 'People', ['string', 'number', 'boolean', 'date']],
      cleared: { deletedCount: 3 },
      refused: [
        'The data table "Persons" has no column "nope". Its columns are: name, age, ok, at.',
        'Rows can only be changed if there is a condition for them.',
        expect.stringContaining('"this.helpers.getDataTableProxy: addColumn" is not supported'),
      ],
      left: 0,
    });
    await store.close();
    await expect(use('tables')).rejects.toThrow('Data tables are stored in the database, and this run has none.');
  });

  it('know the inputs and outputs of the node, and what it runs with', async () => {
    expect(await use('ports', { items: [{ n: 1 }] })).toEqual({
      inputs: [{ type: 'main' }],
      outputs: [{ type: 'main' }],
      data: [[{ n: 1 }]],
      node: 'Node',
      source: ['Input 0'],
      isTool: false,
    });
  });

  it('read and write files of the computer, by the rules of the instance', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'millrace-local-')));
    for (const each of ['open', 'closed']) await mkdir(join(root, each));
    await writeFile(join(root, 'closed/secret'), 'secret');
    await symlink(join(root, 'closed'), join(root, 'open/link'));
    const files = createFilePort({ folders: [join(root, 'open')] });
    const calls: string[] = [];
    const consent = async ({ subject }: { readonly subject: string }): Promise<void> => void calls.push(subject);
    const { json, error } = await run('surface', { use: 'localFiles', url: root }, { ports: { nodes, files, consent } });
    const rejected = expect.stringContaining('is not allowed') as unknown;
    expect([error, json[0]?.['result']]).toEqual([
      undefined,
      {
        many: 'A node can have only 100 files open at the same time.',
        blocked: [false, true],
        file: ['written.txt', 600_007],
        copied: ['copied.txt', 'text/x-log', 600_007],
        first: 'one twoxx',
        refused: [
          rejected,
          rejected,
          expect.stringContaining('does not exist'),
          rejected,
          expect.stringContaining('null byte'),
          expect.stringContaining('is a folder'),
        ],
      },
    ]);
    expect(new Set(calls)).toEqual(new Set([join(root, 'open')]));
    expect(await readFile(join(root, 'open/written.txt'), 'utf8')).toBe(`one two${'x'.repeat(600_000)}`);
    await rm(root, { recursive: true });
  });

  it('open SSH connections with the library of the package only', async () => {
    expect(await use('ssh')).toBe(
      'The SSH connection to localhost failed: this package does not contain the library "ssh2", which SSH connections need',
    );
  });

  it('know the addresses of this program', async () => {
    expect(await use('urls')).toEqual(['http://localhost:5678/', 'http://localhost:5678/rest', 'test', expect.any(String)]);
  });

  it('send older requests with forms, and report refusals in their form', async () => {
    expect(await use('legacy')).toEqual({
      form: {
        type: 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from('ada:pw').toString('base64')}`,
        body: 'a=1&b%5B0%5D=x&b%5B1%5D=y',
      },
      refused: [403, { reason: 'no' }],
      failure: { statusCode: 403, error: { reason: 'no' } },
    });
  });

  it('call other workflows', async () => {
    expect(await use('called')).toEqual({
      hasId: true,
      items: [{ n: 7 }],
      unnamed: 'The package n8n-nodes-fixture-versioned called a workflow without saying which.',
    });
  });

  it('know the node, its run and its surroundings', async () => {
    const ports = { nodes, webhookUrls: () => new Map([['default', 'http://localhost/webhook/a']]) };
    expect(await use('about', { items: [{ n: 1 }], ports })).toEqual({
      urls: ['http://localhost/webhook/a', null, null],
      inputs: [{ type: 'main' }],
      outputs: [{ type: 'main' }],
      run: [[{ n: 1 }], 'Node', 1],
      isTool: false,
      isRedacted: false,
      runners: [true, false],
      known: { className: 'Surface' },
    });
  });

  it('copy files of the computer into items, by the rules of the instance', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'millrace-local-')));
    for (const each of ['open', 'closed']) await mkdir(join(root, each));
    for (const each of ['open', 'closed']) await writeFile(join(root, each, 'file'), 'hello');
    const files = createFilePort({ folders: [join(root, 'open')] });
    const copied = async (path: string): Promise<unknown> => {
      const { json, error } = await run('surface', { use: 'copied', url: join(root, path) }, { ports: { nodes, files } });
      return error?.message ?? json[0]?.['result'];
    };
    expect(await copied('open/file')).toEqual(['copy.txt', 'text/plain', 5]);
    expect(await copied('closed/file')).toMatch('is not allowed');
    await rm(root, { recursive: true });
  });

  it('renew a token a limited number of times', async () => {
    const credentials = { oAuth2Api: { id: '1', name: 'Account' } };
    let count = 0;
    const ports = {
      nodes,
      http: createHttpClient({ environment: {} }),
      credentialTypes: createCredentialTypes(),
      credential: async () => ({ oauthTokenData: { access_token: 'old' } }),
      renewedCredential: async () => ({ oauthTokenData: { access_token: `new ${++count}` } }),
    };
    await expect(use('renewedOften', { node: { credentials }, ports })).rejects.toThrow('only 20 times');
    expect(count).toBe(20);
  });

  it('name what is not supported', async () => {
    expect(await use('unsupported')).toEqual(
      ['this.getExecutionDataById', 'this.helpers.createBinarySignedUrl', 'n8n-workflow: NodeHelpers: getNodeHints'].map(
        (member) => expect.stringContaining(`"${member.split('.').slice(0, 2).join('.')}`) as unknown,
      ),
    );
  });
});

describe('values that JSON lacks', () => {
  const plain = { exact: 5, large: '1180591620717411303424', nan: null, map: {}, date: '1970-01-01T00:00:00.000Z', list: [null, null] };

  it('are converted in items, static data, messages and responses', async () => {
    const { json, error, staticData } = await run('surface', { use: 'odd', url: '' });
    expect([error, json]).toEqual([undefined, [{ result: plain }]]);
    expect(staticData).toMatchObject({ 'node:Node': { odd: plain } });
  });

  it.each([
    [
      'circular',
      'The data of the node "Node" cannot be passed on: "json.result.inner.back.inner" of item 0 refers to an object that contains it.',
    ],
    ['circularState', 'The static data of the node "Node" cannot be passed on: "node.self" refers to an object that contains it.'],
  ])('are refused by node and place: %s', async (which, message) => {
    await expect(use(which)).rejects.toThrow(message);
  });
});

it('n8n-workflow converts and checks values', async () => {
  expect(await use('values')).toEqual({
    items: [{ json: { a: 1 } }, { json: { b: 2 } }, { json: {} }],
    noItems: [{ json: {} }],
    mapper: [true, false, false],
    target: [['a'], true],
    segment: ['a%2Fb', '%2E%2E'],
    parsed: [4, true, [1], '2026-01-02T00:00:00.000Z'],
    refused: ['Failed to parse value to number', 'Parameter "p" is not string', 'Required parameter "a" is not set'],
    json: [{ a: 'b' }, 1, 'Not JSON'],
    tool: 'My_Tool_1_',
  });
});
