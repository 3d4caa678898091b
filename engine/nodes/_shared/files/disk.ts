// Reads and writes files of the computer within the limits of the instance: regular files only, and never through a link out of them.
import { constants } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import type { BinaryEntry } from '../../../contract/run-data.ts';
import { NodeError, type BinaryMeta, type ExecuteContext } from '../../../sdk/index.ts';

// Windows knows neither flag.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** Opening a pipe waits for its other end otherwise. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** Puts a file of the disk into the store. `parameter` is the one that holds the path. */
export async function readFromDisk(ctx: ExecuteContext, path: string, parameter: string, meta: BinaryMeta = {}): Promise<BinaryEntry> {
  assertPath(path, parameter);
  const handle = await opened(ctx, path, constants.O_RDONLY, parameter);
  try {
    const content = handle.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>;
    const entry = await ctx.binary.write(content, { fileName: basename(path), ...meta });
    const extension = extname(path).slice(1);
    return extension !== '' && entry.fileExtension === undefined ? { ...entry, fileExtension: extension } : entry;
  } finally {
    await handle.close();
  }
}

/** Writes a file of an item to the disk, in place of what the path holds or, with `append`, behind it. */
export async function writeToDisk(
  ctx: ExecuteContext,
  entry: BinaryEntry,
  path: string,
  { append, parameter }: { readonly append: boolean; readonly parameter: string },
): Promise<void> {
  assertPath(path, parameter);
  const flags = constants.O_WRONLY | constants.O_CREAT | (append ? constants.O_APPEND : 0);
  const handle = await opened(ctx, path, flags, parameter);
  try {
    if (!append) await handle.truncate(0);
    await handle.writeFile(ctx.binary.stream(entry), { signal: ctx.signal });
  } catch (error) {
    throw ctx.signal.aborted ? error : diskFailure(error, path, parameter);
  } finally {
    await handle.close();
  }
}

function assertPath(path: string, parameter: string): void {
  if (path.trim() === '') throw new NodeError('The path of the file is empty. Enter one.', { code: 'PARAMETER_INVALID', parameter });
  if (path.includes('\0')) {
    throw new NodeError('The path of the file holds a zero byte, which no path may.', { code: 'PARAMETER_INVALID', parameter });
  }
}

/** Opens the regular file at `path`, and makes sure that the file that was opened is one that nodes may use. */
async function opened(ctx: ExecuteContext, path: string, flags: number, parameter: string): Promise<FileHandle> {
  const real = await ctx.files.allowedPath(path);
  let handle: FileHandle;
  try {
    handle = await open(real, flags | NO_FOLLOW | NO_WAIT);
  } catch (error) {
    throw diskFailure(error, path, parameter);
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) {
      throw new NodeError(`"${path}" is not a regular file. Enter the path of a file.`, { code: 'FILE_NOT_READABLE', parameter });
    }
    // A folder on the way may have become a link since the path was checked.
    const now = await stat(await ctx.files.allowedPath(path));
    if (now.ino !== found.ino || now.dev !== found.dev) {
      throw new NodeError(`"${path}" was replaced while it was opened. Run the node again.`, { code: 'FILE_NOT_READABLE', parameter });
    }
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** What went wrong on the disk, in words that say how to mend it. */
export function diskFailure(error: unknown, path: string, parameter: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const known = reasons.get(code ?? '');
  if (known === undefined) return error;
  const [message, hint] = known;
  return new NodeError(`The file "${path}" ${message}.`, { code: 'FILE_NOT_READABLE', parameter, hint: hint(path), cause: error });
}

const reasons: ReadonlyMap<string, readonly [message: string, hint: (path: string) => string]> = new Map([
  [
    'ENOENT',
    ['does not exist, or its folder does not', (path: string) => `Check the path; the folder "${dirname(path)}" must be there already.`],
  ],
  ['ENOTDIR', ['lies below something that is not a folder', () => 'Check the path.']],
  ['EISDIR', ['is a folder', () => 'Enter the path of a file within it.']],
  ['EACCES', ['may not be used by this program', () => 'Give the user who runs this program the right to use it.']],
  ['EPERM', ['may not be used by this program', () => 'Give the user who runs this program the right to use it.']],
  ['ELOOP', ['is a link that leads nowhere', () => 'Enter the path of the file itself.']],
  ['ENXIO', ['is not a regular file', () => 'Enter the path of a file.']],
  ['ENOSPC', ['cannot be written: the disk is full', () => 'Free some space.']],
  ['EROFS', ['cannot be written: its disk is read-only', () => 'Write to another folder.']],
  ['ENAMETOOLONG', ['has too long a name', () => 'Choose a shorter one.']],
]);
