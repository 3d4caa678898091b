// Returns the item created from the request.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { StoredBinary } from '../binary/stored-binary.ts';
import type { Item } from '../contract/run-data.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { webhookServer, type ServerOptions, type WebhookServer } from '../testing/webhook-server.ts';
import { diskBinary } from '../testing/disk-binary.ts';

const MiB = 1024 * 1024;
const folders: string[] = [];
let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function store(): { binary: StoredBinary; files: () => string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-intake-'));
  folders.push(folder);
  return {
    binary: diskBinary(folder),
    files: () =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name !== 'binary'),
  };
}

async function serve(options: ServerOptions = {}, parameters: Readonly<Record<string, unknown>> = {}, version = 2): Promise<string> {
  const hook = { type: 'webhook', typeVersion: version, webhookId: 'id', parameters: { path: 'in', httpMethod: 'POST', ...parameters } };
  server = await webhookServer([buildWorkflow({ Webhook: hook }, [], { id: 'w1' })], options);
  return `${server.address}/webhook/in`;
}

/** The body is invalid from its first byte: the request ends before the file is open. */
async function received(): Promise<Item | undefined> {
  const execution = [...(server?.executions.values() ?? [])].at(-1);
  await execution?.done;
  return execution?.result?.resultData.runData['Webhook']?.[0]?.data?.['main']?.[0]?.[0];
}

type Body = NonNullable<RequestInit['body']>;
const send = (url: string, type: string | undefined, body: Body, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers }, body });

