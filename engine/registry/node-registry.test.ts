import { describe, expect, it } from 'vitest';
import { defineNode, type NodeDefinition } from '../sdk/index.ts';
import { reviewSummaries } from './review-variant.ts';
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

describe('a type that asks a person before a tool is called', () => {
  it('exists for the Chat node in its versions, between the agent and the tools', async () => {
    const nodes = createNodeRegistry();
    const [base, review] = ['chat', 'chatHitlTool'].map((name) => `@n8n/n8n-nodes-langchain.${name}`) as [string, string];
    await nodes.load([base, review]);
    expect(nodes.versions(review)).toEqual(nodes.versions(base));
    expect(nodes.baseOf(review)).toBe(base);
    const { inputs, outputs, properties = [], usableAsTool } = nodes.description(review) ?? {};
    expect([inputs, outputs, usableAsTool]).toEqual([[{ type: 'ai_tool', displayName: 'Tool', required: true }], ['ai_tool'], undefined]);
    const defaults = new Map(properties.map(({ name, type, default: value }) => [name, [type, value]]));
    expect(defaults.get('operation')).toEqual(['hidden', 'sendAndWait']);
    expect(defaults.get('responseType')).toEqual(['options', 'approval']);
    expect(defaults.get('approvalOptions')).toEqual(['fixedCollection', { values: { approvalType: 'double' } }]);
    expect(defaults.get('message')).toEqual(['string', expect.stringContaining('$tool.parameters')]);
    const { execute, supply, webhook } = nodes.node(review) ?? {};
    expect([execute, typeof supply, webhook]).toEqual([undefined, 'function', nodes.node(base)?.webhook]);
  });

  it('exists for types of packages that send a message and wait for the answer', async () => {
    const nodes = registry();
    const options = [{ name: 'Wait', value: 'sendAndWait' }];
    const description = {
      displayName: 'Mail',
      description: 'Sends mail',
      version: 1,
      group: ['output'],
      defaults: { name: 'Mail' },
      inputs: ['main'],
      outputs: ['main'],
      webhooks: [{ name: 'default', httpMethod: 'GET', path: '', restartWebhook: true }],
      properties: [
        { displayName: 'Resource', name: 'resource', type: 'options', default: 'draft', options: [{ name: 'Message', value: 'message' }] },
        { displayName: 'Operation', name: 'operation', type: 'options', default: 'x', displayOptions: { show: { resource: ['draft'] } } },
        {
          displayName: 'Operation',
          name: 'operation',
          type: 'options',
          default: 'x',
          options,
          displayOptions: { show: { resource: ['message'] } },
        },
      ],
    };
    const webhook = (): object => ({});
    const mail = { type: 'a.mail', icon: 'i', versions: [{ description, execute: () => [[]], webhook }] } as never;
    nodes.setPackage('a', [['a.mail', async () => mail]]);
    await nodes.load(['a.mailHitlTool']);
    expect(nodes.packageOf('a.mailHitlTool')).toBe('a');
    const { properties = [] } = nodes.description('a.mailHitlTool') ?? {};
    expect(properties.map(({ name, type, default: value }) => [name, type, value])).toEqual([
      ['resource', 'hidden', 'message'],
      ['operation', 'hidden', 'sendAndWait'],
    ]);
    const summary = { ...description, name: 'a.mail', icon: 'i', usableAsTool: true } as never;
    expect(reviewSummaries(summary)).toMatchObject([{ name: 'a.mailHitlTool', outputs: ['ai_tool'], properties: [] }]);
  });

  it.each(['httpRequest', 'wait', 'form'])('does not exist for %s', async (name) => {
    const nodes = createNodeRegistry();
    await nodes.load([`n8n-nodes-base.${name}HitlTool`]);
    expect(nodes.node(`n8n-nodes-base.${name}HitlTool`)).toBeUndefined();
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
