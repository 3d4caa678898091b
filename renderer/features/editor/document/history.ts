// Undo and redo: versions of a workflow, which share unchanged parts.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { sameJson } from '../../../../engine/workflow/values/own-properties.ts';

export interface Step {
  readonly workflow: WorkflowFile;
  /** Text key of the action: `history.<label>`. */
  readonly label: string;
}

export interface History {
  readonly past: readonly Step[];
  readonly present: WorkflowFile;
  readonly future: readonly Step[];
  /** Consecutive changes with the same key are merged into one step. */
  readonly mergeKey?: string;
}

/** How a change is recorded: as a new step, merged into the previous step with the same key, or not at all. */
export type HistoryPolicy = 'record' | { readonly merge: string } | 'ignore';

/** Maximum number of undo steps. */
const MOST = 200;

export const newHistory = (workflow: WorkflowFile): History => ({ past: [], present: workflow, future: [] });

/** Returns the history after a change; the same object if nothing changed. */
export function changed(history: History, workflow: WorkflowFile, label: string, policy: HistoryPolicy = 'record'): History {
  if (workflow === history.present) return history;
  if (policy === 'ignore') return { ...history, present: workflow };
  const mergeKey = typeof policy === 'object' ? policy.merge : undefined;
  if (mergeKey !== undefined && mergeKey === history.mergeKey) {
    const before = history.past.at(-1)?.workflow;
    // Nothing is left to undo.
    if (before !== undefined && sameJson(before, workflow)) return { past: history.past.slice(0, -1), present: before, future: [] };
    return { ...history, present: workflow, future: [] };
  }
  const past = [...history.past, { workflow: history.present, label }].slice(-MOST);
  return { past, present: workflow, future: [], ...(mergeKey === undefined ? {} : { mergeKey }) };
}

export function undone(history: History): History {
  const step = history.past.at(-1);
  if (step === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: step.workflow,
    future: [{ workflow: history.present, label: step.label }, ...history.future],
  };
}

export function redone(history: History): History {
  const [step, ...future] = history.future;
  if (step === undefined) return history;
  return { past: [...history.past, { workflow: history.present, label: step.label }], present: step.workflow, future };
}
