// Blocks: declarations first, then the statements in order.
import type * as acorn from 'acorn';
import { Frame, type Action, type Code, type Store } from '../environment.ts';
import { writeSlot, type Context } from './context.ts';
import { makesClosures, patternNames, StaticFrame, StaticScope } from './static-scope.ts';

type Statement = acorn.Statement | acorn.ModuleDeclaration;

/** Declares the names of a list of statements (let, const, class and function). */
export function declareNames(statements: readonly Statement[], scope: StaticScope): void {
  for (const statement of statements) {
    if (statement.type === 'VariableDeclaration' && statement.kind !== 'var') {
      for (const declarator of statement.declarations)
        for (const name of patternNames(declarator.id)) scope.declare(name, statement.kind === 'const');
    } else if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') scope.declare(statement.id.name);
  }
}

/** Whether the statements declare names of their own. */
function declaresNames(statements: readonly Statement[]): boolean {
  return statements.some(
    (statement) =>
      (statement.type === 'VariableDeclaration' && statement.kind !== 'var') ||
      statement.type === 'FunctionDeclaration' ||
      statement.type === 'ClassDeclaration',
  );
}

/** Compiles statements in an existing scope: functions are defined before the first statement. */
export function compileBody(statements: readonly Statement[], context: Context): Action {
  declareNames(statements, context.scope);
  const functions: { readonly store: Store; readonly value: Code }[] = [];
  for (const statement of statements) {
    if (statement.type !== 'FunctionDeclaration') continue;
    const address = context.scope.resolve(statement.id.name);
    if (address !== undefined)
      functions.push({ store: writeSlot(address), value: context.unit.functionValue(statement, context, { name: statement.id.name }) });
  }
  const actions = statements
    .filter((statement) => statement.type !== 'FunctionDeclaration')
    .map((statement) => context.unit.statement(statement, context));
  return (env) => {
    for (const { store, value } of functions) store(env, value(env));
    for (const action of actions) {
      const signal = action(env);
      if (signal !== undefined) return signal;
    }
    return undefined;
  };
}

/** Opens a scope for a block: with its own slots if closures may capture them, so that each entry has new ones. */
export function openScope(
  context: Context,
  inside: readonly (acorn.Node | null | undefined)[],
): { readonly context: Context; readonly frame: StaticFrame | undefined } {
  const frame = makesClosures(inside) ? new StaticFrame(context.scope.frame) : undefined;
  return { context: { ...context, scope: new StaticScope(context.scope, frame ?? context.scope.frame) }, frame };
}

/** Wraps an action so that it runs in a new environment if the scope has its own slots. */
export function inFrame(frame: StaticFrame | undefined, action: Action): Action {
  return frame === undefined ? action : (env) => action(new Frame(env, frame.slotCount));
}

/** Compiles a block statement, or the statements of a block. */
export function compileBlock(statements: readonly Statement[], context: Context): Action {
  if (!declaresNames(statements)) return compileBody(statements, context);
  const { context: inner, frame } = openScope(context, statements);
  return inFrame(frame, compileBody(statements, inner));
}
