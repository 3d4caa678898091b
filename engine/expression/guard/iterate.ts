// Iteration by for-of, spread and array patterns; each iteration is one step.
import { moveTexts } from '../../contract/exact-numbers.ts';
import { allocate, allocateCells, CHARACTER_COST, PART_COST, step, stepsFor } from '../budget.ts';
import { noteMembers } from './exact-reads.ts';
import { live } from './overlay.ts';

const arrayIteratorPrototype: unknown = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

/** Whether a value is a host iterator (`map.entries()`, `text.matchAll()` …). */
export function isHostIterator(value: unknown): value is IterableIterator<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  let prototype: unknown = Object.getPrototypeOf(value);
  while (prototype !== null) {
    if (prototype === arrayIteratorPrototype) return true;
    prototype = Object.getPrototypeOf(prototype);
  }
  return false;
}

/** Returns a value as an iterable. Throws TypeError if it is not iterable. */
export function iterable(value: unknown): Iterable<unknown> {
  if (typeof value === 'string') return value;
  const current = live(value);
  noteMembers(current);
  if (Array.isArray(current)) return current;
  if (current instanceof Map || current instanceof Set) return current as Iterable<unknown>;
  if (current instanceof URLSearchParams || isHostIterator(current)) return current as Iterable<unknown>;
  if (ArrayBuffer.isView(current) && !(current instanceof DataView)) return current as unknown as Iterable<unknown>;
  if (typeof current === 'object' && current !== null && typeof Intl.Segmenter === 'function' && isSegments(current))
    return chargedSegments(current);
  throw new TypeError(`${value === null ? 'null' : typeof value} is not iterable`);
}

/** Cost of a segment of a text, for which the host looks up rules of the language. */
const SEGMENT_COST = 16 * PART_COST;

function* chargedSegments(segments: Iterable<unknown>): Generator {
  for (const segment of segments) {
    stepsFor(SEGMENT_COST);
    yield segment;
  }
}

let segmentsPrototype: unknown;

function isSegments(value: object): value is Iterable<unknown> {
  segmentsPrototype ??= Object.getPrototypeOf(new Intl.Segmenter('en').segment(''));
  return Object.getPrototypeOf(value) === segmentsPrototype;
}

/** Returns all elements of an iterable in a new array. */
export function toList(value: unknown): unknown[] {
  const source = iterable(value);
  if (Array.isArray(source)) {
    stepsFor(source.length * CHARACTER_COST);
    allocateCells(source.length);
    const copy: unknown[] = [...(source as unknown[])];
    moveTexts(source as unknown[], copy, 0);
    return copy;
  }
  const list: unknown[] = [];
  for (const element of source) {
    step();
    allocate(16);
    list.push(element);
  }
  return list;
}
