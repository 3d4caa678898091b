// Edits a workflow's connections and nodes as the canvas does; every edit answers a new file and leaves the old one as it was.
import { AppError } from '../contract/errors.ts';
import type { ConnectionTarget, Connections, WorkflowFile } from '../contract/workflow.ts';
import { edgesOf, type Edge } from './graph.ts';
import { isRecord, mapEntries, ownValue, setOwn } from './own-properties.ts';
import { unpinNode } from './pin-data.ts';

type Outputs = readonly (readonly ConnectionTarget[] | null)[];

/** Connections keyed by the node they lead to: target → type → input index → sources. Names as own properties. */
export function connectionsByTarget(connections: Connections): Connections {
  const result: { [node: string]: { [type: string]: ConnectionTarget[][] } } = {};
  for (const edge of edgesOf(connections)) {
    const byType = (ownValue(result, edge.target) as { [type: string]: ConnectionTarget[][] } | undefined) ?? {};
    setOwn(result, edge.target, byType);
    const inputs = (ownValue(byType, edge.type) as ConnectionTarget[][] | undefined) ?? [];
    setOwn(byType, edge.type, inputs);
    while (inputs.length <= edge.targetInput) inputs.push([]);
    inputs[edge.targetInput]?.push({ node: edge.source, type: edge.type, index: edge.sourceOutput });
  }
  return result;
}

/** True when the node has a connection in either of two connection maps (as stored, and by target). */
export function isNodeConnected(name: string, bySource: Connections, byTarget: Connections): boolean {
  return hasTargets(ownValue(bySource, name)) || hasTargets(ownValue(byTarget, name));
}

function hasTargets(byType: unknown): boolean {
  if (!isRecord(byType)) return false;
  return Object.values(byType).some((outputs) => Array.isArray(outputs) && outputs.some((list) => Array.isArray(list) && list.length > 0));
}

const sameTarget = (target: ConnectionTarget, edge: Edge): boolean =>
  target.node === edge.target && (target.index ?? 0) === edge.targetInput;

function outputsOf(connections: Connections, source: string, type: string): Outputs {
  const outputs = ownValue(ownValue(connections, source) as object | undefined, type);
  return Array.isArray(outputs) ? (outputs as Outputs) : [];
}

/** True when exactly this connection exists. */
export function hasConnection(connections: Connections, edge: Edge): boolean {
  return outputsOf(connections, edge.source, edge.type)[edge.sourceOutput]?.some((target) => sameTarget(target, edge)) ?? false;
}

/** A copy of the connections with one node's outputs of one type changed. Types and nodes without any connection left disappear. */
function withOutputs(connections: Connections, source: string, type: string, outputs: Outputs): Connections {
  const kept = outputs.slice(0, outputs.findLastIndex((list) => (list?.length ?? 0) > 0) + 1);
  const oldTypes = (ownValue(connections, source) ?? {}) as { [type: string]: Outputs };
  const types = replaced(oldTypes, type, kept.length === 0 ? undefined : kept);
  return replaced(connections as { [source: string]: unknown }, source, Object.keys(types).length === 0 ? undefined : types) as Connections;
}

/** The object with one key set (in its place, or last) or, with undefined, left out. */
function replaced<T>(object: { readonly [key: string]: T }, key: string, value: T | undefined): { [key: string]: T } {
  const result = mapEntries(object, (name, old) => (name === key ? (value === undefined ? undefined : [name, value]) : [name, old]));
  if (value !== undefined && !Object.hasOwn(object, key)) setOwn(result, key, value);
  return result;
}

/** A new file with the connection added; the same file when it exists already. Throws AppError NODE_NOT_FOUND. */
export function addConnection(file: WorkflowFile, edge: Edge): WorkflowFile {
  for (const name of [edge.source, edge.target]) {
    if (file.nodes.some((node) => node.name === name)) continue;
    throw new AppError('NODE_NOT_FOUND', `The workflow has no node named "${name}" to connect.`, { params: { node: name } });
  }
  if (hasConnection(file.connections, edge)) return file;
  const outputs: (readonly ConnectionTarget[] | null)[] = [...outputsOf(file.connections, edge.source, edge.type)];
  while (outputs.length <= edge.sourceOutput) outputs.push([]);
  outputs[edge.sourceOutput] = [...(outputs[edge.sourceOutput] ?? []), { node: edge.target, type: edge.type, index: edge.targetInput }];
  return { ...file, connections: withOutputs(file.connections, edge.source, edge.type, outputs) };
}

/** A new file without the connection; the same file when there is none. */
export function removeConnection(file: WorkflowFile, edge: Edge): WorkflowFile {
  if (!hasConnection(file.connections, edge)) return file;
  const outputs = outputsOf(file.connections, edge.source, edge.type).map((list, index) =>
    index === edge.sourceOutput ? (list?.filter((target) => !sameTarget(target, edge)) ?? list) : list,
  );
  return { ...file, connections: withOutputs(file.connections, edge.source, edge.type, outputs) };
}

/** Every connection from or to a node, in file order. */
export function connectionsOf(connections: Connections, name: string): Edge[] {
  return [...edgesOf(connections)].filter((edge) => edge.source === name || edge.target === name);
}

/** The connection that closes the gap when a node with one way in and one way out goes; undefined for all others. */
function bridge(edges: readonly Edge[], name: string): Edge | undefined {
  const incoming = edges.filter((edge) => edge.target === name);
  const outgoing = edges.filter((edge) => edge.source === name);
  const [before] = incoming;
  const [after] = outgoing;
  if (before === undefined || after === undefined || incoming.length !== 1 || outgoing.length !== 1) return undefined;
  if (before.type !== after.type || before.source === name) return undefined;
  return {
    source: before.source,
    sourceOutput: before.sourceOutput,
    type: before.type,
    target: after.target,
    targetInput: after.targetInput,
  };
}

const startType = 'n8n-nodes-base.start';

/**
 * A new file without the node, its connections and its pinned data. A node with one connection in and one out leaves its
 * neighbours connected. Throws AppError NODE_NOT_FOUND, or BAD_REQUEST for the last node of the old start type.
 */
export function removeNode(file: WorkflowFile, name: string): WorkflowFile {
  const node = file.nodes.find((other) => other.name === name);
  if (node === undefined)
    throw new AppError('NODE_NOT_FOUND', `The workflow has no node named "${name}" to remove.`, { params: { node: name } });
  if (node.type === startType && file.nodes.filter((other) => other.type === startType).length === 1) {
    throw new AppError('BAD_REQUEST', `The node "${name}" cannot be removed: a workflow of this kind needs its start node.`, {
      params: { node: name },
    });
  }
  const edges = connectionsOf(file.connections, name);
  let result = unpinNode(file, name);
  for (const edge of edges) result = removeConnection(result, edge);
  const gap = bridge(edges, name);
  if (gap !== undefined) result = addConnection(result, gap);
  return { ...result, nodes: file.nodes.filter((other) => other !== node), connections: replaced(result.connections, name, undefined) };
}
