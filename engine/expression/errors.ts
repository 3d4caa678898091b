// Errors of expressions: one class and its subclasses, with node, item and parameter.
import { AppError, type ErrorCode } from '../contract/errors.ts';

/** Details of a failed expression. `type` is a machine-readable reason; templates contain `{{nodeName}}` or `%%PARAMETER%%`. */
export interface ExpressionErrorContext {
  node?: string;
  /** Path of the parameter. */
  parameter?: string;
  /** Display name of the parameter, as the form shows it. */
  parameterLabel?: string;
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

/** An error of an expression. Node, item and run are added to `context` while the error propagates. */
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

/** The text is not JavaScript, or uses unsupported syntax. */
export class ExpressionSyntaxError extends ExpressionError {
  constructor(message: string, options: ExpressionErrorOptions = {}) {
    super(message, { ...options, code: 'EXPRESSION_SYNTAX' });
    this.name = 'ExpressionSyntaxError';
  }
}

/** The expression attempted something forbidden. */
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

/** An added method (`.toDateTime()`, `.sum()` …) was called on a value that does not support it. */
export class ExpressionExtensionError extends ExpressionError {
  constructor(message: string, options: ExpressionErrorOptions = {}) {
    super(message, options);
    this.name = 'ExpressionExtensionError';
  }
}

/** The expression ran too long, too deep, or allocated too much memory. */
export class ExpressionBudgetError extends ExpressionError {
  constructor(message: string, options: ExpressionErrorOptions = {}) {
    super(message, { ...options, code: 'EXPRESSION_BUDGET' });
    this.name = 'ExpressionBudgetError';
  }
}

/** Returns the error for a forbidden name, with the wording that users know. */
export function forbiddenAccess(name: string): ExpressionForbiddenError {
  return new ExpressionForbiddenError(`Cannot access "${name}" due to security concerns`);
}

/** Whether the host's call stack overflowed. The message differs by host, the class does not. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

/** Whether an error cannot be caught by an expression's try/catch: rejections, exhausted budgets and internal errors. */
export function isUncatchable(error: unknown): boolean {
  return error instanceof ExpressionForbiddenError || error instanceof ExpressionBudgetError || isStackOverflow(error);
}

/** Returns a copy of the error for another item, since a cached compile error must not be modified. */
export function freshCopy(error: ExpressionError): ExpressionError {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(error) as object) as ExpressionError, error, {
    context: { ...error.context },
  });
  for (const key of ['message', 'stack', 'cause'] as const) {
    if (Object.hasOwn(error, key)) Object.defineProperty(copy, key, { value: error[key], writable: true, configurable: true });
  }
  return copy;
}
