// Execution payloads: JSON compressed by zstd, piece by piece and off the main thread.
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createZstdCompress, zstdDecompress } from 'node:zlib';

const decompress = promisify(zstdDecompress);

/** Packs JSON text that comes in pieces. */
export async function packPayload(json: Iterable<string> | AsyncIterable<string>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const packed = Readable.from(json, { objectMode: false }).compose(createZstdCompress()) as AsyncIterable<Uint8Array>;
  for await (const part of packed) parts.push(part);
  return Buffer.concat(parts);
}

/** The value of a packed payload. */
export async function unpackPayload(data: Uint8Array): Promise<unknown> {
  return JSON.parse((await decompress(data)).toString('utf8')) as unknown;
}
