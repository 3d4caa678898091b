// Evaluates the `filter` parameter of If, Filter and Switch. Compiled once per node run, then evaluated per item.
import { AppError } from '../../contract/errors.ts';
import { filterOperation, type FilterOperation } from './filter-operators.ts';
import { isRecord } from '../values/own-properties.ts';
import { validateFieldType } from '../values/type-validation.ts';
import { displayText } from '../values/display-text.ts';
import { isExpression } from '../../contract/json.ts';
import { ExactNumber, exactNumber, plainValue, takeFrom } from '../../contract/exact-values.ts';

interface FilterOperator {
  readonly type: string;
  readonly operation: string;
  readonly rightType?: string;
  readonly singleValue?: boolean;
}

interface FilterCondition {
  readonly id?: string;
  readonly leftValue?: unknown;
  readonly rightValue?: unknown;
  readonly operator: FilterOperator;
}

export interface FilterSettings {
  /** Default: true. */
  readonly caseSensitive?: boolean;
  /** `loose` converts values to the operator's type; anything else is strict. */
  readonly typeValidation?: string;
  /** 1: loose booleans follow JavaScript truthiness. 2 and later: the texts `false` and `0` are false. */
  readonly version?: number;
}

/** Value of a filter parameter in a workflow file. */
export interface FilterValue {
  readonly combinator?: string;
  readonly conditions?: readonly FilterCondition[];
  readonly options?: FilterSettings;
}

export interface CompileFilterOptions extends FilterSettings {
  /** Whether the sides are final values, in which a leading `=` is part of the text. Default: false; they are expressions, evaluated per item. */
  readonly resolved?: boolean;
  /** IANA time zone of dates without a zone. */
  readonly timezone?: string;
}

type FilterSide = 'leftValue' | 'rightValue';

/** Returns the value of a non-constant side for the current item; an ExactNumber for a number that is not exact. */
export type FilterSides = (condition: number, side: FilterSide) => unknown;

export interface CompiledFilter {
  /** Whether no side is an expression, so that the result is the same for every item. */
  readonly isConstant: boolean;
  /**
   * Evaluates the filter for one item. `sides` is called only for sides that are expressions, left before right, and not for conditions
   * that cannot change the result. Throws AppError PARAMETER_INVALID with condition and item if a value has the wrong type.
   */
  matches(sides: FilterSides, itemIndex: number): boolean;
}

export interface FilterProblem {
  readonly condition: number;
  readonly side: FilterSide;
  readonly message: string;
}

interface Condition {
  readonly index: number;
  readonly operation: FilterOperation;
  readonly left: Side;
  readonly right: Side | undefined;
}

interface Side {
  readonly constant: boolean;
  readonly value: unknown;
  /** Whether the side is already converted and prepared, because it is constant and valid. */
  readonly ready: boolean;
  readonly name: FilterSide;
  readonly type: string;
  readonly prepare: ((value: unknown) => unknown) | undefined;
}

interface Typing {
  readonly strict: boolean;
  readonly truthiness: boolean;
  readonly timezone: string | undefined;
}

/** Compiles a filter: looks up operators, compiles regexes and converts constant sides once. `options` override those of the filter. */
export function compileFilter(filter: FilterValue, options: CompileFilterOptions = {}): CompiledFilter {
  const ignoreCase = !(options.caseSensitive ?? filter.options?.caseSensitive ?? true);
  const typing: Typing = {
    strict: (options.typeValidation ?? filter.options?.typeValidation) !== 'loose',
    truthiness: (options.version ?? filter.options?.version ?? 1) < 2,
    timezone: options.timezone,
  };
  const conditions = (filter.conditions ?? []).map((condition, index) =>
    compileCondition(condition, index, options.resolved === true, ignoreCase, typing),
  );
  const any = filter.combinator?.toLowerCase() === 'or';
  return {
    isConstant: conditions.every(
      (condition) => condition === undefined || (condition.left.constant && condition.right?.constant !== false),
    ),
    matches(sides, itemIndex) {
      for (const condition of conditions) {
        const isMet = condition !== undefined && judge(condition, sides, itemIndex, typing);
        if (isMet === any) return any;
      }
      return !any;
    },
  };
}

/** Returns constant sides with the wrong type or an invalid pattern, for which every item would fail. Empty sides are left out. */
export function filterProblems(filter: FilterValue): readonly FilterProblem[] {
  const typing: Typing = {
    strict: filter.options?.typeValidation !== 'loose',
    truthiness: (filter.options?.version ?? 1) < 2,
    timezone: undefined,
  };
  return (filter.conditions ?? []).flatMap((condition, index) => {
    const compiled = isCondition(condition) ? compileCondition(condition, index, false, false, typing) : undefined;
    const sides = compiled?.right === undefined ? [] : [compiled.left, compiled.right];
    return sides.flatMap((side) => {
      if (!side.constant || side.ready || side.value === '') return [];
      try {
        prepared(side, side.value, typing);
        return [];
      } catch (error) {
        return [{ condition: index, side: side.name, message: (error as Error).message }];
      }
    });
  });
}

/** Files may contain any value instead of a condition. */
const isCondition = (condition: unknown): condition is FilterCondition => isRecord(condition) && isRecord(condition['operator']);

