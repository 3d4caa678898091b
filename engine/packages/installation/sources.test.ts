// Packages whose dependencies would come from elsewhere than the registry, and links in the folders of packages.
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startPackageRegistry, type PackageRegistry } from '../../testing/package-registry.ts';
import { Packages } from '../index.ts';
import { outwardLink } from './links.ts';
import { isOfRegistry, packageRequest } from './package-name.ts';

const name = 'n8n-nodes-greedy';
const n8n = { nodes: ['dist/Greedy.node.js'] };
const files = {
  'dist/Greedy.node.js': "exports.Greedy = class { description = { name: 'greedy', displayName: 'Greedy', version: 1, properties: [] } };",
};

let source: PackageRegistry;
let folder: string;
let victim: string;
let packages: Packages;
let last = 0;

beforeAll(async () => {
  source = await startPackageRegistry();
  folder = await mkdtemp(join(tmpdir(), 'millrace-sources-'));
  victim = join(folder, 'victim');
  await mkdir(victim);
  await writeFile(join(victim, 'package.json'), '{"name":"root","version":"1.0.0"}');
  await writeFile(join(victim, 'master.key'), 'the master key');
  packages = new Packages({ folder: join(folder, 'packages'), registry: source.url });
});
afterAll(async () => {
  await packages.stop();
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Publishes a package with these files and links. Returns its version. */
async function publish(
  manifest: object,
  links: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const version = `1.0.${++last}`;
  const created = await mkdtemp(join(folder, 'published-'));
  const all = { ...files, ...more, 'package.json': JSON.stringify({ name, version, n8n, ...manifest }) };
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(created, path)), { recursive: true });
    await writeFile(join(created, path), content);
  }
  for (const [path, target] of Object.entries(links)) {
    await mkdir(dirname(join(created, path)), { recursive: true });
    await symlink(target, join(created, path));
  }
  await source.publish(created);
  return version;
}

const install = (version: string): Promise<unknown> => packages.install({ name, version }).catch((error: unknown) => error);
const rejected = (by: string, expected: string): object => ({
  code: 'PACKAGE_NOT_INSTALLED',
  message: `${by} needs root from "${expected}", which is not a version, range or tag of the registry.`,
  hint: expect.stringContaining('root=version') as unknown,
});
const leftFolders = async (): Promise<readonly string[]> => (await readdir(join(folder, 'packages'))).filter((each) => each !== '.cache');

describe('a dependency that is not of the registry', () => {
  it.each<[string, (source: string) => object]>([
    ['declared', (root) => ({ dependencies: { root } })],
    ['optional', (root) => ({ optionalDependencies: { root } })],
    ['of a peer', (root) => ({ peerDependencies: { root } })],
    ['bundled', (root) => ({ dependencies: { root }, bundleDependencies: ['root'] })],
  ])('is refused, and nothing is left: %s', async (_, manifest) => {
    const source = `file:${victim}`;
    expect(await install(await publish(manifest(source)))).toMatchObject(rejected(name, source));
    expect(await leftFolders()).toEqual([]);
  });

  it('is refused in a dependency of a dependency, which is named', async () => {
    for (const each of ['middle', 'deep']) {
      await publish({ name: each, version: '1.0.0', dependencies: each === 'middle' ? { deep: '^1.0.0' } : { root: 'file:/' } });
    }
    expect(await install(await publish({ dependencies: { middle: '1.0.0' } }))).toMatchObject(rejected('deep', 'file:/'));
  });

  it('is refused in a package that an archive brings', async () => {
    const inner = JSON.stringify({ name: 'inner', version: '1.0.0', dependencies: { root: 'file:/' } });
    const version = await publish(
      { dependencies: { inner: '1.0.0' }, bundleDependencies: ['inner'] },
      {},
      { 'node_modules/inner/package.json': inner },
    );
    expect(await install(version)).toMatchObject(rejected('inner', 'file:/'));
  });

  it('is refused before anything is asked for at its address', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [archive, repository] = [`http://${address}/root.tgz`, `git+http://user:secret@${address}/root.git`];
    expect(await install(await publish({ dependencies: { root: archive } }))).toMatchObject(rejected(name, archive));
    for (const kind of ['optionalDependencies', 'peerDependencies']) {
      const version = await publish({ [kind]: { root: repository } });
      expect(await install(version)).toMatchObject(rejected(name, `git+http://${address}/root.git`));
    }
    expect(requests).toEqual([]);
  });

  it('is installed if an override names a version of the registry', async () => {
    await publish({ name: 'root', version: '3.0.0' });
    const version = await publish({ dependencies: { root: 'file:/' } });
    expect(await packages.install({ name, version, overrides: { root: '3.0.0' } })).toMatchObject({ failed: [] });
    await packages.remove(name);
  });
});

