// Why the watchdog terminated the engine's thread, as passed to the next thread.
import { AppError } from '../contract/errors.ts';
import { NodeError } from '../sdk/index.ts';
import type { WorkMark } from '../execution/index.ts';

export interface EngineFault {
  readonly reason: 'held' | 'memory' | 'crash';
  /** Seconds for which the engine was blocked, or its memory limit in MiB; 0 after a crash. */
  readonly limit: number;
  /** What ended the engine; only after a crash. */
  readonly crash?: EngineCrash;
  /** The running node; undefined if unknown. */
  readonly work?: WorkMark | undefined;
  /** Whether it is the second fault of this workflow within a minute. */
  readonly isRepeated: boolean;
  /** Number of faults since the program started, including this one. */
  readonly count: number;
}

/** An exception that nothing caught. */
export interface EngineCrash {
  readonly message: string;
  readonly stack?: string;
  /** Method and path of the requests that had no response yet. */
  readonly requests: readonly string[];
}

/** Returns the error of the node that was running. */
export function faultError({ reason, limit, crash }: EngineFault): NodeError {
  if (reason === 'crash') {
    return new NodeError(`An unexpected error ended the engine: ${crash?.message ?? 'unknown'}`, {
      code: 'ENGINE_CRASHED',
      hint: 'This is a defect of Millrace. Report it with the lines of the log that name it.',
    });
  }
  if (reason === 'held') {
    return new NodeError(`The node blocked the engine for ${limit} s and was stopped.`, {
      code: 'ENGINE_HELD',
      hint: 'Look for an expression that runs for long, or do the work in a Code node, which has its own process.',
    });
  }
  return new NodeError(`The node used too much memory: the engine has ${limit} MiB.`, {
    code: 'ENGINE_OUT_OF_MEMORY',
    hint: 'Process fewer or smaller items at a time, or raise MILLRACE_ENGINE_MEMORY.',
  });
}

/** Returns why a workflow is deactivated after two faults. */
export function deactivationError(fault: EngineFault): AppError {
  const { code, message, hint } = faultError(fault);
  const error = new AppError(code, `${message} It was the second time within a minute, so the workflow was deactivated.`, { hint });
  return Object.assign(error, { node: fault.work?.node });
}
