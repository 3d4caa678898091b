// Edits a workflow's connections and nodes as the canvas does. Every edit returns a new file and leaves the old one unchanged.
import { AppError } from '../../contract/errors.ts';
import type { ConnectionTarget, Connections, WorkflowFile } from '../../contract/workflow.ts';
import { edgesOf, type Edge } from './graph.ts';
import { isRecord, mapEntries, ownValue, setOwn } from '../values/own-properties.ts';

type Outputs = readonly (readonly ConnectionTarget[] | null)[];

const sameTarget = (target: ConnectionTarget, edge: Edge): boolean =>
  target.node === edge.target && (target.index ?? 0) === edge.targetInput;

/** Connections that are being edited: changed in place once they have been copied. */
type Draft = Map<string, unknown>;

const draftOf = (connections: Connections): Draft => new Map(Object.entries(connections));

function connectionsFrom(draft: Draft): Connections {
  const result = {};
  for (const [source, byType] of draft) setOwn(result, source, byType);
  return result;
}

/** Hand-written files may contain one target instead of a list of targets, or an empty target. */
function outputsOf(byType: unknown, type: string): Outputs {
  const outputs = ownValue(byType as object | undefined, type);
  if (!Array.isArray(outputs)) return [];
  const isSound = (list: unknown): boolean => list === null || (Array.isArray(list) && list.every(isRecord));
  if (outputs.every(isSound)) return outputs as Outputs;
  return outputs.map((list: unknown) => (Array.isArray(list) ? list : [list]).filter(isRecord)) as unknown as Outputs;
}

const hasTarget = (outputs: Outputs, edge: Edge): boolean =>
  outputs[edge.sourceOutput]?.some((target) => sameTarget(target, edge)) ?? false;

/** Replaces one node's outputs of one type. Types and nodes without connections are removed. */
function setOutputs(draft: Draft, { source, type }: Edge, outputs: Outputs): void {
  const trimmed = outputs.slice(0, outputs.findLastIndex((list) => (list?.length ?? 0) > 0) + 1);
  const types = replaced((draft.get(source) ?? {}) as { [type: string]: Outputs }, type, trimmed.length === 0 ? undefined : trimmed);
  if (Object.keys(types).length === 0) draft.delete(source);
  else draft.set(source, types);
}

/** Returns a copy of the object with one key set (in its place, or last) or, for undefined, removed. */
function replaced<T>(object: { readonly [key: string]: T }, key: string, value: T | undefined): { [key: string]: T } {
  const result = mapEntries(object, (name, old) => (name === key ? (value === undefined ? undefined : [name, value]) : [name, old]));
  if (value !== undefined && !Object.hasOwn(object, key)) setOwn(result, key, value);
  return result;
}

/** Adds a connection; returns false if it already exists. */
function link(draft: Draft, edge: Edge): boolean {
  const outputs = [...outputsOf(draft.get(edge.source), edge.type)];
  if (hasTarget(outputs, edge)) return false;
  while (outputs.length <= edge.sourceOutput) outputs.push([]);
  outputs[edge.sourceOutput] = [...(outputs[edge.sourceOutput] ?? []), { node: edge.target, type: edge.type, index: edge.targetInput }];
  setOutputs(draft, edge, outputs);
  return true;
}

/** Removes a connection; returns false if it does not exist. */
function unlink(draft: Draft, edge: Edge): boolean {
  const outputs = outputsOf(draft.get(edge.source), edge.type);
  if (!hasTarget(outputs, edge)) return false;
  const remainingOutputs = outputs.map((list, index) =>
    index === edge.sourceOutput ? (list?.filter((target) => !sameTarget(target, edge)) ?? list) : list,
  );
  setOutputs(draft, edge, remainingOutputs);
  return true;
}

/** Returns a new file with the connection added; the same file if it already exists. Throws AppError NODE_NOT_FOUND. */
export const addConnection = (file: WorkflowFile, edge: Edge): WorkflowFile => addConnections(file, [edge]);

