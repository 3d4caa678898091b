// `npm run dist:check`: validates electron-builder.yml and, per target, the files that would be packaged.
import { join } from 'node:path';
import { contentsOf, nameOf, problemsOf, targets, type PackagedFile } from './contents.ts';
import { configurationProblems } from './configuration.ts';

const root = join(import.meta.dirname, '../..');
const mebibytes = (files: readonly PackagedFile[]): string =>
  `${(files.reduce((sum, { size }) => sum + size, 0) / 1024 / 1024).toFixed(1)} MiB`;
const row = (cells: readonly string[]): string => cells.map((cell, at) => (at === 0 ? cell.padEnd(14) : cell.padStart(12))).join('');

const problems = [...(await configurationProblems(root))];
console.log(row(['target', 'files', 'code', 'editor', 'add-ons', 'total']));
for (const target of targets) {
  const contents = contentsOf(root, target);
  const { files, missing } = contents;
  const within = (...folders: readonly string[]): readonly PackagedFile[] =>
    files.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
  const sizes = [within('out/engine', 'out/code', 'out/electron'), within('out/renderer'), within('node_modules'), files].map(mebibytes);
  console.log(row([nameOf(target), String(files.length), ...sizes]));
  if (missing.length > 0) console.log(`  not counted, since npm installs it on that system only: ${missing.join(', ')}`);
  problems.push(...problemsOf(contents, target).map((problem) => `${nameOf(target)}: ${problem}`));
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? '\nNothing that must not ship.' : `\n${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;
