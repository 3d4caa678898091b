// A pivot table of items: aggregates field values for each group of items with equal split fields.
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import { stringifyExactly } from '../../../contract/exact-numbers.ts';
import { ExactNumber, putInto } from '../../../contract/exact-values.ts';
import { NodeError } from '../../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import { setOwn } from '../../../workflow/values/own-properties.ts';
import { type FieldPath, fieldPath, takeField } from '../fields/field-path.ts';
import type { FieldTracker } from '../fields/field-tracker.ts';
import { mergeSort } from '../merge-sort.ts';
import { type Aggregation, isBlank, newSummary, type Summary } from './summarize-values.ts';

export interface FieldToSummarize {
  readonly aggregation: Aggregation;
  readonly field: string;
  readonly includeEmpty?: boolean;
  readonly separateBy?: string;
  readonly customSeparator?: string;
}

export interface SummarizeSettings {
  readonly fields: readonly FieldToSummarize[];
  readonly splitBy: readonly string[];
  readonly dotNotation: boolean;
  /** Whether to skip items without a value in a split field. */
  readonly skipEmptySplitFields: boolean;
  /** Whether `skipEmptySplitFields` also skips null and missing values, not only empty texts. */
  readonly skipsMissing: boolean;
  /** Whether to compare split values by their text: 1 and "1" are one group. */
  readonly splitByText: boolean;
}

/** Items with equal values in a split field. Contains nested groups or, for an innermost group, `summary`. */
export interface Group {
  /** Value of the split field in the group's first item. */
  readonly value: unknown;
  inner?: Map<unknown, Group>;
  /** Innermost groups only: the items in order. */
  items?: number[];
  summary?: JsonObject;
}

interface Column {
  readonly path: FieldPath;
  readonly name: string;
  readonly settings: FieldToSummarize;
}

/** An innermost group while its items are being added. */
interface Leaf {
  readonly group: Group;
  readonly items: number[];
  readonly summaries: readonly Summary[];
}

const prefixes: Readonly<Record<Aggregation, string>> = {
  append: 'appended',
  average: 'average',
  concatenate: 'concatenated',
  count: 'count',
  countUnique: 'unique_count',
  max: 'max',
  min: 'min',
  sum: 'sum',
};

