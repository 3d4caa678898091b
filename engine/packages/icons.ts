// Icon files of packages: SVG and PNG files beside the classes of nodes and credential types.
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { isRecord } from '../workflow/values/own-properties.ts';

export interface TypeIcon {
  readonly mimeType: 'image/svg+xml' | 'image/png';
  readonly content: string | Buffer;
}

/** Which of two drawings is used where a package has both. */
export type IconTheme = 'light' | 'dark';

/** Bytes. */
const LARGEST = 1024 * 1024;
const mimeTypes: ReadonlyMap<string, TypeIcon['mimeType']> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
]);

/**
 * Reads the icon of a description (`file:icon.svg`, or one for each theme), relative to the file of its class. Returns undefined if there is none,
 * or if it is not an SVG or PNG file of at most 1 MiB within the package's folder.
 */
export async function packageIcon(folder: string, classFile: string, icon: unknown, theme: IconTheme): Promise<TypeIcon | undefined> {
  const chosen = isRecord(icon) ? (icon[theme] ?? icon['light']) : icon;
  const mimeType = typeof chosen === 'string' ? mimeTypes.get(extname(chosen).toLowerCase()) : undefined;
  if (typeof chosen !== 'string' || !chosen.startsWith('file:') || mimeType === undefined) return undefined;
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, dirname(classFile), chosen.slice('file:'.length)));
    if (!path.startsWith(root + sep)) return undefined;
    const file = await stat(path);
    return file.isFile() && file.size <= LARGEST ? { mimeType, content: await readFile(path) } : undefined;
  } catch {
    return undefined;
  }
}
