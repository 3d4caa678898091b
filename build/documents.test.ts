// The documents agree with the project: dependencies are listed, links lead to files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { settingsTable } from '../engine/settings/table.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Returns the package names in the first column of a table; `@types/*` stands for all packages of a scope. */
const listedIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\| ([^|]+?) +\|/gm)]
    .flatMap(([, names = '']) => names.split(', '))
    .filter((name) => name !== 'package' && !/^-+$/.test(name));

const matches = (listed: string, name: string): boolean => (listed.endsWith('/*') ? name.startsWith(listed.slice(0, -1)) : name === listed);

describe('docs/dependencies.md', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const [product = '', development = ''] = read('docs/dependencies.md').split('Used only for development:');
  it.each([
    ['the product', product, dependencies],
    ['development', development, devDependencies],
  ])('lists exactly the packages of %s', (_what, text, declared) => {
    const listed = listedIn(text);
    const names = Object.keys(declared ?? {});
    expect(names.filter((name) => !listed.some((each) => matches(each, name)))).toEqual([]);
    expect(listed.filter((each) => !names.some((name) => matches(each, name)))).toEqual([]);
  });
});

/** Folders whose documents are not the project's own, and the help, whose links are paths of the editor (`engine/help-files.test.ts`). */
const foreign = new Set(['node_modules', '.git', 'out', 'dist', 'fixtures', 'help']);

function documentsIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return foreign.has(entry.name) ? [] : documentsIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

it.each(documentsIn(''))('%s links to files that exist', (path) => {
  const targets = [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => !existsSync(join(root, dirname(path), target))).map((target) => relative('', target))).toEqual([]);
});

/** Settings outside of the table. */
const outside = new Set(['MILLRACE_DATA_DIR']);

describe('docs/team', () => {
  const yaml = (name: string): readonly unknown[] => loadAll(read(`docs/team/${name}`));
  const settings = new Set(Object.values(settingsTable).map(({ variable }) => variable));

  it('has files of YAML with the parts that they promise', () => {
    const [compose] = yaml('compose.yaml') as { services: Record<string, object> }[];
    expect(Object.keys(compose?.services ?? {})).toEqual(['postgres', 'member-1', 'member-2', 'member-3', 'balancer']);
    expect((yaml('kubernetes.yaml') as { kind: string }[]).map(({ kind }) => kind)).toEqual(['Secret', 'Deployment', 'Service']);
  });

  it.each(readdirSync(join(root, 'docs/team')))('%s names settings that exist', (name) => {
    const names = [...read(`docs/team/${name}`).matchAll(/MILLRACE_[A-Z_]*[A-Z]/g)].map(([variable]) => variable.replace(/_FILE$/, ''));
    expect(names.filter((variable) => !settings.has(variable) && !outside.has(variable))).toEqual([]);
  });
});

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/invariants.md'])('%s names files that exist', (path) => {
  const paths = [...read(path).matchAll(/`((?:engine|renderer|electron|build)\/[\w./-]+\.(?:ts|tsx|cjs))`/g)].map(([, name = '']) => name);
  expect(paths.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

/** Number of files from which on a room needs a README. */
const LARGE_ROOM = 20;
/** Folders whose subfolders are rooms. */
const roomFolders = ['engine', 'renderer/features', 'build'];
const singleRooms = ['renderer', 'renderer/app', 'renderer/ui', 'electron', 'electron/testing', 'build'];

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

const rooms = roomFolders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [`${folder}/${each.name}`] : [])),
  )
  .concat(singleRooms)
  .filter((room) => filesIn(room).length > LARGE_ROOM);

it.each(rooms)('%s has a README of at most twelve lines', (room) => {
  const lines = read(`${room}/README.md`)
    .split('\n')
    .filter((line) => line.trim() !== '');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.length).toBeLessThanOrEqual(12);
});
