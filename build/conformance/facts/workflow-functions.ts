// Functions on workflows that only facts need: connections by target, paths, missing credentials, items and names.
import type { JsonObject } from '../../../engine/contract/json.ts';
import type { Item, PairedItem } from '../../../engine/contract/run-data.ts';
import type { ConnectionTarget, Connections, WorkflowNode } from '../../../engine/contract/workflow.ts';
import { visibleCredentialSlots } from '../../../engine/workflow/issues/credential-issues.ts';
import { edgesOf, type Edge, type WorkflowGraph } from '../../../engine/workflow/graph/graph.ts';
import type { NodeDescription } from '../../../engine/workflow/node-type.ts';
import { isRecord, ownValue, setOwn } from '../../../engine/workflow/values/own-properties.ts';

/** Returns connections keyed by their target: target → type → input index → sources. Names are own properties. */
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

/** Whether the node has a connection in either of the two connection maps (as stored, and by target). */
export function isNodeConnected(name: string, bySource: Connections, byTarget: Connections): boolean {
  return hasTargets(ownValue(bySource, name)) || hasTargets(ownValue(byTarget, name));
}

function hasTargets(byType: unknown): boolean {
  if (!isRecord(byType)) return false;
  return Object.values(byType).some((outputs) => Array.isArray(outputs) && outputs.some((list) => Array.isArray(list) && list.length > 0));
}

/** The connection through which data leaves an ancestor on the path to a node. */
export interface PathEnds {
  readonly sourceIndex: number;
  readonly destinationIndex: number;
}

/**
 * Returns the first output and the next node's input on the shortest path from `ancestor` down to `name`. If several paths are shortest, the path
 * into the first input counts. Returns undefined if there is no path.
 */
export function pathEnds(graph: WorkflowGraph, name: string, ancestor: string, type = 'main'): PathEnds | undefined {
  const visited = new Set([name]);
  let level = [name];
  while (level.length > 0) {
    const next: string[] = [];
    for (const current of level) {
      for (const edge of graph
        .edgesTo(current)
        .filter((edge) => edge.type === type)
        .toSorted((one, other) => one.targetInput - other.targetInput)) {
        if (edge.source === ancestor) return { sourceIndex: edge.sourceOutput, destinationIndex: edge.targetInput };
        if (visited.has(edge.source)) continue;
        visited.add(edge.source);
        next.push(edge.source);
      }
    }
    level = next;
  }
  return undefined;
}

/** Returns every edge from one of the sources to one of the targets, by source and in file order. */
export function edgesBetween(graph: WorkflowGraph, sources: readonly string[], targets: readonly string[]): Edge[] {
  const targetNames = new Set(targets);
  return sources.flatMap((source) => (graph.outgoing.get(source) ?? []).filter((edge) => targetNames.has(edge.target)));
}

/** A credential slot that is not filled: nothing is selected, or the selection has no id. */
interface MissingCredential {
  readonly type: 'missing' | 'not-configured';
  readonly displayName: string;
  readonly credentialName: string;
}

/** Returns the required credentials that are not set. Whether the selected ones exist is not checked. */
export function missingCredentials(node: WorkflowNode, description: NodeDescription): MissingCredential[] {
  return visibleCredentialSlots(node, description).flatMap((slot) => {
    if (slot.required !== true) return [];
    const chosen = ownValue(node.credentials, slot.name);
    const type = chosen === undefined || chosen === null ? 'missing' : isRecord(chosen) && !chosen['id'] ? 'not-configured' : undefined;
    return type === undefined ? [] : [{ type, displayName: slot.displayName ?? slot.name, credentialName: slot.name } as const];
  });
}

/** Wraps plain objects as items; entries that already have `json` are used unchanged. */
export function jsonItems(value: JsonObject | readonly JsonObject[]): Item[] {
  const list: readonly JsonObject[] = Array.isArray(value) ? (value as readonly JsonObject[]) : [value as JsonObject];
  return list.map((entry) => (isRecord(entry['json']) ? (entry as unknown as Item) : { json: entry }));
}

/** Returns copies of the items with this `pairedItem`. */
export function withLineage(items: readonly Item[], pairedItem: PairedItem | readonly PairedItem[]): Item[] {
  return items.map((item) => ({ ...item, pairedItem }));
}

const communityPackage = /^(?:@[\w.-]+\/)?n8n-nodes-(?!base(?:\.|$))[\w-]+/;

/** Whether a package, or the type name of a node in it, is a community package: `n8n-nodes-…` or `@scope/n8n-nodes-…`. */
export function isCommunityPackage(name: string): boolean {
  return !name.startsWith('@n8n/') && communityPackage.test(name);
}
