// The error class of nodes.
import { AppError, type ErrorCode } from '../contract/errors.ts';

export interface NodeErrorOptions {
  readonly code?: ErrorCode;
  /** Longer explanation shown below the message; plain text. */
  readonly description?: string;
  readonly itemIndex?: number;
  readonly runIndex?: number;
  /** Path of the parameter that caused the error. */
  readonly parameter?: string;
  readonly retryable?: boolean;
  readonly hint?: string;
  readonly httpCode?: string;
  readonly cause?: unknown;
  /** Further details for the error view; never secrets. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** How grave it is, for error workflows. Default: warning. */
  readonly level?: 'info' | 'warning' | 'error';
  /** Class name that users see: `NodeOperationError` (default), or `NodeApiError` if a service rejected the request. */
  readonly name?: string;
}

/** A failure of a node. The runner adds the node's name. */
export class NodeError extends AppError {
  readonly description: string | undefined;
  readonly itemIndex: number | undefined;
  readonly runIndex: number | undefined;
  readonly parameter: string | undefined;
  readonly retryable: boolean;
  readonly httpCode: string | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  readonly level: NodeErrorOptions['level'];
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
    this.level = options.level;
  }
}

/** Returns the error itself. A stack overflow, which deeply nested data causes, is replaced by an error that says so. */
export function explainOverflow(error: unknown): unknown {
  if (!(error instanceof RangeError) || !/call stack/i.test(error.message)) return error;
  return new NodeError('The data is nested too deeply for this node.', {
    hint: 'Check the source of the data, or split it before this node.',
    cause: error,
  });
}
