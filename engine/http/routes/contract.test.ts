// All routes for workflows, executions, tags and the editor: success, bad input, not found, not allowed; by inject and over a socket.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayDo, permissions, type Role } from '../../contract/permissions.ts';
import { addressRoutes } from '../../contract/rest/addresses.ts';
import { assistantRoutes } from '../../contract/rest/assistant.ts';
import { consentRoutes } from '../../contract/rest/consents.ts';
import { STORED_SECRET } from '../../contract/rest/constants.ts';
import { credentialRoutes } from '../../contract/rest/credentials.ts';
import { curlRoutes } from '../../contract/rest/curl.ts';
import { folderRoutes } from '../../contract/rest/folders.ts';
import { generalRoutes } from '../../contract/rest/general.ts';
import { modelRoutes } from '../../contract/rest/models.ts';
import { memberRoutes } from '../../contract/rest/members.ts';
import { editorRoutes } from '../../contract/rest/editor.ts';
import { importRoutes } from '../../contract/rest/imports.ts';
import { oauthRoutes } from '../../contract/rest/oauth.ts';
import { executionRoutes } from '../../contract/rest/executions.ts';
import { packageRoutes } from '../../contract/rest/packages.ts';
import { promptRoutes } from '../../contract/rest/prompts.ts';
import type { RouteSpec } from '../../contract/rest/route.ts';
import { tagRoutes } from '../../contract/rest/tags.ts';
import { telemetryRoutes } from '../../contract/rest/telemetry.ts';
import { variableRoutes } from '../../contract/rest/variables.ts';
import { versionRoutes } from '../../contract/rest/versions.ts';
import { workflowRoutes } from '../../contract/rest/workflows.ts';
import { workflowVersionRoutes } from '../../contract/rest/workflow-versions.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { runningServer, type ReceivedResponse, type As, type RunningServer } from '../../testing/running-server.ts';

/** Ids of the fixtures. */
interface Known {
  readonly workflow: string;
  readonly active: string;
  readonly memberWorkflow: string;
  readonly success: string;
  readonly failure: string;
  readonly waiting: string;
  readonly tag: string;
  readonly folder: string;
  readonly variable: string;
  readonly credential: string;
  readonly memberCredential: string;
  readonly file: string;
  /** URL of the workflow files. */
  readonly files: string;
}

/** Caller, request, status, and a match for the data or the error code; undefined for any data, and for pages, which contain the error as text. */
type Case = readonly [as: As, request: (ids: Known) => TestRequest, status: number, gives: unknown];

