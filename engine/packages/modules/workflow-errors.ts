// Errors of `n8n-workflow` that are about workflows, executions and expressions instead of nodes.
import { ApplicationError, ExecutionBaseError, NodeError, NodeOperationError, type NodeErrorOptions } from './errors.ts';

/** A workflow failed as a whole, maybe at a node. */
export class WorkflowOperationError extends ExecutionBaseError {
  readonly node: unknown;

  constructor(message: string, node?: unknown, description?: string) {
    super(message, { level: 'warning', ...(description === undefined ? {} : { description }) });
    this.node = node;
  }
}

/** The node cannot work as the workflow is built, such as without a connection. */
export class WorkflowConfigurationError extends NodeOperationError {}

/** A called workflow failed. */
export class SubworkflowOperationError extends WorkflowOperationError {
  constructor(message: string, description?: string) {
    super(message, undefined, description);
  }
}

interface ActivationDetails {
  readonly cause?: Error;
  readonly node?: unknown;
  readonly level?: string;
  readonly workflowId?: string;
}

/** A workflow could not be activated. */
export class WorkflowActivationError extends ExecutionBaseError {
  readonly node: unknown;
  readonly workflowId: string | undefined;

  constructor(message: string, { cause, node, level = 'warning', workflowId }: ActivationDetails = {}) {
    super(message, { level, ...(cause === undefined ? {} : { cause }) });
    this.node = node;
    this.workflowId = workflowId;
  }
}

/** An execution was stopped before its end. */
export class ExecutionCancelledError extends ExecutionBaseError {
  constructor(executionId: string, message = 'The execution was cancelled') {
    super(message, { level: 'warning', extra: { executionId } });
  }
}

export class ManualExecutionCancelledError extends ExecutionCancelledError {
  constructor(executionId: string) {
    super(executionId, 'The execution was cancelled manually');
  }
}

export class TimeoutExecutionCancelledError extends ExecutionCancelledError {
  constructor(executionId: string) {
    super(executionId, 'The execution was cancelled because it timed out');
  }
}

interface ExpressionDetails {
  readonly cause?: Error;
  readonly description?: string;
  /** Other options: `parameter`, `itemIndex`, `runIndex`, `type`, `nodeCause` … */
  readonly [detail: string]: unknown;
}

/** An expression could not be evaluated. */
export class ExpressionError extends ExecutionBaseError {
  constructor(message: string, { cause, description, ...details }: ExpressionDetails = {}) {
    super(message, { level: 'warning', ...(cause === undefined ? {} : { cause }), ...(description === undefined ? {} : { description }) });
    Object.assign(this.context, details);
  }
}

/** A method that expressions have on values was called wrongly. */
export class ExpressionExtensionError extends ExpressionError {}

/** The conditions of a filter cannot be compared with the values. */
export class FilterError extends ApplicationError {
  constructor(message: string, description?: string) {
    super(message, { level: 'warning', ...(description === undefined ? {} : { description }) });
  }
}

/** The certificate of a service was not accepted. */
export class NodeSslError extends NodeError {
  constructor(node: unknown, cause: Error, options: NodeErrorOptions = {}) {
    super(node, cause, {
      ...options,
      message: options.message ?? "SSL Issue: consider using the 'Ignore SSL issues' option",
    });
  }
}
