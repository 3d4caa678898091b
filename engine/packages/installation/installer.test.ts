// Installing from a registry that stalls, stopping, and what a program that was killed leaves behind.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchHere, type Launched } from '../../sandbox/launch.ts';
import { startPackageRegistry, type PackageRegistry as TestRegistry } from '../../testing/package-registry.ts';
import { Packages } from '../index.ts';
import { PackageRegistry } from './registry.ts';

const name = 'n8n-nodes-fixture-programmatic';
const fixture = join(import.meta.dirname, '../../../build/fixtures/programmatic');

let source: TestRegistry;
let folder: string;
/** Processes that fetch packages, by their order. */
let launched: Launched[];
let packages: Packages;

const open = (silence?: number): Packages =>
  new Packages({
    folder,
    registry: source.url,
    ...(silence === undefined ? {} : { silence }),
    launch: (request, listener) => {
      const process = launchHere(request, listener);
      if (request.file.includes('install-host')) launched.push(process);
      return process;
    },
  });

const hidden = async (): Promise<readonly string[]> => (await readdir(folder)).filter((each) => each.startsWith('.') && each !== '.cache');

beforeEach(async () => {
  source = await startPackageRegistry();
  await source.publish(fixture);
  folder = await mkdtemp(join(tmpdir(), 'millrace-installer-'));
  launched = [];
  packages = open();
});
afterEach(async () => {
  await packages.stop();
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a registry that stalls', () => {
  const silent = { code: 'PACKAGE_NOT_INSTALLED', hint: expect.stringContaining('MILLRACE_PACKAGE_REGISTRY') as unknown };

  it.each(['everything', 'archives', 'middle'] as const)('fails the installation, and is named: %s', async (how) => {
    source.stall(how);
    const failure = await open(300)
      .install({ name, version: 'latest' })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      ...silent,
      message: expect.stringContaining(`the registry ${source.url} sent nothing for 0.3 s`) as unknown,
    });
    expect(await hidden()).toEqual([]);
  });

  it.each(['everything', 'archives', 'middle'] as const)('fails the details, and is named: %s', async (how) => {
    await source.publish(fixture, { name: 'n8n-nodes-licensed', license: 'SEE LICENSE IN LICENSE.md' });
    source.stall(how);
    const registry = new PackageRegistry({ folder, registry: source.url, silence: 300 });
    const failure = await registry.details({ name: 'n8n-nodes-licensed', version: 'latest' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      ...silent,
      message: expect.stringContaining(`the registry ${source.url} sent nothing for 0.3 s`) as unknown,
    });
  });
});

describe('a stopped installation', () => {
  const waiting = async (work: Promise<unknown>): Promise<unknown> => {
    await expect.poll(() => source.requests.at(-1)).toContain('.tgz');
    return work;
  };

  it('leaves nothing behind, neither with its signal nor with the end of the program', async () => {
    source.stall();
    for (const how of ['signal', 'end']) {
      const stop = new AbortController();
      const work = packages.install({ name, version: 'latest', signal: stop.signal }).catch((error: unknown) => error);
      await waiting(Promise.resolve());
      if (how === 'signal') stop.abort(new Error('stopped'));
      else await packages.stop();
      expect(await work).toMatchObject(how === 'signal' ? { message: 'stopped' } : { code: 'STOPPING' });
      expect(await hidden()).toEqual([]);
    }
  });

  it('leaves nothing behind if its process is killed', async () => {
    source.stall();
    const work = packages.install({ name, version: 'latest' }).catch((error: unknown) => error);
    await waiting(Promise.resolve());
    launched[0]?.kill();
    expect(await work).toMatchObject({ code: 'PACKAGE_NOT_INSTALLED', message: expect.stringContaining('was ended') as unknown });
    expect(await hidden()).toEqual([]);
  });
});