/** Converts a field path to an output field name: `a.b[0]` and `a b` → `a_b0` and `a_b`. */
export function outputName(field: string): string {
  return field.replace(/[\]["']/g, '').replace(/[ .]/g, '_');
}

/** Groups all items as a tree, one level per split field. Throws NodeError if there is nothing to summarize. */
export function* summarizeItems(items: readonly Item[], settings: SummarizeSettings, tracker: FieldTracker, pace: Pace): SlicedWork<Group> {
  const columns = columnsOf(settings);
  const splitBy = settings.splitBy.map((name) => fieldPath(name, settings.dotNotation));
  const root: Group = { value: undefined };
  const leaves = new Map<Group, Leaf>();
  yield* pace.each(items, (item, index) => {
    const group = groupFor(root, item, splitBy, settings);
    if (group === undefined) return;
    let leaf = leaves.get(group);
    if (leaf === undefined) {
      leaf = { group, items: [], summaries: columns.map((column) => newSummary(column.settings)) };
      leaves.set(group, leaf);
    }
    leaf.items.push(index);
    addValues(leaf, item, columns, tracker);
  });
  for (const { group, items, summaries } of leaves.values()) {
    group.items = items;
    group.summary = {};
    for (const [index, { name }] of columns.entries()) putInto(group.summary, name, summaries[index]?.result);
    if (pace.isUsedUp()) yield;
  }
  return root;
}

function addValues({ summaries }: Leaf, item: Item, columns: readonly Column[], tracker: FieldTracker): void {
  for (let index = 0; index < columns.length; index++) {
    const { path } = columns[index] as Column;
    const value = takeField(item.json, path);
    tracker.look(path.name, value !== undefined);
    (summaries[index] as Summary).add(value);
  }
}

function columnsOf({ fields, dotNotation }: SummarizeSettings): Column[] {
  if (fields.length === 0) {
    throw new NodeError('No field to summarize is set. Add at least one field.', {
      code: 'PARAMETER_INVALID',
      parameter: 'fieldsToSummarize',
    });
  }
  return fields.map((settings) => {
    if (settings.field === '') {
      throw new NodeError('A field to summarize has no name. Enter the name of the field.', {
        code: 'PARAMETER_INVALID',
        parameter: 'fieldsToSummarize',
      });
    }
    if (!Object.hasOwn(prefixes, settings.aggregation)) {
      throw new NodeError(`The aggregation "${settings.aggregation}" does not exist. Choose one of: ${Object.keys(prefixes).join(', ')}.`, {
        code: 'PARAMETER_INVALID',
        parameter: 'fieldsToSummarize',
      });
    }
    return {
      path: fieldPath(settings.field, dotNotation),
      name: `${prefixes[settings.aggregation]}_${outputName(settings.field)}`,
      settings,
    };
  });
}

function groupFor(root: Group, item: Item, splitBy: readonly FieldPath[], settings: SummarizeSettings): Group | undefined {
  let group = root;
  for (const path of splitBy) {
    const value = takeField(item.json, path);
    if (settings.skipEmptySplitFields && (settings.skipsMissing ? isBlank(value) : value === '')) return undefined;
    const key = settings.splitByText || (typeof value === 'object' && value !== null) ? groupKey(value, settings.splitByText) : value;
    const inner = (group.inner ??= new Map<unknown, Group>());
    let next = inner.get(key);
    if (next === undefined) {
      next = { value };
      inner.set(key, next);
    }
    group = next;
  }
  return group;
}

export interface RowSettings {
  /** Whether all split values are returned as text. Lists and objects are always returned as JSON text. */
  readonly asText: boolean;
  /** Whether groups named by integers come first, sorted by value; otherwise groups are in order of first occurrence. */
  readonly numbersFirst: boolean;
}

export interface GroupRow {
  readonly json: JsonObject;
  readonly items: readonly number[];
}

/** Returns the innermost groups in order. The json of each contains the values by which it was split. */
export function* groupRows(
  root: Group,
  splitBy: readonly string[],
  { asText, numbersFirst }: RowSettings,
  pace: Pace,
): SlicedWork<GroupRow[]> {
  const rows: GroupRow[] = [];
  const addRow = ({ summary, items = [] }: Group, split: JsonObject): void => void rows.push({ json: { ...split, ...summary }, items });
  function* addInner(group: Group, depth: number, split: JsonObject): SlicedWork<void> {
    for (const inner of yield* ordered(group, numbersFirst, pace)) {
      const isContainer = typeof inner.value === 'object' && inner.value !== null && !(inner.value instanceof ExactNumber);
      const value = asText || isContainer ? groupName(inner.value) : inner.value;
      const withValue = { ...split };
      if (value !== undefined) putInto(withValue, outputName(splitBy[depth] as string), value);
      if (inner.summary !== undefined) addRow(inner, withValue);
      else yield* addInner(inner, depth + 1, withValue);
      if (pace.isUsedUp()) yield;
    }
  }
  if (root.summary !== undefined) addRow(root, {});
  yield* addInner(root, 0, {});
  return rows;
}

/** Returns all groups as one nested object: split values are keys, and the innermost objects are the summaries. */
export function* groupTree(group: Group, pace: Pace): SlicedWork<JsonObject> {
  if (group.summary !== undefined) return group.summary;
  const tree: JsonObject = {};
  for (const inner of group.inner?.values() ?? []) {
    setOwn(tree, groupName(inner.value), inner.summary ?? (yield* groupTree(inner, pace)));
    if (pace.isUsedUp()) yield;
  }
  return tree;
}

function* ordered(group: Group, numbersFirst: boolean, pace: Pace): SlicedWork<Group[]> {
  const groups = [...(group.inner?.values() ?? [])];
  if (!numbersFirst) return groups;
  const placed = yield* pace.map(groups, (inner) => ({ inner, at: position(inner.value) }));
  const inOrder = yield* mergeSort(placed, (a, b) => (a.at === b.at ? 0 : a.at - b.at), pace);
  return inOrder.map(({ inner }) => inner);
}

/** Sort key of groups: integers by value, before all others. */
function position(value: unknown): number {
  return /^(?:0|[1-9]\d*)$/.test(groupName(value)) ? Number(value) : Infinity;
}

/** A number is another group than the text of its digits, unless groups are compared by their text. */
const groupKey = (value: unknown, splitByText: boolean): string =>
  value instanceof ExactNumber && !splitByText ? `number ${value.text}` : groupName(value);

function groupName(value: unknown): string {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber) ? stringifyExactly(value) : String(value);
}
