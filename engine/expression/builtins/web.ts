// URL and URLSearchParams.
import { allocate, PART_COST, stepsFor } from '../budget.ts';
import { toText } from '../guard/convert.ts';
import { defineFacade } from '../guard/functions.ts';
import { iterable } from '../guard/iterate.ts';
import { live } from '../guard/overlay.ts';
import { defineType, isPlain, registerType } from '../guard/types.ts';
import { fieldNames, fieldOf } from '../guard/write.ts';
import { charged, gettersOf, withPrimitives, withValues } from './native.ts';

/** Charges for parsing a URL. */
export function payForUrl(text: string): void {
  stepsFor(2000 + text.length * 32);
}

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
          const text = toText(value);
          payForUrl(text);
          payForUrl(self.href);
          self[part] = text;
        },
      ]),
    ),
    copy: (self: URL) => {
      payForUrl(self.href);
      return new URL(self.href);
    },
    methods: { toString: (self: URL) => self.href, toJSON: (self: URL) => self.href },
    toPrimitive: (self: URL) => self.href,
  }),
);

/** All methods look at each entry, and some sort or write them. */
function payForEntries(self: URLSearchParams): void {
  stepsFor(PART_COST * (4 + (self as unknown as { readonly size: number }).size * 2));
}

registerType(
  URLSearchParams.prototype,
  defineType({
    name: 'URLSearchParams',
    getters: gettersOf(['size']),
    methods: charged(payForEntries, {
      ...withPrimitives(URLSearchParams.prototype, ['append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'toString']),
      ...withValues(URLSearchParams.prototype, ['entries', 'forEach', 'keys', 'values']),
    }),
    toPrimitive: (self: URLSearchParams) => {
      payForEntries(self);
      return self.toString();
    },
  }),
);

function parse(args: readonly unknown[]): URL {
  const text = toText(args[0]);
  payForUrl(text);
  if (args[1] === undefined) return new URL(text);
  const base = toText(args[1]);
  payForUrl(base);
  return new URL(text, base);
}

function canParse(...args: readonly unknown[]): boolean {
  const texts = args
    .slice(0, 2)
    .filter((arg) => arg !== undefined)
    .map(toText);
  texts.forEach(payForUrl);
  return URL.canParse(texts[0] ?? 'undefined', texts[1]);
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
    stepsFor(PART_COST + text.length * 64);
    allocate(text.length * 8);
    return new URLSearchParams(text);
  }
  return result;
}

function append(target: URLSearchParams, name: unknown, value: unknown): void {
  const [key, text] = [toText(name), toText(value)];
  stepsFor(4 * PART_COST + key.length + text.length);
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