/** Compiles one condition. A condition with an unknown operation is never true. */
function compileCondition(
  condition: FilterCondition,
  index: number,
  resolved: boolean,
  ignoreCase: boolean,
  typing: Typing,
): Condition | undefined {
  const { type, operation: name, rightType } = condition.operator;
  const operation = filterOperation(type, name, ignoreCase);
  if (operation === undefined) return undefined;
  const lower = ignoreCase && operation.keepsCase !== true ? lowerCase : undefined;
  const { prepare } = operation;
  const prepareRight = prepare === undefined ? lower : remember((value) => prepare(value, ignoreCase));
  const side = (name: FilterSide, type: string, prepare: Side['prepare']): Side => {
    const value = takeFrom(condition, name);
    const constant = resolved || !isExpression(value);
    const raw: Side = { constant, value, ready: false, name, type, prepare };
    return constant ? readied(raw, typing) : raw;
  };
  return {
    index,
    operation,
    left: side('leftValue', type, lower),
    right: operation.unary === true ? undefined : side('rightValue', rightType ?? type, prepareRight),
  };
}

/** Consecutive items often have the same value, so the last prepared value is cached. */
function remember(make: (value: unknown) => unknown): (value: unknown) => unknown {
  let last: { readonly value: unknown; readonly converted: unknown } | undefined;
  return (value) => {
    if (last === undefined || last.value !== value) last = { value, converted: make(value) };
    return last.converted;
  };
}

/** An invalid constant is reported only when an item reaches it, so that a filter without items never fails. */
function readied(side: Side, typing: Typing): Side {
  try {
    return { ...side, ready: true, value: prepared(side, side.value, typing) };
  } catch {
    return side;
  }
}

function judge(condition: Condition, sides: FilterSides, itemIndex: number, typing: Typing): boolean {
  const { left, right, index } = condition;
  const leftValue = left.ready
    ? left.value
    : prepared(left, left.constant ? left.value : sides(index, 'leftValue'), typing, { condition: index, itemIndex });
  if (right === undefined) return condition.operation.test(leftValue, undefined);
  const rightValue = right.ready
    ? right.value
    : prepared(right, right.constant ? right.value : sides(index, 'rightValue'), typing, { condition: index, itemIndex });
  return condition.operation.test(leftValue, rightValue);
}

/** Location of a comparison; omitted from messages if there are no items. */
interface Place {
  readonly condition: number;
  readonly itemIndex: number;
}

const placeText = (at: Place | undefined): string => (at === undefined ? '' : ` [condition ${at.condition}, item ${at.itemIndex}]`);

function prepared(side: Side, value: unknown, typing: Typing, at?: Place): unknown {
  const typed = typeof value === side.type && side.type !== 'object' ? value : convert(value, side, typing, at);
  if (side.prepare === undefined) return typed;
  try {
    return side.prepare(typed);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('PARAMETER_INVALID', `${reason}${placeText(at)}`, {
      params: { ...at },
      hint: 'Correct the pattern on the right side of the condition.',
      cause: error,
    });
  }
}

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

function convert(operand: unknown, side: Side, typing: Typing, at: Place | undefined): unknown {
  const { type } = side;
  if (operand instanceof ExactNumber && (type === 'number' || type === 'any')) return operand;
  if (operand instanceof ExactNumber && type === 'string' && !typing.strict) return operand.text;
  const value = plainValue(operand);
  if (type === 'any' || value === null || value === undefined) return value;
  if (type === 'boolean' && !typing.strict) return typing.truthiness ? Boolean(value) : looseBoolean(value);
  if (type === 'number' && !typing.strict && typeof value === 'string' && value !== '' && value.trim() === '') return 0;
  if (type === 'number' && !typing.strict && (value === '' || (Array.isArray(value) && value.length === 0))) return undefined;
  const result = validateFieldType('value', value, type, {
    strict: typing.strict,
    parseStrings: !typing.strict,
    timezone: typing.timezone,
  });
  if (!result.valid) throw wrongType(value, side, typing, at);
  return type === 'number' && typeof value === 'string' && typeof result.newValue === 'number'
    ? exactNumber(value.trim())
    : result.newValue;
}

/**
 * Converts a value to a boolean. The texts `true`, `false`, `1` and `0` are recognized; lists are converted to a number first, so that an empty
 * list is false.
 */
function looseBoolean(value: unknown): boolean {
  const result = validateFieldType('value', value, 'boolean');
  if (result.valid) return result.newValue as boolean;
  return Array.isArray(value) ? Number(value) !== 0 : Boolean(value);
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function wrongType(value: unknown, side: Side, typing: Typing, at: Place | undefined): AppError {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  const message = typing.strict
    ? `Wrong type: '${displayText(value)}' is ${article(kind)} but was expecting ${article(side.type)}${placeText(at)}`
    : `Conversion error: the ${kind} '${displayText(value)}' can't be converted to ${article(side.type)}${placeText(at)}`;
  const field = side.name === 'leftValue' ? 'first' : 'second';
  return new AppError('PARAMETER_INVALID', message, {
    params: { ...at },
    hint: typing.strict
      ? `Turn on "Convert types where required", choose an operator for ${kind}s, or convert the ${field} value to ${article(side.type)} with an expression.`
      : `Choose another operator, or convert the ${field} value to ${article(side.type)} with an expression.`,
  });
}
