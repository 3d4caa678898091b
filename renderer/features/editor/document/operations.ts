// Operations on a workflow. Each returns a new file and takes nodes by id.
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import {
  addConnection,
  addConnections,
  removeConnection,
  removeConnections,
  removeNodes as removeNodesByName,
} from '../../../../engine/workflow/graph/connections.ts';
import { edgesOf, type Edge } from '../../../../engine/workflow/graph/graph.ts';
import { makeNodeName, isRestrictedName, uniqueName, uniqueNames } from '../../../../engine/workflow/references/node-names.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { isRecord, mapEntries, ownValue } from '../../../../engine/workflow/values/own-properties.ts';
import { completeParameters } from '../../../../engine/workflow/parameters/parameters.ts';
import { pinnedItems, pinNode, unpinNode } from '../../../../engine/workflow/planning/pin-data.ts';
import { renameNode, renameNodes } from '../../../../engine/workflow/references/rename.ts';
import type { PortRef, Point } from '../canvas/index.ts';
import { edgeOfId, edgesOfIds } from './edge-ids.ts';

export const nodeById = (file: WorkflowFile, id: string): WorkflowNode | undefined => file.nodes.find((node) => node.id === id);

const namesOf = (file: WorkflowFile): Set<string> => new Set(file.nodes.map(({ name }) => name));

function changeNodes(file: WorkflowFile, ids: ReadonlySet<string>, change: (node: WorkflowNode) => WorkflowNode): WorkflowFile {
  let isChanged = false;
  const nodes = file.nodes.map((node) => {
    if (!ids.has(node.id ?? '')) return node;
    const next = change(node);
    isChanged ||= next !== node;
    return next;
  });
  return isChanged ? { ...file, nodes } : file;
}

interface NewNode {
  readonly description: NodeDescription;
  readonly version: number;
  readonly position: Point;
  readonly id: string;
  readonly webhookId?: string;
  readonly parameters?: WorkflowNode['parameters'];
}

/** Adds a node with the name of its default action, otherwise of its type. */
export function addNode(
  file: WorkflowFile,
  { description, version, position, id, webhookId, parameters = {} }: NewNode,
): { readonly file: WorkflowFile; readonly node: WorkflowNode } {
  const node: WorkflowNode = {
    parameters,
    id,
    name: uniqueName(defaultName(description, version, parameters as JsonObject), namesOf(file)),
    type: description.name,
    typeVersion: version,
    position: [position.x, position.y],
    ...(webhookId === undefined ? {} : { webhookId }),
  };
  return { file: { ...file, nodes: [...file.nodes, node] }, node };
}

function defaultName(description: NodeDescription, typeVersion: number, parameters: JsonObject = {}): string {
  return makeNodeName(completeParameters(parameters, { typeVersion }, description), description);
}

/** Renames a node whose name is still the default one, possibly with a number, if its changed parameters have another default name. `before`: the file before the change. */
export function withDefaultName(file: WorkflowFile, id: string, before: WorkflowFile, description: NodeDescription): WorkflowFile {
  const former = nodeById(before, id);
  const node = nodeById(file, id);
  if (former === undefined || node === undefined) return file;
  // The others do not name the action.
  if (['resource', 'operation', 'mode'].every((name) => former.parameters?.[name] === node.parameters?.[name])) return file;
  const [was, is] = [former, node].map(({ parameters, typeVersion }) => defaultName(description, typeVersion, parameters as JsonObject));
  if (was === undefined || is === undefined || was === is) return file;
  if (!node.name.startsWith(was) || !/^\d*$/.test(node.name.slice(was.length))) return file;
  return renameNode(file, node.name, uniqueName(is, namesOf(file))).file;
}

