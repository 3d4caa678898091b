// What a confined process must not be able to do. Each of its threads checks this before it runs any foreign code: flags that were ignored, a wrong
// working directory or another version of Node would otherwise go unnoticed.
import { lstatSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, sep } from 'node:path';

/** Absolute paths; a folder stands for everything below it. */
export interface Bounds {
  /** What the process may read. */
  readonly readable: readonly string[];
  /** Folders that the process must not be able to read, except for paths in `readable`. */
  readonly unreadable: readonly string[];
  /** Whether the process may have Node's own database, which opens files of every folder, whatever the permission model says. */
  readonly hasDatabase: boolean;
}

/** Code of the error of a thread that is not confined. */
export const NOT_CONFINED = 'NOT_CONFINED';

/** Throws an error with the code NOT_CONFINED if this thread can do more than its bounds say. */
export function assertConfined(bounds: Bounds): void {
  const gap = gapIn(bounds);
  if (gap !== undefined) throw Object.assign(new Error(gap), { code: NOT_CONFINED });
}

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

/**
 * Permissions, except for reading, that Node's permission model denies unless a flag allows them. Versions of Node that do not know a permission
 * report it as denied.
 */
const scopes = ['fs.write', 'child', 'addon', 'wasi', 'inspector'];

type Permission = { has(scope: string, path?: string): boolean } | undefined;

function gapIn({ readable, unreadable, hasDatabase }: Bounds): string | undefined {
  const permission = process.permission as Permission;
  if (permission === undefined) return "Node's permission model is not in force";
  const scope = scopes.find((each) => permission.has(each));
  if (scope !== undefined) return `Node's permission model allows ${scope}`;
  const isOwn = (path: string): boolean => readable.some((folder) => isWithin(path, folder));
  const here = process.cwd();
  const folders = new Set([...unreadable, ...ancestorsOf(here)].filter((folder) => !isOwn(folder)));
  for (const folder of folders) if (!deniesReading(join(folder, 'millrace-probe'), permission)) return `files in ${folder} can be read`;
  // Node lets a worker thread read the current folder.
  if (!isOwn(here) && !isEmpty(here)) return `its current folder, ${here}, is not empty`;
  return !hasDatabase && opensDatabases(join(here, 'millrace-probe')) ? "Node's own database opens files" : undefined;
}

/** The folders around a path, without the path itself. */
export function ancestorsOf(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...ancestorsOf(above)];
}

/** Attempts it: `has` reports for a folder only whether the folder itself may be read, not its contents. */
function deniesReading(file: string, permission: NonNullable<Permission>): boolean {
  try {
    lstatSync(file);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_ACCESS_DENIED' && !permission.has('fs.read', file);
  }
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    // It may not be read, or is gone.
    return true;
  }
}

/** Whether Node's database, which some versions of its permission model do not cover, reaches files. */
function opensDatabases(file: string): boolean {
  if (!isBuiltin('node:sqlite')) return false;
  try {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    new DatabaseSync(file, { readOnly: true }).close();
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ERR_ACCESS_DENIED';
  }
}
