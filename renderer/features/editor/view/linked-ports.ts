// Ports derived from connections: the only known ports of a node whose type is not installed.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { edgesOf } from '../../../../engine/workflow/graph/graph.ts';
import { MAIN, type CanvasPort } from '../canvas/index.ts';

/** Number of used ports per connection type. */
type PortCounts = ReadonlyMap<string, number>;

export interface LinkedPorts {
  readonly inputs: PortCounts;
  readonly outputs: PortCounts;
  /** The counts as text, for comparisons. */
  readonly key: string;
  readonly hasMainOnly: boolean;
}

interface Counting {
  readonly inputs: Map<string, number>;
  readonly outputs: Map<string, number>;
}

const portsByConnections = new WeakMap<WorkflowFile['connections'], ReadonlyMap<string, LinkedPorts>>();

/** Returns the used ports by node name. */
export function linkedPorts(connections: WorkflowFile['connections']): ReadonlyMap<string, LinkedPorts> {
  const before = portsByConnections.get(connections);
  if (before !== undefined) return before;
  const counting = new Map<string, Counting>();
  const use = (name: string, side: keyof Counting, type: string, index: number): void => {
    const counts = counting.get(name) ?? { inputs: new Map(), outputs: new Map() };
    counting.set(name, counts);
    counts[side].set(type, Math.max(counts[side].get(type) ?? 0, index + 1));
  };
  for (const { source, sourceOutput, target, targetInput, type } of edgesOf(connections)) {
    use(source, 'outputs', type, sourceOutput);
    use(target, 'inputs', type, targetInput);
  }
  const linked = new Map(
    [...counting].map(([name, { inputs, outputs }]) => {
      const hasMainOnly = [...inputs.keys(), ...outputs.keys()].every((type) => type === MAIN);
      return [name, { inputs, outputs, hasMainOnly, key: JSON.stringify([[...inputs], [...outputs]]) }];
    }),
  );
  portsByConnections.set(connections, linked);
  return linked;
}

const noPorts: PortCounts = new Map();

/** Returns the ports of a node whose type is not installed. A node that is only connected as a sub-node, such as a model, has no main ports. */
export function unknownPorts(linked: LinkedPorts | undefined, isTrigger: boolean): Record<'inputs' | 'outputs', readonly CanvasPort[]> {
  const { inputs = noPorts, outputs = noPorts } = linked ?? {};
  const isPart = outputs.size > 0 && !outputs.has(MAIN) && !inputs.has(MAIN);
  return {
    inputs: [...portsOf(MAIN, Math.max(isTrigger || isPart ? 0 : 1, inputs.get(MAIN) ?? 0)), ...otherPorts(inputs)],
    outputs: [...portsOf(MAIN, Math.max(isPart ? 0 : 1, outputs.get(MAIN) ?? 0)), ...otherPorts(outputs)],
  };
}

/**
 * Returns the declared ports, main ports first, followed by undeclared ports of other types that connections use: inputs may depend on parameters,
 * and connections to inputs that no longer exist are kept.
 */
export function withLinked(declared: readonly CanvasPort[], counts: PortCounts | undefined): readonly CanvasPort[] {
  const isMain = ({ type }: CanvasPort): boolean => type === MAIN;
  const removedPorts: readonly CanvasPort[] = otherPorts(counts ?? noPorts).filter(
    (port, index, ports) => indexInType(ports, index) >= countOf(declared, port.type),
  );
  return [
    ...declared.filter(isMain),
    ...declared.filter((port) => !isMain(port)),
    ...removedPorts.map((port) => ({ ...port, limit: 0, isGone: true as const })),
  ];
}

const countOf = (ports: readonly CanvasPort[], type: string): number => ports.filter((port) => port.type === type).length;

const otherPorts = (counts: PortCounts): readonly CanvasPort[] =>
  [...counts].filter(([type]) => type !== MAIN).flatMap(([type, count]) => portsOf(type, count));

const portsOf = (type: string, count: number): readonly CanvasPort[] => Array.from({ length: count }, () => ({ type }));

/** Returns the position of the `index`-th port of a type among all ports of a side; undefined if it does not exist. */
export function placeOfPort(ports: readonly CanvasPort[], type: string, index: number): number | undefined {
  let remaining = index;
  const position = ports.findIndex((port) => port.type === type && remaining-- === 0);
  return position < 0 ? undefined : position;
}

/** The reverse of `placeOfPort`: returns the index of a port among the ports of its type. */
export const indexInType = (ports: readonly CanvasPort[], position: number): number =>
  ports.slice(0, position).filter(({ type }) => type === ports[position]?.type).length;