describe('a program that was killed', () => {
  const versionOf = async (): Promise<unknown> => {
    const opened = open();
    await opened.open();
    return opened.installed().map((catalog) => `${catalog.name}@${catalog.version}`);
  };
  /** Folder of packages in which the package is installed. */
  let prepared: string;
  beforeAll(async () => {
    const registry = await startPackageRegistry();
    await registry.publish(fixture);
    prepared = await mkdtemp(join(tmpdir(), 'millrace-prepared-'));
    const installing = new Packages({ folder: prepared, registry: registry.url });
    await installing.install({ name, version: 'latest' });
    await installing.stop();
    await registry.stop();
  });
  afterAll(() => rm(prepared, { recursive: true }));
  beforeEach(() => cp(prepared, folder, { recursive: true }));

  it.each(['n8n-nodes-fixture-programmatic', '@fixture/n8n-nodes-scoped'])(
    'between the two steps of an update has the old version again: %s',
    async (each) => {
      if (each !== name) {
        await source.publish(fixture, { name: each });
        await packages.install({ name: each, version: 'latest' });
      }
      const place = packages.folderOf(each);
      await cp(place, join(folder, '.staging-1'), { recursive: true });
      await rename(place, join(folder, `.replaced-${each.replace('/', '__')}`));
      expect(await versionOf()).toContain(`${each}@1.0.0`);
      expect(await hidden()).toEqual([]);
    },
  );

  it('after the second step has the new version', async () => {
    await cp(packages.folderOf(name), join(folder, `.replaced-${name}`), { recursive: true });
    const index = join(packages.folderOf(name), 'catalog/index.json');
    await writeFile(index, (await readFile(index, 'utf8')).replace('"version":"1.0.0"', '"version":"2.0.0"'));
    expect(await versionOf()).toEqual([`${name}@2.0.0`]);
    expect(await hidden()).toEqual([]);
  });

  it('while it removed a package does not have its rest', async () => {
    await rename(packages.folderOf(name), join(folder, '.removed-1'));
    await mkdir(join(folder, `.replaced-${name}/node_modules`), { recursive: true });
    expect(await versionOf()).toEqual([]);
    expect(await hidden()).toEqual([]);
    expect(existsSync(packages.folderOf(name))).toBe(false);
  });
});

describe('what was fetched from the registry', () => {
  const hasCache = (): boolean => existsSync(join(folder, '.cache'));

  it('stays after a failure, for the next attempt, and is removed once a package was installed', async () => {
    await source.publish(fixture, { version: '1.0.1', dependencies: { 'no-such-thing': '^1.0.0' } });
    await expect(packages.install({ name, version: '1.0.1' })).rejects.toMatchObject({ code: 'PACKAGE_NOT_INSTALLED' });
    expect(hasCache()).toBe(true);
    await packages.install({ name, version: '1.0.0' });
    expect(hasCache()).toBe(false);
    await expect(packages.registry.details({ name, version: '1.0.0' })).resolves.toMatchObject({ name });
  });

  it('is counted while it is looked up, once over all attempts', async () => {
    const names = Array.from({ length: 45 }, (_, index) => `needed-${index}`);
    await Promise.all(names.map((each) => source.publish(fixture, { name: each, n8n: {} })));
    const dependencies = { ...Object.fromEntries(names.map((each) => [each, '1.0.0'])), 'needed-0': '^1.0.7' };
    await source.publish(fixture, { version: '2.0.0', dependencies });
    const match: number[] = [];
    const { overrides } = await packages.install({ name, version: '2.0.0', takesNearest: true }, (progress) => {
      if (progress.stage === 'resolving' && progress.found !== undefined) match.push(progress.found);
    });
    expect(overrides).toEqual({ 'needed-0': '1.0.0' });
    expect(match).toEqual([20, 40]);
    expect(await packages.registry.details({ name, version: '2.0.0' })).toMatchObject({ dependencies: 45, isLarge: true });
    expect(await packages.registry.details({ name, version: '1.0.0' })).not.toHaveProperty('isLarge');
  });
});
