// Opens and reads local files: only regular files, without blocking, and with errors that never contain file content.
import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileFailure, NodeError, type FileUse } from '../sdk/index.ts';

// Windows has none of these flags.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** Without these flags, opening a pipe waits for its other end, and opening a terminal makes it the controlling one. */
const NO_WAIT = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

const flags: Readonly<Record<FileUse, number>> = {
  read: constants.O_RDONLY,
  write: constants.O_WRONLY | constants.O_CREAT,
  append: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
};

/**
 * Opens a regular file. `real`: its path with links resolved; `path`: the given path, for errors. `check` is called with the open file before the
 * file is changed. Throws NodeError FILE_NOT_READABLE.
 */
export async function openRegular(real: string, path: string, use: FileUse, check?: (found: Stats) => Promise<void>): Promise<FileHandle> {
  let handle: FileHandle | undefined;
  try {
    // A device is not even opened, since opening some devices has side effects.
    const before = await lstat(real).catch((error: unknown) => {
      if (use === 'read' || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return undefined;
    });
    if (before !== undefined) assertRegular(before, path);
    handle = await open(real, flags[use] | NO_FOLLOW | NO_WAIT);
    const found = await handle.stat();
    assertRegular(found, path);
    await check?.(found);
    if (use === 'write') await handle.truncate(0);
    return handle;
  } catch (error) {
    await handle?.close();
    throw fileFailure(error, path);
  }
}

/** Reads an open file to its end without closing it. Throws FILE_TOO_LARGE. */
export async function readWhole(handle: FileHandle, path: string, maxBytes: number): Promise<Uint8Array> {
  const { size } = await handle.stat();
  if (size > maxBytes) throw tooLarge(path, maxBytes, size);
  const parts: Uint8Array[] = [];
  let length = 0;
  // Some kernel files report no size, and other files may be written to meanwhile.
  for await (const part of handle.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > maxBytes) throw tooLarge(path, maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

/** Reads a whole file without access limits, such as a command-line argument. Throws the errors of `openRegular` and `readWhole`. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Uint8Array> {
  const handle = await openRegular(await realPathOf(path), path, 'read');
  try {
    return await readWhole(handle, path, maxBytes);
  } catch (error) {
    throw fileFailure(error, path);
  } finally {
    await handle.close();
  }
}

/** Resolves the links in a path. If the path does not exist, its existing part is resolved. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}

export function tooLarge(path: string, maxBytes: number, size?: number): NodeError {
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
  const found = size === undefined ? '' : `${megabytes(size)}, and `;
  return new NodeError(`${path} is too large: ${found}at most ${megabytes(maxBytes)} are read.`, { code: 'FILE_TOO_LARGE' });
}

function assertRegular(found: Stats, path: string): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw fileFailure({ code: 'EISDIR' }, path);
  throw new NodeError(`"${path}" is not a regular file.`, { code: 'FILE_NOT_READABLE', hint: 'Enter the path of a file.' });
}
