// Limits a code process by Node's permission model: it may read its own program files only.
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Built-in modules that reach neither files nor the network nor other programs. */
const harmless: ReadonlySet<string> = new Set([
  'assert', 'buffer', 'crypto', 'path', 'path/posix', 'path/win32', 'punycode', 'querystring', 'string_decoder', 'url', 'util', 'zlib',
]); // oxfmt-ignore

/** Whether a code process with these modules needs no files, network or other programs. */
export function isConfinable(allowedModules: readonly string[]): boolean {
  return allowedModules.every((name) => harmless.has(name));
}

/**
 * Flags for Node that let a process read only the files it consists of. Other files, child processes, add-ons, the inspector and `process.binding`
 * are denied. The network has no flag before Node 25: `worker-realm.ts` blocks it.
 */
export function permissionFlags(hostFile: string): readonly string[] {
  return ['--permission', '--allow-worker', ...ownFiles(hostFile).map((path) => `--allow-fs-read=${path}`)];
}

function ownFiles(hostFile: string): readonly string[] {
  const at = (path: string): string => fileURLToPath(new URL(path, pathToFileURL(hostFile)));
  if (!hostFile.endsWith('.ts')) {
    return (JSON.parse(readFileSync(at('./sandbox-files.json'), 'utf8')) as readonly string[]).map(at);
  }
  // From the source tree: the sources and the packages they import.
  const packages = at('../../node_modules');
  return [at('../'), packages, realpathSync(packages), at('../../package.json')];
}
