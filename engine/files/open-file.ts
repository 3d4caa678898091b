// Opens and reads local files: only regular files, without blocking, and with errors that never contain file content.
import { constants, existsSync, type Stats } from 'node:fs';
import { lstat, open, readlink, realpath, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
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
 * Opens a regular file. `real`: its path with links resolved; `path`: the given path, for errors. Refuses a file if a folder of `real` is a link by
 * now, and then creates none. `check` is called with the open file before the file is changed. Throws NodeError FILE_NOT_READABLE.
 */
export async function openRegular(real: string, path: string, use: FileUse, check?: (stats: Stats) => void): Promise<FileHandle> {
  let handle: FileHandle | undefined;
  let place: Place | undefined;
  try {
    place = await identityOf(real, path);
    // A device is not even opened, since opening some devices has side effects.
    const before = await lstat(place.way).catch((error: unknown) => {
      if (use === 'read' || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return undefined;
    });
    if (before !== undefined) assertRegular(before, path);
    const isNew = before === undefined;
    handle = await open(place.way, flags[use] | NO_FOLLOW | NO_WAIT | (isNew ? constants.O_EXCL : 0)).catch((error: unknown) => {
      // Another process created it in the meantime.
      if (isNew && (error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
      throw error;
    });
    if (handle === undefined) return await openRegular(real, path, use, check);
    const stats = await handle.stat();
    assertRegular(stats, path);
    if (place.folder === undefined) await assertStillAt(handle, real, path, isNew);
    check?.(stats);
    if (use === 'write') await handle.truncate(0);
    return handle;
  } catch (error) {
    await handle?.close();
    throw fileFailure(error, path);
  } finally {
    await place?.folder?.close();
  }
}

/** Where a file is opened. */
interface Place {
  readonly way: string;
  /** The open folder of the file, from which `way` starts, so that no link can lead elsewhere; absent if the system offers no such way. */
  readonly folder?: FileHandle;
}

/** Opens a folder only as the start of a path, which needs no permission to list it. Linux has this flag, Node does not name it. */
const O_PATH = 0o10000000;
const OPEN_FILES = '/proc/self/fd';

/** Throws if a folder on the way is a link. */
async function identityOf(real: string, path: string): Promise<Place> {
  const above = dirname(real);
  if (process.platform !== 'linux' || !existsSync(OPEN_FILES)) {
    if ((await realPathOf(above)) !== above) throw replaced(path);
    return { way: real };
  }
  const folder = await open(above, constants.O_DIRECTORY | O_PATH);
  const start = `${OPEN_FILES}/${folder.fd}`;
  try {
    // The kernel's path of the open folder does not depend on what exists at the path now. Some file systems ignore case.
    if ((await readlink(start)).toLowerCase() !== above.toLowerCase()) throw replaced(path);
  } catch (error) {
    await folder.close();
    throw error;
  }
  return { way: `${start}/${basename(real)}`, folder };
}

/** Throws unless the path leads to the open file without links, as far as this can be told. Removes the file if it is new, and not at its place. */
async function assertStillAt(handle: FileHandle, real: string, path: string, isNew: boolean): Promise<void> {
  const stats = await handle.stat({ bigint: true });
  const isAt = async (): Promise<boolean> => {
    const now = await lstat(real, { bigint: true }).catch(() => undefined);
    return now?.ino === stats.ino && now.dev === stats.dev;
  };
  // Checked twice, since a link could exist during only one of the checks.
  for (let turn = 0; turn < 2; turn++) {
    if ((await realPathOf(real)) === real && (await isAt())) continue;
    if (isNew && (await isAt())) await unlink(real);
    throw replaced(path);
  }
}

const replaced = (path: string): NodeError =>
  new NodeError(`"${path}" was replaced while it was opened. Run the node again.`, { code: 'FILE_NOT_READABLE' });

/** Reads an open file to its end without closing it. Throws FILE_TOO_LARGE. */
async function readWhole(handle: FileHandle, path: string, maxBytes: number): Promise<Uint8Array> {
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
  return readAll(await openRegular(await realPathOf(resolve(path)), path, 'read'), path, maxBytes);
}

/** Reads an open file to its end and closes it. */
export async function readAll(handle: FileHandle, path: string, maxBytes: number): Promise<Uint8Array> {
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
  const sizeText = size === undefined ? '' : `${megabytes(size)}, and `;
  return new NodeError(`${path} is too large: ${sizeText}at most ${megabytes(maxBytes)} are read.`, { code: 'FILE_TOO_LARGE' });
}

function assertRegular(stats: Stats, path: string): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw fileFailure({ code: 'EISDIR' }, path);
  throw new NodeError(`"${path}" is not a regular file.`, { code: 'FILE_NOT_READABLE', hint: 'Enter the path of a file.' });
}
