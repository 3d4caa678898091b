// Evaluates an arithmetic expression by precedence climbing: numbers, operators, functions and constants, nothing else.

/** An expression that cannot be computed. The message tells a model how to write it. */
export class CalculationError extends Error {}

interface Operator {
  readonly precedence: number;
  readonly isRightAssociative?: boolean;
  readonly apply: (left: number, right: number) => number;
}

const remainder: Operator = { precedence: 2, apply: (left, right) => left % divisor(right) };
const product: Operator = { precedence: 2, apply: (left, right) => left * right };
const quotient: Operator = { precedence: 2, apply: (left, right) => left / divisor(right) };
const power: Operator = { precedence: 4, isRightAssociative: true, apply: (left, right) => left ** right };
const difference: Operator = { precedence: 1, apply: (left, right) => left - right };

const operators: ReadonlyMap<string, Operator> = new Map([
  ['+', { precedence: 1, apply: (left, right) => left + right }],
  ['-', difference],
  ['−', difference],
  ['*', product],
  ['×', product],
  ['·', product],
  ['/', quotient],
  ['÷', quotient],
  ['%', remainder],
  ['mod', remainder],
  ['^', power],
  ['**', power],
]);

/** A sign binds more strongly than a product, and less than a power: -2^2 is -4. */
const SIGN_PRECEDENCE = 3;

const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['π', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
  ['phi', (1 + Math.sqrt(5)) / 2],
]);

/** Number of arguments: exactly so many, or a range. */
type Arity = number | readonly [least: number, most: number];

const functions: ReadonlyMap<string, readonly [Arity, (...args: number[]) => number]> = new Map<
  string,
  readonly [Arity, (...args: number[]) => number]
>([
  ...(['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'] as const).map(
    (name) => [name, [1, Math[name]]] as const,
  ),
  ...(['abs', 'ceil', 'floor', 'trunc', 'sign', 'sqrt', 'cbrt', 'exp', 'expm1', 'log2', 'log10', 'log1p'] as const).map(
    (name) => [name, [1, Math[name]]] as const,
  ),
  ['ln', [1, Math.log]],
  ['lg', [1, Math.log10]],
  ['log', [[1, 2], (value, base) => (base === undefined ? Math.log(value) : Math.log(value) / Math.log(base))]],
  ['round', [[1, 2], (value, digits = 0) => rounded(value, digits)]],
  ['roundto', [2, (value, digits) => rounded(value, digits ?? 0)]],
  ['pow', [2, (value, exponent = 1) => value ** exponent]],
  ['atan2', [2, (y, x = 0) => Math.atan2(y, x)]],
  ['mod', [2, (left, right = 0) => left % divisor(right)]],
  ['fac', [1, factorial]],
  ['factorial', [1, factorial]],
  ['min', [[1, Infinity], Math.min]],
  ['max', [[1, Infinity], Math.max]],
  ['hypot', [[1, Infinity], Math.hypot]],
  ['sum', [[1, Infinity], (...values) => values.reduce((sum, value) => sum + value, 0)]],
  ['avg', [[1, Infinity], mean]],
  ['mean', [[1, Infinity], mean]],
]);

/** Names that the tool describes to a model. */
export const functionNames: readonly string[] = [...functions.keys()];

const MAX_LENGTH = 10_000;
/** Maximum depth of parentheses and signs. */
const MAX_DEPTH = 200;

/** Returns the value. Throws CalculationError. */
export function calculate(expression: string): number {
  if (expression.length > MAX_LENGTH) throw new CalculationError(`The expression is longer than ${MAX_LENGTH} characters.`);
  const parser = new Parser(tokensOf(expression));
  const value = parser.whole();
  if (Number.isNaN(value)) throw new CalculationError('The result is not a real number, such as the root of a negative one.');
  if (!Number.isFinite(value)) throw new CalculationError('The result is too large.');
  // The last digits of floating point numbers are noise: 0.1 + 0.2 is 0.3.
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

const TOKEN = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([a-zA-Zπ_][a-zA-Z0-9_]*)|(\*\*|[-+*/%^()!,;−×·÷]))/y;

type Token =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'name'; readonly text: string }
  | { readonly type: 'symbol'; readonly text: string };

