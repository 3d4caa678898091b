// Edit Fields (Set), versions 3 to 3.5: selected input fields, and fields set manually or as a JSON object.
import type { JsonObject } from '../../../contract/json.ts';
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import { mapItems, pairedWith, type ExecuteContext, type NodeOutput, NodeError } from '../../../sdk/index.ts';
import { exactText } from '../../../contract/exact-numbers.ts';
import { putInto } from '../../../contract/exact-values.ts';
import { setOwn } from '../../../workflow/values/own-properties.ts';
import { fieldList } from '../../_shared/fields/fields-property.ts';
import { fieldPath, hasField, omitFields, setField, takeField, type FieldPath } from '../../_shared/fields/field-path.ts';
import { perItem } from '../../_shared/per-item.ts';
import { manualFields, type SetFields } from './manual-fields.ts';
import { jsonOptions, parseJsonParameter } from './raw-json.ts';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const option = ctx.param('options.dotNotation');
  const dotNotation = option !== false;
  const saved = fieldsToKeep(ctx, dotNotation);
  const set = ctx.param('mode', 0, 'manual') === 'raw' ? jsonFields(ctx, option) : manualFields(ctx, dotNotation);
  const files = filesOf(ctx);
  const copies = copyCount(ctx);
  return mapItems(ctx, (item, index) => {
    const json = set(keptFields(item.json, saved(index)), index);
    const result = withFiles(ctx.version >= 3.5 ? (serialized(json) as JsonObject) : json, files(item, index), index);
    return copies === 0 ? result : Array.from<Item>({ length: copies + 1 }).fill(result);
  });
}

function withFiles(json: JsonObject, binary: Item['binary'], index: number): Item {
  return binary === undefined ? { json, pairedItem: pairedWith(index) } : { json, binary, pairedItem: pairedWith(index) };
}

/**
 * Returns the value with its dates, and other objects that have a JSON form, as texts. Parts without them are shared, not copied. `above`: the
 * containers of the value.
 */
function serialized(value: unknown, above: readonly object[] = []): unknown {
  if (typeof value !== 'object' || value === null || above.includes(value)) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') return (toJSON as () => unknown).call(value);
  if (!isPlainContainer(value)) return value;
  let copy: unknown[] | JsonObject | undefined;
  for (const [key, part] of Object.entries(value)) {
    const converted = serialized(part, [...above, value]);
    if (converted === part) continue;
    copy ??= Array.isArray(value) ? [...(value as unknown[])] : { ...(value as JsonObject) };
    setOwn(copy as JsonObject, key, converted);
  }
  return copy ?? value;
}

