// Converts result rows to items: fields of inputs unchanged, computed values by their type, and the paired items of each row.
import type { JsonObject, JsonValue } from '../../../contract/json.ts';
import type { Item, PairedItem } from '../../../contract/run-data.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import { setOwn } from '../../../workflow/values/own-properties.ts';
import { type Cell, fromCell } from './cells.ts';
import type { Table } from './tables.ts';
import type { ResultField, ResultPlan } from './translate-query.ts';

type Row = readonly Cell[];

export function* toItems(rows: readonly Row[], plan: ResultPlan, tables: readonly Table[], pace: Pace): SlicedWork<Item[]> {
  return yield* pace.map(rows, (row) => {
    const json: JsonObject = {};
    for (const field of plan.fields) write(json, field, row, tables);
    const pairedItem = plan.lineage.flatMap(({ cell, input }) => pairs(row[cell] ?? null, input));
    return pairedItem.length === 0 ? { json } : { json, pairedItem: pairedItem.length === 1 ? (pairedItem[0] as PairedItem) : pairedItem };
  });
}

function write(json: JsonObject, field: ResultField, row: Row, tables: readonly Table[]): void {
  const cell = row[field.cell] ?? null;
  if (field.kind === 'value') {
    if (cell === null && !field.hasNull) delete json[field.name];
    else setOwn(json, field.name, fromCell(cell, field.type));
    return;
  }
  const fields = cell === null ? undefined : tables[field.input]?.items[Number(cell) - 1]?.json;
  if (field.kind === 'item') {
    for (const name of Object.keys(fields ?? {})) setOwn(json, name, fields?.[name] as JsonValue);
    return;
  }
  if (fields !== undefined && Object.hasOwn(fields, field.key)) setOwn(json, field.name, fields[field.key] as JsonValue);
  else delete json[field.name];
}

/** Returns the items of an input that a row was made from. The cell contains a row number, or a list of row numbers as JSON. */
function pairs(cell: Cell, input: number): PairedItem[] {
  const numbers = typeof cell === 'string' ? new Set(JSON.parse(cell) as (number | null)[]) : [cell];
  return [...numbers].flatMap((number) => {
    if (number === null) return [];
    const item = Number(number) - 1;
    return [input === 0 ? { item } : { item, input }];
  });
}
