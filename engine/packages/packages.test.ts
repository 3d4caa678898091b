// Installed packages: fetching, describing and running their nodes, and what happens if one of these fails.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpClient } from '../execution/http/client.ts';
import { createCredentialTypes, createNodeRegistry, type NodeRegistry } from '../registry/index.ts';
import { usePackage } from '../registry/n8n/index.ts';
import { launchHere, type Launch } from '../sandbox/launch.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../testing/run-node.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';
import { Packages } from './index.ts';
import type { InstallProgress } from './installation/install-process.ts';

const programmatic = 'n8n-nodes-fixture-programmatic';
const hostile = 'n8n-nodes-fixture-hostile';
const fixture = (name: string): string => join(import.meta.dirname, '../../build/fixtures', name);

let source: PackageRegistry;
let folder: string;
let packages: Packages;
let nodes: NodeRegistry;
/** The same packages, whose code runs inside the engine. */
let trusting: Packages;
let trustedNodes: NodeRegistry;

const run = (type: string, parameters: NodeCase['parameters'], more: Partial<NodeCase> = {}): Promise<NodeOutcome> => {
  const http = createHttpClient({ environment: {} });
  return runNode({ type, parameters, ...more, ports: { nodes, http, ...more.ports } });
};

function nodesOf(installed: Packages): NodeRegistry {
  const registry = createNodeRegistry();
  const types = { registry, credentialTypes: createCredentialTypes(), instanceId: 'test', instanceUrl: () => 'http://localhost:5678' };
  for (const catalog of installed.installed()) usePackage(types, installed, catalog);
  return registry;
}

