// Error Trigger: passes on the failure it was started with, or a sample for an empty manual run.
import type { ExecuteContext, NodeOutput } from '../../sdk/index.ts';
import type { JsonObject } from '../../contract/json.ts';
import { passThrough } from '../_shared/pass-through.ts';

export function execute(ctx: ExecuteContext): NodeOutput {
  const items = ctx.input();
  const isBare = items.length === 0 || (items.length === 1 && Object.keys(items[0]?.json ?? {}).length === 0);
  return ctx.mode === 'manual' && isBare ? [[{ json: sampleFailure }]] : passThrough(ctx);
}

/** A sample failure for manual runs. */
export const sampleFailure: JsonObject = {
  execution: {
    id: '231',
    url: 'http://127.0.0.1:5678/workflow/1/executions/231',
    retryOf: '34',
    error: { message: 'Example Error Message', stack: 'Stacktrace' },
    lastNodeExecuted: 'Node With Error',
    mode: 'manual',
  },
  workflow: { id: '1', name: 'Example Workflow' },
};
