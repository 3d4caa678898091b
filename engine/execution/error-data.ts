// Converts thrown values to the form that is stored with a run and shown to users: plain data, with a stack only for internal errors.
import { AppError } from '../contract/errors.ts';
import type { ErrorData, ExecutionMode, RunResult, TaskData } from '../contract/run-data.ts';
import type { NodeError } from '../sdk/index.ts';

/** Returns the stored form of an error that a node threw. `node`: the node's name. */
export function toErrorData(error: unknown, node: string | undefined, time: number): ErrorData {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), node, timestamp: time };
  const { description, httpCode, itemIndex, runIndex, parameter, level } = error as Partial<NodeError>;
  const errorContext = (error as { context?: unknown }).context;
  const context = {
    ...(typeof errorContext === 'object' && errorContext !== null ? errorContext : {}),
    ...(itemIndex === undefined ? {} : { itemIndex }),
    ...(runIndex === undefined ? {} : { runIndex }),
    ...(parameter === undefined ? {} : { parameter }),
  };
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(description === undefined ? {} : { description }),
    ...(error instanceof AppError && error.hint !== undefined ? { hint: error.hint } : {}),
    ...(httpCode === undefined ? {} : { httpCode }),
    ...(node === undefined ? {} : { node }),
    timestamp: time,
    ...(level === undefined ? {} : { level }),
    ...(Object.keys(context).length === 0 ? {} : { context }),
    ...causeOf(error),
    ...(error instanceof AppError ? {} : { stack: error.stack }),
  };
}

/** Returns the result of an execution that failed at its first node, before anything ran. `time`: milliseconds since the epoch. */
export function failedResult(error: unknown, node: string, mode: ExecutionMode, time: number): RunResult {
  const data = toErrorData(error, node, time);
  const task: TaskData = { startTime: time, executionTime: 0, executionIndex: 0, executionStatus: 'error', source: [], error: data };
  // Names of nodes are user input.
  const runData = Object.assign(Object.create(null) as Record<string, readonly TaskData[]>, { [node]: [task] });
  return { status: 'error', mode, startedAt: time, stoppedAt: time, resultData: { runData, error: data, lastNodeExecuted: node } };
}

function causeOf(error: Error): { cause?: unknown } {
  const { cause } = error;
  if (cause === undefined) return {};
  if (cause instanceof Error) {
    const { message, name } = cause;
    return message === error.message ? {} : { cause: { name, message } };
  }
  return typeof cause === 'string' ? { cause } : {};
}
