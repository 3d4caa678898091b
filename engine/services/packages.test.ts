// Packages on a whole server: what the editor and the settings show of them.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstalledPackage } from '../contract/rest/packages.ts';
import { coreNodes } from '../registry/core-nodes.generated.ts';
import { NodeRegistry } from '../registry/index.ts';
import { packagePreferenceOf } from '../settings/derived.ts';
import { Packages } from '../packages/index.ts';
import { Store } from '../store/index.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import type { NodeDescription } from '../workflow/node-type.ts';
import type { TypeActions } from '../workflow/parameters/actions.ts';

const name = 'n8n-nodes-fixture-programmatic';
const type = `${name}.greet`;
const callType = { type: 'n8n-nodes-base.executeWorkflow' };
/** JSON of a workflow with a node of a type. */
const containing = (contained: string): string =>
  JSON.stringify({
    nodes: [{ id: 'c', name: 'Contained', type: contained, typeVersion: 1, position: [0, 0], parameters: {} }],
    connections: {},
  });
const fixture = join(import.meta.dirname, '../../build/fixtures/programmatic');

describe('an installed package', () => {
  let registry: PackageRegistry;
  let running: RunningServer;
  beforeAll(async () => {
    registry = await startPackageRegistry();
    await registry.publish(fixture);
    running = await runningServer({
      environment: { MILLRACE_PACKAGE_REGISTRY: registry.url },
      settings: { packageRegistry: registry.url },
    });
    await running.data({ method: 'POST', url: '/rest/nodes', body: { name } });
  });
  afterAll(async () => {
    await running.close();
    await registry.stop();
  });

  it('is listed with its nodes, which have no properties in the list', async () => {
    const all = await running.data<NodeDescription[]>({ url: '/rest/node-types?onlyLatest=true' });
    expect(all.filter((each) => each.name === type)).toEqual([
      expect.objectContaining({ displayName: 'Greet', defaultVersion: 1, isPartial: true, properties: [] }),
    ]);
    expect(all.find((each) => each.name === 'n8n-nodes-base.set')?.isPartial).toBeUndefined();
    const body = { nodeInfos: [{ name: type, version: 1 }] };
    const [whole] = await running.data<NodeDescription[]>({ method: 'POST', url: '/rest/node-types', body });
    expect(whole?.isPartial).toBeUndefined();
    expect(whole?.properties.length).toBeGreaterThan(0);
  });

  it('lists what its nodes can do', async () => {
    const desk = 'n8n-nodes-fixture-declarative';
    await registry.publish(join(fixture, '../declarative'));
    await running.data({ method: 'POST', url: '/rest/nodes', body: { name: desk } });
    const all = await running.data<readonly TypeActions[]>({ url: '/rest/node-types/actions' });
    expect(all.filter((each) => each.type.startsWith(desk))).toContainEqual({
      type: `${desk}.desk`,
      actions: [
        { name: 'Get', resource: 'note', operation: 'get' },
        { name: 'Ask', resource: 'note', operation: 'ask' },
      ],
    });
    await running.data({ method: 'DELETE', url: `/rest/nodes?name=${desk}` });
    const left = await running.data<readonly TypeActions[]>({ url: '/rest/node-types/actions' });
    expect(left.filter((each) => each.type.startsWith(desk))).toEqual([]);
  });

  it('has the icons of its nodes', async () => {
    const { status, headers, text } = await running.send({ url: `/rest/node-icon/${encodeURIComponent(type)}?theme=dark` });
    expect([status, headers['content-type'], text]).toEqual([
      200,
      expect.stringContaining('image/svg+xml'),
      expect.stringContaining('<svg'),
    ]);
  });

  it('has icons that are cached until the package changes', async () => {
    const url = `/rest/node-icon/${encodeURIComponent(type)}`;
    const [summary] = (await running.data<NodeDescription[]>({ url: '/rest/node-types' })).filter((each) => each.name === type);
    expect(summary?.iconVersion).toMatch(/^1\.0\.0-\d/);
    const cacheControl = async (query: string): Promise<unknown> => (await running.send({ url: url + query })).headers['cache-control'];
    expect(await cacheControl('')).toBe('private, max-age=86400');
    expect(await cacheControl(`?v=${summary?.iconVersion}`)).toBe('private, max-age=31536000, immutable');
    const { etag = '' } = (await running.send({ url })).headers;
    expect(etag).not.toBe('');
    expect(await running.send({ url, headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' });
    expect(await running.send({ url, headers: { 'if-none-match': '"other"' } })).toMatchObject({ status: 200 });
  });

  it('shows newer versions once the registry was asked', async () => {
    const updates = async (url: string): Promise<unknown> =>
      (await running.data<InstalledPackage[]>({ url })).map(({ updateAvailable }) => updateAvailable);
    // The newest one was just installed.
    expect((await running.data<InstalledPackage[]>({ url: '/rest/nodes' }))[0]).toMatchObject({ isUpToDate: true });
    expect(await updates('/rest/nodes/updates')).toEqual([undefined]);
    await registry.publish(fixture, { version: '1.0.1', author: { name: 'Ada', email: 'ada@example.com' } });
    expect(await updates('/rest/nodes')).toEqual([undefined]);
    expect(await updates('/rest/nodes/updates')).toEqual(['1.0.1']);
    expect(await updates('/rest/nodes')).toEqual(['1.0.1']);
    await running.data({ method: 'PATCH', url: '/rest/nodes', body: { name: `${name}@1.0.1` } });
    expect((await running.data<InstalledPackage[]>({ url: '/rest/nodes' }))[0]).toMatchObject({ isUpToDate: true });
    await running.data({ method: 'PATCH', url: '/rest/nodes', body: { name } });
    expect(await updates('/rest/nodes')).toEqual([undefined]);
    const [installedPackage] = await running.data<InstalledPackage[]>({ url: '/rest/nodes' });
    expect(installedPackage).toMatchObject({ isUpToDate: true, authorName: 'Ada', authorEmail: 'ada@example.com' });
  });

  it('is updated with other versions of packages that it needs', async () => {
    const overrides = { 'n8n-workflow': '1.0.0' };
    const updated = await running.data({ method: 'PATCH', url: '/rest/nodes', body: { name, overrides } });
    expect(updated).toMatchObject({ overrides });
    expect(await running.data({ method: 'PATCH', url: '/rest/nodes', body: { name } })).toMatchObject({ overrides });
    expect(await running.data({ method: 'PATCH', url: '/rest/nodes', body: { name, overrides: {} } })).not.toHaveProperty('overrides');
  });

  it.each<[string, object, Readonly<Record<string, string>>]>([
    ['as a node', {}, { type }],
    ['as a tool of an agent', {}, { type: `${type}Tool` }],
    ['in a workflow that a parameter contains', { parameters: { source: 'parameter', workflowJson: containing(type) } }, callType],
    ['as a tool there', { parameters: { source: 'parameter', workflowJson: containing(`${type}Tool`) } }, callType],
  ])('is used by active workflows %s, which start again with it', async (_, more, typed) => {
    const point = { typeVersion: 1, position: [0, 0] };
    const nodes = [
      { ...point, id: 'a', name: 'Call', type: 'n8n-nodes-base.webhook', webhookId: 'used', parameters: { path: 'used' } },
      { ...point, id: 'b', name: 'Used', parameters: {}, ...typed, ...more },
    ];
    const body = { name: 'Uses it', nodes, connections: {}, active: true };
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body });
    const [listed] = await running.data<InstalledPackage[]>({ url: '/rest/nodes' });
    expect(listed?.activeWorkflows).toEqual(['Uses it']);
    await running.data({ method: 'DELETE', url: `/rest/workflows/${id}` });
    expect((await running.data<InstalledPackage[]>({ url: '/rest/nodes' }))[0]?.activeWorkflows).toEqual([]);
  });

  it('is used by active workflows that call one which uses it, however deeply', async () => {
    const point = { id: 'b', typeVersion: 1, position: [0, 0] };
    const save = async (title: string, node: object): Promise<string> => {
      const nodes = [
        { ...point, id: 'a', name: 'Call', type: 'n8n-nodes-base.webhook', webhookId: title, parameters: { path: title } },
        { ...point, name: 'Next', parameters: {}, ...node },
      ];
      const body = { name: title, nodes, connections: {}, active: title === 'first' };
      return (await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body })).id;
    };
    const calls = (value: string): object => ({ ...callType, parameters: { workflowId: { __rl: true, mode: 'list', value } } });
    const third = await save('third', { type });
    const second = await save('second', calls(third));
    const first = await save('first', calls(second));
    expect((await running.data<InstalledPackage[]>({ url: '/rest/nodes' }))[0]?.activeWorkflows).toEqual(['first']);
    for (const id of [first, second, third]) await running.data({ method: 'DELETE', url: `/rest/workflows/${id}` });
  });

  it('is found and described before it is installed', async () => {
    expect(await running.data({ url: '/rest/nodes/search?query=greet' })).toMatchObject({ isSearchable: true, packages: [] });
    expect(await running.data({ url: `/rest/nodes/details?name=${name}@1.0.0` })).toMatchObject({ name, version: '1.0.0', nodes: 1 });
  });
});

