// REST calls for workflows.
import { api, mutation, query, withAllDigits } from './base.ts';

export const workflowsApi = api.injectEndpoints({
  endpoints: () => ({
    listWorkflows: query('GET /workflows', ['Workflows']),
    getWorkflow: query('GET /workflows/:id', (_response, _error, { params }) => [{ type: 'Workflow', id: params.id }], withAllDigits),
    newWorkflowName: query('GET /workflows/new'),
    workflowFromUrl: query('GET /workflows/from-url', [], withAllDigits),
    createWorkflow: mutation('POST /workflows', ['Workflows', 'Tags', 'Folders']),
    updateWorkflow: mutation('PATCH /workflows/:id', ['Workflows', 'Tags', 'Folders']),
    deleteWorkflow: mutation('DELETE /workflows/:id', ['Workflows', 'Executions', 'Tags', 'Folders']),
    importN8nHome: mutation('POST /imports/n8n-home', ['Workflows', 'Folders', 'Tags', 'Credentials']),
    workflowDeletion: query('GET /workflows/:id/deletion'),
    workflowVersions: query('GET /workflows/:id/history', ['Workflows', 'Versions']),
    /** The content of a version never changes. */
    workflowVersion: query('GET /workflows/:id/history/:version', [], withAllDigits),
    nameVersion: mutation('PATCH /workflows/:id/history/:version', ['Versions']),
    restoreVersion: mutation('POST /workflows/:id/history/:version/restore', ['Workflows', 'Workflow']),
    workflowStarts: query('GET /workflows/:id/starts', ['Workflows']),
    previewRuns: query('POST /workflows/next-runs', ['Settings']),
    runWorkflow: mutation('POST /workflows/run'),
    stopListening: mutation('DELETE /test-webhook/:id'),
    activeWorkflows: query('GET /active', ['Workflows']),
    activationError: query('GET /active/error/:id', ['Workflows']),
  }),
});
