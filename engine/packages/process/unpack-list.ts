// Reads packed lists. They come from package code, so they may be damaged on purpose: that must be noticed, and must not reserve much memory.
import { deepest, type ShapeCheck } from '../../sandbox/check-shape.ts';
import { ABSENT, kinds, NUMBERED_FROM, type PackedList, type Parts, type Shape } from './packed-form.ts';

/** Returns the list. Throws RangeError if the data is damaged, and CODE_FAILED if it exceeds the limits of `check`. */
export const unpackList = (packed: PackedList, check?: ShapeCheck): unknown[] => new Unpacker(packed).unpack(check);

/** Creates an object of Luxon. */
export type MakeDateTime = (milliseconds: number, zone: string, locale: string | null) => unknown;

/** Returns values that `packValues` has packed. */
export const unpackValues = (packed: PackedList, makeDateTime: MakeDateTime): unknown[] =>
  new Unpacker(packed, makeDateTime).unpack(undefined);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Lists with up to this many entries, and objects with up to this many fields, are created in full size. Larger ones grow as they are read, so that a
 * false length reserves no memory.
 */
const MOST_SIZED = 1000;

class Unpacker {
  readonly #shapes: readonly Shape[];
  /** An object with the fields of each shape. */
  readonly #templates: Fields[] = [];
  readonly #numbers: Int32Array | Float64Array;
  readonly #otherParts: Parts;
  readonly #containers: unknown[] = [];
  readonly #makeDateTime: MakeDateTime | undefined;
  #at = 0;
  #otherAt = 0;
  /** Number of values beyond those that have a part of their own. */
  #implied = 0;
  /** Whether the data so far is a tree: no container occurs twice, and no other objects, such as dates, are in it. */
  #isTree = true;

  constructor({ shapes, numbers, otherParts }: PackedList, makeDateTime?: MakeDateTime) {
    this.#makeDateTime = makeDateTime;
    if (!(numbers instanceof Int32Array || numbers instanceof Float64Array)) throw damaged();
    this.#shapes = shapes;
    this.#numbers = numbers;
    this.#otherParts = otherParts;
  }

  unpack(check: ShapeCheck | undefined): unknown[] {
    const list = this.#take(kinds.list, 0) as unknown[];
    // Unpacking has checked the depth of a tree, and the number of its parts is that of its values.
    if (this.#isTree) check?.count(this.#numbers.length + this.#implied);
    else check?.check(list);
    return list;
  }

  #next(): unknown {
    if (this.#at >= this.#numbers.length) throw damaged();
    const number = this.#numbers[this.#at++] as number;
    if (number !== ABSENT) {
      // Converts whole numbers from a Float64Array back to integers.
      const integer = number | 0;
      return integer === number ? integer : number;
    }
    if (this.#otherAt >= this.#otherParts.length) throw damaged();
    return this.#otherParts[this.#otherAt++];
  }

  #leaf(): unknown {
    const value = this.#next();
    if (typeof value === 'object' && value !== null) this.#isTree = false;
    return value;
  }

  #number(): number {
    const value = this.#next();
    if (!Number.isSafeInteger(value) || (value as number) < 0) throw damaged();
    return value as number;
  }

  #take(kind: unknown, depth: number): unknown {
    switch (kind) {
      case kinds.leaf:
        return this.#leaf();
      case kinds.object:
        return this.#object(depth);
      case kinds.list:
        return this.#list(depth);
      case kinds.known: {
        const number = this.#number();
        if (number >= this.#containers.length) throw damaged();
        this.#isTree = false;
        return this.#containers[number];
      }
      case kinds.item: {
        if (depth !== 1) throw damaged();
        const item = this.#number();
        this.#implied += 2;
        return { json: this.#object(depth + 1), pairedItem: { item } };
      }
      case kinds.dateTime:
        if (this.#makeDateTime === undefined) throw damaged();
        return this.#makeDateTime(this.#next() as number, this.#next() as string, this.#next() as string | null);
      default:
        throw damaged();
    }
  }

  #list(depth: number): unknown[] {
    const length = this.#number();
    const list = length <= MOST_SIZED ? Array<unknown>(length) : [];
    this.#enter(list, depth);
    for (let index = 0; index < length;) {
      const kind = this.#next();
      const end = index + this.#number();
      if (end === index || end > length) throw damaged();
      while (index < end) list[index++] = this.#take(kind, depth + 1);
    }
    return list;
  }

  #object(depth: number): Fields {
    const number = this.#number();
    const shape = this.#shapes[number];
    if (shape === undefined) throw damaged();
    const object: Record<string, unknown> = { ...(this.#templates[number] ??= templateOf(shape)) };
    this.#enter(object, depth);
    for (let index = 0; index < shape.keys.length; index++) {
      const kind = shape.kinds[index];
      object[shape.keys[index] as string] = kind === kinds.leaf ? this.#leaf() : this.#take(kind, depth + 1);
    }
    return object;
  }

  #enter(container: object, depth: number): void {
    if (depth > deepest) throw damaged();
    if (depth >= NUMBERED_FROM) this.#containers.push(container);
  }
}

/**
 * Returns an object with the fields of a shape. Copies of it take only the memory that their fields need; objects that grow by assignments take up to
 * twice as much. An assignment to an existing field `__proto__` does not replace the prototype.
 */
function templateOf({ keys }: Shape): Fields {
  const sized = keys.length <= MOST_SIZED ? keys : keys.filter((key) => key === '__proto__');
  return JSON.parse(JSON.stringify(Object.fromEntries(sized.map((key) => [key, null])))) as Fields;
}

const damaged = (): RangeError => new RangeError('The data cannot be read.');
