// The execution whose data the editor shows when it opens a workflow next, in this tab.
import { forgetInTab, readInTab, saveInTab } from '../lib/browser-storage.ts';

const keyOf = (workflowId: string): string => `copy:${workflowId}`;

/** Remembers the execution; returns the path of the workflow, where the editor shows its data. */
export function debugPath(workflowId: string, executionId: string): string {
  saveInTab(keyOf(workflowId), executionId);
  return `/workflow/${encodeURIComponent(workflowId)}`;
}

/** Returns the execution that was remembered for a workflow, and forgets it. */
export function takeDebugged(workflowId: string): string | undefined {
  const executionId = readInTab(keyOf(workflowId));
  forgetInTab(keyOf(workflowId));
  return executionId === null || executionId === '' ? undefined : executionId;
}
