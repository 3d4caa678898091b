// Content that package code writes to files: texts, buffers and streams.

import { ApplicationError } from '../../modules/errors.ts';

/** Maximum bytes of a chunk that crosses to the engine. */
const CHUNK = 256 * 1024;

export const isStream = (content: unknown): content is AsyncIterable<Uint8Array | string> =>
  typeof content === 'object' && content !== null && Symbol.asyncIterator in content;

/** Reads a buffer, a text or a stream as a whole. */
export async function binaryToBuffer(content: unknown): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content;
  if (typeof content === 'string') return Buffer.from(content);
  if (ArrayBuffer.isView(content)) return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (content instanceof ArrayBuffer) return Buffer.from(content);
  if (!isStream(content)) {
    const actual = content === null ? 'null' : content === undefined ? 'undefined' : `a value of the type "${typeof content}"`;
    throw new ApplicationError(`The content of a file must be a buffer, a text or a stream, not ${actual}.`, {
      description: 'Tell the authors of the package.',
    });
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}

/** Yields content in parts that can cross. */
export async function* chunksOf(content: unknown): AsyncGenerator<Uint8Array> {
  const parts: AsyncIterable<Uint8Array | string> | readonly Uint8Array[] = isStream(content) ? content : [await binaryToBuffer(content)];
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    for (let from = 0; from < bytes.length; from += CHUNK) yield new Uint8Array(bytes.subarray(from, from + CHUNK));
  }
}

/** Yields bytes in chunks of a size; only the last chunk may be smaller. */
export async function* chunksOfSize(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let saved: Uint8Array[] = [];
  let missing = size;
  for await (const part of source) {
    let from = 0;
    for (; part.length - from >= missing; missing = size) {
      yield Buffer.concat([...saved, part.subarray(from, from + missing)]);
      saved = [];
      from += missing;
    }
    if (from < part.length) saved.push(part.subarray(from));
    missing -= part.length - from;
  }
  if (saved.length > 0) yield Buffer.concat(saved);
}