/** Like addConnection, for several connections. */
export function addConnections(file: WorkflowFile, edges: readonly Edge[]): WorkflowFile {
  const names = new Set(file.nodes.map(({ name }) => name));
  const draft = draftOf(file.connections);
  let isChanged = false;
  for (const edge of edges) {
    const missing = [edge.source, edge.target].find((name) => !names.has(name));
    if (missing !== undefined) {
      throw new AppError('NODE_NOT_FOUND', `The workflow has no node named "${missing}" to connect.`, { params: { node: missing } });
    }
    isChanged = link(draft, edge) || isChanged;
  }
  return isChanged ? { ...file, connections: connectionsFrom(draft) } : file;
}

/** Returns a new file without the connection; the same file if it does not exist. */
export const removeConnection = (file: WorkflowFile, edge: Edge): WorkflowFile => removeConnections(file, [edge]);

/** Like removeConnection, for several connections. */
export function removeConnections(file: WorkflowFile, edges: Iterable<Edge>): WorkflowFile {
  const draft = draftOf(file.connections);
  let isChanged = false;
  for (const edge of edges) isChanged = unlink(draft, edge) || isChanged;
  return isChanged ? { ...file, connections: connectionsFrom(draft) } : file;
}

/** Returns the connection that closes the gap if a node with exactly one incoming and one outgoing connection is removed; otherwise undefined. */
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
 * Returns a new file without the nodes, their connections and their pinned data. If a node had one incoming and one outgoing connection, its
 * neighbors are connected to each other. Throws AppError NODE_NOT_FOUND, or BAD_REQUEST for the last node of the old start type.
 */
export function removeNodes(file: WorkflowFile, names: readonly string[]): WorkflowFile {
  const remainingNodes = new Map(file.nodes.map((node) => [node.name, node]));
  let starts = file.nodes.filter(({ type }) => type === startType).length;
  const draft = draftOf(file.connections);
  const sources = sourcesByTarget(file.connections);
  for (const name of names) {
    const node = remainingNodes.get(name);
    if (node === undefined)
      throw new AppError('NODE_NOT_FOUND', `The workflow has no node named "${name}" to remove.`, { params: { node: name } });
    if (node.type === startType && starts-- === 1) {
      throw new AppError('BAD_REQUEST', `The node "${name}" cannot be removed: a workflow of this kind needs its start node.`, {
        params: { node: name },
      });
    }
    const edges = [...edgesFrom(draft, name)];
    for (const source of sources.get(name) ?? []) {
      if (source !== name) for (const edge of edgesFrom(draft, source)) if (edge.target === name) edges.push(edge);
    }
    for (const edge of edges) unlink(draft, edge);
    draft.delete(name);
    remainingNodes.delete(name);
    const gap = bridge(edges, name);
    // Files may contain connections of nodes that do not exist.
    if (gap === undefined || !remainingNodes.has(gap.source) || !remainingNodes.has(gap.target)) continue;
    link(draft, gap);
    noteSource(sources, gap);
  }
  const removedNames = new Set(names);
  return {
    ...withoutPins(file, removedNames),
    nodes: file.nodes.filter(({ name }) => !removedNames.has(name)),
    connections: connectionsFrom(draft),
  };
}

const edgesFrom = (draft: Draft, source: string): Iterable<Edge> =>
  draft.has(source) ? edgesOf(connectionsFrom(new Map([[source, draft.get(source)]]))) : [];

/** Returns the sources of each node; some may have been removed since. */
function sourcesByTarget(connections: Connections): Map<string, Set<string>> {
  const sources = new Map<string, Set<string>>();
  for (const edge of edgesOf(connections)) noteSource(sources, edge);
  return sources;
}

function noteSource(sources: Map<string, Set<string>>, { source, target }: Edge): void {
  const ofTarget = sources.get(target);
  if (ofTarget === undefined) sources.set(target, new Set([source]));
  else ofTarget.add(source);
}

function withoutPins(file: WorkflowFile, names: ReadonlySet<string>): WorkflowFile {
  const { pinData } = file;
  if (!isRecord(pinData) || !Object.keys(pinData).some((name) => names.has(name))) return file;
  return { ...file, pinData: mapEntries(pinData, (name, items) => (names.has(name) ? undefined : [name, items])) };
}
