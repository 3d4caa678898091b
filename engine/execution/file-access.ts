// Which files nodes may use: those in the folders that the settings name, never those of the data folder.
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { NodeError, type FilePort } from '../sdk/index.ts';

export interface FileRules {
  /** Folders whose content may be used; every folder if there are none. `~` is the user's home. */
  readonly folders: readonly string[];
  /** Folders that are never used, even within those that may be. */
  readonly blocked?: readonly string[];
  /** The user's home folder, which `~` stands for. */
  readonly home?: string;
}

export function createFilePort({ folders, blocked = [], home }: FileRules): FilePort {
  const absolute = (folder: string): string =>
    home !== undefined && /^~(?:[\\/]|$)/.test(folder) ? join(home, folder.slice(1)) : resolve(folder);
  const allowed = folders.map(absolute);
  return {
    allowedPath: async (path) => {
      // Links are followed for both: neither a link into a folder nor one out of it changes where a file lies.
      const real = await realPathOf(resolve(path));
      const lies = async (folder: string): Promise<boolean> => isWithin(real, await realPathOf(folder));
      if ((await Promise.all(blocked.map(lies))).includes(true)) {
        throw new NodeError(`Access to the file "${path}" is not allowed: it belongs to Millrace itself.`, { code: 'FILE_NOT_READABLE' });
      }
      if (allowed.length > 0 && !(await Promise.all(allowed.map(lies))).includes(true)) {
        throw new NodeError(`Access to the file "${path}" is not allowed. Allowed folders: ${folders.join('; ')}.`, {
          code: 'FILE_NOT_READABLE',
          hint: 'Use a file in one of these folders, or add its folder to MILLRACE_FILE_FOLDERS.',
        });
      }
      return real;
    },
  };
}

/** Every file, for runs that no instance limits. */
export const anyFile: FilePort = createFilePort({ folders: [] });

/** The path with its links resolved. Of a path that does not exist yet, the existing part is resolved. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