describe('a body', () => {
  it.each<[string, string, Body, unknown]>([
    ['JSON', 'application/json', '{"__proto__":{"x":1},"a":[1]}', JSON.parse('{"__proto__":{"x":1},"a":[1]}')],
    ['JSON with a byte order mark', 'application/json; charset=utf-8', '\ufeff{"a":1}', { a: 1 }],
    [
      'a form',
      'application/x-www-form-urlencoded',
      'a=1&a=2&b[c]=%C3%A4+x&__proto__=y',
      JSON.parse('{"a":["1","2"],"b[c]":"ä x","__proto__":"y"}'),
    ],
    ['text', 'text/plain', 'hello', 'hello'],
    ['text in another charset', 'text/plain; charset=iso-8859-1', Buffer.from([0xe4]), 'ä'],
    ['XML', 'text/xml', '<R a="1"><B> x  y </B><c>1</c><c>2</c></R>', { r: { $: { a: '1' }, b: 'x y', c: ['1', '2'] } }],
  ])('is read: %s', async (_, type, body, expected) => {
    const url = await serve();
    expect((await send(url, type, body)).status).toBe(200);
    expect((await received())?.json['body']).toEqual(expected);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is decoded: %s', async (encoding, pack) => {
    const url = await serve();
    expect((await send(url, 'application/json', new Uint8Array(pack('{"a":1}')), { 'content-encoding': encoding })).status).toBe(200);
    expect((await received())?.json['body']).toEqual({ a: 1 });
  });

  it.each<[string, string, Body, Record<string, string>, number]>([
    ['is not JSON', 'application/json', '{', {}, 422],
    ['has spaces only', 'application/json', ' ', {}, 422],
    ['is not XML', 'text/xml', '<a>', {}, 422],
    ['does not match its encoding', 'application/json', 'plain', { 'content-encoding': 'gzip' }, 400],
    ['has an unknown encoding', 'application/json', 'plain', { 'content-encoding': 'rot13' }, 400],
    ['has an unknown charset', 'text/plain; charset=klingon', 'x', {}, 400],
    ['is not a form', 'multipart/form-data', 'x', {}, 400],
    ['ends early', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx', {}, 400],
    ['is too long', 'application/json', JSON.stringify('x'.repeat(2000)), {}, 413],
    [
      'is too long when decoded',
      'application/json',
      new Uint8Array(gzipSync(Buffer.alloc(5 * MiB, 32))),
      { 'content-encoding': 'gzip' },
      413,
    ],
  ])('is rejected if it %s', async (_, type, body, headers, status) => {
    const url = await serve({ settings: { bodyLimit: 1000 } });
    const response = await send(url, type, body, headers);
    expect([response.status, await response.json(), server?.executions.size]).toEqual([
      status,
      expect.objectContaining({ code: status }),
      0,
    ]);
  });

  it('keeps parts of a form that have no name', async () => {
    const { binary } = store();
    const url = await serve({ ports: { binary } });
    const part = (disposition: string, content: string): string =>
      `--b\r\nContent-Disposition: form-data${disposition}\r\n\r\n${content}\r\n`;
    const body = `${part('', 'text')}${part('; filename="a.txt"', 'bytes')}${part('; name="b"', '1')}--b--\r\n`;
    expect((await send(url, 'multipart/form-data; boundary=b', body)).status).toBe(200);
    const item = await received();
    expect(item?.json['body']).toEqual({ data: 'text', b: '1' });
    expect(Object.entries(item?.binary ?? {}).map(([name, { fileName }]) => [name, fileName])).toEqual([['data', 'a.txt']]);
  });

  it('is also available unparsed', async () => {
    const { binary } = store();
    const url = await serve({ ports: { binary } }, { options: { rawBody: true } });
    await send(url, 'application/json', '{ "a":  1 }');
    const item = await received();
    const raw = item?.binary?.['data'];
    expect([item?.json['body'], raw?.mimeType, raw === undefined ? '' : Buffer.from(await binary.read(raw)).toString()]).toEqual([
      { a: 1 },
      'application/json',
      '{ "a":  1 }',
    ]);
  });

  it.each<[number, Readonly<Record<string, unknown>>, string, string]>([
    [2, {}, 'application/pdf', 'data'],
    [2, { rawBody: true, binaryPropertyName: 'file' }, 'application/pdf', 'data'],
    [1.1, {}, 'application/vnd.api+json', 'data'],
    [2, { binaryPropertyName: 'file' }, 'application/pdf', 'file'],
    [1, { binaryData: true, binaryPropertyName: 'file' }, 'application/json', 'file'],
  ])('becomes a file in version %i with %j', async (version, options, type, name) => {
    const { binary } = store();
    const url = await serve({ ports: { binary } }, { options }, version);
    await send(url, type, 'bytes', { 'content-disposition': 'attachment; filename="../../x.bin"' });
    const item = await received();
    const file = item?.binary?.[name];
    const body = options['rawBody'] === true ? undefined : {};
    expect([item?.json['body'], file?.mimeType, file?.bytes]).toEqual([body, type, 5]);
    expect(file?.fileName).not.toContain('/');
  });
});

describe('a body beyond the limits', () => {
  const fields = Array.from({ length: 300_000 }, (_, index) => index);
  it.each<[string, string, string, RegExp]>([
    ['JSON with very many fields', 'application/json', `{${fields.map((n) => `"k${n}":1`).join(',')}}`, /more than 50000 fields/],
    ['deeply nested JSON', 'application/json', '['.repeat(200_000) + ']'.repeat(200_000), /nested more than 1000 levels/],
    ['XML with very many elements', 'text/xml', `<a>${fields.map((n) => `<k${n}/>`).join('')}</a>`, /more than 10000 different names/],
    ['XML with very many attributes', 'text/xml', `<a ${fields.map((n) => `k${n}="1"`).join(' ')}/>`, /more than 10000 different names/],
  ])('is rejected before it is read: %s', async (_, type, body, message) => {
    const response = await send(await serve(), type, body);
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ message: expect.stringMatching(message) })]);
    expect(server?.executions.size).toBe(0);
  });
});

