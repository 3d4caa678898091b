// Not used yet; for nodes of packages. Default names and descriptions of a node and of the tool it becomes, by resource and operation: `Create a new user`.
import type { JsonObject } from '../contract/json.ts';
import type { WorkflowNode } from '../contract/workflow.ts';
import type { NodeDescription, NodePort, NodeProperty, PropertyOption } from './node-type.ts';

type Named = Pick<NodeDescription, 'name' | 'displayName' | 'description' | 'defaults' | 'outputs' | 'properties' | 'skipNameGeneration'>;

/** Action name of the selected resource and operation; undefined if the node has neither. */
function actionOf(
  parameters: JsonObject,
  description: Pick<Named, 'properties'>,
): { readonly text: string; readonly named: boolean } | undefined {
  const { resource, operation } = parameters;
  if (typeof resource !== 'string' || typeof operation !== 'string' || resource === '' || operation === '') return undefined;
  const property = description.properties.find((candidate) => candidate.name === 'operation' && servesResource(candidate, resource));
  const option = (property?.options as readonly Partial<PropertyOption>[] | undefined)?.find((candidate) => candidate.value === operation);
  return option?.action === undefined || option.action === ''
    ? { text: `${operation} ${resource}`, named: false }
    : { text: option.action, named: true };
}

/** Display name of the node, since packages may omit the default name. */
const typeName = ({ defaults, displayName }: Pick<Named, 'defaults' | 'displayName'>): string => defaults.name || displayName;

function servesResource(property: NodeProperty, resource: string): boolean {
  const resources = property.displayOptions?.show?.['resource'];
  return resources === undefined || resources.includes(resource);
}

/** The name a node gets by itself: what it does; a tool also says with what. */
export function makeNodeName(parameters: JsonObject, description: Named): string {
  const action = description.skipNameGeneration === true ? undefined : actionOf(parameters, description);
  if (action === undefined) return typeName(description);
  const text = action.named ? action.text : action.text.charAt(0).toUpperCase() + action.text.slice(1);
  return isTool(description, parameters) ? `${text} in ${typeName(description)}` : text;
}

/** True when the name is the one the node got by itself, with or without a number behind it. */
export function isDefaultNodeName(name: string, description: Named, parameters: JsonObject): boolean {
  const made = makeNodeName(parameters, description);
  return name.startsWith(made) && /^\d*$/.test(name.slice(made.length));
}

/** Description of the node's action, for the list of actions and for models that may call it. */
export function makeDescription(parameters: JsonObject, description: Named): string {
  const action = actionOf(parameters, description);
  return action === undefined ? description.description : `${action.text} in ${typeName(description)}`;
}

const toolType = 'ai_tool';
const isToolPort = (port: NodePort): boolean => (typeof port === 'string' ? port : port.type) === toolType;

/** True for a node that gives an agent a tool: by its outputs, or a vector store set to be searched by the agent. */
export function isTool(description: Pick<NodeDescription, 'name' | 'outputs'>, parameters: JsonObject): boolean {
  if (parameters['mode'] === 'retrieve-as-tool' && /vectorstore/i.test(description.name)) return true;
  const { outputs } = description;
  return typeof outputs === 'string' ? parameters['mode'] === 'retrieve-as-tool' && outputs.includes(toolType) : outputs.some(isToolPort);
}

const maxToolName = 64;

/** A node's name as models accept it for a tool: letters, digits, `_` and `-`, at most 64. */
export function toolName(node: string | Pick<WorkflowNode, 'name'>): string {
  const name = (typeof node === 'string' ? node : node.name).replace(/[^A-Za-z0-9_-]+/g, '_');
  return name.length <= maxToolName ? name : name.slice(0, maxToolName).replace(/[-_]+$/, '');
}

/** Description of a tool for the model: the user's own, otherwise the node's action. */
export function toolDescription(node: Pick<WorkflowNode, 'parameters'>, description: Named): string {
  const { toolDescription: own, descriptionType } = node.parameters as { toolDescription?: unknown; descriptionType?: unknown };
  return descriptionType !== 'auto' && typeof own === 'string' && own.trim() !== '' ? own : makeDescription(node.parameters, description);
}

/** The description a tool gets when its parameters change, or undefined when the user has written one of their own. */
export function updatedToolDescription(
  description: Named | null | undefined,
  parameters: JsonObject | null | undefined,
  before?: JsonObject | null,
): string | undefined {
  if (!description || !parameters || parameters['descriptionType'] !== 'manual') return undefined;
  const own = parameters['toolDescription'];
  const text = typeof own === 'string' ? own.trim() : '';
  const isGenerated = text === '' || text === description.description || text === makeDescription(before ?? {}, description);
  return isGenerated ? makeDescription(parameters, description) : undefined;
}
