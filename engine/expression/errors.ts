// The errors of expressions: one class, named kinds of it, and the facts about node, item and parameter they carry.
import { AppError, type ErrorCode } from '../contract/errors.ts';

/** Facts about a failed expression. `type` is a machine-readable reason; templates hold `{{nodeName}}` or `%%PARAMETER%%`. */
export interface ExpressionErrorContext {
  node?: string;
  parameter?: string;
  itemIndex?: number;
  runIndex?: number;
  type?: string;
  functionality?: string;
  nodeCause?: string;
  messageTemplate?: string;
  descriptionKey?: string;
  expression?: string;
  [extra: string]: unknown;
}

export interface ExpressionErrorOptions {
  readonly code?: ErrorCode;
  readonly description?: string;
  readonly hint?: string;
  readonly context?: ExpressionErrorContext;
  readonly cause?: unknown;
}

/** A failure of an expression. `context` is filled in on its way out with node, item and run. */
export class ExpressionError extends AppError {
  readonly description: string | undefined;
  readonly context: ExpressionErrorContext;

  constructor(message: string, options: ExpressionErrorOptions = {}) {
    super(options.code ?? 'EXPRESSION_FAILED', message, { hint: options.hint, cause: options.cause });
    this.name = 'ExpressionError';
    this.description = options.description;
    this.context = { ...options.context };
  }
}

/** A text which is not JavaScript, or uses a part of it that expressions do not have. */
export class ExpressionSyntaxError extends ExpressionError {
  constructor(message: string, options: ExpressionErrorOptions = {}) {
    super(message, { ...options, code: 'EXPRESSION_SYNTAX' });
    this.name = 'ExpressionSyntaxError';
  }
}

/** Something an expression must not do. */
export class ExpressionForbiddenError extends ExpressionError {
  constructor(message: string, options: ExpressionErrorOptions = {}) {
    super(message, { ...options, code: 'EXPRESSION_FORBIDDEN' });
  }
}

export class ExpressionClassExtensionError extends ExpressionForbiddenError {
  constructor(baseClass: string) {
    super(`Cannot extend "${baseClass}" due to security concerns`);
    this.name = 'ExpressionClassExtensionError';
  }
}

export class ExpressionDestructuringError extends ExpressionForbiddenError {
  constructor(property: string) {
    super(`Cannot destructure "${property}" due to security concerns`);
    this.name = 'ExpressionDestructuringError';
  }
}

export class ExpressionComputedDestructuringError extends ExpressionForbiddenError {
  constructor(property: string) {
    super(`Cannot destructure the computed property "${property}" due to security concerns`);
    this.name = 'ExpressionComputedDestructuringError';
  }
}

export class ExpressionReservedVariableError extends ExpressionForbiddenError {
  constructor(variable: string) {
    super(`Cannot use "${variable}" as a variable name due to security concerns. Choose another name.`);
    this.name = 'ExpressionReservedVariableError';
  }
}

export class ExpressionWithStatementError extends ExpressionForbiddenError {
  constructor() {
    super('Cannot use "with" statements due to security concerns');
    this.name = 'ExpressionWithStatementError';
  }
}

/** A transformation function (`.toDateTime()`, `.sum()` …) used on a value it cannot work with. */
export class ExpressionExtensionError extends ExpressionError {
  constructor(message: string, options: ExpressionErrorOptions = {}) {
    super(message, options);
    this.name = 'ExpressionExtensionError';
  }
}

/** The expression ran too long, too deep, or asked for too much memory. */
export class ExpressionBudgetError extends ExpressionError {
  constructor(message: string, options: ExpressionErrorOptions = {}) {
    super(message, { ...options, code: 'EXPRESSION_BUDGET' });
    this.name = 'ExpressionBudgetError';
  }
}

/** The refusal of a name, in the words users know. */
export function forbiddenAccess(name: string): ExpressionForbiddenError {
  return new ExpressionForbiddenError(`Cannot access "${name}" due to security concerns`);
}

/** True when the host's call stack ran out: its message differs by host, its class does not. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

/** Whether an error must pass an expression's own try/catch: rejections, exhausted budgets and internal errors. */
export function isUncatchable(error: unknown): boolean {
  return error instanceof ExpressionForbiddenError || error instanceof ExpressionBudgetError || isStackOverflow(error);
}

/** The same failure for another item: an error kept from compiling is never filled in itself. */
export function freshCopy(error: ExpressionError): ExpressionError {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(error) as object) as ExpressionError, error, {
    context: { ...error.context },
  });
  for (const key of ['message', 'stack', 'cause'] as const) {
    if (Object.hasOwn(error, key)) Object.defineProperty(copy, key, { value: error[key], writable: true, configurable: true });
  }
  return copy;
}