function tokensOf(expression: string): readonly Token[] {
  const source = expression.trimEnd();
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const position = TOKEN.lastIndex;
    const [, number, name, symbol = ''] = TOKEN.exec(source) ?? [];
    if (number !== undefined) tokens.push({ type: 'number', value: Number(number) });
    else if (name !== undefined) tokens.push({ type: 'name', text: name.toLowerCase() });
    else if (symbol !== '') tokens.push({ type: 'symbol', text: symbol });
    else
      throw new CalculationError(
        `"${Array.from(source.slice(position).trim())[0] ?? ''}" cannot be computed. Use numbers, operators and functions only.`,
      );
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): number {
    if (this.#tokens.length === 0) throw new CalculationError('The expression is empty.');
    const value = this.#binary(0);
    const rest = this.#next();
    if (rest === undefined) return value;
    const hint = rest.type === 'symbol' && rest.text === ',' ? ' Write numbers without thousands separators.' : '';
    throw new CalculationError(`Unexpected ${shown(rest)}.${hint}`);
  }

  /** Parses operators of at least this precedence. */
  #binary(least: number): number {
    if (++this.#depth > MAX_DEPTH) throw new CalculationError('The expression is nested too deeply.');
    let left = this.#unary();
    for (;;) {
      const token = this.#tokens[this.#position];
      const operator = token === undefined || token.type === 'number' ? undefined : operators.get(token.text);
      if (operator === undefined || operator.precedence < least) break;
      this.#position++;
      left = operator.apply(left, this.#binary(operator.isRightAssociative === true ? operator.precedence : operator.precedence + 1));
    }
    this.#depth--;
    return left;
  }

  #unary(): number {
    if (this.#takes('-') || this.#takes('−')) return -this.#binary(SIGN_PRECEDENCE);
    if (this.#takes('+')) return this.#binary(SIGN_PRECEDENCE);
    let value = this.#operand();
    while (this.#takes('!')) value = factorial(value);
    return value;
  }

  #operand(): number {
    const token = this.#next();
    if (token === undefined) throw new CalculationError('The expression ends too early.');
    if (token.type === 'number') return token.value;
    if (token.type === 'name') return this.#named(token.text);
    if (token.text !== '(') throw new CalculationError(`Unexpected ${shown(token)}.`);
    const value = this.#binary(0);
    this.#expect(')');
    return value;
  }

  #named(name: string): number {
    if (!this.#takes('(')) {
      const constant = constants.get(name);
      if (constant !== undefined) return constant;
      throw new CalculationError(
        functions.has(name)
          ? `Write the arguments of "${name}" in parentheses.`
          : `"${name}" is not known. Use numbers instead of variables.`,
      );
    }
    const definition = functions.get(name);
    if (definition === undefined) throw new CalculationError(`There is no function "${name}". Known are: ${functionNames.join(', ')}.`);
    const args: number[] = [];
    if (!this.#takes(')')) {
      do args.push(this.#binary(0));
      while (this.#takes(',') || this.#takes(';'));
      this.#expect(')');
    }
    const [arity, compute] = definition;
    const [least, most] = typeof arity === 'number' ? [arity, arity] : arity;
    if (args.length < least || args.length > most)
      throw new CalculationError(`"${name}" takes ${least === most ? least : `at least ${least}`} of the ${args.length} arguments.`);
    return compute(...args);
  }

  #next(): Token | undefined {
    return this.#tokens[this.#position++];
  }

  #takes(text: string): boolean {
    const token = this.#tokens[this.#position];
    if (token?.type !== 'symbol' || token.text !== text) return false;
    this.#position++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw new CalculationError(`A "${text}" is missing.`);
  }
}

const shown = (token: Token): string => `"${token.type === 'number' ? token.value : token.text}"`;

function divisor(value: number): number {
  if (value === 0) throw new CalculationError('The expression divides by zero.');
  return value;
}

function rounded(value: number, digits: number): number {
  const scaled = Number(`${value}e${Math.trunc(digits)}`);
  // Numbers in exponential notation have no further digits that matter.
  return Number.isNaN(scaled) ? value : Number(`${Math.round(scaled)}e${-Math.trunc(digits)}`);
}

function mean(...values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function factorial(value: number): number {
  if (!Number.isInteger(value) || value < 0) throw new CalculationError('Factorials are defined for whole numbers from 0.');
  let result = 1;
  for (let factor = 2; factor <= value && result < Infinity; factor++) result *= factor;
  return result;
}
