// Bodies of requests of package code: what the engine gets to send.
import { PassThrough, Readable } from 'node:stream';
import { DateTime } from 'luxon';
import moment from 'moment-timezone';
import { describe, expect, it } from 'vitest';
import { wireRequest, type Form, type RequestOptions } from './wire.ts';

const url = 'https://service.example/';

/** Returns the form that a request sends: fields as text, files as `name:type:content`. */
async function formOf(options: RequestOptions): Promise<readonly (readonly [string, string])[]> {
  const { body, headers } = await wireRequest({ url, method: 'POST', ...options });
  const type = String(headers?.['content-type']);
  expect(type).toMatch(/^multipart\/form-data; boundary=/);
  const form = await new Response(new Uint8Array(body as Uint8Array), { headers: { 'content-type': type } }).formData();
  const parts = [...form].map(
    async ([name, part]) => [name, typeof part === 'string' ? part : `${part.name}:${part.type}:${await part.text()}`] as const,
  );
  return Promise.all(parts);
}

const oldStream = (text: string): PassThrough => {
  const stream = new PassThrough();
  stream.end(text);
  return stream;
};

describe('a form', () => {
  it.each<[string, unknown, string]>([
    ['bytes', Buffer.from('content'), 'a.txt:text/plain:content'],
    ['a stream', Readable.from([Buffer.from('con'), Buffer.from('tent')]), 'a.txt:text/plain:content'],
    ['a stream of text', Readable.from(['con', 'tent']), 'a.txt:text/plain:content'],
    ['a stream that others write to', oldStream('content'), 'a.txt:text/plain:content'],
    ['a blob', new Blob(['content']), 'a.txt:text/plain:content'],
    ['text', 'content', 'a.txt:text/plain:content'],
  ])('sends a file that is %s', async (_, value, expected) => {
    expect(await formOf({ formData: { file: { value, options: { filename: 'a.txt', contentType: 'text/plain' } }, id: 7 } })).toEqual([
      ['file', expected],
      ['id', '7'],
    ]);
  });

  it('names a file without a name by its field', async () => {
    expect(await formOf({ formData: { data: Readable.from(['content']) } })).toEqual([['data', 'data:application/octet-stream:content']]);
  });

  it('sends lists as several parts, objects as JSON, and leaves out what is absent', async () => {
    const formData = { tag: ['a', 'b'], more: { x: 1 }, none: undefined, empty: null };
    expect(await formOf({ formData })).toEqual([
      ['tag', 'a'],
      ['tag', 'b'],
      ['more', '{"x":1}'],
    ]);
  });

  it('is made of an object whose content type is that of a form', async () => {
    const headers = { 'Content-Type': 'multipart/form-data' };
    expect(await formOf({ headers, body: { file: Buffer.from('content'), id: 7 } })).toEqual([
      ['file', 'file:application/octet-stream:content'],
      ['id', '7'],
    ]);
  });

  it('fails with the error of its stream', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('The file is gone')) });
    await expect(wireRequest({ url, formData: { file: { value: broken } } })).rejects.toThrow('The file is gone');
  });
});

it('dates are ISO text in queries and forms, also those of libraries', async () => {
  const values = { at: DateTime.fromMillis(0, { zone: 'UTC' }), day: new Date(0), more: [moment.utc(0)] };
  const iso = '1970-01-01T00%3A00%3A00.000Z';
  expect((await wireRequest({ url, qs: values })).url).toBe(`${url}?at=${iso}&day=${iso}&more%5B0%5D=${iso}`);
  expect((await wireRequest({ url, form: values })).body).toBe(`at=${iso}&day=${iso}&more%5B0%5D=${iso}`);
  expect(await formOf({ formData: values })).toEqual(Object.keys(values).map((name) => [name, decodeURIComponent(iso)]));
});

it.each<[RequestOptions, string]>([
  [{ qs: new URLSearchParams({ a: 'b c' }) }, '?a=b+c'],
  [{ url: `${url}?z=1`, qs: '?a=1&b' }, '?z=1&a=1&b'],
  [{ qs: { a: [], b: [1, 2] }, arrayFormat: 'comma' }, '?b=1%2C2'],
  [{ qs: { a: [1, 2], o: { k: 'x y' }, n: null, u: undefined } }, '?a%5B0%5D=1&a%5B1%5D=2&o%5Bk%5D=x%20y&n='],
  [{ qs: { a: [1, 2] }, arrayFormat: 'brackets' }, '?a%5B%5D=1&a%5B%5D=2'],
  [{ qs: { a: [1, 2] }, qsStringifyOptions: { arrayFormat: 'repeat' } }, '?a=1&a=2'],
  [{ qs: { a: [1, 2] }, arrayFormat: 'unknown' }, '?a%5B0%5D=1&a%5B1%5D=2'],
  [{ qs: '' }, ''],
])('the query of %j is %j', async (options, query) => {
  expect((await wireRequest({ url, ...options })).url).toBe(`${url}${query}`);
});

it.each<[what: string, options: RequestOptions, form: Form, expected: Record<string, unknown>]>([
  ['accepts everything, JSON first', {}, 'axios', { accept: 'application/json, text/plain, */*', 'user-agent': 'n8n' }],
  ['accepts everything in the older form', {}, 'request', { accept: '*/*', 'user-agent': 'n8n' }],
  ['accepts JSON if asked for', { json: true }, 'axios', { accept: 'application/json' }],
  ['accepts JSON if asked for in the older form', { json: true }, 'request', { accept: 'application/json' }],
  ['keeps its own headers', { headers: { ACCEPT: 'text/x', 'User-Agent': 'me' } }, 'axios', { accept: 'text/x', 'user-agent': 'me' }],
  ['sends text as a form', { method: 'post', body: 'a=1' }, 'axios', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['sends objects as JSON', { method: 'PUT', body: { a: 1 } }, 'axios', { 'content-type': 'application/json' }],
])('a request %s', async (_what, options, form, expected) => {
  expect((await wireRequest({ url, ...options }, form)).headers).toMatchObject(expected);
});

it('an object is sent as a form if its content type says so: with brackets, in the older form with indices', async () => {
  const options = { url, method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: { a: 'x y', b: [1, 2] } };
  expect((await wireRequest(options)).body).toBe('a=x+y&b%5B%5D=1&b%5B%5D=2');
  expect((await wireRequest(options, 'request')).body).toBe('a=x%20y&b%5B0%5D=1&b%5B1%5D=2');
});

it('a form may be written already', async () => {
  expect((await wireRequest({ url, form: new URLSearchParams({ a: 'b c' }) })).body).toBe('a=b+c');
  expect((await wireRequest({ url, form: '?a=1' })).body).toBe('?a=1');
});

describe('a proxy', () => {
  it.each<[RequestOptions['proxy'], string | undefined]>([
    [{ host: 'proxy.example', port: 8080 }, 'http://proxy.example:8080'],
    [{ host: 'proxy.example', protocol: 'https:' }, 'https://proxy.example:80'],
    [{ host: '::1', port: 1 }, 'http://[::1]:1'],
    [{ host: 'a', port: 1, auth: { username: 'ada@b', password: 'p:/w' } }, 'http://ada%40b:p%3A%2Fw@a:1'],
    [{ host: 'a', port: 1, auth: { username: 'ada' } }, 'http://ada:@a:1'],
    [{ port: 1 }, undefined],
    ['http://ada:pw@a:1', 'http://ada:pw@a:1'],
    ['', undefined],
  ])('%j is %s', async (proxy, expected) => {
    expect((await wireRequest({ url, ...(proxy === undefined ? {} : { proxy }) })).proxy).toBe(expected);
  });
});
