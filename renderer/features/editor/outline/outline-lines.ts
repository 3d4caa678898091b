// Visible rows of an outline with collapsed parts, and their relations.
import type { OutlineNode } from './outline-of.ts';

export interface OutlineLine {
  readonly node: OutlineNode;
  /** Undefined if the line has no children. */
  readonly isExpanded: boolean | undefined;
  readonly position: number;
  readonly setSize: number;
}

/** Returns the visible rows: those without a collapsed ancestor. Descendants follow a row and are deeper. */
export function linesOf(nodes: readonly OutlineNode[], closed: ReadonlySet<string>): OutlineLine[] {
  const siblings = siblingPlaces(nodes);
  const lines: OutlineLine[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  nodes.forEach((node, index) => {
    if (node.depth > hiddenBelow) return;
    const hasBelow = (nodes[index + 1]?.depth ?? 0) > node.depth;
    const isClosed = hasBelow && closed.has(node.id);
    hiddenBelow = isClosed ? node.depth : Number.POSITIVE_INFINITY;
    const { position = 1, set = { size: 1 } } = siblings[index] ?? {};
    lines.push({ node, isExpanded: hasBelow ? !isClosed : undefined, position, setSize: set.size });
  });
  return lines;
}

/** Returns each node's position among its siblings, from 1, and their number. */
function siblingPlaces(nodes: readonly OutlineNode[]): { readonly position: number; readonly set: { readonly size: number } }[] {
  const open: { size: number }[] = [];
  return nodes.map(({ depth }) => {
    open.length = Math.min(open.length, depth + 1);
    const set = (open[depth] ??= { size: 0 });
    set.size++;
    return { position: set.size, set };
  });
}

/** Returns the index of a row's parent; -1 for the outermost rows. */
export function parentIndex(lines: readonly OutlineLine[], index: number): number {
  const depth = lines[index]?.node.depth ?? 0;
  return lines.findLastIndex((line, at) => at < index && line.node.depth < depth);
}
