// What the registry says of packages before they are installed.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPackageRegistry, type PackageRegistry as TestRegistry } from '../../testing/package-registry.ts';
import { PackageRegistry } from './registry.ts';

const name = 'n8n-nodes-fixture-programmatic';
const fixture = join(import.meta.dirname, '../../../build/fixtures/programmatic');

let source: TestRegistry;
let folder: string;
let registry: PackageRegistry;

beforeAll(async () => {
  source = await startPackageRegistry();
  await source.publish(fixture, { author: { name: 'Ada' } });
  await source.publish(fixture, { version: '1.1.0', license: 'SEE LICENSE IN LICENSE.md', deprecated: 'Use another one.' });
  await source.publish(fixture, { name: 'n8n-nodes-empty', n8n: {} });
  await source.publish(fixture, { name: '@fixture/n8n-nodes-scoped' });
  await source.publish(fixture, { name: 'n8n-nodes-corrupt', license: 'UNLICENSED' });
  source.corrupt('n8n-nodes-corrupt', '1.0.0');
  await source.publish(fixture, { name: 'n8n-nodes-elsewhere', version: '../../elsewhere', license: 'UNLICENSED' });
  folder = await mkdtemp(join(tmpdir(), 'millrace-registry-'));
  registry = new PackageRegistry({ folder, registry: source.url });
});
afterAll(async () => {
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('details of a package', () => {
  it('name its author, license and contents', async () => {
    expect(await registry.details({ name, version: '1.0.0' })).toEqual({
      name,
      version: '1.0.0',
      description: 'A node with code, for tests',
      author: 'Ada',
      license: 'MIT',
      nodes: 1,
      credentials: 0,
      dependencies: 0,
    });
  });

  it('contain the whole license if it is an unusual one', async () => {
    expect(await registry.details({ name, version: 'latest' })).toMatchObject({
      version: '1.1.0',
      license: 'SEE LICENSE IN LICENSE.md',
      licenseText: expect.stringContaining('may be used'),
      deprecated: 'Use another one.',
    });
  });

  it('are read from one version, not from the list of all', async () => {
    const before = source.requests.length;
    await registry.details({ name, version: 'latest' });
    await registry.details({ name, version: '1.0.0' });
    await registry.details({ name: '@fixture/n8n-nodes-scoped', version: 'latest' });
    expect(source.requests.slice(before).filter((path) => !path.includes('/-/'))).toEqual([
      `/${name}/latest`,
      `/${name}/1.0.0`,
      '/@fixture%2fn8n-nodes-scoped/latest',
    ]);
  });

  it('are read from the list for a range', async () => {
    // A version that its author advises against is not chosen.
    expect(await registry.details({ name, version: '^1.0.0' })).toMatchObject({ version: '1.0.0' });
  });

  it('are refused if the archive with the license does not match its hash', async () => {
    await expect(registry.details({ name: 'n8n-nodes-corrupt', version: 'latest' })).rejects.toMatchObject({
      code: 'PACKAGE_NOT_INSTALLED',
    });
  });

  it.each([
    ['an unknown package', { name: 'n8n-nodes-none', version: 'latest' }, 'PACKAGE_NOT_FOUND'],
    ['an unknown version', { name, version: '9.9.9' }, 'PACKAGE_NOT_INSTALLED'],
    ['a version that is a path', { name: 'n8n-nodes-elsewhere', version: 'latest' }, 'PACKAGE_NOT_INSTALLED'],
    ['a package without nodes', { name: 'n8n-nodes-empty', version: 'latest' }, 'BAD_REQUEST'],
  ])('%s is refused', async (_, request, code) => {
    await expect(registry.details(request)).rejects.toMatchObject({ code });
  });
});

describe('a registry that cannot be reached', () => {
  // Nothing listens at the port that was just released.
  const unreachable = async (): Promise<PackageRegistry> => {
    const server = createServer();
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    await new Promise((done) => void server.close(done));
    return new PackageRegistry({ folder, registry: `http://127.0.0.1:${port}/` });
  };

  it.each(['', 'words', name])('is not the same as one without search: "%s"', async (text) => {
    expect(await (await unreachable()).search(text)).toEqual({
      isSearchable: false,
      unreachable: expect.stringMatching(/^connect ECONNREFUSED 127\.0\.0\.1:\d+$/),
      total: -1,
      packages: [],
    });
  });

  it('is an error for details', async () => {
    await expect((await unreachable()).details({ name, version: 'latest' })).rejects.toMatchObject({
      code: 'PACKAGE_NOT_INSTALLED',
      message: expect.stringMatching(
        /^The registry http:\/\/127\.0\.0\.1:(\d+)\/ cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:\1\.$/,
      ),
    });
  });
});

describe('newer versions', () => {
  it('are the newest of the registry', async () => expect(await registry.newest(name)).toBe('1.1.0'));
  it('are unknown for packages that the registry does not have', async () =>
    expect(await registry.newest('n8n-nodes-none')).toBeUndefined());
});

describe('the search', () => {
  it('finds packages by words of their names', async () => {
    expect(await registry.search('programmatic')).toEqual({
      isSearchable: true,
      total: 1,
      packages: [{ name, version: '1.1.0', description: 'A node with code, for tests' }],
    });
    expect((await registry.search('')).total).toBe(5);
    expect(await registry.search('nothing like it')).toEqual({ isSearchable: true, total: 0, packages: [] });
  });

  it('looks up the name of a package by itself, and searches only if there is none', async () => {
    const before = source.requests.length;
    expect(await registry.search(name)).toEqual({
      isSearchable: false,
      total: 1,
      packages: [{ name, version: '1.1.0', description: 'A node with code, for tests' }],
    });
    expect(await registry.search(`${name}@1.0.0`)).toMatchObject({ packages: [{ name, version: '1.0.0' }] });
    expect(source.requests.slice(before)).toEqual([`/${name}/latest`, `/${name}/1.0.0`]);
    expect(await registry.search('n8n-nodes-fixture')).toMatchObject({ packages: [{ name }] });
    expect(source.requests.at(-1)).toContain('/-/v1/search');
  });

  it('finds only the exact name in a registry without search', async () => {
    const plain = createServer((request, response) => {
      if (request.url?.startsWith('/-/') === true) return response.writeHead(404).end('{}');
      return response.writeHead(307, { location: new URL(request.url ?? '', source.url).href }).end();
    });
    await new Promise<void>((done) => void plain.listen(0, '127.0.0.1', done));
    const { port } = plain.address() as { port: number };
    const without = new PackageRegistry({ folder, registry: `http://127.0.0.1:${port}/` });
    expect(await without.search(name)).toMatchObject({ packages: [{ name }] });
    expect(await without.search('programmatic')).toEqual({ isSearchable: false, total: -1, packages: [] });
    expect(await without.search('n8n-nodes-none')).toEqual({ isSearchable: false, total: -1, packages: [] });
    expect(await without.search('not a name')).toMatchObject({ packages: [] });
    plain.closeAllConnections();
    plain.close();
  });
});
