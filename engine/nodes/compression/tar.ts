// Reads and writes tar archives (POSIX pax) as streams.
import { NodeError } from '../../sdk/index.ts';

const BLOCK = 512;

export interface TarSource {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Yields the bytes of an archive with these files. `modified` is in milliseconds since the epoch. */
export async function* tarStream(sources: readonly TarSource[], modified: number): AsyncGenerator<Uint8Array> {
  const seconds = Math.max(0, Math.floor(modified / 1000));
  for (const { name, size, content } of sources) {
    const path = name.replaceAll('\\', '/').replace(/^\/+/, '');
    if (Buffer.byteLength(path) > 100 || /[^\x20-\x7e]/.test(path)) yield* paxName(path, seconds);
    yield header(path, size, '0', seconds);
    for await (const chunk of content) yield chunk;
    yield padding(size);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** A pax record with a name that is too long for the header that follows. */
function* paxName(path: string, seconds: number): Generator<Uint8Array> {
  const pathRecord = ` path=${path}\n`;
  let length = Buffer.byteLength(pathRecord) + 1;
  while (length !== Buffer.byteLength(pathRecord) + String(length).length) length = Buffer.byteLength(pathRecord) + String(length).length;
  const record = Buffer.from(`${length}${pathRecord}`);
  yield header('PaxHeader', record.length, 'x', seconds);
  yield record;
  yield padding(record.length);
}

function header(name: string, size: number, type: string, seconds: number): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void => {
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  };
  if (size >= 8 ** 11) throw new NodeError('A file is larger than 8 GiB, too large for tar.', { code: 'FILE_TOO_LARGE' });
  block.write(Buffer.from(name).subarray(0, 100).toString('latin1'), 0, 'latin1');
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(seconds, 136, 12);
  block.write('        ', 148, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

const padding = (size: number): Uint8Array => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export interface TarEntry {
  readonly name: string;
  /** Must be consumed before the next entry is requested; unread content is skipped. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Yields the regular files of an archive, in order. `onEntry` is called for entries of any kind. Throws NodeError if it is not a tar archive. */
export async function* tarEntries(archive: AsyncIterable<Uint8Array>, onEntry: () => void): AsyncGenerator<TarEntry> {
  const source = new ByteSource(archive);
  let longName: string | undefined;
  for (;;) {
    const block = await source.bytes(BLOCK);
    if (block.length < BLOCK || block.every((byte) => byte === 0)) return;
    assertHeader(block);
    onEntry();
    const size = octalAt(block, 124, 12);
    const type = String.fromCharCode(block[156] ?? 0);
    const blank = (BLOCK - (size % BLOCK)) % BLOCK;
    if (type === 'x' || type === 'L') {
      if (size > 1 << 20) throw damaged();
      const headerText = (await source.bytes(size)).toString('utf8');
      longName = type === 'L' ? headerText.replace(/\0.*$/s, '') : (/^\d+ path=([^\n]*)\n/m.exec(headerText)?.[1] ?? longName);
    } else {
      const part = source.part(size);
      if (type === '0' || type === '\0') yield { name: longName ?? nameOf(block), content: part };
      for await (const _rest of part) continue;
      longName = undefined;
    }
    await source.bytes(blank);
  }
}

function assertHeader(block: Buffer): void {
  const message = octalAt(block, 148, 8);
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (message !== sum) throw damaged();
}

function octalAt(block: Buffer, at: number, length: number): number {
  const octal = block.toString('latin1', at, at + length).replaceAll(/[\0 ]/g, '');
  const value = /^[0-7]*$/.test(octal) ? Number.parseInt(octal || '0', 8) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw damaged();
  return value;
}

function nameOf(block: Buffer): string {
  const textAt = (at: number, length: number): string => block.toString('utf8', at, at + length).replace(/\0.*$/s, '');
  const prefix = block.toString('latin1', 257, 262) === 'ustar' ? textAt(345, 155) : '';
  return prefix === '' ? textAt(0, 100) : `${prefix}/${textAt(0, 100)}`;
}

/** Reads bytes from chunks, a given number at a time. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next bytes; fewer at the end. */
  async bytes(count: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of this.#take(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Yields the next bytes in chunks; iterating again continues at the same position. Throws NodeError if the source ends early. */
  part(count: number): AsyncIterable<Uint8Array> {
    let remaining = count;
    const next = async (): Promise<IteratorResult<Uint8Array>> => {
      if (remaining === 0) return { done: true, value: undefined };
      const chunk = await this.#next(remaining);
      if (chunk === undefined) throw damaged();
      remaining -= chunk.byteLength;
      return { done: false, value: chunk };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }

  async *#take(count: number): AsyncGenerator<Uint8Array> {
    for (let remaining = count; remaining > 0;) {
      const chunk = await this.#next(remaining);
      if (chunk === undefined) return;
      remaining -= chunk.byteLength;
      yield chunk;
    }
  }

  async #next(most: number): Promise<Uint8Array | undefined> {
    while (this.#rest.byteLength === 0) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return undefined;
      this.#rest = value;
    }
    const chunk = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(chunk.byteLength);
    return chunk;
  }
}

const damaged = (): NodeError =>
  new NodeError('The file is not a tar archive, or it is damaged.', { hint: 'Download it again, or choose another file.' });
