// REST calls for workflows.
import { workflowRoutes } from '../../engine/contract/rest/workflows.ts';
import { api, requestOf, withAllDigits, type ResponseBody, type CallArgs } from './base.ts';

type Routes = typeof workflowRoutes;

export const workflowsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWorkflows: build.query<ResponseBody<Routes['list']>, CallArgs<Routes['list']>>({
      query: (args) => requestOf(workflowRoutes.list, args),
      providesTags: ['Workflows'],
    }),
    getWorkflow: build.query<ResponseBody<Routes['get']>, CallArgs<Routes['get']>>({
      ...withAllDigits,
      query: (args) => requestOf(workflowRoutes.get, args),
      providesTags: (_answer, _error, { params }) => [{ type: 'Workflow', id: params.id }],
    }),
    newWorkflowName: build.query<ResponseBody<Routes['newName']>, CallArgs<Routes['newName']>>({
      query: (args) => requestOf(workflowRoutes.newName, args),
    }),
    workflowFromUrl: build.query<ResponseBody<Routes['fromUrl']>, CallArgs<Routes['fromUrl']>>({
      ...withAllDigits,
      query: (args) => requestOf(workflowRoutes.fromUrl, args),
    }),
    createWorkflow: build.mutation<ResponseBody<Routes['create']>, CallArgs<Routes['create']>>({
      query: (args) => requestOf(workflowRoutes.create, args),
      invalidatesTags: ['Workflows', 'Tags'],
    }),
    updateWorkflow: build.mutation<ResponseBody<Routes['update']>, CallArgs<Routes['update']>>({
      query: (args) => requestOf(workflowRoutes.update, args),
      invalidatesTags: ['Workflows', 'Tags'],
    }),
    deleteWorkflow: build.mutation<ResponseBody<Routes['remove']>, CallArgs<Routes['remove']>>({
      query: (args) => requestOf(workflowRoutes.remove, args),
      invalidatesTags: ['Workflows', 'Executions', 'Tags'],
    }),
    workflowDeletion: build.query<ResponseBody<Routes['deletion']>, CallArgs<Routes['deletion']>>({
      query: (args) => requestOf(workflowRoutes.deletion, args),
    }),
    workflowStarts: build.query<ResponseBody<Routes['starts']>, CallArgs<Routes['starts']>>({
      query: (args) => requestOf(workflowRoutes.starts, args),
      providesTags: ['Workflows'],
    }),
    previewRuns: build.query<ResponseBody<Routes['previewRuns']>, CallArgs<Routes['previewRuns']>>({
      query: (args) => requestOf(workflowRoutes.previewRuns, args),
      providesTags: ['Settings'],
    }),
    runWorkflow: build.mutation<ResponseBody<Routes['run']>, CallArgs<Routes['run']>>({
      query: (args) => requestOf(workflowRoutes.run, args),
    }),
    stopListening: build.mutation<ResponseBody<Routes['stopListening']>, CallArgs<Routes['stopListening']>>({
      query: (args) => requestOf(workflowRoutes.stopListening, args),
    }),
    activeWorkflows: build.query<ResponseBody<Routes['active']>, void>({
      query: () => requestOf(workflowRoutes.active, {}),
      providesTags: ['Workflows'],
    }),
    activationError: build.query<ResponseBody<Routes['activationError']>, CallArgs<Routes['activationError']>>({
      query: (args) => requestOf(workflowRoutes.activationError, args),
      providesTags: ['Workflows'],
    }),
  }),
});
