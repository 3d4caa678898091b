// What a package finds: services of `n8n-core` in the container that it brings, and modules that it depends on.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { setInstanceId } from '../modules/core-module.ts';
import { PackageLoader } from './loader.ts';

const container = `
const instances = new Map();
exports.Container = {
  has: (type) => instances.has(type),
  set: (type, instance) => instances.set(type, instance),
  get: (type) => {
    if (!instances.has(type)) throw new Error(type.name + ' is not a service');
    return instances.get(type);
  },
};`;

const node = `
const { Container } = require('@n8n/di');
const { InstanceSettings, ErrorReporter } = require('n8n-core');
exports.Asker = class Asker {
  ask() {
    Container.get(ErrorReporter).error(new Error('x'));
    return Container.get(InstanceSettings).instanceId;
  }
  steal() {
    return Container.get(InstanceSettings).encryptionKey;
  }
};`;

let root: string | undefined;
let loader: PackageLoader | undefined;
afterEach(async () => {
  loader?.forget();
  if (root !== undefined) await rm(root, { recursive: true });
});

async function loaded(files: Readonly<Record<string, string>>): Promise<PackageLoader> {
  root = await realpath(await mkdtemp(join(tmpdir(), 'millrace-loader-')));
  const folder = join(root, 'node_modules/n8n-nodes-asker');
  for (const [path, content] of Object.entries({ 'n8n-nodes-asker/package.json': '{}', ...files })) {
    const file = join(root, 'node_modules', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return new PackageLoader(folder);
}

const asker = { file: 'index.js', className: 'Asker' };
type Asker = Readonly<Record<'ask' | 'steal', () => unknown>>;

it('are there for code that asks for them, and keep what is the program’s', async () => {
  setInstanceId('here');
  loader = await loaded({
    '@n8n/di/package.json': '{"main":"index.js"}',
    '@n8n/di/index.js': container,
    'n8n-nodes-asker/index.js': node,
  });
  const instance = loader.instance(asker) as unknown as Asker;
  expect(instance.ask()).toBe('here');
  expect(() => instance.steal()).toThrow('"n8n-core: InstanceSettings.encryptionKey" is not supported');
});

it.each([
  ['no container', undefined],
  ['a container that throws', 'throw new Error("broken")'],
  ['something else under its name', 'module.exports = null;'],
])('a package with %s is loaded all the same', async (_what, content) => {
  loader = await loaded({
    ...(content === undefined ? {} : { '@n8n/di/index.js': content }),
    'n8n-nodes-asker/index.js': `const core = require('n8n-core'); exports.Asker = class Asker { ask() { return core.isEngineRequest({ actions: [] }); } };`,
  });
  expect((loader.instance(asker) as unknown as Asker).ask()).toBe(true);
});

it('a module that the package lacks is named, without folders', async () => {
  loader = await loaded({
    'old/package.json': '{"exports":{".":"./index.js"}}',
    'old/index.js': '',
    '@scope/broken/package.json': '{"main":"index.js"}',
    '@scope/broken/index.js': "require('left-out');",
  });
  const rejection = (name: string): readonly unknown[] => {
    try {
      return ['loaded', loader?.module(name)];
    } catch (error) {
      const { message, description } = error as { message: string; description?: string };
      return [message, description];
    }
  };
  const advice = (needed: string, name: string): string =>
    `Tell the authors of the package: they must list "${needed}" among its dependencies, in a version that has "${name}".`;
  expect(rejection('@langchain/core/tools')).toEqual([
    'The package n8n-nodes-asker needs "@langchain/core" for this, but does not contain it.',
    advice('@langchain/core', '@langchain/core/tools'),
  ]);
  expect(rejection('zod')).toEqual(['The package n8n-nodes-asker needs "zod" for this, but does not contain it.', advice('zod', 'zod')]);
  expect(rejection('old/new')).toEqual([
    'The package n8n-nodes-asker needs "old/new" for this, but its version of "old" does not have it.',
    advice('old', 'old/new'),
  ]);
  expect(rejection('old')).toEqual(['loaded', {}]);
  expect(rejection('@scope/broken')[0]).toMatch("Cannot find module 'left-out'");
});
