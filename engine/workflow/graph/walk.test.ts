// Walking through workflows: parents, children, distances, topmost nodes and loops; also in large, looping and hostile ones.
import { describe, expect, it } from 'vitest';
import type { Connections, WorkflowNode } from '../../contract/workflow.ts';
import { WorkflowGraph } from './graph.ts';
import { childrenOf, edgesAt, highestNodes, loops, parentsOf, walk } from './walk.ts';

/** Builds a graph from lines such as `A.1 > B.2` (output and input default to 0) or `A ai_tool> B`. Names with a minus are disabled. */
function graphOf(...lines: string[]): WorkflowGraph {
  const names = new Map<string, boolean>();
  const connections = Object.create(null) as Record<string, Record<string, ({ node: string; type: string; index: number }[] | null)[]>>;
  const end = (text: string): [string, number] => {
    const [, name = '', index = '0'] = /^-?(.+?)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
    names.set(name, (names.get(name) ?? false) || text.trim().startsWith('-'));
    return [name, Number(index)];
  };
  for (const line of lines) {
    const [from = '', to] = line.split('>');
    const [, source = '', type = 'main'] = /^(\S+)\s*(\w*)\s*$/.exec(from.trim()) ?? [];
    const [name, output] = end(source);
    if (to === undefined) continue;
    const [target, index] = end(to);
    const outputs = ((connections[name] ??= {})[type === '' ? 'main' : type] ??= []);
    while (outputs.length <= output) outputs.push([]);
    outputs[output]?.push({ node: target, type: type === '' ? 'main' : type, index });
  }
  const nodes = [...names].map(([name, disabled]): WorkflowNode => ({
    name,
    type: 'acme.test',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    ...(disabled ? { disabled } : {}),
  }));
  return new WorkflowGraph({ nodes, connections: connections as Connections });
}

const diamond = graphOf('T > A', 'T.1 > B', 'A > M.0', 'B > M.1', 'M > E');
const loop = graphOf('T > S', 'S.1 > W', 'W > S', 'S > E');

describe('walk', () => {
  it('walks up, nearest first', () => {
    expect(walk(diamond, 'M', 'up')).toEqual([
      { name: 'A', depth: 1, outputs: [0] },
      { name: 'B', depth: 1, outputs: [0] },
      { name: 'T', depth: 2, outputs: [0, 1] },
    ]);
    expect(parentsOf(diamond, 'T')).toEqual([]);
  });

  it('walks down to a maximum depth', () => {
    expect(childrenOf(diamond, 'T')).toEqual(['A', 'B', 'M', 'E']);
    expect(childrenOf(diamond, 'T', 'main', 2)).toEqual(['A', 'B', 'M']);
    expect(childrenOf(diamond, 'T', 'main', 0)).toEqual([]);
  });

  it('ends in loops and excludes the node itself', () => {
    expect(childrenOf(loop, 'S')).toEqual(['E', 'W']);
    expect(parentsOf(loop, 'W')).toEqual(['S', 'T']);
    expect(parentsOf(graphOf('A > A'), 'A')).toEqual([]);
  });

  it('follows the given types', () => {
    const graph = graphOf('Model ai_languageModel> Agent', 'T > Agent');
    expect(parentsOf(graph, 'Agent')).toEqual(['T']);
    expect(parentsOf(graph, 'Agent', 'ALL').sort()).toEqual(['Model', 'T']);
    expect(parentsOf(graph, 'Agent', 'ALL_NON_MAIN')).toEqual(['Model']);
    expect(edgesAt(graph, 'Agent', 'up', 'ai_tool')).toEqual([]);
  });

  it('walks ten thousand nodes in a row', () => {
    const graph = graphOf(...Array.from({ length: 10_000 }, (_, index) => `N${index} > N${index + 1}`));
    expect(walk(graph, 'N0', 'down').find(({ name }) => name === 'N10000')?.depth).toBe(10_000);
    expect(highestNodes(graph, 'N10000')).toEqual(['N0']);
    expect(loops(graph)).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('walks through a node named %s', (name) => {
    const graph = graphOf(`T > ${name}`, `${name} > E`);
    expect(parentsOf(graph, 'E')).toEqual([name, 'T']);
    expect(highestNodes(graph, name)).toEqual(['T']);
  });
});

describe('highestNodes', () => {
  it.each<[name: string, graph: WorkflowGraph, from: string, input: number | undefined, expected: string[]]>([
    ['the node itself if nothing is above it', diamond, 'T', undefined, ['T']],
    ['nothing for a single disabled node', graphOf('-A'), 'A', undefined, []],
    ['one trigger of a diamond', diamond, 'E', undefined, ['T']],
    ['one trigger of two long paths', graphOf('T > A', 'A > B', 'B > D', 'B > C', 'C > D'), 'D', undefined, ['T']],
    ['every trigger', graphOf('T > M', 'U > M.1'), 'M', undefined, ['T', 'U']],
    ['the trigger of one input', graphOf('T > M', 'U > M.1'), 'M', 1, ['U']],
    ['the node behind a disabled trigger', graphOf('-T > A', 'A > B'), 'B', undefined, ['A']],
    ['through a disabled node in between', graphOf('T > A', '-A > B'), 'B', undefined, ['T']],
    ['the node itself if all nodes above it are disabled', graphOf('-T > A'), 'A', undefined, ['A']],
    ['an entry of a loop', loop, 'E', undefined, ['T']],
    ['the trigger of a member of the loop', loop, 'W', undefined, ['T']],
    ['the trigger of an input fed by the loop', graphOf('T > S', 'W > S.1', 'S > W'), 'S', 1, ['T']],
    ['an enabled member of a loop without entry', graphOf('-A > B', 'B > A', 'A > E'), 'E', undefined, ['B']],
    ['a member of a loop without entry', graphOf('A > B', 'B > A'), 'A', undefined, ['A']],
  ])('%s', (_name, graph, from, input, expected) => {
    expect(highestNodes(graph, from, input)).toEqual(expected);
  });

  it('ignores nodes that only connections name', () => {
    const connections = { Ghost: { main: [[{ node: 'A', type: 'main', index: 0 }]] } };
    const graph = new WorkflowGraph({ nodes: [{ name: 'A', type: 't', typeVersion: 1, position: [0, 0], parameters: {} }], connections });
    expect(highestNodes(graph, 'A')).toEqual(['A']);
    expect(highestNodes(graph, 'Ghost')).toEqual([]);
  });
});

describe('loops', () => {
  it.each<[graph: WorkflowGraph, expected: string[][]]>([
    [diamond, []],
    [loop, [['S', 'W']]],
    [graphOf('A > A'), [['A']]],
    [
      graphOf('A > B', 'B > A', 'B > C', 'C > D', 'D > C', 'D > E'),
      [
        ['A', 'B'],
        ['C', 'D'],
      ],
    ],
    [graphOf('__proto__ > constructor', 'constructor > __proto__'), [['__proto__', 'constructor']]],
  ])('%#', (graph, expected) => {
    expect(
      loops(graph)
        .map((group) => group.sort())
        .sort((left, right) => String(left).localeCompare(String(right))),
    ).toEqual(expected);
  });
});
