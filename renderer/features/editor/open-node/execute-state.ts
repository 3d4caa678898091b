// The state of the execute button: its label, and the reason if it is disabled.
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { isChatTrigger } from '../../../../engine/workflow/planning/start-node.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import type { RunState } from '../runs/run-slice.ts';

type ExecuteKind = 'chat' | 'testEvent' | 'fetchEvent' | 'event' | 'node';

interface ExecuteState {
  /** What a click does. */
  readonly action: 'run' | 'stopListening' | 'stop';
  readonly kind: ExecuteKind;
  /** Whether the node is running. */
  readonly isRunning: boolean;
  /** Text key of the reason why the button is disabled. */
  readonly hint?: 'triggerDisabled' | 'ownIssues' | 'otherRun';
}

export interface ExecuteInput {
  readonly node: Pick<WorkflowNode, 'name' | 'disabled' | 'type'>;
  readonly description: Pick<NodeDescription, 'group' | 'webhooks' | 'polling'> | undefined;
  readonly run: Pick<RunState, 'status' | 'executing' | 'startedWith'>;
  readonly hasIssues: boolean;
  /** Whether the run waits for the first event of this node. */
  readonly isListening: boolean;
}

export function executeState({ node, description, run, hasIssues, isListening }: ExecuteInput): ExecuteState {
  const kind = isChatTrigger(node) ? 'chat' : kindOf(description);
  const isTrigger = isTriggerType(description);
  const isRunning = run.executing.includes(node.name);
  if (isListening) return { action: 'stopListening', kind, isRunning };
  if (isRunning) return { action: 'stop', kind, isRunning };
  const hint =
    run.status === 'idle'
      ? isTrigger && node.disabled === true
        ? 'triggerDisabled'
        : isTrigger && hasIssues
          ? 'ownIssues'
          : undefined
      : 'otherRun';
  return { action: 'run', kind, isRunning, ...(hint === undefined ? {} : { hint }) };
}

export const isTriggerType = (description: Pick<NodeDescription, 'group'> | undefined): boolean =>
  description?.group.some((group) => group === 'trigger' || group === 'schedule') === true;

function kindOf(description: ExecuteInput['description']): ExecuteKind {
  if (description === undefined) return 'node';
  if ((description.webhooks?.filter(({ restartWebhook }) => restartWebhook !== true).length ?? 0) > 0) return 'testEvent';
  if (description.polling === true) return 'fetchEvent';
  return description.group.includes('trigger') && !description.group.includes('schedule') ? 'event' : 'node';
}
