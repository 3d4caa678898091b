// Puts a restored data folder in the place of the current one, before an engine starts. The current data moves to a folder of its own. If the
// process is killed, the next start continues: nothing is overwritten, and no folder is half old and half new.
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { desktopFolder } from '../../contract/desktop.ts';
import { isServerRunning } from '../../store/index.ts';

/** Beginnings of the names of folders in the data folder; the time of the restore follows. */
const prefixes = {
  /** A backup is restored here; removed at the next start. */
  staged: '.staged-restore-',
  /** The user has confirmed: the current data moves away. */
  confirmed: '.confirmed-restore-',
  /** The current data has moved away: the restored data moves to its place. */
  arriving: '.arriving-restore-',
  /** The previous data. */
  previous: 'before-restore-',
} as const;

/** `keptIn`: folder of the previous data. `failure`: why everything stayed as it was. */
export type TakenOver = { readonly previousData: string } | { readonly failure: unknown };

/** Returns the path of a folder for `restoreBackup`, on the same disk as the data folder. */
export const stageOf = (dataDir: string, now: Date): string =>
  join(dataDir, `${prefixes.staged}${now.toISOString().slice(0, 19).replaceAll(':', '-')}`);

/** Name of the folder to which the current data is moved. */
export const previousDataName = (stage: string): string => basename(stage).replace(prefixes.staged, prefixes.previous);

/** Lets the next `takeOverRestored` use the restored folder. */
export const confirmStage = (stage: string): void =>
  renameSync(stage, join(dirname(stage), basename(stage).replace(prefixes.staged, prefixes.confirmed)));

/**
 * Puts a confirmed folder in its place; returns undefined if there is none, or if a server uses the data folder. Throws if the restored data could
 * not be moved: no engine must start before another attempt has succeeded.
 */
export function takeOverRestored(dataDir: string): TakenOver | undefined {
  if (!existsSync(dataDir) || isServerRunning(dataDir)) return undefined;
  for (const name of namesWith(dataDir, prefixes.staged)) rmSync(join(dataDir, name), { recursive: true, force: true });
  const [confirmed] = namesWith(dataDir, prefixes.confirmed);
  if (confirmed !== undefined) {
    const time = confirmed.slice(prefixes.confirmed.length);
    try {
      moveAway(dataDir, join(dataDir, `${prefixes.previous}${time}`));
    } catch (failure) {
      renameSync(join(dataDir, confirmed), join(dataDir, `${prefixes.staged}${time}`));
      return { failure };
    }
    renameSync(join(dataDir, confirmed), join(dataDir, `${prefixes.arriving}${time}`));
  }
  const [arriving] = namesWith(dataDir, prefixes.arriving);
  if (arriving === undefined) return undefined;
  const previousData = join(dataDir, `${prefixes.previous}${arriving.slice(prefixes.arriving.length)}`);
  moveIn(join(dataDir, arriving), dataDir, previousData);
  return { previousData };
}

/** Moves the data to `kept`, or nothing. */
function moveAway(dataDir: string, saved: string): void {
  mkdirSync(saved, { recursive: true, mode: 0o700 });
  const isData = (name: string): boolean => name !== desktopFolder && !Object.values(prefixes).some((prefix) => name.startsWith(prefix));
  try {
    for (const name of readdirSync(dataDir).filter(isData)) renameSync(join(dataDir, name), join(saved, name));
  } catch (error) {
    for (const name of readdirSync(saved)) if (!existsSync(join(dataDir, name))) renameSync(join(saved, name), join(dataDir, name));
    throw error;
  }
}

/** The database is moved last: without a database, a folder is not a data folder. */
function moveIn(arriving: string, dataDir: string, saved: string): void {
  const names = readdirSync(arriving).toSorted((a, b) => Number(a === 'db') - Number(b === 'db'));
  for (const name of names) {
    const target = join(dataDir, name);
    // A command may have created it since the data moved away.
    if (existsSync(target)) renameSync(target, join(saved, `${name}.created-later`));
    renameSync(join(arriving, name), target);
  }
  rmdirSync(arriving);
}

const namesWith = (folder: string, prefix: string): readonly string[] => readdirSync(folder).filter((name) => name.startsWith(prefix));
