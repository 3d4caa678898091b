// Not used yet; serves the version history. Compares two versions of a workflow: added and removed connections, and added, removed and edited
// nodes.
import type { ConnectionTarget, Connections, WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { ownValue, sameJson } from '../values/own-properties.ts';

/** A connection that exists in only one version: output of the source, position in its list, and target. */
interface ConnectionChange {
  readonly sourceIndex: number;
  readonly value: { readonly index: number; readonly connection: ConnectionTarget };
}

/** Source node → connection type → changes. Null-prototype objects, since node names are user input. */
type ConnectionChanges = { readonly [node: string]: { readonly [type: string]: readonly ConnectionChange[] } };

export interface ConnectionsDiff {
  readonly added: ConnectionChanges;
  readonly removed: ConnectionChanges;
}

/** Compares connections; the order within an output's list and empty outputs are ignored. */
export function compareConnections(before: Connections, after: Connections): ConnectionsDiff {
  return { added: missingFrom(before, after), removed: missingFrom(after, before) };
}

type Outputs = readonly (readonly ConnectionTarget[] | null | undefined)[];

const outputsOf = (connections: Connections, node: string, type: string): Outputs => {
  const outputs = ownValue(ownValue(connections, node) as object | undefined, type);
  return Array.isArray(outputs) ? (outputs as Outputs) : [];
};

const targetKey = (target: ConnectionTarget): string => JSON.stringify([target.node, target.type, target.index]);

/** Returns the connections of `there` that are missing in `here`. */
function missingFrom(here: Connections, there: Connections): ConnectionChanges {
  const result: Record<string, Record<string, ConnectionChange[]>> = Object.create(null) as Record<
    string,
    Record<string, ConnectionChange[]>
  >;
  for (const node of Object.keys(there)) {
    for (const type of Object.keys(there[node] ?? {})) {
      const outputs = outputsOf(here, node, type);
      const changes = outputsOf(there, node, type).flatMap((targets, sourceIndex) => {
        const existing = new Set((outputs[sourceIndex] ?? []).map(targetKey));
        return (targets ?? []).flatMap((connection, index) =>
          existing.has(targetKey(connection)) ? [] : [{ sourceIndex, value: { index, connection } }],
        );
      });
      if (changes.length > 0) (result[node] ??= Object.create(null) as Record<string, ConnectionChange[]>)[type] = changes;
    }
  }
  return result;
}

type NodeStatus = 'added' | 'removed' | 'modified' | 'same';

export interface NodeChange {
  /** The node in the newer version; if it was removed, in the older one. */
  readonly node: WorkflowNode;
  readonly status: NodeStatus;
  readonly before?: WorkflowNode;
}

/** Fields that do not affect the behavior of the workflow. */
const looks = new Set(['position', 'notesInFlow', 'color']);

/** Compares nodes by id (by name if they have none), ignoring positions. Returns the newer version's nodes in order, then removed ones. */
export function compareNodes(before: readonly WorkflowNode[], after: readonly WorkflowNode[]): NodeChange[] {
  const older = new Map(before.map((node) => [identity(node), node]));
  const changes: NodeChange[] = [];
  for (const node of after) {
    const old = older.get(identity(node));
    older.delete(identity(node));
    changes.push(
      old === undefined ? { node, status: 'added' } : { node, before: old, status: sameMeaning(old, node) ? 'same' : 'modified' },
    );
  }
  for (const node of older.values()) changes.push({ node, status: 'removed' });
  return changes;
}

const identity = (node: WorkflowNode): string => (node.id === undefined ? `name:${node.name}` : `id:${node.id}`);

function sameMeaning(left: WorkflowNode, right: WorkflowNode): boolean {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every(
    (key) => looks.has(key) || sameJson(ownValue(left, key), ownValue(right, key)),
  );
}

/** Whether two files describe the same workflow, apart from node positions. */
export function sameWorkflow(left: WorkflowFile, right: WorkflowFile): boolean {
  const { added, removed } = compareConnections(left.connections, right.connections);
  return (
    compareNodes(left.nodes, right.nodes).every((change) => change.status === 'same') &&
    Object.keys(added).length === 0 &&
    Object.keys(removed).length === 0 &&
    sameJson(left.settings ?? {}, right.settings ?? {})
  );
}