function isPlainContainer(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** `all`, `none`, or `selected` and `except` with their fields. */
interface IncludedFields {
  readonly include: string;
  readonly fields: readonly FieldPath[];
}

const nothing: IncludedFields = { include: 'none', fields: [] };

function fieldsToKeep(ctx: ExecuteContext, dotNotation: boolean): (index: number) => IncludedFields {
  return perItem(ctx, ['includeOtherFields', 'include', 'includeFields', 'excludeFields'], (index) => {
    if (ctx.version >= 3.3 && ctx.param('includeOtherFields', index) !== true) return nothing;
    const include = ctx.param('include', index, 'all');
    const names =
      include === 'selected' ? ctx.param('includeFields', index) : include === 'except' ? ctx.param('excludeFields', index) : '';
    return { include, fields: fieldList(names).map((name) => fieldPath(name, dotNotation)) };
  });
}

/** Returns a new object with the included fields; nested objects and lists are shared with the input. */
function keptFields(json: JsonObject, { include, fields }: IncludedFields): JsonObject {
  switch (include) {
    case 'none':
      return {};
    case 'selected':
      return selectedFields(json, fields);
    case 'except':
      return omitFields(json, fields);
    default:
      return { ...json };
  }
}

/** A nested field is included under its last name: `address.city` as `city`. */
function selectedFields(json: JsonObject, fields: readonly FieldPath[]): JsonObject {
  const selected: JsonObject = {};
  for (const field of fields) {
    const name = Object.hasOwn(json, field.name) ? field.name : (field.keys.at(-1) as string);
    if (hasField(json, field)) putInto(selected, name, takeField(json, field));
  }
  return selected;
}

/** Returns the included input files, and the files assigned by fields of the type `binary`. */
function filesOf(ctx: ExecuteContext): (item: Item, index: number) => Item['binary'] {
  const fieldNames = binaryFields(ctx);
  return (item, index) => {
    const stay = item.binary !== undefined && keepsFiles(ctx, index) ? item.binary : undefined;
    if (fieldNames === undefined) return stay;
    const added: { [property: string]: BinaryEntry } = fieldNames(item, index);
    return Object.keys(added).length === 0 ? stay : { ...stay, ...added };
  };
}

/** Whether files of the input are included: up to 3.3 only if requested, from 3.4 on with the other fields by default. */
function keepsFiles(ctx: ExecuteContext, index: number): boolean {
  if (ctx.version < 3.4) return ctx.param('options.includeBinary', index) === true;
  const strips = ctx.param('options.stripBinary', index);
  return strips === undefined ? ctx.param('includeOtherFields', index) === true : strips === false;
}

/** Duplicates are for testing a workflow, so only manual runs create them. */
function copyCount(ctx: ExecuteContext): number {
  if (ctx.mode !== 'manual' || ctx.param('duplicateItem', 0) !== true) return 0;
  return Math.max(0, Math.trunc(Number(ctx.param('duplicateCount'))) || 0);
}

const parameter = 'jsonOutput';

function jsonFields(ctx: ExecuteContext, dotNotation: unknown): SetFields {
  const fields = perItem(
    ctx,
    [parameter],
    (index) => parseJsonParameter(ctx.param(parameter, index, undefined, jsonOptions(ctx)), index),
    jsonOptions(ctx),
  );
  const isPath = pathRule(ctx, dotNotation);
  return (json, index) => {
    const all = fields(index);
    for (const [name, value] of Object.entries(all)) {
      setField(json, isPath(name) ? fieldPath(name) : { name, keys: [name] }, value, exactText(all, name));
    }
    return json;
  };
}

/**
 * Returns whether a name in JSON is a path to a nested field. Version 3.5 sets fields as they are written, unless the option "Support Dot Notation"
 * is on. Before, dots form a path by default, except in names that cannot be paths: `Test 2.0`, `nr.`.
 */
function pathRule({ version }: ExecuteContext, dotNotation: unknown): (name: string) => boolean {
  if (dotNotation === false || (dotNotation !== true && version >= 3.5)) return () => false;
  if (dotNotation === true) return (name) => /[.[]/.test(name);
  return (name) => /[.[]/.test(name) && !/\d\.\d|^\.|\.$|\.\.|\.\s|\s\./.test(name);
}

interface Assignment {
  readonly type?: string;
}

/** Returns the files assigned for one item; undefined if no assignment has this type. */
function binaryFields(ctx: ExecuteContext): ((item: Item, index: number) => { [property: string]: BinaryEntry }) | undefined {
  const entries = ctx.param('assignments.assignments', 0, undefined, { raw: true });
  const paths = (Array.isArray(entries) ? (entries as readonly Assignment[]) : []).flatMap(({ type }, at) =>
    type === 'binary' ? [`assignments.assignments[${at}]`] : [],
  );
  if (paths.length === 0) return undefined;
  return (item, index) => {
    const files: { [property: string]: BinaryEntry } = {};
    for (const path of paths) {
      const { name } = fieldPath(ctx.param(`${path}.name`, index), false);
      files[name] = fileOf(ctx.param(`${path}.value`, index), item, name, index);
    }
    return files;
  };
}

/** Returns the file for a value: a binary entry, or the name of a file of the item. */
function fileOf(value: unknown, item: Item, name: string, itemIndex: number): BinaryEntry {
  if (typeof value === 'string' && item.binary !== undefined && Object.hasOwn(item.binary, value)) return item.binary[value] as BinaryEntry;
  if (typeof value === 'object' && value !== null && typeof (value as Partial<BinaryEntry>).mimeType === 'string')
    return value as BinaryEntry;
  throw new NodeError(`'${name}' expects a file but got none [item ${itemIndex}]`, {
    code: 'PARAMETER_INVALID',
    itemIndex,
    description: 'Use a file of an item, such as {{ $binary.data }}, or the name of a file of this item.',
  });
}
