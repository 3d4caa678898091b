// Statements that the parser does not produce today are rejected, in case a later version produces them.
import type * as acorn from 'acorn';
import { expect, it } from 'vitest';
import { ExpressionSyntaxError } from '../errors.ts';
import type { Context } from './context.ts';
import { compileStatement } from './statements.ts';

it.each(['ImportDeclaration', 'ExportDefaultDeclaration', 'MatchStatement'])('%s', (type) => {
  const context = { unit: { source: 'some code of it; more' } } as Context;
  const node = { type, start: 0, end: 16 } as unknown as acorn.Statement;
  expect(() => compileStatement(node, context)).toThrow(ExpressionSyntaxError);
});
