// Confines a code process with Node's permission model: it can read only its own program files.
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { entryFile } from './entry-file.ts';

/** Built-in modules without access to files, the network and other programs. */
const harmless: ReadonlySet<string> = new Set([
  'assert', 'buffer', 'crypto', 'path', 'path/posix', 'path/win32', 'punycode', 'querystring', 'string_decoder', 'url', 'util', 'zlib',
]); // oxfmt-ignore

/** Whether code with these modules needs no access to files, the network or other programs. */
export function isConfinable(allowedModules: readonly string[]): boolean {
  return allowedModules.every((name) => harmless.has(name));
}

const known = (flag: string, flags = [flag]): readonly string[] => (process.allowedNodeEnvironmentFlags.has(flag) ? flags : []);

/** Takes away Node's own database, which opens files of every folder, whatever the permission model says. */
export const withoutDatabase = known('--experimental-sqlite', ['--no-experimental-sqlite']);

/** Lets a process open connections. Only some versions of Node forbid them otherwise. */
export const allowingNetwork = known('--allow-net');

/**
 * Returns the flags for Node that let a process read only its own program files. Other files, child processes, add-ons, the inspector and
 * `process.binding` are denied. Versions of Node without a flag for the network allow it: `worker-realm.ts` and the guard
 * of packages block it. `list`: file in a build that names the program files.
 */
export function permissionFlags(hostFile: string, list = 'sandbox-files.json'): readonly string[] {
  return ['--permission', '--allow-worker', ...ownFiles(hostFile, list).map((path) => `--allow-fs-read=${path}`)];
}

/** An installed application has the files of code processes outside of its archive, since they may read real files only. */
const archive = /^(.*\/app\.asar)\//;

/** Like `entryFile`, for a code process. */
export function confinedEntryFile(source: URL, built: string): URL {
  const packed = archive.exec(import.meta.url)?.[1];
  return packed === undefined ? entryFile(source, built) : new URL(`${packed}.unpacked/out/code/${built}`);
}

function ownFiles(hostFile: string, list: string): readonly string[] {
  if (!hostFile.endsWith('.ts')) {
    const at = (path: string): string => fileURLToPath(new URL(path, pathToFileURL(hostFile)));
    return (JSON.parse(readFileSync(at(`./${list}`), 'utf8')) as readonly string[]).map(at);
  }
  // When run from source: the sources and the packages they import.
  const at = (path: string): string => realpathSync(fileURLToPath(new URL(path, import.meta.url)));
  return [at('../'), at('../../node_modules'), at('../../package.json')];
}
