// Confines a code process with Node's permission model: it can read only its own program files.
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Built-in modules without access to files, the network and other programs. */
const harmless: ReadonlySet<string> = new Set([
  'assert', 'buffer', 'crypto', 'path', 'path/posix', 'path/win32', 'punycode', 'querystring', 'string_decoder', 'url', 'util', 'zlib',
]); // oxfmt-ignore

/** Whether code with these modules needs no access to files, the network or other programs. */
export function isConfinable(allowedModules: readonly string[]): boolean {
  return allowedModules.every((name) => harmless.has(name));
}

/**
 * Returns the flags for Node that let a process read only its own program files. Other files, child processes, add-ons, the inspector and
 * `process.binding` are denied. Before Node 25 there is no flag for the network: `worker-realm.ts` blocks it.
 */
export function permissionFlags(hostFile: string): readonly string[] {
  return ['--permission', '--allow-worker', ...ownFiles(hostFile).map((path) => `--allow-fs-read=${path}`)];
}

function ownFiles(hostFile: string): readonly string[] {
  const at = (path: string): string => fileURLToPath(new URL(path, pathToFileURL(hostFile)));
  if (!hostFile.endsWith('.ts')) {
    return (JSON.parse(readFileSync(at('./sandbox-files.json'), 'utf8')) as readonly string[]).map(at);
  }
  // When run from source: the sources and the packages they import.
  const packages = at('../../node_modules');
  return [at('../'), packages, realpathSync(packages), at('../../package.json')];
}
