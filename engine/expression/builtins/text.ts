// Methods of strings; growth and searches are charged to the budget.
import { allocate, allocateCells, concatenate, PART_COST, stepsFor, tooLarge } from '../budget.ts';
import { toLocales, toNumber, toOptions, toPrimitive, toPrimitives, toText } from '../guard/convert.ts';
import { callFunction } from '../guard/members.ts';
import { defineType, registerPrimitive, registerType, type Method } from '../guard/types.ts';
import { expandReplacement, matchAllText, matchText, replaceText, searchText, splitText, type Replacement } from '../regex/operations.ts';
import { boxedType, withPrimitives } from './native.ts';

const native = String.prototype;

type Cost = (text: string, search: string) => number;

/** Methods that read the whole text; charged by its length. `cost`: computes the charge if the first argument is a text to search for. */
function linear(names: readonly string[], cost: Cost = searchCost): Record<string, Method> {
  const methods = withPrimitives(native, names);
  for (const name of Object.keys(methods)) {
    const method = native[name as 'trim'] as (...args: unknown[]) => unknown;
    methods[name] = (self: string, args) => {
      const values = args.length === 0 ? args : toPrimitives(args);
      stepsFor(typeof values[0] === 'string' ? cost(self, values[0]) : self.length);
      const result = Reflect.apply(method, self, values);
      if (typeof result === 'string') allocate(result.length);
      return result;
    };
  }
  return methods;
}

/** Methods that search for a text and reject regular expressions. */
function searches(methods: Record<string, Method>): Record<string, Method> {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]): [string, Method] => [
      name,
      (self: string, args) => {
        if (args[0] instanceof RegExp) throw new TypeError(`First argument to String.prototype.${name} must not be a regular expression`);
        return method(self, args);
      },
    ]),
  );
}

/** In the worst case, a search compares the whole search text at every position. */
const searchCost: Cost = (text, search) => text.length + (Math.max(0, text.length - search.length) * search.length) / 16;
/** Backwards, the host compares at every position, without leaving any out. */
const backwardCost: Cost = (text, search) => text.length + (Math.max(0, text.length - search.length) * search.length) / 4;

function pad(name: 'padStart' | 'padEnd'): Method {
  return (self: string, args) => {
    const length = toNumber(args[0]);
    if (length > self.length) allocate(length);
    return self[name](length, args[1] === undefined ? undefined : toText(args[1]));
  };
}

function repeat(self: string, args: readonly unknown[]): string {
  const count = toNumber(args[0]);
  if (count > 0 && count !== Infinity) allocate(self.length * count);
  return self.repeat(count);
}

/** Returns a pattern argument: a regular expression, or any other value as text. */
function pattern(value: unknown): RegExp | string {
  return value instanceof RegExp ? value : toText(value);
}

function split(self: string, args: readonly unknown[]): unknown {
  const limit = args[1] === undefined ? 2 ** 32 - 1 : toNumber(args[1]) >>> 0;
  if (args[0] === undefined) return limit === 0 ? [] : [self];
  const separator = pattern(args[0]);
  if (typeof separator !== 'string') return splitText(self, separator, limit);
  stepsFor(searchCost(self, separator));
  if (separator === '') allocateCells(Math.min(self.length, limit));
  const parts = self.split(separator, limit);
  allocateCells(parts.length);
  allocate(self.length);
  return parts;
}

/** Returns the replacement of a match: a text, or a function that returns it. */
function replacement(value: unknown, text: string): Replacement {
  if (typeof value !== 'function') return toText(value);
  return (match) => {
    const args: unknown[] = [...match, match.index, text];
    if (match.groups !== undefined) args.push(match.groups);
    return toText(callFunction(value, undefined, args));
  };
}

function replace(isAll: boolean): Method {
  return (self: string, args) => {
    const search = pattern(args[0]);
    const replacing = replacement(args[1], self);
    if (typeof search !== 'string') {
      if (isAll && !search.global) throw new TypeError('String.prototype.replaceAll called with a non-global RegExp argument');
      return replaceText(self, search, replacing);
    }
    stepsFor(searchCost(self, search));
    return replaceLiteral(self, search, replacing, isAll);
  };
}

