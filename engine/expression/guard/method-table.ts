// Added methods by type of value: methods that users call on plain values, without changing prototypes.
import { ExpressionExtensionError } from '../errors.ts';
import type { MethodKind } from './types.ts';

/** An added method. `self` has the type for which the method is registered. */
// oxlint-disable-next-line typescript/no-explicit-any -- each group narrows its own receiver
export type AddedMethod = (self: any, args: readonly unknown[]) => unknown;

const byKind = new Map<MethodKind, Map<string, AddedMethod>>();
const kindsByName = new Map<string, MethodKind[]>();

/** Registers the methods of a type. */
export function registerMethods(kind: MethodKind, functions: Readonly<Record<string, AddedMethod>>): void {
  const table = byKind.get(kind) ?? new Map<string, AddedMethod>();
  byKind.set(kind, table);
  for (const [name, method] of Object.entries(functions)) {
    table.set(name, method);
    kindsByName.set(name, [...(kindsByName.get(name) ?? []), kind]);
  }
}

export function addedMethodOf(kind: MethodKind | undefined, name: string): AddedMethod | undefined {
  return kind === undefined ? undefined : byKind.get(kind)?.get(name);
}

/** Whether any type has an added method of this name. */
export function isAddedMethod(name: unknown): name is string {
  return typeof name === 'string' && kindsByName.has(name);
}

const kindNames: Record<MethodKind, string> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  array: 'Array',
  object: 'Object',
  date: 'Date',
};

/** Returns the error for an added method that the value's type does not have. */
export function wrongKind(name: string): ExpressionExtensionError {
  const kinds = (kindsByName.get(name) ?? []).map((kind) => `"${kindNames[kind]}"`);
  const last = kinds.pop() ?? '';
  const list = kinds.length === 0 ? `type ${last}` : `types ${kinds.join(', ')} and ${last}`;
  return new ExpressionExtensionError(`${name}() is only callable on ${list}`);
}

/** Returns the names of the added methods of a type in alphabetical order. */
export function addedMethodNames(kind: MethodKind | undefined): readonly string[] {
  return kind === undefined ? [] : [...(byKind.get(kind)?.keys() ?? [])].toSorted();
}
