// Global names of expressions besides data: the safe JavaScript globals. All other globals are empty objects.
import './collections.ts';
import './expression.ts';
import './list.ts';
import './primitives.ts';
import { allocate, allocateCells, CHARACTER_COST, PART_COST, stepsFor } from '../budget.ts';
import { toNumber, toText } from '../guard/convert.ts';
import { defineFacade, defineNamespace, seal } from '../guard/functions.ts';
import { isHostIterator, iterable, toList } from '../guard/iterate.ts';
import { callFunction } from '../guard/members.ts';
import { live, materialise, ownCopy } from '../guard/overlay.ts';
import { fieldOf } from '../guard/write.ts';
import { bigIntFacade, math, numberFacade, numberFunctions } from './arithmetic.ts';
import { BUFFER_COST, numbersFrom } from './binary.ts';
import { errorFacades } from './failure.ts';
import { json, payForText } from './json.ts';
import { intl } from './language.ts';
import { dateTimeFacade } from './moment.ts';
import { objectFacade } from './record.ts';
import { durationFacade, intervalFacade } from './span.ts';
import { createExpression, stringOf } from './text.ts';
import { nowOfRun } from './time-arguments.ts';
import { dateFrom, parseInZone, textOfDate } from './zoned-date.ts';
import { webFacades } from './web.ts';

type Args = readonly unknown[];
type HostClass = new (...args: never[]) => object;

function newOnly(name: string): () => never {
  return () => {
    throw new TypeError(`Class constructor ${name} cannot be invoked without 'new'`);
  };
}

function arrayFrom(source: unknown, callback: unknown, self: unknown): unknown[] {
  const current = live(source);
  if (current === null || current === undefined) throw new TypeError('Array.from needs an iterable or an object with a length');
  const list = isIterable(current) ? toList(current) : listLike(current);
  if (callback === undefined) return list;
  return list.map((element, index) => callFunction(callback, self, [element, index]));
}

