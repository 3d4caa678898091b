// Data for the editor of a new workflow: a workflow from the desktop application or another editor, or a request to add a first step.
import type { ShellCommand } from '../../engine/contract/desktop.ts';
import type { WorkflowFile } from '../../engine/contract/workflow.ts';

export type HandedOver =
  | Extract<ShellCommand, { readonly type: 'importFile' | 'importUrl' }>
  | { readonly type: 'workflow'; readonly workflow: WorkflowFile }
  | { readonly type: 'firstStep' };

/** State of the navigation to the new workflow. After a reload of the page, nothing is imported again. */
export interface HandedOverState {
  readonly handedOver: number;
}

const waiting = new Map<number, HandedOver>();
let last = 0;

export function storeHandedOver(item: HandedOver): HandedOverState {
  waiting.set(++last, item);
  return { handedOver: last };
}

/** Returns what a navigation brings, once. */
export function takeHandedOver(state: unknown): HandedOver | undefined {
  const { handedOver = 0 } = (state ?? {}) as Partial<HandedOverState>;
  const item = waiting.get(handedOver);
  waiting.delete(handedOver);
  return item;
}
