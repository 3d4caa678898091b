// Packages on two servers of one database: what is installed at one of them is installed at the other, with the same contents, or refused with a reason.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InstalledPackage } from '../contract/rest/packages.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import { ENCRYPTION_KEY, startTeam, type TestTeam } from '../testing/team.ts';

const name = 'n8n-nodes-fixture-programmatic';
const fixture = join(import.meta.dirname, '../../build/fixtures/programmatic');
const library = join(import.meta.dirname, '../../build/fixtures/versioned');

let registry: PackageRegistry;
let team: TestTeam;
let here: RunningServer;
let there: RunningServer;
beforeAll(async () => {
  registry = await startPackageRegistry();
  await registry.publish(library, { name: 'library', version: '1.0.0' });
  await registry.publish(fixture, { dependencies: { library: '^1.0.0' } });
  team = await startTeam({ settings: { packageRegistry: registry.url } });
});
afterAll(async () => {
  await team.close();
  await registry.stop();
});
beforeEach(() => {
  [here, there] = team.servers;
});

const listed = async (server: RunningServer): Promise<InstalledPackage | undefined> =>
  (await server.data<InstalledPackage[]>({ url: '/rest/nodes' })).find((each) => each.packageName === name);
const versionAt = async (server: RunningServer): Promise<unknown> => {
  const each = await listed(server);
  return each === undefined ? undefined : [each.installedVersion, each.failedLoading ?? false, each.installedNodes.length];
};
const versionOf = ({ dataDir }: RunningServer, dependency: string): unknown =>
  (JSON.parse(readFileSync(join(dataDir, 'packages', name, 'node_modules', dependency, 'package.json'), 'utf8')) as { version: string })
    .version;
const change = (method: 'POST' | 'PATCH' | 'DELETE', body?: object): Promise<unknown> =>
  here.data({ method, url: method === 'DELETE' ? `/rest/nodes?name=${name}` : '/rest/nodes', ...(body === undefined ? {} : { body }) });

it('a package is installed, updated and removed at both servers', async () => {
  await change('POST', { name });
  await expect.poll(() => versionAt(there)).toEqual(['1.0.0', false, 1]);
  await change('PATCH', { name, allowsNetwork: true });
  await expect.poll(async () => (await listed(there))?.allowsNetwork).toBe(true);
  await registry.publish(fixture, { version: '1.1.0', dependencies: { library: '^1.0.0' } });
  await change('PATCH', { name });
  await expect.poll(() => versionOf(there, name)).toBe('1.1.0');
  await change('DELETE');
  await expect.poll(() => existsSync(join(there.dataDir, 'packages', name))).toBe(false);
});

describe('a server that joins later', () => {
  const joined = async (work: (server: RunningServer) => Promise<void>): Promise<void> => {
    const settings = { packageRegistry: registry.url, encryptionKey: ENCRYPTION_KEY, database: team.database };
    const third = await runningServer({ settings });
    try {
      await work(third);
    } finally {
      await third.close();
    }
  };

  it('gets the versions of dependencies that the others have', async () => {
    await change('POST', { name });
    await registry.publish(library, { name: 'library', version: '1.1.0' });
    await joined(async (third) => {
      await expect.poll(() => versionAt(third)).toEqual(['1.1.0', false, 1]);
      expect([versionOf(here, 'library'), versionOf(third, 'library')]).toEqual(['1.0.0', '1.0.0']);
    });
  });

  it('refuses a package whose contents in the registry have changed, and says so', async () => {
    await registry.publish(fixture, { version: '1.1.0', description: 'Changed', dependencies: { library: '^1.0.0' } });
    await joined(async (third) => {
      await expect.poll(async () => (await listed(third))?.failures.join()).toMatch(/could not install .* does not match its hash/);
      expect(existsSync(join(third.dataDir, 'packages', name))).toBe(false);
    });
  });
});
