// Nodes as tools of agents: of each type that is marked as usable, a variant with `Tool` after its name, which is attached instead of connected.
import type { NodeDefinition, NodeVersion } from '../sdk/index.ts';
import { toolTypeOf, type NodeDescription, type NodeProperty } from '../workflow/node-type.ts';

/** Types of our own that have a variant, as in n8n. Types of packages say so in their description. */
const usableTypes: ReadonlySet<string> = new Set(
  ['compression', 'crypto', 'dateTime', 'executeCommand', 'graphql', 'httpRequest', 'jwt', 'rssFeedRead', 'totp'].map(
    (name) => `n8n-nodes-base.${name}`,
  ),
);

/** Returns the variant of a type; undefined if none of its versions is usable as a tool. */
export function toolVariant({ type, versions, ...rest }: NodeDefinition): NodeDefinition | undefined {
  const usable = versions.filter(
    ({ description, execute }) => execute !== undefined && (usableTypes.has(type) || Boolean(description.usableAsTool)),
  );
  return usable.length === 0 ? undefined : { ...rest, type: toolTypeOf(type), versions: usable.map(asTool) };
}

/** Returns what lists show of a type's variant; nothing if it has none. */
export function toolSummaries(description: NodeDescription): readonly NodeDescription[] {
  const { name, usableAsTool } = description;
  return usableAsTool ? [{ ...description, ...toolDescription(description), name: toolTypeOf(name), properties: [] }] : [];
}

function asTool({ description, execute, methods, usesSandbox }: NodeVersion): NodeVersion {
  return {
    description: toolDescription(description),
    ...(execute === undefined ? {} : { execute }),
    ...(methods === undefined ? {} : { methods }),
    ...(usesSandbox === undefined ? {} : { usesSandbox }),
  };
}

function toolDescription({
  usableAsTool: _usable,
  requiredInputs: _required,
  ...inherited
}: NodeVersion['description']): NodeVersion['description'] {
  const { displayName, description, properties, codex } = inherited;
  const hasActions = properties.some(({ name }) => name === 'resource' || name === 'operation');
  return {
    ...inherited,
    displayName: `${displayName} Tool`,
    codex: {
      categories: ['AI'],
      subcategories: { AI: ['Tools'] },
      ...(codex?.resources === undefined ? {} : { resources: codex.resources }),
    },
    inputs: [],
    outputs: ['ai_tool'],
    properties: [...descriptionProperties(description, hasActions), ...properties],
  } satisfies Omit<NodeDescription, 'name' | 'icon' | 'defaultVersion'>;
}

/** The parameters that tell a model what the tool does. */
function descriptionProperties(description: string, hasActions: boolean): readonly NodeProperty[] {
  const text: NodeProperty = {
    displayName: 'Description',
    name: 'toolDescription',
    type: 'string',
    default: description,
    required: true,
    typeOptions: { rows: 2 },
    description: 'Tells the model what the tool does and when to use it',
    ...(hasActions ? { displayOptions: { show: { descriptionType: ['manual'] } } } : {}),
  };
  if (!hasActions) return [text];
  const kind: NodeProperty = {
    displayName: 'Tool Description',
    name: 'descriptionType',
    type: 'options',
    noDataExpression: true,
    default: 'auto',
    options: [
      { name: 'Set Automatically', value: 'auto', description: 'From the resource and the operation' },
      { name: 'Set Manually', value: 'manual', description: 'In your own words' },
    ],
  };
  return [kind, text];
}
