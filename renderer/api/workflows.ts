// REST calls for workflows.
import { workflowRoutes } from '../../engine/contract/rest/workflows.ts';
import { api, mutation, query, withAllDigits } from './base.ts';

export const workflowsApi = api.injectEndpoints({
  endpoints: () => ({
    listWorkflows: query(workflowRoutes.list, ['Workflows']),
    getWorkflow: query(workflowRoutes.get, (_response, _error, { params }) => [{ type: 'Workflow', id: params.id }], withAllDigits),
    newWorkflowName: query(workflowRoutes.newName),
    workflowFromUrl: query(workflowRoutes.fromUrl, [], withAllDigits),
    createWorkflow: mutation(workflowRoutes.create, ['Workflows', 'Tags']),
    updateWorkflow: mutation(workflowRoutes.update, ['Workflows', 'Tags']),
    deleteWorkflow: mutation(workflowRoutes.remove, ['Workflows', 'Executions', 'Tags']),
    workflowDeletion: query(workflowRoutes.deletion),
    workflowStarts: query(workflowRoutes.starts, ['Workflows']),
    previewRuns: query(workflowRoutes.previewRuns, ['Settings']),
    runWorkflow: mutation(workflowRoutes.run),
    stopListening: mutation(workflowRoutes.stopListening),
    activeWorkflows: query(workflowRoutes.active, ['Workflows']),
    activationError: query(workflowRoutes.activationError, ['Workflows']),
  }),
});
