// JSON under the budget, since the text of data with shared parts can grow exponentially.
import { allocate, session, stepsFor, tooDeep, tooLarge } from '../budget.ts';
import { toPrimitive, toText } from '../guard/convert.ts';
import { defineFacade, defineNamespace } from '../guard/functions.ts';
import { callFunction } from '../guard/members.ts';
import { materialise, own } from '../guard/overlay.ts';
import { isPlain } from '../guard/types.ts';

/**
 * Charges the budget for each part of the serialized value. Callbacks of the expression are called by the host and charge for themselves.
 * `isTree`: throws a TypeError for data that contains itself, as JSON.stringify does.
 */
export function payForText(value: unknown, isTree = false): void {
  let room = session.memory;
  const around = new Set<object>();
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === 'string') room -= part.length + 2;
    else if (typeof part !== 'object' || part === null) room -= 6;
    else {
      if (depth > 3000) throw tooDeep();
      if (isTree && around.has(part)) {
        // The expression can catch this error and try again, so the work so far is charged first.
        stepsFor(session.memory - room);
        throw new TypeError('Converting circular structure to JSON');
      }
      around.add(part);
      room -= 16;
      if (Array.isArray(part)) for (let index = 0; index < part.length; index++) visit(part[index], depth + 1);
      else if (isPlain(part)) {
        for (const key of Object.keys(part)) {
          room -= key.length + 4;
          visit(part[key], depth + 1);
        }
      }
      around.delete(part);
    }
    if (room < 0) throw tooLarge();
  };
  visit(value, 0);
  stepsFor(session.memory - room);
  allocate(session.memory - room);
}

/** `JSON.stringify(value, replacer, space)`. */
export function stringify(value: unknown, replacer?: unknown, space?: unknown): string | undefined {
  if (typeof value === 'function') return undefined;
  const data = materialise(value);
  const indent = space === undefined ? undefined : (toPrimitive(space) as string | number);
  payForText(data, true);
  if (typeof replacer === 'function') {
    return JSON.stringify(
      data,
      function (this: unknown, key, entry: unknown) {
        return callFunction(replacer, this, [key, entry]);
      },
      indent,
    );
  }
  return JSON.stringify(data, Array.isArray(replacer) ? replacer.map((name) => toText(name)) : undefined, indent);
}

/** `JSON.parse(text, reviver)`. */
export function parse(text: unknown, reviver?: unknown): unknown {
  const source = toText(text);
  stepsFor(source.length);
  // The smallest value takes about forty bytes for the three characters of `[],`.
  allocate(source.length * 4);
  if (typeof reviver !== 'function') return own(JSON.parse(source) as unknown);
  return own(
    JSON.parse(source, function (this: unknown, key, value: unknown) {
      return callFunction(reviver, this, [key, value]);
    }) as unknown,
  );
}

export const json = defineNamespace({
  parse: defineFacade('parse', { call: (text, reviver) => parse(text, reviver) }),
  stringify: defineFacade('stringify', { call: (value, replacer, space) => stringify(value, replacer, space) }),
});
