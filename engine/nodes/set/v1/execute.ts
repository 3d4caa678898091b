// Set, versions 1 and 2: sets booleans, numbers and texts, in this order.
import type { JsonObject } from '../../../contract/json.ts';
import { mapItems, type ExecuteContext, type NodeOutput } from '../../../sdk/index.ts';
import { fieldWriter, paramValue, type FieldSource } from '../field-writer.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const dotNotation = ctx.param('options.dotNotation') !== false;
  const writers = fieldSources(ctx).map((source) => fieldWriter(ctx, source, dotNotation));
  return mapItems(ctx, (item, index) => {
    const keepOnlySet = ctx.param('keepOnlySet', index) === true;
    const json: JsonObject = keepOnlySet ? {} : { ...item.json };
    for (const write of writers) write(json, index);
    const pairedItem = { item: index };
    return keepOnlySet || item.binary === undefined ? { json, pairedItem } : { json, binary: item.binary, pairedItem };
  });
}

function fieldSources(ctx: ExecuteContext): FieldSource[] {
  const values = ctx.param<{ readonly [type: string]: unknown }>('values', 0, {}, { raw: true });
  return ['boolean', 'number', 'string'].flatMap((type) => {
    const fields = values[type];
    if (!Array.isArray(fields)) return [];
    const convert = type === 'number' && ctx.version >= 2 ? asNumber : unchanged;
    return fields.map((_, at) => ({ namePath: `values.${type}[${at}].name`, ...paramValue(ctx, `values.${type}[${at}].value`), convert }));
  });
}

const unchanged = (value: unknown): unknown => value ?? null;

/** Version 2 makes numbers of numeric texts; version 1 left them as they came. */
function asNumber(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value ?? null;
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
}
