// Describes a file by its name and first bytes: MIME type, extension, kind, readable size.
import { AppError } from '../contract/errors.ts';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { BinaryMeta } from '../sdk/index.ts';

/** First bytes of common formats, used if the name does not identify the format. */
const signatures: readonly (readonly [mimeType: string, offset: number, bytes: readonly number[]])[] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
  ['application/pdf', 0, [0x25, 0x50, 0x44, 0x46]],
  ['application/zip', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['application/gzip', 0, [0x1f, 0x8b]],
  ['audio/mpeg', 0, [0x49, 0x44, 0x33]],
  ['video/mp4', 4, [0x66, 0x74, 0x79, 0x70]],
  ['audio/ogg', 0, [0x4f, 0x67, 0x67, 0x53]],
];

/** Returns the fields of the entry except its data. `head`: at least the first 16 bytes; `size`: in bytes. */
export async function describeBinary(head: Uint8Array, size: number, meta: BinaryMeta): Promise<Omit<BinaryEntry, 'data'>> {
  // Loaded with the first file: its tables would occupy memory in instances that handle no files.
  const { default: mime } = await import('mime');
  const byName = meta.fileName === undefined ? null : mime.getType(meta.fileName);
  const mimeType = meta.mimeType ?? byName ?? bySignature(head) ?? 'text/plain';
  const fileExtension = extensionOf(meta.fileName) ?? mime.getExtension(mimeType) ?? undefined;
  const fileType = fileTypeOf(mimeType);
  return {
    mimeType,
    ...(fileType === undefined ? {} : { fileType }),
    ...(fileExtension === undefined ? {} : { fileExtension }),
    ...(meta.fileName === undefined ? {} : { fileName: meta.fileName }),
    fileSize: readableSize(size),
    bytes: size,
  };
}

function bySignature(head: Uint8Array): string | undefined {
  return signatures.find(([, offset, bytes]) => bytes.every((byte, index) => head[offset + index] === byte))?.[0];
}

function extensionOf(fileName: string | undefined): string | undefined {
  return /[^/\\]\.([A-Za-z0-9]+)$/.exec(fileName ?? '')?.[1]?.toLowerCase();
}

/** Returns the kind of file, which selects the editor's viewer. */
export function fileTypeOf(mimeType: string): string | undefined {
  if (mimeType.startsWith('application/json')) return 'json';
  if (mimeType.startsWith('text/html')) return 'html';
  if (mimeType.startsWith('application/pdf')) return 'pdf';
  return /^(image|audio|video|text)\//.exec(mimeType)?.[1];
}

/** Formats a size: `28 B`, `1.23 kB`; three significant digits, powers of 1000. */
export function readableSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${units[unit]}`;
}

/** Returns the content of a file stored in its item. */
export const inlineBytes = (entry: BinaryEntry): Buffer => Buffer.from(inlineText(entry), 'base64');

export const inlineSize = (entry: BinaryEntry): number => Buffer.byteLength(inlineText(entry), 'base64');

/** User code may set any value, such as `{ length: 1e9 }`, which would allocate a buffer of that length. */
function inlineText({ data, fileName = 'data' }: BinaryEntry): string {
  if (typeof data === 'string') return data;
  throw new AppError('BINARY_NOT_FOUND', `The file "${String(fileName)}" cannot be read: its "data" is not base64 text.`, {
    params: { name: String(fileName) },
  });
}
