// The checkers themselves are checked: each must find a fault that is planted for it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the project's settings with these files in it. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-planted-'));
  folders.push(folder);
  for (const name of [
    'package.json',
    'tsconfig.json',
    '.oxlintrc.json',
    '.prettierrc.json',
    'build/dependency-rules.cjs',
    'build/tsconfig.base.json',
    'engine/tsconfig.language.json',
    'engine/tsconfig.json',
    'engine/contract/globals.d.ts',
  ]) {
    cpSync(join(root, name), join(folder, name));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

function run(folder: string, command: string, args: readonly string[]): { ok: boolean; text: string } {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: folder, encoding: 'utf8' });
  return { ok: status === 0, text: stdout + stderr };
}

const clean = {
  'engine/workflow/a.ts': '// A.\nexport const a = 1;\n',
  'engine/nodes/x/index.ts': "// X.\nexport { a } from '../../workflow/a.ts';\n",
};

describe('the floors', () => {
  const check = (files: Readonly<Record<string, string>>) =>
    run(project(files), 'depcruise', ['--config', 'build/dependency-rules.cjs', '--output-type', 'err', 'engine']);

  it('let clean files pass', () => expect(check(clean)).toMatchObject({ ok: true }));

  it.each([
    ['language-is-isomorphic', { 'engine/workflow/up.ts': "import '../nodes/x/index.ts';\n" }],
    ['language-does-no-io', { 'engine/expression/io.ts': "import 'node:fs';\n" }],
    ['craft-looks-down', { 'engine/nodes/y/index.ts': "import '../../store/s.ts';\n", 'engine/store/s.ts': 'export const s = 1;\n' }],
    ['a-node-knows-no-sibling', { 'engine/nodes/y/index.ts': "import '../x/index.ts';\n" }],
    ['no-cycles', { 'engine/store/a.ts': "import './b.ts';\n", 'engine/store/b.ts': "import './a.ts';\n" }],
    ['only-the-store-knows-sqlite', { 'engine/execution/q.ts': "import 'better-sqlite3';\n" }],
  ])('find a fault against %s', (rule, files) => {
    const { ok, text } = check({ ...clean, ...files });
    expect([ok, text]).toEqual([false, expect.stringContaining(rule)]);
  });
});

describe('the compiler', () => {
  const check = (files: Readonly<Record<string, string>>) =>
    run(project({ ...clean, ...files }), 'tsc', ['-b', 'engine/tsconfig.language.json']);

  it('lets clean files pass', () => expect(check({})).toMatchObject({ ok: true }));

  it.each([
    ['a wrong type', 'export const n: number = "one";\n'],
    ['Node within the language', 'export const home = process.env;\n'],
    ['the browser within the language', 'export const title = document.title;\n'],
    ['syntax that does not erase', 'export enum Colour {\n  Red,\n}\n'],
  ])('finds %s', (_name, content) => expect(check({ 'engine/workflow/fault.ts': content })).toMatchObject({ ok: false }));
});

describe('the linter', () => {
  it.each([
    ['no-eval', 'export const x = (text: string): unknown => eval(text);\n'],
    ['no-new-func', 'export const x = new Function("return 1");\n'],
    ['no-floating-promises', 'export function x(): void {\n  Promise.resolve(1);\n}\n'],
    ['no-explicit-any', 'export const x = (value: any): number => value;\n'],
    ['no-default-export', 'export default 1;\n'],
  ])('finds a fault against %s', (rule, content) => {
    const { ok, text } = run(project({ ...clean, 'engine/store/fault.ts': content }), 'oxlint', ['--type-aware', 'engine']);
    expect([ok, text]).toEqual([false, expect.stringContaining(rule)]);
  });
});