beforeAll(async () => {
  source = await startPackageRegistry();
  await source.publish(fixture('programmatic'));
  await source.publish(fixture('hostile'));
  folder = await mkdtemp(join(tmpdir(), 'millrace-packages-'));
  packages = new Packages({ folder, registry: source.url, memory: 128, stuckAfter: 2000, stalledAfter: 200 });
  for (const name of [programmatic, hostile]) await packages.install({ name, version: 'latest' });
  nodes = nodesOf(packages);
  trusting = new Packages({
    folder,
    registry: source.url,
    trusted: [programmatic],
    launch: () => {
      throw new Error('A process was started.');
    },
  });
  await trusting.open();
  trustedNodes = nodesOf(trusting);
});
afterAll(async () => {
  await trusting.stop();
  await packages.stop();
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('installing', () => {
  it('describes the nodes, and names those that cannot be loaded', () => {
    expect(packages.installed()).toEqual([
      expect.objectContaining({
        name: programmatic,
        version: '1.0.0',
        license: 'MIT',
        failed: [],
        nodes: [expect.objectContaining({ type: `${programmatic}.greet`, displayName: 'Greet', latestVersion: 1 })],
      }),
      expect.objectContaining({
        name: hostile,
        nodes: [expect.objectContaining({ displayName: 'Hostile' })],
        failed: [
          {
            place: { file: 'dist/nodes/Hostile/Absent.node.js', className: 'Absent' },
            reason: "Cannot find module 'dist/nodes/Hostile/Absent.node.js'",
          },
        ],
      }),
    ]);
  });

  it('a version that crashes while it is loaded is refused, and the installed one stays', async () => {
    const n8n = { nodes: ['dist/nodes/Hostile/Hostile.node.js', 'dist/nodes/Hostile/Crash.node.js'], credentials: [] };
    await source.publish(fixture('hostile'), { version: '1.0.1', n8n });
    await expect(packages.install({ name: hostile, version: '1.0.1' })).rejects.toMatchObject({
      code: 'PACKAGE_FAILED',
      message: expect.stringContaining('ended its process') as unknown,
    });
    expect(packages.installed().find(({ name }) => name === hostile)?.version).toBe('1.0.0');
    expect((await readdir(folder)).filter((name) => name.startsWith('.staging'))).toEqual([]);
    expect((await run(`${hostile}.hostile`, { attempt: 'environment' })).json).toEqual([{ result: [] }]);
  });

  it('runs no script of a package', () => {
    expect(existsSync('/tmp/millrace-install-script-ran')).toBe(false);
  });

  it('reads the catalogs again, without the registry', async () => {
    const again = new Packages({ folder, registry: 'http://127.0.0.1:1/' });
    expect(await again.open()).toEqual([]);
    expect(
      again
        .installed()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([hostile, programmatic]);
    await again.stop();
  });

  it('packages that another version of the program described are described again', async () => {
    const again = new Packages({ folder, registry: 'http://127.0.0.1:1/' });
    const index = join(again.folderOf(programmatic), 'catalog/index.json');
    const text = await readFile(index, 'utf8');
    const older = { ...(JSON.parse(text) as object), describedBy: '0.0.1', nodes: [] };
    // The program ended while the catalog was being replaced.
    await rename(join(again.folderOf(programmatic), 'catalog'), join(again.folderOf(programmatic), 'catalog.replaced'));
    await writeFile(index.replace('catalog', 'catalog.replaced'), JSON.stringify(older));
    await again.open();
    expect(again.outdated()).toEqual([programmatic]);
    const catalog = await again.describeAgain(programmatic);
    expect([catalog, again.outdated()]).toEqual([JSON.parse(text), []]);
    expect(JSON.parse(await readFile(index, 'utf8'))).toEqual(catalog);
    await again.stop();
  });

  it.each([
    ['an unknown package', { name: 'n8n-nodes-none', version: 'latest' }, 'PACKAGE_NOT_FOUND'],
    ['an unknown version', { name: programmatic, version: '9.9.9' }, 'PACKAGE_NOT_INSTALLED'],
  ])('%s is refused, and leaves nothing behind', async (_, request, code) => {
    await expect(packages.install(request)).rejects.toMatchObject({ code });
    expect((await readdir(folder)).filter((name) => name.startsWith('.staging'))).toEqual([]);
  });

  it('names the version to use where the registry lacks one', async () => {
    const needed = 'left-lamp';
    for (const version of ['1.2.0', '1.3.0', '1.4.0-beta.1', '2.0.0'])
      await source.publish(fixture('declarative'), { name: needed, version });
    const name = 'n8n-nodes-lacking';
    await source.publish(fixture('declarative'), { name, version: '1.0.0', dependencies: { [needed]: '^1.9.0' } });
    await expect(packages.install({ name, version: 'latest' })).rejects.toMatchObject({
      code: 'PACKAGE_NOT_INSTALLED',
      message: 'n8n-nodes-lacking needs left-lamp ^1.9.0, which the registry does not have. The nearest is 1.3.0.',
      hint: 'Use 1.3.0 of it (an override: left-lamp=1.3.0), or an older version of n8n-nodes-lacking.',
    });
    await expect(packages.install({ name, version: '3.0.0' })).rejects.toMatchObject({
      message: 'The registry has no version 3.0.0 of n8n-nodes-lacking. The nearest is 1.0.0.',
      hint: 'Ask for 1.0.0.',
    });
    const { version } = await packages.install({ name, version: 'latest', overrides: { [needed]: '1.3.0' } });
    expect(version).toBe('1.0.0');
    await packages.remove(name);
    const { overrides } = await packages.install({ name, version: 'latest', takesNearest: true });
    expect(overrides).toEqual({ [needed]: '1.3.0' });
    await packages.remove(name);
  });

  it('tells how far it is', async () => {
    const seen: InstallProgress[] = [];
    // A part for another system is not fetched.
    const part = 'lamp-for-another-system';
    const name = 'n8n-nodes-in-parts';
    await source.publish(fixture('declarative'), { name: part, version: '1.0.0', os: ['none'] });
    await source.publish(fixture('programmatic'), { name, optionalDependencies: { [part]: '1.0.0' } });
    await packages.install({ name, version: 'latest' }, (progress) => seen.push(progress));
    await packages.remove(name);
    expect(seen.map(({ stage }) => stage)).toEqual([
      'resolving',
      'fetching',
      ...Array.from({ length: seen.length - 4 }, () => 'fetching'),
      'hashing',
      'reading',
    ]);
    const { fetched, total } = seen.at(-3) ?? {};
    expect([seen[1]?.fetched, fetched]).toEqual([0, total]);
    expect(total).toBeGreaterThan(0);
  });

  it('a version whose archive differs from its hash is refused, and the installed one stays', async () => {
    await source.publish(fixture('programmatic'), { version: '1.0.1' });
    source.corrupt(programmatic, '1.0.1');
    await expect(packages.install({ name: programmatic, version: '1.0.1' })).rejects.toMatchObject({ code: 'PACKAGE_NOT_INSTALLED' });
    expect((await run(`${programmatic}.greet`, { name: 'Ada' })).json).toEqual([{ greeting: 'Hello Ada' }]);
  });
});

describe.each(['a process of its own', 'the engine'])('a node of a package in %s', (place) => {
  const greet = (parameters: NodeCase['parameters'], more: Partial<NodeCase> = {}): Promise<NodeOutcome> =>
    run(`${programmatic}.greet`, parameters, { ...more, ports: { nodes: place === 'the engine' ? trustedNodes : nodes } });

  it('reads its parameters per item', async () => {
    const outcome = await greet({ name: '={{ $json.who }}' }, { items: [{ who: 'Ada' }, { who: 'Grace' }] });
    expect(outcome.error).toBeUndefined();
    expect(outcome.json).toEqual([{ greeting: 'Hello Ada' }, { greeting: 'Hello Grace' }]);
  });

  it('reads the parameters of more items than one message carries', async () => {
    const items = Array.from({ length: 2500 }, (_, who) => ({ who }));
    const outcome = await greet({ name: '={{ $json.who }}' }, { items });
    expect([outcome.json.length, outcome.json.at(-1)]).toEqual([2500, { greeting: 'Hello 2499' }]);
  });

  it('fails with what the service said of a refused request', async () => {
    const server = await stubServer((_request, response) => {
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"The channel is closed"}');
    });
    const { error } = await run(`${programmatic}.greet`, { name: 'Ada', url: server.address });
    await server.close();
    expect(error).toMatchObject({
      code: 'NODE_REQUEST_FAILED',
      name: 'NodeApiError',
      message: expect.stringMatching(/^Forbidden/) as unknown,
      description: 'The channel is closed',
      httpCode: '403',
    });
  });

  it('fails with its message, description and item', async () => {
    const { error } = await greet({ name: '' });
    expect(error).toMatchObject({ name: 'NodeOperationError', message: 'A name is needed', description: 'Enter a name.' });
  });

  it('continues on failure', async () => {
    const outcome = await greet(
      { name: '={{ $json.who }}' },
      { items: [{ who: '' }, { who: 'Ada' }], node: { onError: 'continueRegularOutput' } },
    );
    expect(outcome.json).toEqual([{ error: 'A name is needed' }, { greeting: 'Hello Ada' }]);
  });

  it('sends requests through the engine', async () => {
    const server = await stubServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ url: request.url }));
    });
    const outcome = await greet({ name: 'Ada & Co', url: `${server.address}/hello` });
    await server.close();
    expect(outcome.json).toEqual([{ greeting: 'Hello Ada & Co', fetched: { url: '/hello?name=Ada%20%26%20Co' } }]);
  });

  it('ends with the run that is stopped', async () => {
    const server = await stubServer(() => undefined);
    const outcome = await greet({ name: 'Ada', url: server.address }, { instance: { timeout: 300 } });
    await server.close();
    expect(outcome.error).toMatchObject({ code: 'EXECUTION_TIMEOUT' });
  });
});

