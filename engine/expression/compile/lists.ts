// Lists of values: elements of array literals and arguments of calls, including spread ones.
import type * as acorn from 'acorn';
import type { Environment } from '../environment.ts';
import { moveTexts } from '../../contract/exact-numbers.ts';
import { toList } from '../guard/iterate.ts';
import type { Context } from './context.ts';
import { compileSpread } from './identifiers.ts';

/** Adds elements, with the texts of numbers that JavaScript cannot represent. */
export function append(list: unknown[], added: readonly unknown[]): void {
  moveTexts(added, list, list.length);
  for (const element of added) list.push(element);
}

/** Compiles building the list of an array literal or of arguments. */
export function compileList(
  elements: readonly (acorn.Expression | acorn.SpreadElement | null)[],
  context: Context,
): (env: Environment) => unknown[] {
  if (elements.every((element) => element !== null && element.type !== 'SpreadElement')) {
    const codes = elements.map((element) => context.unit.expression(element as acorn.Expression, context));
    const [first, second] = codes;
    if (first === undefined) return () => [];
    if (second === undefined) return (env) => [first(env)];
    if (codes.length === 2) return (env) => [first(env), second(env)];
    return (env) => codes.map((code) => code(env));
  }
  const parts = elements.map((element) => {
    if (element === null) return { code: undefined, isSpread: false };
    if (element.type === 'SpreadElement') return { code: compileSpread(element.argument, context), isSpread: true };
    return { code: context.unit.expression(element, context), isSpread: false };
  });
  return (env) => {
    const list: unknown[] = [];
    for (const { code, isSpread } of parts) {
      if (code === undefined) list.length++;
      else if (isSpread) append(list, toList(code(env)));
      else list.push(code(env));
    }
    return list;
  };
}
