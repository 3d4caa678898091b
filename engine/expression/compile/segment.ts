// A segment: the code between double braces, parsed by acorn and compiled to a function of an environment.
import { parse, parseExpressionAt, type Expression, type Options, type Program } from 'acorn';
import { session } from '../budget.ts';
import { Frame, type Code, type Environment } from '../environment.ts';
import { ExpressionSyntaxError } from '../errors.ts';
import { compileBody } from './blocks.ts';
import { compileClass } from './classes.ts';
import type { Context, Unit } from './context.ts';
import { compileExpressionNode } from './expressions.ts';
import { compileFunction } from './functions.ts';
import { isMemberRead } from './keys.ts';
import { compileFreeName } from './identifiers.ts';
import { compilePattern } from './patterns.ts';
import { compileStatement } from './statements.ts';
import { assignedNames, StaticFrame, StaticScope, varNames } from './static-scope.ts';

/** Maximum length of a segment. Real workflows have segments of up to half this length. */
const SOURCE_LIMIT = 1_000_000;

const options: Options = { ecmaVersion: 'latest', sourceType: 'script' };

/** Parses a segment: as a single expression or, if that fails, as a program. Throws ExpressionSyntaxError. */
export function parseSegment(source: string): Expression | Program {
  if (source.length > SOURCE_LIMIT)
    throw new ExpressionSyntaxError('invalid syntax: this expression is too long', { hint: 'Use a Code node for this.' });
  try {
    const expression = parseExpressionAt(source, 0, options);
    if (isBlank(source.slice(expression.end))) return expression;
  } catch {
    // Not a single expression: either statements, or invalid code, for which the second attempt reports the error.
  }
  const program = statementsOf(source);
  if (program.body.some(({ type }) => type === 'ThrowStatement'))
    throw new ExpressionSyntaxError('invalid syntax: an expression must return a value, but "throw" does not');
  return program;
}

function statementsOf(source: string): Program {
  try {
    return parse(source, options);
  } catch (error) {
    throw syntaxError(error, source);
  }
}

/** Whether a text contains no code: only blanks, semicolons and comments. */
function isBlank(text: string): boolean {
  return /^(?:\s|;|\/\/[^\n]*(?:\n|$)|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*$/.test(text);
}

function syntaxError(error: unknown, source: string): ExpressionSyntaxError {
  if (!(error instanceof SyntaxError) || /stack space/.test(error.message))
    return new ExpressionSyntaxError('invalid syntax: this expression is nested too deeply');
  const { pos } = error as SyntaxError & { pos?: number };
  const reason = error.message.replace(/ \(\d+:\d+\)$/, '');
  const near = source.slice(Math.max(0, (pos ?? 0) - 20), (pos ?? 0) + 20).trim();
  return new ExpressionSyntaxError(`invalid syntax: ${reason}`, {
    description: near === '' ? 'The expression ends too early.' : `Near: ${near}`,
    context: { type: 'invalid_syntax', expression: source.slice(0, 500) },
    cause: error,
  });
}

/** A compiled segment and its capabilities. */
export interface Segment {
  readonly run: Code;
  readonly mayMutate: boolean;
  readonly mayGrow: boolean;
  readonly mayHoldFunctions: boolean;
  /** Whether it only reads a member, as opposed to a number that may be a copy of another one (`exact-reads.ts`). */
  readonly isRead: boolean;
}

/** Compiles a segment. Throws ExpressionError for unsupported syntax and forbidden names. */
export function compileSegment(tree: Expression | Program, source: string): Segment {
  const unit: Unit = {
    source,
    expression: compileExpressionNode,
    statement: compileStatement,
    functionValue: compileFunction,
    classValue: compileClass,
    pattern: compilePattern,
    mayMutate: false,
    mayGrow: false,
    mayHoldFunctions: false,
  };
  const frame = new StaticFrame(undefined);
  const scope = new StaticScope(undefined, frame);
  const context: Context = { unit, scope, tracksValue: true };
  const assigned = [...assignedNames(tree)];
  const implicit = assigned.map((name) => ({ index: scope.declare(name).index, value: compileFreeName(name) }));
  const code = tree.type === 'Program' ? compileProgram(tree, context) : compileExpressionNode(tree, context);
  const run = frame.slotCount === 0 ? code : inRootFrame(frame, implicit, code);
  const mayHoldFunctions = unit.mayHoldFunctions || unit.mayGrow || unit.mayMutate || assigned.length > 0;
  return { run, mayMutate: unit.mayMutate, mayGrow: unit.mayGrow, mayHoldFunctions, isRead: isMemberRead(tree) };
}

/**
 * Wraps code so that it runs with slots for its outermost variables. Names assigned without a declaration start with the value of the data that
 * they hide.
 */
function inRootFrame(frame: StaticFrame, implicit: readonly { readonly index: number; readonly value: Code }[], code: Code): Code {
  return (scope) => {
    const env: Environment = new Frame(scope, frame.slotCount);
    for (const { index, value } of implicit) env.slots[index] = value(scope);
    return code(env);
  };
}

function compileProgram(program: Program, context: Context): Code {
  for (const name of varNames(program)) context.scope.declare(name);
  const body = compileBody(program.body, context);
  return (env) => {
    session.completed = undefined;
    body(env);
    const value = session.completed;
    session.completed = undefined;
    return value;
  };
}
