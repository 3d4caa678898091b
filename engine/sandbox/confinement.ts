// Confines a code process with Node's permission model: it can read only its own program files.
import { readFileSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ancestorsOf, isWithin, type Bounds } from './bounds.ts';
import { entryFile } from './entry-file.ts';

/** Built-in modules without access to files, the network and other programs. */
const harmless: ReadonlySet<string> = new Set([
  'assert', 'buffer', 'crypto', 'path', 'path/posix', 'path/win32', 'punycode', 'querystring', 'string_decoder', 'url', 'util', 'zlib',
]); // oxfmt-ignore

/** Whether code with these modules needs no access to files, the network or other programs. */
export function isConfinable(allowedModules: readonly string[]): boolean {
  return allowedModules.every((name) => harmless.has(name));
}

const supportedFlags = (flag: string, flags = [flag]): readonly string[] => (process.allowedNodeEnvironmentFlags.has(flag) ? flags : []);

/** Takes away Node's own database. */
const withoutDatabase = supportedFlags('--experimental-sqlite', ['--no-experimental-sqlite']);

/** Lets a process open connections. Only some versions of Node forbid them otherwise. */
export const allowingNetwork = supportedFlags('--allow-net');

export interface Confinement {
  /** Flags for Node. */
  readonly nodeFlags: readonly string[];
  /** What each thread of the process checks before it runs code. */
  readonly bounds: Bounds;
}

export interface Confined {
  /** File in a build that names the program files. */
  readonly list: string;
  /** Further folders that the process may read. They must be real paths, and no link in them may lead out of them. Default: none. */
  readonly folders?: readonly string[];
  /** Whether Node's own database stays, which the process must then hide from code. */
  readonly hasDatabase: boolean;
}

/**
 * Lets a process read only its own program files, and `folders`. Other files, child processes, add-ons, the inspector and `process.binding` are
 * denied. Versions of Node without a flag for the network allow it: `worker-realm.ts` and the guard of packages block it. Node also lets worker
 * threads read the folder in which their process was started, so that must be an empty one, or one of `folders`.
 */
export function confinementOf(hostFile: string, { list, folders = [], hasDatabase }: Confined): Confinement {
  const readable = [...ownFiles(hostFile, list).map((path) => realpathSync(path)), ...folders];
  const linked = folders.find((folder) => realpathSync(folder) !== folder);
  if (linked !== undefined) throw new Error(`${linked} is not a real path, so what its links lead to could be read.`);
  const wellKnownFolders = [process.cwd(), homedir(), tmpdir()];
  const around = [...wellKnownFolders, ...[...readable, ...wellKnownFolders].flatMap(ancestorsOf)];
  const unreadable = [...new Set(around)].filter((path) => !readable.some((folder) => isWithin(path, folder)));
  return {
    nodeFlags: [
      '--permission',
      '--allow-worker',
      ...(hasDatabase ? [] : withoutDatabase),
      ...readable.map((path) => `--allow-fs-read=${path}`),
    ],
    bounds: { readable, unreadable, hasDatabase },
  };
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
