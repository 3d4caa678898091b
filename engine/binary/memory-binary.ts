// Binary items kept within the item itself, as base64: for small data, tests, and runs that store nothing.
import { AppError } from '../contract/errors.ts';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { BinaryMeta, BinaryPort } from '../sdk/index.ts';
import { describeBinary } from './describe-binary.ts';

export class MemoryBinary implements BinaryPort {
  async write(content: Uint8Array | AsyncIterable<Uint8Array>, meta: BinaryMeta = {}): Promise<BinaryEntry> {
    const bytes = content instanceof Uint8Array ? content : await gather(content);
    return { ...describeBinary(bytes, bytes.byteLength, meta), data: Buffer.from(bytes).toString('base64') };
  }

  async read(entry: BinaryEntry): Promise<Uint8Array> {
    if (entry.id !== undefined)
      throw new AppError('BINARY_NOT_FOUND', `The file "${entry.fileName ?? entry.id}" is not in this run's memory.`);
    return Buffer.from(entry.data, 'base64');
  }

  async *stream(entry: BinaryEntry): AsyncIterable<Uint8Array> {
    yield await this.read(entry);
  }

  async size(entry: BinaryEntry): Promise<number> {
    return (await this.read(entry)).byteLength;
  }
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
