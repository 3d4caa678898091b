// Functions on names and descriptions of nodes and tools that only facts need.
import type { JsonObject } from '../../../engine/contract/json.ts';
import type { WorkflowNode } from '../../../engine/contract/workflow.ts';
import { actionOf, makeNodeName, typeName, type Named } from '../../../engine/workflow/references/node-names.ts';

/** Whether a name is the default one, optionally with a number appended. */
export function isDefaultNodeName(name: string, description: Named, parameters: JsonObject): boolean {
  const nodeName = makeNodeName(parameters, description);
  return name.startsWith(nodeName) && /^\d*$/.test(name.slice(nodeName.length));
}

/** Returns a description of the node's action. */
export function makeDescription(parameters: JsonObject, description: Named): string {
  const action = actionOf(parameters, description);
  return action === undefined ? description.description : `${action.text} in ${typeName(description)}`;
}

const maxToolName = 64;

/** Converts a node's name to a tool name that models accept: letters, digits, `_` and `-`, at most 64 characters. */
export function toolName(node: string | Pick<WorkflowNode, 'name'>): string {
  const name = (typeof node === 'string' ? node : node.name).replace(/[^A-Za-z0-9_-]+/g, '_');
  return name.length <= maxToolName ? name : name.slice(0, maxToolName).replace(/[-_]+$/, '');
}

/** Returns the description of a tool for the model: the user's own, otherwise the node's action. */
export function toolDescription(node: Pick<WorkflowNode, 'parameters'>, description: Named): string {
  const { toolDescription: own, descriptionType } = node.parameters as { toolDescription?: unknown; descriptionType?: unknown };
  return descriptionType !== 'auto' && typeof own === 'string' && own.trim() !== '' ? own : makeDescription(node.parameters, description);
}

/** Returns the new description of a tool after its parameters have changed; undefined if the user has written one. */
export function updatedToolDescription(
  description: Named | null | undefined,
  parameters: JsonObject | null | undefined,
  before?: JsonObject | null,
): string | undefined {
  if (!description || !parameters || parameters['descriptionType'] !== 'manual') return undefined;
  const own = parameters['toolDescription'];
  const ownName = typeof own === 'string' ? own.trim() : '';
  const isGenerated = ownName === '' || ownName === description.description || ownName === makeDescription(before ?? {}, description);
  return isGenerated ? makeDescription(parameters, description) : undefined;
}
