// Error objects: message and name can be read, but not the stack, which contains paths of the host.
import { ERROR_COST, stepsFor } from '../budget.ts';
import { toText } from '../guard/convert.ts';
import { defineFacade } from '../guard/functions.ts';
import { live } from '../guard/overlay.ts';
import { defineType, isPlain, registerType } from '../guard/types.ts';

function describe(self: Error): string {
  const name = toText(self.name);
  const message = toText(self.message);
  return message === '' ? name : `${name}: ${message}`;
}

registerType(
  Error.prototype,
  defineType({
    name: 'Error',
    addedMethods: 'object',
    hasFields: true,
    hidden: new Set(['stack']),
    getters: { name: (self: Error) => self.name, message: (self: Error) => self.message, stack: describe },
    methods: { toString: describe, toLocaleString: describe },
    copy: (self: Error) => Object.assign(Object.create(Object.getPrototypeOf(self) as object) as Error, { message: self.message }, self),
    toPrimitive: describe,
  }),
);

type ErrorClass = new (message?: string, options?: ErrorOptions) => Error;

function errorFacade(host: ErrorClass): unknown {
  const construct = (args: readonly unknown[]): Error => {
    stepsFor(ERROR_COST);
    const options: unknown = live(args[1]);
    const error = new host(
      args[0] === undefined ? undefined : toText(args[0]),
      isPlain(options) && 'cause' in options ? { cause: options.cause } : undefined,
    );
    Object.defineProperty(error, 'stack', { value: describe(error), configurable: true, writable: true });
    return error;
  };
  return defineFacade(host.name, { host, construct, call: (...args) => construct(args), isExtensible: true });
}

/** Error and its subclasses by name. */
export const errorFacades: Readonly<Record<string, unknown>> = Object.fromEntries(
  [Error, TypeError, SyntaxError, EvalError, RangeError, ReferenceError, URIError].map((host) => [host.name, errorFacade(host)]),
);