it.each<[string, (content: Buffer<ArrayBuffer>) => RequestInit]>([
  ['as the body', (body) => ({ body, headers: { 'content-type': 'application/octet-stream' } })],
  [
    'as a compressed body',
    (content) => ({ body: gzipSync(content), headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' } }),
  ],
  [
    'in a form',
    (content) => {
      const body = new FormData();
      body.append('data', new Blob([content]), 'a.bin');
      return { body };
    },
  ],
])('a file is stored as it was sent: %s', async (_, initOf) => {
  const { binary } = store();
  const url = await serve({ ports: { binary } });
  const content = randomBytes(3 * MiB);
  expect((await fetch(url, { method: 'POST', ...initOf(content) })).status).toBe(200);
  const [entry] = Object.values((await received())?.binary ?? {});
  expect(entry?.bytes).toBe(content.byteLength);
  expect(entry !== undefined && content.equals(await binary.read(entry))).toBe(true);
});

describe('a form with files', () => {
  const form = (...parts: readonly (readonly [string, string | Blob, string?])[]): FormData => {
    const data = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') data.append(name, value);
      else data.append(name, value, fileName);
    }
    return data;
  };
  const file = (text: string, type = 'text/plain'): Blob => new Blob([text], { type });

  it.each<[Readonly<Record<string, unknown>>, readonly string[]]>([
    [{}, ['one', 'more0', 'more1', 'list0']],
    [{ binaryPropertyName: 'f' }, ['f0', 'f1', 'f2', 'f3']],
  ])('returns fields and files (%j)', async (options, names) => {
    const { binary } = store();
    const url = await serve({ ports: { binary } }, { options });
    const body = form(
      ['a', '1'],
      ['a', '2'],
      ['__proto__', 'x'],
      ['one', file('1', 'image/png'), 'ä.png'],
      ['more', file('2'), 'b'],
      ['more', file('3'), 'c'],
      ['list[]', file('4'), 'd'],
      ['none', file('', 'application/octet-stream'), ''],
    );
    await fetch(url, { method: 'POST', body });
    const item = await received();
    expect(item?.json['body']).toEqual(JSON.parse('{"a":["1","2"],"__proto__":"x"}'));
    expect(Object.keys(item?.binary ?? {}).slice(0, 4)).toEqual(names);
    expect(item?.binary?.[names[0] ?? '']).toMatchObject({ fileName: 'ä.png', mimeType: 'image/png', bytes: 1 });
  });

  it.each<[string, FormData, ServerOptions['settings']]>([
    ['a file is too large', form(['ok', file('1'), 'a'], ['big', file('x'.repeat(2000)), 'b']), { fileLimit: 1000 }],
    ['fields are too long', form(['ok', file('1'), 'a'], ['a', 'x'.repeat(2000)]), { bodyLimit: 1000 }],
    ['the total is too large', form(['ok', file('1'), 'a'], ['b', file('x'.repeat(2000)), 'b']), { uploadLimit: 1000 }],
    ['there are too many fields', form(...Array.from({ length: 1100 }, (_, index) => [`f${index}`, '1'] as const)), {}],
  ])('is rejected if %s, and leaves nothing behind', async (_, body, settings) => {
    const { binary, files } = store();
    const url = await serve({ ports: { binary }, settings });
    const response = await fetch(url, { method: 'POST', body });
    expect([response.status, server?.executions.size, files()]).toEqual([413, 0, []]);
  });

  it('leaves nothing behind if the caller disconnects', async () => {
    const { binary, files } = store();
    const written: unknown[] = [];
    const ended: unknown[] = [];
    const watched = {
      read: binary.read.bind(binary),
      stream: binary.stream.bind(binary),
      readNow: binary.readNow.bind(binary),
      size: binary.size.bind(binary),
      remove: binary.remove.bind(binary),
      write: async (...given: Parameters<StoredBinary['write']>) => {
        try {
          const entry = await binary.write(...given);
          written.push(entry);
          return entry;
        } catch (error) {
          ended.push(error);
          throw error;
        }
      },
    };
    let message = (): void => undefined;
    const isLogged = new Promise<void>((resolve) => {
      message = resolve;
    });
    const url = await serve({
      ports: { binary: watched, logger: { debug: () => message(), info: () => undefined, warn: () => undefined, error: () => undefined } },
    });
    const call = request(url, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' } });
    call.on('error', () => undefined);
    const part = (name: string, text: string): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n${text}`;
    call.write(`${part('one', 'whole')}\r\n${part('two', 'x'.repeat(200_000))}`);
    while (written.length === 0) await new Promise((resolve) => setImmediate(resolve));
    call.destroy();
    await isLogged;
    expect([written.length, ended.length, files(), server?.executions.size]).toEqual([1, 1, [], 0]);
  });

  it.each([
    ['plain', undefined],
    ['encoded', 'gzip'],
    ['of parts', undefined, 'multipart/form-data; boundary=b'],
  ])('fails only its own request if a body ends early: %s', async (_, encoding, type = 'application/octet-stream') => {
    const { binary, files } = store();
    const isLogged = Promise.withResolvers<string>();
    const logger = { debug: isLogged.resolve, info: () => undefined, warn: isLogged.resolve, error: isLogged.resolve };
    const url = await serve({ ports: { binary, logger } });
    const { hostname, port, pathname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const headers = [`content-type: ${type}`, ...(encoding === undefined ? [] : [`content-encoding: ${encoding}`])].join('\r\n');
    // The body is invalid from its first byte: the request ends before the file is open.
    socket.write(`POST ${pathname} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n`);
    expect(await isLogged.promise).toMatch(/A webhook call failed/);
    socket.destroy();
    expect([files(), server?.executions.size]).toEqual([[], 0]);
    expect((await send(url, 'application/json', '{}')).status).toBe(200);
  });

  it('removes the files of a request that starts nothing', async () => {
    const { binary, files } = store();
    const hook = {
      type: 'formTrigger',
      typeVersion: 2.2,
      webhookId: 'id',
      parameters: {
        path: 'f',
        formTitle: 'F',
        formFields: {
          values: [
            { fieldLabel: 'Name', requiredField: true },
            { fieldLabel: 'File', fieldType: 'file' },
          ],
        },
      },
    };
    server = await webhookServer([buildWorkflow({ Form: hook }, [], { id: 'w1' })], { ports: { binary } });
    const response = await fetch(`${server.address}/form/f`, { method: 'POST', body: form(['field-1', file('1'), 'a.txt']) });
    expect(response.status).toBe(422);
    await response.text();
    while (files().length > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(server.removed).toHaveLength(1);
  });

  it.each([
    ['as a form', 'multipart/form-data; boundary=b'],
    ['as the whole body', 'application/octet-stream'],
  ])('of 50 MB %s is streamed in little memory', async (_, type) => {
    const { binary } = store();
    let taken = 0;
    const counted = async function* (content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const part of content) {
        taken += part.byteLength;
        yield part;
      }
    };
    const write: StoredBinary['write'] = (content, meta) => binary.write(content instanceof Uint8Array ? content : counted(content), meta);
    const read = {
      read: binary.read.bind(binary),
      readNow: binary.readNow.bind(binary),
      stream: binary.stream.bind(binary),
      size: binary.size.bind(binary),
    };
    const url = await serve({ ports: { binary: { ...read, write } } });
    const size = 50 * MiB;
    const isForm = type.startsWith('multipart');
    const head = isForm
      ? '--b\r\nContent-Disposition: form-data; name="big"; filename="big.bin"\r\nContent-Type: application/octet-stream\r\n\r\n'
      : '';
    const chunk = Buffer.alloc(64 * 1024, 7);
    let most = 0;
    async function* body(): AsyncGenerator<Uint8Array> {
      if (isForm) yield Buffer.from(head);
      for (let sent = 0; sent < size; sent += chunk.byteLength) {
        most = Math.max(most, sent - taken);
        yield chunk;
      }
      if (isForm) yield Buffer.from('\r\n--b--\r\n');
    }
    const init = { method: 'POST', headers: { 'content-type': type }, body: body(), duplex: 'half' };
    expect((await fetch(url, init as unknown as RequestInit)).status).toBe(200);
    const item = await received();
    expect(Object.values(item?.binary ?? {})).toEqual([expect.objectContaining({ bytes: size })]);
    expect(most).toBeLessThan(30 * MiB);
  });
});