/** Gives a node the default name of its new type, if it has that of its former one, possibly with a number. */
export function withNameOfType(
  file: WorkflowFile,
  { name, parameters, typeVersion }: WorkflowNode,
  description: NodeDescription,
  former: { readonly node: WorkflowNode; readonly description: NodeDescription },
): WorkflowFile {
  const was = defaultName(former.description, former.node.typeVersion, former.node.parameters as JsonObject);
  const isDefault = [was, former.description.defaults.name].some((each) => name.startsWith(each) && /^\d*$/.test(name.slice(each.length)));
  const is = defaultName(description, typeVersion, parameters as JsonObject);
  return !isDefault || is === was ? file : renameNode(file, name, uniqueName(is, namesOf(file))).file;
}

export function moveNodes(file: WorkflowFile, positions: ReadonlyMap<string, Point>): WorkflowFile {
  return changeNodes(file, new Set(positions.keys()), (node) => {
    const at = positions.get(node.id ?? '') as Point;
    return node.position[0] === at.x && node.position[1] === at.y ? node : { ...node, position: [at.x, at.y] };
  });
}

/** Removes nodes. The neighbors of a single removed node are reconnected. */
export function removeNodes(file: WorkflowFile, ids: readonly string[]): WorkflowFile {
  const names = new Map(file.nodes.map(({ id, name }) => [id, name]));
  const chosen = [...new Set(ids)].flatMap((id) => names.get(id) ?? []);
  return chosen.length === 0 ? file : removeNodesByName(file, chosen);
}

/** Throws AppError BAD_REQUEST for an invalid name. */
export function rename(file: WorkflowFile, id: string, name: string): WorkflowFile {
  const node = nodeById(file, id);
  return node === undefined ? file : renameNode(file, node.name, name).file;
}

/** Disables nodes, or enables them if all are disabled. */
export function toggleDisabled(file: WorkflowFile, ids: readonly string[]): WorkflowFile {
  const chosen = new Set(ids);
  const allOff = file.nodes.filter((node) => chosen.has(node.id ?? '')).every((node) => node.disabled === true);
  return changeNodes(file, chosen, ({ disabled: _disabled, ...node }) => (allOff ? node : { ...node, disabled: true }) as WorkflowNode);
}

export function setParameters(file: WorkflowFile, id: string, parameters: WorkflowNode['parameters']): WorkflowFile {
  return changeNodes(file, new Set([id]), (node) => (node.parameters === parameters ? node : { ...node, parameters }));
}

/** Changes settings of a node; undefined removes a setting. */
export function setNode(file: WorkflowFile, id: string, settings: Partial<WorkflowNode>): WorkflowFile {
  const changes = Object.entries(settings);
  return changeNodes(file, new Set([id]), (node) =>
    changes.every(([name, value]) => ownValue(node, name) === value)
      ? node
      : (Object.fromEntries(Object.entries({ ...node, ...settings }).filter(([, value]) => value !== undefined)) as WorkflowNode),
  );
}

/** Throws AppError BAD_REQUEST if the pinned data is too large. */
export function setPin(file: WorkflowFile, id: string, items: unknown): WorkflowFile {
  const name = nodeById(file, id)?.name;
  if (name === undefined) return file;
  return items === undefined ? unpinNode(file, name) : pinNode(file, name, items);
}

export const isPinned = (file: WorkflowFile, name: string): boolean => pinnedItems(file, name) !== undefined;

/** Returns the connection between two ports, in either order; undefined if they are on the same side or differ in type. */
export function edgeBetween(file: WorkflowFile, from: PortRef, to: PortRef): Edge | undefined {
  if (from.side === to.side || from.type !== to.type) return undefined;
  const [output, input] = from.side === 'output' ? [from, to] : [to, from];
  const source = nodeById(file, output.node)?.name;
  const target = nodeById(file, input.node)?.name;
  if (source === undefined || target === undefined) return undefined;
  return { source, sourceOutput: output.index, target, targetInput: input.index, type: output.type };
}

export function connect(file: WorkflowFile, from: PortRef, to: PortRef): WorkflowFile {
  const edge = edgeBetween(file, from, to);
  return edge === undefined ? file : addConnection(file, edge);
}

export function disconnect(file: WorkflowFile, id: string): WorkflowFile {
  const edge = edgeOfId(file, id);
  return edge === undefined ? file : removeConnection(file, edge);
}

