// Which nodes are attached to which root node, and their layout: they stand in a row below it, each with its own ones below.
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { edgesOf, type Edge } from '../../../../engine/workflow/graph/graph.ts';
import { MAIN, type Point } from '../canvas/index.ts';

/** Size of a node on the canvas. */
export type SizeOf = (node: WorkflowNode) => { readonly width: number; readonly height: number };

/** Space between attached nodes, for their names and issues. */
const BETWEEN = 80;
/** Space below a root node, for the names and buttons of its inputs. */
const UNDER = 140;

/** A node with the ones attached to it. */
export interface Block {
  readonly width: number;
  readonly height: number;
  /** Height of everything below the node itself. */
  readonly below: number;
  /** Positions relative to the block's upper left corner, by name. */
  readonly places: ReadonlyMap<string, Point>;
}

/** Returns the root node of each attached node, by name. Nodes that pass items on are not attached ones. */
export function rootsOf(edges: readonly Edge[]): ReadonlyMap<string, string> {
  const withMain = new Set(edges.flatMap(({ type, source, target }) => (type === MAIN ? [source, target] : [])));
  const roots = new Map<string, string>();
  for (const { source, target, type } of edges) {
    if (type !== MAIN && !withMain.has(source) && !roots.has(source) && !isBelow(roots, target, source)) roots.set(source, target);
  }
  return roots;
}

/** Returns the node that uses an attached node, directly or through others; undefined for a node that is not attached. */
export function rootOf(workflow: WorkflowFile, name: string): string | undefined {
  const roots = rootsOf([...edgesOf(workflow.connections)]);
  let root = roots.get(name);
  for (let above = root; above !== undefined; above = roots.get(above)) root = above;
  return root;
}

/** Whether a node is another one, or attached to it through others. */
function isBelow(roots: ReadonlyMap<string, string>, name: string, upper: string): boolean {
  for (let at: string | undefined = name; at !== undefined; at = roots.get(at)) if (at === upper) return true;
  return false;
}

/** `attached`: names of the attached nodes by the name of their root node, in the order of its inputs. */
export function blockOf(
  name: string,
  nodes: ReadonlyMap<string, WorkflowNode>,
  attached: ReadonlyMap<string, readonly string[]>,
  sizeOf: SizeOf,
): Block {
  const node = nodes.get(name);
  const own = node === undefined ? { width: 0, height: 0 } : sizeOf(node);
  const blocks = (attached.get(name) ?? []).map((each) => blockOf(each, nodes, attached, sizeOf));
  const row = blocks.reduce((sum, block) => sum + block.width, 0) + BETWEEN * Math.max(0, blocks.length - 1);
  const width = Math.max(own.width, row);
  const places = new Map<string, Point>([[name, { x: (width - own.width) / 2, y: 0 }]]);
  let x = (width - row) / 2;
  for (const block of blocks) {
    for (const [inner, at] of block.places) places.set(inner, { x: x + at.x, y: own.height + UNDER + at.y });
    x += block.width + BETWEEN;
  }
  const below = blocks.length === 0 ? 0 : UNDER + Math.max(...blocks.map((block) => block.height));
  return { width, height: own.height + below, below, places };
}
