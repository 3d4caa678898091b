// Workflows, executions and node types that are fetched again keep the digits of numbers that JavaScript cannot represent.
import { afterEach, expect, it, vi } from 'vitest';
import { stringifyExactly } from '../../engine/contract/exact-numbers.ts';
import { store } from '../state/store.ts';
import { api } from './base.ts';
import { credentialsApi } from './credentials.ts';
import { editorApi } from './editor.ts';
import { executionsApi } from './executions.ts';
import { workflowsApi } from './workflows.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

const again = { forceRefetch: true } as const;

it.each([
  ['a workflow', () => workflowsApi.endpoints.getWorkflow.initiate({ params: { id: '1' } }, again)],
  ['a workflow at a URL', () => workflowsApi.endpoints.workflowFromUrl.initiate({ query: { url: 'https://example.test/a.json' } }, again)],
  ['an execution', () => executionsApi.endpoints.getExecution.initiate({ params: { id: '1' } } as never, again)],
  ['node types', () => editorApi.endpoints.nodeTypes.initiate(undefined, again)],
  ['a credential', () => credentialsApi.endpoints.getCredential.initiate('1', again)],
])('%s', async (_what, ask) => {
  const responses = ['{"id":17169973925117967,"n":1}', '{"id":17169973925117969,"n":1}', '{"id":17169973925117969,"n":2}'];
  const left = [...responses];
  vi.stubGlobal('fetch', async () => new Response(`{"data":[${left.shift()}]}`));
  for (const response of responses) {
    const { data } = await store.dispatch(ask() as never as ReturnType<typeof workflowsApi.endpoints.getWorkflow.initiate>);
    expect(stringifyExactly(data)).toBe(`[${response}]`);
  }
});
