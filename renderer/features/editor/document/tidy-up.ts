// A layered layout: each node is to the right of its sources, branches and separate parts are stacked vertically.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { edgesOf } from '../../../../engine/workflow/graph/graph.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import type { Point } from '../canvas/index.ts';

const COLUMN = 220;
const ROW = 180;
const GAP = 60;

/** Returns positions by id for the selected nodes, or for all nodes if none is selected. The upper left corner and notes stay in place. */
export function tidyUp(file: WorkflowFile, chosen: readonly string[] = []): ReadonlyMap<string, Point> {
  const chosenIds = new Set(chosen);
  const nodes = file.nodes.filter((node) => node.type !== stickyNoteType && (chosenIds.size === 0 || chosenIds.has(node.id ?? '')));
  const names = new Set(nodes.map(({ name }) => name));
  const below = new Map<string, string[]>(nodes.map(({ name }) => [name, []]));
  const above = new Map<string, string[]>(nodes.map(({ name }) => [name, []]));
  for (const { source, target } of edgesOf(file.connections)) {
    if (!names.has(source) || !names.has(target) || source === target) continue;
    below.get(source)?.push(target);
    above.get(target)?.push(source);
  }
  const left = Math.min(...nodes.map(({ position }) => position[0]));
  let top = Math.min(...nodes.map(({ position }) => position[1]));
  const positions = new Map<string, Point>();
  const ids = new Map(nodes.map(({ name, id }) => [name, id ?? '']));
  for (const part of parts(
    nodes.map(({ name }) => name),
    below,
    above,
  )) {
    const columns = layers(part, below, above);
    const tallest = Math.max(...columns.map((column) => column.length));
    columns.forEach((column, x) => {
      const start = top + ((tallest - column.length) * ROW) / 2;
      column.forEach((name, y) => positions.set(ids.get(name) ?? '', onGrid({ x: left + x * COLUMN, y: start + y * ROW })));
    });
    top += tallest * ROW + GAP;
  }
  return positions;
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
    const known = depth.get(name);
    if (known !== undefined) return known;
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
    const places = (above.get(name) ?? [])
      .map((source) => [before.indexOf(source), below.get(source)?.indexOf(name) ?? 0] as const)
      .filter(([row]) => row >= 0);
    return places.length === 0
      ? Number.POSITIVE_INFINITY
      : places.reduce((sum, [row, output]) => sum + row + output / 100, 0) / places.length;
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
