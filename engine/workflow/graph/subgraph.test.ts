// Selections of nodes that could become a workflow of their own.
import { describe, expect, it } from 'vitest';
import {
  adjacencyList,
  hasPathBetween,
  inputEdges,
  leafNodes,
  outputEdges,
  rootNodes,
  subgraphEnds,
  type AdjacencyList,
} from './subgraph.ts';

/** Edges as `A>B`. */
function list(edges: string): AdjacencyList {
  const connections = Object.create(null) as Record<string, { main: { node: string; type: string; index: number }[][] }>;
  for (const [source = '', node = ''] of edges
    .split(' ')
    .filter(Boolean)
    .map((text) => text.split('>'))) {
    (connections[source] ??= { main: [[]] }).main[0]?.push({ node, type: 'main', index: 0 });
  }
  return adjacencyList(connections);
}
const set = (names: string): Set<string> => new Set(names.split(' ').filter(Boolean));

describe('subgraphEnds', () => {
  it.each<[name: string, selection: string, edges: string, expected: unknown]>([
    ['a chain', 'B C', 'A>B B>C C>D', { start: 'B', end: 'C' }],
    ['a chain without connections to the outside', 'A B', 'A>B', { start: undefined, end: undefined }],
    ['one node', 'B', 'A>B B>C', { start: 'B', end: 'B' }],
    ['one node connected to itself', 'A', 'A>A', { start: undefined, end: undefined }],
    ['a loop entered at one node', 'A B C', 'A>B B>C C>A D>B', { start: 'B', end: undefined }],
    ['branches, one of which continues', 'A B C', 'A>B A>C C>X', { start: undefined, end: 'C' }],
    ['data entering behind the start', 'A B', 'A>B X>B Y>A', [{ errorCode: 'Input Edge To Non-Root Node', node: 'B' }]],
    ['data leaving before the end', 'A B', 'A>B A>X', [{ errorCode: 'Output Edge From Non-Leaf Node', node: 'A' }]],
    ['two ways in', 'A B C', 'A>C B>C X>A Y>B', [{ errorCode: 'Multiple Input Nodes', nodes: set('A B') }]],
    ['two ways out', 'A B C', 'A>B A>C B>X C>Y', [{ errorCode: 'Multiple Output Nodes', nodes: set('B C') }]],
    ['a gap', 'A D', 'A>B B>C C>D', [{ errorCode: 'No Continuous Path From Root To Leaf In Selection', start: 'D', end: 'A' }]],
    ['a node named __proto__', '__proto__ B', 'A>__proto__ __proto__>B', { start: '__proto__', end: undefined }],
  ])('%s', (_name, selection, edges, expected) => {
    expect(subgraphEnds(set(selection), list(edges))).toEqual(expected);
  });
});

it('returns roots, leaves and the edges that cross the border', () => {
  const edges = list('A>B B>C C>C C>D');
  expect(rootNodes(set('B C'), edges)).toEqual(set('B'));
  expect(leafNodes(set('B C'), edges)).toEqual(set('C'));
  expect(inputEdges(set('B C'), edges).map(([source, target]) => `${source}>${target.node}`)).toEqual(['A>B']);
  expect(outputEdges(set('B C'), edges).map(([source, target]) => `${source}>${target.node}`)).toEqual(['C>D']);
  expect(leafNodes(set('Alone'), edges)).toEqual(set('Alone'));
});

it.each([
  ['A', 'D', true],
  ['D', 'A', false],
  ['A', 'A', true],
  ['Nobody', 'A', false],
])('a path from %s to %s: %s', (from, to, expected) => {
  expect(hasPathBetween(from, to, list('A>B B>C C>A C>D'))).toBe(expected);
});
