// Converts result rows to items: fields of inputs unchanged, computed values by their type, and the paired items of each row.
import { mayBeInexact } from '../../../contract/exact-numbers.ts';
import { ExactNumber, putInto, takeEntries, takeFrom } from '../../../contract/exact-values.ts';
import type { JsonObject, JsonValue } from '../../../contract/json.ts';
import type { Item, PairedItem } from '../../../contract/run-data.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
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
    else putInto(json, field.name, picked(fromCell(cell, field.type), tables));
    return;
  }
  const fields = cell === null ? undefined : tables[field.input]?.items[Number(cell) - 1]?.json;
  if (field.kind === 'item') {
    for (const [name, value] of takeEntries(fields ?? {})) putInto(json, name, value);
    return;
  }
  if (fields !== undefined && Object.hasOwn(fields, field.key)) putInto(json, field.name, takeFrom(fields, field.key));
  else delete json[field.name];
}

/** Returns a number that a query picked from a table (such as the largest one) with its text. */
function picked(value: JsonValue, tables: readonly Table[]): JsonValue | ExactNumber {
  if (!mayBeInexact(value)) return value;
  const numberText = tables.map((table) => table.texts.of(value)).find((each) => each !== undefined);
  return numberText === undefined ? value : new ExactNumber(numberText);
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
