// The arguments of a tool as its node describes them: by an example, or by a JSON Schema.
import type { JsonObject } from '../../../../contract/json.ts';
import { NodeError, type ExecuteContext, type JsonSchema } from '../../../../sdk/index.ts';
import type { NodeProperty } from '../../../../workflow/node-type.ts';
import { schemaOfExample } from '../json-schema.ts';
import { notice } from './tool-properties.ts';

type Conditions = NonNullable<NonNullable<NodeProperty['displayOptions']>['show']>;

/** The parameters. `more`: conditions of the example and of the schema; `required`: when the notice about required fields is visible. */
export const inputSchemaProperties = (more: Conditions, required?: Conditions): readonly NodeProperty[] => [
  {
    displayName: 'Specify Input Schema',
    name: 'specifyInputSchema',
    type: 'boolean',
    default: false,
    noDataExpression: true,
    description: 'Whether the model passes an object with fields that you describe, instead of a text',
  },
  {
    displayName: 'Schema Type',
    name: 'schemaType',
    type: 'options',
    default: 'fromJson',
    noDataExpression: true,
    displayOptions: { show: { specifyInputSchema: [true] } },
    options: [
      { name: 'Generate From JSON Example', value: 'fromJson', description: 'From an example of the object' },
      { name: 'Define Using JSON Schema', value: 'manual', description: 'By a JSON Schema, which can describe each field' },
    ],
  },
  {
    displayName: 'JSON Example',
    name: 'jsonSchemaExample',
    type: 'json',
    default: '{\n\t"some_input": "some_value"\n}',
    noDataExpression: true,
    typeOptions: { rows: 10 },
    displayOptions: { show: { ...more, schemaType: ['fromJson'] } },
    description: 'Example of the object that the model passes',
  },
  ...(required === undefined
    ? []
    : [
        notice('The model must pass all fields of the example. To make some optional, use a JSON Schema.', {
          displayOptions: { show: { ...required, ...more, schemaType: ['fromJson'] } },
        }),
      ]),
  {
    displayName: 'Input Schema',
    name: 'inputSchema',
    type: 'json',
    default: '{\n"type": "object",\n"properties": {\n\t"some_input": {\n\t\t"type": "string",\n\t\t"description": "Some input"\n\t}\n}\n}',
    typeOptions: { rows: 10 },
    displayOptions: { show: { ...more, schemaType: ['manual'] } },
    description: 'JSON Schema of the object that the model passes',
  },
];

/** Schema of a tool that receives one text. */
export const QUERY_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { query: { type: 'string', description: 'The input of the tool' } },
  required: ['query'],
  additionalProperties: false,
};

/** Returns the schema that the parameters describe; undefined if the tool receives a text. Throws NodeError PARAMETER_INVALID. */
export function inputSchemaOf(ctx: ExecuteContext, itemIndex: number, isEveryFieldRequired: boolean): JsonSchema | undefined {
  if (ctx.param('specifyInputSchema', itemIndex) !== true) return undefined;
  const isManual = ctx.param('schemaType', itemIndex) === 'manual';
  const parameter = isManual ? 'inputSchema' : 'jsonSchemaExample';
  const schema = objectIn(ctx.param(parameter, itemIndex), parameter, isManual ? 'Input Schema' : 'JSON Example');
  if (!isManual) return schemaOfExample(schema, isEveryFieldRequired);
  const { type = 'object' } = schema as JsonSchema;
  if (type === 'object') return { ...(schema as JsonSchema), type };
  throw new NodeError('The schema under "Input Schema" describes no object. Models pass objects: set "type" to "object".', {
    code: 'PARAMETER_INVALID',
    parameter,
  });
}

function objectIn(value: unknown, parameter: string, label: string): JsonObject {
  const parsed = typeof value === 'string' ? parsedJson(value) : value;
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as JsonObject;
  throw new NodeError(`The text under "${label}" is not a JSON object.`, { code: 'PARAMETER_INVALID', parameter });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
