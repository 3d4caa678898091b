// What a package's code cannot reach, although it has Node's modules, in its own thread and in threads that it starts.
import { cp, mkdtemp, rename, rm, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCredentialTypes, createNodeRegistry } from '../registry/index.ts';
import { usePackage } from '../registry/n8n/index.ts';
import { launchHere, type LaunchRequest } from '../sandbox/launch.ts';
import { forbiddenPlaces, type ForbiddenPlaces } from '../testing/forbidden-places.ts';
import { fileEscapes, guardedEscapes, tryEscapes } from '../testing/escapes.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { runNode, type NodeOutcome } from '../testing/run-node.ts';
import { Packages } from './index.ts';

const hostile = 'n8n-nodes-fixture-hostile';
const fixture = join(import.meta.dirname, '../../build/fixtures/hostile');
const limits = { memory: 128, stuckAfter: 60_000 };

let source: PackageRegistry;
let folder: string;
let places: ForbiddenPlaces;
const start = process.cwd();

beforeAll(async () => {
  source = await startPackageRegistry();
  await source.publish(fixture);
  folder = await mkdtemp(join(tmpdir(), 'millrace-escapes-'));
  places = forbiddenPlaces(join(fixture, 'dist/nodes/Hostile/Hostile.node.js'));
  process.chdir('/');
  const packages = new Packages({ folder, registry: source.url, ...limits });
  await packages.install({ name: hostile, version: 'latest' });
  await packages.stop();
});
afterAll(async () => {
  process.chdir(start);
  places.remove();
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

async function opened(options: Partial<ConstructorParameters<typeof Packages>[0]> = {}): Promise<Packages> {
  const packages = new Packages({ folder, registry: source.url, ...limits, ...options });
  await packages.open();
  onTestFinished(() => packages.stop());
  return packages;
}

function attempt(packages: Packages, escapes: Readonly<Record<string, string>>): Promise<NodeOutcome> {
  const registry = createNodeRegistry();
  const types = { registry, credentialTypes: createCredentialTypes(), instanceId: 'test', instanceUrl: () => 'http://localhost:5678' };
  for (const catalog of packages.installed()) usePackage(types, packages, catalog);
  const url = JSON.stringify({ tryEscapes, escapes, places: places.paths });
  return runNode({ type: `${hostile}.hostile`, parameters: { attempt: 'escapes', url }, ports: { nodes: registry } });
}

describe('the code of a package of a program that was started in /', () => {
  it.each([false, true])('finds no way out, with access to the network: %j', async (isAllowed) => {
    const packages = await opened();
    await packages.allowNetwork(hostile, isAllowed);
    const { 'a socket in a folder': socket = '', ...otherEscapes } = guardedEscapes;
    // A package with access to the network may also listen on a socket in a folder.
    const escapes = { ...fileEscapes, ...otherEscapes, ...(isAllowed ? {} : { 'a socket in a folder': socket }) };
    const { json, error } = await attempt(packages, escapes);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ result: { cwd: packages.folderOf(hostile), outer: {}, inner: {} } }]);
    expect(places.changes()).toEqual([]);
  });
});

describe('a package whose process Node does not confine as it should', () => {
  it.each<[string, (request: LaunchRequest) => LaunchRequest, RegExp]>([
    ['without flags', (request) => ({ ...request, nodeFlags: [] }), /permission model is not in force/],
    ['started in /', (request) => ({ ...request, folder: { path: '/' } }), /files in .+ can be read/],
    [
      'with the database of Node',
      (request) => ({ ...request, nodeFlags: request.nodeFlags.filter((flag) => !flag.includes('sqlite')) }),
      /database opens files/,
    ],
  ])('%s does not run, and says why', async (_, change, reason) => {
    const reasons: string[] = [];
    const packages = await opened({
      launch: (request, listener) => launchHere(change(request), listener),
      onUnconfined: (text) => reasons.push(text),
    });
    const { error } = await attempt(packages, {});
    expect(error?.message).toMatch(reason);
    expect(error?.message).toContain(`The package ${hostile} was not run`);
    expect(reasons).toEqual([expect.stringMatching(reason)]);
  });
});

describe.skipIf(process.platform === 'win32')(
  'a package with a link out of its folder, as of an older installation or a restored backup',
  () => {
    const reading: Readonly<Record<string, string>> = {
      'by the link':
        "return (await load('node:fs')).readFileSync(places.own + '/../../../../../root' + places.data + '/master.key', 'utf8')",
    };

    async function restored(): Promise<{ readonly packages: Packages; readonly root: string; readonly reasons: string[] }> {
      const other = await mkdtemp(join(tmpdir(), 'millrace-restored-'));
      onTestFinished(() => rm(other, { recursive: true, force: true }));
      await cp(join(folder, hostile), join(other, hostile), { recursive: true });
      const reasons: string[] = [];
      const packages = await opened({ folder: other, idleTime: 1, onNotStarted: (reason) => reasons.push(reason) });
      return { packages, root: join(other, hostile), reasons };
    }

    it.each([
      ['node_modules/root', '/'],
      ['node_modules/.root', '/'],
      [`node_modules/${hostile}/dist/nodes/up`, '../../../../../..'],
    ])('does not run, and says which: %s', async (path, target) => {
      const { packages, root, reasons } = await restored();
      await symlink(target, join(root, path));
      const { error } = await attempt(packages, reading);
      expect(error?.message).toContain(`The package ${hostile} was not run: ${path} is a link that leads out of its folder (to ${target})`);
      await expect(packages.describeAgain(hostile)).rejects.toMatchObject({
        code: 'PACKAGE_FAILED',
        hint: expect.stringContaining('Uninstall the package') as string,
      });
      expect(reasons[0]).toContain(`${hostile}: ${path} is a link`);
    });

    it('does not run if its folder is the link', async () => {
      const { packages, root } = await restored();
      await rename(root, `${root}-moved`);
      await symlink(`${root}-moved`, root);
      expect((await attempt(packages, {})).error?.message).toContain('its folder is a link');
    });

    it('is checked at each start, and runs once the link is gone', async () => {
      const { packages, root } = await restored();
      expect((await attempt(packages, {})).error).toBeUndefined();
      await symlink('/', join(root, 'node_modules/root'));
      await expect.poll(async () => (await attempt(packages, {})).error?.message).toContain('is a link');
      await unlink(join(root, 'node_modules/root'));
      expect((await attempt(packages, {})).error).toBeUndefined();
    });

    it('runs with a link within its folder', async () => {
      const { packages, root } = await restored();
      await symlink(`../${hostile}`, join(root, 'node_modules/.own'));
      const { json, error } = await attempt(packages, reading);
      expect(error).toBeUndefined();
      expect(json).toEqual([{ result: { cwd: packages.folderOf(hostile), outer: {}, inner: {} } }]);
    });
  },
);
