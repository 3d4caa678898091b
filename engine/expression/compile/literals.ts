// Literals: numbers, texts, regular expressions, templates, arrays and objects.
import type * as acorn from 'acorn';
import { allocate, allocateCells, concatenate, session, stepsFor } from '../budget.ts';
import type { Code, Environment } from '../environment.ts';
import { forbiddenAccess } from '../errors.ts';
import { toText } from '../guard/convert.ts';
import { callFunction } from '../guard/members.ts';
import { isPrototypeName } from '../guard/names.ts';
import { own, ownCopy } from '../guard/overlay.ts';
import { noteStored } from '../guard/exact-reads.ts';
import { mayBeInexact } from '../../contract/exact-numbers.ts';
import { copyFields, defineAccessor, defineMember } from '../guard/write.ts';
import { compileCallee } from './calls.ts';
import { compileSpread } from './identifiers.ts';
import type { Context } from './context.ts';
import { compileKey, isMemberRead } from './keys.ts';
import { append, compileList } from './lists.ts';

/** Cost of a copy of a regular expression. */
const PATTERN_COST = 500;

/** Compiles a constant, or a regular expression (created for each evaluation if it has a lastIndex). */
export function compileLiteral(node: acorn.Literal): Code {
  if (node.regex !== undefined && node.regex !== null) {
    const { pattern, flags } = node.regex;
    const shared = new RegExp(pattern, flags);
    if (!shared.global && !shared.sticky) return () => shared;
    return () => {
      stepsFor(PATTERN_COST);
      return own(new RegExp(shared));
    };
  }
  const value: unknown = node.bigint === undefined || node.bigint === null ? node.value : BigInt(node.bigint);
  return () => value;
}

/** Compiles a template, in which texts and values alternate. */
export function compileTemplate(node: acorn.TemplateLiteral, context: Context): Code {
  const texts = node.quasis.map((quasi) => quasi.value.cooked ?? '');
  const values = node.expressions.map((expression) => context.unit.expression(expression, context));
  const isRead = node.expressions.map(isMemberRead);
  if (values.length === 0) return () => texts[0];
  return (env) => {
    let result = texts[0] as string;
    for (let index = 0; index < values.length; index++) {
      const value = (values[index] as Code)(env);
      const text = isRead[index] === true && mayBeInexact(value) ? session.readText : undefined;
      result = concatenate(result, text ?? toText(value));
      result = concatenate(result, texts[index + 1] as string);
    }
    return result;
  };
}

/** Compiles a tagged template: its strings array is the same object on each evaluation. */
export function compileTaggedTemplate(node: acorn.TaggedTemplateExpression, context: Context): Code {
  const tag = compileCallee(node.tag, context);
  const strings = node.quasi.quasis.map((quasi) => quasi.value.cooked ?? undefined);
  const raw = Object.freeze(node.quasi.quasis.map((quasi) => quasi.value.raw));
  const texts = Object.freeze(Object.defineProperty(strings, 'raw', { value: raw }));
  const values = node.quasi.expressions.map((expression) => context.unit.expression(expression, context));
  return (env) => {
    const [value, self] = tag(env);
    return callFunction(value, self, [texts, ...values.map((code) => code(env))]);
  };
}

export function compileArray(node: acorn.ArrayExpression, context: Context): Code {
  const list =
    node.elements.every((element) => element !== null) && node.elements.some(isMemberRead)
      ? compileReads(node.elements, context)
      : compileList(node.elements, context);
  return (env) => {
    const array = list(env);
    allocateCells(array.length);
    return ownCopy(array);
  };
}

/** Compiles a list in which some elements are members, whose values may be inexact numbers. */
function compileReads(elements: readonly (acorn.Expression | acorn.SpreadElement)[], context: Context): (env: Environment) => unknown[] {
  const parts = elements.map((element) => ({
    code: element.type === 'SpreadElement' ? undefined : context.unit.expression(element, context),
    several: element.type === 'SpreadElement' ? compileList([element], context) : undefined,
    isRead: isMemberRead(element),
  }));
  return (env) => {
    const list: unknown[] = [];
    for (const { code, several, isRead } of parts) {
      if (several !== undefined) append(list, several(env));
      if (code !== undefined) {
        const value = code(env);
        list.push(value);
        if (isRead && mayBeInexact(value)) noteStored(list, list.length - 1);
      }
    }
    return list;
  };
}

type Definition = (target: object, env: Environment) => void;

/** Compiles an object literal: fields are defined rather than assigned, so that no setter runs. */
export function compileObject(node: acorn.ObjectExpression, context: Context): Code {
  const definitions = node.properties.map((property) =>
    property.type === 'SpreadElement' ? compileObjectSpread(property, context) : compileProperty(property, context),
  );
  return (env) => {
    const target = {};
    allocate(96 + definitions.length * 16);
    for (const define of definitions) define(target, env);
    return ownCopy(target);
  };
}

function compileObjectSpread(node: acorn.SpreadElement, context: Context): Definition {
  const source = compileSpread(node.argument, context);
  return (target, env) => copyFields(target, source(env));
}

function compileProperty(node: acorn.Property, context: Context): Definition {
  const key = compileKey(node.key, node.computed, context);
  if (node.kind !== 'init') {
    const { kind } = node;
    const accessor = context.unit.functionValue(node.value as acorn.FunctionExpression, context, { isMethod: true });
    return (target, env) => defineAccessor(target, key.read(env), kind, accessor(env, target), true);
  }
  const name = key.constant;
  if (name === '__proto__') throw forbiddenAccess(name);
  if (node.method) {
    const method = context.unit.functionValue(node.value as acorn.FunctionExpression, context, { isMethod: true, name });
    return (target, env) => defineMember(target, key.read(env), method(env, target));
  }
  const value = compileNamed(node.value, name, context);
  if (name === undefined) return (target, env) => defineMember(target, key.read(env), value(env));
  if (isPrototypeName(name)) return (target, env) => defineMember(target, name, value(env));
  if (!isMemberRead(node.value)) {
    return (target, env) => {
      (target as Record<string, unknown>)[name] = value(env);
    };
  }
  return (target, env) => {
    const element = value(env);
    (target as Record<string, unknown>)[name] = element;
    if (mayBeInexact(element)) noteStored(target, name);
  };
}

/** A function or class without a name is named after its property or variable. */
export function compileNamed(node: acorn.Expression, name: string | undefined, context: Context): Code {
  if (node.type === 'ArrowFunctionExpression' || (node.type === 'FunctionExpression' && node.id === null))
    return context.unit.functionValue(node, context, { name });
  if (node.type === 'ClassExpression' && node.id === null) return context.unit.classValue(node, context, name);
  return context.unit.expression(node, context);
}
