// The past and future of a workflow: versions as they stood, which share what did not change.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';

export interface Step {
  readonly workflow: WorkflowFile;
  /** Text key of what was done, for the menu: `history.<label>`. */
  readonly label: string;
}

export interface History {
  readonly past: readonly Step[];
  readonly present: WorkflowFile;
  readonly future: readonly Step[];
  /** Changes of the same key that follow each other are one step. */
  readonly mergeKey?: string;
}

/** How a change enters the history: as a step of its own, into the step before it where that has the same key, or not at all. */
export type HistoryPolicy = 'record' | { readonly merge: string } | 'ignore';

/** Steps that can be taken back. */
const MOST = 200;

export const newHistory = (workflow: WorkflowFile): History => ({ past: [], present: workflow, future: [] });

/** The history after a change; the same one when nothing changed. */
export function changed(history: History, workflow: WorkflowFile, label: string, policy: HistoryPolicy = 'record'): History {
  if (workflow === history.present) return history;
  if (policy === 'ignore') return { ...history, present: workflow };
  const mergeKey = typeof policy === 'object' ? policy.merge : undefined;
  if (mergeKey !== undefined && mergeKey === history.mergeKey) return { ...history, present: workflow, future: [] };
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
