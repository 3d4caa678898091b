// Why the engine's thread was ended from outside, as the next one is told.
import { AppError } from '../contract/errors.ts';
import { NodeError } from '../sdk/index.ts';
import type { WorkMark } from '../execution/index.ts';

export interface EngineFault {
  readonly reason: 'held' | 'memory';
  /** Seconds it was held for; MiB it was allowed. */
  readonly limit: number;
  /** The node at work; undefined if that is not known. */
  readonly work?: WorkMark;
  /** It is the second time for this workflow within a minute. */
  readonly isRepeated: boolean;
}

/** The failure of the node at fault. */
export function faultError({ reason, limit }: EngineFault): NodeError {
  if (reason === 'held') {
    return new NodeError(`The node held the engine for ${limit} s and was stopped.`, {
      code: 'ENGINE_HELD',
      hint: 'Look for an expression that computes for long, or do the work in a Code node, which has a process of its own.',
    });
  }
  return new NodeError(`The node used too much memory: the engine has ${limit} MiB.`, {
    code: 'ENGINE_OUT_OF_MEMORY',
    hint: 'Work on fewer or smaller items at a time, or raise MILLRACE_ENGINE_MEMORY.',
  });
}

/** Why a workflow is switched off that was at fault twice. */
export function deactivationError(fault: EngineFault): AppError {
  const { code, message, hint } = faultError(fault);
  const error = new AppError(code, `${message} It was the second time within a minute, so the workflow was switched off.`, { hint });
  return Object.assign(error, { node: fault.work?.node });
}