/** Removes nodes and connections. The neighbors of a single removed node are reconnected. */
export function removeAll(file: WorkflowFile, ids: readonly string[], edges: readonly string[]): WorkflowFile {
  const remaining = removeConnections(file, edgesOfIds(file, edges).values());
  return ids.length === 0 ? remaining : removeNodes(remaining, ids);
}

/** Inserts a node into a connection, through its first input and output. */
export function insertIntoEdge(file: WorkflowFile, id: string, node: WorkflowNode, hasOutput = true): WorkflowFile {
  const edge = edgeOfId(file, id);
  if (edge === undefined) return file;
  const before = { ...edge, target: node.name, targetInput: 0 };
  const after = { ...edge, source: node.name, sourceOutput: 0 };
  const opened = addConnection(removeConnection(file, edge), before);
  return hasOutput ? addConnection(opened, after) : opened;
}

/** Adds nodes of another file with new ids and unique names, with their upper left corner at `at`. */
export function addCopies(
  file: WorkflowFile,
  copied: Pick<WorkflowFile, 'nodes' | 'connections' | 'pinData'>,
  at: Point | undefined,
  newId: () => string,
): { readonly file: WorkflowFile; readonly ids: readonly string[] } {
  const minX = Math.min(...copied.nodes.map(({ position }) => position[0]));
  const top = Math.min(...copied.nodes.map(({ position }) => position[1]));
  const offset: Point = at === undefined ? { x: 0, y: 0 } : { x: at.x - minX, y: at.y - top };
  const names = uniqueNames(copied.nodes.map(nameToGive), namesOf(file));
  const former = new Set(copied.nodes.map(({ name }) => name));
  // Pinned data for nodes that were not pasted must not apply to nodes of the file with the same names.
  const ofCopies = <T>(entries: { readonly [name: string]: T }): { [name: string]: T } =>
    mapEntries(entries, (name, value) => (former.has(name) ? [name, value] : undefined));
  const renamed = renameNodes(
    { ...copied, connections: ofCopies(copied.connections), ...(isRecord(copied.pinData) ? { pinData: ofCopies(copied.pinData) } : {}) },
    new Map(copied.nodes.map(({ name }, index) => [name, names[index] ?? name])),
  );
  const nodes = renamed.nodes.map((node) => ({
    ...withNewIds(node, newId),
    position: [node.position[0] + offset.x, node.position[1] + offset.y] as [number, number],
  }));
  const merged: WorkflowFile = {
    ...file,
    nodes: [...file.nodes, ...nodes],
    connections: { ...file.connections, ...renamed.connections },
    ...(isRecord(renamed.pinData) ? { pinData: { ...file.pinData, ...renamed.pinData } } : {}),
  };
  return { file: merged, ids: nodes.map(({ id }) => id) };
}

/** Files can contain names that are not allowed for new nodes. */
function nameToGive({ name }: WorkflowNode): string {
  const trimmed = name.trim();
  return trimmed === '' || isRestrictedName(trimmed) ? 'Node' : trimmed;
}

/** Copies a node with new ids, including its webhook id. */
export const withNewIds = (node: WorkflowNode, newId: () => string): WorkflowNode & { readonly id: string } => ({
  ...node,
  id: newId(),
  ...(node.webhookId === undefined ? {} : { webhookId: newId() }),
});

/** Returns the selected nodes with the connections between them and their pinned data, for copying. */
export function extract(file: WorkflowFile, ids: readonly string[]): Pick<WorkflowFile, 'nodes' | 'connections' | 'pinData'> {
  const chosen = new Set(ids);
  const nodes = file.nodes.filter((node) => chosen.has(node.id ?? ''));
  const names = new Set(nodes.map(({ name }) => name));
  const among = [...edgesOf(file.connections)].filter(({ source, target }) => names.has(source) && names.has(target));
  const part = addConnections({ nodes, connections: {} }, among);
  const pins = Object.entries(file.pinData ?? {}).filter(([name]) => names.has(name));
  return { ...part, ...(pins.length === 0 ? {} : { pinData: Object.fromEntries(pins) }) };
}
