// Sample data of a failed execution, in the form an error workflow receives it.
import type { JsonObject } from '../../contract/json.ts';

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
