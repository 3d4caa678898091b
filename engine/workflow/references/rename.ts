// Renames a node in a workflow file: the node, its connections, pinned and static data, and every reference in other nodes.
import { AppError } from '../../contract/errors.ts';
import type { ConnectionTarget, Connections, WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { hasRenamableContent, renameAllInParameters } from './node-references.ts';
import { isRecord, mapEntries } from '../values/own-properties.ts';
import { checkNodeName, uniqueName } from './node-names.ts';

export interface Renamed {
  readonly file: WorkflowFile;
  /** The node's new name: the requested one, trimmed and made unique. */
  readonly name: string;
}

/**
 * Returns a new file in which the node has another name. Throws AppError NODE_NOT_FOUND, or BAD_REQUEST if the new name is empty or restricted.
 * Nodes that do not refer to it stay the same objects.
 */
export function renameNode(file: WorkflowFile, from: string, requested: string): Renamed {
  if (!file.nodes.some((node) => node.name === from)) {
    throw new AppError('NODE_NOT_FOUND', `Node with the name "${from}" could not be found.`, { params: { node: from } });
  }
  const to = uniqueName(checkNodeName(requested), new Set(file.nodes.map((node) => node.name).filter((name) => name !== from)));
  return { file: renameNodes(file, new Map([[from, to]])), name: to };
}

/**
 * Returns a new file with several nodes renamed at once. `names`: old name → new name, which must be free or become free; two nodes may swap
 * names. Nodes that refer to none of them stay the same objects.
 */
export function renameNodes(file: WorkflowFile, names: ReadonlyMap<string, string>): WorkflowFile {
  const changes = new Map([...names].filter(([from, to]) => from !== to));
  if (changes.size === 0) return file;
  const { pinData, staticData } = file;
  const renameNodeKey = <T>(key: string, value: T): readonly [string, T] => [
    key.startsWith(nodeKey) ? nodeKey + nameOf(changes, key.slice(nodeKey.length)) : key,
    value,
  ];
  return {
    ...file,
    nodes: file.nodes.map((node) => renamedNode(node, changes)),
    connections: renamedConnections(file.connections, changes),
    ...(isRecord(pinData) && Object.keys(pinData).some((key) => changes.has(key))
      ? { pinData: mapEntries(pinData, (key, value) => [nameOf(changes, key), value]) }
      : {}),
    ...(isRecord(staticData) && Object.keys(staticData).some((key) => key.startsWith(nodeKey) && changes.has(key.slice(nodeKey.length)))
      ? { staticData: mapEntries(staticData, renameNodeKey) }
      : {}),
  };
}

/** Prefix of a node's key in static data. */
const nodeKey = 'node:';

const nameOf = (changes: ReadonlyMap<string, string>, name: string): string => changes.get(name) ?? name;

function renamedNode(node: WorkflowNode, changes: ReadonlyMap<string, string>): WorkflowNode {
  const parameters = renameAllInParameters(node.parameters, changes, { hasRenamableContent: hasRenamableContent(node.type) });
  const name = nameOf(changes, node.name);
  if (node.name === name && parameters === node.parameters) return node;
  return { ...node, ...(node.name === name ? {} : { name }), parameters };
}

/** Returns the connections with renamed sources and targets. */
function renamedConnections(connections: Connections, changes: ReadonlyMap<string, string>): Connections {
  const target = (entry: ConnectionTarget): ConnectionTarget =>
    isRecord(entry) && changes.has(entry.node) ? { ...entry, node: nameOf(changes, entry.node) } : entry;
  // Hand-written files may contain one target instead of a list of targets.
  const list = (entries: unknown): unknown => (Array.isArray(entries) ? entries.map(target) : target(entries as ConnectionTarget));
  return mapEntries(connections, (source, byType) => [
    nameOf(changes, source),
    isRecord(byType) ? mapEntries(byType, (type, outputs) => [type, Array.isArray(outputs) ? outputs.map(list) : outputs]) : byType,
  ]) as Connections;
}
