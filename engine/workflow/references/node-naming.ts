// Derives default names of nodes from their action, that is, resource and operation: `Create a new user`.
import type { JsonObject } from '../../contract/json.ts';
import type { NodeDescription, NodePort, NodeProperty, PropertyOption } from '../node-type.ts';

export type Named = Pick<
  NodeDescription,
  'name' | 'displayName' | 'description' | 'defaults' | 'outputs' | 'properties' | 'skipNameGeneration'
>;

/** Returns the action name of the selected resource and operation; undefined if the node has neither. */
export function actionOf(
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

/** Returns the display name of a node type; packages may omit the default name. */
export const typeName = ({ defaults, displayName }: Pick<Named, 'defaults' | 'displayName'>): string => defaults.name || displayName;

function servesResource(property: NodeProperty, resource: string): boolean {
  const resources = property.displayOptions?.show?.['resource'];
  return resources === undefined || resources.includes(resource);
}

/** Returns the default name: the action or, without one, the type's name; a tool's name has both. */
export function makeNodeName(parameters: JsonObject, description: Named): string {
  const action = description.skipNameGeneration === true ? undefined : actionOf(parameters, description);
  if (action === undefined) return typeName(description);
  const text = action.named ? action.text : action.text.charAt(0).toUpperCase() + action.text.slice(1);
  return isTool(description, parameters) ? `${text} in ${typeName(description)}` : text;
}

const toolType = 'ai_tool';
const isToolPort = (port: NodePort): boolean => (typeof port === 'string' ? port : port.type) === toolType;

/** Whether a node provides a tool to an agent: through its outputs, or as a vector store that the agent searches. */
export function isTool(description: Pick<NodeDescription, 'name' | 'outputs'>, parameters: JsonObject): boolean {
  if (parameters['mode'] === 'retrieve-as-tool' && /vectorstore/i.test(description.name)) return true;
  const { outputs } = description;
  return typeof outputs === 'string' ? parameters['mode'] === 'retrieve-as-tool' && outputs.includes(toolType) : outputs.some(isToolPort);
}
