// Splits items with lists into several items, one per list entry.
import { isRecord, type JsonObject } from '../../../contract/json.ts';
import type { BinaryEntry, Item, PairedItem } from '../../../contract/run-data.ts';
import { NodeError, type ExecuteContext, failedItem, failureAt, type NodeOutput, pairedWith } from '../../../sdk/index.ts';
import { type FieldPath, fieldPath, getField, hasField, omitFields, setField, takeField, textOfField } from '../fields/field-path.ts';
import type { FieldTracker } from '../fields/field-tracker.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../../sdk/slices.ts';
import { exactText, noteText } from '../../../contract/exact-numbers.ts';
import { listOf, objectOf, takeEntries } from '../../../contract/exact-values.ts';

export interface SplitSettings {
  /** Fields that contain the lists; several are split in parallel. `$binary` refers to the item's files. */
  readonly fields: readonly string[];
  /** Names of the entries in the new items, by position. Default: the field's own name. */
  readonly destinations: readonly string[];
  readonly include: 'noOtherFields' | 'allOtherFields' | 'selectedOtherFields';
  readonly includeFields: readonly string[];
  readonly dotNotation: boolean;
  readonly includeBinary: boolean;
  /**
   * Whether only lists are accepted, as in the first versions; if not, objects are split into their values, and a plain value counts as one
   * entry.
   */
  readonly listsOnly: boolean;
}

/** The items that one item is split into, each made when it is needed, because lists may be long. */
export interface Split {
  readonly length: number;
  readonly at: (position: number, pairedItem: PairedItem) => Item;
}

export type SplitPlan = (item: Item, tracker: FieldTracker) => Split;

/** Prepares settings for many items. Throws NodeError if no field is given. */
export function splitPlan(settings: SplitSettings): SplitPlan {
  if (settings.fields.length === 0) {
    throw new NodeError('No field to split out is set. Enter the name of the field that contains the list.', {
      code: 'PARAMETER_INVALID',
      parameter: 'fieldToSplitOut',
    });
  }
  const fields = settings.fields.map((name) => fieldPath(name, settings.dotNotation));
  const destinations = fields.map((field, index) => fieldPath(settings.destinations[index] ?? field.name, false).name);
  if (settings.destinations.length > 0 && settings.destinations.length !== fields.length) {
    throw new NodeError('If multiple fields to split out are given, the same number of destination fields must be given', {
      code: 'PARAMETER_INVALID',
      parameter: 'options.destinationFieldName',
      hint: 'Enter one name for each field, separated by commas, or none.',
    });
  }
  const included = settings.includeFields.map((name) => fieldPath(name, settings.dotNotation));
  // The entries of a single list of objects become items directly, unless other fields are included.
  const unwrap = fields.length === 1 && settings.include === 'noOtherFields' && settings.destinations[0] === undefined;
  return (item, tracker) => {
    const lists = fields.map((field) => entriesOf(item, field, settings, tracker));
    const otherFields = othersOf(item.json, settings, fields, included);
    const at = (position: number, pairedItem: PairedItem): Item => {
      const json: JsonObject = { ...otherFields };
      let only: JsonObject | undefined;
      let files: Record<string, BinaryEntry> | undefined;
      for (let index = 0; index < lists.length; index++) {
        const list = lists[index] as readonly unknown[];
        if (position >= list.length) continue;
        const entry = list[position];
        if (isFiles(fields[index] as FieldPath)) files = { ...files, ...(entry as Record<string, BinaryEntry>) };
        else if (unwrap && typeof entry === 'object' && entry !== null)
          only = Array.isArray(entry) ? (objectOf(takeEntries(entry)) as JsonObject) : (entry as JsonObject);
        else {
          json[destinations[index] as string] = entry;
          const numberText = exactText(list, String(position));
          if (numberText !== undefined) noteText(json, destinations[index] as string, numberText);
        }
      }
      const binary = files ?? (settings.includeBinary ? item.binary : undefined);
      return binary === undefined ? { json: only ?? json, pairedItem } : { json: only ?? json, binary, pairedItem };
    };
    return { length: Math.max(...lists.map((list) => list.length)), at };
  };
}

const isFiles = (field: FieldPath): boolean => field.name === '$binary';

function entriesOf(item: Item, field: FieldPath, settings: SplitSettings, tracker: FieldTracker): readonly unknown[] {
  if (isFiles(field)) return Object.entries(item.binary ?? {}).map(([name, entry]) => ({ [name]: entry }));
  const value = getField(item.json, field);
  tracker.look(field.name, value !== undefined);
  if (Array.isArray(value)) return value;
  if (value === undefined) return [];
  if (settings.listsOnly) {
    throw new NodeError(
      `The field "${field.name}" is not a list. Choose a field that contains a list, or change the data before this node.`,
    );
  }
  return isRecord(value) ? listOf(takeEntries(value).map(([, entry]) => entry)) : listOf([takeField(item.json, field)]);
}

function othersOf(
  json: JsonObject,
  settings: SplitSettings,
  fields: readonly FieldPath[],
  included: readonly FieldPath[],
): JsonObject | undefined {
  if (settings.include === 'allOtherFields') return omitFields(json, fields);
  if (settings.include !== 'selectedOtherFields') return undefined;
  // A nested field keeps its whole name, including dots.
  const otherFields: JsonObject = {};
  for (const field of included) {
    if (hasField(json, field))
      setField(otherFields, { name: field.name, keys: [field.name] }, getField(json, field), textOfField(json, field));
  }
  return otherFields;
}

/**
 * Splits the items of input 0, and returns the results on output 0; `planAt` returns the plan for an item. Handles failures like mapItems, but also yields to other work within an item
 * that becomes many.
 */
export function splitInput(
  ctx: ExecuteContext,
  planAt: (itemIndex: number) => SplitPlan,
  tracker: FieldTracker,
): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, (pace) => splitAll(ctx, (item, index) => planAt(index)(item, tracker), pace));
}

function* splitAll(ctx: ExecuteContext, splitOf: (item: Item, index: number) => ReturnType<SplitPlan>, pace: Pace): SlicedWork<NodeOutput> {
  const output: Item[] = [];
  for (const [index, item] of ctx.input().entries()) {
    try {
      const { length, at } = splitOf(item, index);
      for (let position = 0; position < length; position++) {
        output.push(at(position, pairedWith(index)));
        if (pace.isUsedUp()) yield;
      }
    } catch (error) {
      if (!ctx.continueOnFail) throw failureAt(index, error);
      output.push(failedItem(error, index));
    }
    if (pace.isUsedUp()) yield;
  }
  return [output];
}
