// Lookup of connections by node and port, computed once per set of edges.
import { MAIN, type CanvasEdge, type CanvasNode, type PortRef } from './canvas-model.ts';

interface Counts {
  incoming: number;
  outgoing: number;
}

const none: readonly string[] = [];
const unconnected: Readonly<Counts> = { incoming: 0, outgoing: 0 };

export class Connections {
  readonly #edgesOf = new Map<string, string[]>();
  /** Number of connections by port. */
  readonly #portCounts = new Map<string, number>();
  readonly #free = new WeakMap<CanvasNode, string>();
  readonly #counts = new Map<string, Counts>();

  constructor(edges: ReadonlyMap<string, CanvasEdge>) {
    for (const edge of edges.values()) {
      this.#add(edge.source, edge.id);
      if (edge.target !== edge.source) this.#add(edge.target, edge.id);
      this.#countOf(edge.source).outgoing += 1;
      this.#countOf(edge.target).incoming += 1;
      for (const port of [`output ${edge.output} ${edge.source}`, `input ${edge.input} ${edge.target}`]) {
        this.#portCounts.set(port, (this.#portCounts.get(port) ?? 0) + 1);
      }
    }
  }

  /** Returns the incoming and outgoing edges of a node. */
  of(node: string): readonly string[] {
    return this.#edgesOf.get(node) ?? none;
  }

  isTaken(node: string, side: PortRef['side'], index: number): boolean {
    return this.#portCounts.has(`${side} ${index} ${node}`);
  }

  /** Returns the unconnected main outputs of a node as text, which compares by value: `0,2`. */
  freeOutputs(node: CanvasNode): string {
    const cached = this.#free.get(node);
    if (cached !== undefined) return cached;
    const free = node.outputs
      .map(({ type }, index) => (type === MAIN && !this.isTaken(node.id, 'output', index) ? index : -1))
      .filter((index) => index >= 0)
      .join(',');
    this.#free.set(node, free);
    return free;
  }

  /** Whether an input has as many connections as it accepts. */
  isFull(node: CanvasNode, input: number): boolean {
    const limit = node.inputs[input]?.limit;
    return limit !== undefined && (this.#portCounts.get(`input ${input} ${node.id}`) ?? 0) >= limit;
  }

  /** Returns the inputs to which further nodes can be attached, like `freeOutputs`. */
  freeInputs(node: CanvasNode): string {
    return node.inputs
      .map(({ type }, index) => (type !== MAIN && !this.isFull(node, index) ? index : -1))
      .filter((index) => index >= 0)
      .join(',');
  }

  /** Returns the number of incoming and outgoing edges of a node. */
  countsOf(node: string): Readonly<Counts> {
    return this.#counts.get(node) ?? unconnected;
  }

  #countOf(node: string): Counts {
    const cached = this.#counts.get(node);
    if (cached !== undefined) return cached;
    const counts = { incoming: 0, outgoing: 0 };
    this.#counts.set(node, counts);
    return counts;
  }

  #add(node: string, edge: string): void {
    const edges = this.#edgesOf.get(node);
    if (edges === undefined) this.#edgesOf.set(node, [edge]);
    else edges.push(edge);
  }
}

const connectionsByEdges = new WeakMap<ReadonlyMap<string, CanvasEdge>, Connections>();

export function connectionsOf(edges: ReadonlyMap<string, CanvasEdge>): Connections {
  const before = connectionsByEdges.get(edges);
  if (before !== undefined) return before;
  const connections = new Connections(edges);
  connectionsByEdges.set(edges, connections);
  return connections;
}
