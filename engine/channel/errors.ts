// Errors as they pass between threads and processes. The one pair of functions that converts them to plain data and back.
import { AppError, errorCodeOf } from '../contract/errors.ts';
import { NodeError } from '../sdk/node-error.ts';

/** Fields of a NodeError, besides those of every error. */
interface NodeFields {
  readonly description?: string;
  readonly parameter?: string;
  readonly httpCode?: string;
  readonly itemIndex?: number;
  readonly runIndex?: number;
}

/** An error as plain data. The end that receives it from code of others relies on nothing but its type. */
export interface ErrorData extends NodeFields {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly hint?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly stack?: string;
  readonly cause?: ErrorData;
  /** Whether it was thrown for a node. */
  readonly isOfNode?: true;
}

const texts = ['code', 'hint', 'stack', 'description', 'parameter', 'httpCode'] as const;
const numbers = ['itemIndex', 'runIndex'] as const;
/** Number of causes that are followed. */
const MOST_CAUSES = 5;

/** Returns a thrown value as plain data. Never throws, although code can throw objects that cannot be read. */
export function toErrorData(thrown: unknown, depth = 0): ErrorData {
  try {
    return read(thrown, depth);
  } catch {
    return { name: 'Error', message: 'An error that cannot be read.' };
  }
}

function read(thrown: unknown, depth: number): ErrorData {
  if (typeof thrown !== 'object' || thrown === null) return { name: 'Error', message: String(thrown) };
  const error = thrown as Readonly<Record<string, unknown>>;
  const { name, message, params, cause } = error;
  return {
    ...fieldsOf(error),
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : String(message ?? thrown),
    ...(thrown instanceof AppError && params !== undefined ? { params: { ...(params as object) } } : {}),
    ...(cause instanceof Error && depth < MOST_CAUSES ? { cause: toErrorData(cause, depth + 1) } : {}),
    ...(thrown instanceof NodeError ? { isOfNode: true } : {}),
  };
}

function fieldsOf(error: Readonly<Record<string, unknown>>): Partial<Pick<ErrorData, (typeof texts)[number] | (typeof numbers)[number]>> {
  const isText = texts.filter((field) => typeof error[field] === 'string');
  const isNumber = numbers.filter((field) => typeof error[field] === 'number');
  return Object.fromEntries([...isText, ...isNumber].map((field) => [field, error[field]]));
}

/** Returns what code of others may know of an error of the engine: no stack, cause or values. */
export function withoutInternals({ stack: _stack, cause: _cause, params: _params, ...data }: ErrorData): ErrorData {
  return data;
}

/** Returns the error again: NodeError or AppError if it has a code of the engine's table, otherwise Error. */
export function fromErrorData(data: ErrorData): Error {
  const { name, message, hint, params, stack, cause: causeData } = data;
  const code = errorCodeOf(data);
  const cause = causeData === undefined ? {} : { cause: fromErrorData(causeData) };
  const hinted = hint === undefined ? {} : { hint };
  const error =
    code === undefined
      ? new Error(message, cause)
      : data.isOfNode === true
        ? new NodeError(message, { ...fieldsOf({ ...data }), ...hinted, ...cause, code, name })
        : new AppError(code, message, { ...hinted, ...cause, ...(params === undefined ? {} : { params }) });
  if (code === undefined) error.name = name;
  return stack === undefined ? error : Object.assign(error, { stack });
}
