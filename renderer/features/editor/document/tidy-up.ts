// A layered layout: each node is to the right of its sources, branches and separate parts are stacked vertically. Attached nodes are below their root
// nodes.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { edgesOf } from '../../../../engine/workflow/graph/graph.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { NODE_SIZE, type Point } from '../canvas/index.ts';
import { blockOf, rootsOf, type Block, type SizeOf } from './attached-layout.ts';

/** Space between columns. */
const BESIDE = 120;
/** Space between the rows of a column, for names. */
const BELOW = 80;
const GAP = 60;

const square: SizeOf = () => ({ width: NODE_SIZE, height: NODE_SIZE });

/** Returns positions by id for the selected nodes, or for all nodes if none is selected. The upper left corner and notes stay in place. */
export function tidyUp(file: WorkflowFile, chosen: readonly string[] = [], sizeOf: SizeOf = square): ReadonlyMap<string, Point> {
  const chosenIds = new Set(chosen);
  const nodes = new Map(
    file.nodes
      .filter((node) => node.type !== stickyNoteType && (chosenIds.size === 0 || chosenIds.has(node.id ?? '')))
      .map((node) => [node.name, node]),
  );
  const edges = [...edgesOf(file.connections)].filter(({ source, target }) => nodes.has(source) && nodes.has(target) && source !== target);
  const roots = rootsOf(edges);
  const attached = attachedTo(roots, edges);
  const rows = [...nodes.keys()].filter((name) => !roots.has(name));
  const below = new Map<string, string[]>(rows.map((name) => [name, []]));
  const above = new Map<string, string[]>(rows.map((name) => [name, []]));
  for (const { source, target } of edges) {
    if (roots.has(source) || roots.has(target)) continue;
    below.get(source)?.push(target);
    above.get(target)?.push(source);
  }
  const minX = Math.min(...[...nodes.values()].map(({ position }) => position[0]));
  let top = Math.min(...[...nodes.values()].map(({ position }) => position[1]));
  const positions = new Map<string, Point>();
  for (const part of parts(rows, below, above)) {
    const columns = layers(part, below, above).map((column) => column.map((name) => blockOf(name, nodes, attached, sizeOf)));
    // Columns are centered on each other by their own nodes, without what is attached to the last one.
    const trunks = columns.map((column) => heightOf(column) - (column.at(-1)?.below ?? 0));
    const tallest = Math.max(...trunks);
    let [x, bottom] = [minX, top];
    columns.forEach((column, index) => {
      let y = top + (tallest - (trunks[index] ?? 0)) / 2;
      for (const block of column) {
        for (const [name, at] of block.places) positions.set(nodes.get(name)?.id ?? '', onGrid({ x: x + at.x, y: y + at.y }));
        y += block.height + BELOW;
      }
      bottom = Math.max(bottom, y);
      x += Math.max(...column.map(({ width }) => width)) + BESIDE;
    });
    top = bottom + GAP;
  }
  return positions;
}

const heightOf = (column: readonly Block[]): number => column.reduce((sum, { height }) => sum + height + BELOW, 0);

/** Returns the attached nodes of each root node, in the order of the connections. */
function attachedTo(roots: ReadonlyMap<string, string>, edges: readonly { readonly source: string }[]): Map<string, string[]> {
  const attached = new Map<string, string[]>();
  for (const source of new Set(edges.map((edge) => edge.source))) {
    const root = roots.get(source);
    if (root !== undefined) attached.set(root, [...(attached.get(root) ?? []), source]);
  }
  return attached;
}

const onGrid = ({ x, y }: Point): Point => ({ x: Math.round(x / 20) * 20, y: Math.round(y / 20) * 20 });

type Links = ReadonlyMap<string, readonly string[]>;

/** Returns the connected components, in file order. */
function parts(names: readonly string[], below: Links, above: Links): string[][] {
  const seen = new Set<string>();
  const result: string[][] = [];
  for (const name of names) {
    if (seen.has(name)) continue;
    const part: string[] = [];
    const waiting = [name];
    seen.add(name);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      part.push(next);
      for (const other of [...(below.get(next) ?? []), ...(above.get(next) ?? [])]) {
        if (seen.has(other)) continue;
        seen.add(other);
        waiting.push(other);
      }
    }
    result.push(part);
  }
  return result;
}

/** Returns the columns of a component: a node is to the right of all its sources; back edges of loops are ignored. */
function layers(part: readonly string[], below: Links, above: Links): string[][] {
  const depth = new Map<string, number>();
  const back = backEdges(part, below);
  const depthOf = (name: string): number => {
    const knownDepth = depth.get(name);
    if (knownDepth !== undefined) return knownDepth;
    depth.set(name, 0);
    const before = (above.get(name) ?? []).filter((source) => !back.has(`${source}\n${name}`));
    const own = before.length === 0 ? 0 : Math.max(...before.map(depthOf)) + 1;
    depth.set(name, own);
    return own;
  };
  const columns: string[][] = [];
  for (const name of part) {
    const at = depthOf(name);
    while (columns.length <= at) columns.push([]);
    columns[at]?.push(name);
  }
  for (let x = 1; x < columns.length; x++) columns[x] = sorted(columns[x] ?? [], columns[x - 1] ?? [], below, above);
  return columns;
}

/** Sorts by the position of sources in the previous column and by output, to reduce crossings. */
function sorted(column: readonly string[], before: readonly string[], below: Links, above: Links): string[] {
  const rank = (name: string): number => {
    const ranks = (above.get(name) ?? [])
      .map((source) => [before.indexOf(source), below.get(source)?.indexOf(name) ?? 0] as const)
      .filter(([row]) => row >= 0);
    return ranks.length === 0 ? Number.POSITIVE_INFINITY : ranks.reduce((sum, [row, output]) => sum + row + output / 100, 0) / ranks.length;
  };
  return column
    .map((name) => [name, rank(name)] as const)
    .toSorted(([, a], [, b]) => a - b)
    .map(([name]) => name);
}

/** Returns the back edges found by a depth-first walk. */
function backEdges(part: readonly string[], below: Links): Set<string> {
  const state = new Map<string, 'open' | 'done'>();
  const result = new Set<string>();
  for (const start of part) {
    const stack: { name: string; next: number }[] = state.has(start) ? [] : [{ name: start, next: 0 }];
    if (stack.length > 0) state.set(start, 'open');
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = below.get(top.name)?.[top.next++];
      if (target === undefined) {
        state.set(top.name, 'done');
        stack.pop();
      } else if (state.get(target) === 'open') result.add(`${top.name}\n${target}`);
      else if (!state.has(target)) {
        state.set(target, 'open');
        stack.push({ name: target, next: 0 });
      }
    }
  }
  return result;
}
