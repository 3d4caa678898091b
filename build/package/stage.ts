// `npm run dist`, first step: copies the application for this system, or for `--arch`, to out/app, from which electron-builder packages it.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { contentsOf, nameOf, packagesOf, problemsOf, targets } from './contents.ts';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { arch: { type: 'string', default: process.arch } } });
const target = targets.find(({ platform, arch }) => platform === process.platform && arch === values.arch);
if (target === undefined) throw new Error(`There is no package for ${process.platform}-${values.arch}.`);

const contents = contentsOf(root, target);
const problems = [...problemsOf(contents, target), ...contents.missing.map((name) => `${name}: not installed`)];
if (problems.length > 0) throw new Error(`The application cannot be packaged:\n${problems.join('\n')}`);

const folder = join(root, 'out/app');
rmSync(folder, { recursive: true, force: true });
for (const { path, source } of contents.files) {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  cpSync(source, join(folder, path));
}
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly [field: string]: unknown;
  readonly dependencies: Readonly<Record<string, string>>;
};
const { name, version, description, license, main, type } = about;
const dependencies = Object.fromEntries(
  packagesOf(target).flatMap((id) => (id in about.dependencies ? [[id, about.dependencies[id]]] : [])),
);
const staged = {
  name,
  productName: 'Millrace',
  version,
  description,
  license,
  main,
  type,
  desktopName: 'millrace.desktop',
  author: 'Millrace',
  dependencies,
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(staged, undefined, 2)}\n`);
console.log(`${contents.files.length} files for ${nameOf(target)} in out/app`);
