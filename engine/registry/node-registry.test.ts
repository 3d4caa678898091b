import { describe, expect, it } from 'vitest';
import { defineNode, type NodeDefinition } from '../sdk/index.ts';
import { createNodeRegistry } from './index.ts';
import { NodeRegistry, type NodeChoice } from './node-registry.ts';

const about = {
  displayName: 'Test',
  description: '',
  group: [],
  defaults: { name: 'Test' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [],
};
const definition = (type: string): NodeDefinition =>
  defineNode({
    type,
    icon: 'icon.svg',
    defaultVersion: 3,
    versions: [{ description: { ...about, version: [1, 2] } }, { description: { ...about, version: [3, 3.1] } }],
  });
const types = ['a.one', 'a.two', '__proto__'];
const registry = (choice?: NodeChoice): NodeRegistry =>
  new NodeRegistry(
    types.map((type) => [type, async () => definition(type)] as const),
    choice,
  );

describe('the version that runs a node', () => {
  it.each([
    [undefined, [3, 3.1]],
    [1, [1, 2]],
    [2.7, [1, 2]],
    [3.05, [3, 3.1]],
    [12, [3, 3.1]],
    [0.1, [1, 2]],
  ])('for %s is one of %j', async (version, expected) => {
    const nodes = registry();
    await nodes.load(['a.one']);
    expect(nodes.description('a.one', version)?.version).toEqual(expected);
  });

  it('is undefined for an unknown type', () => {
    expect(registry().node('a.one', 1)).toBeUndefined();
    expect(registry().node('a.other', 1)).toBeUndefined();
  });
});

describe('the known types', () => {
  it.each<[choice: NodeChoice | undefined, expected: readonly string[]]>([
    [undefined, types],
    [{ include: [], exclude: [] }, types],
    [{ exclude: ['a.two', 'a.unknown'] }, ['a.one', '__proto__']],
    [{ include: ['a.two'] }, ['a.two']],
    [{ include: ['a.two', '__proto__'], exclude: ['__proto__'] }, ['a.two']],
  ])('with %j are %j', async (choice, expected) => {
    const nodes = registry(choice);
    await nodes.load(types);
    expect(nodes.types()).toEqual(expected);
    for (const type of types) {
      expect([nodes.has(type), nodes.description(type) !== undefined, nodes.isExcluded(type)]).toEqual(
        expected.includes(type) ? [true, true, false] : [false, false, true],
      );
    }
    expect(nodes.excluded()).toEqual(types.filter((type) => !expected.includes(type)));
    expect(nodes.isExcluded('a.unknown')).toBe(false);
  });
});

describe('the variant of a type that agents use as a tool', () => {
  const usable = defineNode({
    type: 'a.mail',
    icon: 'icon.svg',
    versions: [
      { description: { ...about, version: 1 }, execute: () => [] },
      {
        description: {
          ...about,
          displayName: 'Mail',
          description: 'Sends mail',
          codex: { categories: ['Communication'], alias: ['post'], resources: { primaryDocumentation: [{ url: 'https://example.com' }] } },
          usableAsTool: true,
          version: 2,
          properties: [{ displayName: 'Operation', name: 'operation', type: 'options', default: 'send' }],
        },
        execute: () => [],
      },
    ],
  });

  it('has the versions that are usable, a description for the model, and a connection to the agent alone', async () => {
    const nodes = registry();
    nodes.add(usable);
    await nodes.load(['a.mailTool']);
    expect(nodes.versions('a.mailTool')).toEqual([2]);
    expect(nodes.description('a.mailTool')).toMatchObject({
      name: 'a.mailTool',
      displayName: 'Mail Tool',
      inputs: [],
      outputs: ['ai_tool'],
      codex: {
        categories: ['AI'],
        subcategories: { AI: ['Tools'] },
        resources: { primaryDocumentation: [{ url: 'https://example.com' }] },
      },
    });
    const { properties = [] } = nodes.description('a.mailTool') ?? {};
    expect(properties.map(({ name, default: value }) => [name, value])).toEqual([
      ['descriptionType', 'auto'],
      ['toolDescription', 'Sends mail'],
      ['operation', 'send'],
    ]);
    expect(nodes.node('a.mailTool')?.execute).toBe(usable.versions[1]?.execute);
    expect(nodes.types()).not.toContain('a.mailTool');
  });

  it('does not exist for types that are not marked, and for unknown ones', async () => {
    const nodes = registry();
    await nodes.load(['a.oneTool', 'a.unknownTool', 'Tool']);
    expect(['a.oneTool', 'a.unknownTool', 'Tool'].map((type) => nodes.node(type))).toEqual([undefined, undefined, undefined]);
  });

  it('is taken from the package of the type, and is gone with it', async () => {
    const nodes = registry();
    nodes.setPackage('a', [['a.mail', async () => usable]]);
    await nodes.load(['a.mailTool']);
    expect([nodes.packageOf('a.mailTool'), nodes.baseOf('a.mailTool')]).toEqual(['a', 'a.mail']);
    nodes.removePackage('a');
    await nodes.load(['a.mailTool']);
    expect([nodes.packageOf('a.mailTool'), nodes.node('a.mailTool')]).toEqual([undefined, undefined]);
  });
});

describe('a core node as a tool', () => {
  it.each(['compression', 'crypto', 'dateTime', 'executeCommand', 'graphql', 'httpRequest', 'jwt', 'rssFeedRead', 'totp'])(
    'exists for %s in its versions, with a description for the model',
    async (name) => {
      const nodes = createNodeRegistry();
      const [base, tool] = [`n8n-nodes-base.${name}`, `n8n-nodes-base.${name}Tool`];
      await nodes.load([base, tool]);
      expect(nodes.versions(tool)).toEqual(nodes.versions(base));
      const { inputs, outputs, properties = [], codex } = nodes.description(tool) ?? {};
      expect([inputs, outputs, codex?.categories]).toEqual([[], ['ai_tool'], ['AI']]);
      expect(properties.map((property) => property.name)).toContain('toolDescription');
      expect(nodes.node(tool)?.execute).toBe(nodes.node(base)?.execute);
    },
  );

  it.each(['code', 'set', 'webhook', 'stickyNote'])('does not exist for %s', async (name) => {
    const nodes = createNodeRegistry();
    await nodes.load([`n8n-nodes-base.${name}Tool`]);
    expect(nodes.node(`n8n-nodes-base.${name}Tool`)).toBeUndefined();
  });
});
