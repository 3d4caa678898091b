// Edits of connections and nodes, as the canvas makes them.
import { describe, expect, it } from 'vitest';
import type { Connections, WorkflowFile } from '../../contract/workflow.ts';
import { addConnection, addConnections, removeConnection, removeConnections, removeNodes } from './connections.ts';
import type { Edge } from './graph.ts';

const to = (node: string, index = 0): { node: string; type: string; index: number } => ({ node, type: 'main', index });
const edge = (source: string, target: string, sourceOutput = 0, targetInput = 0, type = 'main'): Edge => ({
  source,
  sourceOutput,
  target,
  targetInput,
  type,
});

function file(connections: Connections = {}, more: Partial<WorkflowFile> = {}): WorkflowFile {
  return {
    nodes: ['A', 'B', 'C', '__proto__'].map((name) => ({ name, type: 'acme.test', typeVersion: 1, position: [0, 0], parameters: {} })),
    connections,
    ...more,
  };
}

describe('addConnection', () => {
  it.each<[name: string, before: Connections, added: Edge, after: unknown]>([
    ['the first', {}, edge('A', 'B'), { A: { main: [[to('B')]] } }],
    ['next to another', { A: { main: [[to('B')]] } }, edge('A', 'C'), { A: { main: [[to('B'), to('C')]] } }],
    ['on a later output', { A: { main: [[to('B')]] } }, edge('A', 'C', 2, 1), { A: { main: [[to('B')], [], [to('C', 1)]] } }],
    ['on an output that is null', { A: { main: [null, [to('B')]] } }, edge('A', 'C'), { A: { main: [[to('C')], [to('B')]] } }],
    [
      'of another type',
      { A: { main: [[to('B')]] } },
      edge('A', 'B', 0, 0, 'ai_tool'),
      { A: { main: [[to('B')]], ai_tool: [[{ node: 'B', type: 'ai_tool', index: 0 }]] } },
    ],
  ])('%s', (_name, before, added, after) => {
    const start = file(before);
    const copy = structuredClone(start);
    expect(addConnection(start, added).connections).toEqual(after);
    expect(start).toEqual(copy);
  });

  it('rejects a duplicate', () => {
    const start = file({ A: { main: [[to('B')]] } });
    expect(addConnection(start, edge('A', 'B'))).toBe(start);
    expect(addConnection(start, edge('A', 'B', 0, 1))).not.toBe(start);
    expect(addConnection(start, edge('B', 'A'))).not.toBe(start);
  });

  it('rejects nodes that do not exist', () => {
    expect(() => addConnection(file(), edge('A', 'Nobody'))).toThrow('no node named "Nobody"');
    expect(() => addConnection(file(), edge('toString', 'A'))).toThrow('no node named "toString"');
  });

  it('connects a node named __proto__', () => {
    const connected = addConnection(addConnection(file(), edge('__proto__', 'B')), edge('A', '__proto__'));
    expect(JSON.stringify(connected.connections)).toBe(
      '{"__proto__":{"main":[[{"node":"B","type":"main","index":0}]]},"A":{"main":[[{"node":"__proto__","type":"main","index":0}]]}}',
    );
    expect(JSON.stringify(removeNodes(connected, ['__proto__']).connections)).toBe(
      '{"A":{"main":[[{"node":"B","type":"main","index":0}]]}}',
    );
  });
});

describe('removeConnection', () => {
  it.each<[name: string, before: Connections, removed: Edge, after: unknown]>([
    ['the only one', { A: { main: [[to('B')]] } }, edge('A', 'B'), {}],
    ['one of several', { A: { main: [[to('B'), to('C')]] } }, edge('A', 'B'), { A: { main: [[to('C')]] } }],
    ['one before others', { A: { main: [[to('B')], [to('C')]] } }, edge('A', 'B'), { A: { main: [[], [to('C')]] } }],
    ['the last output', { A: { main: [[to('B')], null, [to('C')]] } }, edge('A', 'C', 2), { A: { main: [[to('B')]] } }],
    ['the only one of a type', { A: { main: [[to('B')]], ai: [[to('C')]] } }, edge('A', 'C', 0, 0, 'ai'), { A: { main: [[to('B')]] } }],
  ])('%s', (_name, before, removed, after) => {
    expect(removeConnection(file(before), removed).connections).toEqual(after);
  });

  it('returns the same file if the connection does not exist', () => {
    const start = file({ A: { main: [[to('B')]] } });
    expect(removeConnection(start, edge('A', 'C'))).toBe(start);
  });
});

