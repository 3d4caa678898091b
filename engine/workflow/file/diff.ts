// Compares two versions of a workflow: nodes, connections, settings, pinned data, and every value that differs.
import type { WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { edgesOf, type Edge } from '../graph/graph.ts';
import { ownValue, sameJson } from '../values/own-properties.ts';
import { valueChanges, type ValueChange } from './value-changes.ts';

/** `moved`: only its position differs. */
export type NodeStatus = 'added' | 'removed' | 'changed' | 'moved' | 'same';

export interface NodeChange {
  readonly status: NodeStatus;
  /** Absent if the node was added. */
  readonly before?: WorkflowNode;
  /** Absent if the node was removed. */
  readonly after?: WorkflowNode;
  /** Values of the node that differ, except for its position. */
  readonly changes: readonly ValueChange[];
}

export interface WireChange {
  readonly kind: 'added' | 'removed';
  /** Named as in the version that has it. */
  readonly edge: Edge;
}

export interface PinnedChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Name of the node in the newer version; in the older one if it was removed. */
  readonly node: string;
}

export interface WorkflowDiff {
  /** The nodes of the newer version in their order, then the removed ones. */
  readonly nodes: readonly NodeChange[];
  readonly wires: readonly WireChange[];
  readonly settings: readonly ValueChange[];
  readonly pinned: readonly PinnedChange[];
  /** Other fields of the file, such as its name. */
  readonly fields: readonly ValueChange[];
  /** Whether nothing differs but positions. */
  readonly isSame: boolean;
}

/** Fields that are compared on their own, or that are not part of a version. */
const otherParts = new Set(['nodes', 'connections', 'settings', 'pinData', 'id', 'active', 'staticData', 'tags', 'meta']);

/** Compares two versions. Neither may be the newer one: "before" and "after" say only the direction. */
export function compareWorkflows(before: WorkflowFile, after: WorkflowFile): WorkflowDiff {
  const nodes = compareNodes(before.nodes, after.nodes);
  const names = new Map(
    nodes.flatMap((change) => (change.before === undefined || change.after === undefined ? [] : [[change.before.name, change.after.name]])),
  );
  const wires = compareWires(before, after, names);
  const settings = valueChanges(before.settings ?? {}, after.settings ?? {});
  const pinned = comparePinned(before, after, names);
  const fields = valueChanges(otherFields(before), otherFields(after));
  const isSame = [wires, settings, pinned, fields].every((list) => list.length === 0) && nodes.every(isUnchanged);
  return { nodes, wires, settings, pinned, fields, isSame };
}

const isUnchanged = ({ status }: NodeChange): boolean => status === 'same' || status === 'moved';

const otherFields = (file: WorkflowFile): object => {
  const fields = Object.entries(file).filter(([field, value]) => !otherParts.has(field) && value !== undefined);
  return Object.fromEntries(fields);
};

/**
 * Matches nodes by id. Those without a counterpart are matched by name and type: files may have no ids, and a copy has other ones.
 */
function compareNodes(before: readonly WorkflowNode[], after: readonly WorkflowNode[]): NodeChange[] {
  const former = new Map<WorkflowNode, WorkflowNode>();
  const match = (keyOf: (node: WorkflowNode) => string | undefined): void => {
    const matched = new Set(former.values());
    const open = new Map<string, WorkflowNode>();
    for (const node of before) {
      const key = keyOf(node);
      if (key !== undefined && !matched.has(node) && !open.has(key)) open.set(key, node);
    }
    for (const node of after) {
      const key = keyOf(node);
      const counterpart = key === undefined || former.has(node) ? undefined : open.get(key);
      if (key === undefined || counterpart === undefined) continue;
      former.set(node, counterpart);
      open.delete(key);
    }
  };
  match(({ id }) => id);
  match(({ name, type }) => JSON.stringify([name, type]));
  const matched = new Set(former.values());
  return [
    ...after.map((node) => nodeChange(former.get(node), node)),
    ...before.filter((node) => !matched.has(node)).map((node): NodeChange => ({ status: 'removed', before: node, changes: [] })),
  ];
}

function nodeChange(before: WorkflowNode | undefined, after: WorkflowNode): NodeChange {
  if (before === undefined) return { status: 'added', after, changes: [] };
  const changes = valueChanges(withoutPlace(before), withoutPlace(after));
  const status = changes.length > 0 ? 'changed' : sameJson(before.position, after.position) ? 'same' : 'moved';
  return { status, before, after, changes };
}

function withoutPlace({ id: _id, position: _position, ...node }: WorkflowNode): object {
  return node;
}

/** Compares connections. The order within an output's list and empty outputs are ignored. `names`: older name → newer name. */
function compareWires(before: WorkflowFile, after: WorkflowFile, names: ReadonlyMap<string, string>): WireChange[] {
  const now = (name: string): string => names.get(name) ?? `\u0000${name}`;
  const older = new Map([...edgesOf(before.connections)].map((edge) => [wireKey(edge, now(edge.source), now(edge.target)), edge]));
  const matchedNames = new Set(names.values());
  const own = (name: string): string => (matchedNames.has(name) ? name : `\u0001${name}`);
  const newer = new Map([...edgesOf(after.connections)].map((edge) => [wireKey(edge, own(edge.source), own(edge.target)), edge]));
  return [
    ...[...newer].flatMap(([key, edge]): WireChange[] => (older.has(key) ? [] : [{ kind: 'added', edge }])),
    ...[...older].flatMap(([key, edge]): WireChange[] => (newer.has(key) ? [] : [{ kind: 'removed', edge }])),
  ];
}

const wireKey = ({ type, sourceOutput, targetInput }: Edge, source: string, target: string): string =>
  JSON.stringify([source, type, sourceOutput, target, targetInput]);

function comparePinned(before: WorkflowFile, after: WorkflowFile, names: ReadonlyMap<string, string>): PinnedChange[] {
  const [older, newer] = [before.pinData ?? {}, after.pinData ?? {}];
  const formerNames = new Map([...names].map(([former, name]) => [name, former]));
  const compared = new Set<string>();
  const changes: PinnedChange[] = [];
  for (const node of Object.keys(newer)) {
    const former = formerNames.get(node) ?? node;
    compared.add(former);
    if (!Object.hasOwn(older, former)) changes.push({ kind: 'added', node });
    else if (!sameJson(ownValue(older, former), ownValue(newer, node))) changes.push({ kind: 'changed', node });
  }
  for (const node of Object.keys(older)) if (!compared.has(node)) changes.push({ kind: 'removed', node: names.get(node) ?? node });
  return changes;
}
