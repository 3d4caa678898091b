// Calls the workflow with what the model chose.
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import {
  collectFields,
  getPath,
  NodeError,
  type ExecuteContext,
  type Supply,
  type ToolField,
  type ToolOutput,
  type ToolUse,
} from '../../sdk/index.ts';
import { setOwn } from '../../workflow/values/own-properties.ts';
import { validateFieldType } from '../../workflow/values/type-validation.ts';
import { fieldsSchema } from '../_shared/ai/json-schema.ts';
import { inputSchemaOf, QUERY_SCHEMA } from '../_shared/ai/tools/input-schema.ts';
import { toolNameOf } from '../_shared/ai/tools/tool-properties.ts';
import { mapInputs, type InputMapping } from '../_shared/called-workflow/workflow-inputs.ts';
import { calledWorkflow } from '../_shared/called-workflow/workflow-source.ts';

export function supply(ctx: ExecuteContext, itemIndex: number): Supply {
  const isMapped = ctx.version >= 2;
  const fields: ToolField[] = [];
  if (isMapped) collectFields(ctx.node.parameters, fields);
  const schema = isMapped ? undefined : inputSchemaOf(ctx, itemIndex, false);
  const inputOf = (args: JsonObject, used: ExecuteContext): JsonObject =>
    isMapped ? mappedInput(used, fields.length === 0 ? queryIn(args) : args, itemIndex) : plainInput(used, args, schema, itemIndex);
  const tool = {
    name: toolNameOf(ctx, itemIndex, 2.2),
    description: ctx.param('description', itemIndex, ''),
    node: ctx.node.name,
    inputSchema: fields.length > 0 ? fieldsSchema(fields) : (schema ?? QUERY_SCHEMA),
    call: async (args: JsonObject, { run }: ToolUse): Promise<ToolOutput> => {
      const used = ctx.forCall(args, run);
      const json = inputOf(args, used);
      const { items } = await used.runWorkflow({ ...(await calledWorkflow(used, itemIndex)), items: [{ json }] });
      return responseOf(used, items, itemIndex);
    },
  };
  return { ai_tool: [tool] };
}

const queryIn = ({ query }: JsonObject): JsonObject => ({ query });

/** Versions 1: the field `query`, which is an object if a schema is specified, and the extra fields. */
function plainInput(ctx: ExecuteContext, args: JsonObject, schema: unknown, itemIndex: number): JsonObject {
  const json: JsonObject = schema === undefined ? queryIn(args) : { query: args };
  const entries = ctx.param<readonly { readonly name?: string; readonly type?: string }[]>('fields.values', itemIndex, []);
  entries.forEach(({ name = '', type = 'stringValue' }, at) => {
    const property = type.endsWith('Value') ? type : 'stringValue';
    const value = ctx.param(`fields.values[${at}].${property}`, itemIndex, '');
    const result = validateFieldType(name, value, property.replace(/Value$/, '') as 'string', { strict: false, parseStrings: true });
    if (!result.valid)
      throw new NodeError(result.errorMessage, { code: 'PARAMETER_INVALID', parameter: `fields.values[${at}].${property}`, itemIndex });
    setOwn(json, name, result.newValue);
  });
  return json;
}

/** Versions 2: the values of the declared inputs; without declared inputs, what the model passed. */
function mappedInput(ctx: ExecuteContext, args: JsonObject, itemIndex: number): JsonObject {
  const mapping = ctx.param<InputMapping | undefined>('workflowInputs', itemIndex, undefined, { raw: true });
  const hasInputs = (mapping?.schema ?? []).length > 0;
  const values = mapping === undefined ? undefined : ctx.param<JsonObject | null>('workflowInputs.value', itemIndex);
  const base = hasInputs && !('query' in args) ? {} : args;
  return (mapping === undefined ? undefined : mapInputs(base, mapping, values, itemIndex)) ?? base;
}

/** Versions below 1.3 return one field of the first item, 1.3 and 2 the first item, later ones all items. */
function responseOf(ctx: ExecuteContext, items: readonly Item[], itemIndex: number): ToolOutput {
  if (ctx.version > 2) return items.map(({ json }) => json) as JsonValue;
  const [first] = items;
  if (first === undefined) throw new NodeError('The workflow returned no item.', { hint: 'Check what its last node returns.' });
  if (ctx.version >= 1.3) return first.json as JsonValue;
  const name = ctx.param('responsePropertyName', itemIndex, 'response');
  const value = getPath(first.json, name);
  if (value !== undefined) return value as JsonValue;
  throw new NodeError(`The workflow returned no field "${name}".`, {
    parameter: 'responsePropertyName',
    hint: `Let its last node return the field "${name}", or enter another under "Field to Return".`,
  });
}