function isIterable(value: unknown): boolean {
  if (typeof value === 'string' || Array.isArray(value) || value instanceof Map || value instanceof Set || isHostIterator(value))
    return true;
  return value instanceof URLSearchParams || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Returns the elements of an array-like object (`{ length, 0: … }`). */
function listLike(value: unknown): unknown[] {
  const length = Math.max(0, Math.trunc(toNumber(fieldOf(value, 'length') ?? 0)) || 0);
  allocateCells(length);
  stepsFor(length * PART_COST);
  return Array.from({ length }, (_, index) => fieldOf(value, String(index)));
}

function arrayOf(args: Args): unknown[] {
  if (args.length === 1 && typeof args[0] === 'number') {
    if (!Number.isInteger(args[0]) || args[0] < 0) throw new RangeError('Invalid array length');
    allocateCells(args[0]);
    stepsFor(args[0] * CHARACTER_COST);
    return Array(args[0]) as unknown[];
  }
  allocateCells(args.length);
  return [...args];
}

const arrayFacade = defineFacade('Array', {
  host: Array,
  isExtensible: true,
  call: (...args) => ownCopy(arrayOf(args)),
  construct: arrayOf,
  members: {
    from: defineFacade('from', { call: (source, callback, self) => ownCopy(arrayFrom(source, callback, self)) }),
    of: defineFacade('of', { call: (...args) => ownCopy(args) }),
    isArray: defineFacade('isArray', { call: (value) => Array.isArray(value) }),
  },
});

function raw(strings: unknown, ...values: readonly unknown[]): string {
  const parts = toList(fieldOf(strings, 'raw'));
  return parts
    .map((part, index) => toText(part) + (index < values.length && index < parts.length - 1 ? toText(values[index]) : ''))
    .join('');
}

/** Returns a text from any number of character codes. */
function fromCodes(name: 'fromCharCode' | 'fromCodePoint'): unknown {
  const callWith = (codes: Args): string => {
    stepsFor(codes.length * PART_COST);
    allocate(codes.length);
    return codes.map((code) => String[name](toNumber(code))).join('');
  };
  return defineFacade(name, { call: (...codes) => callWith(codes), callWith });
}

const stringFacade = defineFacade('String', {
  host: String,
  call: (...args) => (args.length === 0 ? '' : stringOf(args[0])),
  construct: (args) => Object(args.length === 0 ? '' : toText(args[0])) as object,
  members: {
    raw: defineFacade('raw', { call: raw }),
    fromCharCode: fromCodes('fromCharCode'),
    fromCodePoint: fromCodes('fromCodePoint'),
  },
});

const dateFacade = defineFacade('Date', {
  host: Date,
  isExtensible: true,
  call: () => textOfDate(new Date(nowOfRun())),
  construct: dateFrom,
  members: {
    now: defineFacade('now', { call: nowOfRun }),
    parse: defineFacade('parse', { call: (text) => parseInZone(toText(text)) }),
    UTC: defineFacade('UTC', { call: (...parts) => (Date.UTC as (...numbers: number[]) => number)(...parts.map(toNumber)) }),
  },
});

const expressionFacade = defineFacade('RegExp', {
  host: RegExp,
  call: (...args) => expressionFrom(args),
  construct: expressionFrom,
});

function expressionFrom(args: Args): RegExp {
  const source: unknown = args[0];
  const flags = args[1] === undefined ? undefined : toText(args[1]);
  if (source instanceof RegExp) return createExpression(source.source, flags ?? source.flags);
  return createExpression(source === undefined ? '' : toText(source), flags ?? '');
}

function mapFrom(args: Args): Map<unknown, unknown> {
  const map = new Map<unknown, unknown>();
  if (args[0] === undefined || args[0] === null) return map;
  for (const pair of iterable(args[0])) {
    stepsFor(PART_COST * 2);
    if (typeof pair !== 'object' || pair === null) throw new TypeError(`Iterator value ${toText(pair)} is not an entry object`);
    allocateCells(4);
    map.set(fieldOf(pair, '0'), fieldOf(pair, '1'));
  }
  return map;
}

function setFrom(args: Args): Set<unknown> {
  if (args[0] === undefined || args[0] === null) return new Set();
  const list = toList(args[0]);
  stepsFor(list.length * PART_COST);
  allocateCells(list.length * 3);
  return new Set(list);
}

function groupIntoMap(list: unknown, callback: unknown): Map<unknown, unknown[]> {
  const map = new Map<unknown, unknown[]>();
  let index = 0;
  for (const element of iterable(list)) {
    const key = callFunction(callback, undefined, [element, index++]);
    stepsFor(PART_COST);
    allocateCells(8);
    const group = map.get(key);
    if (group === undefined) map.set(key, [element]);
    else group.push(element);
  }
  return map;
}

const collections = {
  Map: defineFacade('Map', {
    host: Map,
    isExtensible: true,
    construct: mapFrom,
    call: newOnly('Map'),
    members: { groupBy: defineFacade('groupBy', { call: groupIntoMap }) },
  }),
  Set: defineFacade('Set', { host: Set, isExtensible: true, construct: setFrom, call: newOnly('Set') }),
  WeakMap: defineFacade('WeakMap', { host: WeakMap, construct: () => new WeakMap(), call: newOnly('WeakMap') }),
  WeakSet: defineFacade('WeakSet', { host: WeakSet, construct: () => new WeakSet(), call: newOnly('WeakSet') }),
};

function typedArray(host: HostClass & { BYTES_PER_ELEMENT: number }): [string, unknown] {
  const construct = (args: Args): object => Reflect.construct(host, numbersFrom(args, host.BYTES_PER_ELEMENT) as unknown[]) as object;
  const members = {
    BYTES_PER_ELEMENT: host.BYTES_PER_ELEMENT,
    from: defineFacade('from', { call: (source, callback, self) => construct([arrayFrom(source, callback, self)]) }),
    of: defineFacade('of', { call: (...args) => construct([args]) }),
  };
  return [host.name, defineFacade(host.name, { host, construct, call: newOnly(host.name), members })];
}

/** Buffers of the host; not every host has both kinds. */
function buffers(...hosts: readonly (HostClass | undefined)[]): [string, unknown][] {
  return hosts
    .filter((host) => host !== undefined)
    .map((host) => {
      const construct = (args: Args): object => {
        const length = toNumber(args[0] ?? 0) || 0;
        stepsFor(BUFFER_COST);
        allocate(length);
        return Reflect.construct(host, [length]) as object;
      };
      return [host.name, defineFacade(host.name, { host, construct, call: newOnly(host.name) })];
    });
}

const dataView = defineFacade('DataView', {
  host: DataView,
  construct: (args) =>
    Reflect.construct(DataView, [args[0], ...args.slice(1).map((arg) => (arg === undefined ? undefined : toNumber(arg)))]) as object,
  call: newOnly('DataView'),
});

function textFunction(name: string, apply: (text: string) => string): [string, unknown] {
  const call = (value: unknown): string => {
    const text = toText(value);
    stepsFor(text.length * CHARACTER_COST);
    allocate(text.length * 3);
    return apply(text);
  };
  return [name, defineFacade(name, { call })];
}

const silent = defineFacade('log', { call: () => undefined });

/** Globals by name. Data names and additional names of a scope take precedence. */
export const globalNames: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['Object', objectFacade],
  ['Array', arrayFacade],
  ['String', stringFacade],
  ['Number', numberFacade],
  [
    'Boolean',
    defineFacade('Boolean', { host: Boolean, call: (value) => Boolean(value), construct: (args) => Object(Boolean(args[0])) as object }),
  ],
  ['BigInt', bigIntFacade],
  [
    'Symbol',
    defineFacade('Symbol', { host: Symbol as unknown as HostClass, call: (text) => Symbol(text === undefined ? undefined : toText(text)) }),
  ],
  ['Date', dateFacade],
  ['RegExp', expressionFacade],
  ['Math', math],
  ['JSON', json],
  ['Intl', intl],
  ['Atomics', defineNamespace({})],
  ['console', defineNamespace({ log: silent, info: silent, warn: silent, error: silent, debug: silent })],
  ['DataView', dataView],
  ['DateTime', dateTimeFacade],
  ['Duration', durationFacade],
  ['Interval', intervalFacade],
  ['structuredClone', defineFacade('structuredClone', { call: (value) => clone(value) })],
  ...Object.entries(numberFunctions),
  ...Object.entries(errorFacades),
  ...Object.entries(collections),
  ...Object.entries(webFacades),
  ...[
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  ].map((host) => typedArray(host as unknown as HostClass & { BYTES_PER_ELEMENT: number })),
  ...buffers(ArrayBuffer, globalThis.SharedArrayBuffer as HostClass | undefined),
  textFunction('encodeURI', encodeURI),
  textFunction('encodeURIComponent', encodeURIComponent),
  textFunction('decodeURI', decodeURI),
  textFunction('decodeURIComponent', decodeURIComponent),
  textFunction('atob', (text) => atob(text)),
  textFunction('btoa', (text) => btoa(text)),
]);

/** Returns a deep copy of data; functions cannot be copied, as in the host. */
function clone(value: unknown): unknown {
  const data = materialise(value);
  payForText(data);
  payForText(data);
  return typeof data === 'function' ? undefined : structuredClone(data);
}

const deniedNames = [
  'globalThis global window Window self document top parent frames process require module exports Buffer',
  'alert prompt confirm eval uneval Function GeneratorFunction AsyncFunction AsyncGeneratorFunction',
  'Generator AsyncGenerator Promise Proxy Reflect WebAssembly escape unescape fetch XMLHttpRequest WebSocket',
  'Worker setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask importScripts',
].flatMap((line) => line.split(' '));

const empty = seal(Object.freeze({}));

/** Names of host globals that are empty objects in expressions. */
export const deniedGlobals: ReadonlyMap<string, object> = new Map(deniedNames.map((name) => [name, empty]));
