// Malformed requests of each kind: valid samples whose bytes, tokens and lines are removed, repeated, exchanged or replaced. Repeatable by seed.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

export interface MalformedRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** Without its question mark. */
  readonly query: string;
  readonly body: Uint8Array;
}

/** Returns pseudo-random integers from 0 to below `count`. */
export type Random = (count: number) => number;

/** The pseudo-random generator Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

const of = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

const odd = ['', '\0', '\r\n', '\n', '\r', '"', "'", ';', ':', '=', '&', '%', '%zz', '%00', '[', ']', '[]', '{', '}', ',', '<', '>', '--', '__proto__', 'constructor', 'length', '..', '/', '\\', '\ufeff', '\ud800', 'é', '\u{1F4A5}', '9'.repeat(400), 'x'.repeat(5000), '1e999', 'null', '<!DOCTYPE a [<!ENTITY b "c">]>', '<![CDATA[', '&#x0;', '*=utf-8\'\'', "filename*=x''%ff", 'name', 'filename', 'boundary']; // oxfmt-ignore

/** Changes a text at one to four places. */
function spoiled(random: Random, text: string): string {
  let result = text;
  for (let count = 1 + random(4); count > 0; count--) {
    const from = random(result.length + 1);
    const to = Math.min(result.length, from + random(12));
    const kind = random(6);
    if (kind === 0) result = result.slice(0, from) + result.slice(to);
    else if (kind === 1) result = result.slice(0, to) + result.slice(from);
    else if (kind === 2) result = result.slice(0, from);
    else if (kind === 3) result = result.slice(0, from) + of(random, odd) + result.slice(from);
    else if (kind === 4) result = result.slice(0, from) + of(random, odd) + result.slice(to);
    else {
      const lines = result.split('\r\n');
      lines.splice(random(lines.length), random(2), ...lines.splice(random(lines.length), 1));
      result = lines.join('\r\n');
    }
  }
  return result.slice(0, 20_000);
}

const json = '{"a":1,"b":[true,null,"x"],"c":{"d":-1.5e3,"é":"\\u00e9"},"e":12345678901234567890}';
const form = 'a=1&b[]=2&b[]=3&c[d][e]=%C3%A4+x&f=&=g&h';
const xml = '<?xml version="1.0"?>\r\n<a b="c"><d>1</d><d>&lt;2</d><![CDATA[x]]><!-- y --></a>';
const part = (headers: string, content: string): string => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const multipart = [
  part('Content-Disposition: form-data; name="a"', '1'),
  part('Content-Disposition: form-data; name="a[]"', '2'),
  part('Content-Disposition: form-data; name="f"; filename="x.txt"\r\nContent-Type: text/plain', 'bytes'),
  part('Content-Disposition: form-data; name="g"; filename*=utf-8\'\'%C3%A4.bin\r\nContent-Transfer-Encoding: base64', 'Ynl0ZXM='),
  part('Content-Disposition: form-data', 'nameless'),
  part('Content-Disposition: form-data; filename="nameless.bin"', 'bytes'),
  '--b--\r\n',
].join('');
const query = 'a=1&b[]=2&b[c]=3&d[e][f][]=%C3%A4&g=';

/** Header values stay within Latin-1 without control characters, since clients cannot send others. */
const asHeader = (text: string): string =>
  text
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/gu, '?')
    .trim()
    .slice(0, 4000);

const asQuery = (text: string): string => text.replaceAll(/[^\u0021-\u007e]/gu, (letter) => escape(letter)).slice(0, 4000);
const escape = (letter: string): string => [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

type Make = (random: Random) => Partial<Omit<MalformedRequest, 'body'>> & { readonly body: string | Uint8Array };

const typed =
  (type: string, sample: string): Make =>
  (random) => ({ headers: { 'content-type': type }, body: spoiled(random, sample) });

const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

function encoded(random: Random): ReturnType<Make> {
  const name = of(random, ['gzip', 'deflate', 'br'] as const);
  const bytes = packers[name](random(3) === 0 ? spoiled(random, json) : json);
  for (let count = random(4); count > 0; count--) bytes[random(bytes.length)] = random(256);
  const encoding = random(4) === 0 ? asHeader(spoiled(random, name)) : name;
  return {
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    body: bytes.subarray(0, random(bytes.length + 1)),
  };
}

const headerNames = ['content-type', 'content-disposition', 'authorization', 'cookie', 'accept', 'accept-language', 'range', 'origin', 'referer', 'if-none-match', 'if-modified-since', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'user-agent', 'access-control-request-method', 'access-control-request-private-network', '__proto__']; // oxfmt-ignore
const headerValues = ['multipart/form-data; boundary=b', 'application/json; charset=utf-8', 'text/plain; charset="x', 'attachment; filename="a.txt"; filename*=utf-8\'\'b', 'Basic dXNlcjpwYXNz', 'Bearer a.b.c', 'a=b; c="d"', 'bytes=0-1,-5', 'https://a.example', '1.2.3.4, [::1]', 'W/"x"', 'Sat, 29 Feb 2026 25:00:00 GMT']; // oxfmt-ignore

function spoiledHeaders(random: Random): ReturnType<Make> {
  const entries = Array.from({ length: 1 + random(4) }, () => [
    of(random, headerNames),
    asHeader(spoiled(random, of(random, headerValues))),
  ]);
  return { headers: { 'content-type': 'application/json', ...(Object.fromEntries(entries) as Record<string, string>) }, body: json };
}

const makers = {
  json: typed('application/json', json),
  form: typed('application/x-www-form-urlencoded', form),
  multipart: (random) => ({
    headers: {
      'content-type': random(8) === 0 ? asHeader(spoiled(random, 'multipart/form-data; boundary=b')) : 'multipart/form-data; boundary=b',
    },
    body: spoiled(random, multipart),
  }),
  xml: typed('application/xml', xml),
  text: (random) => ({
    headers: { 'content-type': asHeader(spoiled(random, 'text/plain; charset=utf-16le')) },
    body: Uint8Array.from({ length: random(200) }, () => random(256)),
  }),
  file: (random) => ({
    headers: {
      'content-type': asHeader(spoiled(random, 'image/png; a="b"')),
      'content-disposition': asHeader(spoiled(random, 'attachment; filename="a.png"')),
    },
    body: Uint8Array.from({ length: random(200) }, () => random(256)),
  }),
  encoded,
  headers: spoiledHeaders,
  query: (random) => ({ headers: { 'content-type': 'application/json' }, query: asQuery(spoiled(random, query)), body: json }),
} satisfies Record<string, Make>;

export type MalformedKind = keyof typeof makers;
export const malformedKinds = Object.keys(makers) as readonly MalformedKind[];

/** Returns the next request of a kind. About every twentieth is a valid one. */
export function malformedRequest(kind: MalformedKind, random: Random): MalformedRequest {
  const { headers = {}, query: generatedQuery = '', body } = (makers[kind] as Make)(random);
  return { headers, query: generatedQuery, body: typeof body === 'string' ? Buffer.from(body) : body };
}
