// Issues of nodes on the canvas, and the check before a run.
import { describe, expect, it } from 'vitest';
import { acmeNode } from '../../testing/acme-node.ts';
import type { RunData } from '../../contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { WorkflowGraph } from '../graph/graph.ts';
import { issueTexts, mayAddNode, nodeIssues, nodesToRun, runIssues } from './node-issues.ts';
import type { NodeTypeLookup } from '../node-type.ts';

const description = acmeNode({
  properties: [{ displayName: 'Text', name: 'text', type: 'string', default: '', required: true }],
  credentials: [{ name: 'acmeApi', required: true }],
});
const types: NodeTypeLookup = {
  description: (type) =>
    type === 'acme.test'
      ? description
      : /webhook|manualTrigger|stickyNote/.test(type)
        ? { ...description, properties: [], credentials: [], group: type.includes('sticky') ? [] : ['trigger'] }
        : undefined,
};
const node = (name: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  name,
  type: 'acme.test',
  typeVersion: 1,
  position: [0, 0],
  parameters: { text: 'x' },
  ...more,
});
const failed = { A: [{ error: { name: 'E', message: 'm' } }] } as unknown as RunData;
const lookup = { ofType: () => [] };

describe('nodeIssues', () => {
  it.each<[name: string, node: WorkflowNode, options: Parameters<typeof nodeIssues>[2], expected: unknown]>([
    ['nothing', node('A'), {}, undefined],
    ['an unknown type', node('A', { type: 'gone.type' }), {}, { typeUnknown: true }],
    ['a failed run of it', node('A', { type: 'gone.type' }), { runData: failed }, { typeUnknown: true, execution: true }],
    ['a missing parameter', node('A', { parameters: {} }), {}, { parameters: { text: ['Parameter "Text" is required.'] } }],
    ['missing credentials', node('A'), { credentials: lookup }, { credentials: { acmeApi: ['Credentials for "acmeApi" are not set.'] } }],
    ['a failed run', node('A'), { runData: failed }, { execution: true }],
    ['the failed run of another', node('B'), { runData: failed }, undefined],
    ['no run data under an inherited name', node('toString'), { runData: failed }, undefined],
    ['a required input without a node', node('A'), { missingInputs: ({ name }) => [`Model of ${name}`] }, { inputs: ['Model of A'] }],
    ['nothing when disabled', node('A', { parameters: {}, disabled: true }), { runData: failed }, undefined],
    ['nothing when pinned', node('A', { parameters: {} }), { isPinned: true }, undefined],
    [
      'a node without parameters',
      { ...node('A'), parameters: undefined as unknown as Record<string, unknown> },
      {},
      { parameters: { text: ['Parameter "Text" is required.'] } },
    ],
  ])('%s', (_name, one, options, expected) => {
    expect(nodeIssues(one, types, options)).toEqual(expected);
  });

  it('reports nothing if no check is requested', () => {
    expect(nodeIssues(node('A'), types)).toBeUndefined();
  });
});

it('formats issues as lines', () => {
  const issues = { typeUnknown: true, parameters: { 'a.b': ['One', 'Two'] }, credentials: { x: ['Three'] }, execution: true } as const;
  expect(issueTexts(issues as unknown as Parameters<typeof issueTexts>[0], { type: 'gone.type', typeVersion: 1 }, types)).toEqual([
    'The node type "gone.type" is not installed. Install or update the package gone in Settings › Community nodes, or replace the node.',
    'a.b: One',
    'a.b: Two',
    'Three',
    'The node failed in its last run.',
  ]);
  for (const type of ['__proto__.x', 'millrace.x']) {
    expect(issueTexts({ typeUnknown: true }, { type, typeVersion: 1 }, types)).toEqual([
      `The node type "${type}" is unknown. Replace the node with one that is installed, or remove it.`,
    ]);
  }
  expect(issueTexts({}, { type: 't', typeVersion: 1 }, types)).toEqual([]);
});

it('uses the names of parameters in the form', () => {
  const property = (name: string, displayName: string, more: object = {}): object => ({
    name,
    displayName,
    type: 'string',
    default: '',
    ...more,
  });
  const nodeTypeLookup = {
    description: () => ({
      properties: [
        property('url', 'URL'),
        property('headerParameters', 'Headers', {
          type: 'fixedCollection',
          options: [{ name: 'parameters', displayName: 'Header', values: [property('name', 'Name')] }],
        }),
      ],
    }),
  } as unknown as NodeTypeLookup;
  const issues = {
    parameters: {
      url: ['Parameter "URL" is required.'],
      'headerParameters.parameters[1].name': ['Parameter "Name" is required.'],
      gone: ['Odd'],
    },
  } as unknown as Parameters<typeof issueTexts>[0];
  expect(issueTexts(issues, { type: 't', typeVersion: 1 }, nodeTypeLookup)).toEqual([
    'Parameter "URL" is required.',
    'Headers › Header › Name (2): Parameter "Name" is required.',
    'gone: Odd',
  ]);
});

