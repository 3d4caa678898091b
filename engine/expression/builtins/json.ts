// JSON under the budget, since the text of data with shared parts can grow exponentially.
import { allocate, CHARACTER_COST, DATE_COST, PART_COST, session, stepsFor, tooDeep, tooLarge } from '../budget.ts';
import { toPrimitive, toText } from '../guard/convert.ts';
import { textOfRead } from '../guard/exact-reads.ts';
import { defineFacade, defineNamespace } from '../guard/functions.ts';
import { callFunction } from '../guard/members.ts';
import { materialise, own } from '../guard/overlay.ts';
import { isPlain } from '../guard/types.ts';
import { parseExactly, stringifyExactly } from '../../contract/exact-numbers.ts';

/** Cost of looking for a name among the fields of an object. */
const NAME_COST = 160;
/** Cost of a call by the host for each part. */
const CALLBACK_COST = 640;
/** Maximum number of characters that indent a level, in the language. */
const MOST_INDENT = 10;

/**
 * Charges the budget for each part of the serialized value. Callbacks of the expression are called by the host and charge for themselves.
 * `isTree`: throws a TypeError for data that contains itself, as JSON.stringify does. `indent`: number of characters before each part, for each level.
 * `names`: number of names that are looked for in each object.
 */
export function payForText(value: unknown, isTree = false, indent = 0, names = 0): void {
  let memoryLeft = session.memory;
  let objects = 0;
  let fields = 0;
  const visitAll = (parts: readonly unknown[], depth: number): void => {
    for (const part of parts) visit(part, depth + 1);
  };
  const visitFields = (part: Readonly<Record<string, unknown>>, depth: number): void => {
    const keys = Object.keys(part);
    fields += keys.length;
    for (const key of keys) {
      memoryLeft -= key.length + 4 + indent * depth;
      visit(part[key], depth + 1);
    }
  };
  const around = new Set<object>();
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === 'string') memoryLeft -= part.length + 2;
    else if (typeof part !== 'object' || part === null) memoryLeft -= 6;
    else {
      if (depth > 3000) throw tooDeep();
      if (isTree && around.has(part)) {
        // The expression can catch this error and try again, so the work so far is charged first.
        stepsFor(session.memory - memoryLeft);
        throw new TypeError('Converting circular structure to JSON');
      }
      around.add(part);
      objects++;
      memoryLeft -= 16 + indent * depth;
      if (Array.isArray(part)) {
        memoryLeft -= part.length * indent * depth;
        for (let index = 0; index < part.length; index++) visit(part[index], depth + 1);
      } else if (isPlain(part)) visitFields(part, depth);
      else if (ArrayBuffer.isView(part)) memoryLeft -= part.byteLength * 16;
      else if (part instanceof Map) visitAll([...part.keys(), ...part.values()], depth);
      else if (part instanceof Set) visitAll([...part], depth);
      else if (part instanceof URL || part instanceof URLSearchParams) memoryLeft -= part.toString().length;
      else if (part instanceof RegExp || typeof (part as { toJSON?: unknown }).toJSON === 'function') stepsFor(DATE_COST);
      else visitFields(part as Readonly<Record<string, unknown>>, depth);
      around.delete(part);
    }
    if (memoryLeft < 0) throw tooLarge();
  };
  visit(value, 0);
  stepsFor(session.memory - memoryLeft + (objects + fields) * PART_COST + objects * names * NAME_COST);
  allocate(session.memory - memoryLeft);
}

/** `JSON.stringify(value, replacer, space)`. */
export function stringify(value: unknown, replacer?: unknown, space?: unknown): string | undefined {
  if (typeof value === 'function') return undefined;
  const text = typeof value === 'number' ? textOfRead(value) : undefined;
  if (text !== undefined && typeof replacer !== 'function') return text;
  const data = materialise(value);
  const indent = space === undefined ? undefined : (toPrimitive(space) as string | number);
  const names = Array.isArray(replacer) ? replacer.map((name) => toText(name)) : undefined;
  const width = typeof indent === 'string' ? indent.length : Number(indent ?? 0) || 0;
  payForText(data, true, Math.max(0, Math.min(width, MOST_INDENT)), names?.length);
  const written = stringified(data, replacer, names, indent);
  // Control characters take six characters each, which were not counted.
  if (written !== undefined) stepsFor(written.length);
  return written;
}

function stringified(
  data: unknown,
  replacer: unknown,
  names: string[] | undefined,
  indent: string | number | undefined,
): string | undefined {
  if (typeof replacer === 'function') {
    return JSON.stringify(
      data,
      function (this: unknown, key, entry: unknown) {
        stepsFor(CALLBACK_COST);
        return callFunction(replacer, this, [key, entry]);
      },
      indent,
    );
  }
  return names === undefined ? stringifyExactly(data, indent) : JSON.stringify(data, names, indent);
}

/** `JSON.parse(text, reviver)`. */
export function parse(text: unknown, reviver?: unknown): unknown {
  const source = toText(text);
  stepsFor(source.length * CHARACTER_COST);
  // The smallest value takes about forty bytes for the three characters of `[],`.
  allocate(source.length * 4);
  if (typeof reviver !== 'function') return own(parseExactly(source));
  return own(
    JSON.parse(source, function (this: unknown, key, value: unknown) {
      stepsFor(CALLBACK_COST);
      return callFunction(reviver, this, [key, value]);
    }) as unknown,
  );
}

export const json = defineNamespace({
  parse: defineFacade('parse', { call: (text, reviver) => parse(text, reviver) }),
  stringify: defineFacade('stringify', { call: (value, replacer, space) => stringify(value, replacer, space) }),
});
