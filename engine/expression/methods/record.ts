// Added methods of objects.
import { allocate, allocateCells, PART_COST, stepsFor } from '../budget.ts';
import { stringify } from '../builtins/json.ts';
import { ExpressionExtensionError, forbiddenAccess } from '../errors.ts';
import { toText } from '../guard/convert.ts';
import { registerMethods } from '../guard/method-table.ts';
import { isPrototypeName } from '../guard/names.ts';
import { live } from '../guard/overlay.ts';
import { copyFields, defineMember, fieldNames, fieldOf } from '../guard/write.ts';

/** Returns a new object with the fields that satisfy a condition. */
function pick(self: object, accepts: (value: unknown, name: string) => boolean): object {
  const result = {};
  const names = fieldNames(self);
  stepsFor(names.length * PART_COST * 2);
  allocateCells(names.length);
  for (const name of names) {
    if (isPrototypeName(name)) throw forbiddenAccess(name);
    const value = fieldOf(self, name);
    if (accepts(value, name)) defineMember(result, name, value);
  }
  return result;
}

function searched(args: readonly unknown[], name: string): string {
  if (typeof args[0] !== 'string' || args[0] === '')
    throw new ExpressionExtensionError(`${name}() needs a text to look for, e.g. .${name}('text')`);
  return args[0];
}

function urlEncode(self: object): string {
  const parameters = new URLSearchParams();
  for (const name of fieldNames(self)) {
    const value = toText(fieldOf(self, name));
    stepsFor(16 * PART_COST + (name.length + value.length) * 32);
    allocate(name.length + value.length + 32);
    parameters.append(name, value);
  }
  return parameters.toString();
}

function merge(self: object, args: readonly unknown[]): object {
  const added = live(args[0]);
  if (typeof added !== 'object' || added === null)
    throw new ExpressionExtensionError('merge() needs another object, e.g. .merge({ name: 1 })');
  const result = {};
  copyFields(result, added);
  copyFields(result, self);
  return result;
}

const nothing = (): undefined => undefined;

registerMethods('object', {
  compact: (self: object) => pick(self, (value) => value !== null && value !== undefined && value !== '' && value !== 'nil'),
  hasField: (self: object, args) => fieldNames(self).includes(toText(args[0])),
  isEmpty: (self: object) => fieldNames(self).length === 0,
  isNotEmpty: (self: object) => fieldNames(self).length > 0,
  keepFieldsContaining: (self: object, args) => {
    const text = searched(args, 'keepFieldsContaining');
    return pick(self, (value) => typeof value === 'string' && value.includes(text));
  },
  keys: (self: object) => fieldNames(self),
  merge,
  removeField: (self: object, args) => {
    const field = toText(args[0]);
    return pick(self, (_, name) => name !== field);
  },
  removeFieldsContaining: (self: object, args) => {
    const text = searched(args, 'removeFieldsContaining');
    return pick(self, (value) => typeof value !== 'string' || !value.includes(text));
  },
  toJsonString: (self: object) => stringify(self),
  urlEncode,
  values: (self: object) => {
    const names = fieldNames(self);
    stepsFor(names.length * PART_COST);
    allocateCells(names.length);
    return names.map((name) => fieldOf(self, name));
  },
  // Data is often mixed, so on an object these return undefined instead of throwing.
  toInt: nothing,
  toFloat: nothing,
  toNumber: nothing,
  toBoolean: nothing,
  toDateTime: nothing,
  toDate: nothing,
});
