// Parameters by which users define a JSON Schema: an example, or the schema itself.
import type { JsonValue } from '../../../../contract/json.ts';
import { NodeError, type ExecuteContext, type JsonSchema } from '../../../../sdk/index.ts';
import type { DisplayRules, NodeProperty, PropertyOption } from '../../../../workflow/node-type.ts';
import { schemaOfExample } from '../json-schema.ts';
import { isJsonObject } from './check-schema.ts';

const rows = { rows: 10 };

/** Returns the choice of the definition's kind. */
export const schemaType = (value: string, more: readonly PropertyOption[] = [], show?: DisplayRules): NodeProperty => ({
  displayName: 'Schema Type',
  name: 'schemaType',
  type: 'options',
  noDataExpression: true,
  default: value,
  description: 'How the format is defined',
  options: [
    ...more,
    { name: 'Generate From JSON Example', value: 'fromJson', description: 'Derives the schema from an example' },
    { name: 'Define using JSON Schema', value: 'manual', description: 'A JSON Schema that you write' },
  ],
  ...(show === undefined ? {} : { displayOptions: { show } }),
});

/** Returns the example and the schema. `strictSince`: the first version that requires every field of the example. */
export const schemaProperties = (strictSince: number): readonly NodeProperty[] => [
  {
    displayName: 'JSON Example',
    name: 'jsonSchemaExample',
    type: 'json',
    noDataExpression: true,
    default: '{\n  "state": "California",\n  "cities": ["Los Angeles", "San Francisco", "San Diego"]\n}',
    description: 'Data as the model should return it. Its values do not matter, only their types.',
    typeOptions: rows,
    displayOptions: { show: { schemaType: ['fromJson'] } },
  },
  {
    displayName: 'Every field of the example is required. For optional fields, define a JSON Schema.',
    name: 'notice',
    type: 'notice',
    default: '',
    displayOptions: { show: { '@version': [{ _cnd: { gte: strictSince } }], schemaType: ['fromJson'] } },
  },
  {
    displayName: 'Input Schema',
    name: 'inputSchema',
    type: 'json',
    default:
      '{\n  "type": "object",\n  "properties": {\n    "state": { "type": "string" },\n    "cities": { "type": "array", "items": { "type": "string" } }\n  }\n}',
    description: 'The JSON Schema that the data must match',
    typeOptions: rows,
    displayOptions: { show: { schemaType: ['manual'] } },
  },
];

/** Reads the schema from one of these parameters. Throws NodeError PARAMETER_INVALID. */
export function definedSchema(ctx: ExecuteContext, itemIndex: number, strictSince: number): JsonSchema {
  if (ctx.param('schemaType', itemIndex, 'fromJson') === 'manual') return schemaParameter(ctx, 'inputSchema', itemIndex);
  return schemaOfExample(jsonParameter(ctx, 'jsonSchemaExample', itemIndex), ctx.version >= strictSince);
}

/** Reads a JSON Schema from a parameter. Throws NodeError PARAMETER_INVALID. */
export function schemaParameter(ctx: ExecuteContext, parameter: string, itemIndex: number): JsonSchema {
  const schema = jsonParameter(ctx, parameter, itemIndex);
  if (isJsonObject(schema)) return schema as JsonSchema;
  throw invalid(ctx, parameter, 'must be a JSON Schema, which is an object');
}

function jsonParameter(ctx: ExecuteContext, parameter: string, itemIndex: number): JsonValue {
  const value = ctx.param<JsonValue>(parameter, itemIndex, '', { json: true });
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch (cause) {
    throw invalid(ctx, parameter, 'must be valid JSON', cause);
  }
}

const invalid = (ctx: ExecuteContext, parameter: string, fault: string, cause?: unknown): NodeError =>
  new NodeError(`The parameter "${parameter}" of the node "${ctx.node.name}" ${fault}.`, { code: 'PARAMETER_INVALID', parameter, cause });
