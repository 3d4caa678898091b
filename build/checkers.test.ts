// The checks themselves: each must find the faults planted for it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { toolCommand } from './tools.ts';

const root = join(import.meta.dirname, '..');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a temporary project with these files and a copy of the settings. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-planted-'));
  folders.push(folder);
  for (const name of [
    'package.json',
    'tsconfig.json',
    '.oxlintrc.json',
    '.oxfmtrc.json',
    'build/dependency-rules.cjs',
    'build/floors.cjs',
    'build/lint/guarded-events.ts',
    'build/tsconfig.base.json',
    'engine/tsconfig.language.json',
    'engine/tsconfig.json',
    'engine/tsconfig.test.json',
    'renderer/tsconfig.json',
    'renderer/tsconfig.test.json',
    'electron/tsconfig.json',
    'electron/tsconfig.preload.json',
    'electron/testing/page/tsconfig.json',
    'build/tsconfig.json',
    'build/bench/canvas/page/tsconfig.json',
    'build/test-packages/forms/tsconfig.json',
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

interface Outcome {
  readonly ok: boolean;
  readonly text: string;
}

function run(folder: string, command: string, args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(...toolCommand(command, args), { cwd: folder, encoding: 'utf8' });
  return { ok: status === 0, text: stdout + stderr };
}

const clean = {
  'engine/workflow/a.ts': '// A.\nexport const a = 1;\n',
  'engine/nodes/x/index.ts': "// X.\nexport { a } from '../../workflow/a.ts';\n",
};

/** Runs a checker on first use, once for all faults; returns its output. */
function once(check: () => Outcome): () => Outcome {
  let outcome: Outcome | undefined;
  return () => (outcome ??= check());
}

const topFolders = (files: Readonly<Record<string, string>>): readonly string[] => [
  ...new Set(Object.keys(files).map((file) => file.split('/')[0] ?? '')),
];

describe('the floors', () => {
  const { forbidden } = createRequire(import.meta.url)('./dependency-rules.cjs') as {
    forbidden: readonly { readonly name: string; readonly scope?: 'folder' }[];
  };
  // The first file of each rule contains the fault.
  const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'no-cycles': { 'engine/store/a.ts': "import './b.ts';\n", 'engine/store/b.ts': "import './a.ts';\n" },
    'no-circles-of-folders': {
      'engine/watchdog/a.ts': "import '../binary/a.ts';\n",
      'engine/binary/a.ts': 'export const a = 1;\n',
      'engine/binary/b.ts': "import '../watchdog/b.ts';\n",
      'engine/watchdog/b.ts': 'export const b = 1;\n',
    },
    'engine-is-pure-node': { 'engine/push/window.ts': "import '../../renderer/ui/x.ts';\n", 'renderer/ui/x.ts': 'export const x = 1;\n' },
    'language-is-isomorphic': { 'engine/workflow/up.ts': "import '../nodes/x/index.ts';\n" },
    'language-does-no-io': { 'engine/expression/io.ts': "import 'node:fs';\n" },
    ...Object.fromEntries(
      ['contract', 'expression'].map((layer) => [
        `language-${layer}-looks-down`,
        { [`engine/${layer}/up.ts`]: "import '../workflow/a.ts';\n" },
      ]),
    ),
    'craft-looks-down': { 'engine/nodes/y/index.ts': "import '../../store/s.ts';\n", 'engine/store/s.ts': 'export const s = 1;\n' },
    'machinery-looks-down': { 'engine/vault/up.ts': "import '../services/s.ts';\n", 'engine/services/s.ts': 'export const s = 1;\n' },
    'use-cases-look-down': { 'engine/services/up.ts': "import '../http/h.ts';\n", 'engine/http/h.ts': 'export const h = 1;\n' },
    'entries-know-no-root': { 'engine/settings/up.ts': "import '../server.ts';\n", 'engine/server.ts': 'export const server = 1;\n' },
    'every-folder-has-a-floor': { 'engine/helpers/h.ts': "import '../workflow/a.ts';\n" },
    'test-kits-stay-in-testing': { 'engine/push/fake.ts': "import '../testing/k.ts';\n", 'engine/testing/k.ts': 'export const k = 1;\n' },
    'a-node-knows-no-sibling': { 'engine/nodes/z/index.ts': "import '../x/index.ts';\n" },
    'only-the-store-knows-sqlite': { 'engine/execution/q.ts': "import 'better-sqlite3';\n" },
    'electron-uses-the-entry': { 'electron/main.ts': "import '../engine/workflow/a.ts';\n" },
    'renderer-sees-the-language-only': { 'renderer/lib/deep.ts': "import '../../engine/nodes/x/index.ts';\n" },
    'renderer-runs-in-a-browser': { 'renderer/lib/shell.ts': "import 'electron';\n" },
    'renderer-has-no-node': { 'renderer/lib/files.ts': "import 'node:fs';\n" },
    'renderer-has-no-schemas': {
      'renderer/api/tags.ts': "import { tags } from '../../engine/contract/rest/tags.ts';\nexport const api = tags;\n",
      'engine/contract/rest/tags.ts': 'export const tags = 1;\n',
    },
    'only-the-adapter-knows-jsplumb': { 'renderer/lib/plumb.ts': "import '@jsplumb/browser-ui';\n" },
    'ui-knows-no-feature': {
      'renderer/ui/list.ts': "import '../features/three/index.ts';\n",
      'renderer/features/three/index.ts': 'export const three = 1;\n',
    },
    'state-knows-no-screen': { 'renderer/state/box.ts': "import '../ui/box.ts';\n", 'renderer/ui/box.ts': 'export const box = 1;\n' },
    'features-know-no-shell': {
      'renderer/features/four/index.ts': "import '../../app/shell.ts';\n",
      'renderer/app/shell.ts': 'export const shell = 1;\n',
    },
    'canvas-knows-no-store': {
      'renderer/features/editor/canvas/model.ts': "import '../document/slice.ts';\n",
      'renderer/features/editor/document/slice.ts': 'export const slice = 1;\n',
    },
    'features-meet-at-the-index': {
      'renderer/features/one/index.ts': "import '../two/inside.ts';\n",
      'renderer/features/two/inside.ts': 'export const inside = 1;\n',
    },
    ...Object.fromEntries(
      [
        'canvas',
        'document',
        'runs',
        'view',
        'actions',
        'state',
        'open-node',
        'code',
        'mapping',
        'expression',
        'params',
        'data',
        'node-view',
      ].map((layer) => [
        `${layer}-looks-down`,
        {
          [`renderer/features/editor/${layer}/up.ts`]: "import '../screen/index.ts';\n",
          'renderer/features/editor/screen/index.ts': 'export const screen = 1;\n',
        },
      ]),
    ),
    'layers-of-the-open-node-meet-at-the-index': {
      'renderer/features/editor/params/deep.ts': "import '../mapping/drag.ts';\n",
      'renderer/features/editor/mapping/drag.ts': 'export const drag = 1;\n',
    },
  };
  const check = (files: Readonly<Record<string, string>>): Outcome =>
    run(project(files), 'depcruise', ['--config', 'build/dependency-rules.cjs', '--output-type', 'err', ...topFolders(files)]);
  const planted = once(() => check(Object.assign({}, clean, ...Object.values(faults))));

  it('accept clean files', () => expect(check(clean)).toMatchObject({ ok: true }));

  it('are all tested below', () => {
    expect(Object.keys(faults)).toEqual(forbidden.map(({ name }) => name));
  });

  it.each(Object.entries(faults))('find a fault against %s', (rule, files) => {
    const [file = ''] = Object.keys(files);
    const target = forbidden.find(({ name }) => name === rule)?.scope === 'folder' ? dirname(file) : file;
    expect(planted()).toMatchObject({ ok: false, text: expect.stringMatching(new RegExp(`${rule}: ${target}`)) as string });
  });
});

describe('the type checker', () => {
  // In files of several TypeScript projects, since each project has its own libraries and types.
  const faults: Readonly<Record<string, readonly [file: string, content: string, code: string]>> = {
    'a wrong type': ['engine/workflow/wrong.ts', 'export const n: number = "one";\n', 'TS2322'],
    'an entry that may be missing': ['engine/store/entry.ts', 'const list: number[] = [];\nexport const n: number = list[0];\n', 'TS2322'],
    'Node within the language': ['engine/workflow/home.ts', 'export const home = process.env;\n', 'TS2591'],
    'the browser within the language': ['engine/workflow/title.ts', 'export const title = document.title;\n', 'TS2584'],
    'the browser within the engine': ['engine/store/title.ts', 'export const title = document.title;\n', 'TS2584'],
    'Node within the editor': ['renderer/lib/home.ts', 'export const home = process.env;\n', 'TS2591'],
    'syntax that does not erase': ['engine/workflow/colour.ts', 'export enum Colour {\n  Red,\n}\n', 'TS1294'],
    'a wrong type in a test': ['engine/store/wrong.test.ts', 'export const n: number = "one";\n', 'TS2322'],
    'a wrong type in a test of the editor': ['renderer/lib/wrong.test.tsx', 'export const n: number = "one";\n', 'TS2322'],
    'a wrong type in the desktop application': ['electron/wrong.ts', 'export const n: number = "one";\n', 'TS2322'],
  };
  const check = (files: Readonly<Record<string, string>>): Outcome =>
    run(project({ ...clean, ...files }), 'oxlint', ['--type-aware', '--type-check', '--format', 'unix']);
  const planted = once(() => check(Object.fromEntries(Object.values(faults).map(([file, content]) => [file, content]))));

  it('lets clean files pass', () => expect(check({})).toMatchObject({ ok: true }));

  it.each(Object.keys(faults))('finds %s', (fault) => {
    const [file, , code] = faults[fault] ?? [];
    expect(planted()).toMatchObject({ ok: false, text: expect.stringMatching(new RegExp(`${file}.*${code}`)) as string });
  });
});

describe('the linter', () => {
  const faults: Readonly<Record<string, string>> = {
    'no-eval': 'export const x = (text: string): unknown => eval(text);\n',
    'no-new-func': 'export const x = new Function("return 1");\n',
    'no-floating-promises': 'export function x(): void {\n  Promise.resolve(1);\n}\n',
    'no-explicit-any': 'export const x = (value: any): number => value;\n',
    'no-default-export': 'export default 1;\n',
    'watched-promises': 'export function x(work: () => Promise<void>): void {\n  void work();\n}\n',
    'guarded-events': "export const x = (source: NodeJS.ReadableStream): unknown => source.on('data', (part: Buffer) => part.length);\n",
  };
  const check = (files: Readonly<Record<string, string>>): Outcome =>
    run(project({ ...clean, ...files }), 'oxlint', ['--type-aware', '--format', 'unix', 'engine']);
  const planted = once(() =>
    check(Object.fromEntries(Object.entries(faults).map(([rule, content]) => [`engine/store/${rule}.ts`, content]))),
  );

  it('lets clean files pass', () => expect(check({})).toMatchObject({ ok: true }));

  it.each(Object.keys(faults))('finds a fault against %s', (rule) => {
    expect(planted()).toMatchObject({ ok: false, text: expect.stringMatching(new RegExp(`engine/store/${rule}\\.ts.*${rule}`)) as string });
  });
});

describe('the formatter', () => {
  const faults: Readonly<Record<string, string>> = {
    'engine/store/a.ts': 'export const a = "double";\n',
    'renderer/ui/a.css': '.a { color: red }\n',
    'locales/en/a.json': '{"a":1}\n',
    'docs/a.md': '*   wide\n',
  };
  const check = (files: Readonly<Record<string, string>>): Outcome => run(project(files), 'oxfmt', ['--check', ...Object.keys(files)]);
  const planted = once(() => check({ ...clean, ...faults }));

  it('lets clean files pass', () => expect(check(clean)).toMatchObject({ ok: true }));

  it.each(Object.keys(faults))('finds %s', (file) => {
    expect(planted()).toMatchObject({ ok: false, text: expect.stringContaining(file) as string });
  });
});

describe('code without users', () => {
  it('finds files and exports that only tests and conformance adapters import', () => {
    const folder = project({
      'engine/cli/main.ts': "// Main.\nimport { used } from '../workflow/used.ts';\nconsole.log(used);\n",
      'engine/workflow/used.ts': '// Used.\nexport const used = 1;\nexport const spare = 2;\n',
      'engine/workflow/unused.ts': '// Unused.\nexport const unused = 1;\n',
      'engine/workflow/unused.test.ts':
        "// Test.\nimport { unused } from './unused.ts';\nimport { spare } from './used.ts';\nconsole.log(unused, spare);\n",
      'build/conformance/adapter.ts': "// Adapter.\nimport { unused } from '../../engine/workflow/unused.ts';\nconsole.log(unused);\n",
    });
    cpSync(join(root, 'build/knip.product.jsonc'), join(folder, 'build/knip.product.jsonc'));
    const args = ['--no-progress', '--production', '--config', 'build/knip.product.jsonc', '--include', 'files,exports'];
    const { ok, text } = run(folder, 'knip', args);
    expect(ok).toBe(false);
    expect(text).toContain('engine/workflow/unused.ts');
    expect(text).toMatch(/spare .*engine\/workflow\/used\.ts/);
    expect(text).not.toMatch(/^(engine\/workflow\/)?used\b/m);
  });
});