it('a package whose files are missing says so, and is installed again with what was chosen for it', async () => {
  const registry = await startPackageRegistry();
  await registry.publish(fixture);
  await registry.publish(fixture, { name: 'left-pad', n8n: {} });
  const start = (dataDir?: string): Promise<RunningServer> =>
    runningServer({ settings: { packageRegistry: registry.url }, ...(dataDir === undefined ? {} : { dataDir }) });
  let running = await start();
  const { dataDir } = running;
  const list = (): Promise<InstalledPackage[]> => running.data<InstalledPackage[]>({ url: '/rest/nodes' });
  await running.data({ method: 'POST', url: '/rest/nodes', body: { name, overrides: { 'left-pad': '1.0.0' } } });
  const again = await running.send({ method: 'POST', url: '/rest/nodes', body: { name } });
  expect(again.status).toBe(400);
  await running.close(true);
  rmSync(join(dataDir, 'packages'), { recursive: true });
  running = await start(dataDir);
  expect(await list()).toMatchObject([{ failedLoading: true, failures: [expect.stringContaining('files are missing')] }]);
  await running.data({ method: 'POST', url: '/rest/nodes', body: { name } });
  const [whole] = await list();
  expect(whole).toMatchObject({ packageName: name, failures: [], installedNodes: [{ type }] });
  expect(whole).not.toHaveProperty('failedLoading');
  expect(existsSync(join(dataDir, 'packages', name, 'node_modules/left-pad/package.json'))).toBe(true);
  await running.close();
  await registry.stop();
});

