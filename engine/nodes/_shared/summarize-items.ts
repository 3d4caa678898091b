// A pivot table over items: values of fields brought together, for each group of items that agree in the fields to split by.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { NodeError } from '../../sdk/index.ts';
import { type FieldPath, fieldPath, getField } from './field-path.ts';
import type { FieldTracker } from './field-tracker.ts';
import { type Aggregation, isBlank, summarizeValues } from './summarize-values.ts';

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
  /** Pass over items without a value in a field to split by. */
  readonly skipEmptySplitFields: boolean;
  /** Values to split by are told apart by their text alone: 1 and "1" are one group. */
  readonly splitByText: boolean;
}

/** Items that agree in one field to split by, and the groups within. The innermost hold `summary`. */
export interface Group {
  /** Value of the field split by, as the first item of the group has it. */
  readonly value: unknown;
  readonly items: number[];
  readonly inner: Map<unknown, Group>;
  summary?: JsonObject;
}

interface Column {
  readonly path: FieldPath;
  readonly name: string;
  readonly settings: FieldToSummarize;
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

/** A field's name as part of an output field: `a.b[0]` and `a b` → `a_b0` and `a_b`. */
export function outputName(field: string): string {
  return field.replace(/[\]["']/g, '').replace(/[ .]/g, '_');
}

/** All items as a tree of groups, one level per field to split by. Throws NodeError when nothing is to be summarized. */
export function summarizeItems(items: readonly Item[], settings: SummarizeSettings, tracker: FieldTracker): Group {
  const columns = columnsOf(settings);
  const splitBy = settings.splitBy.map((name) => fieldPath(name, settings.dotNotation));
  const root: Group = { value: undefined, items: [], inner: new Map() };
  const leaves = new Set<Group>();
  for (let index = 0; index < items.length; index++) {
    const leaf = leafFor(root, items[index] as Item, splitBy, settings);
    if (leaf === undefined) continue;
    leaf.items.push(index);
    leaves.add(leaf);
  }
  for (const leaf of leaves) leaf.summary = summaryOf(leaf, items, columns, tracker);
  return root;
}

function columnsOf({ fields, dotNotation }: SummarizeSettings): Column[] {
  if (fields.length === 0) {
    throw new NodeError('No field to summarize is given. Add at least one field.', {
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

function leafFor(root: Group, item: Item, splitBy: readonly FieldPath[], settings: SummarizeSettings): Group | undefined {
  let group = root;
  for (const path of splitBy) {
    const value = getField(item.json, path);
    if (settings.skipEmptySplitFields && isBlank(value)) return undefined;
    const key = settings.splitByText || (typeof value === 'object' && value !== null) ? groupName(value) : value;
    let next = group.inner.get(key);
    if (next === undefined) {
      next = { value, items: [], inner: new Map() };
      group.inner.set(key, next);
    }
    group = next;
  }
  return group;
}

function summaryOf(group: Group, items: readonly Item[], columns: readonly Column[], tracker: FieldTracker): JsonObject {
  const summary: JsonObject = {};
  for (const { path, name, settings } of columns) {
    const values = group.items.map((index) => getField((items[index] as Item).json, path));
    tracker.look(
      path.name,
      values.some((value) => value !== undefined),
    );
    summary[name] = summarizeValues(values, settings);
  }
  return summary;
}

/** The innermost groups in order, each with its split values as json. `asText` makes all values text and numbers-as-text come first, as version 1 did. */
export function groupRows(
  root: Group,
  splitBy: readonly string[],
  asText: boolean,
): { readonly json: JsonObject; readonly items: readonly number[] }[] {
  const rows: { json: JsonObject; items: readonly number[] }[] = [];
  const visit = (group: Group, depth: number, split: JsonObject): void => {
    if (group.summary !== undefined) rows.push({ json: { ...split, ...group.summary }, items: group.items });
    for (const inner of ordered(group, asText)) {
      const value = asText ? groupName(inner.value) : inner.value;
      visit(inner, depth + 1, value === undefined ? split : { ...split, [outputName(splitBy[depth] as string)]: value });
    }
  };
  visit(root, 0, {});
  return rows;
}

/** All groups as one nested object: split values are keys, the innermost hold the summaries. */
export function groupTree(group: Group): JsonObject {
  if (group.summary !== undefined) return group.summary;
  // fromEntries defines every key as data, also one named like a prototype.
  return Object.fromEntries([...group.inner.values()].map((inner) => [groupName(inner.value), groupTree(inner)]));
}

function ordered(group: Group, asText: boolean): Group[] {
  const groups = [...group.inner.values()];
  if (!asText) return groups;
  const position = (value: unknown): number => (/^(?:0|[1-9]\d*)$/.test(groupName(value)) ? Number(value) : Infinity);
  return groups
    .map((inner) => ({ inner, at: position(inner.value) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ inner }) => inner);
}

function groupName(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
