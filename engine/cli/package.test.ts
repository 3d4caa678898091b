import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServer } from '../server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { executeCommand } from './commands/execute.ts';
import { packageCommand } from './commands/package.ts';

const name = 'n8n-nodes-fixture-programmatic';
const fixture = join(import.meta.dirname, '../../build/fixtures/programmatic');

let registry: PackageRegistry;
let folder: CliFolder;
beforeAll(async () => {
  registry = await startPackageRegistry();
  await registry.publish(fixture);
  await registry.publish(fixture, { name: 'n8n-nodes-licensed', license: 'SEE LICENSE IN LICENSE.md' });
});
afterAll(() => registry.stop());
beforeEach(() => {
  folder = new CliFolder();
  vi.stubEnv('MILLRACE_PACKAGE_REGISTRY', registry.url);
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

const run = (...args: readonly string[]) => folder.call(packageCommand, ...args);

describe('millrace package', () => {
  it('installs, lists, updates and uninstalls', async () => {
    expect(await run('install', `${name}@1.0.0`)).toEqual({ code: 0, out: `${name} 1.0.0 is installed, with 1 node.\n`, err: '' });
    expect(await run('list')).toEqual({ code: 0, out: `${name}  1.0.0  1 node\n`, err: '' });
    await registry.publish(fixture, { version: '1.0.1' });
    expect(await run('update', name, '--allow-network')).toMatchObject({ code: 0, out: `${name} 1.0.1 is installed now, with 1 node.\n` });
    const { out } = await run('list', '--json');
    expect(JSON.parse(out)).toMatchObject({ packageName: name, installedVersion: '1.0.1', allowsNetwork: true, failures: [] });
    expect(await run('uninstall', name)).toMatchObject({ code: 0, out: `${name} is uninstalled.\n` });
    expect(await run('list')).toEqual({ code: 0, out: '', err: 'No packages are installed.\n' });
  });

  it('prints an unusual license, and installs the package once it is accepted', async () => {
    const refused = await run('install', 'n8n-nodes-licensed');
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Fixture license\n\nThis package may be used in tests')]);
    expect(refused.err).toContain('--accept-license');
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
    [['update', name], 'is not installed'],
    [['uninstall', name], 'is not installed'],
  ])('%j is refused', async (args, reason) => {
    await folder.save();
    expect(await run(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(reason) });
  });

  it('does not change packages beside a running server', async () => {
    const settings = readSettings({}, { port: 0, localAccess: 'open' });
    const server = await startServer({ dataDir: folder.dataDir, settings, version: '1', pagesFolder: folder.path, environment: {} });
    expect(await run('install', name)).toMatchObject({ code: 2, err: expect.stringContaining('A server is already running') });
    expect(await run('list')).toMatchObject({ code: 0 });
    await server.stop();
  });

  it('workflows that the command line runs can use the nodes', async () => {
    await run('install', name);
    const nodes = { Start: { type: 'manualTrigger' }, Greet: { type: `${name}.greet`, parameters: { name: 'Ada' } } };
    await folder.save(buildWorkflow(nodes, ['Start -> Greet'], { id: 'w', name: 'W' }));
    const { code, out } = await folder.call(executeCommand, '--id', 'w', '--json');
    expect([code, out]).toEqual([0, expect.stringContaining('Hello Ada')]);
  });
});
