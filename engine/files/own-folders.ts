// Folders that belong to Millrace: the program that runs, and data folders, which are recognized by their database.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Program {
  /** Folder of the running code. */
  readonly code: string;
  readonly executable: string;
  /** Whether the executable is the application, and not Node. */
  readonly isApplication: boolean;
  /** The file from which the application was mounted. */
  readonly image?: string | undefined;
}

const running: Program = {
  code: import.meta.dirname,
  executable: process.execPath,
  isApplication: process.versions['electron'] !== undefined,
  image: process.env['APPIMAGE'],
};

/** Returns the real paths of the running program: its package, its executable or application, and the folders where Node looks for modules. */
export function programFolders({ code, executable, isApplication, image }: Program = running): readonly string[] {
  const above = ancestorsOf(code);
  const root = above.find((folder) => existsSync(join(folder, 'package.json'))) ?? code;
  const bundle = ancestorsOf(executable).find((folder) => folder.endsWith('.app'));
  const application = isApplication ? (bundle ?? dirname(executable)) : executable;
  const folders = [
    root,
    application,
    ...(image === undefined || image === '' ? [] : [image]),
    ...ancestorsOf(root).flatMap((folder) => (folder.endsWith('node_modules') ? [folder] : [join(folder, 'node_modules')])),
  ];
  return folders.map((folder) => (existsSync(folder) ? realpathSync(folder) : folder));
}

/** Folders within a data folder. A folder with a key and one of these is a data folder; other programs may have a `master.key` too. */
const DATA_FOLDERS = ['db', 'binary', 'files', 'packages'];

/** Whether a path lies in the data folder of any instance. Synchronous: it is called for each file, and most folders contain none of these names. */
export const isInDataFolder = (path: string): boolean =>
  ancestorsOf(path).some(
    (folder) =>
      existsSync(join(folder, 'db', 'millrace.sqlite')) ||
      (existsSync(join(folder, 'master.key')) && DATA_FOLDERS.some((name) => existsSync(join(folder, name)))),
  );

/** Returns the device and inode numbers of the files at these paths, which hard links share. Missing files are left out. */
export const idsOf = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(
    paths.flatMap((path) => {
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      // Some file systems have no inode numbers.
      return stats === undefined || stats.ino === 0n ? [] : [`${stats.dev}:${stats.ino}`];
    }),
  );

/** Whether a path leads to one of these files or into one of these folders, also through a mount or a network share. */
export const leadsTo = (path: string, ids: ReadonlySet<string>): boolean => !idsOf(ancestorsOf(path)).isDisjointFrom(ids);

/** Returns the path and the folders above it, the closest first. */
function ancestorsOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...ancestorsOf(parent)];
}
