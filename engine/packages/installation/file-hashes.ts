// Hashes of a package's files, stored at its installation, so that later changes of files can be found.
import { hash } from 'node:crypto';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A hash for each package in `node_modules`, by its path (`node_modules/a/node_modules/b`). */
type Hashes = Readonly<Record<string, string>>;

const FILE = 'hashes.json';
/** Number of files that are read at the same time. */
const PARALLEL = 16;

/** Stores the hashes of the files below `node_modules` of a folder. */
export async function writeHashes(root: string): Promise<void> {
  await writeFile(join(root, FILE), JSON.stringify(await hashesOf(root)));
}

/**
 * Returns the paths of packages whose files have changed since the installation; undefined if no hashes were stored. Throws Error for damaged hashes.
 */
export async function changedSince(root: string): Promise<readonly string[] | undefined> {
  const json = await readFile(join(root, FILE), 'utf8').catch(ifMissing(undefined));
  if (json === undefined) return undefined;
  const storedHashes = new Map(Object.entries(JSON.parse(json) as Hashes));
  const currentHashes = new Map(Object.entries(await hashesOf(root)));
  return [...new Set([...storedHashes.keys(), ...currentHashes.keys()])]
    .filter((path) => storedHashes.get(path) !== currentHashes.get(path))
    .toSorted();
}

async function hashesOf(root: string): Promise<Hashes> {
  const entries = await readdir(join(root, 'node_modules'), { recursive: true, withFileTypes: true }).catch(ifMissing([]));
  const files = entries.filter((entry) => !entry.isDirectory());
  const lines = new Map<string, string[]>();
  const rest = files.values();
  const work = async (): Promise<void> => {
    for (const entry of rest) {
      const path = join(entry.parentPath, entry.name);
      const name = relative(root, path).replaceAll('\\', '/');
      const content = entry.isSymbolicLink() ? `link to ${await readlink(path)}` : await readFile(path);
      const folder = packageFolderOf(name);
      const packageLines = lines.get(folder) ?? [];
      packageLines.push(`${hash('sha256', content)} ${name}\n`);
      lines.set(folder, packageLines);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return Object.fromEntries([...lines].map(([folder, each]) => [folder, hash('sha256', each.toSorted().join(''))]));
}

/** Returns the path of the package that a file belongs to; `node_modules` for files of none. */
const packageFolderOf = (file: string): string => /^.*node_modules\/(?:@[^/]+\/)?[^/@.][^/]*(?=\/)/.exec(file)?.[0] ?? 'node_modules';

/** Returns the value in place of an error for a missing file. */
export const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== 'ENOENT') throw error;
    return value;
  };
