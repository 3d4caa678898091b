// Opens a workflow file of any age: adds what old or hand-written files lack, leaves the rest unchanged, and rejects what is not a workflow.
import { AppError } from '../../contract/errors.ts';
import { jsonFault, parseJson } from '../values/bounded-json.ts';
import type { Connections, WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { edgesOf } from '../graph/graph.ts';
import { isRecord, mapEntries } from '../values/own-properties.ts';
import { uniqueName } from '../references/node-names.ts';

/** A repair made when a file is opened. `node`: the node's current name. */
interface Repair {
  readonly kind:
    | 'nameMissing'
    | 'nameNotText'
    | 'nameTaken'
    | 'typeVersionMissing'
    | 'positionMissing'
    | 'parametersMissing'
    | 'idNotText'
    | 'credentialsUnreadable'
    | 'connectionsMissing';
  /** Absent if the repair affects the workflow itself. */
  readonly node?: string;
}

export interface OpenedWorkflow {
  readonly file: WorkflowFile;
  readonly repairs: readonly Repair[];
}

/** Reads a workflow from the text of a file. Throws AppError NOT_JSON or WORKFLOW_INVALID. */
export function readWorkflow(text: string): OpenedWorkflow {
  let value: unknown;
  try {
    value = parseJson(text.replace(/^\uFEFF/, ''), 'The file');
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('NOT_JSON', `The file is not JSON: ${jsonFault(error)}.`, {
      hint: 'Choose a workflow that was exported as a file.',
    });
  }
  return repairWorkflow(value);
}

/**
 * Opens a workflow from a parsed file. Valid objects are reused unchanged, with unknown fields and in their order. Connections may refer to
 * missing nodes, see `checkConnectionTargets`. Throws AppError WORKFLOW_INVALID.
 */
export function openWorkflow(value: unknown): WorkflowFile {
  return repairWorkflow(value).file;
}

/** Like `openWorkflow`, but every connection must lead to a node, which a run requires. Also throws AppError CONNECTION_TO_MISSING_NODE. */
export function openWorkflowToRun(value: unknown): WorkflowFile {
  const file = openWorkflow(value);
  checkConnectionTargets(file);
  return file;
}

/** Like `openWorkflow`, but also returns the repairs. */
function repairWorkflow(value: unknown): OpenedWorkflow {
  const repairs: Repair[] = [];
  const raw = withTextAsName(workflowWithin(value), repairs);
  const rawNodes = raw['nodes'] as readonly unknown[];
  const names = nodeNames(rawNodes);
  const nodes = rawNodes.map((node, index) => openNode(node, names[index] as string, repairs));
  const connections = isRecord(raw['connections']) ? raw['connections'] : {};
  if (connections !== raw['connections']) repairs.push({ kind: 'connectionsMissing' });
  const unchanged = connections === raw['connections'] && nodes.every((node, index) => node === rawNodes[index]);
  const file = (unchanged ? raw : { ...raw, nodes, connections }) as unknown as WorkflowFile;
  return { file: isRecord(raw['settings']) || raw['settings'] === undefined ? file : { ...file, settings: {} }, repairs };
}

/** Returns the object that contains the nodes: the file itself, or the inner object of a wrapper from a gallery or backup. */
function workflowWithin(value: unknown): { readonly [key: string]: unknown } {
  if (Array.isArray(value)) {
    if (value.length === 1) return workflowWithin(value[0]);
    throw invalid(`The file contains a list of ${value.length} entries, not one workflow.`, 'Put each workflow into a file of its own.');
  }
  if (!isRecord(value)) throw invalid('The file is not a workflow: its content is not an object.');
  if (Array.isArray(value['nodes'])) return value;
  for (const wrapper of ['workflow', 'data', 'workflowData'] as const) {
    const inner = value[wrapper];
    if (isRecord(inner) && (Array.isArray(inner['nodes']) || isRecord(inner['workflow']))) return workflowWithin(inner);
  }
  if (value['nodes'] === undefined) throw invalid('The file is not a workflow: it has no "nodes".');
  throw invalid('The file is not a workflow: its "nodes" is not a list.');
}

/** The name is optional: a value that is not text is dropped. */
function withTextAsName(raw: { readonly [key: string]: unknown }, repairs: Repair[]): { readonly [key: string]: unknown } {
  const { name, ...otherFields } = raw;
  if (name === undefined || typeof name === 'string') return raw;
  repairs.push({ kind: 'nameNotText' });
  return otherFields;
}

function invalid(
  message: string,
  hint = 'Choose a workflow that was exported as a file.',
  params?: { readonly [key: string]: unknown },
): AppError {
  return new AppError('WORKFLOW_INVALID', message, { hint, ...(params === undefined ? {} : { params }) });
}

/** Returns the name that each node gets. Of several nodes with one name the last keeps it, since connections refer to that one. */
function nodeNames(nodes: readonly unknown[]): string[] {
  const requested = nodes.map(requestedName);
  const last = new Map(requested.map((name, index) => [name, index]));
  const usedNames = new Set(requested);
  return requested.map((name, index) => {
    if (last.get(name) === index) return name;
    const unique = uniqueName(name, usedNames);
    usedNames.add(unique);
    return unique;
  });
}

function requestedName(node: unknown, index: number): string {
  if (!isRecord(node)) throw invalid(`Node ${index} of the workflow is not an object.`, undefined, { index });
  const { type } = node;
  const name = typeof node['name'] === 'number' ? String(node['name']) : node['name'];
  const hasName = typeof name === 'string' && name !== '';
  if (typeof type === 'string' && type !== '') return hasName ? name : nameFromType(type);
  const which = hasName ? `The node "${name}"` : `Node ${index} of the workflow`;
  throw invalid(`${which} has no type.`, 'Add a "type", such as "n8n-nodes-base.set", or remove it from the file.', { index });
}

function nameRepair(name: unknown): Repair['kind'] {
  if (typeof name === 'number') return 'nameNotText';
  return typeof name === 'string' && name !== '' ? 'nameTaken' : 'nameMissing';
}

function openNode(raw: unknown, name: string, repairs: Repair[]): WorkflowNode {
  const node = raw as { readonly [key: string]: unknown };
  const changes: { [key: string]: unknown } = {};
  const repair = (kind: Repair['kind'], key: string, value: unknown): void => {
    repairs.push({ kind, node: name });
    changes[key] = value;
  };
  if (name !== node['name']) repair(nameRepair(node['name']), 'name', name);
  if (typeof node['typeVersion'] !== 'number') repair('typeVersionMissing', 'typeVersion', toNumber(node['typeVersion']) ?? 1);
  if (!isPosition(node['position'])) repair('positionMissing', 'position', toPosition(node['position']));
  if (!isRecord(node['parameters'])) repair('parametersMissing', 'parameters', {});
  // An invalid id is dropped: the node receives a new one when the workflow is saved.
  if (node['id'] !== undefined && typeof node['id'] !== 'string') {
    repair('idNotText', 'id', typeof node['id'] === 'number' ? String(node['id']) : undefined);
  }
  const { credentials } = node;
  if (credentials !== undefined && !(isRecord(credentials) && Object.values(credentials).every(isReference))) {
    const readable = isRecord(credentials) ? credentials : {};
    repair(
      'credentialsUnreadable',
      'credentials',
      mapEntries(readable, (type, reference) => (isReference(reference) ? [type, reference] : undefined)),
    );
  }
  return (Object.keys(changes).length === 0 ? node : { ...node, ...changes }) as unknown as WorkflowNode;
}

/** In old files, a credential is only its name. */
const isReference = (value: unknown): boolean => typeof value === 'string' || isRecord(value);

/** `n8n-nodes-base.httpRequest` → Http Request. */
function nameFromType(type: string): string {
  const last = type.slice(type.lastIndexOf('.') + 1);
  const words = last.replace(/([a-z\d])([A-Z])/g, '$1 $2').trim();
  return words === '' ? 'Node' : words[0]?.toUpperCase() + words.slice(1);
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const isPosition = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number');

function toPosition(value: unknown): readonly [number, number] {
  const [x, y] = Array.isArray(value) ? (value as unknown[]) : isRecord(value) ? [value['x'], value['y']] : [];
  return [toNumber(x) ?? 0, toNumber(y) ?? 0];
}

/**
 * Checks that every connection leads to a node of the workflow. Connections from missing nodes carry no data and are ignored. Throws AppError
 * CONNECTION_TO_MISSING_NODE.
 */
function checkConnectionTargets(file: { readonly nodes: readonly { readonly name: string }[]; readonly connections: Connections }): void {
  const names = new Set(file.nodes.map((node) => node.name));
  for (const { source, target, type, sourceOutput } of edgesOf(file.connections)) {
    if (!names.has(source) || names.has(target)) continue;
    const output = sourceOutput === 0 && type === 'main' ? '' : ` (output ${sourceOutput}, ${type})`;
    throw new AppError(
      'CONNECTION_TO_MISSING_NODE',
      `The node "${source}"${output} is connected to "${target}", which is not in the workflow.`,
      {
        params: { source, target, type, output: sourceOutput },
        hint: 'Remove the connection or add a node of that name.',
      },
    );
  }
}
