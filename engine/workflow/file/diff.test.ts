// Differences between two states of a workflow.
import { describe, expect, it } from 'vitest';
import type { Connections, WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { compareConnections, compareNodes, sameWorkflow } from './diff.ts';

const to = (node: string, index = 0): { node: string; type: string; index: number } => ({ node, type: 'main', index });
const node = (name: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: name,
  name,
  type: 't',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

describe('compareConnections', () => {
  it.each<[name: string, before: unknown, after: unknown, added: unknown, removed: unknown]>([
    ['nothing', {}, {}, {}, {}],
    [
      'one more',
      { A: { main: [[to('B')]] } },
      { A: { main: [[to('B'), to('C')]] } },
      { A: { main: [{ sourceIndex: 0, value: { index: 1, connection: to('C') } }] } },
      {},
    ],
    ['one less', { A: { main: [[], [to('B')]] } }, {}, {}, { A: { main: [{ sourceIndex: 1, value: { index: 0, connection: to('B') } }] } }],
    ['another order', { A: { main: [[to('B'), to('C')]] } }, { A: { main: [[to('C'), to('B')]] } }, {}, {}],
    [
      'another input',
      { A: { main: [[to('B')]] } },
      { A: { main: [[to('B', 1)]] } },
      { A: { main: [{ sourceIndex: 0, value: { index: 0, connection: to('B', 1) } }] } },
      { A: { main: [{ sourceIndex: 0, value: { index: 0, connection: to('B') } }] } },
    ],
    [
      'another type',
      { A: { main: [[to('B')]] } },
      { A: { ai: [[to('B')]] } },
      { A: { ai: [{ sourceIndex: 0, value: { index: 0, connection: to('B') } }] } },
      { A: { main: [{ sourceIndex: 0, value: { index: 0, connection: to('B') } }] } },
    ],
    ['an empty output compared with none', { A: { main: [[]] } }, { A: { main: [null] }, B: null }, {}, {}],
  ])('%s', (_name, before, after, added, removed) => {
    expect(compareConnections(before as Connections, after as Connections)).toEqual({ added, removed });
  });

  it('treats __proto__ as a name', () => {
    const after = JSON.parse('{"__proto__": {"main": [[{"node": "B", "type": "main", "index": 0}]]}}') as Connections;
    expect(Object.keys(compareConnections({}, after).added)).toEqual(['__proto__']);
    expect(compareConnections(after, after)).toEqual({ added: {}, removed: {} });
  });
});

describe('compareNodes', () => {
  it('lists added, removed, modified and unchanged nodes', () => {
    const before = [node('A'), node('B'), node('C'), node('D', { id: undefined })];
    const after = [
      node('C', { parameters: { x: 1 } }),
      node('A', { name: 'Renamed' }),
      node('D', { id: undefined, position: [5, 5] }),
      node('E'),
    ];
    expect(compareNodes(before, after).map((change) => `${change.node.name} ${change.status}`)).toEqual([
      'C modified',
      'Renamed modified',
      'D same',
      'E added',
      'B removed',
    ]);
  });
});

describe('sameWorkflow', () => {
  const file: WorkflowFile = {
    nodes: [node('A'), node('B')],
    connections: { A: { main: [[to('B')]] } },
    settings: { executionOrder: 'v1' },
  };
  it.each<[name: string, change: Partial<WorkflowFile>, expected: boolean]>([
    ['itself', {}, true],
    ['a moved node', { nodes: [node('A', { position: [9, 9] }), node('B')] }, true],
    ['another parameter', { nodes: [node('A', { parameters: { x: 1 } }), node('B')] }, false],
    ['no connection', { connections: {} }, false],
    ['another connection', { connections: { ...file.connections, B: { main: [[to('A')]] } } }, false],
    ['other settings', { settings: undefined }, false],
  ])('%s: %s', (_name, change, expected) => {
    expect(sameWorkflow(file, { ...file, ...change })).toBe(expected);
  });
});
