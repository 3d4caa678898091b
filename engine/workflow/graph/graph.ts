// A workflow as a graph: nodes by name and connections in both directions. Uses Maps, since node names are user input.
import type { ConnectionTarget, Connections, WorkflowFile, WorkflowNode, WorkflowSettings } from '../../contract/workflow.ts';

/** A connection, seen from either end. */
export interface Edge {
  readonly source: string;
  readonly sourceOutput: number;
  readonly target: string;
  readonly targetInput: number;
  readonly type: string;
}

/** A read-only view of one workflow version, built once and shared by all of its runs. */
export class WorkflowGraph {
  readonly file: WorkflowFile;
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly settings: WorkflowSettings;
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  /** Outgoing edges by source node name, in file order (type, output, position in the list). */
  readonly outgoing: ReadonlyMap<string, readonly Edge[]>;
  /** Incoming edges by target node name. */
  readonly incoming: ReadonlyMap<string, readonly Edge[]>;

  constructor(file: WorkflowFile) {
    this.file = file;
    this.id = file.id === undefined ? '' : String(file.id);
    this.name = file.name ?? '';
    this.active = file.active ?? false;
    this.settings = file.settings ?? {};
    this.nodes = new Map(file.nodes.map((node) => [node.name, node]));
    const outgoing = new Map<string, Edge[]>();
    const incoming = new Map<string, Edge[]>();
    for (const edge of edgesOf(file.connections)) {
      append(outgoing, edge.source, edge);
      append(incoming, edge.target, edge);
    }
    this.outgoing = outgoing;
    this.incoming = incoming;
  }

  node(name: string): WorkflowNode | undefined {
    return this.nodes.get(name);
  }

  edgesFrom(name: string, type = 'main'): readonly Edge[] {
    return (this.outgoing.get(name) ?? []).filter((edge) => edge.type === type);
  }

  edgesTo(name: string, type = 'main'): readonly Edge[] {
    return (this.incoming.get(name) ?? []).filter((edge) => edge.type === type);
  }
}

/** Yields every edge of a connections object in file order. Null and malformed entries are skipped. */
export function* edgesOf(connections: Connections): Generator<Edge> {
  for (const [source, byType] of Object.entries(connections)) {
    for (const [type, outputs] of Object.entries(byType ?? {})) {
      if (!Array.isArray(outputs)) continue;
      for (let sourceOutput = 0; sourceOutput < outputs.length; sourceOutput++) {
        for (const target of targetsOf(outputs[sourceOutput])) {
          yield { source, sourceOutput, target: target.node, targetInput: inputOf(target.index), type };
        }
      }
    }
  }
}

/** Hand-written files may contain one target instead of a list of targets. */
function targetsOf(output: unknown): readonly ConnectionTarget[] {
  const list: readonly unknown[] = Array.isArray(output) ? output : [output];
  return list.filter((target): target is ConnectionTarget => typeof (target as ConnectionTarget | null | undefined)?.node === 'string');
}

function inputOf(index: unknown): number {
  const input = Number(index ?? 0);
  return Number.isInteger(input) && input >= 0 ? input : 0;
}

function append(map: Map<string, Edge[]>, key: string, edge: Edge): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [edge]);
  else list.push(edge);
}
