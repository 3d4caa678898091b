// Connections by target, paths, missing credentials, items and names of packages.
import { describe, expect, it } from 'vitest';
import { acmeNode } from '../../../engine/testing/acme-node.ts';
import type { Connections, WorkflowNode } from '../../../engine/contract/workflow.ts';
import { WorkflowGraph } from '../../../engine/workflow/graph/graph.ts';
import type { CredentialSlot, NodeDescription } from '../../../engine/workflow/node-type.ts';
import {
  connectionsByTarget,
  edgesBetween,
  isCommunityPackage,
  isNodeConnected,
  jsonItems,
  missingCredentials,
  pathEnds,
  withLineage,
} from './workflow-functions.ts';

const to = (node: string, index = 0): { node: string; type: string; index: number } => ({ node, type: 'main', index });

describe('connectionsByTarget', () => {
  it('indexes connections by their target', () => {
    expect(connectionsByTarget({ A: { main: [null, [to('B'), to('C', 1)]] } })).toEqual({
      B: { main: [[{ node: 'A', type: 'main', index: 1 }]] },
      C: { main: [[], [{ node: 'A', type: 'main', index: 1 }]] },
    });
  });

  it('keeps __proto__ as a name', () => {
    const connections = connectionsByTarget({ A: { main: [[to('__proto__')]] }, B: { main: [[to('__proto__')]] } });
    expect(JSON.stringify(connections)).toBe(
      '{"__proto__":{"main":[[{"node":"A","type":"main","index":0},{"node":"B","type":"main","index":0}]]}}',
    );
  });
});

it('returns whether a node is connected', () => {
  const bySource: Connections = { A: { main: [[to('B')]] }, C: { main: [[], null] } };
  const byTarget = connectionsByTarget(bySource);
  expect(['A', 'B', 'C', 'toString'].map((name) => isNodeConnected(name, bySource, byTarget))).toEqual([true, true, false, false]);
});

/** A graph from lines such as `A.1 > B.2` (output and input default to 0). */
function graphOf(...lines: readonly string[]): WorkflowGraph {
  const names = new Set<string>();
  const connections = new Map<string, { main: { node: string; type: string; index: number }[][] }>();
  for (const line of lines) {
    const [from = '', target = ''] = line.split(' > ');
    const [source = '', output = '0'] = from.split('.');
    const [node = '', input = '0'] = target.split('.');
    names.add(source).add(node);
    const { main } = connections.get(source) ?? { main: [] };
    connections.set(source, { main });
    while (main.length <= Number(output)) main.push([]);
    main[Number(output)]?.push(to(node, Number(input)));
  }
  const nodes = [...names].map((name) => ({ name, type: 't', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} }));
  const byName = Object.create(null) as { [node: string]: { main: { node: string; type: string; index: number }[][] } };
  for (const [name, outputs] of connections) byName[name] = outputs;
  return new WorkflowGraph({ nodes, connections: byName });
}

const diamond = graphOf('T > A', 'T > B', 'A > M', 'B > M.1', 'M > E');
const loop = graphOf('T > S', 'S.1 > W', 'W > S', 'S > E');

describe('pathEnds', () => {
  it.each<[graph: WorkflowGraph, name: string, ancestor: string, expected: object | undefined]>([
    [diamond, 'M', 'B', { sourceIndex: 0, destinationIndex: 1 }],
    [diamond, 'E', 'T', { sourceIndex: 0, destinationIndex: 0 }],
    [diamond, 'T', 'E', undefined],
    [graphOf('A.0 > M.1', 'A.1 > M.0'), 'M', 'A', { sourceIndex: 1, destinationIndex: 0 }],
    [graphOf('A.2 > B', 'A.1 > C', 'B > M.1', 'C > M.0'), 'M', 'A', { sourceIndex: 1, destinationIndex: 0 }],
    [loop, 'W', 'W', { sourceIndex: 0, destinationIndex: 0 }],
    [loop, 'E', 'W', { sourceIndex: 0, destinationIndex: 0 }],
    ...['__proto__', 'constructor', 'toString'].map((name): [WorkflowGraph, string, string, object] => [
      graphOf(`T > ${name}`, `${name} > E`),
      'E',
      name,
      { sourceIndex: 0, destinationIndex: 0 },
    ]),
  ])('%# %s from %s', (graph, name, ancestor, expected) => {
    expect(pathEnds(graph, name, ancestor)).toEqual(expected);
  });
});

