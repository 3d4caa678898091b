// Who is connected where, worked out once for each set of edges.
import type { CanvasEdge, CanvasNode, PortRef } from './canvas-model.ts';

const none: readonly string[] = [];

export class Connections {
  readonly #edgesOf = new Map<string, string[]>();
  readonly #taken = new Set<string>();

  constructor(edges: ReadonlyMap<string, CanvasEdge>) {
    for (const edge of edges.values()) {
      this.#add(edge.source, edge.id);
      if (edge.target !== edge.source) this.#add(edge.target, edge.id);
      this.#taken.add(`output ${edge.output} ${edge.source}`).add(`input ${edge.input} ${edge.target}`);
    }
  }

  /** Edges at a node, in and out. */
  of(node: string): readonly string[] {
    return this.#edgesOf.get(node) ?? none;
  }

  isTaken(node: string, side: PortRef['side'], index: number): boolean {
    return this.#taken.has(`${side} ${index} ${node}`);
  }

  /** Which outputs of a node lead nowhere, as text, so that it compares by value: `0,2`. */
  freeOutputs(node: CanvasNode): string {
    return node.outputs
      .map((_, index) => index)
      .filter((index) => !this.isTaken(node.id, 'output', index))
      .join(',');
  }

  #add(node: string, edge: string): void {
    const edges = this.#edgesOf.get(node);
    if (edges === undefined) this.#edgesOf.set(node, [edge]);
    else edges.push(edge);
  }
}

const known = new WeakMap<ReadonlyMap<string, CanvasEdge>, Connections>();

export function connectionsOf(edges: ReadonlyMap<string, CanvasEdge>): Connections {
  const before = known.get(edges);
  if (before !== undefined) return before;
  const connections = new Connections(edges);
  known.set(edges, connections);
  return connections;
}
