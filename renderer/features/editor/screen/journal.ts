// Unsaved work, kept in the browser so that a crash or a closed window does not take it; forgotten as soon as it is saved.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';

interface Work {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly workflow: WorkflowFile;
}

const keyOf = (id: string | undefined): string => `millrace-unsaved:${id ?? 'new'}`;

/** Characters beyond which work is not kept: the browser's room is small. */
const MOST = 4_000_000;

export function keepUnsavedWork(id: string | undefined, workflow: WorkflowFile, at: number): void {
  try {
    const text = JSON.stringify({ at, workflow });
    if (text.length <= MOST) localStorage.setItem(keyOf(id), text);
  } catch {
    // No room, or storage is blocked: then there is only the warning when the window is closed.
  }
}

export function unsavedWork(id: string | undefined): Work | undefined {
  try {
    const text = localStorage.getItem(keyOf(id));
    return text === null ? undefined : (JSON.parse(text) as Work);
  } catch {
    return undefined;
  }
}

export function forgetUnsavedWork(id: string | undefined): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Nothing was kept there.
  }
}
