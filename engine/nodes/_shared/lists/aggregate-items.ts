// Combines many items into one: a list per field, or one list of whole items.
import type { JsonObject } from '../../../contract/json.ts';
import type { BinaryEntry, Item, PairedItem } from '../../../contract/run-data.ts';
import { NodeError } from '../../../sdk/index.ts';
import { atOnce, type Pace, type SlicedWork } from '../../../sdk/slices.ts';
import { setOwn } from '../../../workflow/values/own-properties.ts';
import { type FieldPath, fieldPath, getField, setField, omitFields, pickFields, textOfField } from '../fields/field-path.ts';
import type { FieldTracker } from '../fields/field-tracker.ts';
import { exactText, noteOwnText } from '../../../contract/exact-numbers.ts';

export interface FieldToAggregate {
  readonly field: string;
  /** Name of the list. Default: the field's own (last) name. */
  readonly output?: string;
}

export interface AggregateSettings {
  readonly dotNotation: boolean;
  /** Whether entries that are lists are flattened into the list. */
  readonly mergeLists: boolean;
  /** Whether missing and null values are included as null. */
  readonly keepMissing: boolean;
}

/** Returns one list per field. Throws NodeError if no field is given, or two lists would have the same name. */
export function* aggregateFields(
  items: readonly Item[],
  fields: readonly FieldToAggregate[],
  settings: AggregateSettings,
  tracker: FieldTracker,
  pace: Pace,
): SlicedWork<JsonObject> {
  if (fields.length === 0 || fields.some(({ field }) => field === '')) {
    throw new NodeError('No field to aggregate is set. Add at least one field and enter its name.', {
      code: 'PARAMETER_INVALID',
      parameter: 'fieldsToAggregate',
    });
  }
  const json: JsonObject = {};
  const used = new Set<string>();
  for (const { field, output } of fields) {
    const source = fieldPath(field, settings.dotNotation);
    const target = output === undefined || output === '' ? lastName(source) : output;
    if (used.has(target)) {
      throw new NodeError(`The output field "${target}" is used twice. Rename one of the two under "Rename Field".`, {
        code: 'PARAMETER_INVALID',
        parameter: 'fieldsToAggregate',
      });
    }
    used.add(target);
    setField(json, fieldPath(target, settings.dotNotation), yield* valuesOf(items, source, settings, tracker, pace));
  }
  return json;
}

const lastName = (field: FieldPath): string => field.keys[field.keys.length - 1] as string;

function* valuesOf(
  items: readonly Item[],
  field: FieldPath,
  settings: AggregateSettings,
  tracker: FieldTracker,
  pace: Pace,
): SlicedWork<unknown[]> {
  const values: unknown[] = [];
  const add = (value: unknown, text?: string): void => {
    if (value === undefined || value === null) {
      if (settings.keepMissing) values.push(null);
      return;
    }
    values.push(value);
    if (text !== undefined) noteOwnText(values, String(values.length - 1), text);
  };
  for (const item of items) {
    const value = getField(item.json, field);
    tracker.look(field.name, value !== undefined);
    if (settings.mergeLists && Array.isArray(value)) yield* pace.each(value, (entry, index) => add(entry, exactText(value, String(index))));
    else add(value, textOfField(item.json, field));
    if (pace.isUsedUp()) yield;
  }
  return values;
}

export interface WholeItems {
  readonly include: 'allFields' | 'specifiedFields' | 'allFieldsExcept';
  /** The fields to keep or to exclude. */
  readonly fields: readonly string[];
}

/**
 * Returns one list of the items' json with only the selected fields, under the field `destination`. Dots are part of all names. Items that become
 * empty are omitted.
 */
export function* aggregateWhole(
  items: readonly Item[],
  destination: string,
  { include, fields }: WholeItems,
  pace: Pace,
): SlicedWork<JsonObject> {
  const paths = fields.map((name) => fieldPath(name, false));
  const list: JsonObject[] = [];
  yield* pace.each(items, ({ json }) => {
    const reduced =
      include === 'specifiedFields' ? pickFields(json, paths) : include === 'allFieldsExcept' ? omitFields(json, paths) : json;
    if (include === 'allFields' || Object.keys(reduced).length > 0) list.push(reduced);
  });
  const json: JsonObject = {};
  setField(json, fieldPath(destination === '' ? 'data' : destination, false), list);
  return json;
}

/** Returns all files of the items, with duplicate names numbered. With `onlyUnique`, files of the same type and size are included once. */
export function* collectFiles(
  items: readonly Item[],
  onlyUnique: boolean,
  pace: Pace,
): SlicedWork<Record<string, BinaryEntry> | undefined> {
  const files: Record<string, BinaryEntry> = {};
  let isEmpty = true;
  const seen = new Set<string>();
  const lastNumber = new Map<string, number>();
  for (const item of items) {
    for (const [name, entry] of Object.entries(item.binary ?? {})) {
      if (onlyUnique) {
        const kind = JSON.stringify([entry.mimeType, entry.fileType, entry.fileSize, entry.fileExtension]);
        if (seen.has(kind)) continue;
        seen.add(kind);
      }
      setOwn(files, freeName(files, name, lastNumber), entry);
      isEmpty = false;
    }
    if (pace.isUsedUp()) yield;
  }
  return isEmpty ? undefined : files;
}

function freeName(files: object, name: string, lastNumber: Map<string, number>): string {
  if (!Object.hasOwn(files, name)) return name;
  let number = lastNumber.get(name) ?? 0;
  do number++;
  while (Object.hasOwn(files, `${name}_${number}`));
  lastNumber.set(name, number);
  return `${name}_${number}`;
}

/** Like `pairAllInSlices`, for short lists. */
export function allPaired(items: readonly Item[], input = 0): PairedItem[] {
  return atOnce((pace) => pairAllInSlices(items, pace, input));
}

/** Returns the paired items of an item that was made from all items of an input. */
export function pairAllInSlices(items: readonly Item[], pace: Pace, input = 0): SlicedWork<PairedItem[]> {
  return pace.map(items, (_, item) => (input === 0 ? { item } : { item, input }));
}
