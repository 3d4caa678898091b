// Sends pages: static ones with compressed copies and an ETag, and the editor's page, which has a new nonce in each response.
import { createHash, randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withNonce } from '../contract/page-nonce.ts';

type Encoding = 'br' | 'gzip' | 'identity';

interface Variant {
  readonly body: Buffer;
  readonly etag: string;
}

/** Sends the page. */
export type SendPage = (request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply) => void;

/**
 * Sends a page with a nonce of its own, in place of the mark in the text and in the headers. A stored copy is never used again, since its nonce would
 * not be that of the headers.
 */
export function noncePageSender(text: string, pageHeaders: Readonly<Record<string, string>>): SendPage {
  return ({ headers }, reply) => {
    const nonce = randomBytes(18).toString('base64');
    const encoding = encodingFor(headers['accept-encoding']);
    for (const [name, value] of Object.entries(pageHeaders)) void reply.header(name, withNonce(value, nonce));
    void reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    void reply.type('text/html').send(encoded[encoding](Buffer.from(withNonce(text, nonce))));
  };
}

/** The quality keeps a page of some kilobytes below a millisecond. */
const encoded: Readonly<Record<Encoding, (page: Buffer) => Buffer>> = {
  br: (page) => brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (page) => gzipSync(page),
  identity: (page) => page,
};

/** `pageHeaders`: headers of every response. */
export function pageSender(text: string, pageHeaders: Readonly<Record<string, string>>): SendPage {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const plain = Buffer.from(text);
  const bodies: Record<Encoding, Buffer> = { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain };
  const variant = (encoding: Encoding): Variant => ({ body: bodies[encoding], etag: `"${hash}-${encoding}"` });
  const variants = { br: variant('br'), gzip: variant('gzip'), identity: variant('identity') };
  return ({ headers }, reply) => {
    const encoding = encodingFor(headers['accept-encoding']);
    const { body, etag } = variants[encoding];
    void reply.headers({ ...pageHeaders, 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
    if (matchesEtag(headers['if-none-match'], etag)) {
      void reply.code(304).send();
      return;
    }
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    void reply.type('text/html').send(body);
  };
}

/** Returns the smallest encoding that the client accepts (RFC 9110 §12.5.3). */
export function encodingFor(header: string | readonly string[] | undefined): Encoding {
  const wishes = new Map<string, number>();
  for (const part of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='));
    wishes.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (['br', 'gzip'] as const).find((name) => (wishes.get(name) ?? wishes.get('*') ?? 0) > 0) ?? 'identity';
}

/** Whether the client has what this ETag stands for. Compares weakly, since a proxy may have weakened it. `header`: `if-none-match` of the request. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
