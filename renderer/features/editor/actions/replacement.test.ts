// Nodes that get another type or version: what stays, what is left out, and what a newer version changes.
import { describe, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription, NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { replaceNode, versionChanges } from './replacement.ts';

const field = (name: string, type: NodeProperty['type'], more: Partial<NodeProperty> = {}): NodeProperty => ({
  name,
  displayName: name.toUpperCase(),
  type,
  default: '',
  ...more,
});
const choice = (...values: readonly string[]): Partial<NodeProperty> => ({ options: values.map((value) => ({ name: value, value })) });

const describe_ = (name: string, more: Partial<NodeDescription> = {}): NodeDescription => ({
  name,
  displayName: name,
  description: '',
  version: [1, 2],
  group: ['transform'],
  defaults: { name },
  inputs: ['main'],
  outputs: ['main'],
  properties: [],
  ...more,
});

const fields = [
  field('url', 'string'),
  field('count', 'number', { default: 1 }),
  field('kind', 'options', choice('a', 'b')),
  field('same', 'string'),
];
const fetch = describe_('Fetch', { properties: fields, credentials: [{ name: 'basic' }, { name: 'token' }] });

const to = (...names: readonly string[]) => names.map((node) => ({ node, type: 'main', index: 0 }));
const node = (name: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: name,
  name,
  type: 'Fetch',
  typeVersion: 1,
  position: [20, 40],
  parameters: {},
  ...more,
});
const fileOf = (middle: Partial<WorkflowNode>, connections: WorkflowFile['connections'] = {}): WorkflowFile =>
  ({
    nodes: [node('Before'), node('Fetch', middle), node('After'), node('Reads', { parameters: { url: "={{ $('Fetch').item.json.a }}" } })],
    connections: { Before: { main: [to('Fetch')] }, Fetch: { main: [to('After'), to('Reads')] }, ...connections },
  }) as WorkflowFile;

const newId = (): string => 'new-hook';

describe('a replaced node', () => {
  it('keeps its place, its settings, fitting parameters and credentials, and says what does not fit', () => {
    const parameters = { url: '={{ $json.a }}', count: 'many', kind: 'b', __proto: 1, gone: true } as WorkflowNode['parameters'];
    const file = fileOf({
      parameters,
      onError: 'continueRegularOutput',
      notes: 'N',
      credentials: { basic: { id: '1', name: 'B' }, token: { id: '2', name: 'T' } },
    });
    const description = describe_('Send', {
      outputs: ['main', 'main'],
      properties: [field('url', 'string'), field('count', 'number'), field('kind', 'options', choice('b', 'c')), field('same', 'number')],
      credentials: [{ name: 'token' }],
    });
    const replaced = replaceNode(file, 'Fetch', fetch, { description, version: 2, newId });
    expect(replaced.file.nodes[1]).toEqual({
      id: 'Fetch',
      name: 'Send',
      type: 'Send',
      typeVersion: 2,
      position: [20, 40],
      onError: 'continueRegularOutput',
      notes: 'N',
      parameters: { url: '={{ $json.a }}', kind: 'b' },
      credentials: { token: { id: '2', name: 'T' } },
    });
    expect(replaced.leftParameters).toEqual(['COUNT', '__proto', 'gone']);
    expect(replaced.leftConnections).toEqual([]);
    expect(replaced.file.connections).toEqual({ Before: { main: [to('Send')] }, Send: { main: [to('After'), to('Reads')] } });
    expect(replaced.file.nodes[3]?.parameters).toEqual({ url: "={{ $('Send').item.json.a }}" });
  });

  it('keeps a name of its own', () => {
    const replaced = replaceNode({ nodes: [node('Mine')], connections: {} }, 'Mine', fetch, {
      description: describe_('Send'),
      version: 1,
      newId,
    });
    expect(replaced.file.nodes[0]?.name).toBe('Mine');
  });

  it('loses connections only where it has no port, and names them', () => {
    const replaced = replaceNode(fileOf({}), 'Fetch', fetch, { description: describe_('Send', { outputs: ['main'] }), version: 1, newId });
    expect(replaced.leftConnections).toEqual(['Reads']);
    expect(replaced.file.connections).toEqual({ Before: { main: [to('Send')] }, Send: { main: [to('After')] } });
    const trigger = describe_('Begin', { inputs: [], group: ['trigger'], webhooks: [{ name: 'default', httpMethod: 'GET', path: 'x' }] });
    const replacedTrigger = replaceNode(fileOf({}), 'Fetch', fetch, { description: trigger, version: 1, newId });
    expect(replacedTrigger.leftConnections).toEqual(['Before', 'Reads']);
    expect(replacedTrigger.file.nodes[1]).toMatchObject({ webhookId: 'new-hook' });
    expect(replaceNode(replacedTrigger.file, 'Fetch', trigger, { description: fetch, version: 1, newId }).file.nodes[1]).not.toHaveProperty(
      'webhookId',
    );
  });

  it('receives at its last input what went into further ones', () => {
    const merge = describe_('Merge', { inputs: ['main', 'main'] });
    const file: WorkflowFile = {
      nodes: [node('A'), node('B'), node('Merge', { type: 'Merge' })],
      connections: { A: { main: [to('Merge')] }, B: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] } },
    };
    const replaced = replaceNode(file, 'Merge', merge, { description: describe_('Send'), version: 1, newId });
    expect(replaced.leftConnections).toEqual([]);
    expect(replaced.file.connections).toEqual({ A: { main: [to('Send')] }, B: { main: [to('Send')] } });
  });
});

it('tells what a newer version changes: new and removed fields, and defaults that are not set', () => {
  const next = describe_('Fetch', {
    version: 3,
    properties: [
      field('url', 'string'),
      field('count', 'number', { default: 5 }),
      field('kind', 'options', choice('b')),
      field('fresh', 'boolean', { default: true }),
      field('nameless', 'curlImport', { displayName: '' }),
      field('hidden', 'string', { displayOptions: { show: { fresh: [false] } } }),
    ],
  });
  const parameters = { url: 'x', kind: 'a', same: 's' };
  expect(versionChanges(node('Fetch', { parameters }), fetch, { description: next, version: 3 })).toEqual({
    added: ['FRESH'],
    removed: ['KIND', 'SAME'],
    defaults: [{ name: 'COUNT', before: 1, after: 5 }],
  });
});

it('keeps the digits of numbers that JavaScript cannot represent', () => {
  const parameters = parseExactly('{"count":17169973925117969}') as WorkflowNode['parameters'];
  const replaced = replaceNode(fileOf({ parameters }), 'Fetch', fetch, {
    description: describe_('Send', { properties: fields }),
    version: 1,
    newId: () => 'n',
  });
  expect(stringifyExactly(replaced.file)).toContain('{"count":17169973925117969}');
});
