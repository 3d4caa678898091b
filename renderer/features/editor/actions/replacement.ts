// Gives a node another type or version: which of its parameters and connections fit, and what changes.
import { objectOf, takeFrom } from '../../../../engine/contract/exact-values.ts';
import { isExpression, type JsonObject } from '../../../../engine/contract/json.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { addConnections, removeConnections } from '../../../../engine/workflow/graph/connections.ts';
import { edgesOf, type Edge } from '../../../../engine/workflow/graph/graph.ts';
import type { NodeDescription, NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { completeParameters, visibleProperties } from '../../../../engine/workflow/parameters/parameters.ts';
import { isRecord, ownValue, sameJson } from '../../../../engine/workflow/values/own-properties.ts';
import { nodeById, withNameOfType } from '../document/operations.ts';
import { describeNode } from '../view/describe-node.ts';

export interface NewType {
  readonly description: NodeDescription;
  readonly version: number;
  /** Parameters that are set in any case, such as those of an action. */
  readonly parameters?: JsonObject;
  readonly newId: () => string;
}

export interface Replaced {
  readonly file: WorkflowFile;
  /** Names of parameters that the new type lacks, or whose value it does not allow. */
  readonly leftParameters: readonly string[];
  /** Names of the nodes whose connections have no place at the new node. */
  readonly leftConnections: readonly string[];
}

/** `before`: the description of the node's present type, if it is known. */
export function replaceNode(file: WorkflowFile, id: string, before: NodeDescription | undefined, next: NewType): Replaced {
  const node = nodeById(file, id);
  if (node === undefined) return { file, leftParameters: [], leftConnections: [] };
  const { description, version } = next;
  const { parameters, leftParameters } = fittingParameters(node, before, next);
  const { webhookId, credentials, ...rest } = node;
  const slots = new Set(description.credentials?.map(({ name }) => name));
  const fittingCredentials = Object.entries(credentials ?? {}).filter(([type]) => slots.has(type));
  const newNode: WorkflowNode = {
    ...rest,
    type: description.name,
    typeVersion: version,
    parameters: { ...parameters, ...next.parameters },
    ...(fittingCredentials.length === 0 ? {} : { credentials: Object.fromEntries(fittingCredentials) }),
    ...(description.webhooks === undefined ? {} : { webhookId: webhookId ?? next.newId() }),
  };
  const replaced = { ...file, nodes: file.nodes.map((other) => (other === node ? newNode : other)) };
  const { file: connected, leftConnections } = withFittingConnections(replaced, newNode, description);
  const renamed = before === undefined ? connected : withNameOfType(connected, newNode, description, { node, description: before });
  return { file: renamed, leftParameters, leftConnections };
}

interface Fitting {
  readonly parameters: JsonObject;
  /** Names of the others, as the form shows them. */
  readonly leftParameters: readonly string[];
}

/** Returns the stored parameters that the new description has, of the same type, with values that it allows. */
function fittingParameters(node: WorkflowNode, before: NodeDescription | undefined, { description }: NewType): Fitting {
  const fittingEntries: [string, unknown][] = [];
  const lostNames: string[] = [];
  for (const [name, value] of Object.entries(node.parameters ?? {})) {
    const was = before?.properties.filter((property) => property.name === name) ?? [];
    const fits = description.properties.some(
      (property) =>
        property.name === name && (was.length === 0 || was.some(({ type }) => type === property.type)) && allows(property, value),
    );
    if (fits) fittingEntries.push([name, takeFrom(node.parameters ?? {}, name)]);
    else lostNames.push(was[0]?.displayName ?? name);
  }
  return { parameters: objectOf(fittingEntries), leftParameters: lostNames };
}

/** Whether a property can have the value: choices must exist, also those within collections. */
function allows(property: NodeProperty, value: unknown): boolean {
  if (isExpression(value)) return property.noDataExpression !== true;
  const options = (property.options ?? []) as readonly { readonly name: string; readonly value?: unknown }[];
  const isLoaded = property.typeOptions?.loadOptionsMethod !== undefined;
  switch (property.type) {
    case 'options':
      return isLoaded || options.some((option) => option.value === value);
    case 'multiOptions':
      return isLoaded || (Array.isArray(value) && value.every((one) => options.some((option) => option.value === one)));
    case 'string':
      return typeof value === 'string' || property.typeOptions?.multipleValues === true;
    case 'number':
      return typeof value === 'number' || property.typeOptions?.multipleValues === true;
    case 'boolean':
      return typeof value === 'boolean';
    case 'collection':
    case 'fixedCollection':
      return isRecord(value) ? Object.keys(value).every((name) => options.some((option) => option.name === name)) : Array.isArray(value);
    default:
      return true;
  }
}

/** Removes the connections to ports that the node does not have. Connections to removed inputs are moved to the last input. */
function withFittingConnections(
  file: WorkflowFile,
  node: WorkflowNode,
  description: NodeDescription,
): { readonly file: WorkflowFile; readonly leftConnections: readonly string[] } {
  const { inputs, outputs } = describeNode(node, description);
  const count = (ports: readonly { readonly type: string }[], type: string): number => ports.filter((port) => port.type === type).length;
  const moved: Edge[] = [];
  const added: Edge[] = [];
  const lostNames = new Set<string>();
  for (const edge of edgesOf(file.connections)) {
    const isTarget = edge.target === node.name;
    if (!isTarget && edge.source !== node.name) continue;
    const ins = isTarget ? count(inputs, edge.type) : Infinity;
    const hasOutput = edge.source !== node.name || edge.sourceOutput < count(outputs, edge.type);
    if (hasOutput && edge.targetInput < ins) continue;
    moved.push(edge);
    if (hasOutput && ins > 0) added.push({ ...edge, targetInput: ins - 1 });
    else lostNames.add(isTarget ? edge.source : edge.target);
  }
  return { file: moved.length === 0 ? file : addConnections(removeConnections(file, moved), added), leftConnections: [...lostNames] };
}

export interface VersionChanges {
  /** Parameters that only the newer version shows. */
  readonly added: readonly string[];
  /** Stored parameters that the newer version does not have. */
  readonly removed: readonly string[];
  /** Parameters that are not set and have another default. */
  readonly defaults: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[];
}

/** Returns what changes for a node if it gets a newer version of its type. */
export function versionChanges(node: WorkflowNode, before: NodeDescription, next: Omit<NewType, 'newId'>): VersionChanges {
  const { description: after, version } = next;
  const { parameters, leftParameters } = fittingParameters(node, before, { ...next, newId: () => '' });
  const [old, fresh] = [{ typeVersion: node.typeVersion }, { typeVersion: version }];
  const visibleBefore = visibleProperties(before.properties, (node.parameters ?? {}) as JsonObject, old, before);
  const visibleAfter = visibleProperties(after.properties, parameters, fresh, after);
  const had = new Set(visibleBefore.map(({ name }) => name));
  const [valuesBefore, valuesAfter] = [
    completeParameters((node.parameters ?? {}) as JsonObject, old, before),
    completeParameters(parameters, fresh, after),
  ];
  const changedDefaults = visibleAfter.flatMap(({ name, displayName }) => {
    if (!had.has(name) || ownValue(node.parameters ?? {}, name) !== undefined) return [];
    const [was, is] = [ownValue(valuesBefore, name), ownValue(valuesAfter, name)];
    return sameJson(was, is) ? [] : [{ name: displayName, before: was, after: is }];
  });
  const added = visibleAfter.filter(({ name, type }) => !had.has(name) && type !== 'notice').map(({ displayName }) => displayName);
  // Buttons such as the import of a curl command have no name.
  return { added: [...new Set(added)].filter((name) => name !== ''), removed: leftParameters, defaults: changedDefaults };
}