it('returns the edges between nodes', () => {
  expect(
    edgesBetween(diamond, ['A', 'B', 'Nobody'], ['M', 'E']).map((edge) => `${edge.source}>${edge.target}.${edge.targetInput}`),
  ).toEqual(['A>M.0', 'B>M.1']);
});

const slot: CredentialSlot = { name: 'acmeApi', required: true };
const describeNode = (credentials: CredentialSlot[] | undefined): NodeDescription =>
  acmeNode({
    properties: [{ displayName: 'Authentication', name: 'authentication', type: 'string', default: 'none' }],
    credentials,
  });
const node = (credentials?: object, parameters: object = {}): WorkflowNode =>
  ({ name: 'A', type: 'acme.test', typeVersion: 1, position: [0, 0], parameters, credentials }) as WorkflowNode;

describe('missingCredentials', () => {
  it.each<[slots: CredentialSlot[] | undefined, credentials: object | undefined, expected: unknown[]]>([
    [undefined, undefined, []],
    [[slot], undefined, [{ type: 'missing', displayName: 'acmeApi', credentialName: 'acmeApi' }]],
    [
      [{ ...slot, displayName: 'Acme' }],
      { acmeApi: { id: '', name: 'x' } },
      [{ type: 'not-configured', displayName: 'Acme', credentialName: 'acmeApi' }],
    ],
    [[slot], { acmeApi: { id: '1', name: 'x' } }, []],
    [[slot], { acmeApi: 'by name' }, []],
    [[{ name: 'acmeApi' }], undefined, []],
    [[{ ...slot, name: 'toString' }], {}, [{ type: 'missing', displayName: 'toString', credentialName: 'toString' }]],
  ])('%j with %j', (slots, credentials, expected) => {
    expect(missingCredentials(node(credentials), describeNode(slots))).toEqual(expected);
  });

  it('checks only slots that the parameters show', () => {
    const description = describeNode([
      { ...slot, displayOptions: { show: { authentication: ['token'] } } },
      { name: 'other', displayOptions: { show: { authentication: ['none'] } } },
    ]);
    expect(missingCredentials(node({}, { authentication: 'token' }), description)).toHaveLength(1);
  });
});

it('wraps plain objects', () => {
  expect(jsonItems({ a: 1 })).toEqual([{ json: { a: 1 } }]);
  expect(jsonItems([{ a: 1 }, { json: { b: 2 }, extra: 1 }])).toEqual([{ json: { a: 1 } }, { json: { b: 2 }, extra: 1 }]);
});

it('adds lineage', () => {
  expect(withLineage([{ json: {} }, { json: { a: 1 } }], { item: 3 })).toEqual([
    { json: {}, pairedItem: { item: 3 } },
    { json: { a: 1 }, pairedItem: { item: 3 } },
  ]);
});
it.each([
  ['n8n-nodes-example', true],
  ['n8n-nodes-example.thing', true],
  ['@user/n8n-nodes-example.thing', true],
  ['@a.b/n8n-nodes-x', true],
  ['n8n-nodes-base.set', false],
  ['n8n-nodes-base', false],
  ['n8n-nodes-basecamp.x', true],
  ['@n8n/n8n-nodes-langchain.agent', false],
  ['n8n-core', false],
  ['not-n8n-nodes-x', false],
])('%s: community %s', (name, expected) => expect(isCommunityPackage(name)).toBe(expected));
