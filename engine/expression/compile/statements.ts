// Statements other than loops: declarations, conditions, switch, try, return, labels.
import type * as acorn from 'acorn';
import { ERROR_COST, session, stepsFor } from '../budget.ts';
import { breakSignal, continueSignal, returnSignal, Signal, type Action, type Code, type Environment } from '../environment.ts';
import { ExpressionWithStatementError, isUncatchable } from '../errors.ts';
import { strictlyEqual } from '../guard/operators.ts';
import { compileBlock, declareNames, inFrame, openScope } from './blocks.ts';
import { unsupported, writeSlot, type Context } from './context.ts';
import { compileNamed } from './literals.ts';
import { compileFor, compileForIn, compileForOf, compileWhile } from './loops.ts';
import { patternNames } from './static-scope.ts';

type Statement = acorn.Statement | acorn.ModuleDeclaration;

/** Compiles a statement. `labels`: those directly before it. */
export function compileStatement(node: Statement, context: Context, labels: readonly string[] = []): Action {
  switch (node.type) {
    case 'ExpressionStatement':
      return compileExpressionStatement(node, context);
    case 'VariableDeclaration':
      return compileDeclaration(node, context);
    case 'ReturnStatement':
      return compileReturn(node, context);
    case 'BlockStatement':
      return compileBlock(node.body, context);
    case 'IfStatement':
      return compileIf(node, context);
    case 'ForStatement':
      return compileFor(node, context, labels);
    case 'ForOfStatement':
      return compileForOf(node, context, labels);
    case 'ForInStatement':
      return compileForIn(node, context, labels);
    case 'WhileStatement':
    case 'DoWhileStatement':
      return compileWhile(node, context, labels);
    case 'BreakStatement':
      return jump(node.label === null || node.label === undefined ? breakSignal : new Signal('break', node.label.name));
    case 'ContinueStatement':
      return jump(node.label === null || node.label === undefined ? continueSignal : new Signal('continue', node.label.name));
    case 'ThrowStatement':
      return compileThrow(node, context);
    case 'TryStatement':
      return compileTry(node, context);
    case 'SwitchStatement':
      return compileSwitch(node, context);
    case 'LabeledStatement':
      return compileLabel(node, context, labels);
    case 'ClassDeclaration':
      return compileClassDeclaration(node, context);
    case 'FunctionDeclaration':
      return compileBlock([node], context);
    case 'EmptyStatement':
    case 'DebuggerStatement':
      return () => undefined;
    case 'WithStatement':
      throw new ExpressionWithStatementError();
    default:
      throw unsupported('this statement', node, context);
  }
}

const jump =
  (signal: Signal): Action =>
  () =>
    signal;

function compileExpressionStatement(node: acorn.ExpressionStatement, context: Context): Action {
  const value = context.unit.expression(node.expression, context);
  if (!context.tracksValue) {
    return (env) => {
      value(env);
      return undefined;
    };
  }
  return (env) => {
    session.completed = value(env);
    return undefined;
  };
}

/** `let`, `const` and `var` with their initial values; the names are declared by the enclosing block or function. */
function compileDeclaration(node: acorn.VariableDeclaration, context: Context): Action {
  if (node.kind === 'using' || node.kind === 'await using') throw unsupported('using', node, context);
  const parts = node.declarations.flatMap(
    (declarator): { readonly store: (env: Environment, value: unknown) => void; readonly value: Code }[] => {
      const store = context.unit.pattern(declarator.id, context, true);
      if (declarator.init !== null && declarator.init !== undefined) {
        return [
          { store, value: compileNamed(declarator.init, declarator.id.type === 'Identifier' ? declarator.id.name : undefined, context) },
        ];
      }
      return node.kind === 'var' ? [] : [{ store, value: () => undefined }];
    },
  );
  return (env) => {
    for (const { store, value } of parts) store(env, value(env));
    return undefined;
  };
}

function compileReturn(node: acorn.ReturnStatement, context: Context): Action {
  const value = node.argument === null || node.argument === undefined ? undefined : context.unit.expression(node.argument, context);
  return (env) => {
    session.returned = value?.(env);
    return returnSignal;
  };
}

function compileIf(node: acorn.IfStatement, context: Context): Action {
  const test = context.unit.expression(node.test, context);
  const consequent = context.unit.statement(node.consequent, context);
  const alternate = node.alternate === null || node.alternate === undefined ? undefined : context.unit.statement(node.alternate, context);
  return (env) => (test(env) ? consequent(env) : alternate?.(env));
}

