// Pinning with problems of the data as return values.
import { AppError } from '../../../../engine/contract/errors.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { setPin } from './operations.ts';

export interface PinProblem {
  readonly reason: 'invalid-json' | 'data-too-large';
  /** The engine's error message. */
  readonly message: string;
}

/** Returns the file with items pinned, or the problem with the data. Other errors are thrown. */
export const pinned = (file: WorkflowFile, id: string, items: () => unknown): { readonly file: WorkflowFile } | PinProblem =>
  readOrProblem(() => ({ file: setPin(file, id, items()) }));

/** Returns the result of `read`, or the problem with the data. */
export function readOrProblem<T extends object>(read: () => T): T | PinProblem {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof AppError ? error.params['reason'] : undefined;
    if (reason !== 'invalid-json' && reason !== 'data-too-large') throw error;
    const { message, hint } = error as AppError;
    return { reason, message: [message, hint].filter(Boolean).join(' ') };
  }
}
