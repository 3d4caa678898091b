// Zip archives (APPNOTE 6.3): written as a stream, read from their central directory.
import { crc32, createDeflateRaw, createInflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NodeError } from '../../../sdk/index.ts';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DESCRIPTOR = 0x08074b50;
/** Bit 3: sizes follow the data; bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const MAX_UINT32 = 0xffffffff;
/** Maximum length of the end record and the comment after it. */
const END_SPACE = 0xffff + 22;

export interface ZipSource {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** Yields the bytes of an archive with these files. `modified` is in milliseconds since the epoch. */
export async function* zipStream(sources: readonly ZipSource[], modified: number): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  const stamp = dosTime(modified);
  let offset = 0;
  for (const { name, content } of sources) {
    const nameBytes = Buffer.from(name.replaceAll('\\', '/').replace(/^\/+/, ''));
    const head = Buffer.alloc(30);
    head.writeUInt32LE(LOCAL, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(FLAGS, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(stamp, 10);
    head.writeUInt16LE(nameBytes.length, 26);
    yield head;
    yield nameBytes;
    let crc = 0;
    let size = 0;
    let packed = 0;
    const deflate = createDeflateRaw();
    const counted = Readable.from(
      (async function* (): AsyncGenerator<Uint8Array> {
        for await (const chunk of content) {
          crc = crc32(chunk, crc);
          size += chunk.byteLength;
          yield chunk;
        }
      })(),
    );
    // Errors of the source reach the loop below through the stream.
    pipeline(counted, deflate).catch(() => undefined);
    for await (const chunk of deflate as AsyncIterable<Uint8Array>) {
      packed += chunk.byteLength;
      yield chunk;
    }
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(DESCRIPTOR, 0);
    descriptor.writeUInt32LE(crc, 4);
    if (size > MAX_UINT32 || offset + packed > MAX_UINT32) throw tooLarge('The archive would be larger than 4 GiB.', 'Use Tar (Gzip).');
    descriptor.writeUInt32LE(packed, 8);
    descriptor.writeUInt32LE(size, 12);
    yield descriptor;
    written.push({ name: nameBytes, offset, crc, packed, size });
    offset += 30 + nameBytes.length + packed + 16;
  }
  yield directory(written, offset, stamp);
}

function directory(written: readonly Written[], offset: number, stamp: number): Uint8Array {
  const parts: Buffer[] = [];
  for (const { name, offset: at, crc, packed, size } of written) {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(CENTRAL, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(20, 6);
    head.writeUInt16LE(FLAGS, 8);
    head.writeUInt16LE(8, 10);
    head.writeUInt32LE(stamp, 12);
    head.writeUInt32LE(crc, 16);
    head.writeUInt32LE(packed, 20);
    head.writeUInt32LE(size, 24);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(at, 42);
    parts.push(head, name);
  }
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, end]);
}

/** MS-DOS format in UTC: the time in the low word, the date in the high word. */
function dosTime(milliseconds: number): number {
  const date = new Date(Math.max(milliseconds, Date.UTC(1980, 0, 1)));
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

export interface ZipEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packed: Uint8Array;
}

/** Returns the entries of an archive with their compressed content. `onEntry` is called for each. Throws NodeError if it is not a zip archive, or uses zip64. */
export function zipEntries(archive: Uint8Array, onEntry: () => void = () => undefined): readonly ZipEntry[] {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endRecord(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (at === MAX_UINT32 || count === 0xffff)
    throw tooLarge('The archive is in the zip64 format.', 'Make it smaller than 4 GiB and 65,535 files.');
  const entries: ZipEntry[] = [];
  try {
    for (let index = 0; index < count; index++) {
      if (bytes.readUInt32LE(at) !== CENTRAL) throw damaged();
      onEntry();
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
        number,
        number,
        number,
      ];
      const flags = bytes.readUInt16LE(at + 8);
      const name = bytes.toString((flags & 0x800) === 0 ? 'latin1' : 'utf8', at + 46, at + 46 + nameLength);
      const start = dataStart(bytes, bytes.readUInt32LE(at + 42));
      const packedSize = bytes.readUInt32LE(at + 20);
      if (start + packedSize > bytes.length) throw damaged();
      entries.push({
        name,
        isFolder: name.endsWith('/'),
        method: bytes.readUInt16LE(at + 10),
        isEncrypted: (flags & 1) !== 0,
        crc: bytes.readUInt32LE(at + 16),
        packed: bytes.subarray(start, start + packedSize),
      });
      at += 46 + nameLength + extraLength + commentLength;
    }
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error;
  }
  return entries;
}

function endRecord(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - END_SPACE); at--) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw damaged();
}

function dataStart(bytes: Buffer, at: number): number {
  if (bytes.readUInt32LE(at) !== LOCAL) throw damaged();
  return at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
}

/** Returns the content of an entry. Throws NodeError if it is encrypted, damaged or compressed with an unknown method. */
export async function* unzipped(entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted)
    throw new NodeError(`"${entry.name}" is encrypted, which is not supported.`, { hint: 'Use an archive without a password.' });
  if (entry.method !== 0 && entry.method !== 8) {
    throw new NodeError(`"${entry.name}" is compressed with the method ${entry.method}, which is not supported.`, {
      hint: 'Compress it with Deflate.',
    });
  }
  let crc = 0;
  for await (const chunk of entry.method === 0 ? [entry.packed] : inflated(entry)) {
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (crc !== entry.crc)
    throw new NodeError(`"${entry.name}" is damaged: its checksum is wrong.`, { hint: 'Download or create the archive again.' });
}

async function* inflated(entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  inflate.end(entry.packed);
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) yield chunk;
  } catch (cause) {
    throw new NodeError(`"${entry.name}" is damaged: ${(cause as Error).message}.`, {
      hint: 'Download or create the archive again.',
      cause,
    });
  } finally {
    inflate.destroy();
  }
}

const tooLarge = (message: string, hint: string): NodeError => new NodeError(message, { code: 'FILE_TOO_LARGE', hint });
const damaged = (): NodeError =>
  new NodeError('The file is not a zip archive, or it is damaged.', { hint: 'Download it again, or choose another file.' });