it('a trusted package is loaded anew after an update', async () => {
  const registry = await startPackageRegistry();
  const changed = join(folder, '.changed');
  await cp(fixture('programmatic'), changed, { recursive: true });
  const file = join(changed, 'dist/nodes/Greet/Greet.node.js');
  await writeFile(file, (await readFile(file, 'utf8')).replace('Hello', 'Good day,'));
  await registry.publish(fixture('programmatic'));
  const trusted = new Packages({ folder: join(folder, '.trusted'), registry: registry.url, trusted: [programmatic] });
  const greetings: unknown[] = [];
  for (const version of ['1.0.0', '2.0.0']) {
    if (version === '2.0.0') await registry.publish(changed, { version });
    await trusted.install({ name: programmatic, version });
    const outcome = await run(`${programmatic}.greet`, { name: 'Ada' }, { ports: { nodes: nodesOf(trusted) } });
    greetings.push(...outcome.json.map(({ greeting }) => greeting));
  }
  expect(greetings).toEqual(['Hello Ada', 'Good day, Ada']);
  await trusted.stop();
  await registry.stop();
});

describe('calls that are made while the folder of a package is changed', () => {
  let registry: PackageRegistry;
  let changing: Packages;
  /** Version of the package in its folder at each start of a process. */
  let started: string[];
  /** Called once a process of the installed package is to be ended, and before it has ended. */
  let onKill: () => void;
  const launch: Launch = (request, listener) => {
    const { folder: own = '' } = JSON.parse(request.setup) as { readonly folder?: string };
    const isInstalled = own.startsWith(changing.folderOf(programmatic));
    if (isInstalled) started.push((JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { version: string }).version);
    const launched = launchHere(request, listener);
    const kill = (): void => {
      if (isInstalled) onKill();
      setImmediate(() => launched.kill());
    };
    return { ...launched, kill };
  };
  const call = (): Promise<unknown> => changing.call(programmatic, { kind: 'describe', nodes: [], credentials: [] }, {});
  /** Returns the result of a call that is made while the package's process is being ended. */
  const duringChange = async (change: () => Promise<unknown>): Promise<unknown> => {
    await call();
    started = [];
    const { promise, resolve } = Promise.withResolvers<unknown>();
    onKill = () => resolve(call());
    const [result] = await Promise.all([promise.catch((error: unknown) => error), change()]);
    onKill = () => undefined;
    return result;
  };

  beforeEach(async () => {
    registry = await startPackageRegistry();
    started = [];
    onKill = () => undefined;
    changing = new Packages({ folder: await mkdtemp(join(realpathSync(folder), '.changing-')), registry: registry.url, launch });
    await registry.publish(fixture('programmatic'));
    await registry.publish(fixture('programmatic'), { version: '2.0.0' });
    await changing.install({ name: programmatic, version: '1.0.0' });
  });
  afterEach(async () => {
    await changing.stop();
    await registry.stop();
  });

  it('run in the new version after an update', async () => {
    const result = await duringChange(() => changing.install({ name: programmatic, version: '2.0.0' }));
    expect([result, started]).toEqual([{ nodes: [], credentials: [], failed: [] }, ['2.0.0']]);
  });

  it('fail after the package has been removed', async () => {
    const result = await duringChange(() => changing.remove(programmatic));
    expect(result).toMatchObject({ code: 'PACKAGE_FAILED', message: `The package ${programmatic} is not installed.` });
    expect(started).toEqual([]);
  });
});