describe('the check before a run', () => {
  const to = (name: string): { main: { node: string; type: string; index: number }[][] } => ({
    main: [[{ node: name, type: 'main', index: 0 }]],
  });
  const bad = { parameters: {} };
  const file: WorkflowFile = {
    nodes: [
      node('Hook', { type: 'n8n-nodes-base.webhook' }),
      node('Manual', { type: 'n8n-nodes-base.manualTrigger' }),
      node('After hook', bad),
      node('After manual', bad),
      node('Apart', bad),
      node('Note', { type: 'n8n-nodes-base.stickyNote' }),
    ],
    connections: { Hook: to('After hook'), Manual: to('After manual'), 'After manual': to('Gone'), Note: to('Note') },
  };
  const graphOf = (more: Partial<WorkflowFile> = {}): WorkflowGraph => new WorkflowGraph({ ...file, ...more });
  const hookOff = file.nodes.map((one) => (one.name === 'Hook' ? { ...one, disabled: true } : one));

  it.each<[name: string, graph: WorkflowGraph, destination: string | undefined, expected: string[]]>([
    ['the enabled webhooks and all below', graphOf(), undefined, ['Hook', 'After hook']],
    ['otherwise the start node and all nodes below it', graphOf({ nodes: hookOff }), undefined, ['Manual', 'After manual', 'Gone']],
    ['the destination and all above', graphOf(), 'After manual', ['After manual', 'Manual']],
    ['nothing in an empty workflow', graphOf({ nodes: [], connections: {} }), undefined, []],
  ])('looks at %s', (_name, graph, destination, expected) => {
    expect([...nodesToRun(graph, types, destination === undefined ? {} : { destination })]).toEqual(expected);
  });

  it('looks only at what the started trigger reaches', () => {
    expect([...nodesToRun(graphOf(), types, { start: 'Manual' })]).toEqual(['Manual', 'After manual', 'Gone']);
    expect([...nodesToRun(graphOf(), types, { start: 'Manual', destination: 'After manual' })]).toEqual(['Manual', 'After manual']);
    expect([...runIssues(graphOf(), types, { start: 'Apart' }).keys()]).toEqual(['Apart']);
  });

  it('reports blocking issues, but no notes, pinned or missing nodes', () => {
    expect([...runIssues(graphOf(), types)]).toEqual([['After hook', { parameters: { text: ['Parameter "Text" is required.'] } }]]);
    expect([...runIssues(graphOf({ pinData: { 'After hook': [] } }), types)]).toEqual([]);
    expect([...runIssues(graphOf({ nodes: hookOff }), types, { credentials: lookup }).keys()]).toEqual(['After manual']);
    expect([...runIssues(graphOf(), types, { destination: 'Note' })]).toEqual([]);
  });

  it('looks at the nodes that are attached to those that run, and at required inputs', () => {
    const link = (name: string, type: string): object => ({ [type]: [[{ node: name, type, index: 0 }]] });
    const attached = (more: Partial<WorkflowFile> = {}, off = false): WorkflowGraph =>
      graphOf({
        nodes: [
          node('Manual', { type: 'n8n-nodes-base.manualTrigger' }),
          node('Agent'),
          node('Tool', { ...bad, disabled: off }),
          node('Model', bad),
        ],
        connections: {
          Manual: to('Agent'),
          Tool: link('Agent', 'ai_tool'),
          Model: link('Tool', 'ai_languageModel'),
        } as unknown as WorkflowFile['connections'],
        ...more,
      });
    expect([...runIssues(attached(), types).keys()]).toEqual(['Tool', 'Model']);
    expect([...runIssues(attached({}, true), types).keys()]).toEqual([]);
    expect([...runIssues(attached({ pinData: { Agent: [] } }), types).keys()]).toEqual([]);
    const missing = runIssues(attached({}, true), types, { missingInputs: ({ name }) => (name === 'Agent' ? ['Memory'] : []) });
    expect([...missing.keys()]).toEqual(['Agent']);
  });

  it('limits the number of nodes of a type', () => {
    expect(mayAddNode(graphOf(), 'acme.test', undefined)).toBe(true);
    expect(mayAddNode(graphOf(), 'acme.test', 3)).toBe(false);
    expect(mayAddNode(graphOf(), 'acme.test', 4)).toBe(true);
  });
});
