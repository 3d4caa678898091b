// Set, versions 1 and 2: sets booleans, numbers and texts, in this order.
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import { eachItem, type ExecuteContext, type NodeOutput } from '../../../sdk/index.ts';
import { fieldWriter, paramValue, type FieldSource } from '../field-writer.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const dotNotation = ctx.param('options.dotNotation') !== false;
  const writers = fieldSources(ctx).map((source) => fieldWriter(ctx, source, dotNotation));
  const output: Item[] = [];
  // A failure fails the whole node: if the node continues on failure, it passes on its input.
  const done = eachItem(ctx, (item, index) => {
    const keepOnlySet = ctx.param('keepOnlySet', index) === true;
    const json: JsonObject = keepOnlySet ? {} : { ...item.json };
    for (const write of writers) write(json, index);
    const pairedItem = { item: index };
    output.push(keepOnlySet || item.binary === undefined ? { json, pairedItem } : { json, binary: item.binary, pairedItem });
  });
  return done === undefined ? [output] : done.then(() => [output]);
}

function fieldSources(ctx: ExecuteContext): FieldSource[] {
  const values = ctx.param<{ readonly [type: string]: unknown }>('values', 0, {}, { raw: true });
  return ['boolean', 'number', 'string'].flatMap((type) => {
    const fields = values[type];
    if (!Array.isArray(fields)) return [];
    const convert = conversionTo(type, ctx.version);
    return fields.map((_, at) => ({ namePath: `values.${type}[${at}].name`, ...paramValue(ctx, `values.${type}[${at}].value`), convert }));
  });
}

/** A missing number or text stays missing, so its field gets no value. */
function conversionTo(type: string, version: number): (value: unknown) => unknown {
  if (type === 'boolean') return Boolean;
  return type === 'number' && version >= 2 ? asNumber : (value) => value;
}

/** Version 2 converts numeric texts to numbers, and blank ones to 0; version 1 does not. */
function asNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
}
