// Execution payloads: JSON compressed with zstd; short texts at once, long ones in chunks off the main thread. Very short texts are not
// compressed.
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  constants,
  createZstdCompress,
  createZstdDecompress,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  type ZstdOptions,
} from 'node:zlib';
import { joinInSlices } from '../parsing/join-in-slices.ts';
import { parseInSlices } from '../sdk/json-slices.ts';

const compress = promisify<string, ZstdOptions, Buffer>(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Maximum length of a text that is compressed synchronously, which is faster than using the thread pool. */
const SHORT = 64 * 1024;
/** Maximum length of a text that is collected and then compressed as a whole off the main thread; for longer texts a stream is faster. */
const MEDIUM = 2 * 1024 * 1024;
/** Maximum number of packed bytes that are decompressed at once. */
const PACKED_SHORT = 16 * 1024;
/** Milliseconds after which collecting yields to other work. */
const SLICE = 5;
/** Level 1, since speed matters most: these texts are so repetitive that a higher level gains little. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Maximum length of a text that is not compressed, because compression would not pay off. */
const TINY = 1024;
/** First byte of an uncompressed JSON object; zstd frames start with 0x28 (RFC 8878, 3.1.1). */
const OBJECT = 0x7b;

/** Packs a short JSON text. */
export const packText = (json: string): Uint8Array =>
  json.length <= TINY && json.startsWith('{') ? Buffer.from(json) : zstdCompressSync(json, options);

/** Packs JSON text that arrives in chunks. Returns a promise unless there is only one short chunk. */
export function packPayload(json: Generator<string>): Uint8Array | Promise<Uint8Array> {
  const first = json.next();
  if (first.done === true) return packText('');
  const second = first.value.length > SHORT * 2 ? undefined : json.next();
  if (second?.done === true) return packText(first.value);
  return packLong([first.value, ...(second === undefined ? [] : [second.value as string])], json);
}

/** Collects text until a stream would be faster, and yields to other work. */
async function packLong(pieces: string[], rest: Generator<string>): Promise<Uint8Array> {
  let length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let deadline = performance.now() + SLICE;
  while (length < MEDIUM) {
    const { value, done } = rest.next();
    if (done === true) return compress(pieces.join(''), options);
    pieces.push(value);
    length += value.length;
    if (performance.now() < deadline) continue;
    await setImmediate();
    deadline = performance.now() + SLICE;
  }
  return packStream(pieces, rest);
}

async function packStream(started: readonly string[], rest: Iterable<string> | AsyncIterable<string>): Promise<Uint8Array> {
  async function* all(): AsyncGenerator<string> {
    yield* started;
    yield* rest;
  }
  const parts: Uint8Array[] = [];
  const packed = Readable.from(all(), { objectMode: false }).compose(createZstdCompress(options)) as AsyncIterable<Uint8Array>;
  for await (const part of packed) parts.push(part);
  return joinInSlices(parts);
}

/** Parses a packed payload; a long one in slices. */
export async function unpackPayload(data: Uint8Array): Promise<unknown> {
  if (data[0] === OBJECT) return parseInSlices(Buffer.from(data));
  return parseInSlices(data.byteLength <= PACKED_SHORT ? await decompress(data) : await unpackLong(data));
}

/** Decompresses in chunks: `decompress` joins its chunks at once. */
async function unpackLong(data: Uint8Array): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of payloadText(data)) parts.push(part);
  return joinInSlices(parts);
}

/** Yields the JSON text of a packed payload as chunks of UTF-8; only the current chunk is in memory. */
export async function* payloadText(data: Uint8Array): AsyncGenerator<Buffer> {
  if (data[0] === OBJECT) yield Buffer.from(data);
  else yield* Readable.from([data]).compose(createZstdDecompress({ chunkSize: SHORT })) as AsyncIterable<Buffer>;
}
