// The strict check of a workflow that comes from a program rather than a file: every rule broken is listed.
import { edgesOf } from './graph.ts';
import type { Connections } from '../contract/workflow.ts';
import { isRecord } from './own-properties.ts';

interface StructureProblem {
  /** Where, as a path: `nodes[1].position`. */
  readonly path: string;
  readonly message: string;
}

export type StructureResult = { readonly success: true } | { readonly success: false; readonly problems: readonly StructureProblem[] };

/** Checks nodes (id, name, type, position, parameters), unique names, and that connections join existing nodes. */
export function checkWorkflowStructure(value: unknown): StructureResult {
  const problems: StructureProblem[] = [];
  if (!isRecord(value)) problems.push({ path: '', message: 'A workflow must be an object.' });
  else {
    if (Array.isArray(value['nodes'])) checkNodes(value['nodes'], problems);
    else problems.push({ path: 'nodes', message: 'Must be a list of nodes.' });
    if (!isRecord(value['connections'])) problems.push({ path: 'connections', message: 'Must be an object.' });
    else if (problems.length === 0) checkConnections(value['connections'], value['nodes'] as readonly { name: string }[], problems);
  }
  return problems.length === 0 ? { success: true } : { success: false, problems };
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isPosition = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part));

function checkNodes(nodes: readonly unknown[], problems: StructureProblem[]): void {
  const names = new Map<string, number>();
  nodes.forEach((node, index) => {
    const path = `nodes[${index}]`;
    if (!isRecord(node)) {
      problems.push({ path, message: 'Must be an object.' });
      return;
    }
    for (const key of ['id', 'name', 'type'])
      if (!isText(node[key])) problems.push({ path: `${path}.${key}`, message: 'Must be a text that is not empty.' });
    if (!isPosition(node['position'])) problems.push({ path: `${path}.position`, message: 'Must be two numbers.' });
    if (!isRecord(node['parameters'])) problems.push({ path: `${path}.parameters`, message: 'Must be an object.' });
    const name = node['name'] as string;
    const earlier = names.get(name);
    if (earlier !== undefined) problems.push({ path: `${path}.name`, message: `The name "${name}" is taken by nodes[${earlier}].` });
    else names.set(name, index);
  });
}

function checkConnections(
  connections: { readonly [key: string]: unknown },
  nodes: readonly { readonly name: string }[],
  problems: StructureProblem[],
): void {
  const names = new Set(nodes.map((node) => node.name));
  for (const source of Object.keys(connections)) {
    const path = `connections[${JSON.stringify(source)}]`;
    if (!names.has(source)) problems.push({ path, message: 'There is no node of this name.' });
    if (!isConnectionLists(connections[source])) problems.push({ path, message: 'Must hold lists of connections by type and output.' });
  }
  if (problems.length > 0) return;
  for (const edge of edgesOf(connections as Connections)) {
    if (names.has(edge.target)) continue;
    const path = `connections[${JSON.stringify(edge.source)}].${edge.type}[${edge.sourceOutput}]`;
    problems.push({ path, message: `Leads to "${edge.target}", and there is no node of this name.` });
  }
}

function isConnectionLists(byType: unknown): boolean {
  return (
    isRecord(byType) &&
    Object.values(byType).every(
      (outputs) => Array.isArray(outputs) && outputs.every((list) => list === null || (Array.isArray(list) && list.every(isTarget))),
    )
  );
}

const isTarget = (target: unknown): boolean =>
  isRecord(target) &&
  isText(target['node']) &&
  isText(target['type']) &&
  Number.isInteger(target['index']) &&
  (target['index'] as number) >= 0;
