// Converts trigger failures to NodeErrors.
import { errorCodeOf } from '../contract/errors.ts';
import { NodeError } from '../sdk/index.ts';

/** Returns the failure as a NodeError with the node's name. */
export function triggerError(error: unknown, nodeName: string): NodeError {
  if (error instanceof NodeError) {
    error.node ??= nodeName;
    return error;
  }
  const failure = new NodeError(error instanceof Error ? error.message : String(error), { code: errorCodeOf(error), cause: error });
  failure.node = nodeName;
  return failure;
}
