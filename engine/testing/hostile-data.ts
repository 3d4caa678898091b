// Names, paths, keys and data that lead to prototypes, and what must hold after a node has received them.
import { expect } from 'vitest';

export const hostileNames = [
  '__proto__',
  '__proto__.polluted',
  '__proto__[polluted]',
  'constructor',
  'constructor.prototype.polluted',
  'prototype',
  'a.__proto__.b',
  'a[0].__proto__.polluted',
  '["__proto__"]["polluted"]',
  "a['constructor']['prototype'].polluted",
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupSetter__.call',
  'valueOf.constructor',
] as const;

/** Items whose own keys are names that objects otherwise inherit, as a file or a service may deliver them. */
export const hostileItems = (): readonly Record<string, unknown>[] => [
  JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"a":{"__proto__":{"polluted":3},"b":[1,2]},"id":1,"list":[{"__proto__":{"polluted":4},"n":1},"x"]}',
  ) as Record<string, unknown>,
  JSON.parse(
    '{"toString":"x","hasOwnProperty":1,"valueOf":null,"__defineGetter__":"y","prototype":[],"a":{"constructor":5},"id":1,"list":[]}',
  ) as Record<string, unknown>,
  { a: { b: [3] }, id: 2, list: [{ n: 2 }] },
];

export interface SoundOutcome {
  readonly outputs?: unknown;
  readonly metadata?: unknown;
  readonly staticData?: unknown;
  readonly error?: { readonly message: string } | undefined;
}

const untouched = (): unknown => ({
  members: Object.getOwnPropertyNames(Object.prototype).sort(),
  ofLists: Object.getOwnPropertyNames(Array.prototype).sort(),
  ofFunctions: Object.getOwnPropertyNames(Function.prototype).sort(),
  ofObject: Object.getOwnPropertyNames(Object).sort(),
  polluted: [{}, [], '', 0, () => undefined, Object, new Map()].map((value) => Reflect.get(Object(value) as object, 'polluted') as unknown),
  methods: ['toString', 'hasOwnProperty', 'valueOf'].map((name) => typeof Reflect.get(Object.prototype, name)),
});
const clean = untouched();

/** Paths in the outcome to objects with a replaced prototype, which would have fields that were never set. */
function exchanged(value: unknown, path = '', depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 12) return [];
  const prototype: unknown = Object.getPrototypeOf(value);
  const isKnown = [null, Object.prototype, Array.prototype, Date.prototype].includes(prototype as null);
  return [...(isKnown ? [] : [path]), ...Object.entries(value).flatMap(([key, part]) => exchanged(part, `${path}.${key}`, depth + 1))];
}

/** Internal error messages of V8, which do not help users. */
const stumbling =
  /is not a function|Cannot (?:use|read|set|convert|redefine|assign|define)|undefined is not|is not iterable|call stack|circular|is not extensible|Reduce of empty/i;

/** Fails if prototypes were changed, or if the error is an internal one. */
export function expectSound(type: string, { outputs, error, metadata, staticData }: SoundOutcome): void {
  const folder = `engine/nodes/${(type.split('.').at(-1) ?? '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  expect(untouched(), `${folder} changes Object.prototype`).toEqual(clean);
  expect(exchanged({ outputs, error, metadata, staticData }), `${folder} replaces the prototypes of these parts of its outcome`).toEqual(
    [],
  );
  if (error === undefined) return;
  expect(error.message, `${folder} throws an error without a message`).toMatch(/\S/);
  expect(error.message, `${folder} throws an internal error`).not.toMatch(stumbling);
}
