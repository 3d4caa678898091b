// Merges the fields of several items, and resolves clashes.
import { listOf, objectOf, putInto, takeAll, takeEntries, takeFrom } from '../../contract/exact-values.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { BinaryEntry, Item } from '../../contract/run-data.ts';

export interface ClashSettings {
  /** `addSuffix`: the number of the input is added to every field. `preferInput3`, `preferLast`: that input takes precedence. */
  readonly resolve: string;
  /** Whether nested objects and lists are merged as well, instead of replaced. */
  readonly isDeep: boolean;
  /** Whether an empty value (null, missing, empty text) does not replace another one. */
  readonly overrideEmpty: boolean;
}

/** `options.clashHandling.values` as stored in workflow files. */
interface ClashOptions {
  readonly resolveClash?: string;
  readonly mergeMode?: string;
  readonly overrideEmpty?: boolean;
}

/** Returns how clashes are resolved according to the node's options; by default the last input takes precedence. */
export function clashSettings(options: { readonly clashHandling?: { readonly values?: ClashOptions } }): ClashSettings {
  const values = options.clashHandling?.values ?? {};
  return {
    resolve: values.resolveClash ?? 'preferLast',
    isDeep: values.mergeMode !== 'shallowMerge',
    overrideEmpty: values.overrideEmpty === true,
  };
}

/** An item of one input. */
export interface Part {
  readonly item: Item;
  /** Position within its input. */
  readonly index: number;
  /** Position of the input, from 0. */
  readonly input: number;
}

/** Merges items of several inputs into one, which is paired with all of them. */
export function mergeParts(parts: readonly Part[], clash: ClashSettings): Item {
  const order = clash.resolve === 'addSuffix' ? parts : byRank(parts, clash);
  let json: JsonObject | undefined;
  let binary: Record<string, BinaryEntry> | undefined;
  for (const { item, input } of order) {
    const fields = clash.resolve === 'addSuffix' ? suffixed(item.json, input) : item.json;
    json = json === undefined ? { ...fields } : mergeInto(json, fields, clash);
    if (item.binary !== undefined) binary = { ...binary, ...item.binary };
  }
  const pairedItem = parts.map(({ index, input }) => (input === 0 ? { item: index } : { item: index, input }));
  return binary === undefined ? { json: json ?? {}, pairedItem } : { json: json ?? {}, binary, pairedItem };
}

/** Returns the input that takes precedence, by position from 0; undefined for the last one, or if none does. */
export function preferredInput({ resolve }: ClashSettings): number | undefined {
  const number = /^preferInput(\d+)$/.exec(resolve)?.[1];
  return number === undefined ? undefined : Number(number) - 1;
}

/** Orders the parts so that the preferred one is last. */
function byRank(parts: readonly Part[], clash: ClashSettings): readonly Part[] {
  const winner = preferredInput(clash);
  if (winner === undefined) return parts;
  return [...parts.filter(({ input }) => input !== winner), ...parts.filter(({ input }) => input === winner)];
}

/** Adds the number of its input to every field: `id` → `id_1`. */
function suffixed(json: JsonObject, input: number): JsonObject {
  return objectOf(takeEntries(json).map(([key, value]) => [`${key}_${input + 1}`, value] as const)) as JsonObject;
}

/** Adds the preferred fields to `json`, which must be owned by the caller. Nested values are shared, and copied before they are changed. */
function mergeInto(json: JsonObject, winner: JsonObject, clash: ClashSettings): JsonObject {
  for (const key of Object.keys(winner)) {
    const value = takeFrom(winner, key);
    putInto(json, key, Object.hasOwn(json, key) ? mergedValue(takeFrom(json, key), value, clash) : value);
  }
  return json;
}

function mergedValue(value: unknown, winner: unknown, clash: ClashSettings): unknown {
  if (winner === undefined) return value;
  if (clash.overrideEmpty && (winner === null || winner === '')) return value ?? winner;
  if (!clash.isDeep || !isContainer(value) || !isContainer(winner) || Array.isArray(value) !== Array.isArray(winner)) return winner;
  if (!Array.isArray(value)) return mergeInto({ ...value }, winner as JsonObject, clash);
  const [own, list] = [takeAll(value), takeAll(winner as readonly unknown[])];
  const merged = Array.from({ length: Math.max(own.length, list.length) }, (_, index) =>
    index < list.length ? mergedValue(own[index], list[index], clash) : own[index],
  );
  return listOf(merged);
}

/** Whether a value is a plain object or list; dates and other instances are values. */
function isContainer(value: unknown): value is JsonObject | unknown[] {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
