// Renames a node in a workflow file: the node, its connections, pinned and static data, and every reference in other nodes.
import { AppError } from '../contract/errors.ts';
import type { ConnectionTarget, Connections, WorkflowFile, WorkflowNode } from '../contract/workflow.ts';
import { hasRenamableContent, renameInParameters } from './node-references.ts';
import { isRecord, mapEntries } from './own-properties.ts';
import { checkNodeName, uniqueName } from './unique-names.ts';

export interface Renamed {
  readonly file: WorkflowFile;
  /** The name the node now has: the wanted one, trimmed and made unique. */
  readonly name: string;
}

/**
 * A new file in which the node has another name. Throws AppError NODE_NOT_FOUND, or BAD_REQUEST when the new name is empty or
 * restricted. Nodes that do not mention it stay the same objects.
 */
export function renameNode(file: WorkflowFile, from: string, wanted: string): Renamed {
  if (!file.nodes.some((node) => node.name === from)) {
    throw new AppError('NODE_NOT_FOUND', `Node with the name "${from}" could not be found.`, { params: { node: from } });
  }
  const to = uniqueName(checkNodeName(wanted), new Set(file.nodes.map((node) => node.name).filter((name) => name !== from)));
  return { file: to === from ? file : renamedFile(file, from, to), name: to };
}

function renamedFile(file: WorkflowFile, from: string, to: string): WorkflowFile {
  const renameKey = <T>(key: string, value: T): readonly [string, T] => [key === from ? to : key, value];
  return {
    ...file,
    nodes: file.nodes.map((node) => renamedNode(node, from, to)),
    connections: renamedConnections(file.connections, from, to),
    ...(isRecord(file.pinData) && Object.hasOwn(file.pinData, from) ? { pinData: mapEntries(file.pinData, renameKey) } : {}),
    ...(isRecord(file.staticData) && Object.hasOwn(file.staticData, `node:${from}`)
      ? { staticData: mapEntries(file.staticData, (key, value) => [key === `node:${from}` ? `node:${to}` : key, value]) }
      : {}),
  };
}

function renamedNode(node: WorkflowNode, from: string, to: string): WorkflowNode {
  const parameters = renameInParameters(node.parameters, from, to, { hasRenamableContent: hasRenamableContent(node.type) });
  if (node.name !== from && parameters === node.parameters) return node;
  return { ...node, ...(node.name === from ? { name: to } : {}), parameters };
}

/** Connections with one node's name changed, as a source and as a target. */
function renamedConnections(connections: Connections, from: string, to: string): Connections {
  const target = (entry: ConnectionTarget): ConnectionTarget => (entry.node === from ? { ...entry, node: to } : entry);
  return mapEntries(connections, (source, byType) => [
    source === from ? to : source,
    isRecord(byType)
      ? mapEntries(byType, (type, outputs) => [type, Array.isArray(outputs) ? outputs.map((list) => list?.map(target) ?? list) : outputs])
      : byType,
  ]) as Connections;
}
