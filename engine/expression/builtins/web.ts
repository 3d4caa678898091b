// URL and URLSearchParams.
import { allocate, stepsFor } from '../budget.ts';
import { toText } from '../guard/convert.ts';
import { defineFacade } from '../guard/functions.ts';
import { iterable } from '../guard/iterate.ts';
import { live } from '../guard/overlay.ts';
import { defineType, isPlain, registerType } from '../guard/types.ts';
import { fieldNames, fieldOf } from '../guard/write.ts';
import { gettersOf, withPrimitives, withValues } from './native.ts';

const parts = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'] as const;

registerType(
  URL.prototype,
  defineType({
    name: 'URL',
    getters: gettersOf([...parts, 'origin', 'searchParams']),
    setters: Object.fromEntries(
      parts.map((part) => [
        part,
        (self: URL, value: unknown): void => {
          self[part] = toText(value);
        },
      ]),
    ),
    copy: (self: URL) => new URL(self.href),
    methods: { toString: (self: URL) => self.href, toJSON: (self: URL) => self.href },
    toPrimitive: (self: URL) => self.href,
  }),
);

registerType(
  URLSearchParams.prototype,
  defineType({
    name: 'URLSearchParams',
    getters: gettersOf(['size']),
    methods: {
      ...withPrimitives(URLSearchParams.prototype, ['append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'toString']),
      ...withValues(URLSearchParams.prototype, ['entries', 'forEach', 'keys', 'values']),
    },
    toPrimitive: (self: URLSearchParams) => self.toString(),
  }),
);

function parse(args: readonly unknown[]): URL {
  const text = toText(args[0]);
  stepsFor(text.length * 4);
  return args[1] === undefined ? new URL(text) : new URL(text, toText(args[1]));
}

function canParse(...args: readonly unknown[]): boolean {
  return args[1] === undefined ? URL.canParse(toText(args[0])) : URL.canParse(toText(args[0]), toText(args[1]));
}

/** Returns parameters from text, pairs, or the fields of an object. */
function parameters(args: readonly unknown[]): URLSearchParams {
  const source = live(args[0]);
  if (source === undefined || source === null) return new URLSearchParams();
  const result = new URLSearchParams();
  if (isPlain(source)) for (const name of fieldNames(source)) append(result, name, fieldOf(source, name));
  else if (typeof source === 'object') {
    for (const pair of iterable(source)) {
      const [name, value] = iterable(pair);
      append(result, name, value);
    }
  } else {
    const text = toText(source);
    stepsFor(text.length * 4);
    return new URLSearchParams(text);
  }
  return result;
}

function append(target: URLSearchParams, name: unknown, value: unknown): void {
  const [key, text] = [toText(name), toText(value)];
  allocate(key.length + text.length + 32);
  target.append(key, text);
}

const noCall = (name: string) => (): never => {
  throw new TypeError(`Class constructor ${name} cannot be invoked without 'new'`);
};

export const webFacades: Readonly<Record<string, unknown>> = {
  URL: defineFacade('URL', {
    host: URL,
    construct: parse,
    call: noCall('URL'),
    members: { canParse: defineFacade('canParse', { call: canParse }) },
  }),
  URLSearchParams: defineFacade('URLSearchParams', { host: URLSearchParams, construct: parameters, call: noCall('URLSearchParams') }),
};