it('the versions and places in a file of a package do not count, only what it declares', async () => {
  await publish({ name: 'plain', version: '1.0.0' });
  const lock = {
    name: 'locked',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': {}, 'node_modules/root': { resolved: victim, link: true } },
  };
  const locked = { name: 'locked', version: '1.0.0', _hasShrinkwrap: true, dependencies: { plain: '1.0.0' } };
  await publish(locked, {}, { 'npm-shrinkwrap.json': JSON.stringify(lock) });
  await packages.install({ name, version: await publish({ dependencies: { locked: '1.0.0', 'n8n-workflow': '*' } }) });
  const modules = join(packages.folderOf(name), 'node_modules');
  expect((await readdir(modules)).toSorted()).toEqual(['.package-lock.json', 'locked', name, 'plain']);
  expect(await outwardLink(packages.folderOf(name))).toBeUndefined();
});

it.skipIf(process.platform === 'win32')('links of archives are not unpacked', async () => {
  const links = { 'dist/out': victim, 'node_modules/inner/up': '../../../../..', 'dist/own': 'Greedy.node.js' };
  const inner = { 'node_modules/inner/package.json': '{"name":"inner","version":"1.0.0"}' };
  await packages.install({
    name,
    version: await publish({ dependencies: { inner: '1.0.0' }, bundleDependencies: ['inner'] }, links, inner),
  });
  const entries = await readdir(packages.folderOf(name), { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isSymbolicLink())).toEqual([]);
  expect(entries.map((entry) => entry.name)).toContain('inner');
});

it.skipIf(process.platform === 'win32')('programs of dependencies stay links within the folder', async () => {
  await publish({ name: 'tool', version: '1.0.0', bin: { tool: 'dist/Greedy.node.js', evil: '../../../victim/master.key' } });
  await packages.install({ name, version: await publish({ dependencies: { tool: '1.0.0' } }) });
  const program = join(packages.folderOf(name), 'node_modules/.bin/tool');
  expect(await readFile(program, 'utf8')).toContain('Greedy');
  expect(await outwardLink(packages.folderOf(name))).toBeUndefined();
});

it.each([
  ['1.0.0', true],
  ['^1.0.0-beta.1', true],
  ['>= 1.2 <2 || 3.x', true],
  ['1.0.0 - 2.0.0', true],
  ['', true],
  ['*', true],
  ['latest', true],
  ['npm:@scope/other@^1', true],
  ['npm:other', true],
  ['npm:other@file:/', false],
  ['npm:../other@1', false],
  ['npm:npm:other@1', false],
  ['.', false],
  ['..', false],
  ['~/x', false],
  ['x.tgz', false],
  ['x.TAR.GZ', false],
  ['a/b', false],
  ['a\\b', false],
  ['C:x', false],
  ['file:x', false],
  ['FILE:/', false],
  [' file:/', false],
  ['workspace:*', false],
  ['git@example.com:a/b', false],
  ['github:a/b#semver:1', false],
  ['https://example.com/a', false],
])('%j can only be of the registry: %j', (source, expected) => expect(isOfRegistry(source)).toBe(expected));

it.each(['..', '.', 'archive.tgz'])('the version %j of a user is refused', (version) =>
  expect(() => packageRequest(`${name}@${version}`)).toThrow(/is not the name of a package/),
);

describe.skipIf(process.platform === 'win32')('a link in a folder', () => {
  it.each<[string, string, boolean]>([
    ['node_modules/.bin/tool', '../tool/main.js', false],
    ['node_modules/tool/self', '..', false],
    ['node_modules/tool/gone', 'absent', false],
    ['node_modules/tool/out', '../../..', true],
    ['node_modules/tool/.hidden', '/', true],
    ['node_modules/tool/gone', '../../../absent', true],
    // The folder `self` is a link, so that the way does not lead where the text says.
    ['node_modules/tool/lib/way', '../self/../../../x', true],
  ])('%s to %s leads out of it: %j', async (path, target, isOutward) => {
    const root = await mkdtemp(join(folder, 'links-'));
    await mkdir(join(root, dirname(path)), { recursive: true });
    await symlink(target, join(root, path));
    expect(await outwardLink(root)).toEqual(isOutward ? { path, target } : undefined);
  });

  it('counts if it is the folder itself', async () => {
    const root = join(folder, 'linked-root');
    await symlink(victim, root);
    expect(await outwardLink(root)).toEqual({ path: '', target: victim });
  });
});
