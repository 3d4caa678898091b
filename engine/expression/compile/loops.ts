// Loops: each iteration is a step; variables that closures may capture are new in each iteration.
import type * as acorn from 'acorn';
import { step } from '../budget.ts';
import { Frame, type Action, type Code, type Environment, type Signal, type Store } from '../environment.ts';
import { iterable } from '../guard/iterate.ts';
import { live } from '../guard/overlay.ts';
import { fieldNames } from '../guard/write.ts';
import { openScope } from './blocks.ts';
import { copyFrame, type Context } from './context.ts';
import { patternNames } from './static-scope.ts';

/** Outcome of a loop body: continue, or end with this signal (undefined: normal end). */
type Verdict = { readonly end: true; readonly signal: Signal | undefined } | { readonly end: false };

const goOn: Verdict = { end: false };
const stop: Verdict = { end: true, signal: undefined };

function judge(signal: Signal | undefined, labels: readonly string[]): Verdict {
  if (signal === undefined) return goOn;
  if (signal.kind === 'return') return { end: true, signal };
  if (signal.label === undefined) return signal.kind === 'break' ? stop : goOn;
  return signal.kind === 'continue' && labels.includes(signal.label) ? goOn : { end: true, signal };
}

export function compileWhile(node: acorn.WhileStatement | acorn.DoWhileStatement, context: Context, labels: readonly string[]): Action {
  context.unit.mayGrow = true;
  const test = context.unit.expression(node.test, context);
  const body = context.unit.statement(node.body, context);
  const isTestedFirst = node.type === 'WhileStatement';
  return (env) => {
    if (isTestedFirst && !test(env)) return undefined;
    do {
      step();
      const verdict = judge(body(env), labels);
      if (verdict.end) return verdict.signal;
    } while (test(env));
    return undefined;
  };
}

export function compileFor(node: acorn.ForStatement, context: Context, labels: readonly string[]): Action {
  context.unit.mayGrow = true;
  const isLexical = node.init?.type === 'VariableDeclaration' && node.init.kind !== 'var';
  const opened = isLexical ? openScope(context, [node.init, node.test, node.update, node.body]) : { context, frame: undefined };
  const { context: inner, frame } = opened;
  if (node.init?.type === 'VariableDeclaration' && isLexical) {
    for (const declarator of node.init.declarations)
      for (const name of patternNames(declarator.id)) inner.scope.declare(name, node.init.kind === 'const');
  }
  const init = compileInit(node.init, inner);
  const test: Code = node.test === null || node.test === undefined ? () => true : context.unit.expression(node.test, inner);
  const update = node.update === null || node.update === undefined ? undefined : context.unit.expression(node.update, inner);
  const body = context.unit.statement(node.body, inner);
  return (env) => {
    let current: Environment = frame === undefined ? env : new Frame(env, frame.slotCount);
    init(current);
    while (test(current)) {
      step();
      const verdict = judge(body(current), labels);
      if (verdict.end) return verdict.signal;
      if (frame !== undefined) current = copyFrame(current, frame.slotCount);
      update?.(current);
    }
    return undefined;
  };
}

function compileInit(node: acorn.ForStatement['init'], context: Context): (env: Environment) => void {
  if (node === null || node === undefined) return () => undefined;
  return node.type === 'VariableDeclaration' ? context.unit.statement(node, context) : context.unit.expression(node, context);
}

/** Opens a scope for the variable or target that each iteration sets. */
function openTurn(
  left: acorn.VariableDeclaration | acorn.Pattern,
  body: acorn.Statement,
  context: Context,
): ReturnType<typeof openScope> & { readonly store: Store } {
  if (left.type !== 'VariableDeclaration') return { context, frame: undefined, store: context.unit.pattern(left, context, false) };
  const declarator = left.declarations[0] as acorn.VariableDeclarator;
  if (left.kind === 'var') return { context, frame: undefined, store: context.unit.pattern(declarator.id, context, true) };
  const opened = openScope(context, [left, body]);
  for (const name of patternNames(declarator.id)) opened.context.scope.declare(name, left.kind === 'const');
  return { ...opened, store: context.unit.pattern(declarator.id, opened.context, true) };
}

export function compileForOf(node: acorn.ForOfStatement, context: Context, labels: readonly string[]): Action {
  const list = context.unit.expression(node.right, context);
  return compileTurns(node, context, labels, (env) => iterable(list(env)));
}

export function compileForIn(node: acorn.ForInStatement, context: Context, labels: readonly string[]): Action {
  const object = context.unit.expression(node.right, context);
  return compileTurns(node, context, labels, (env) => {
    const value = live(object(env));
    return Array.isArray(value) ? Object.keys(value) : fieldNames(value);
  });
}

function compileTurns(
  node: acorn.ForOfStatement | acorn.ForInStatement,
  context: Context,
  labels: readonly string[],
  values: (env: Environment) => Iterable<unknown>,
): Action {
  context.unit.mayGrow = true;
  const { context: inner, frame, store } = openTurn(node.left, node.body, context);
  const body = context.unit.statement(node.body, inner);
  return (env) => {
    for (const value of values(env)) {
      step();
      const current: Environment = frame === undefined ? env : new Frame(env, frame.slotCount);
      store(current, value);
      const verdict = judge(body(current), labels);
      if (verdict.end) return verdict.signal;
    }
    return undefined;
  };
}
