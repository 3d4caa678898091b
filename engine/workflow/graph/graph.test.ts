// The graph of a workflow: edges in both directions, also with hostile names and malformed connections.
import { describe, expect, it } from 'vitest';
import type { Connections, WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { edgesOf, WorkflowGraph } from './graph.ts';

const node = (name: string): WorkflowNode => ({ name, type: 'acme.test', typeVersion: 1, position: [0, 0], parameters: {} });

describe('WorkflowGraph', () => {
  it('reads a minimal file', () => {
    const graph = new WorkflowGraph({ nodes: [], connections: {} });
    expect([graph.id, graph.name, graph.active, graph.settings, graph.nodes.size]).toEqual(['', '', false, {}, 0]);
    expect(graph.edgesFrom('a')).toEqual([]);
    expect(graph.edgesTo('a')).toEqual([]);
  });

  it('reads the flags of a file', () => {
    const file: WorkflowFile = {
      id: 7,
      name: 'Orders',
      active: true,
      settings: { executionOrder: 'v1' },
      nodes: [node('A')],
      connections: {},
    };
    const graph = new WorkflowGraph(file);
    expect([graph.id, graph.name, graph.active, graph.settings.executionOrder]).toEqual(['7', 'Orders', true, 'v1']);
    expect(graph.node('A')).toBe(file.nodes[0]);
    expect(graph.file).toBe(file);
  });

  it('returns edges by type in both directions', () => {
    const connections: Connections = {
      A: {
        main: [[{ node: 'B', type: 'main', index: 1 }], null, [{ node: 'C', type: 'main', index: 0 }]],
        ai_tool: [[{ node: 'C', type: 'ai_tool', index: 0 }]],
      },
    };
    const graph = new WorkflowGraph({ nodes: [node('A'), node('B'), node('C')], connections });
    expect(graph.edgesFrom('A')).toEqual([
      { source: 'A', sourceOutput: 0, target: 'B', targetInput: 1, type: 'main' },
      { source: 'A', sourceOutput: 2, target: 'C', targetInput: 0, type: 'main' },
    ]);
    expect(graph.edgesTo('C', 'ai_tool')).toEqual([{ source: 'A', sourceOutput: 0, target: 'C', targetInput: 0, type: 'ai_tool' }]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('treats a node named %s like any other', (name) => {
    const connections = JSON.parse(
      `{"A": {"main": [[{"node": "${name}", "type": "main", "index": 0}]]}, "${name}": {"main": [[{"node": "B", "type": "main", "index": 0}]]}}`,
    ) as Connections;
    const graph = new WorkflowGraph({ nodes: [node('A'), node(name), node('B')], connections });
    expect(graph.node(name)?.name).toBe(name);
    expect(graph.edgesFrom(name).map((edge) => edge.target)).toEqual(['B']);
    expect(graph.edgesTo(name).map((edge) => edge.source)).toEqual(['A']);
    expect(new WorkflowGraph({ nodes: [], connections: {} }).node(name)).toBeUndefined();
  });
});

describe('edgesOf', () => {
  it('skips malformed entries and reads the valid ones', () => {
    const connections = {
      A: {
        main: [
          { node: 'B', type: 'main', index: 0 },
          'C',
          [null, 5, { type: 'main' }, { node: 'D' }, { node: 'E', index: '1' }, { node: 'F', index: -1 }],
        ],
        other: 'text',
      },
      G: null,
    } as unknown as Connections;
    expect([...edgesOf(connections)].map((edge) => `${edge.source}.${edge.sourceOutput} ${edge.target}.${edge.targetInput}`)).toEqual([
      'A.0 B.0',
      'A.2 D.0',
      'A.2 E.1',
      'A.2 F.0',
    ]);
  });
});
