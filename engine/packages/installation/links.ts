// Finds symbolic links, and junctions of Windows, that lead out of the folder of a package: Node's permission model follows links, so the package's code
// could read what is behind them.
import { lstat, readdir, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { isWithin } from '../../sandbox/bounds.ts';

export interface OutwardLink {
  /** Relative to the folder; empty for the folder itself. */
  readonly path: string;
  readonly target: string;
}

/**
 * Returns a link in a folder, or in a folder below it, that leads elsewhere; undefined if there is none. `root`: real path, but for its last part, which
 * must not be a link either. Links whose target does not exist count by where it would be. Takes about 50 ms for 10,000 files.
 */
export async function outwardLink(root: string): Promise<OutwardLink | undefined> {
  if ((await lstat(root)).isSymbolicLink()) return { path: '', target: await readlink(root) };
  const folders = [root];
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      // Some file systems do not report the type of an entry.
      const kind = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink() ? entry : await lstat(path);
      if (kind.isDirectory()) folders.push(path);
      if (!kind.isSymbolicLink()) continue;
      const target = await readlink(path);
      if (!leadsInto(root, path, target)) return { path: relative(root, path), target };
    }
  }
  return undefined;
}

/**
 * `..` occurs only at the start of the target, and the link's folder is a real path: then the target's text says where it leads, unless another link is on
 * the way, and each of those is checked too.
 */
function leadsInto(root: string, link: string, target: string): boolean {
  const steps = target.split(sep === '/' ? '/' : /[/\\]/).filter((step) => step !== '' && step !== '.');
  const isDownFrom = steps.map((step) => step !== '..').indexOf(true);
  const goesUpLater = (isAbsolute(target) ? 0 : isDownFrom) >= 0 && steps.includes('..', isAbsolute(target) ? 0 : isDownFrom);
  return !goesUpLater && isWithin(normalize(resolve(dirname(link), target)), root);
}

/**
 * Returns what is wrong with a package's folder, as the end of a sentence; undefined if nothing is. `parent`: real path of the folder around it; `name`: that
 * of the folder.
 */
export async function linkFault(parent: string, name: string): Promise<string | undefined> {
  const link = await outwardLink(join(parent, name));
  if (link === undefined) return undefined;
  const { path, target } = link;
  return path === '' ? `its folder is a link (to ${target})` : `${path} is a link that leads out of its folder (to ${target})`;
}
