// Temporary folders of backups and restores. Each is locked while its process lives, so that those of killed processes can be recognized and removed.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile, type FileLock } from '../../store/index.ts';

const LOCK = 'millrace.lock';
/** Milliseconds after which a folder without a lock, as earlier versions created them, counts as left. */
const LEFT_AFTER = 86_400_000;
const UUID_AT_END = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export interface WorkFolder {
  readonly path: string;
  /** Unlocks and removes the folder with its contents. */
  remove(): Promise<void>;
}

/** Creates a folder whose path begins with `beginning`; only the user can read it. `recursive`: with its parents. Throws the error of the file system. */
export async function openWorkFolder(prefix: string, { recursive = false } = {}): Promise<WorkFolder> {
  for (;;) {
    const path = `${prefix}${randomUUID()}`;
    await mkdir(path, { recursive, mode: 0o700 });
    const lock = tryLock(path);
    // Another process may have locked or removed it, because it seemed to be left.
    if (lock === 'held' || !existsSync(path)) continue;
    const remove = async (): Promise<void> => {
      // Windows cannot remove an open file.
      lock?.release();
      await rm(path, { recursive: true, force: true });
    };
    return { path, remove };
  }
}

/** A folder whose process has ended. */
export interface AbandonedFolder extends WorkFolder {
  readonly name: string;
}

/**
 * Locks and returns the folders in `parent` whose processes have ended, by names that `isWorkFolder` accepts. `isOurs`: whether a name stands for a
 * folder of this program even without a lock, as earlier versions created them.
 */
export async function abandonedFolders(
  parent: string,
  isWorkFolder: (name: string) => boolean,
  isOurs: (name: string) => boolean = isWorkFolder,
): Promise<readonly AbandonedFolder[]> {
  const abandoned: AbandonedFolder[] = [];
  for (const name of (await readdir(parent).catch((): string[] => [])).filter(isWorkFolder)) {
    const path = join(parent, name);
    const hasLock = existsSync(join(path, LOCK));
    if (!hasLock && !(isOurs(name) && (await isOld(path)))) {
      // Its process may have been killed before it locked the folder. If it still lives, it creates another one.
      if (UUID_AT_END.test(name)) await rmdir(path).catch(() => undefined);
      continue;
    }
    const lock = tryLock(path);
    if (lock === 'held' || lock === undefined) continue;
    const remove = async (): Promise<void> => {
      lock.release();
      await rm(path, { recursive: true, force: true });
    };
    abandoned.push({ name, path, remove });
  }
  return abandoned;
}

/** Returns undefined if the file system has no locks: such a folder is never taken for a left one. */
function tryLock(folder: string): FileLock | 'held' | undefined {
  try {
    return lockFile(join(folder, LOCK)) ?? 'held';
  } catch {
    return undefined;
  }
}

const isOld = async (path: string): Promise<boolean> => {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() === true && Date.now() - stats.mtimeMs > LEFT_AFTER;
};

/** Whether an entry is the lock itself. */
export const isLock = (name: string): boolean => name === LOCK;
