// Access to files of the computer: in the folders that nodes may use, and never to files of Millrace, of the system's kernel, and to secrets of users.
import { mkdir, type FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { NodeError, type FilePort, type FileUse } from '../sdk/index.ts';
import { secretIn, startFileIn } from './forbidden-names.ts';
import { openRegular, readAll, realPathOf, tooLarge } from './open-file.ts';
import { idsOf, isInDataFolder, leadsTo, programFolders } from './own-folders.ts';

/** Stands for every folder. */
export const EVERY_FOLDER = '*';

export interface FileScope {
  /** Absolute paths, or `*` for every folder. */
  readonly folders: readonly string[];
  /** Name of the setting that names them. */
  readonly setting?: string;
  /** What to do about a file in another folder. */
  readonly hint: string;
}

export interface FileRules {
  /** Folders whose content may be used, or a function that returns those of the moment. */
  readonly folders: readonly string[] | (() => Promise<FileScope>);
  /** Files and folders that must never be used, even within allowed folders. */
  readonly blocked?: readonly string[];
  /** Files that must never be used through hard links either. */
  readonly secretFiles?: readonly string[];
  /** Folder for files of nodes. It may be used although it lies in the data folder, which is blocked. */
  readonly ownFolder?: string;
  /** Maximum size in bytes of a file to read; no limit if absent. */
  readonly maxBytes?: number;
}

/** Files of the computer, and which of them need no consent. */
export interface LocalFilePort extends FilePort {
  /** Whether a path without links lies in the folder for files of nodes. */
  isOwn(real: string): Promise<boolean>;
  /** Opens the file at a path that `allowedPath` returned. `path`: the given path, for errors. */
  openAt(real: string, path: string, use: FileUse): Promise<FileHandle>;
  /** Maximum size in bytes of a file to read. */
  readonly maxBytes: number;
}

/** Folders of the kernel and of what starts programs: they expose environments, open files, memory and secrets. Reading some of them blocks forever. */
const systemFolders = ['/proc', '/sys', '/dev', '/run/secrets', '/run/credentials'];

export function createFilePort(rules: FileRules): LocalFilePort {
  const { folders, maxBytes = Number.POSITIVE_INFINITY } = rules;
  const scope =
    typeof folders === 'function' ? folders : async (): Promise<FileScope> => ({ folders, hint: 'Use a file in one of these folders.' });
  const isForbidden = forbiddenBy(rules);
  const allowedPath = async (path: string, use: FileUse = 'read'): Promise<string> => {
    assertPath(path);
    // Both paths are resolved first, so that a link into or out of a folder is noticed.
    const real = await realPathOf(resolve(path));
    const { folders: allowed, setting, hint: elsewhere } = await scope();
    // For a path outside the allowed folders, the error says only that: it must not reveal what exists there.
    if (!allowed.includes(EVERY_FOLDER) && !(await lies(real, allowed))) {
      const by = setting === undefined ? '' : ` (setting ${setting})`;
      const message = `Access to the file "${path}" is not allowed. Allowed folders: ${allowed.join('; ')}${by}.`;
      throw new NodeError(message, { code: 'FILE_NOT_READABLE', hint: elsewhere });
    }
    const { reason, hint } = (await isForbidden(real, use)) ?? {};
    if (reason !== undefined) {
      const message = `Access to the file "${path}" is not allowed: ${reason}.`;
      throw new NodeError(message, { code: 'FILE_NOT_READABLE', ...(hint === undefined ? {} : { hint }) });
    }
    return real;
  };
  const openAt = (real: string, path: string, use: FileUse): Promise<FileHandle> =>
    openRegular(real, path, use, ({ size }) => {
      if (use === 'read' && size > maxBytes) throw tooLarge(path, maxBytes, size);
    });
  const open = async (path: string, use: FileUse): Promise<FileHandle> => openAt(await allowedPath(path, use), path, use);
  const read = async (path: string, most: number): Promise<Uint8Array> => readAll(await open(path, 'read'), path, Math.min(most, maxBytes));
  return { allowedPath, open, openAt, read, maxBytes, isOwn: async (real) => (await ownPart(real, rules.ownFolder)) !== undefined };
}

interface Rejection {
  readonly reason: string;
  readonly hint?: string;
}

/** Returns a function that says why a path may never be used, whatever the settings are; undefined if it may. */
function forbiddenBy({
  blocked = [],
  secretFiles = [],
  ownFolder,
}: FileRules): (real: string, use: FileUse) => Promise<Rejection | undefined> {
  const program = programFolders();
  const programIds = idsOf(program);
  return async (real, use) => {
    const part = await ownPart(real, ownFolder);
    const isNodes = part !== undefined;
    // The data folder is blocked, but not this folder in it.
    const closed = isNodes ? blocked.filter((path) => !isWithin(resolve(ownFolder ?? ''), resolve(path))) : blocked;
    const isProgram = !isNodes && (program.some((folder) => isWithin(real, folder)) || leadsTo(real, programIds));
    if (isProgram || (await lies(real, closed)) || leadsTo(real, idsOf(secretFiles)))
      return { reason: 'it belongs to Millrace itself', hint: 'No setting allows this. Use another file.' };
    if (!isNodes && isInDataFolder(real)) return { reason: 'it lies in the data folder of an instance of Millrace' };
    if (systemFolders.some((folder) => isWithin(real, folder))) return { reason: 'it belongs to the operating system' };
    // The data folder may lie where secrets are usual.
    const named = part ?? real;
    const secret = secretIn(named);
    const hint = 'No setting allows this. Copy the file to another folder if a workflow needs it.';
    if (secret !== undefined) return { reason: `"${secret}" may contain secrets`, hint };
    const started = use === 'read' ? undefined : startFileIn(named);
    return started === undefined ? undefined : { reason: `other programs run what is written to "${started}"`, hint };
  };
}

/** Returns the part of a path from the folder for files of nodes on; undefined elsewhere. A link in its place does not count, since it could lead anywhere. */
async function ownPart(real: string, ownFolder: string | undefined): Promise<string | undefined> {
  if (ownFolder === undefined) return undefined;
  const above = await realPathOf(dirname(ownFolder));
  const folder = join(above, basename(ownFolder));
  if (!isWithin(real, folder) || (await realPathOf(folder)) !== folder) return undefined;
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  return relative(above, real);
}

async function lies(real: string, folders: readonly string[]): Promise<boolean> {
  return (await Promise.all(folders.map(async (folder) => isWithin(real, await realPathOf(resolve(folder)))))).includes(true);
}

/** Windows paths of devices and of alternate data streams: they name a file in another way than its path. */
const hostileOnWindows = /^[\\/]{2}[.?][\\/]|^.{2,}:/s;

function assertPath(path: string): void {
  if (path.trim() === '') throw new NodeError('The path of the file is empty. Enter one.', { code: 'PARAMETER_INVALID' });
  if (path.includes('\0')) throw new NodeError('The path of the file contains a null byte.', { code: 'PARAMETER_INVALID' });
  if (process.platform !== 'win32' || !hostileOnWindows.test(path)) return;
  throw new NodeError(`The path "${path}" names a device or a stream of a file. Enter the path of a file.`, { code: 'PARAMETER_INVALID' });
}

/** Allows every file that is not forbidden, for runs outside of an instance. */
export const anyFile: LocalFilePort = createFilePort({ folders: [EVERY_FOLDER] });

/** Whether a path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath === '' || (relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath));
}
