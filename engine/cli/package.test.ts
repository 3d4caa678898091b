import { appendFileSync, chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServer } from '../server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder, ended } from '../testing/cli-kit.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { executeCommand } from './commands/runs.ts';
import { packageCommand } from './commands/package.ts';

const name = 'n8n-nodes-fixture-programmatic';
const fixture = join(import.meta.dirname, '../../build/fixtures/programmatic');

let registry: PackageRegistry;
let folder: CliFolder;
/** Folder in which the package is installed. */
let prepared: CliFolder;
beforeAll(async () => {
  registry = await startPackageRegistry();
  await registry.publish(fixture);
  vi.stubEnv('MILLRACE_PACKAGE_REGISTRY', registry.url);
  prepared = new CliFolder();
  await prepared.call(packageCommand, 'install', name);
  vi.unstubAllEnvs();
  await registry.publish(fixture, { name: 'n8n-nodes-licensed', license: 'SEE LICENSE IN LICENSE.md' });
});
afterAll(async () => {
  prepared.remove();
  await registry.stop();
});
beforeEach(() => {
  folder = new CliFolder();
  vi.stubEnv('MILLRACE_PACKAGE_REGISTRY', registry.url);
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

const run = (...args: readonly string[]) => folder.call(packageCommand, ...args);
/** Gives the test's folder the installed package. */
const withPackage = () => cp(prepared.dataDir, folder.dataDir, { recursive: true });

describe('millrace package', () => {
  it('installs, lists, updates and uninstalls', async () => {
    expect(await run('install', `${name}@1.0.0`)).toEqual({ code: 0, out: `${name} 1.0.0 is installed, with 1 node.\n`, err: '' });
    expect(await run('list')).toEqual({ code: 0, out: `${name}  1.0.0  1 node\n`, err: '' });
    await registry.publish(fixture, { version: '1.0.1' });
    expect(await run('update', name, '--allow-network')).toMatchObject({ code: 0, out: `${name} 1.0.1 is installed now, with 1 node.\n` });
    const { out } = await run('list', '--json');
    expect(JSON.parse(out)).toMatchObject({ packageName: name, installedVersion: '1.0.1', allowsNetwork: true, failures: [] });
    expect(await run('list')).toMatchObject({ out: `${name}  1.0.1  1 node, may open connections\n` });
    expect(await run('refuse-network', name)).toMatchObject({ code: 0, out: `${name} may no longer open connections by itself.\n` });
    expect(await run('list')).toMatchObject({ out: `${name}  1.0.1  1 node\n` });
    expect(await run('allow-network', name)).toMatchObject({ code: 0, out: `${name} may open connections by itself.\n` });
    expect(await run('uninstall', name)).toMatchObject({ code: 0, out: `${name} is uninstalled.\n` });
    expect(await run('list')).toEqual({ code: 0, out: '', err: 'No packages are installed.\n' });
  });

  it('names the active workflows that use a package that is uninstalled, as a tool too', async () => {
    await withPackage();
    const nodes = { Tool: { type: `${name}.greetTool` } };
    await folder.save(
      buildWorkflow(nodes, [], { id: 'a', name: 'Assistant', active: true }),
      buildWorkflow(nodes, [], { id: 'b', name: 'Off' }),
    );
    expect(JSON.parse((await run('list', '--json')).out)).toMatchObject({ activeWorkflows: ['Assistant'] });
    expect(await run('uninstall', name)).toEqual({
      code: 0,
      out: `${name} is uninstalled.\n`,
      err: '1 active workflow uses its nodes, and cannot run without them: Assistant\n',
    });
  });

  it('says beforehand that a package is large', async () => {
    const dependencies = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`no-such-thing-${index}`, '1.0.0']));
    await registry.publish(fixture, { name: 'n8n-nodes-many', dependencies });
    const { err } = await run('install', 'n8n-nodes-many');
    expect(err).toMatch(/^It needs 25 other packages, and these need many more\./);
    expect(err).toContain('which the registry does not have');
  });

  it('prints an unusual license, and installs the package once it is accepted', async () => {
    const rejected = await run('install', 'n8n-nodes-licensed');
    expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining('Fixture license\n\nThis package may be used in tests')]);
    expect(rejected.err).toContain('--accept-license');
    expect(await run('list')).toMatchObject({ out: '' });
    expect(await run('install', 'n8n-nodes-licensed', '--accept-license')).toMatchObject({ code: 0 });
  });

  it.each([
    [['install'], 'Specify the action'],
    [['list', 'more'], 'Specify the action'],
    [['remove', name], 'Specify the action'],
    [['install', '../x'], 'is not the name of a package'],
    [['install', 'n8n-nodes-none'], 'has no package'],
    [['install', name, '--override', 'lodash'], '--override NAME=VERSION'],
    [['install', 'n8n-nodes-none', '--override', 'left pad=1.0.0'], '"left pad" is not the name of a package'],
    [['install', 'n8n-nodes-none', '--override', 'left-pad=git+ssh://example.com/x'], 'is not a version of left-pad'],
    [['update', 'n8n-nodes-none', '--override', 'left-pad=../x'], 'is not a version of left-pad'],
    [['update', name], 'is not installed'],
    [['uninstall', name], 'is not installed'],
    [['refuse-network', name], 'is not installed'],
    [['allow-network'], 'Specify the action'],
    [['install', `${name}@9.0.0`], 'has no version 9.0.0'],
    [['install', `${name}@beta`], 'has no version beta'],
    [['install', 'Upper Case'], 'is not the name of a package'],
    [['uninstall', name, '--json'], 'The option --json is not for millrace package uninstall'],
    [['list', '--allow-network'], 'The option --allow-network is not for millrace package list'],
  ])('%j is rejected', async (args, reason) => {
    await folder.save();
    expect(await run(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(reason) });
  });

  it('does not update a package with stored versions that are none, unless others are passed', async () => {
    await withPackage();
    const store = new Sqlite(join(folder.dataDir, 'db', 'millrace.sqlite'));
    store.prepare('UPDATE package SET overrides = ?').run('{"left-pad":"file:../x"}');
    store.close();
    expect(await run('update', name)).toMatchObject({ code: 2, err: expect.stringContaining('"file:../x" is not a version of left-pad') });
    expect(await run('update', name, '--override', 'n8n-workflow=1.0.0')).toMatchObject({ code: 0 });
  });

  it('prints an installed or updated package as JSON', async () => {
    for (const action of ['install', 'update']) {
      const { code, out } = await run(action, name, '--json');
      expect([code, JSON.parse(out)]).toMatchObject([0, { packageName: name, installedNodes: [{ type: `${name}.greet` }] }]);
    }
  });

  it('finds files that were changed, added or removed after the installation', async () => {
    const packageFolder = join(folder.dataDir, 'packages', name);
    const own = join(packageFolder, 'node_modules', name);
    const verify = (...args: readonly string[]) => run('verify', ...args);
    const install = () => run('update', `${name}@1.0.0`);
    await withPackage();
    expect(await verify()).toEqual({ code: 0, out: `${name}  1.0.0  all files are as they were installed\n`, err: '' });
    expect(await verify('n8n-nodes-none')).toMatchObject({ code: 2, err: expect.stringContaining('is not installed') });
    const changes: readonly (() => void)[] = [
      () => appendFileSync(join(own, 'package.json'), ' '),
      () => writeFileSync(join(own, 'added.js'), ''),
      () => rmSync(join(own, 'LICENSE.md')),
    ];
    for (const change of changes) {
      change();
      const { code, out } = await verify(name, '--json');
      expect([code, JSON.parse(out)]).toEqual([1, { packageName: name, installedVersion: '1.0.0', changed: [`node_modules/${name}`] }]);
      expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining(`files have changed in: node_modules/${name}.`) });
      await install();
      expect(await verify()).toMatchObject({ code: 0 });
    }
    rmSync(join(packageFolder, 'hashes.json'));
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('was installed without hashes') });
    writeFileSync(join(packageFolder, 'hashes.json'), 'x');
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('files have changed in: hashes.json.') });
    rmSync(packageFolder, { recursive: true });
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('files have changed in: catalog.') });
  });

  it('asks for a license again if an update changes it', async () => {
    const changing = 'n8n-nodes-changing';
    await registry.publish(fixture, { name: changing });
    await run('install', changing);
    await registry.publish(fixture, { name: changing, version: '1.0.1', license: 'SEE LICENSE IN LICENSE.md' });
    expect(await run('update', changing)).toMatchObject({ code: 2, err: expect.stringContaining('--accept-license') });
    expect(await run('list')).toMatchObject({ out: expect.stringContaining('1.0.0') });
    expect(await run('update', changing, '--accept-license')).toMatchObject({ code: 0 });
    await registry.publish(fixture, { name: changing, version: '1.0.2', license: 'SEE LICENSE IN LICENSE.md' });
    expect(await run('update', changing)).toMatchObject({ code: 0 });
  });

  it('gives no access to the network if the update fails', async () => {
    await withPackage();
    expect(await run('update', `${name}@9.0.0`, '--allow-network')).toMatchObject({ code: 2 });
    expect(JSON.parse((await run('list', '--json')).out)).toMatchObject({ allowsNetwork: false });
  });

  it.each(['update', 'uninstall'])('creates no data folder for %s', async (action) => {
    expect(await run(action, name)).toMatchObject({ code: 2, err: expect.stringContaining('There is no database in') });
    expect(existsSync(folder.dataDir)).toBe(false);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('says that the folder of packages cannot be written', async () => {
    await run('install', name);
    const packages = join(folder.dataDir, 'packages');
    chmodSync(packages, 0o500);
    for (const [action, each] of [
      ['install', 'n8n-nodes-licensed'],
      ['update', name],
      ['uninstall', name],
    ] as const) {
      const rejected = await run(action, each, ...(action === 'uninstall' ? [] : ['--accept-license']));
      expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining(`The folder of packages ${packages} cannot be changed`)]);
    }
    chmodSync(packages, 0o700);
    expect(await run('list')).toMatchObject({ out: `${name}  1.0.1  1 node\n` });
  });

  it.skipIf(process.platform === 'win32')(
    'ends at once when an installation is interrupted, which the next one tidies up',
    async () => {
      const stalled = await startPackageRegistry();
      await stalled.publish(fixture);
      stalled.stall();
      const child = folder.spawnWith({ MILLRACE_PACKAGE_REGISTRY: stalled.url }, 'package', 'install', name);
      const result = ended(child);
      await vi.waitUntil(() => stalled.requests.some((path) => path.endsWith('.tgz')), { timeout: 120_000 });
      child.kill('SIGINT');
      expect(await result).toMatchObject({ code: 130, out: '', err: expect.stringContaining('Stopped. Nothing was changed.\n') });
      await stalled.stop();
      expect(await run('list')).toMatchObject({ code: 0, out: '' });
      expect(await run('install', name)).toMatchObject({ code: 0 });
      expect(readdirSync(join(folder.dataDir, 'packages')).filter((each) => each.startsWith('.staging'))).toEqual([]);
    },
    60_000,
  );

  it('does not change packages beside a running server', async () => {
    const settings = readSettings({}, { port: 0, localAccess: 'open' });
    const server = await startServer({ dataDir: folder.dataDir, settings, version: '1', pagesFolder: folder.path, environment: {} });
    expect(await run('install', name)).toMatchObject({ code: 2, err: expect.stringContaining('A server is already running') });
    for (const action of ['list', 'verify']) expect(await run(action)).toMatchObject({ code: 0 });
    await server.stop();
  });

  it('workflows that the command line runs can use the nodes', async () => {
    await withPackage();
    const nodes = { Start: { type: 'manualTrigger' }, Greet: { type: `${name}.greet`, parameters: { name: 'Ada' } } };
    await folder.save(buildWorkflow(nodes, ['Start -> Greet'], { id: 'w', name: 'W' }));
    const { code, out } = await folder.call(executeCommand, '--id', 'w', '--json');
    expect([code, out]).toEqual([0, expect.stringContaining('Hello Ada')]);
  });
});
