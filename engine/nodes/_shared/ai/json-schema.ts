// Schemas of what models write: from the fields of a tool, and from an example.
import type { JsonSchema, ToolField } from '../../../sdk/index.ts';

/** Returns the schema of an object with these fields. Fields with a default are optional. */
export function fieldsSchema(fields: readonly ToolField[]): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field.key, fieldSchema(field)]));
  const required = fields.filter(({ defaultValue }) => defaultValue === undefined).map(({ key }) => key);
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
}

function fieldSchema({ type, description, defaultValue }: ToolField): JsonSchema {
  return {
    type: type === 'json' ? 'object' : type,
    ...(description === undefined ? {} : { description }),
    ...(defaultValue === undefined ? {} : { default: defaultValue as NonNullable<JsonSchema['default']> }),
  };
}

/** Returns the schema that values like the example have. `isEveryFieldRequired`: otherwise all fields may be left out. */
export function schemaOfExample(example: unknown, isEveryFieldRequired: boolean): JsonSchema {
  if (Array.isArray(example)) {
    return example.length === 0 ? { type: 'array' } : { type: 'array', items: schemaOfExample(example[0], isEveryFieldRequired) };
  }
  if (typeof example === 'object' && example !== null) {
    const entries = Object.entries(example);
    const properties = Object.fromEntries(entries.map(([key, value]) => [key, schemaOfExample(value, isEveryFieldRequired)]));
    return { type: 'object', properties, ...(isEveryFieldRequired ? { required: entries.map(([key]) => key) } : {}) };
  }
  if (typeof example === 'number') return { type: 'number' };
  if (typeof example === 'boolean') return { type: 'boolean' };
  return example === null ? { type: 'null' } : { type: 'string' };
}
