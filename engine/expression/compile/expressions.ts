// Compiles expressions by their node type.
import type * as acorn from 'acorn';
import { compareTexts, mayBeInexact } from '../../contract/exact-numbers.ts';
import { session } from '../budget.ts';
import type { Code } from '../environment.ts';
import { computed } from '../guard/exact-reads.ts';
import { toNumber, toNumeric } from '../guard/convert.ts';
import { operationOf, payForUnary } from '../guard/operators.ts';
import { hasMember } from '../guard/write.ts';
import { compileAssignment, compileDelete, compileUpdate } from './assignments.ts';
import { compileCall, compileNew } from './calls.ts';
import { unsupported, type Context } from './context.ts';
import { compileIdentifier, compileThis } from './identifiers.ts';
import { compileArray, compileLiteral, compileObject, compileTaggedTemplate, compileTemplate } from './literals.ts';
import { isMemberRead } from './keys.ts';
import { compileMember, compilePrivate, cut } from './members.ts';

type Expression = acorn.Expression | acorn.Super | acorn.PrivateIdentifier;

/** Compiles an expression. */
export function compileExpressionNode(node: Expression, context: Context): Code {
  switch (node.type) {
    case 'Identifier':
      return compileIdentifier(node.name, context);
    case 'Literal':
      return compileLiteral(node);
    case 'MemberExpression':
      return compileMember(node, context);
    case 'CallExpression':
      return compileCall(node, context);
    case 'ChainExpression':
      return compileChain(node, context);
    case 'BinaryExpression':
      return compileBinary(node, context);
    case 'LogicalExpression':
      return compileLogical(node, context);
    case 'UnaryExpression':
      return compileUnary(node, context);
    case 'ConditionalExpression':
      return compileConditional(node, context);
    case 'TemplateLiteral':
      return compileTemplate(node, context);
    case 'TaggedTemplateExpression':
      return compileTaggedTemplate(node, context);
    case 'ArrayExpression':
      context.unit.mayHoldFunctions = true;
      return compileArray(node, context);
    case 'ObjectExpression':
      context.unit.mayHoldFunctions = true;
      return compileObject(node, context);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return context.unit.functionValue(node, context);
    case 'ClassExpression':
      return context.unit.classValue(node, context);
    case 'NewExpression':
      return compileNew(node, context);
    case 'AssignmentExpression':
      return compileAssignment(node, context);
    case 'UpdateExpression':
      return compileUpdate(node, context);
    case 'SequenceExpression':
      return compileSequence(node, context);
    case 'ThisExpression':
      return compileThis(context);
    case 'ImportExpression':
      throw unsupported('import', node, context);
    default:
      throw unsupported(`this (${node.type})`, node, context);
  }
}

/** An optional chain: if a link is missing, the whole chain is undefined. */
function compileChain(node: acorn.ChainExpression, context: Context): Code {
  const value = compileLink(node.expression, context);
  return (env) => {
    const result = value(env);
    return result === cut ? undefined : result;
  };
}

function compileLink(node: Expression, context: Context): Code {
  if (node.type === 'MemberExpression') return compileMember(node, context, compileLink);
  if (node.type === 'CallExpression') return compileCall(node, context, compileLink);
  return compileExpressionNode(node, context);
}

function compileBinary(node: acorn.BinaryExpression, context: Context): Code {
  if (node.left.type === 'PrivateIdentifier') return compileBrandCheck(node.left, node.right, context);
  const left = compileExpressionNode(node.left, context);
  const right = compileExpressionNode(node.right, context);
  const operation = operationOf(node.operator);
  if (isMemberRead(node.left) && isMemberRead(node.right) && /^[!=]==?$/.test(node.operator))
    return compileEquality(node.operator, left, right);
  switch (node.operator) {
    case '*':
      return (env) => {
        const first = left(env);
        const second = right(env);
        return typeof first === 'number' && typeof second === 'number' ? computed(first * second) : operation(first, second);
      };
    case '-':
      return (env) => {
        const first = left(env);
        const second = right(env);
        return typeof first === 'number' && typeof second === 'number' ? computed(first - second) : operation(first, second);
      };
    case '/':
      return (env) => {
        const first = left(env);
        const second = right(env);
        return typeof first === 'number' && typeof second === 'number' ? computed(first / second) : operation(first, second);
      };
    case '+':
    case '%':
    case '**':
      return (env) => computed(operation(left(env), right(env)));
    default:
      return (env) => operation(left(env), right(env));
  }
}

/** Compares two members. Equal numbers that are not exact may have different texts. */
function compileEquality(operator: string, left: Code, right: Code): Code {
  const operation = operationOf(operator);
  const isNegated = operator.startsWith('!');
  return (env) => {
    const first = left(env);
    const firstText = mayBeInexact(first) ? (session.readText ?? String(first)) : undefined;
    const second = right(env);
    if (firstText === undefined || first !== second || !mayBeInexact(second)) return operation(first, second);
    return (compareTexts(firstText, session.readText ?? String(second)) === 0) !== isNegated;
  };
}

/** `#name in object`. */
function compileBrandCheck(name: acorn.PrivateIdentifier, object: acorn.Expression, context: Context): Code {
  const key = compilePrivate(name, context);
  const value = compileExpressionNode(object, context);
  return (env) => hasMember(key(env), value(env));
}

function compileLogical(node: acorn.LogicalExpression, context: Context): Code {
  const left = compileExpressionNode(node.left, context);
  const right = compileExpressionNode(node.right, context);
  switch (node.operator) {
    case '&&':
      return (env) => left(env) && right(env);
    case '||':
      return (env) => left(env) || right(env);
    default:
      return (env) => left(env) ?? right(env);
  }
}

function compileConditional(node: acorn.ConditionalExpression, context: Context): Code {
  const test = compileExpressionNode(node.test, context);
  const consequent = compileExpressionNode(node.consequent, context);
  const alternate = compileExpressionNode(node.alternate, context);
  return (env) => (test(env) ? consequent(env) : alternate(env));
}

function compileSequence(node: acorn.SequenceExpression, context: Context): Code {
  const codes = node.expressions.map((expression) => compileExpressionNode(expression, context));
  return (env) => {
    let value: unknown;
    for (const code of codes) value = code(env);
    return value;
  };
}

function compileUnary(node: acorn.UnaryExpression, context: Context): Code {
  if (node.operator === 'delete') return compileDelete(node.argument, context);
  const value = compileExpressionNode(node.argument, context);
  switch (node.operator) {
    case '!':
      return (env) => !value(env);
    case '-':
      return (env) => negate(value(env));
    case '+':
      return (env) => toNumber(value(env));
    case '~':
      return (env) => ~(payForUnary(toNumeric(value(env))) as number);
    case 'typeof':
      return (env) => typeof value(env);
    default:
      return (env) => {
        value(env);
        return undefined;
      };
  }
}

function negate(value: unknown): number | bigint {
  return typeof value === 'number' ? -value : -(payForUnary(toNumeric(value)) as number);
}
