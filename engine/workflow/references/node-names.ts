// Names and ids of nodes: allowed names, unique names, default names by action, and unique ids.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { NodeDescription, NodePort, NodeProperty, PropertyOption } from '../node-type.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';

const restricted = new Set(
  [
    'hasOwnProperty',
    'isPrototypeOf',
    'propertyIsEnumerable',
    'toLocaleString',
    'toString',
    'valueOf',
    'constructor',
    'prototype',
    '__proto__',
    '__defineGetter__',
    '__defineSetter__',
    '__lookupGetter__',
    '__lookupSetter__',
  ].map((name) => name.toLowerCase()),
);

/** Whether a name is that of an inherited object property. Files may contain such names, but the product gives none to a node. Case is ignored. */
export function isRestrictedName(name: string): boolean {
  return restricted.has(name.toLowerCase());
}

/** Returns the name as it is stored: trimmed. Throws AppError BAD_REQUEST if it is empty or restricted. */
export function checkNodeName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new AppError('BAD_REQUEST', 'Invalid name: a node needs a name of at least one character.');
  if (isRestrictedName(trimmed)) {
    throw new AppError('BAD_REQUEST', `Node name "${trimmed}" is a restricted name.`, {
      params: { name: trimmed },
      hint: 'Choose another name.',
    });
  }
  return trimmed;
}

/** Returns the name itself if it is free, otherwise with the lowest free number from 1; a trailing number is incremented. */
export function uniqueName(requested: string, usedNames: ReadonlySet<string> | ReadonlyMap<string, unknown>): string {
  if (!usedNames.has(requested)) return requested;
  const stem = stemOf(requested);
  return `${stem}${firstFree(stem, usedNames)}`;
}

const stemOf = (name: string): string => /^(.*?\D)\d{1,9}$/su.exec(name)?.[1] ?? name;

function firstFree(stem: string, usedNames: ReadonlySet<string> | ReadonlyMap<string, unknown>, from = 1): number {
  let number = from;
  while (usedNames.has(`${stem}${number}`)) number++;
  return number;
}

/** Returns unique names for several wanted ones, in order, which also differ from each other. */
export function uniqueNames(requested: readonly string[], usedNames: Iterable<string>): string[] {
  const used = new Set(usedNames);
  // Lowest number that may be free, by name.
  const lowest = new Map<string, number>();
  return requested.map((name) => {
    let unique = name;
    if (used.has(name)) {
      const stem = stemOf(name);
      const number = firstFree(stem, used, lowest.get(stem));
      lowest.set(stem, number);
      unique = `${stem}${number}`;
    }
    used.add(unique);
    return unique;
  });
}

export type Named = Pick<
  NodeDescription,
  'name' | 'displayName' | 'description' | 'defaults' | 'outputs' | 'properties' | 'skipNameGeneration'
>;

/** Returns the action name of the selected resource and operation; undefined if the node has neither. */
export function actionOf(
  parameters: JsonObject,
  description: Pick<Named, 'properties'>,
): { readonly text: string; readonly isNamed: boolean } | undefined {
  const { resource, operation } = parameters;
  if (typeof resource !== 'string' || typeof operation !== 'string' || resource === '' || operation === '') return undefined;
  const property = description.properties.find((candidate) => candidate.name === 'operation' && servesResource(candidate, resource));
  const option = (property?.options as readonly Partial<PropertyOption>[] | undefined)?.find((candidate) => candidate.value === operation);
  return option?.action === undefined || option.action === ''
    ? { text: `${operation} ${resource}`, isNamed: false }
    : { text: option.action, isNamed: true };
}

/** Returns the display name of a node type; packages may omit the default name. */
export const typeName = ({ defaults, displayName }: Pick<Named, 'defaults' | 'displayName'>): string => defaults.name || displayName;

function servesResource(property: NodeProperty, resource: string): boolean {
  const resources = property.displayOptions?.show?.['resource'];
  return resources === undefined || resources.includes(resource);
}

/** Returns the default name: the action, otherwise the type's name; a tool's name has both. */
export function makeNodeName(parameters: JsonObject, description: Named): string {
  const action = description.skipNameGeneration === true ? undefined : actionOf(parameters, description);
  if (action === undefined) return typeName(description);
  const label = action.isNamed ? action.text : action.text.charAt(0).toUpperCase() + action.text.slice(1);
  return isTool(description, parameters) ? `${label} in ${typeName(description)}` : label;
}

const toolType = 'ai_tool';
const isToolPort = (port: NodePort): boolean => (typeof port === 'string' ? port : port.type) === toolType;

/** Whether a node provides a tool to an agent: through its outputs, or as a vector store that the agent searches. */
export function isTool(description: Pick<NodeDescription, 'name' | 'outputs'>, parameters: JsonObject): boolean {
  if (parameters['mode'] === 'retrieve-as-tool' && /vectorstore/i.test(description.name)) return true;
  const { outputs } = description;
  return typeof outputs === 'string' ? parameters['mode'] === 'retrieve-as-tool' && outputs.includes(toolType) : outputs.some(isToolPort);
}

/**
 * Returns the workflow with an id for every node: an id that is missing, empty or already used is replaced by a new one. Returns the same object
 * if all ids are valid.
 */
export function withIds(file: WorkflowFile, newId: () => string): WorkflowFile {
  const seen = new Set<string>();
  let isChanged = false;
  const nodes = file.nodes.map((node) => {
    if (node.id !== undefined && node.id !== '' && !seen.has(node.id)) {
      seen.add(node.id);
      return node;
    }
    isChanged = true;
    const id = newId();
    seen.add(id);
    return { ...node, id };
  });
  return isChanged ? { ...file, nodes } : file;
}