const get = (path: string, query: Readonly<Record<string, string>> = {}): TestRequest => ({
  url: `/rest${path}${Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query).toString()}`}`,
});
const post = (path: string, body?: unknown): TestRequest => ({ method: 'POST', url: `/rest${path}`, body });
const patch = (path: string, body?: unknown): TestRequest => ({ method: 'PATCH', url: `/rest${path}`, body });
const put = (path: string, body?: unknown): TestRequest => ({ method: 'PUT', url: `/rest${path}`, body });
const remove = (path: string): TestRequest => ({ method: 'DELETE', url: `/rest${path}` });
const any = (type: unknown): unknown => expect.any(type as StringConstructor);
const having = (part: object): unknown => expect.arrayContaining([expect.objectContaining(part)]);

const trigger = { id: 't', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} };
const node = (name: string, type: string, parameters: object = {}, typeVersion = 1): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [200, 0],
  parameters,
});
const chain = (name: string, second: object, first: object = trigger): { name: string; nodes: object[]; connections: object } => {
  const [from, to] = [first, second].map((each) => (each as { name: string }).name);
  return { name, nodes: [first, second], connections: { [String(from)]: { main: [[{ node: to, type: 'main', index: 0 }]] } } };
};
const plain = chain('Plain', node('End', 'noOp'));
const hook = chain('Hook', node('End', 'noOp'), {
  ...node('Webhook', 'webhook', { path: 'orders', httpMethod: 'POST', options: {} }, 2),
  webhookId: 'hook-1',
});
const failing = chain('Failing', node('Stop', 'stopAndError', { errorMessage: 'No more' }));
const waitingFile = chain('Waiting', node('Wait', 'wait', { resume: 'timeInterval', amount: 2, unit: 'days' }, 1.1));
const mapped = { nodeTypeAndVersion: { name: 'n8n-nodes-base.set', version: 3.4 }, path: 'columns', currentNodeParameters: {} };
const pagedQuery = { nodeTypeAndVersion: '{"name":"n8n-nodes-base.set","version":3.4}', path: 'x', methodName: 'none' };

const [ollama, openAi, azure] = ['lmChatOllama', 'lmChatOpenAi', 'lmChatAzureOpenAi'].map((name) => `@n8n/n8n-nodes-langchain.${name}`) as [
  string,
  string,
  string,
];

const cases: Readonly<Record<string, readonly Case[]>> = {
  'GET /tags': [
    ['owner', () => get('/tags', { withUsageCount: 'true' }), 200, having({ name: 'Billing', usageCount: 1 })],
    ['owner', () => get('/tags', { withUsageCount: 'maybe' }), 400, 'BAD_REQUEST'],
  ],
  'POST /tags': [
    ['member', () => post('/tags', { name: 'New one' }), 200, { name: 'New one', id: any(String) }],
    ['member', () => post('/tags', { name: ' ' }), 400, 'TAG_INVALID'],
    ['member', () => post('/tags', { name: 'x'.repeat(25) }), 400, 'TAG_INVALID'],
    ['member', () => post('/tags', { name: 'BILLING' }), 409, 'TAG_EXISTS'],
  ],
  'PATCH /tags/:id': [
    ['owner', ({ tag }) => patch(`/tags/${tag}`, { name: 'Billing' }), 200, { name: 'Billing' }],
    ['owner', () => patch('/tags/none', { name: 'Other' }), 404, 'TAG_NOT_FOUND'],
    ['owner', ({ tag }) => patch(`/tags/${tag}`, {}), 400, 'BAD_REQUEST'],
  ],
  'DELETE /tags/:id': [
    ['owner', () => remove('/tags/none'), 404, 'TAG_NOT_FOUND'],
    ['member', ({ tag }) => remove(`/tags/${tag}`), 403, 'FORBIDDEN'],
  ],
  'GET /assistant': [
    ['owner', () => get('/assistant'), 200, { model: null }],
    ['nobody', () => get('/assistant'), 401, 'UNAUTHENTICATED'],
  ],
  'PUT /assistant': [
    [
      'member',
      () => put('/assistant', { model: { provider: ollama, model: 'llama3.2' } }),
      200,
      { model: { provider: ollama, model: 'llama3.2' } },
    ],
    ['member', () => put('/assistant', { model: { provider: 'n8n-nodes-base.set', model: 'x' } }), 400, 'BAD_REQUEST'],
    ['member', () => put('/assistant', { model: { provider: openAi, model: 'x' } }), 400, 'BAD_REQUEST'],
    ['member', () => put('/assistant', {}), 400, 'BAD_REQUEST'],
    ['nobody', () => put('/assistant', { model: null }), 401, 'UNAUTHENTICATED'],
  ],
  'GET /assistant/providers': [
    [
      'member',
      () => get('/assistant/providers'),
      200,
      having({ type: ollama, name: 'Ollama', credentialType: 'ollamaApi', needsCredential: false }),
    ],
    ['nobody', () => get('/assistant/providers'), 401, 'UNAUTHENTICATED'],
  ],
  'GET /assistant/models': [
    ['member', () => get('/assistant/models', { provider: azure }), 200, []],
    ['member', () => get('/assistant/models', { provider: 'none' }), 400, 'BAD_REQUEST'],
    // Another user's credential.
    ['member', ({ credential }) => get('/assistant/models', { provider: openAi, credentialId: credential }), 404, 'CREDENTIAL_NOT_FOUND'],
    ['nobody', () => get('/assistant/models', { provider: azure }), 401, 'UNAUTHENTICATED'],
  ],
  'POST /assistant/answers': [
    ['owner', () => post('/assistant/answers', { id: 'a1', prompt: 'Hi' }), 400, 'BAD_REQUEST'],
    ['owner', () => post('/assistant/answers', { id: 'a b', prompt: 'Hi' }), 400, 'BAD_REQUEST'],
    ['owner', () => post('/assistant/answers', { id: 'a1', prompt: 'x'.repeat(100_001) }), 400, 'BAD_REQUEST'],
    ['nobody', () => post('/assistant/answers', { id: 'a1', prompt: 'Hi' }), 401, 'UNAUTHENTICATED'],
  ],
  'DELETE /assistant/answers/:id': [
    ['member', () => remove('/assistant/answers/none'), 200, true],
    ['nobody', () => remove('/assistant/answers/none'), 401, 'UNAUTHENTICATED'],
  ],
  'GET /folders': [
    ['owner', () => get('/folders'), 200, having({ name: 'Sales', workflows: 0 })],
    ['member', () => get('/folders'), 200, []],
    ['nobody', () => get('/folders'), 401, 'UNAUTHENTICATED'],
  ],
  'POST /folders': [
    ['owner', ({ folder }) => post('/folders', { name: 'Europe', parentId: folder }), 200, { name: 'Europe', parentId: any(String) }],
    ['owner', () => post('/folders', { name: 'sales' }), 409, 'FOLDER_EXISTS'],
    ['owner', () => post('/folders', { name: '' }), 400, 'FOLDER_INVALID'],
    ['member', ({ folder }) => post('/folders', { name: 'Europe', parentId: folder }), 404, 'FOLDER_NOT_FOUND'],
  ],
  'PATCH /folders/:id': [
    ['owner', ({ folder }) => patch(`/folders/${folder}`, { name: 'Sales' }), 200, { name: 'Sales' }],
    ['owner', ({ folder }) => patch(`/folders/${folder}`, { parentId: folder }), 400, 'FOLDER_INVALID'],
    ['member', ({ folder }) => patch(`/folders/${folder}`, { name: 'Mine' }), 404, 'FOLDER_NOT_FOUND'],
  ],
  'DELETE /folders/:id': [
    ['owner', () => remove('/folders/none'), 404, 'FOLDER_NOT_FOUND'],
    ['member', ({ folder }) => remove(`/folders/${folder}`), 404, 'FOLDER_NOT_FOUND'],
  ],
  'POST /folders/move': [
    ['owner', ({ folder, workflow }) => post('/folders/move', { workflows: [workflow], to: folder }), 200, true],
    ['owner', ({ workflow }) => post('/folders/move', { workflows: [workflow], to: null }), 200, true],
    ['owner', () => post('/folders/move', { workflows: ['none'], to: null }), 404, 'WORKFLOW_NOT_FOUND'],
    ['member', ({ workflow }) => post('/folders/move', { workflows: [workflow], to: null }), 404, 'WORKFLOW_NOT_FOUND'],
    ['owner', () => post('/folders/move', {}), 400, 'BAD_REQUEST'],
  ],
  'POST /imports/n8n-home': [
    ['owner', () => post('/imports/n8n-home', { folder: '/nowhere' }), 404, 'NOT_FOUND'],
    ['owner', () => post('/imports/n8n-home', {}), 400, 'BAD_REQUEST'],
    ['member', () => post('/imports/n8n-home', { folder: '/nowhere' }), 403, 'FORBIDDEN'],
  ],
  'GET /variables': [
    ['member', () => get('/variables'), 200, having({ key: 'unit', value: 'km' })],
    ['nobody', () => get('/variables'), 401, 'UNAUTHENTICATED'],
  ],
  'POST /variables': [
    ['owner', () => post('/variables', { key: 'region', value: 'EU' }), 200, { key: 'region', value: 'EU' }],
    ['owner', () => post('/variables', { key: 'a b', value: '' }), 400, 'BAD_REQUEST'],
    ['member', () => post('/variables', { key: 'mine', value: '' }), 403, 'FORBIDDEN'],
  ],
  'PUT /variables/:id': [
    ['owner', ({ variable }) => put(`/variables/${variable}`, { key: 'unit', value: 'km' }), 200, true],
    ['owner', () => put('/variables/none', { key: 'unit2', value: 'km' }), 404, 'NOT_FOUND'],
    ['member', ({ variable }) => put(`/variables/${variable}`, { key: 'unit', value: 'mi' }), 403, 'FORBIDDEN'],
  ],
  'DELETE /variables/:id': [
    ['owner', () => remove('/variables/none'), 404, 'NOT_FOUND'],
    ['member', ({ variable }) => remove(`/variables/${variable}`), 403, 'FORBIDDEN'],
  ],
  'GET /workflows': [
    ['owner', () => get('/workflows'), 200, having({ name: 'Plain', active: false, tags: [{ id: any(String), name: 'Billing' }] })],
    ['owner', () => get('/workflows', { filter: '{"active":true}' }), 200, [expect.objectContaining({ name: 'Hook', active: true })]],
    ['owner', () => get('/workflows', { filter: '{"tags":["billing"],"name":"LAI"}' }), 200, [expect.objectContaining({ name: 'Plain' })]],
    ['member', () => get('/workflows'), 200, [expect.objectContaining({ name: 'Of the member' })]],
    ['owner', () => get('/workflows', { filter: '{' }), 400, 'BAD_REQUEST'],
    ['owner', () => get('/workflows', { filter: '[]' }), 400, 'BAD_REQUEST'],
  ],
  'GET /workflows/new': [
    ['owner', () => get('/workflows/new'), 200, { name: 'My workflow', onboardingFlowEnabled: false }],
    ['owner', () => get('/workflows/new', { name: 'Plain' }), 200, { name: 'Plain 2' }],
    ['owner', () => get('/workflows/new', { name: 'x'.repeat(300) }), 200, { name: 'x'.repeat(128) }],
  ],
  'GET /workflows/from-url': [
    ['owner', ({ files }) => get('/workflows/from-url', { url: `${files}/good.json` }), 200, { name: 'Plain', nodes: any(Array) }],
    ['owner', ({ files }) => get('/workflows/from-url', { url: `${files}/moved.json` }), 200, { name: 'Plain' }],
    ['owner', ({ files }) => get('/workflows/from-url', { url: `${files}/bad.json` }), 400, 'NOT_JSON'],
    ['owner', ({ files }) => get('/workflows/from-url', { url: `${files}/none.json` }), 400, 'BAD_REQUEST'],
    ['owner', ({ files }) => get('/workflows/from-url', { url: `${files}/good.txt` }), 400, 'BAD_REQUEST'],
    ['owner', () => get('/workflows/from-url', { url: 'file:///etc/passwd.json' }), 400, 'BAD_REQUEST'],
    ['owner', () => get('/workflows/from-url'), 400, 'BAD_REQUEST'],
  ],
  'GET /workflows/:id': [
    [
      'owner',
      ({ workflow }) => get(`/workflows/${workflow}`),
      200,
      { name: 'Plain', nodes: plain.nodes, connections: plain.connections, version: 1, more: 'kept' },
    ],
    ['member', ({ workflow }) => get(`/workflows/${workflow}`), 404, 'WORKFLOW_NOT_FOUND'],
    ['owner', () => get('/workflows/__proto__'), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'POST /workflows': [
    ['member', () => post('/workflows', plain), 200, { name: 'Plain', active: false, version: 1, tags: [] }],
    ['member', () => post('/workflows', { name: 'No nodes' }), 400, 'BAD_REQUEST'],
    ['member', () => post('/workflows', { nodes: [{ name: 5 }, 'x'], connections: {} }), 400, 'WORKFLOW_INVALID'],
    ['member', () => post('/workflows', { ...plain, active: true }), 400, 'ACTIVATION_FAILED'],
  ],
  'PATCH /workflows/:id': [
    [
      'member',
      ({ memberWorkflow }) => patch(`/workflows/${memberWorkflow}`, { settings: { timezone: 'UTC' } }),
      200,
      { settings: { timezone: 'UTC' }, nodes: plain.nodes },
    ],
    ['owner', ({ workflow }) => patch(`/workflows/${workflow}`, { name: 'Lost', version: 99 }), 409, 'WORKFLOW_CHANGED'],
    ['owner', ({ workflow }) => patch(`/workflows/${workflow}`, { active: true }), 400, 'ACTIVATION_FAILED'],
    ['owner', ({ workflow }) => patch(`/workflows/${workflow}`, { nodes: 'none' }), 400, 'BAD_REQUEST'],
    ['member', ({ workflow }) => patch(`/workflows/${workflow}`, { name: 'Mine' }), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'GET /workflows/:id/starts': [
    ['owner', ({ workflow }) => get(`/workflows/${workflow}/starts`), 200, { timezone: 'UTC', nodes: [], webhooks: [] }],
    ['member', ({ workflow }) => get(`/workflows/${workflow}/starts`), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'POST /workflows/next-runs': [
    [
      'member',
      () => post('/workflows/next-runs', { nodes: [node('Daily', 'scheduleTrigger', {}, 1.2)], settings: { timezone: 'Europe/Berlin' } }),
      200,
      { timezone: 'Europe/Berlin', nodes: [{ name: 'Daily', runs: [any(String), any(String), any(String)] }] },
    ],
    ['member', () => post('/workflows/next-runs', { nodes: [], settings: { timezone: 'Moon/Base' } }), 400, 'WORKFLOW_INVALID'],
    ['member', () => post('/workflows/next-runs', { nodes: 'none' }), 400, 'BAD_REQUEST'],
  ],
  'DELETE /workflows/:id': [
    ['member', ({ workflow }) => remove(`/workflows/${workflow}`), 404, 'WORKFLOW_NOT_FOUND'],
    ['owner', () => remove('/workflows/none'), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'GET /workflows/:id/deletion': [
    ['owner', ({ workflow }) => get(`/workflows/${workflow}/deletion`), 200, { queued: 0, waiting: any(Number), running: any(Number) }],
    ['member', ({ memberWorkflow }) => get(`/workflows/${memberWorkflow}/deletion`), 200, { queued: 0 }],
    ['member', ({ workflow }) => get(`/workflows/${workflow}/deletion`), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'GET /workflows/:id/history': [
    [
      'member',
      ({ memberWorkflow }) => get(`/workflows/${memberWorkflow}/history`),
      200,
      having({ version: 1, name: 'Of the member', isNewest: false }),
    ],
    ['member', ({ workflow }) => get(`/workflows/${workflow}/history`), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'GET /workflows/:id/history/:version': [
    ['member', ({ memberWorkflow }) => get(`/workflows/${memberWorkflow}/history/1`), 200, { nodes: plain.nodes }],
    ['member', ({ memberWorkflow }) => get(`/workflows/${memberWorkflow}/history/77`), 404, 'WORKFLOW_NOT_FOUND'],
    ['member', ({ memberWorkflow }) => get(`/workflows/${memberWorkflow}/history/first`), 400, 'BAD_REQUEST'],
    ['member', ({ memberWorkflow }) => get(`/workflows/${memberWorkflow}/history/-1`), 400, 'BAD_REQUEST'],
    ['member', ({ memberWorkflow }) => get(`/workflows/${memberWorkflow}/history/1e999`), 400, 'BAD_REQUEST'],
    ['member', ({ workflow }) => get(`/workflows/${workflow}/history/1`), 404, 'WORKFLOW_NOT_FOUND'],
    ['nobody', ({ workflow }) => get(`/workflows/${workflow}/history/1`), 401, 'UNAUTHENTICATED'],
  ],
  'PATCH /workflows/:id/history/:version': [
    ['member', ({ memberWorkflow }) => patch(`/workflows/${memberWorkflow}/history/1`, { name: 'Good' }), 200, true],
    ['member', ({ memberWorkflow }) => patch(`/workflows/${memberWorkflow}/history/1`, { name: ' ' }), 400, 'BAD_REQUEST'],
    ['member', ({ memberWorkflow }) => patch(`/workflows/${memberWorkflow}/history/1`, { name: 'x'.repeat(129) }), 400, 'BAD_REQUEST'],
    ['member', ({ memberWorkflow }) => patch(`/workflows/${memberWorkflow}/history/77`, { name: 'Good' }), 404, 'WORKFLOW_NOT_FOUND'],
    ['member', ({ memberWorkflow }) => patch(`/workflows/${memberWorkflow}/history/77`, { name: null }), 404, 'WORKFLOW_NOT_FOUND'],
    ['member', ({ workflow }) => patch(`/workflows/${workflow}/history/1`, { name: 'Mine' }), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'POST /workflows/:id/history/:version/restore': [
    ['member', ({ memberWorkflow }) => post(`/workflows/${memberWorkflow}/history/1/restore`, { version: 1 }), 409, 'WORKFLOW_CHANGED'],
    ['member', ({ memberWorkflow }) => post(`/workflows/${memberWorkflow}/history/1/restore`, {}), 400, 'BAD_REQUEST'],
    ['member', ({ memberWorkflow }) => post(`/workflows/${memberWorkflow}/history/77/restore`, { version: 2 }), 404, 'WORKFLOW_NOT_FOUND'],
    ['member', ({ workflow }) => post(`/workflows/${workflow}/history/1/restore`, { version: 1 }), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'POST /workflows/run': [
    ['owner', () => post('/workflows/run', { workflowData: plain }), 200, { executionId: any(String) }],
    [
      'owner',
      () => post('/workflows/run', { workflowData: { ...hook, id: '__EMPTY__' } }),
      200,
      { waitingForWebhook: true, listening: [any(Object)] },
    ],
    ['owner', () => post('/workflows/run', {}), 400, 'BAD_REQUEST'],
    ['owner', () => post('/workflows/run', { workflowData: { nodes: [{}], connections: 1 } }), 400, 'WORKFLOW_INVALID'],
    ['member', ({ workflow }) => post('/workflows/run', { workflowData: { ...plain, id: workflow } }), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'GET /active': [
    ['owner', () => get('/active'), 200, [any(String)]],
    ['member', () => get('/active'), 200, []],
  ],
  'GET /active/error/:id': [
    ['owner', ({ active }) => get(`/active/error/${active}`), 200, null],
    ['member', ({ active }) => get(`/active/error/${active}`), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'DELETE /test-webhook/:id': [
    ['owner', () => remove('/test-webhook/nothing'), 200, false],
    ['member', ({ active }) => remove(`/test-webhook/${active}`), 404, 'WORKFLOW_NOT_FOUND'],
  ],
  'GET /executions': [
    [
      'owner',
      () => get('/executions'),
      200,
      { results: having({ status: 'success', finished: true, mode: 'webhook', workflowName: 'Hook' }), count: 3, estimated: false },
    ],
    [
      'owner',
      () => get('/executions', { filter: '{"finished":false}' }),
      200,
      { results: [expect.objectContaining({ status: 'error', errorMessage: 'No more' })], count: 1 },
    ],
    [
      'owner',
      () => get('/executions', { filter: '{"waitTill":true}' }),
      200,
      { results: [expect.objectContaining({ status: 'waiting' })], count: 1 },
    ],
    ['owner', ({ success }) => get('/executions', { lastId: success, limit: '1' }), 200, { results: [], count: 3 }],
    ['owner', ({ success }) => get('/executions', { firstId: success, limit: '1', oldestFirst: 'true' }), 200, { count: 3 }],
    ['member', () => get('/executions'), 200, { results: [], count: 0, estimated: false }],
    ['owner', () => get('/executions', { filter: 'x' }), 400, 'BAD_REQUEST'],
    ['owner', () => get('/executions', { filter: '{"status":"gone"}' }), 400, 'BAD_REQUEST'],
    ['owner', () => get('/executions', { filter: '{"workflow":"w"}' }), 400, 'BAD_REQUEST'],
    ['owner', () => get('/executions', { limit: '0' }), 400, 'BAD_REQUEST'],
  ],
  'GET /executions/:id': [
    [
      'owner',
      ({ success }) => get(`/executions/${success}`),
      200,
      { status: 'success', data: { resultData: { runData: { Webhook: any(Array) } } }, workflowData: { name: 'Hook' } },
    ],
    ['member', ({ success }) => get(`/executions/${success}`), 404, 'EXECUTION_NOT_FOUND'],
    ['owner', () => get('/executions/none'), 404, 'EXECUTION_NOT_FOUND'],
  ],
  'GET /executions-current': [
    ['owner', () => get('/executions-current'), 200, []],
    ['owner', () => get('/executions-current', { filter: '7' }), 400, 'BAD_REQUEST'],
  ],
  'GET /executions/:id/wait': [
    ['owner', ({ waiting }) => get(`/executions/${waiting}/wait`), 200, { kind: 'time', node: 'Wait', waitTill: any(String) }],
    ['owner', ({ success }) => get(`/executions/${success}/wait`), 404, 'EXECUTION_NOT_FOUND'],
    ['member', ({ waiting }) => get(`/executions/${waiting}/wait`), 404, 'EXECUTION_NOT_FOUND'],
  ],
  'POST /executions/:id/resume': [
    ['owner', ({ success }) => post(`/executions/${success}/resume`), 404, 'EXECUTION_NOT_FOUND'],
    ['member', ({ waiting }) => post(`/executions/${waiting}/resume`), 404, 'EXECUTION_NOT_FOUND'],
    ['owner', () => post('/executions/none/resume'), 404, 'EXECUTION_NOT_FOUND'],
  ],
  'POST /executions/:id/questions/:question': [
    ['owner', ({ waiting }) => post(`/executions/${waiting}/questions/q`, { approved: true }), 400, 'BAD_REQUEST'],
    ['owner', ({ waiting }) => post(`/executions/${waiting}/questions/q`, { approved: 'yes' }), 400, 'BAD_REQUEST'],
    ['owner', ({ success }) => post(`/executions/${success}/questions/q`, { approved: true }), 404, 'EXECUTION_NOT_FOUND'],
    ['member', ({ waiting }) => post(`/executions/${waiting}/questions/q`, { approved: true }), 404, 'EXECUTION_NOT_FOUND'],
  ],
  'POST /executions-current/:id/stop': [
    ['member', ({ waiting }) => post(`/executions-current/${waiting}/stop`), 404, 'EXECUTION_NOT_FOUND'],
    ['owner', ({ success }) => post(`/executions-current/${success}/stop`), 404, 'EXECUTION_NOT_FOUND'],
    ['owner', ({ waiting }) => post(`/executions-current/${waiting}/stop`), 200, { status: 'canceled', finished: false }],
  ],
  'POST /executions/:id/retry': [
    ['owner', ({ failure }) => post(`/executions/${failure}/retry`, {}), 200, false],
    ['owner', ({ failure }) => post(`/executions/${failure}/retry`, { loadWorkflow: true }), 200, false],
    ['owner', ({ success }) => post(`/executions/${success}/retry`), 400, 'BAD_REQUEST'],
    ['member', ({ failure }) => post(`/executions/${failure}/retry`), 404, 'EXECUTION_NOT_FOUND'],
    ['owner', ({ failure }) => post(`/executions/${failure}/retry`, { loadWorkflow: 'yes' }), 400, 'BAD_REQUEST'],
  ],
  'GET /executions/statistics': [
    [
      'owner',
      () => get('/executions/statistics'),
      200,
      { total: any(Number), failed: any(Number), isPartial: false, days: having({ day: any(String) }) },
    ],
    ['member', () => get('/executions/statistics'), 200, { total: 0, days: [] }],
    ['owner', () => get('/executions/statistics', { filter: '{"no":1}' }), 400, 'BAD_REQUEST'],
  ],
  'PATCH /executions/:id': [
    ['owner', ({ success }) => patch(`/executions/${success}`, { note: 'Look' }), 200, { note: 'Look' }],
    ['owner', ({ success }) => patch(`/executions/${success}`, { note: 1 }), 400, 'BAD_REQUEST'],
    ['owner', () => patch('/executions/none', { note: 'x' }), 404, 'EXECUTION_NOT_FOUND'],
    ['member', ({ success }) => patch(`/executions/${success}`, { note: 'x' }), 404, 'EXECUTION_NOT_FOUND'],
  ],
  'POST /executions/delete': [
    ['owner', () => post('/executions/delete', { ids: ['none'] }), 200, { deleted: 0 }],
    ['member', ({ success }) => post('/executions/delete', { ids: [success] }), 200, { deleted: 0 }],
    ['owner', () => post('/executions/delete', { deleteBefore: '2001-01-01T00:00:00Z', filters: { finished: true } }), 200, { deleted: 0 }],
    ['owner', () => post('/executions/delete', { deleteBefore: '2001-01-01T00:00:00Z' }), 200, { deleted: 0 }],
    ['owner', () => post('/executions/delete', {}), 400, 'BAD_REQUEST'],
    ['owner', () => post('/executions/delete', { deleteBefore: 'soon' }), 400, 'BAD_REQUEST'],
  ],
  'GET /settings/model-prices': [
    ['owner', () => get('/settings/model-prices'), 200, { builtIn: { prices: having({ provider: 'ollama', model: '', input: 0 }) } }],
    ['member', () => get('/settings/model-prices'), 403, 'FORBIDDEN'],
    ['nobody', () => get('/settings/model-prices'), 401, 'UNAUTHENTICATED'],
  ],
  'PUT /settings/model-prices': [
    [
      'owner',
      () => put('/settings/model-prices', { date: '2026-01-31', prices: [{ provider: 'openai', model: 'own', input: 2 }] }),
      200,
      { own: { date: '2026-01-31', prices: [{ provider: 'openai', model: 'own', input: 2 }] } },
    ],
    ['owner', () => put('/settings/model-prices', { date: '2026-01-31', prices: [] }), 200, { builtIn: any(Object) }],
    ['owner', () => put('/settings/model-prices', { date: 'today', prices: [] }), 400, 'BAD_REQUEST'],
    [
      'owner',
      () => put('/settings/model-prices', { date: '2026-01-31', prices: [{ provider: 'a', model: 'b', input: -1 }] }),
      400,
      'BAD_REQUEST',
    ],
    ['member', () => put('/settings/model-prices', { date: '2026-01-31', prices: [] }), 403, 'FORBIDDEN'],
  ],
  'GET /settings/model-use': [
    ['owner', () => get('/settings/model-use'), 200, { day: any(String), totals: { tokens: 0, milliseconds: 0, cost: 0 } }],
    ['member', () => get('/settings/model-use'), 403, 'FORBIDDEN'],
  ],
  'GET /settings/general': [
    ['owner', () => get('/settings/general'), 200, { values: { timezone: 'UTC', prune: true }, fixed: { timezone: 'MILLRACE_TIMEZONE' } }],
    ['member', () => get('/settings/general'), 403, 'FORBIDDEN'],
  ],
  'PATCH /settings/general': [
    ['owner', () => patch('/settings/general', { pruneAgeHours: 48 }), 200, { values: { pruneAgeHours: 48 } }],
    ['owner', () => patch('/settings/general', { pruneAgeHours: 0 }), 400, 'BAD_REQUEST'],
    ['owner', () => patch('/settings/general', { dataDir: '/' }), 400, 'BAD_REQUEST'],
    ['owner', () => patch('/settings/general', { timezone: 'Europe/Berlin' }), 409, 'SETTING_FIXED'],
    ['member', () => patch('/settings/general', { prune: false }), 403, 'FORBIDDEN'],
  ],
  'GET /settings': [
    [
      'nobody',
      () => get('/settings'),
      200,
      { versionCli: '1.2.3', timezone: 'UTC', endpointWebhook: 'webhook', executionTimeout: -1, saveManualExecutions: false },
    ],
  ],
  'GET /node-types': [
    ['owner', () => get('/node-types', { onlyLatest: 'true' }), 200, having({ name: 'n8n-nodes-base.set', displayName: any(String) })],
    ['owner', () => get('/node-types', { onlyLatest: 'x' }), 400, 'BAD_REQUEST'],
  ],
  'GET /node-types/actions': [
    [
      'owner',
      () => get('/node-types/actions'),
      200,
      having({ type: 'n8n-nodes-base.html', actions: having({ name: any(String), operation: 'extractHtmlContent' }) }),
    ],
  ],
  'POST /node-types': [
    [
      'owner',
      () => post('/node-types', { nodeInfos: [{ name: 'n8n-nodes-base.set', version: 3 }, { name: '__proto__' }] }),
      200,
      [expect.objectContaining({ name: 'n8n-nodes-base.set' })],
    ],
    ['owner', () => post('/node-types', { nodeInfos: {} }), 400, 'BAD_REQUEST'],
  ],
  'GET /node-icon/*': [
    ['owner', () => get('/node-icon/n8n-nodes-base.set'), 200, undefined],
    ['owner', () => get('/node-icon/../../package.json'), 404, 'NOT_FOUND'],
    ['owner', () => get('/node-icon/n8n-nodes-base.none'), 404, 'NOT_FOUND'],
    ['owner', () => get('/node-icon/n8n-nodes-base.set', { theme: 'blue' }), 400, 'BAD_REQUEST'],
  ],
  'GET /credential-icon/*': [
    ['owner', () => get('/credential-icon/httpBasicAuth'), 200, undefined],
    ['owner', () => get('/credential-icon/__proto__'), 404, 'NOT_FOUND'],
  ],
  'GET /node-translation-headers': [['owner', () => get('/node-translation-headers'), 200, null]],
  'GET /credential-translation': [
    ['owner', () => get('/credential-translation', { credentialType: 'httpBasicAuth' }), 200, null],
    ['owner', () => get('/credential-translation'), 400, 'BAD_REQUEST'],
  ],
  'GET /node-parameter-options': [
    ['owner', () => get('/node-parameter-options', pagedQuery), 400, 'BAD_REQUEST'],
    ['owner', () => get('/node-parameter-options', { ...pagedQuery, nodeTypeAndVersion: '{"name":"none"}' }), 400, 'NODE_TYPE_UNKNOWN'],
    ['owner', () => get('/node-parameter-options', { ...pagedQuery, currentNodeParameters: '[' }), 400, 'BAD_REQUEST'],
    ['owner', () => get('/node-parameter-options'), 400, 'BAD_REQUEST'],
  ],
  'GET /nodes-list-search': [
    ['owner', () => get('/nodes-list-search', { ...pagedQuery, methodName: '__proto__' }), 400, 'BAD_REQUEST'],
    ['owner', () => get('/nodes-list-search', { ...pagedQuery, methodName: '' }), 400, 'BAD_REQUEST'],
  ],
  'POST /dynamic-node-parameters/action-result': [
    ['owner', () => post('/dynamic-node-parameters/action-result', { ...mapped, handler: 'create' }), 400, 'BAD_REQUEST'],
    ['owner', () => post('/dynamic-node-parameters/action-result', { ...mapped, handler: '__proto__', payload: {} }), 400, 'BAD_REQUEST'],
    ['owner', () => post('/dynamic-node-parameters/action-result', { ...mapped, handler: 'create', payload: 1 }), 400, 'BAD_REQUEST'],
  ],
  'POST /node-mapping-fields': [
    ['owner', () => post('/node-mapping-fields', { ...mapped, methodName: 'columns' }), 400, 'BAD_REQUEST'],
    ['owner', () => post('/node-mapping-fields', { ...mapped, methodName: '__proto__' }), 400, 'BAD_REQUEST'],
    [
      'owner',
      () => post('/node-mapping-fields', { ...mapped, methodName: 'x', nodeTypeAndVersion: { name: 'none' } }),
      400,
      'NODE_TYPE_UNKNOWN',
    ],
    ['owner', () => post('/node-mapping-fields', mapped), 400, 'BAD_REQUEST'],
  ],
  'GET /credential-types': [
    ['member', () => get('/credential-types'), 200, having({ name: 'httpBasicAuth', genericAuth: true, properties: any(Array) })],
  ],
  'GET /credentials': [
    ['owner', () => get('/credentials'), 200, having({ name: 'My service', type: 'httpHeaderAuth', sharedWith: [] })],
    ['member', () => get('/credentials'), 200, expect.not.arrayContaining([expect.objectContaining({ name: 'My service' })])],
  ],
  'GET /credentials/new': [
    ['member', () => get('/credentials/new'), 200, { name: 'Unnamed credential' }],
    ['owner', () => get('/credentials/new', { name: 'My service' }), 200, { name: 'My service 2' }],
    ['member', () => get('/credentials/new', { name: 'My service' }), 200, { name: 'My service' }],
  ],
  'GET /credentials/secrets': [
    ['owner', () => get('/credentials/secrets'), 200, []],
    ['member', () => get('/credentials/secrets'), 200, []],
  ],
  'GET /credentials/:id': [
    [
      'owner',
      ({ credential }) => get(`/credentials/${credential}`, { includeData: 'true' }),
      200,
      { data: { name: 'X-Key', value: STORED_SECRET } },
    ],
    ['owner', ({ credential }) => get(`/credentials/${credential}`), 200, expect.not.objectContaining({ data: any(Object) })],
    ['member', ({ credential }) => get(`/credentials/${credential}`), 404, 'CREDENTIAL_NOT_FOUND'],
    ['owner', () => get('/credentials/__proto__'), 404, 'CREDENTIAL_NOT_FOUND'],
  ],
  'POST /credentials': [
    [
      'member',
      () => post('/credentials', { name: ' Mine ', type: 'httpBasicAuth', data: { user: 'a', password: 'b' } }),
      200,
      { name: 'Mine', id: any(String) },
    ],
    ['member', () => post('/credentials', { name: 'Mine', type: 'none', data: {} }), 400, 'BAD_REQUEST'],
    ['member', () => post('/credentials', { name: ' ', type: 'httpBasicAuth', data: {} }), 400, 'BAD_REQUEST'],
    ['member', () => post('/credentials', { name: 'Mine', type: 'httpBasicAuth' }), 400, 'BAD_REQUEST'],
  ],
  'PATCH /credentials/:id': [
    [
      'owner',
      ({ credential }) => patch(`/credentials/${credential}`, { name: 'My service', data: { name: 'X-Key', value: STORED_SECRET } }),
      200,
      { name: 'My service' },
    ],
    ['owner', ({ credential }) => patch(`/credentials/${credential}`, { updatedAt: 'long ago' }), 409, 'CREDENTIAL_CHANGED'],
    ['member', ({ credential }) => patch(`/credentials/${credential}`, { name: 'Mine' }), 404, 'CREDENTIAL_NOT_FOUND'],
    ['owner', ({ memberCredential }) => patch(`/credentials/${memberCredential}`, { data: {} }), 403, 'FORBIDDEN'],
    ['owner', ({ memberCredential }) => patch(`/credentials/${memberCredential}`, { name: 'Renamed' }), 200, { name: 'Renamed' }],
  ],
  'DELETE /credentials/:id': [
    ['member', ({ credential }) => remove(`/credentials/${credential}`), 404, 'CREDENTIAL_NOT_FOUND'],
    ['owner', () => remove('/credentials/none'), 404, 'CREDENTIAL_NOT_FOUND'],
  ],
  'PUT /credentials/:id/share': [
    ['owner', ({ credential }) => put(`/credentials/${credential}/share`, { shareWithIds: [] }), 200, { sharedWith: [] }],
    ['owner', ({ credential }) => put(`/credentials/${credential}/share`, { shareWithIds: ['__proto__'] }), 400, 'BAD_REQUEST'],
    ['owner', ({ credential }) => put(`/credentials/${credential}/share`, {}), 400, 'BAD_REQUEST'],
    ['owner', ({ memberCredential }) => put(`/credentials/${memberCredential}/share`, { shareWithIds: [] }), 403, 'FORBIDDEN'],
    ['member', ({ credential }) => put(`/credentials/${credential}/share`, { shareWithIds: [] }), 404, 'CREDENTIAL_NOT_FOUND'],
  ],
  'POST /credentials/export': [
    ['member', () => post('/credentials/export', { passphrase: 'correct horse' }), 200, { content: expect.stringContaining('scrypt') }],
    ['member', () => post('/credentials/export', { passphrase: 'short' }), 400, 'BAD_REQUEST'],
    ['member', () => post('/credentials/export', {}), 400, 'BAD_REQUEST'],
    [
      'member',
      ({ memberCredential }) => post('/credentials/export', { ids: [memberCredential], confirmation: 'export secrets in plain text' }),
      200,
      { content: expect.stringContaining('"data"') },
    ],
    [
      'owner',
      ({ memberCredential }) => post('/credentials/export', { ids: [memberCredential], passphrase: 'correct horse' }),
      404,
      'CREDENTIAL_NOT_FOUND',
    ],
  ],
  'POST /credentials/import': [
    [
      'member',
      () => post('/credentials/import', { content: '[{"name":"A","type":"t","data":{}}]' }),
      200,
      [{ name: 'A', type: 't', isNew: true }],
    ],
    ['member', () => post('/credentials/import', { content: '{' }), 400, 'BAD_REQUEST'],
    ['member', () => post('/credentials/import', {}), 400, 'BAD_REQUEST'],
  ],
  'POST /credentials/test': [
    [
      'member',
      ({ files }) => post('/credentials/test', { credentials: { type: 'n8nApi', data: { apiKey: 'right', baseUrl: files } } }),
      200,
      { status: 'OK' },
    ],
    [
      'member',
      ({ files }) => post('/credentials/test', { credentials: { type: 'n8nApi', data: { apiKey: 'wrong', baseUrl: files } } }),
      200,
      { status: 'Error', message: 'The service refused the credential: 401 Unauthorized' },
    ],
    ['member', () => post('/credentials/test', { credentials: { type: 'none', data: {} } }), 400, 'BAD_REQUEST'],
    [
      'member',
      ({ credential }) => post('/credentials/test', { credentials: { id: credential, type: 'httpHeaderAuth', data: {} } }),
      404,
      'CREDENTIAL_NOT_FOUND',
    ],
  ],
  ...Object.fromEntries(
    ['oauth1', 'oauth2'].map((protocol): [string, readonly Case[]] => [
      `GET /${protocol}-credential/auth`,
      [
        ['owner', () => get(`/${protocol}-credential/auth`), 400, 'BAD_REQUEST'],
        ['owner', () => get(`/${protocol}-credential/auth`, { id: '__proto__' }), 404, 'CREDENTIAL_NOT_FOUND'],
        ['owner', ({ credential }) => get(`/${protocol}-credential/auth`, { id: credential }), 400, 'BAD_REQUEST'],
        ['owner', ({ memberCredential }) => get(`/${protocol}-credential/auth`, { id: memberCredential }), 403, 'FORBIDDEN'],
        ['member', ({ credential }) => get(`/${protocol}-credential/auth`, { id: credential }), 404, 'CREDENTIAL_NOT_FOUND'],
      ],
    ]),
  ),
  'GET /oauth1-credential/callback': [['nobody', () => get('/oauth1-credential/callback', { state: 'guessed' }), 400, undefined]],
  'GET /oauth2-credential/callback': [['nobody', () => get('/oauth2-credential/callback', { state: '__proto__' }), 400, undefined]],
  'GET /nodes': [
    ['owner', () => get('/nodes'), 200, []],
    ['member', () => get('/nodes'), 403, 'FORBIDDEN'],
  ],
  'GET /nodes/updates': [
    ['owner', () => get('/nodes/updates'), 200, []],
    ['member', () => get('/nodes/updates'), 403, 'FORBIDDEN'],
  ],
  'GET /nodes/details': [
    ['owner', () => get('/nodes/details', { name: '../secret' }), 400, 'BAD_REQUEST'],
    ['member', () => get('/nodes/details', { name: 'n8n-nodes-example' }), 403, 'FORBIDDEN'],
  ],
  'GET /nodes/search': [
    ['owner', () => get('/nodes/search'), 400, 'BAD_REQUEST'],
    ['member', () => get('/nodes/search', { query: 'example' }), 403, 'FORBIDDEN'],
  ],
  'POST /nodes': [
    ['owner', () => post('/nodes', { name: '../secret' }), 400, 'BAD_REQUEST'],
    ['owner', () => post('/nodes', {}), 400, 'BAD_REQUEST'],
    ['owner', () => post('/nodes', { name: 'n8n-nodes-example', overrides: { '../x': '1.0.0' } }), 400, 'BAD_REQUEST'],
    [
      'owner',
      () => post('/nodes', { name: 'n8n-nodes-example', overrides: JSON.parse('{"__proto__":"1.0.0"}') as unknown }),
      400,
      'BAD_REQUEST',
    ],
    ['member', () => post('/nodes', { name: 'n8n-nodes-example' }), 403, 'FORBIDDEN'],
  ],
  'GET /nodes/installations': [
    ['owner', () => get('/nodes/installations'), 200, []],
    ['member', () => get('/nodes/installations'), 403, 'FORBIDDEN'],
  ],
  'DELETE /nodes/installation': [
    ['owner', () => remove('/nodes/installation?name=n8n-nodes-example'), 200, false],
    ['owner', () => remove('/nodes/installation?name=__proto__'), 400, 'BAD_REQUEST'],
    ['member', () => remove('/nodes/installation?name=n8n-nodes-example'), 403, 'FORBIDDEN'],
  ],
  'PATCH /nodes': [
    ['owner', () => patch('/nodes', { name: 'n8n-nodes-example' }), 404, 'NOT_FOUND'],
    ['owner', () => patch('/nodes', { name: 'n8n-nodes-example', allowsNetwork: true }), 404, 'NOT_FOUND'],
    ['owner', () => patch('/nodes', { name: 'n8n-nodes-example', overrides: { x: 'file:/etc' } }), 400, 'BAD_REQUEST'],
    [
      'owner',
      () => patch('/nodes', { name: 'n8n-nodes-example', overrides: JSON.parse('{"__proto__":"1.0.0"}') as unknown }),
      400,
      'BAD_REQUEST',
    ],
    ['member', () => patch('/nodes', { name: 'n8n-nodes-example' }), 403, 'FORBIDDEN'],
  ],
  'DELETE /nodes': [
    ['owner', () => remove('/nodes?name=__proto__'), 404, 'NOT_FOUND'],
    ['member', () => remove('/nodes?name=n8n-nodes-example'), 403, 'FORBIDDEN'],
  ],
  'GET /options/timezones': [['owner', () => get('/options/timezones'), 200, { 'Europe/Berlin': any(String), UTC: 'UTC' }]],
  'GET /data/:id': [
    ['owner', ({ file }) => get(`/data/${encodeURIComponent(file)}`), 200, Buffer.from('a file of text').toString('base64')],
    ['member', ({ file }) => get(`/data/${encodeURIComponent(file)}`), 404, 'BINARY_NOT_FOUND'],
    ['owner', () => get('/data/file:none'), 404, 'BINARY_NOT_FOUND'],
    ['owner', () => get('/data/..%2F..%2Fmaster.key', { action: 'view' }), 404, 'BINARY_NOT_FOUND'],
    ['owner', ({ file }) => get(`/data/${encodeURIComponent(file)}`, { action: 'steal' }), 400, 'BAD_REQUEST'],
  ],
  'POST /curl-to-json': [
    [
      'member',
      () => post('/curl-to-json', { curlCommand: "curl -H 'X-A: 1' https://example.com/a?b=c" }),
      200,
      {
        'parameters.url': 'https://example.com/a',
        'parameters.queryParameters.parameters.0.name': 'b',
        'parameters.headerParameters.parameters.0.value': '1',
      },
    ],
    ['owner', () => post('/curl-to-json', { curlCommand: 'curl sftp://example.com' }), 400, 'BAD_REQUEST'],
    ['owner', () => post('/curl-to-json', { curlCommand: '' }), 400, 'BAD_REQUEST'],
    ['owner', () => post('/curl-to-json', { curlCommand: `curl ${'x'.repeat(1_000_000)}` }), 413, 'PAYLOAD_TOO_LARGE'],
    ['owner', () => post('/curl-to-json', {}), 400, 'BAD_REQUEST'],
  ],
  'GET /versions': [
    ['owner', () => get('/versions'), 404, 'FEATURE_OFF'],
    ['nobody', () => get('/versions'), 401, 'UNAUTHENTICATED'],
  ],
  'GET /prompts': [
    ['owner', () => get('/prompts'), 404, 'FEATURE_OFF'],
    ['nobody', () => get('/prompts'), 401, 'UNAUTHENTICATED'],
  ],
  'POST /prompt': [
    ['member', () => post('/prompt', { email: 'a@example.com' }), 404, 'FEATURE_OFF'],
    ['member', () => post('/prompt', {}), 400, 'BAD_REQUEST'],
  ],
  'POST /value-survey': [
    ['member', () => post('/value-survey', { value: 10 }), 404, 'FEATURE_OFF'],
    ['member', () => post('/value-survey', { value: 10.5 }), 400, 'BAD_REQUEST'],
  ],
  'GET /prompts/onboarding': [['member', () => get('/prompts/onboarding'), 404, 'FEATURE_OFF']],
  'POST /prompts/onboarding': [
    ['member', () => post('/prompts/onboarding', { toast_sequence_number: 1 }), 404, 'FEATURE_OFF'],
    ['member', () => post('/prompts/onboarding', {}), 400, 'BAD_REQUEST'],
  ],
  'POST /accounts/onboarding': [
    ['member', () => post('/accounts/onboarding', { email: 'a@example.com' }), 404, 'FEATURE_OFF'],
    ['member', () => post('/accounts/onboarding', { email: 1 }), 400, 'BAD_REQUEST'],
  ],
  'GET /telemetry': [
    ['owner', () => get('/telemetry'), 200, { origin: null, pendingCount: 0, batches: [] }],
    ['member', () => get('/telemetry'), 403, 'FORBIDDEN'],
  ],
  'POST /telemetry': [
    ['member', () => post('/telemetry', { events: [{ name: 'page viewed', page: '/workflow' }] }), 404, 'FEATURE_OFF'],
    ['member', () => post('/telemetry', { events: [] }), 400, 'BAD_REQUEST'],
  ],
  'GET /consents': [
    ['owner', () => get('/consents'), 404, 'FEATURE_OFF'],
    ['member', () => get('/consents'), 403, 'FORBIDDEN'],
  ],
  // On Postgres, engine/services/team/team-editors.test.ts calls it.
  'GET /members': [
    ['owner', () => get('/members'), 404, 'FEATURE_OFF'],
    ['member', () => get('/members'), 403, 'FORBIDDEN'],
  ],
  'POST /consents/questions/:id': [
    ['owner', () => post('/consents/questions/x', { answer: 'once' }), 404, 'FEATURE_OFF'],
    ['owner', () => post('/consents/questions/x', { answer: 'yes' }), 400, 'BAD_REQUEST'],
    ['member', () => post('/consents/questions/x', { answer: 'once' }), 403, 'FORBIDDEN'],
  ],
  'POST /consents/:id/grant': [['member', () => post('/consents/x/grant'), 403, 'FORBIDDEN']],
  'DELETE /consents/:id': [['member', () => remove('/consents/x'), 403, 'FORBIDDEN']],
  'GET /addresses': [
    ['member', () => get('/addresses'), 200, any(Array)],
    ['nobody', () => get('/addresses'), 401, 'UNAUTHENTICATED'],
  ],
  'GET /addresses/editor': [
    ['owner', () => get('/addresses/editor'), 200, { kind: 'loopback', url: any(String) }],
    ['member', () => get('/addresses/editor'), 403, 'FORBIDDEN'],
  ],
  'POST /addresses/check': [
    ['member', () => post('/addresses/check', { url: 'http://169.254.169.254/' }), 404, 'NOT_FOUND'],
    ['member', () => post('/addresses/check', {}), 400, 'BAD_REQUEST'],
  ],
  'GET /push': [['owner', () => get('/push'), 400, 'BAD_REQUEST']],
  'GET /openapi.json': [['member', () => get('/openapi.json'), 200, undefined]],
};

const declared: readonly RouteSpec[] = [
  addressRoutes,
  assistantRoutes,
  consentRoutes,
  packageRoutes,
  promptRoutes,
  tagRoutes,
  telemetryRoutes,
  workflowRoutes,
  workflowVersionRoutes,
  executionRoutes,
  folderRoutes,
  importRoutes,
  variableRoutes,
  editorRoutes,
  generalRoutes,
  memberRoutes,
  modelRoutes,
  credentialRoutes,
  oauthRoutes,
  curlRoutes,
  versionRoutes,
].flatMap((group) => Object.values<RouteSpec>(group));
const nameOf = ({ method, path }: RouteSpec): string => `${method} ${path}`;

const served = createServer((request, response) => {
  if (request.url === '/moved.json') response.writeHead(302, { location: '/good.json' }).end();
  else if (request.url === '/bad.json') response.end('<html>');
  else if (request.url === '/good.json') response.end(JSON.stringify(plain));
  else if (request.url === '/credentials/schema/n8nApi') response.writeHead(request.headers['x-n8n-api-key'] === 'right' ? 200 : 401).end();
  else response.writeHead(404).end();
});
beforeAll(() => new Promise<void>((listening) => served.listen(0, '127.0.0.1', listening)));
afterAll(() => served.close());

/** Creates the fixtures on a server. */
async function fill(running: RunningServer): Promise<Known> {
  const { data, server } = running;
  const created = (file: object, as: As = 'owner') => data<{ id: string }>(post('/workflows', file), as);
  const { id: tag } = await data<{ id: string }>(post('/tags', { name: 'Billing' }), 'owner');
  const { id: folder } = await data<{ id: string }>(post('/folders', { name: 'Sales' }), 'owner');
  const { id: variable } = await data<{ id: string }>(post('/variables', { key: 'unit', value: 'km' }), 'owner');
  const secret = { name: 'My service', type: 'httpHeaderAuth', data: { name: 'X-Key', value: 'secret' } };
  const credential = await data<{ id: string }>(post('/credentials', secret), 'owner');
  const memberCredential = await data<{ id: string }>(post('/credentials', { ...secret, name: 'Theirs' }), 'member');
  const workflow = await created({ ...plain, more: 'kept', tags: [{ id: tag }] });
  const active = await created(hook);
  const mine = await created({ ...plain, name: 'Of the member' }, 'member');
  await data(patch(`/workflows/${active.id}`, { active: true }), 'owner');
  const call = await fetch(new URL('webhook/orders', server.url), {
    method: 'POST',
    body: withFile(),
  });
  expect(call.status).toBe(200);
  const saved = { settings: { saveManualExecutions: true } };
  const failed = await created({ ...failing, ...saved });
  const parked = await created({ ...waitingFile, ...saved });
  for (const [file, { id }] of [
    [failing, failed],
    [waitingFile, parked],
  ] as const)
    await data(post('/workflows/run', { workflowData: { ...file, ...saved, id } }), 'owner');
  await server.services.executions.idle();
  const { results } = await data<{ results: { id: string; status: string }[] }>(get('/executions'), 'owner');
  const of = (status: string): string => results.find((execution) => execution.status === status)?.id ?? '';
  const detail = JSON.stringify(await data(get(`/executions/${of('success')}`), 'owner'));
  const file = /"id":"(file:[^"]+)"/.exec(detail)?.[1] ?? '';
  const files = `http://127.0.0.1:${(served.address() as AddressInfo).port}`;
  return {
    workflow: workflow.id,
    active: active.id,
    memberWorkflow: mine.id,
    success: of('success'),
    failure: of('error'),
    waiting: of('waiting'),
    tag,
    folder,
    variable,
    credential: credential.id,
    memberCredential: memberCredential.id,
    file,
    files,
  };
}