it('a package whose files were replaced just before the program was killed has the version of its files', async () => {
  const registry = await startPackageRegistry();
  await registry.publish(fixture);
  const settings = { packageRegistry: registry.url };
  let running = await runningServer({ settings });
  const { dataDir } = running;
  await running.data({ method: 'POST', url: '/rest/nodes', body: { name } });
  await running.close(true);
  await registry.publish(fixture, { version: '1.0.1' });
  const packages = new Packages({ folder: join(dataDir, 'packages'), registry: registry.url });
  await packages.install({ name, version: '1.0.1' });
  await packages.stop();
  running = await runningServer({ settings, dataDir });
  expect(await running.data({ url: '/rest/nodes' })).toMatchObject([{ packageName: name, installedVersion: '1.0.1' }]);
  await running.close();
  await registry.stop();
});

it('what a killed installation or removal of a package has left is removed at the next start', async () => {
  const registry = await startPackageRegistry();
  await registry.publish(fixture);
  const settings = { packageRegistry: registry.url };
  let running = await runningServer({ settings });
  const { dataDir } = running;
  await running.data({ method: 'POST', url: '/rest/nodes', body: { name } });
  await running.close(true);
  // The record of a package is written after its files, and removed before them.
  const store = await Store.open(dataDir);
  const [record] = await store.packages.list();
  await store.packages.remove(name);
  await store.close();
  mkdirSync(join(dataDir, 'packages', 'mine'));
  running = await runningServer({ settings, dataDir });
  expect(await running.data({ url: '/rest/nodes' })).toEqual([]);
  expect(readdirSync(join(dataDir, 'packages')).filter((entry) => !entry.startsWith('.'))).toEqual(['mine']);
  await running.data({ method: 'POST', url: '/rest/nodes', body: { name } });
  expect(await running.data({ url: '/rest/nodes' })).toMatchObject([{ packageName: record?.name, failures: [] }]);
  await running.close();
  await registry.stop();
});

