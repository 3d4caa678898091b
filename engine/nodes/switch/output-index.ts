// Output numbers from parameters.
import { NodeError } from '../../sdk/index.ts';
import { displayText } from '../../workflow/values/display-text.ts';

/** Returns the requested number of outputs; 1 if it is not a valid number. */
export function outputCount(value: unknown): number {
  const count = Math.trunc(Number(value));
  return count >= 1 && count <= 1000 ? count : 1;
}

/**
 * Returns an output's index from 0; text must be the canonical form of the number (`1`, not `1.0`). Throws NodeError PARAMETER_INVALID if the
 * output does not exist.
 */
export function outputIndex(value: unknown, outputs: number, itemIndex: number): number {
  const index = typeof value === 'string' && /^(?:0|[1-9]\d*)$/.test(value) ? Number(value) : value;
  if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < outputs) return index;
  throw new NodeError(`The output ${displayText(value)} is not allowed. It has to be between 0 and ${outputs - 1}!`, {
    code: 'PARAMETER_INVALID',
    itemIndex,
    parameter: 'output',
  });
}
