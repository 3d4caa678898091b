// The inputs that a workflow declares for its callers: the fields of its "When Executed by Another Workflow" trigger.
import type { WorkflowFile } from '../../contract/workflow.ts';
import { isRecord } from '../values/own-properties.ts';

export interface SubWorkflowInput {
  readonly id: string;
  readonly displayName: string;
  /** `string`, `number`, `boolean`, `array`, `object` or `any`. */
  readonly type: string;
  readonly required: boolean;
  readonly display: boolean;
}

const trigger = 'n8n-nodes-base.executeWorkflowTrigger';

/** Returns the inputs declared by fields or by a JSON example; empty for a trigger that passes everything through. */
export function subWorkflowInputs({ nodes }: Pick<WorkflowFile, 'nodes'>): readonly SubWorkflowInput[] {
  const parameters = nodes.find(({ type, disabled }) => type === trigger && disabled !== true)?.parameters ?? {};
  const source = parameters['inputSource'] ?? 'workflowInputs';
  if (source === 'passthrough') return [];
  return source === 'jsonExample' ? ofExample(parameters['jsonExample']) : ofFields(parameters['workflowInputs']);
}

const field = (name: string, type: string): SubWorkflowInput => ({ id: name, displayName: name, type, required: false, display: true });

function ofFields(value: unknown): readonly SubWorkflowInput[] {
  const list = isRecord(value) && Array.isArray(value['values']) ? (value['values'] as unknown[]) : [];
  return list.flatMap((each) =>
    isRecord(each) && typeof each['name'] === 'string' && each['name'] !== ''
      ? [field(each['name'], typeof each['type'] === 'string' ? each['type'] : 'string')]
      : [],
  );
}

function ofExample(text: unknown): readonly SubWorkflowInput[] {
  try {
    const example: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    if (!isRecord(example)) return [];
    return Object.entries(example).map(([name, value]) =>
      field(name, value === null ? 'any' : Array.isArray(value) ? 'array' : typeof value),
    );
  } catch {
    return [];
  }
}