it('a dependency that the registry lacks is named, and an installation that gets no response can be stopped', async () => {
  const registry = await startPackageRegistry();
  await registry.publish(fixture, { dependencies: { 'no-such-thing': '^1.0.0' } });
  const running = await runningServer({ settings: { packageRegistry: registry.url } });
  const install = () => running.send({ method: 'POST', url: '/rest/nodes', body: { name } });
  expect(await install()).toMatchObject({
    status: 400,
    body: { message: `${name} needs no-such-thing, which the registry does not have.` },
  });
  await registry.publish(fixture, { version: '1.0.2' });
  registry.stall();
  const stop = () => running.data<boolean>({ method: 'DELETE', url: `/rest/nodes/installation?name=${name}` });
  expect(await stop()).toBe(false);
  const installing = install();
  await expect.poll(() => registry.requests.at(-1)).toContain('1.0.2.tgz');
  const installations = () => running.data<object[]>({ url: '/rest/nodes/installations' });
  expect(await installations()).toEqual([{ packageName: name, stage: 'fetching', fetched: 0, total: 1 }]);
  expect(await stop()).toBe(true);
  expect(await installing).toMatchObject({ status: 400, body: { message: `The installation of ${name} was stopped.` } });
  expect(await running.data({ url: '/rest/nodes' })).toEqual([]);
  expect(await installations()).toEqual([]);
  expect(await stop()).toBe(false);
  await running.close();
  await registry.stop();
});

describe('the credential types of a package', () => {
  let registry: PackageRegistry;
  let running: RunningServer;
  beforeAll(async () => {
    registry = await startPackageRegistry();
    await registry.publish(join(import.meta.dirname, '../../build/fixtures/declarative'));
    running = await runningServer({ settings: { packageRegistry: registry.url } });
    await running.data({ method: 'POST', url: '/rest/nodes', body: { name: 'n8n-nodes-fixture-declarative' } });
  });
  afterAll(async () => {
    await running.close();
    await registry.stop();
  });
  const shelf = 'n8n-nodes-fixture-declarative.shelf';
  const icon = async (type: string, theme: string): Promise<string> =>
    (await running.send({ url: `/rest/credential-icon/${type}?theme=${theme}` })).text;

  it('have their icons, by theme; types without one have that of a node that uses them', async () => {
    expect(await icon('shelfApi', 'light')).toContain('#7a4b12');
    expect(await icon('shelfApi', 'dark')).toContain('#f0c48a');
    expect(await icon('shelfTokenApi', 'light')).toBe((await running.send({ url: `/rest/node-icon/${shelf}` })).text);
    expect(await icon('httpBasicAuth', 'light')).toContain('>BA<');
  });

  it('have nodes whose icons are names in a font', async () => {
    const { text, headers } = await running.send({ url: `/rest/node-icon/${shelf}` });
    expect(headers['content-type']).toContain('image/svg+xml');
    expect(text).toMatch(/^<svg [^>]*stroke="currentColor"[^>]*><path /);
  });

  it('are listed with their documentation, and with whether they have an icon', async () => {
    const types = await running.data<{ name: string }[]>({ url: '/rest/credential-types' });
    expect(types.find(({ name: type }) => type === 'shelfApi')).toMatchObject({
      iconVersion: expect.stringMatching(/^1\.0\.0-\d/),
      documentationUrl: 'https://docs.example.com/shelf',
    });
    expect(types.find(({ name: type }) => type === 'httpBasicAuth')).not.toHaveProperty('iconVersion');
  });
});

describe('a node type that a package and the program both have', () => {
  it.each([
    ['is the built-in one', {}, 'Edit Fields (Set)'],
    ['is the one of the package, if packages come first', { prefersPackageTypes: true }, 'Other'],
    ['is the one of the package, if the settings name it', { preferredPackageTypes: ['n8n-nodes-base.set'] }, 'Other'],
    ['is the built-in one, if the settings name another', { preferredPackageTypes: ['n8n-nodes-base.if'] }, 'Edit Fields (Set)'],
  ])('%s', async (_, preference, displayName) => {
    const registry = new NodeRegistry(coreNodes);
    const other = { ...(await nodeOf('n8n-nodes-base.set')), displayName: 'Other' };
    const prefers = packagePreferenceOf({ prefersPackageTypes: false, preferredPackageTypes: [], ...preference });
    const version = { description: other, execute: () => Promise.resolve([[]]) };
    registry.setPackage('n8n-nodes-base', [[other.name, async () => ({ type: other.name, icon: '', versions: [version] })]], prefers);
    await registry.load([other.name]);
    expect(registry.description(other.name)?.displayName).toBe(displayName);
    registry.removePackage('n8n-nodes-base');
    await registry.load([other.name]);
    expect(registry.description(other.name)?.displayName).toBe('Edit Fields (Set)');
  });
});

async function nodeOf(type: string): Promise<NodeDescription> {
  const registry = new NodeRegistry(coreNodes);
  await registry.load([type]);
  return registry.description(type) as NodeDescription;
}