describe('hostile code', () => {
  const attempt = async (name: string): Promise<NodeOutcome> => run(`${hostile}.hostile`, { attempt: name });

  it.each([
    ['file', 'Packages may not read files of the computer, unless you trust them with everything (MILLRACE_TRUSTED_PACKAGES).'],
    ['program', 'Packages may not start programs, unless you trust them with everything (MILLRACE_TRUSTED_PACKAGES).'],
    ['loop', /did not respond/],
    // Under load, its first calls may take too long before its memory is used up.
    ['memory', /memory|did not respond/],
    ['exit', /ended|process/],
    ['unsupported', /"n8n-workflow: aFunctionThatNobodyHas" is not supported/],
    ['absentFile', "Cannot find module 'dist/nodes/Hostile/Gone.js'"],
    ['absentImport', "Cannot find module 'dist/nodes/Hostile/Gone.mjs' imported from dist/nodes/Hostile/Hostile.node.js"],
    ['deep', /may import "n8n-workflow" only as a whole/],
    ['items', /returned an item that is not an object/],
    ['flood', /sent too many messages/],
    ['forgedMessage', /sent an unreadable message/],
    // The engine does not learn why the process ended.
    ['forgedStream', /memory|ended/],
    ['nested', /levels deep/],
    ['unreadableError', 'The package failed with an error that cannot be read.'],
    ['symbolicError', 'The package failed with an error that cannot be read.'],
    ['proxyError', 'The package failed with an error that cannot be read.'],
  ])('%s is contained, and the package works again afterwards', async (name, message) => {
    expect((await attempt(name)).error?.message).toMatch(message);
    expect((await attempt('environment')).json).toEqual([{ result: [] }]);
  });

  it.each(['brokenPromises', 'brokenLists', 'silentPorts'])('a process whose built-in objects are broken is replaced: %s', async (name) => {
    await attempt(name);
    await expect.poll(async () => (await attempt('environment')).json).toEqual([{ result: [] }]);
  });

  it('reads locators per item if only a name in them has an expression', async () => {
    const url = { __rl: true, mode: 'url', value: 'https://example.com', cachedResultName: '={{ $json.name }}' };
    const outcome = await run(`${hostile}.hostile`, { attempt: 'names', url }, { items: [{ name: 'first' }, { name: 'second' }] });
    expect(outcome.json[0]).toEqual({ result: ['first', 'second'] });
  });

  it('a node that logs more lines than are kept does its work', async () => {
    // It blocks its process for as long as the lines take, and its limit is measured by the wall clock: a busy computer exceeds two seconds.
    const patient = new Packages({ folder, registry: source.url });
    try {
      await patient.open();
      const outcome = await run(`${hostile}.hostile`, { attempt: 'manyLines' }, { ports: { nodes: nodesOf(patient) } });
      expect(outcome.json).toEqual([{ result: 'logged' }]);
    } finally {
      await patient.stop();
    }
  });

  it('a call that was made during an endless loop is answered by another process', async () => {
    const looping = attempt('loop');
    const [stuck, other] = await Promise.all([looping, attempt('environment')]);
    expect(stuck.error?.message).toMatch(/did not respond/);
    expect([other.error?.message, other.json]).toEqual([undefined, [{ result: [] }]]);
  });

  it.each([
    ['text', { data: 'not an object' }],
    ['list', { data: [1, 2] }],
    ['nothing', {}],
    ['empty', {}],
  ])('an item whose json is %s has an object nevertheless', async (name, json) => {
    expect(await attempt(name)).toMatchObject({ json: [json] });
  });

  it.each([
    ['returnsText', 'a text', 'It returned "text". Tell the authors of the package.'],
    ['returnsNumber', 'a number', 'It returned 7. Tell the authors of the package.'],
    ['returnsObject', 'an object', 'It returned {"json":{}}. Tell the authors of the package.'],
    ['returnsNumbers', 'a list with a number', 'It returned [1]. Tell the authors of the package.'],
    ['returnsItems', 'a list with an object', 'It returned [{"json":{}}]. Tell the authors of the package.'],
    ['returnsFunction', 'a function', 'It returned a function. Tell the authors of the package.'],
  ])('%s is refused, and named', async (name, what, description) => {
    const { error } = await attempt(name);
    expect([error?.message, error?.description]).toEqual([
      `The node "Node" returned ${what} instead of one list of items per output.`,
      description,
    ]);
  });

  it.each(['returnsNull', 'returnsNothing', 'returnsNullOutput', 'returnsNoOutput', 'returnsNoOutputs'])('%s is no data', async (name) => {
    expect(await attempt(name)).toMatchObject({ json: [] });
  });

  it.each([false, true])('does no harm outside of its process, with access to the network: %j', async (isAllowed) => {
    await packages.allowNetwork(hostile, isAllowed);
    const { json, error } = await attempt('harm');
    await packages.allowNetwork(hostile, false);
    expect(error).toBeUndefined();
    const { database, ...otherResults } = (json as readonly [{ result: Record<string, unknown> }])[0].result;
    expect(database).toEqual(Array(2).fill('ERR_UNKNOWN_BUILTIN_MODULE'));
    expect(Object.keys(otherResults)).toHaveLength(17);
    expect(otherResults).toEqual(Object.fromEntries(Object.keys(otherResults).map((name) => [name, Array(2).fill('ERR_ACCESS_DENIED')])));
  });

  it.each(['prototype', 'polluted'])('does not reach the prototypes of the engine: %s', async (name) => {
    expect((await attempt(name)).error).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('connections of package code', () => {
  let server: StubServer;
  beforeAll(async () => {
    server = await stubServer(({ url }, response) => {
      response.statusCode = url === '/missing' ? 404 : 200;
      response.end('reached');
    });
  });
  afterAll(() => server.close());
  const connect = (name: string): Promise<NodeOutcome> => run(`${hostile}.hostile`, { attempt: name, url: server.address });

  it.each([
    'net', 'retried', 'socket', 'tls', 'http', 'https', 'http2', 'fetch', 'socketOfWeb', 'imported', 'dgram', 'dns', 'resolver', 'listen', 'worker', 'workerOfWorker',
    'early', 'earlyByProcess', 'earlyByShared', 'earlyByPrototype', 'earlyByGetter', 'innerListen', 'handleOfServer', 'handleOfTls', 'handleOfPipe', 'handleOfResolver',
  ])('%s is refused without consent', async (name) => {
    expect((await connect(name)).error?.message).toMatch(`The package ${hostile} may not open connections by itself`);
    expect(server.received).toEqual([]);
  }); // oxfmt-ignore

  it('is named as the reason of errors that follow it in the same call only', async () => {
    const [{ error: reworded }, { error: other }] = await Promise.all([connect('reworded'), connect('unrelated')]);
    expect(reworded).toMatchObject({
      message: expect.stringMatching(`The package ${hostile} may not open connections by itself`) as unknown,
      description: 'Connection error.',
    });
    expect(other?.message).toBe('A name is needed.');
    expect((await connect('optional')).error).toMatchObject({
      httpCode: '404',
      message: expect.not.stringContaining('by itself') as unknown,
    });
  });

  it('the guard cannot be taken away', async () => {
    expect((await connect('restored')).error?.message).toMatch(/Cannot (?:delete|redefine) property/);
    expect((await connect('net')).error?.message).toMatch('may not open connections by itself');
  });

  describe('with consent', () => {
    const kinds = ['net', 'http', 'fetch', 'imported', 'dns', 'listen', 'worker'];
    beforeAll(() => packages.allowNetwork(hostile, true));
    afterAll(() => packages.allowNetwork(hostile, false));

    it.each(kinds)('%s works', async (name) => {
      expect((await connect(name)).error).toBeUndefined();
    });

    it('none works once it is revoked', async () => {
      await packages.allowNetwork(hostile, false);
      for (const name of kinds) expect((await connect(name)).error?.message, name).toMatch('may not open connections by itself');
    });
  });
});
