// Intl: formatters and collators of the host, with checked options.
import { CHARACTER_COST, LOCALE_COST, PART_COST, stepsFor } from '../budget.ts';
import { payForDigits, toLocales, toNumber, toOptions, toPrimitive, toText } from '../guard/convert.ts';
import { defineFacade, defineNamespace } from '../guard/functions.ts';
import { toList } from '../guard/iterate.ts';
import { live } from '../guard/overlay.ts';
import { defineType, registerType, type Method } from '../guard/types.ts';

type Formatter = Record<string, (...args: unknown[]) => unknown>;
type FormatterClass = (new (locales?: unknown, options?: unknown) => object) & {
  supportedLocalesOf?: (locales: unknown) => string[];
  prototype: object;
};

/** Converts a value for formatting: dates and lists are unchanged, others become primitives. */
function formattable(value: unknown): unknown {
  const current = live(value);
  if (current instanceof Date) return current;
  if (Array.isArray(current)) {
    stepsFor(current.length * 8 * PART_COST);
    return toList(current).map((entry) => toText(entry));
  }
  const primitive = toPrimitive(current, 'number');
  if (typeof primitive === 'bigint') payForDigits(primitive);
  else if (typeof primitive === 'string') stepsFor(primitive.length * CHARACTER_COST * 4);
  return primitive;
}

/** Cost of formatting or comparing one value. */
const FORMAT_COST = 8_000;

function formatting(name: string): Method {
  return (self: Formatter, args) => {
    stepsFor(FORMAT_COST);
    return self[name]?.(...args.map(formattable));
  };
}

/** Classes with their formatting methods. */
const classes: Readonly<Record<string, readonly string[]>> = {
  Collator: ['compare'],
  DateTimeFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts'],
  DisplayNames: ['of'],
  ListFormat: ['format', 'formatToParts'],
  NumberFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts'],
  PluralRules: ['select', 'selectRange'],
  RelativeTimeFormat: ['format', 'formatToParts'],
  Segmenter: ['segment'],
};

function intlFacade(name: string, methods: readonly string[]): unknown {
  const host = (Intl as unknown as Record<string, FormatterClass>)[name] as FormatterClass;
  const table = Object.fromEntries(methods.map((method) => [method, formatting(method)]));
  // `format` and `compare` are bound when they are read without being called, as in the host.
  const getters = Object.fromEntries(
    ['format', 'compare']
      .filter((method) => methods.includes(method))
      .map((method): [string, Method] => [
        method,
        (self) =>
          (...args: unknown[]) =>
            formatting(method)(self, args),
      ]),
  );
  registerType(
    host.prototype,
    defineType({
      name: `Intl.${name}`,
      getters,
      methods: { ...table, resolvedOptions: (self: Formatter) => ({ ...(self['resolvedOptions']?.() as object) }) },
    }),
  );
  const construct = (args: readonly unknown[]): object => {
    stepsFor(LOCALE_COST);
    return new host(toLocales(args[0]), toOptions(args[1]));
  };
  const supportedLocalesOf = defineFacade('supportedLocalesOf', {
    call: (locales) => {
      stepsFor(LOCALE_COST);
      return host.supportedLocalesOf?.(toLocales(locales) ?? []);
    },
  });
  return defineFacade(name, { host, construct, call: (...args) => construct(args), members: { supportedLocalesOf } });
}

const segments = typeof Intl.Segmenter === 'function' ? (Object.getPrototypeOf(new Intl.Segmenter('en').segment('')) as object) : undefined;
if (segments !== undefined) {
  registerType(
    segments,
    defineType({
      name: 'Segments',
      methods: { containing: (self: Intl.Segments, args) => self.containing(args[0] === undefined ? 0 : toNumber(args[0])) },
    }),
  );
}

/** `Intl` with the classes that the host provides. */
export const intl = defineNamespace(
  Object.fromEntries(
    Object.entries(classes)
      .filter(([name]) => name in Intl)
      .map(([name, methods]) => [name, intlFacade(name, methods)]),
  ),
);
