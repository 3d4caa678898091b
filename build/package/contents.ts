// Which files the installed application consists of, by target: the built code, and the prebuilt binaries of that target alone.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface Target {
  /** As `process.platform` and `process.arch` of Node. */
  readonly platform: 'win32' | 'darwin' | 'linux';
  readonly arch: 'x64' | 'arm64';
}

export const targets: readonly Target[] = (['win32', 'darwin', 'linux'] as const).flatMap((platform) =>
  (['x64', 'arm64'] as const).map((arch) => ({ platform, arch })),
);

export const nameOf = ({ platform, arch }: Target): string => `${platform}-${arch}`;

export interface PackagedFile {
  /** Path in the application, with `/`. */
  readonly path: string;
  /** Absolute path of the file in the checkout. */
  readonly source: string;
  /** Bytes. */
  readonly size: number;
}

export interface Contents {
  readonly files: readonly PackagedFile[];
  /** Packages with the target's binary that npm installs on that system only. */
  readonly missing: readonly string[];
}

/** Packages whose binary is in a package of its own per target: the base of its name, and the target's part. */
const binaryPackages: readonly { readonly name: string; readonly base: string }[] = [
  { name: '@node-rs/argon2', base: '@node-rs/argon2' },
  { name: '@napi-rs/keyring', base: '@napi-rs/keyring' },
];

const suffixes: Readonly<Record<string, string>> = {
  'win32-x64': 'win32-x64-msvc',
  'win32-arm64': 'win32-arm64-msvc',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'linux-x64': 'linux-x64-gnu',
  'linux-arm64': 'linux-arm64-gnu',
};

/** Packages that stay outside of the bundle, with the binary packages of the target. */
export const packagesOf = (target: Target): readonly string[] => [
  'better-sqlite3',
  ...binaryPackages.flatMap(({ name, base }) => [name, `${base}-${suffixes[nameOf(target)]}`]),
];

/** `root`: the checkout, after a build. */
export function contentsOf(root: string, target: Target): Contents {
  const built = ['engine', 'electron', 'renderer'].flatMap((folder) => filesIn(root, join('out', folder)));
  const packages = packagesOf(target);
  const missing = packages.filter((name) => !existsSync(join(root, 'node_modules', name)));
  const modules = packages
    .flatMap((name) => filesIn(root, join('node_modules', name)))
    .filter(({ path }) => isModuleFile(path, nameOf(target)));
  return { files: [...built, ...codeFiles(root), ...modules], missing };
}

/** The files of code processes once more, in a folder that is unpacked from the archive. */
function codeFiles(root: string): readonly PackagedFile[] {
  const engine = join(root, 'out/engine');
  const lists = ['sandbox-files.json', 'install-files.json', 'package-files.json'];
  const listed = lists.flatMap((list) => JSON.parse(readFileSync(join(engine, list), 'utf8')) as readonly string[]);
  return [...new Set([...listed, ...lists])].map((name) => fileAt(`out/code/${name}`, join(engine, name)));
}

/** Of the packages, the code and the target's binary. */
function isModuleFile(path: string, target: string): boolean {
  if (path.startsWith('node_modules/better-sqlite3/prebuilds/')) return path.endsWith(`/${target}.node`);
  if (/^node_modules\/better-sqlite3\/(?:deps|src|binding\.gyp)/.test(path)) return false;
  return /\.(?:js|cjs|mjs|json|node)$|LICENSE/i.test(path);
}

function filesIn(root: string, folder: string): readonly PackagedFile[] {
  const top = join(root, folder);
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((source) => fileAt(relative(root, source).split(sep).join('/'), source));
}

const fileAt = (path: string, source: string): PackagedFile => ({ path, source, size: statSync(source).size });

const forbidden: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\.map$/, 'source map'],
  [/\.test\.|(?:^|\/)(?:test|tests|testing|__tests__|e2e)\//, 'test'],
  [/(?<!\.d)\.tsx?$|\.tsbuildinfo$/, 'source'],
  [/\.d\.[cm]?ts$/, 'types'],
  [/(?:^|\/)\.(?!well-known)|\.log$|\.sqlite$|master\.key$/, 'file of a developer'],
  [/\.(?:c|cc|cpp|h|hpp|gyp|o|a)$/, 'native source'],
];

/** Returns what must not be in the package, one line each, and what it lacks. */
export function problemsOf({ files }: Contents, target: Target): readonly string[] {
  const own = nameOf(target);
  const wrong = files.flatMap(({ path }) => {
    const reason = forbidden.find(([pattern]) => pattern.test(path))?.[1];
    if (reason !== undefined) return [`${path}: ${reason}`];
    const system = path.endsWith('.node') ? /(win32|darwin|linux(?:musl)?)-(x64|arm64|ia32|arm)/.exec(path)?.[0] : undefined;
    return system === undefined || system === own ? [] : [`${path}: binary of another system`];
  });
  const paths = new Set(files.map(({ path }) => path));
  const needed = [
    'out/engine/electron-main.js',
    'out/engine/server-thread.js',
    'out/electron/preload.cjs',
    'out/renderer/index.html',
    'out/code/sandbox-host.js',
    'out/code/install-host.js',
    'out/code/package-host.js',
    `node_modules/better-sqlite3/prebuilds/${own}.node`,
  ];
  return [...wrong, ...needed.filter((path) => !paths.has(path)).map((path) => `${path}: missing`)];
}
