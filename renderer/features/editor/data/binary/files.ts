// The files of items: their kind, name, size and where their bytes are.
import type { BinaryEntry, Item } from '../../../../../engine/contract/run-data.ts';

export interface ItemFile {
  /** Index of the item. */
  readonly item: number;
  /** Key in the item's `binary`. */
  readonly name: string;
  readonly entry: BinaryEntry;
}

type FileKind = 'image' | 'audio' | 'video' | 'pdf' | 'json' | 'html' | 'text' | 'other';

/** Returns the files of the items from `start` up to, but not including, `end`. */
export function filesOf(items: readonly Item[], start: number, end: number): readonly ItemFile[] {
  const files: ItemFile[] = [];
  for (let item = start; item < end; item++) {
    for (const [name, entry] of Object.entries(items[item]?.binary ?? {})) files.push({ item, name, entry });
  }
  return files;
}

/** Returns a MIME type without its parameters. */
export const plainType = (mimeType: string): string => mimeType.split(';')[0]?.trim().toLowerCase() ?? '';

export function fileKind({ mimeType }: Pick<BinaryEntry, 'mimeType'>): FileKind {
  const type = plainType(mimeType);
  if (type === 'application/pdf') return 'pdf';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  const [group = ''] = type.split('/');
  if (group === 'image' || group === 'audio' || group === 'video') return group;
  return group === 'text' || /^application\/(?:xml|.*\+xml|javascript|x-yaml|yaml|csv|sql)$/.test(type) ? 'text' : 'other';
}

/** Returns the file name for saving. */
export function fileNameOf({ name, entry }: ItemFile): string {
  if (entry.fileName !== undefined && entry.fileName !== '') return entry.fileName;
  return entry.fileExtension === undefined || entry.fileExtension === '' ? name : `${name}.${entry.fileExtension}`;
}

/** Returns the path of a stored file, relative to the REST prefix. */
export function filePath(file: ItemFile, action: 'view' | 'download'): string {
  const query = new URLSearchParams({ action, mimeType: plainType(file.entry.mimeType), fileName: fileNameOf(file) });
  return `data/${encodeURIComponent(file.entry.id ?? '')}?${query.toString()}`;
}

/** Decodes base64. Throws if the text is not base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binaryString = atob(base64);
  const bytes = new Uint8Array(binaryString.length);
  for (let at = 0; at < binaryString.length; at++) bytes[at] = binaryString.charCodeAt(at);
  return bytes;
}

/** Returns the size as text, such as `1.2 MB`; undefined if it is unknown. */
export function sizeText({ fileSize, bytes, data, id }: BinaryEntry): string | undefined {
  if (fileSize !== undefined && fileSize !== '') return fileSize;
  const size = bytes ?? (id === undefined ? Math.floor((data.replace(/=+$/, '').length * 3) / 4) : undefined);
  if (size === undefined) return undefined;
  if (size < 1000) return `${size} B`;
  return size < 1_000_000 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}