function withFile(): FormData {
  const form = new FormData();
  form.append('upload', new Blob(['a file of text'], { type: 'text/plain' }), 'a.txt');
  return form;
}

describe.each(['inject', 'socket'] as const)('over %s', (over) => {
  let running: RunningServer;
  let ids: Known;
  beforeAll(async () => {
    running = await runningServer({ over, hasPeople: true, settings: { allowsPrivateUrls: true } });
    ids = await fill(running);
  });
  afterAll(() => running.close());

  const rows = Object.entries(cases).flatMap(([route, list]) => list.map((each, index) => ({ route, each, index })));

  it.each(rows)('$route, case $index', async ({ route, each: [as, request, status, gives] }) => {
    const receivedResponse = await running.send(request(ids), as);
    if (status !== 200 && gives === undefined) {
      expect([receivedResponse.status, receivedResponse.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      return;
    }
    if (status !== 200) {
      expect({ status: receivedResponse.status, body: receivedResponse.body }).toEqual({
        status,
        body: expect.objectContaining({ code: gives, status, message: any(String) }),
      });
      return;
    }
    expect([receivedResponse.status, receivedResponse.status === 200 ? '' : receivedResponse.text]).toEqual([200, '']);
    if (gives === undefined) return;
    expect({ data: receivedResponse.body.data }).toMatchObject({ data: gives });
    followsSchema(declared.find((spec) => nameOf(spec) === route) as RouteSpec, receivedResponse);
  });

  it('deletes a workflow with its executions, and a tag from its workflows', async () => {
    const { data, send } = running;
    const { id } = await data<{ id: string }>(
      post('/workflows', { ...plain, tags: [ids.tag], settings: { saveManualExecutions: true } }),
      'owner',
    );
    await data(post('/workflows/run', { workflowData: { ...plain, id, settings: { saveManualExecutions: true } } }), 'owner');
    await running.server.services.executions.idle();
    const match = () => data<{ count: number }>(get('/executions', { filter: JSON.stringify({ workflowId: id }) }), 'owner');
    expect((await match()).count).toBe(1);
    expect(await data(remove(`/workflows/${id}`), 'owner')).toBe(true);
    expect((await send(get(`/workflows/${id}`), 'owner')).status).toBe(404);
    expect((await match()).count).toBe(0);
    const { id: tag } = await data<{ id: string }>(post('/tags', { name: 'Short-lived' }), 'owner');
    const tagged = await data<{ id: string; tags: unknown[] }>(post('/workflows', { ...plain, tags: [tag] }), 'owner');
    expect(tagged.tags).toEqual([{ id: tag, name: 'Short-lived' }]);
    expect(await data(remove(`/tags/${tag}`), 'owner')).toBe(true);
    expect(await data(get(`/workflows/${tagged.id}`), 'owner')).toMatchObject({ tags: [] });
  });

  it('returns a byte range of a file', async () => {
    const path = `/data/${encodeURIComponent(ids.file)}`;
    const part = (range: string) =>
      running.send({ ...get(path, { action: 'view', mimeType: 'text/plain', fileName: 'ä "x".txt' }), headers: { range } }, 'owner');
    const middle = await part('bytes=2-5');
    expect([middle.status, middle.text, middle.headers['content-range']]).toEqual([206, 'file', 'bytes 2-5/14']);
    expect((await part('bytes=-4')).text).toBe('text');
    expect((await part('bytes=10-')).text).toBe('text');
    expect((await part('bytes=99-')).status).toBe(416);
    expect((await part('pages=1')).text).toBe('a file of text');
    expect(middle.headers['content-disposition']).toBe(`inline; filename="_ _x_.txt"; filename*=UTF-8''%C3%A4%20%22x%22.txt`);
    const page = await running.send(get(path, { action: 'view', mimeType: 'text/html' }), 'owner');
    expect([page.headers['content-type'], page.headers['content-disposition']?.split(';')[0]]).toEqual([
      'application/octet-stream',
      'attachment',
    ]);
  });
});

function followsSchema({ response: schema }: RouteSpec, { body }: ReceivedResponse): void {
  const errors = Check(schema as TSchema, body.data) ? [] : [...Errors(schema as TSchema, body.data)];
  expect(errors.map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([]);
}

describe('the table of routes', () => {
  let running: RunningServer;
  let fresh: RunningServer;
  beforeAll(async () => {
    [running, fresh] = await Promise.all([runningServer({ hasPeople: true }), runningServer()]);
  });
  afterAll(() => Promise.all([running.close(), fresh.close()]));

  it('is mounted completely, each route once, without other routes', () => {
    const names = running.mounted.map(nameOf);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    expect(declared.map(nameOf).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has cases for every route', () => {
    expect(declared.map(nameOf).filter((name) => cases[name] === undefined)).toEqual([]);
  });

  it('uses only permissions of the table', () => {
    expect(running.mounted.filter(({ access }) => access !== 'public' && !Object.hasOwn(permissions, access)).map(nameOf)).toEqual([]);
  });

  it('allows each role exactly the permissions of the table', async () => {
    const roles: readonly [Role | 'nobody', RunningServer, As][] = [
      ['default', fresh, 'default'],
      ['owner', running, 'owner'],
      ['member', running, 'member'],
      ['nobody', running, 'nobody'],
    ];
    const wrong: string[] = [];
    for (const spec of declared) {
      for (const [role, on, as] of roles) {
        const url = `/rest${spec.path.replaceAll(/:\w+/g, 'x').replace('*', 'x')}`;
        // Access is checked before the rest of the request is validated.
        const { status } = await on.send(
          { method: spec.method as 'GET', url, ...(spec.method === 'GET' || spec.method === 'DELETE' ? {} : { body: 1 }) },
          as,
        );
        const expected = spec.access === 'public' ? 0 : role === 'nobody' ? 401 : mayDo(role, spec.access) ? 0 : 403;
        const wall = status === 401 || status === 403 ? status : 0;
        if (wall !== expected) wrong.push(`${nameOf(spec)} as ${role}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
