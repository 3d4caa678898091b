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

/** An error as plain data. If it comes from foreign code, only the types of its fields can be relied on. */
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

/** Number of causes that are followed. */
const MOST_CAUSES = 5;

type Fields = Readonly<Record<string, unknown>>;

/** Returns a thrown value as plain data. */
export function toErrorData(thrown: unknown, depth = 0): ErrorData {
  return readable(() => {
    const data = publicData(thrown);
    if (typeof thrown !== 'object' || thrown === null) return data;
    const { code, stack, params, cause, parameter, itemIndex, runIndex } = thrown as Fields;
    return {
      ...data,
      ...(typeof code === 'string' ? { code } : {}),
      ...(typeof stack === 'string' ? { stack } : {}),
      ...(thrown instanceof AppError && params !== undefined ? { params: { ...(params as object) } } : {}),
      ...(cause instanceof Error && depth < MOST_CAUSES ? { cause: toErrorData(cause, depth + 1) } : {}),
      ...(typeof parameter === 'string' ? { parameter } : {}),
      ...(typeof itemIndex === 'number' ? { itemIndex } : {}),
      ...(typeof runIndex === 'number' ? { runIndex } : {}),
      ...(thrown instanceof NodeError ? { isOfNode: true } : {}),
    };
  });
}

/** Returns what foreign code may read of an error of the engine: no stack, cause or values. */
export const toPublicErrorData = (thrown: unknown): ErrorData => readable(() => publicData(thrown));

/** Code can throw objects that cannot be read. */
function readable(read: () => ErrorData): ErrorData {
  try {
    return read();
  } catch {
    return { name: 'Error', message: 'An error that cannot be read.' };
  }
}

function publicData(thrown: unknown): ErrorData {
  if (typeof thrown !== 'object' || thrown === null) return { name: 'Error', message: String(thrown) };
  const { name, message, hint, description, httpCode } = thrown as Fields;
  const code = errorCodeOf(thrown);
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : String(message ?? thrown),
    ...(code === undefined ? {} : { code }),
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof httpCode === 'string' ? { httpCode } : {}),
  };
}

/** Returns the error again: NodeError or AppError if its code is of the engine's table, otherwise Error. */
export function fromErrorData(data: ErrorData): Error {
  const { name, message, hint, params, stack, cause: causeData, code: _, isOfNode = false, ...fields } = data;
  const code = errorCodeOf(data);
  const options = { ...(hint === undefined ? {} : { hint }), ...(causeData === undefined ? {} : { cause: fromErrorData(causeData) }) };
  let error: Error;
  if (code === undefined) error = Object.assign(new Error(message, options), { name }, data.code === undefined ? {} : { code: data.code });
  else if (isOfNode) error = new NodeError(message, { ...fields, ...options, code, name });
  else error = new AppError(code, message, { ...options, ...(params === undefined ? {} : { params }) });
  return stack === undefined ? error : Object.assign(error, { stack });
}
