// Execution payloads: JSON compressed by zstd; short ones at once, long ones piece by piece and off the main thread. The shortest stay as they are.
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createZstdCompress, createZstdDecompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { parseInSlices } from './json-slices.ts';

const decompress = promisify(zstdDecompress);

/** Characters up to which a text is compressed at once: that takes less than handing it over. */
const SHORT = 64 * 1024;
/** Quick is what counts: these texts repeat themselves so much that more effort gains little. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Characters up to which compressing costs more time than it saves room. */
const TINY = 1024;
/** First byte of a JSON object that is not compressed; zstd frames begin with 0x28 (RFC 8878, 3.1.1). */
const OBJECT = 0x7b;

/** Packs a short JSON text. */
export const packText = (json: string): Uint8Array =>
  json.length <= TINY && json.startsWith('{') ? Buffer.from(json) : zstdCompressSync(json, options);

/** Packs JSON text that comes in pieces; answers no promise when there is but one short piece. */
export function packPayload(json: Generator<string>): Uint8Array | Promise<Uint8Array> {
  const first = json.next();
  if (first.done === true) return packText('');
  const second = first.value.length > SHORT * 2 ? undefined : json.next();
  if (second?.done === true) return packText(first.value);
  return packStream([first.value, ...(second === undefined ? [] : [second.value as string])], json);
}

async function packStream(begun: readonly string[], rest: Iterable<string> | AsyncIterable<string>): Promise<Uint8Array> {
  async function* all(): AsyncGenerator<string> {
    yield* begun;
    yield* rest;
  }
  const parts: Uint8Array[] = [];
  const packed = Readable.from(all(), { objectMode: false }).compose(createZstdCompress(options)) as AsyncIterable<Uint8Array>;
  for await (const part of packed) parts.push(part);
  return Buffer.concat(parts);
}

/** The value of a packed payload; a long one is parsed in slices. */
export async function unpackPayload(data: Uint8Array): Promise<unknown> {
  return parseInSlices(data[0] === OBJECT ? Buffer.from(data) : await decompress(data));
}

/** The JSON text of a packed payload, as UTF-8 in pieces: no more of it is in memory than is being read. */
export async function* payloadText(data: Uint8Array): AsyncGenerator<Buffer> {
  if (data[0] === OBJECT) yield Buffer.from(data);
  else yield* Readable.from([data]).compose(createZstdDecompress({ chunkSize: SHORT })) as AsyncIterable<Buffer>;
}