function compileThrow(node: acorn.ThrowStatement, context: Context): Action {
  const value = context.unit.expression(node.argument, context);
  return (env) => {
    throw value(env);
  };
}

function compileTry(node: acorn.TryStatement, context: Context): Action {
  const block = compileBlock(node.block.body, context);
  const handler = node.handler === null || node.handler === undefined ? undefined : compileCatch(node.handler, context);
  const finalizer = node.finalizer === null || node.finalizer === undefined ? undefined : compileBlock(node.finalizer.body, context);
  const guarded = (env: Environment): Signal | undefined => {
    const { calls } = session;
    try {
      return block(env);
    } catch (error) {
      if (handler === undefined || isUncatchable(error)) throw error;
      stepsFor(ERROR_COST);
      session.calls = calls;
      return handler(env, error);
    }
  };
  if (finalizer === undefined) return guarded;
  return (env) => {
    const { calls } = session;
    let signal: Signal | undefined;
    try {
      signal = guarded(env);
    } catch (error) {
      if (isUncatchable(error)) throw error;
      stepsFor(ERROR_COST);
      session.calls = calls;
      const instead = finalizer(env);
      if (instead !== undefined) return instead;
      throw error;
    }
    const { returned } = session;
    const instead = finalizer(env);
    if (instead !== undefined) return instead;
    session.returned = returned;
    return signal;
  };
}

function compileCatch(node: acorn.CatchClause, context: Context): (env: Environment, error: unknown) => Signal | undefined {
  const { context: inner, frame } = openScope(context, [node.param, node.body]);
  const { param } = node;
  if (param !== null && param !== undefined) for (const name of patternNames(param)) inner.scope.declare(name);
  const store = param === null || param === undefined ? undefined : context.unit.pattern(param, inner, true);
  const body = compileBlock(node.body.body, inner);
  return (env, error) =>
    inFrame(frame, (within) => {
      store?.(within, error);
      return body(within);
    })(env);
}

function compileSwitch(node: acorn.SwitchStatement, context: Context): Action {
  const value = context.unit.expression(node.discriminant, context);
  const statements = node.cases.flatMap((entry) => entry.consequent);
  const { context: inner, frame } = openScope(context, node.cases);
  declareNames(statements, inner.scope);
  const functions = statements.filter((statement) => statement.type === 'FunctionDeclaration');
  const hoisted = functions.map((statement) => compileBlockFunction(statement, inner));
  const cases = node.cases.map((entry) => ({
    test: entry.test === null || entry.test === undefined ? undefined : context.unit.expression(entry.test, inner),
    actions: entry.consequent
      .filter((statement) => statement.type !== 'FunctionDeclaration')
      .map((statement) => context.unit.statement(statement, inner)),
  }));
  const fallback = cases.findIndex((entry) => entry.test === undefined);
  const run: (env: Environment, subject: unknown) => Signal | undefined = (env, subject) => {
    for (const hoist of hoisted) hoist(env);
    const matching = cases.findIndex((entry) => entry.test !== undefined && strictlyEqual(subject, entry.test(env)));
    for (const { actions } of cases.slice(matching >= 0 ? matching : fallback >= 0 ? fallback : cases.length)) {
      for (const action of actions) {
        const signal = action(env);
        if (signal !== undefined) return signal === breakSignal ? undefined : signal;
      }
    }
    return undefined;
  };
  return (env) => {
    const subject = value(env);
    return inFrame(frame, (within) => run(within, subject))(env);
  };
}

function compileBlockFunction(
  node: acorn.FunctionDeclaration | acorn.AnonymousFunctionDeclaration,
  context: Context,
): (env: Environment) => void {
  const { name } = node.id as acorn.Identifier;
  const address = context.scope.resolve(name);
  const value = context.unit.functionValue(node, context, { name });
  return (env) => {
    if (address !== undefined) writeSlot(address)(env, value(env));
  };
}

function compileLabel(node: acorn.LabeledStatement, context: Context, labels: readonly string[]): Action {
  const { name } = node.label;
  const body = context.unit.statement(node.body, context, [...labels, name]);
  return (env) => {
    const signal = body(env);
    return signal?.kind === 'break' && signal.label === name ? undefined : signal;
  };
}

function compileClassDeclaration(node: acorn.ClassDeclaration, context: Context): Action {
  const address = context.scope.resolve(node.id.name);
  const value = context.unit.classValue(node, context, node.id.name);
  return (env) => {
    const error = value(env);
    if (address !== undefined) writeSlot(address)(env, error);
    return undefined;
  };
}
