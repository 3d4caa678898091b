// Names a column without alias: the expression in AlaSQL's spelling, with upper-case functions and no spaces.
import type { Expression } from './syntax.ts';

export function nameOf(expression: Expression): string {
  return expression.kind === 'column' ? (expression.parts.at(-1) as string) : expressionText(expression);
}

function expressionText(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return expression.text;
    case 'parameter':
      return '?';
    case 'column':
      return expression.parts.join('.');
    case 'field':
      return `${expressionText(expression.of)}->${expression.key.kind === 'literal' ? String(expression.key.value) : `(${expressionText(expression.key)})`}`;
    case 'unary':
      return expression.operator === 'NOT'
        ? `NOT(${expressionText(expression.operand)})`
        : `${expression.operator}${expressionText(expression.operand)}`;
    case 'binary': {
      const gap = /^\w/.test(expression.operator) ? ' ' : '';
      return `${expressionText(expression.left)}${gap}${expression.operator}${gap}${expressionText(expression.right)}`;
    }
    case 'call': {
      const args = expression.args === '*' ? '*' : expression.args.map(expressionText).join(',');
      return `${expression.name}(${expression.isDistinct ? 'DISTINCT ' : ''}${args})`;
    }
    case 'cast':
      return `CAST(${expressionText(expression.value)} AS ${expression.type})`;
    case 'isNull':
      return `${expressionText(expression.value)} IS ${expression.not ? 'NOT ' : ''}NULL`;
    case 'case':
      return 'CASE';
    case 'between':
    case 'in':
    case 'exists':
    case 'scalar':
      return expression.kind.toUpperCase();
  }
}
