// What an installation adds to the dependencies that a package declares.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPackageRegistry, type PackageRegistry } from '../../testing/package-registry.ts';
import { Packages } from '../index.ts';

const name = 'n8n-nodes-calendar';

let source: PackageRegistry;
let folder: string;
let packages: Packages;

/** Publishes a package with these files. */
async function publish(manifest: object, files: Readonly<Record<string, string>> = { 'index.js': 'module.exports = {};' }): Promise<void> {
  const created = await mkdtemp(join(folder, 'published-'));
  for (const [path, content] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) })) {
    await mkdir(dirname(join(created, path)), { recursive: true });
    await writeFile(join(created, path), content);
  }
  await source.publish(created);
}

/** A node whose class needs a package. */
const needing = (needed: string): Record<string, string> => ({
  'dist/nodes/Calendar.node.js': `require('${needed}');
    exports.Calendar = class { description = { name: 'calendar', displayName: 'Calendar', version: 1, properties: [] } };`,
});
const n8n = { nodes: ['dist/nodes/Calendar.node.js'] };

beforeAll(async () => {
  source = await startPackageRegistry();
  folder = await mkdtemp(join(tmpdir(), 'millrace-lacking-'));
  packages = new Packages({ folder: join(folder, 'packages'), registry: source.url });
  await publish({ name: 'ics', version: '1.0.0', peerDependencies: { dates: '1.x', none: '*' } }, { 'index.js': "require('dates');" });
  await publish(
    {
      name: 'dates',
      version: '1.2.0',
      peerDependencies: { zones: '*', locales: '*' },
      peerDependenciesMeta: { locales: { optional: true } },
    },
    { 'index.js': "require('zones');" },
  );
  await publish({ name: 'dates', version: '2.0.0' });
  for (const each of ['zones', 'locales', 'n8n-nodes-base', '@n8n/di']) await publish({ name: each, version: '1.0.0' });
});
afterAll(async () => {
  await packages.stop();
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

const installed = async (): Promise<readonly string[]> =>
  (await readdir(join(packages.folderOf(name), 'node_modules'))).filter((each) => !each.startsWith('.') && each !== name).toSorted();

it('peers that no dependency brings are installed, and theirs; not those of the host, and none that the registry lacks', async () => {
  const peerDependencies = { 'n8n-workflow': '*', 'n8n-nodes-base': '*', '@n8n/di': '*' };
  await publish({ name, version: '1.0.0', n8n, dependencies: { ics: '1.0.0' }, peerDependencies }, needing('ics'));
  expect((await packages.install({ name, version: '1.0.0' })).failed).toEqual([]);
  expect(await installed()).toEqual(['dates', 'ics', 'zones']);
});

it('a class that needs an undeclared package says which, and an override adds it', async () => {
  await publish(
    { name, version: '2.0.0', n8n: { nodes: [...n8n.nodes, 'dist/nodes/Plain.node.js'] } },
    {
      ...needing('@scope/undeclared/deep'),
      'dist/nodes/Plain.node.js':
        "exports.Plain = class { description = { name: 'plain', displayName: 'Plain', version: 1, properties: [] } };",
    },
  );
  const { failed } = await packages.install({ name, version: '2.0.0' });
  expect(failed.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^It needs the package "@scope\/undeclared", .*such as @scope\/undeclared=latest/),
  ]);
  await publish({ name: '@scope/undeclared', version: '1.5.0' }, { 'deep.js': '' });
  const overrides = { '@scope/undeclared': '1.5.0' };
  expect((await packages.install({ name, version: '2.0.0', overrides })).failed).toEqual([]);
});

it('an override that takes the place of a declared version stays one', async () => {
  await publish({ name, version: '3.0.0', n8n, dependencies: { ics: '1.0.0', dates: '2.0.0' } }, needing('ics'));
  expect((await packages.install({ name, version: '3.0.0', overrides: { dates: '1.2.0' } })).failed).toEqual([]);
  expect(await installed()).toEqual(['dates', 'ics', 'zones']);
});

it('an override without a version in the registry is refused', async () => {
  await expect(packages.install({ name, version: '3.0.0', overrides: { absent: '1.0.0' } })).rejects.toMatchObject({
    code: 'PACKAGE_NOT_INSTALLED',
    message: `${name} needs absent, which the registry does not have.`,
  });
});
