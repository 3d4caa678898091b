// Long responses to pages. DevTools accepts a response only as a whole, so they are served by a local server, to which the page's request is led unnoticed.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { makeCertificate } from '../../engine/testing/certificates.ts';

/** Bytes up to which a response is not long. */
const LONG = 1024 * 1024;

export interface LongResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Called when everything was sent, or the page went away. */
  readonly onEnd: () => void;
}

const { cert, key, keys } = makeCertificate('Electron stand-in');
const publicKey = createHash('sha256')
  .update(keys.publicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64');
/** Makes Chromium accept the server's certificate. */
export const certificateFlag = `--ignore-certificate-errors-spki-list=${publicKey}`;

const waiting = new Map<string, LongResponse>();
let origin: Promise<string> | undefined;

/** Returns the address of the response, which can be requested once. */
export async function addressOf(response: LongResponse): Promise<string> {
  const path = `/${randomUUID()}`;
  waiting.set(path, response);
  return `${await (origin ??= start())}${path}`;
}

async function start(): Promise<string> {
  const server = createServer({ cert, key }, (request, reply) => {
    const response = waiting.get(request.url ?? '');
    waiting.delete(request.url ?? '');
    if (response === undefined) return void reply.writeHead(404).end();
    reply.writeHead(response.status, response.headers);
    // It waits while the page does not read.
    pipeline(response.body, reply).then(response.onEnd, response.onEnd);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Reads a body, at most up to a long one. `rest` is the whole body of a long one. */
export async function beginningOf(
  body: AsyncIterable<Uint8Array> | null,
): Promise<{ whole: Buffer } | { rest: AsyncIterable<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  const iterator = body?.[Symbol.asyncIterator]();
  for (let size = 0; size <= LONG;) {
    const next = await iterator?.next();
    if (next === undefined || next.done === true) return { whole: Buffer.concat(chunks) };
    chunks.push(next.value);
    size += next.value.byteLength;
  }
  return { rest: continued(chunks, iterator as AsyncIterator<Uint8Array>) };
}

async function* continued(chunks: readonly Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
