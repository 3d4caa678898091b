// Decides which files nodes may use: those in the folders of the settings, never those of the data folder.
import type { Stats } from 'node:fs';
import { stat, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileFailure, NodeError, type FilePort, type FileUse } from '../sdk/index.ts';
import { openRegular, readWhole, realPathOf, tooLarge } from './open-file.ts';

export interface FileRules {
  /** Folders whose content may be used; empty for any folder. `~` is the user's home. */
  readonly folders: readonly string[];
  /** Folders and files that must never be used, even within allowed folders. */
  readonly blocked?: readonly string[];
  /** The user's home folder, which replaces `~`. */
  readonly home?: string;
  /** Maximum size in bytes of a file to read; no limit if absent. */
  readonly maxBytes?: number;
}

/** Linux's process and device file systems. Their files expose environments and open files, and reading some of them blocks forever. */
const kernelFolders = ['/proc', '/sys'];

export function createFilePort({ folders, blocked = [], home, maxBytes = Number.POSITIVE_INFINITY }: FileRules): FilePort {
  const absolute = (folder: string): string =>
    home !== undefined && /^~(?:[\\/]|$)/.test(folder) ? join(home, folder.slice(1)) : resolve(folder);
  const allowed = folders.map(absolute);
  const allowedPath = async (path: string): Promise<string> => {
    assertPath(path);
    // Both paths are resolved first, so that a link into or out of a folder is noticed.
    const real = await realPathOf(resolve(path));
    const lies = async (folder: string): Promise<boolean> => isWithin(real, await realPathOf(folder));
    if ((await Promise.all(blocked.map(lies))).includes(true)) {
      throw new NodeError(`Access to the file "${path}" is not allowed: it belongs to Millrace itself.`, { code: 'FILE_NOT_READABLE' });
    }
    if (kernelFolders.some((folder) => isWithin(real, folder))) {
      throw new NodeError(`Access to the file "${path}" is not allowed: it belongs to the operating system.`, {
        code: 'FILE_NOT_READABLE',
      });
    }
    if (allowed.length > 0 && !(await Promise.all(allowed.map(lies))).includes(true)) {
      throw new NodeError(`Access to the file "${path}" is not allowed. Allowed folders: ${folders.join('; ')}.`, {
        code: 'FILE_NOT_READABLE',
        hint: 'Use a file in one of these folders, or add its folder to MILLRACE_FILE_FOLDERS.',
      });
    }
    return real;
  };
  const open = async (path: string, use: FileUse): Promise<FileHandle> => {
    const check = async (found: Stats): Promise<void> => {
      if (use === 'read' && found.size > maxBytes) throw tooLarge(path, maxBytes, found.size);
      // A parent folder may have been replaced by a link since the path was checked.
      const now = await stat(await allowedPath(path));
      if (now.ino === found.ino && now.dev === found.dev) return;
      throw new NodeError(`"${path}" was replaced while it was opened. Run the node again.`, { code: 'FILE_NOT_READABLE' });
    };
    return openRegular(await allowedPath(path), path, use, check);
  };
  const read = async (path: string, most: number): Promise<Uint8Array> => {
    const handle = await open(path, 'read');
    try {
      return await readWhole(handle, path, Math.min(most, maxBytes));
    } catch (error) {
      throw fileFailure(error, path);
    } finally {
      await handle.close();
    }
  };
  return { allowedPath, open, read };
}

function assertPath(path: string): void {
  if (path.trim() === '') throw new NodeError('The path of the file is empty. Enter one.', { code: 'PARAMETER_INVALID' });
  if (path.includes('\0')) throw new NodeError('The path of the file contains a null byte.', { code: 'PARAMETER_INVALID' });
}

/** Allows every file, for runs outside of an instance. */
export const anyFile: FilePort = createFilePort({ folders: [] });

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
