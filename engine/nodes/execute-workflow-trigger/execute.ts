// Execute Workflow Trigger: passes on the caller's items, reduced to the declared fields.
import { objectOf, takeFrom } from '../../contract/exact-values.ts';
import { NodeError, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import type { JsonObject } from '../../contract/json.ts';
import { passThrough } from '../_shared/pass-through.ts';
import { textOf } from '../_shared/text-of.ts';

export function execute(ctx: ExecuteContext): NodeOutput {
  const fields = declaredFields(ctx);
  if (fields.length === 0) return passThrough(ctx);
  return [
    ctx.input().map(({ json, binary }, index) => {
      const picked = { json: pickDeclared(json, fields), pairedItem: { item: index } };
      return binary === undefined ? picked : { ...picked, binary };
    }),
  ];
}

/** Returns the declared fields; empty if all fields are accepted, or none are declared. */
function declaredFields(ctx: ExecuteContext): readonly string[] {
  switch (ctx.param('inputSource', 0, 'passthrough')) {
    case 'workflowInputs':
      return ctx
        .param<readonly { name?: unknown }[]>('workflowInputs.values', 0, [])
        .map(({ name }) => textOf(name))
        .filter((name) => name !== '');
    case 'jsonExample':
      return fieldsOf(ctx.param('jsonExample', 0));
    default:
      return [];
  }
}

function fieldsOf(example: unknown): readonly string[] {
  try {
    return exampleFields(example);
  } catch (cause) {
    throw new NodeError('The "JSON Example" is not a JSON object. Enter one such as {"aField": "a string"}.', {
      code: 'PARAMETER_INVALID',
      parameter: 'jsonExample',
      cause,
    });
  }
}

/** Returns the declared fields of an item, in order; null for missing ones. Fields that are undefined, and others, are omitted. */
export function pickDeclared(json: JsonObject, fields: readonly string[]): JsonObject {
  const picked = fields.map((field) => [field, Object.hasOwn(json, field) ? takeFrom(json, field) : null] as const);
  return objectOf(picked.filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Returns the top-level fields of an example object, given as text or as an object. Throws SyntaxError if it is not an object. */
export function exampleFields(example: unknown): string[] {
  const value: unknown = typeof example === 'string' ? JSON.parse(example) : example;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('The example is not an object.');
  return Object.keys(value);
}
