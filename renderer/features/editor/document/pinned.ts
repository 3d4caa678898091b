// Pinning that can fail: what is wrong with the data is an answer, not an accident.
import { AppError } from '../../../../engine/contract/errors.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { setPin } from './operations.ts';

export interface PinProblem {
  readonly reason: 'invalid-json' | 'data-too-large';
  /** A sentence of the engine: what is wrong, and where. */
  readonly message: string;
}

/** The file with items pinned, or why it cannot be. Throws what is no fault of the data. */
export const pinned = (file: WorkflowFile, id: string, items: () => unknown): { readonly file: WorkflowFile } | PinProblem =>
  readOrProblem(() => ({ file: setPin(file, id, items()) }));

/** What `read` gives, or what is wrong with the data it reads. */
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
