// Installations that repeat one on another computer: with the versions and hashes of its lock.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPackageRegistry, type PackageRegistry } from '../../testing/package-registry.ts';
import { Packages } from '../index.ts';

const name = 'n8n-nodes-fixture-programmatic';
const fixtures = join(import.meta.dirname, '../../../build/fixtures');

let registry: PackageRegistry;
let folder: string;
const open: Packages[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-lock-'));
  registry = await startPackageRegistry();
  await registry.publish(join(fixtures, 'versioned'), { name: 'library', version: '1.0.0' });
  await registry.publish(join(fixtures, 'programmatic'), { dependencies: { library: '^1.0.0' } });
});
afterAll(async () => {
  for (const packages of open) await packages.stop();
  await registry.stop();
  await rm(folder, { recursive: true });
});

function computer(place: string): Packages {
  const packages = new Packages({ folder: join(folder, place), registry: registry.url });
  open.push(packages);
  return packages;
}

const libraryOf = async (packages: Packages): Promise<string> =>
  (JSON.parse(await readFile(join(packages.folderOf(name), 'node_modules/library/package.json'), 'utf8')) as { version: string }).version;

it('takes the versions of the lock, and refuses another hash of the package', async () => {
  const [first, second, third] = [computer('first'), computer('second'), computer('third')];
  const { integrity, version } = await first.install({ name, version: 'latest' });
  const lock = await first.lockOf(name);
  if (lock === undefined) throw new Error('no lock');
  await registry.publish(join(fixtures, 'versioned'), { name: 'library', version: '1.1.0' });
  await second.install({ name, version, integrity, lock });
  await third.install({ name, version, integrity });
  expect([await libraryOf(second), await libraryOf(third)]).toEqual(['1.0.0', '1.1.0']);
  const other = computer('other').install({ name, version, integrity: 'sha512-other' });
  await expect(other).rejects.toMatchObject({
    code: 'PACKAGE_NOT_INSTALLED',
    message: expect.stringContaining('other contents') as unknown,
  });
});