function replaceLiteral(text: string, search: string, replacing: Replacement, isAll: boolean): string {
  let result = '';
  let end = 0;
  for (
    let index = text.indexOf(search);
    index >= 0;
    index = search === '' && index >= text.length ? -1 : text.indexOf(search, index + Math.max(search.length, 1))
  ) {
    stepsFor(PART_COST);
    const match = Object.assign([search], { index, input: text, groups: undefined }) as unknown as RegExpExecArray;
    const part = typeof replacing === 'string' ? expandReplacement(replacing, text, match) : replacing(match);
    allocate(part.length + index - end + 8);
    result += text.slice(end, index) + part;
    end = index + search.length;
    if (!isAll) break;
  }
  allocate(text.length - end);
  return result + text.slice(end);
}

function asExpression(value: unknown, flags: string): RegExp {
  if (value instanceof RegExp) return value;
  return createExpression(value === undefined ? '' : toText(value), flags);
}

/** Creates a regular expression. The length of its source is limited, since the host compiles it without interruption. */
export function createExpression(source: string, flags: string): RegExp {
  if (source.length > 20_000) throw tooLarge();
  stepsFor(source.length * 16);
  return new RegExp(source, flags);
}

const stringType = defineType({
  name: 'String',
  addedMethods: 'string',
  methods: {
    ...withPrimitives(native, ['at', 'charAt', 'charCodeAt', 'codePointAt', 'slice', 'substring', 'substr']),
    ...searches(linear(['startsWith', 'endsWith'], (_, search) => search.length)),
    ...searches(linear(['includes'])),
    ...linear([
      'indexOf',
      'trim',
      'trimStart',
      'trimEnd',
      'trimLeft',
      'trimRight',
      'toUpperCase',
      'toLowerCase',
      'normalize',
      'isWellFormed',
      'toWellFormed',
    ]),
    ...linear(['lastIndexOf'], backwardCost),
    toLocaleUpperCase: (self: string, args) => localeCase(self, 'toLocaleUpperCase', args),
    toLocaleLowerCase: (self: string, args) => localeCase(self, 'toLocaleLowerCase', args),
    padStart: pad('padStart'),
    padEnd: pad('padEnd'),
    repeat,
    concat: (self: string, args) => args.reduce<string>((text, arg) => concatenate(text, toText(arg)), self),
    split,
    replace: replace(false),
    replaceAll: replace(true),
    match: (self: string, args) => matchText(self, asExpression(args[0], '')),
    matchAll: (self: string, args) => matchAllText(self, asExpression(args[0], 'g')).values(),
    search: (self: string, args) => searchText(self, asExpression(args[0], '')),
    localeCompare: (self: string, args) => {
      const other = toText(args[0]);
      stepsFor(Math.min(self.length, other.length));
      const isPlain = args[1] === undefined && args[2] === undefined;
      return isPlain ? self.localeCompare(other) : self.localeCompare(other, toLocales(args[1]), toOptions(args[2]));
    },
    hasOwnProperty: (self: string, args: readonly unknown[]) => Object.hasOwn(Object(self) as object, toText(args[0])),
    toLocaleString: (self: string) => self,
    toString: (self: string) => self,
    valueOf: (self: string) => self,
  },
});

function localeCase(self: string, name: 'toLocaleUpperCase' | 'toLocaleLowerCase', args: readonly unknown[]): string {
  stepsFor(self.length);
  allocate(self.length);
  return self[name](toLocales(args[0]));
}

registerPrimitive('string', stringType);

registerType(String.prototype, boxedType(stringType, String.prototype, true));

/** Converts a value like `String(value)`: symbols become their description. */
export function stringOf(value: unknown): string {
  const primitive = toPrimitive(value, 'string');
  return typeof primitive === 'symbol' ? primitive.toString() : toText(primitive);
}
