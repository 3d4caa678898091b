// The data of a failed execution as an error workflow gets it, with sample values.
import type { JsonObject } from '../../contract/json.ts';

/** A made-up failure, for runs by hand. */
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
