// Responses of undici as nodes see them: headers by name, and the decompressed body as chunks or as a whole.
import { finished, pipeline, Transform, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { NodeError, type HttpResponse } from '../../sdk/index.ts';
import { joinInSlices } from '../../parsing/join-in-slices.ts';
import { guardedStep } from '../../workflow/values/guarded.ts';
import type { Deadline } from './failure.ts';

/** Truncated or empty compressed bodies are decompressed as far as possible, as in browsers. */
const tolerant = { finishFlush: constants.Z_SYNC_FLUSH };

const decoders = new Map([
  ['gzip', () => createGunzip(tolerant)],
  ['x-gzip', () => createGunzip(tolerant)],
  ['deflate', () => createInflate(tolerant)],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
  ['zstd', () => createZstdDecompress()],
]);

/** Maximum number of nested encodings; more are only used by decompression bombs. */
const MAX_ENCODINGS = 2;

export interface ResponseSetup {
  /** Final URL of the response. */
  readonly url: string;
  readonly deadline: Deadline;
  /** Maximum number of bytes that `bytes()` reads. */
  readonly maxBytes: number;
  /** Maximum number of bytes of a compressed body after it is decompressed. */
  readonly maxUnpacked: number;
  /** Converts a network error to a user-facing one. */
  readonly failure: (error: unknown) => unknown;
}

export function responseOf({ statusCode, statusText, headers: raw, body }: Dispatcher.ResponseData, setup: ResponseSetup): HttpResponse {
  const headers = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) headers[name] = Array.isArray(value) && name !== 'set-cookie' ? value.join(', ') : value;
  }
  // An unread body must not keep the timeout's timer and listener alive.
  finished(body, () => setup.deadline.end());
  const stream = (): AsyncIterable<Uint8Array> => partsOf(unpacked(body, String(headers['content-encoding'] ?? ''), setup), setup);
  return { status: statusCode, statusText, headers, url: setup.url, stream, bytes: () => gather(stream(), setup) };
}

/** Yields the chunks of a body. The timeout counts only while the service is silent, not while the reader is busy. */
async function* partsOf(body: Readable, { deadline, failure }: ResponseSetup): AsyncGenerator<Uint8Array> {
  try {
    deadline.start();
    for await (const part of body as AsyncIterable<Uint8Array>) {
      deadline.pause();
      yield part;
      deadline.start();
    }
  } catch (error) {
    throw failure(error);
  } finally {
    deadline.end();
  }
}

function unpacked(body: Readable, encodings: string, setup: ResponseSetup): Readable {
  const makers = encodings.split(',').map((name) => decoders.get(name.trim().toLowerCase()));
  const supported = makers.filter((make) => make !== undefined).reverse();
  if (supported.length === 0) return body;
  if (supported.length > MAX_ENCODINGS) {
    body.destroy();
    throw bomb(setup.url, `is compressed ${supported.length} times`);
  }
  // Errors are reported by the last stream. Each is counted, since a small body may be huge before its last decoder.
  const steps = supported.flatMap((make) => [make(), counter(setup)]);
  return steps.reduce((source: Readable, step) => pipeline(source, step, () => undefined) as unknown as Readable, body);
}

function counter({ url, maxUnpacked }: ResponseSetup): Transform {
  let size = 0;
  return new Transform({
    transform: guardedStep((chunk) => {
      size += chunk.byteLength;
      if (size > maxUnpacked) throw bomb(url, `decompresses to more than ${Math.round(maxUnpacked / 1024 / 1024)} MiB`);
      return chunk;
    }),
  });
}

async function gather(parts: AsyncIterable<Uint8Array>, { url, maxBytes }: ResponseSetup): Promise<Uint8Array> {
  const gathered: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    size += part.byteLength;
    if (size > maxBytes) throw tooLarge(url, maxBytes);
    gathered.push(part);
  }
  return joinInSlices(gathered);
}

const bomb = (url: string, what: string): NodeError =>
  new NodeError(`The answer of ${new URL(url).host} ${what}.`, {
    code: 'FILE_TOO_LARGE',
    hint: 'Request it uncompressed (header "Accept-Encoding: identity"), or raise the setting MILLRACE_ARCHIVE_MAX.',
  });

const tooLarge = (url: string, maxBytes: number): NodeError =>
  new NodeError(`The answer of ${new URL(url).host} is larger than ${Math.round(maxBytes / 1e6)} MB, too large to be read at once.`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    hint: 'Receive the response as a file: set "Response Format" to "File".',
  });
