// Errors thrown by nodes, with the item and whether a retry may help.
import { AppError, type ErrorCode } from '../contract/errors.ts';

export interface NodeErrorOptions {
  readonly code?: ErrorCode;
  /** Longer explanation under the message; plain text. */
  readonly description?: string;
  readonly itemIndex?: number;
  readonly runIndex?: number;
  /** Path of the parameter at fault. */
  readonly parameter?: string;
  readonly retryable?: boolean;
  readonly hint?: string;
  readonly httpCode?: string;
  readonly cause?: unknown;
  /** More facts for the error view. Never secrets. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Class name shown to the user, `NodeOperationError` unless told; `NodeApiError` for a service that refused. */
  readonly name?: string;
}

/** A failure within a node. The runner adds the node's name. */
export class NodeError extends AppError {
  readonly description: string | undefined;
  readonly itemIndex: number | undefined;
  readonly runIndex: number | undefined;
  readonly parameter: string | undefined;
  readonly retryable: boolean;
  readonly httpCode: string | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  node: string | undefined;

  constructor(message: string, options: NodeErrorOptions = {}) {
    super(options.code ?? 'NODE_OPERATION_FAILED', message, { hint: options.hint, cause: options.cause });
    this.name = options.name ?? 'NodeOperationError';
    this.description = options.description;
    this.itemIndex = options.itemIndex;
    this.runIndex = options.runIndex;
    this.parameter = options.parameter;
    this.retryable = options.retryable ?? false;
    this.httpCode = options.httpCode;
    this.context = options.context ?? {};
  }
}

/** The same error; for an overflow of the stack, which data of thousands of levels causes, one that says so. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof RangeError) || !/call stack/i.test(error.message)) return error;
  return new NodeError('The data is nested too deeply for this node.', {
    hint: 'Check where the data comes from, or take it apart before this node.',
    cause: error,
  });
}
