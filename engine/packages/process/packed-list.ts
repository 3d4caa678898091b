// Packs lists of items and values for the way between the engine and a package's process.
import { DateTime } from 'luxon';
import type { Item } from '../../contract/run-data.ts';
import { deepest, mostParts } from '../../sandbox/check-shape.ts';
import { findFault, isPlainObject, jsonForm } from '../../sandbox/json-form.ts';
import { toPlain } from '../../sandbox/plain-data.ts';
import { ABSENT, kinds, NUMBERED_FROM, type PackedList, type Shape, type SplitParts } from './packed-form.ts';
import { unpackList } from './unpack-list.ts';

/** Buffers for up to this many parts are kept for the next writer. */
const KEPT_PARTS = 64 * 1024;
/** Buffer of the previous writer, which the next one uses. */
let spare: Float64Array<ArrayBuffer> | undefined;

class PartsWriter {
  #numbers = spare ?? new Float64Array(1024);
  #otherParts: unknown[] = [];
  #count = 0;
  #areIntegers = true;

  constructor() {
    // Packing may call a `toJSON` that packs other data, which needs memory of its own.
    spare = undefined;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a part; returns its place. */
  add(part: unknown): number {
    const at = this.#count++;
    if (at === this.#numbers.length) this.#enlarge();
    if (typeof part === 'number' && part !== ABSENT && !Object.is(part, -0)) {
      this.#numbers[at] = part;
      if ((part | 0) !== part) this.#areIntegers = false;
    } else {
      this.#numbers[at] = ABSENT;
      this.#otherParts.push(part);
    }
    return at;
  }

  /** Changes a part that is an integer. */
  set(at: number, integer: number): void {
    this.#numbers[at] = integer;
  }

  #enlarge(): void {
    const larger = new Float64Array(2 * this.#numbers.length);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }

  end(): SplitParts {
    const written = this.#numbers.subarray(0, this.#count);
    const numbers = this.#areIntegers ? new Int32Array(written) : written.slice();
    if (this.#numbers.length <= KEPT_PARTS) spare = this.#numbers;
    return { numbers, otherParts: this.#otherParts };
  }
}

/**
 * Packs a list. Values are made plain as by `toPlain`. Throws TypeError for those that have no plain form, and for more data than a message may
 * contain; `where` describes the list in the message.
 */
export function packList(list: readonly unknown[], where: string): PackedList {
  return packed(list, where, plain);
}

/** Packs values of parameters and expressions, as `packList` does; objects of Luxon stay such. */
export function packValues(list: readonly unknown[], where: string): PackedList {
  return packed(list, where, values);
}

/**
 * Packs a list of items that package code returns. Values have their JSON form. Throws TypeError that names the place of a value that contains itself
 * or cannot be read, and for more data than a message may contain. `from`: number of the first item, for messages.
 */
export function packItems(list: readonly unknown[], where: string, from = 0): PackedList {
  return packJson(list, where, ([index, ...path]) => `"${path.join('.')}" of item ${Number(index) + from}`);
}

/** Returns a copy of the value in its JSON form. Throws as `packItems` does. */
export const jsonOf = (value: unknown, where: string): unknown =>
  unpackList(packJson([value], where, ([, ...path]) => `"${path.join('.')}"`))[0];

function packJson(list: readonly unknown[], where: string, pathOf: (path: readonly string[]) => string): PackedList {
  try {
    return packed(list, where, json);
  } catch (error) {
    const fault = error instanceof SizeError ? undefined : findFault(list);
    if (fault === undefined) throw error;
    throw new TypeError(`${where} cannot be passed on: ${pathOf(fault.path)} ${fault.reason}.`, { cause: error });
  }
}

/** The form that values get. */
interface Form {
  readonly isJson: boolean;
  /** Whether objects of Luxon stay such. */
  readonly keepsDateTimes: boolean;
}

const json: Form = { isJson: true, keepsDateTimes: false };
const plain: Form = { isJson: false, keepsDateTimes: false };
const values: Form = { isJson: false, keepsDateTimes: true };

/** Packs a list. Looking for shared containers takes a third of the time, so it is done only for large lists. */
function packed(list: readonly unknown[], where: string, form: Form): PackedList {
  try {
    return new Packer(where, form, false).pack(list);
  } catch (error) {
    if (error instanceof SizeError) return new Packer(where, form, true).pack(list);
    throw error;
  }
}

/** Target number of parts per message. With 16,000 and 30,000, executions with 10,000 items took as long. */
const MESSAGE_PARTS = 8000;
const MOST_ITEMS = 1000;
const FEWEST_ITEMS = 16;

/** Up to this many items are sent in the same message as the call or its result: a separate message would take longer than the items do. */
const FEW = 16;

export function areFew(lists: readonly (readonly unknown[] | null | undefined)[]): boolean {
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0) <= FEW;
}

/** Number of items per message, so that messages have about `MESSAGE_PARTS` parts: estimated from the previous message. */
export class MessageSize {
  items = 100;

  /** `count`: number of items that were packed. */
  measured(count: number, { numbers }: PackedList): void {
    this.items = Math.min(MOST_ITEMS, Math.max(FEWEST_ITEMS, Math.floor((count * MESSAGE_PARTS) / numbers.length)));
  }
}

/** Fields of an item of kind `item`, in their order. */
const itemKeys = ['json', 'pairedItem'];

type Fields = Readonly<Record<string, unknown>>;
type NumberedShape = Shape & {
  readonly index: number;
  /** By index of the field: shape of the last object found there, directly or in a list. */
  readonly below: (NumberedShape | undefined)[];
};

/** Maximum number of parts of a list whose shared containers are repeated. */
const MOST_REPEATED = 200_000;
const CIRCLE = '[Circular Reference]';

class Packer {
  readonly shapes: NumberedShape[] = [];
  readonly #parts = new PartsWriter();
  readonly #where: string;
  /** Whether values have their JSON form. */
  readonly #isJson: boolean;
  readonly #keepsDateTimes: boolean;
  /** Whether shared containers are packed once. */
  readonly #isNumbered: boolean;
  readonly #mostParts: number;
  /** JSON forms of objects that have another one. */
  #forms: Map<object, unknown> | undefined;
  /** The shape that objects with these keys had last, and all shapes, by their names. */
  readonly #latest = new Map<string, NumberedShape>();
  readonly #shapesByNames = new Map<string, NumberedShape>();
  readonly #numbers = new Map<object, number>();
  /** Containers that are being packed. */
  readonly #above: object[] = [];
  /** Whether code has added enumerable fields to Object.prototype. */
  readonly #hasStrangers = Object.keys(Object.prototype).length > 0;
  /** Kind of the value that was made plain last. */
  #kind: number = kinds.leaf;

  constructor(where: string, { isJson, keepsDateTimes }: Form, isNumbered: boolean) {
    this.#where = where;
    this.#isJson = isJson;
    this.#keepsDateTimes = keepsDateTimes;
    this.#isNumbered = isNumbered;
    this.#mostParts = isNumbered ? mostParts : MOST_REPEATED;
  }

  pack(list: readonly unknown[]): PackedList {
    this.#put(list, kinds.list, 0, undefined);
    const shapes = this.shapes.map((shape) => ({ keys: shape.keys, kinds: shape.kinds }));
    return { shapes, ...this.#parts.end() };
  }

  /** Returns a plain value, and sets its kind; a container that contains itself is replaced, or rejected in JSON. */
  #plain(input: unknown, depth: number, key: string): unknown {
    let value = input;
    let kind = this.#containerKind(value);
    if (kind === kinds.none && this.#keepsDateTimes && DateTime.isDateTime(input)) kind = kinds.dateTime;
    else if (kind === kinds.none) {
      value = this.#isJson ? this.#jsonForm(input, key) : this.#plainForm(input);
      const isLeft = typeof value === 'function' || (this.#isJson && value === undefined);
      kind = isLeft ? kinds.none : typeof value !== 'object' || value === null ? kinds.leaf : this.#containerKind(value);
      // Dates and bytes are copied without changes.
      if (!isLeft && kind === kinds.none) kind = this.#isJson ? kinds.object : kinds.leaf;
    }
    if (kind === kinds.object || kind === kinds.list) {
      // In this mode, a container that contains itself exceeds the maximum depth.
      if (!this.#isNumbered) {
        this.#kind = kind;
        return value;
      }
      if (this.#above.includes(value as object)) {
        if (this.#isJson) throw new TypeError(`${this.#where} contains itself.`);
        [value, kind] = [CIRCLE, kinds.leaf];
      } else if (depth >= NUMBERED_FROM && this.#numbers.has(value as object)) kind = kinds.known;
    }
    this.#kind = kind;
    return value;
  }

  /** Returns the kind of a list or a plain object; `none` for anything else, and for objects with a JSON form of their own. */
  #containerKind(value: unknown): number {
    if (typeof value !== 'object' || value === null) return kinds.none;
    if (Array.isArray(value)) return kinds.list;
    if (!isPlainObject(value)) return kinds.none;
    return this.#isJson && typeof (value as { toJSON?: unknown }).toJSON === 'function' ? kinds.none : kinds.object;
  }

  #plainForm(value: unknown): unknown {
    if (typeof value === 'symbol') return value.toString();
    return typeof value === 'object' && value !== null ? toPlain(value, this.#where) : value;
  }

  /** The same object has the same form wherever it occurs, so that circles through it are found. */
  #jsonForm(value: unknown, key: string): unknown {
    if (typeof value !== 'object' || value === null) return jsonForm(value, key);
    if (this.#forms?.has(value) === true) return this.#forms.get(value);
    const form = jsonForm(value, key);
    (this.#forms ??= new Map()).set(value, form);
    return form;
  }

  /** `foreseen`: likely shape of the object, or of the first object in the list. Returns the shape of the object, or of the last one in the list. */
  #put(value: unknown, kind: number, depth: number, foreseen: NumberedShape | undefined): NumberedShape | undefined {
    if (kind === kinds.leaf || kind === kinds.known) {
      this.#parts.add(kind === kinds.leaf ? value : this.#numbers.get(value as object));
      return foreseen;
    }
    if (kind === kinds.dateTime) {
      const date = value as DateTime;
      this.#parts.add(date.toMillis());
      this.#parts.add(date.zoneName);
      this.#parts.add(date.locale);
      return foreseen;
    }
    const container = value as object;
    if (depth > deepest || this.#parts.count > this.#mostParts) throw this.#rejected(depth);
    if (!this.#isNumbered) return this.#contents(container, kind, depth, foreseen);
    if (depth >= NUMBERED_FROM) this.#numbers.set(container, this.#numbers.size);
    this.#above.push(container);
    const last = this.#contents(container, kind, depth, foreseen);
    this.#above.pop();
    return last;
  }

  #contents(container: object, kind: number, depth: number, foreseen: NumberedShape | undefined): NumberedShape | undefined {
    return kind === kinds.list
      ? this.#list(container as readonly unknown[], depth, foreseen)
      : this.#object(container as Fields, depth, foreseen);
  }

  #list(list: readonly unknown[], depth: number, foreseen: NumberedShape | undefined): NumberedShape | undefined {
    if (list.length > this.#mostParts) throw this.#rejected(depth);
    const parts = this.#parts;
    parts.add(list.length);
    let [runAt, runLength, run, index] = [0, 0, -1, 0];
    let last = foreseen;
    for (const entry of list) {
      const isSimple = this.#isJson ? isJsonPrimitive(entry) : isPrimitive(entry);
      const paired = isSimple || depth > 0 ? -1 : this.#pairedIndex(entry as object);
      const value = isSimple || paired >= 0 ? entry : this.#listed(entry, depth + 1, index);
      const kind = isSimple ? kinds.leaf : paired >= 0 ? kinds.item : this.#kind;
      index++;
      if (kind !== run) {
        run = kind;
        runLength = 0;
        parts.add(kind);
        runAt = parts.add(0);
      }
      parts.set(runAt, ++runLength);
      if (isSimple) parts.add(value);
      else if (paired >= 0) {
        parts.add(paired);
        last = this.#put((value as Item).json, kinds.object, depth + 2, last);
      } else last = this.#put(value, kind, depth + 1, last);
    }
    return last;
  }

  /** Returns the index of the paired item, if this is an item of kind `item`; otherwise -1. */
  #pairedIndex(entry: object): number {
    if (this.#isNumbered || this.#hasStrangers || this.#containerKind(entry) !== kinds.object) return -1;
    let count = 0;
    for (const key in entry) if (key !== itemKeys[count++]) return -1;
    if (count !== itemKeys.length) return -1;
    const { json, pairedItem } = entry as Item;
    if (this.#containerKind(pairedItem) !== kinds.object || this.#containerKind(json) !== kinds.object) return -1;
    count = 0;
    for (const key in pairedItem as object) if (count++ > 0 || key !== 'item') return -1;
    const { item } = pairedItem as { readonly item?: unknown };
    return count === 1 && typeof item === 'number' && item >= 0 && (item | 0) === item ? item : -1;
  }

  /** In a list, JSON replaces missing values by null. Elsewhere a function is an error, which the conversion reports. */
  #listed(entry: unknown, depth: number, index: number): unknown {
    if (this.#isJson) {
      const value = this.#plain(entry, depth, String(index));
      if (this.#kind !== kinds.none) return value;
      this.#kind = kinds.leaf;
      return null;
    }
    return this.#plain(typeof entry === 'function' ? toPlain(entry, this.#where) : entry, depth, '');
  }

  #object(object: Fields, depth: number, foreseen: NumberedShape | undefined): NumberedShape {
    const parts = this.#parts;
    const at = parts.add(0);
    const expected = foreseen ?? this.#latestShape(Object.keys(object));
    // Set from the first unexpected field on.
    let keys: string[] | undefined;
    let match: number[] | undefined;
    let index = 0;
    // V8 reads the fields in such a loop without looking them up.
    const own: Fields = this.#hasStrangers ? { ...object, __proto__: null } : object;
    for (const key in own) {
      const field = own[key];
      const isSimple = this.#isJson ? isJsonPrimitive(field) : isPrimitive(field);
      const value = isSimple ? field : this.#plain(field, depth + 1, key);
      const kind = isSimple ? kinds.leaf : this.#kind;
      if (kind === kinds.none) continue;
      if (keys === undefined && key !== expected.keys[index]) keys = expected.keys.slice(0, index);
      if (match === undefined && kind !== expected.kinds[index]) match = expected.kinds.slice(0, index);
      keys?.push(key);
      match?.push(kind);
      if (isSimple) parts.add(value);
      else expected.below[index] = this.#put(value, kind, depth + 1, expected.below[index]);
      index++;
    }
    const isExpected = keys === undefined && match === undefined && index === expected.keys.length;
    const shape = isExpected ? expected : this.#shape(keys ?? expected.keys.slice(0, index), match ?? expected.kinds.slice(0, index));
    parts.set(at, shape.index);
    return shape;
  }

  /** Returns the shape that an object with these keys had last. */
  #latestShape(keys: readonly string[]): NumberedShape {
    const leaves = (): readonly number[] => keys.map(() => kinds.leaf);
    return this.#latest.get(nameOf(keys)) ?? this.#shape(keys, leaves());
  }

  #shape(keys: readonly string[], match: readonly number[]): NumberedShape {
    const keysName = nameOf(keys);
    const name = `${match.join('')} ${keysName}`;
    let shape = this.#shapesByNames.get(name);
    if (shape === undefined) {
      shape = { keys, kinds: match, index: this.shapes.length, below: [] };
      this.shapes.push(shape);
      this.#shapesByNames.set(name, shape);
    }
    this.#latest.set(keysName, shape);
    return shape;
  }

  #rejected(depth: number): SizeError {
    return new SizeError(
      depth > deepest
        ? `${this.#where} is nested more than ${deepest} levels deep. Return flatter data.`
        : `${this.#where} contains too many values. Return less data.`,
    );
  }
}

/** More data than a message may contain. */
class SizeError extends TypeError {}

/** Most values in JSON. */
function isJsonPrimitive(value: unknown): boolean {
  const type = typeof value;
  return type === 'string' || type === 'boolean' || value === null || (type === 'number' && Number.isFinite(value));
}

/** Most values. They are handled first, which saves a third of the time. */
function isPrimitive(value: unknown): boolean {
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'undefined' || value === null;
}

const nameOf = (keys: readonly string[]): string => JSON.stringify(keys);
