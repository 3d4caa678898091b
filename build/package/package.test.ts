// What would be packaged: each kind of file that must not ship is found, and so is each weakened property of the configuration.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { configurationProblems, propertyProblems } from './configuration.ts';
import { problemsOf, targets, type Contents, type PackagedFile } from './contents.ts';

const root = join(import.meta.dirname, '../..');
const linux = { platform: 'linux', arch: 'x64' } as const;

const file = (path: string): PackagedFile => ({ path, source: `/x/${path}`, size: 1 });

const complete = [
  'out/engine/electron-main.js',
  'out/engine/server-thread.js',
  'out/electron/preload.cjs',
  'out/renderer/index.html',
  'out/code/sandbox-host.js',
  'out/code/install-host.js',
  'out/code/package-host.js',
  'node_modules/better-sqlite3/prebuilds/linux-x64.node',
].map(file);

const contents = (...more: readonly string[]): Contents => ({ files: [...complete, ...more.map(file)], missing: [] });

describe('files', () => {
  it('that belong there are no problem', () => {
    expect(problemsOf(contents('node_modules/@node-rs/argon2/index.js', 'out/renderer/assets/start-x.js.br'), linux)).toEqual([]);
  });

  it.each([
    ['out/engine/cli.js.map', 'source map'],
    ['out/engine/x.test.js', 'test'],
    ['node_modules/x/test/index.js', 'test'],
    ['node_modules/x/index.ts', 'source'],
    ['node_modules/x/index.d.ts', 'types'],
    ['.env', 'file of a developer'],
    ['out/master.key', 'file of a developer'],
    ['node_modules/better-sqlite3/src/a.cpp', 'native source'],
    ['node_modules/better-sqlite3/prebuilds/darwin-arm64.node', 'binary of another system'],
    ['node_modules/better-sqlite3/prebuilds/linuxmusl-x64.node', 'binary of another system'],
  ])('%s must not ship: %s', (path, reason) => {
    expect(problemsOf(contents(path), linux)).toEqual([`${path}: ${reason}`]);
  });

  it.each(complete)('$path must not be missing', ({ path }) => {
    const files = complete.filter((each) => each.path !== path);
    expect(problemsOf({ files, missing: [] }, linux)).toEqual([`${path}: missing`]);
  });

  it('differ by target', () => {
    for (const target of targets)
      expect(problemsOf(contents(), target).length).toBe(target.platform === 'linux' && target.arch === 'x64' ? 0 : 2);
  });
});

describe('the configuration', () => {
  it('is valid', async () => {
    expect(await configurationProblems(root)).toEqual([]);
  });

  const configuration = load(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as {
    readonly electronFuses: Record<string, boolean>;
  };

  it.each(Object.entries(configuration.electronFuses))('is refused if the fuse %s is not %s', (name, value) => {
    const changed = { ...configuration, electronFuses: { ...configuration.electronFuses, [name]: !value } };
    expect(propertyProblems(changed, root)).toEqual([`electron-builder.yml: electronFuses.${name} is not ${value}`]);
  });

  it('is refused with an ending of files that no system recognizes', () => {
    const changed = { ...configuration, fileAssociations: [{ ext: 'millrace.json' }] };
    expect(propertyProblems(changed, root)).toEqual([
      'electron-builder.yml: fileAssociations have an ending with a dot, which no system recognizes',
    ]);
  });

  it('is refused with a tool that runs AppImages without a sandbox', () => {
    const [problem = ''] = propertyProblems({ ...configuration, toolsets: { appimage: '0.0.0' } }, root);
    expect(problem).toContain('toolsets.appimage');
  });

  it('is refused without its protections', () => {
    const problems = propertyProblems({ asar: false, electronFuses: { runAsNode: false } }, root);
    expect(problems).toContain('electron-builder.yml: asar is not true');
    expect(problems).toContain('electron-builder.yml: electronFuses.runAsNode is not true');
    expect(problems).toContain('electron-builder.yml: electronFuses.onlyLoadAppFromAsar is not true');
    expect(problems).toContain('electron-builder.yml: win.verifyUpdateCodeSignature is not true');
    expect(problems.length).toBeGreaterThan(10);
  });
});