describe('removeNodes', () => {
  it.each<[name: string, before: Connections, after: unknown]>([
    ['closes the gap', { A: { main: [[], [to('B', 1)]] }, B: { main: [[to('C', 2)]] } }, { A: { main: [[], [to('C', 2)]] } }],
    ['does not close one with two inputs', { A: { main: [[to('B')]] }, C: { main: [[to('B')]] }, B: { main: [[to('C')]] } }, {}],
    ['does not close one with two outputs', { A: { main: [[to('B')]] }, B: { main: [[to('C')], [to('A')]] } }, {}],
    ['does not close one between types', { A: { main: [[to('B')]] }, B: { ai: [[to('C')]] } }, {}],
    ['does not close one with itself', { B: { main: [[to('B')]] } }, {}],
    ['does not double a connection', { A: { main: [[to('B'), to('C')]] }, B: { main: [[to('C')]] } }, { A: { main: [[to('C')]] } }],
    ['leaves others unchanged', { A: { main: [[to('C')]] } }, { A: { main: [[to('C')]] } }],
  ])('%s', (_name, before, after) => {
    const result = removeNodes(file(before), ['B']);
    expect(result.connections).toEqual(after);
    expect(result.nodes.map((node) => node.name)).toEqual(['A', 'C', '__proto__']);
  });

  it('removes pinned data and malformed connections of the node too', () => {
    const start = file({ B: 'none' } as unknown as Connections, { pinData: { A: [], B: [{ json: {} }] } });
    expect(removeNodes(start, ['B'])).toMatchObject({ pinData: { A: [] }, connections: {} });
    expect(Object.keys(removeNodes(start, ['B']).pinData ?? {})).toEqual(['A']);
  });

  it('rejects unknown nodes and the last start node', () => {
    expect(() => removeNodes(file(), ['Nobody'])).toThrow('no node named "Nobody"');
    const start = { name: 'Start', type: 'n8n-nodes-base.start', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
    expect(() => removeNodes({ nodes: [start], connections: {} }, ['Start'])).toThrow('needs its start node');
    expect(removeNodes({ nodes: [start, { ...start, name: 'Second' }], connections: {} }, ['Start']).nodes).toHaveLength(1);
  });
});

describe('connections to nodes that do not exist', () => {
  it.each<[name: string, before: Connections, after: unknown]>([
    ['before it', { Ghost: { main: [[to('B')]] }, B: { main: [[to('C')]] } }, {}],
    ['behind it', { A: { main: [[to('B')]] }, B: { main: [[to('Ghost')]] } }, {}],
    ['elsewhere', { Ghost: { main: [[to('C')]] } }, { Ghost: { main: [[to('C')]] } }],
  ])('are not connected again: %s', (_name, before, after) => {
    expect(removeNodes(file(before), ['B']).connections).toEqual(after);
  });

  it('do not prevent hand-made connections from being removed', () => {
    const odd = file({ A: { main: [to('B'), [null, to('C')]] } } as unknown as Connections);
    expect(removeNodes(odd, ['B']).connections).toEqual({ A: { main: [[], [to('C')]] } });
  });
});

describe('several edits at once', () => {
  const names = Array.from({ length: 12 }, (_, index) => (index === 0 ? '__proto__' : index === 1 ? 'constructor' : `N${index}`));
  /** Returns deterministic pseudo-random numbers below `below`. */
  const numbers = (seed: number): ((below: number) => number) => {
    let state = seed;
    return (below) => (state = (state * 16807) % 2147483647) % below;
  };
  const drawn = (
    seed: number,
  ): { readonly before: WorkflowFile; readonly edges: readonly Edge[]; readonly removedNames: readonly string[] } => {
    const next = numbers(seed);
    const name = (): string => names[next(names.length)] as string;
    const edges = Array.from({ length: 6 + next(12) }, () => edge(name(), name(), next(2), next(2), next(5) === 0 ? 'ai_tool' : 'main'));
    const nodes = names.map((each) => ({ ...(file().nodes[0] as WorkflowFile['nodes'][number]), name: each }));
    const before = edges.reduce(addConnection, { nodes, connections: {}, pinData: { N2: [], N3: [] } });
    return { before, edges, removedNames: [...new Set(Array.from({ length: 1 + next(8) }, name))] };
  };
  const seeds = Array.from({ length: 200 }, (_, index) => index + 1);

  it('connect and disconnect as single edits do', () => {
    for (const seed of seeds) {
      const { before, edges } = drawn(seed);
      expect(addConnections({ ...before, connections: {} }, edges)).toEqual(before);
      const half = edges.filter((_, index) => index % 2 === 0);
      expect(JSON.stringify(removeConnections(before, half))).toBe(JSON.stringify(half.reduce(removeConnection, before)));
    }
  });

  it('remove nodes as single edits do, and close the same gaps', () => {
    for (const seed of seeds) {
      const { before, removedNames } = drawn(seed);
      const copy = structuredClone(before);
      expect(JSON.stringify(removeNodes(before, removedNames))).toBe(
        JSON.stringify(removedNames.reduce((file, name) => removeNodes(file, [name]), before)),
      );
      expect(before).toEqual(copy);
    }
    expect(removeNodes(file({ A: { main: [[to('B')]] }, B: { main: [[to('C')]] } }), ['B', 'C', 'A']).connections).toEqual({});
  });

  it('fail as single edits do', () => {
    const start = { name: 'Start', type: 'n8n-nodes-base.start', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
    const two = { nodes: [start, { ...start, name: 'Second' }], connections: {} };
    expect(() => removeNodes(two, ['Start', 'Second'])).toThrow('"Second" cannot be removed');
    expect(() => removeNodes(file(), ['A', 'A'])).toThrow('no node named "A"');
  });
});
