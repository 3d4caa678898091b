// Fields set individually: assignments (since 3.3), or the typed list of fields before.
import { isExpression, type JsonObject } from '../../../contract/json.ts';
import type { ExecuteContext } from '../../../sdk/index.ts';
import { fieldWriter, paramText, paramValue, type FieldSource, type FieldWriter } from '../field-writer.ts';
import { jsonOptions } from './raw-json.ts';
import { typedValue, type TypedValueOptions } from './typed-value.ts';

/** Writes the fields of one item to its new json, and returns it. */
export type SetFields = (json: JsonObject, itemIndex: number) => JsonObject;

interface FieldEntry {
  readonly type?: string;
}

export function manualFields(ctx: ExecuteContext, dotNotation: boolean): SetFields {
  const options: TypedValueOptions = {
    ignoreErrors: ctx.param('options.ignoreConversionErrors') === true,
    timezone: ctx.timezone,
    ...(ctx.version === 3 ? { nullText: 'text' } : ctx.version === 3.1 ? { nullText: 'error' } : {}),
  };
  const sources = ctx.version >= 3.3 ? assignments(ctx, options) : typedFields(ctx, options);
  const writers = sources.map((source): FieldWriter => fieldWriter(ctx, source, dotNotation));
  return (json, itemIndex) => {
    for (const write of writers) write(json, itemIndex);
    return json;
  };
}

function assignments(ctx: ExecuteContext, options: TypedValueOptions): FieldSource[] {
  return entriesAt(ctx, 'assignments.assignments').flatMap(({ type = 'any' }, at) => {
    const path = `assignments.assignments[${at}]`;
    // Files are assigned in execute.ts.
    if (type === 'binary') return [];
    const read = type === 'array' || type === 'object' ? assignedJson : type === 'string' ? paramText : paramValue;
    return [{ namePath: `${path}.name`, ...read(ctx, `${path}.value`), convert: typed(type, options) }];
  });
}

function typedFields(ctx: ExecuteContext, options: TypedValueOptions): FieldSource[] {
  return entriesAt(ctx, 'fields.values').map(({ type = 'stringValue' }, at) => {
    const path = `fields.values[${at}]`;
    const value =
      type === 'arrayValue' || type === 'objectValue'
        ? jsonText(ctx, `${path}.${type}`)
        : (type === 'stringValue' ? paramText : paramValue)(ctx, `${path}.${type}`);
    return { namePath: `${path}.name`, ...value, convert: typed(type.replace(/Value$/, ''), options) };
  });
}

/** Returns the entries of a list of fields, unevaluated. */
function entriesAt(ctx: ExecuteContext, path: string): readonly FieldEntry[] {
  const entries = ctx.param(path, 0, undefined, { raw: true });
  return Array.isArray(entries) ? (entries as readonly FieldEntry[]) : [];
}

function typed(type: string, options: TypedValueOptions): FieldSource['convert'] {
  return (value, name, itemIndex) => typedValue(name, type, value, itemIndex, options);
}

/** JSON may contain `{{ }}`, which is evaluated for each item even if the field is not marked as an expression. */
function jsonText(ctx: ExecuteContext, path: string): Pick<FieldSource, 'value' | 'isConstant'> {
  const written = ctx.param(path, 0, undefined, { raw: true });
  if (typeof written !== 'string' || written.startsWith('=') || !written.includes('{{')) return paramValue(ctx, path);
  return { value: (itemIndex) => ctx.evaluate(`=${written}`, itemIndex), isConstant: false };
}

/** Returns the JSON of a list or object field. Values of expressions within its text are written as JSON. */
function assignedJson(ctx: ExecuteContext, path: string): Pick<FieldSource, 'value' | 'isConstant'> {
  if (!isExpression(ctx.param(path, 0, undefined, { raw: true }))) return paramValue(ctx, path);
  const options = jsonOptions(ctx);
  return { value: (itemIndex) => ctx.param(path, itemIndex, undefined, options), isConstant: ctx.isParamConstant(path, options) };
}
