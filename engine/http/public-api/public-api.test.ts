// The public API over a socket: as a client uses it, what each key may do, pages, errors, and what members see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditApi } from '../../contract/public-api/audit.ts';
import { credentialApi } from '../../contract/public-api/credentials.ts';
import { dataTableApi } from '../../contract/public-api/data-tables.ts';
import { executionApi } from '../../contract/public-api/executions.ts';
import { apiScopes, type ApiScope } from '../../contract/api-scopes.ts';
import { folderApi } from '../../contract/public-api/folders.ts';
import { tagApi } from '../../contract/public-api/tags.ts';
import { userApi } from '../../contract/public-api/users.ts';
import { variableApi } from '../../contract/public-api/variables.ts';
import { workflowApi } from '../../contract/public-api/workflows.ts';
import type { ApiKey } from '../../contract/rest/me.ts';
import type { RouteSpec } from '../../contract/rest/route.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';

const routes: readonly RouteSpec[] = [
  workflowApi, executionApi, credentialApi, folderApi, tagApi, userApi, variableApi, dataTableApi, auditApi,
].flatMap((group) => Object.values(group) as RouteSpec[]); // oxfmt-ignore

let server: RunningServer;
let ownerKey: string;
let memberKey: string;

async function keyOf(as: As, scopes?: readonly ApiScope[], more: object = {}): Promise<string> {
  const body = { label: 'Test', ...(scopes === undefined ? {} : { scopes }), ...more };
  return (await server.data<ApiKey>({ method: 'POST', url: '/rest/me/api-keys', body }, as)).apiKey;
}

interface Response {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined without a body. */
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- Of any shape.
}

async function call(key: string | undefined, method: string, path: string, body?: unknown, headers: object = {}): Promise<Response> {
  const response = await fetch(new URL(path, server.server.url), {
    method,
    headers: {
      ...(key === undefined ? {} : { 'X-N8N-API-KEY': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const api = (method: string, path: string, body?: unknown, key = ownerKey): Promise<Response> => call(key, method, `/api/v1${path}`, body);

/** Waits until the list contains one entry, since executions are stored after the response of their webhook. */
async function listed(path: string): Promise<Response> {
  await expect.poll(async () => (await api('GET', path)).body.data.length).toBe(1);
  return api('GET', path);
}

const webhookWorkflow = (name: string, path: string) => ({
  name,
  nodes: [
    {
      id: 'hook',
      name: 'Webhook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: path,
      parameters: { path, httpMethod: 'POST', responseMode: 'lastNode' },
    },
    {
      id: 'set',
      name: 'Set',
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      position: [200, 0],
      parameters: { mode: 'raw', jsonOutput: '={{ { "greeting": $vars.greeting + $json.body.name } }}' },
    },
  ],
  connections: { Webhook: { main: [[{ node: 'Set', type: 'main', index: 0 }]] } },
  settings: { executionOrder: 'v1' },
});

beforeAll(async () => {
  server = await runningServer({ hasPeople: true, over: 'socket' });
  ownerKey = await keyOf('owner');
  memberKey = await keyOf('member');
});

afterAll(async () => server.close());

it('creates, activates, runs, reads and deletes a workflow', async () => {
  expect(await api('POST', '/variables', { key: 'greeting', value: 'Hello ' })).toMatchObject({ status: 201, body: { key: 'greeting' } });
  const created = await api('POST', '/workflows', webhookWorkflow('By API', 'by-api'));
  expect(created).toMatchObject({ status: 200, body: { name: 'By API', active: false, tags: [], settings: { executionOrder: 'v1' } } });
  const { id } = created.body;
  expect(await api('POST', `/workflows/${id}/activate`)).toMatchObject({ status: 200, body: { id, active: true } });
  const answer = await call(undefined, 'POST', '/webhook/by-api', { name: 'Ann' });
  expect(answer.body).toEqual({ greeting: 'Hello Ann' });
  const executions = await listed(`/executions?workflowId=${id}&status=success`);
  expect(executions.body).toMatchObject({ data: [{ workflowId: id, finished: true, mode: 'webhook', retryOf: null }], nextCursor: null });
  const [{ id: executionId }] = executions.body.data;
  const execution = await api('GET', `/executions/${executionId}?includeData=true`);
  expect(execution.body).toMatchObject({
    id: executionId,
    waitTill: null,
    data: { resultData: { runData: { Set: [{ data: { main: [[{ json: { greeting: 'Hello Ann' } }]] } }] } } },
    workflowData: { name: 'By API' },
  });
  const withData = await api('GET', `/executions?workflowId=${id}&includeData=true`);
  expect(withData.body).toEqual({ data: [execution.body], nextCursor: null });
  expect((await api('GET', `/executions/${executionId}`)).body).not.toHaveProperty('data');
  expect(await api('DELETE', `/executions/${executionId}`)).toMatchObject({ status: 200, body: { id: executionId } });
  expect(await api('GET', `/executions/${executionId}`)).toMatchObject({ status: 404, body: { code: 'EXECUTION_NOT_FOUND' } });
  expect(await api('DELETE', `/workflows/${id}`)).toMatchObject({ status: 200, body: { id } });
  expect(await api('GET', `/workflows/${id}`)).toMatchObject({ status: 404, body: { message: expect.stringContaining(id) as unknown } });
  expect((await call(undefined, 'POST', '/webhook/by-api', {})).status).toBe(404);
});

it('accepts an empty body of any type, and no other type of body', async () => {
  const { body: workflow } = await api('POST', '/workflows', webhookWorkflow('Empty', 'empty'));
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await call(ownerKey, 'POST', `/api/v1/workflows/${workflow.id}/activate`, undefined, form)).toMatchObject({ status: 200 });
  const response = await fetch(new URL('/api/v1/tags', server.server.url), {
    method: 'POST',
    headers: { 'X-N8N-API-KEY': ownerKey, ...form },
    body: 'name=a',
  });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('application/json') as unknown },
  ]);
  await api('DELETE', `/workflows/${workflow.id}`);
});

it('replaces, tags, archives and restores a workflow', async () => {
  const { body: tag } = await api('POST', '/tags', { name: 'api' });
  const { body: workflow } = await api('POST', '/workflows', { ...webhookWorkflow('Tagged', 'tagged'), pinData: { Set: [{ json: {} }] } });
  expect((await api('PUT', `/workflows/${workflow.id}/tags`, [{ id: tag.id }])).body).toEqual([tag]);
  expect((await api('GET', `/workflows/${workflow.id}/tags`)).body).toEqual([tag]);
  expect((await api('GET', '/workflows?tags=api')).body.data).toMatchObject([{ id: workflow.id, tags: [{ name: 'api' }] }]);
  expect((await api('GET', '/workflows?tags=none')).body.data).toEqual([]);
  expect((await api('GET', '/workflows?tags=api,')).body.data).toHaveLength(1);
  expect((await api('GET', '/workflows?name=agge')).body.data).toHaveLength(1);
  expect((await api('GET', '/workflows?active=true')).body.data).toEqual([]);
  expect((await api('GET', `/workflows/${workflow.id}`)).body).toHaveProperty('pinData');
  expect((await api('GET', `/workflows/${workflow.id}?excludePinnedData=true`)).body).not.toHaveProperty('pinData');
  // A response can be sent back.
  const { body: read } = await api('GET', `/workflows/${workflow.id}`);
  const replaced = await api('PUT', `/workflows/${workflow.id}`, { ...read, name: 'Renamed' });
  expect(replaced).toMatchObject({ status: 200, body: { name: 'Renamed', tags: [{ name: 'api' }] } });
  expect(replaced.body.versionId).not.toBe(read.versionId);
  for (const [field, value] of [['active', true], ['tags', []]] as const) {
    const refused = await api('PUT', `/workflows/${workflow.id}`, { ...read, [field]: value });
    expect(refused).toMatchObject({ status: 400, body: { message: `The field "${field}" of a workflow is read-only in this call.` } });
  } // oxfmt-ignore
  expect((await api('POST', `/workflows/${workflow.id}/archive`)).body.isArchived).toBe(true);
  expect((await api('POST', `/workflows/${workflow.id}/unarchive`)).body.isArchived).toBe(false);
  expect(await api('PUT', `/workflows/${workflow.id}/tags`, [{ id: 'none' }])).toMatchObject({
    status: 404,
    body: { code: 'TAG_NOT_FOUND' },
  });
  expect((await api('PUT', `/tags/${tag.id}`, { name: 'renamed' })).body.name).toBe('renamed');
  expect(await api('POST', '/tags', { name: 'Renamed' })).toMatchObject({ status: 409, body: { code: 'TAG_EXISTS' } });
  expect((await api('DELETE', `/tags/${tag.id}`)).body.id).toBe(tag.id);
  expect((await api('GET', `/tags/${tag.id}`)).status).toBe(404);
  await api('DELETE', `/workflows/${workflow.id}`);
});

it('retries and stops executions', async () => {
  const failing = {
    ...webhookWorkflow('Failing', 'failing'),
    nodes: [webhookWorkflow('', 'failing').nodes[0], { id: 'stop', name: 'Set', type: 'n8n-nodes-base.stopAndError', typeVersion: 1, position: [200, 0], parameters: { errorMessage: 'No' } }],
  }; // oxfmt-ignore
  const { body: workflow } = await api('POST', '/workflows', failing);
  await api('POST', `/workflows/${workflow.id}/activate`);
  await call(undefined, 'POST', '/webhook/failing', {});
  const [{ id }] = (await listed(`/executions?workflowId=${workflow.id}&status=error`)).body.data;
  expect(await api('POST', `/executions/${id}/retry`)).toMatchObject({
    status: 200,
    body: { mode: 'retry', status: 'error', retryOf: id },
  });
  const { nodes } = webhookWorkflow('Failing', 'failing');
  await api('PUT', `/workflows/${workflow.id}`, { ...failing, nodes });
  const retried = await api('POST', `/executions/${id}/retry`, { loadWorkflow: true });
  expect(retried).toMatchObject({ status: 200, body: { status: 'success', workflowId: workflow.id } });
  const waiting = { ...failing, nodes: [{ ...failing.nodes[0], parameters: { path: 'waiting', httpMethod: 'POST', responseMode: 'onReceived' } }, { id: 'wait', name: 'Set', type: 'n8n-nodes-base.wait', typeVersion: 1.1, position: [200, 0], parameters: { resume: 'webhook' } }] }; // oxfmt-ignore
  await api('PUT', `/workflows/${workflow.id}`, waiting);
  await call(undefined, 'POST', '/webhook/waiting', {});
  const [{ id: waitingId }] = (await listed('/executions?status=waiting')).body.data;
  expect(await api('POST', `/executions/${waitingId}/stop`)).toMatchObject({ status: 200, body: { id: waitingId, status: 'canceled' } });
  expect((await api('GET', '/executions?status=running')).body).toEqual({ data: [], nextCursor: null });
  await api('DELETE', `/workflows/${workflow.id}`);
});

it('pages through lists', async () => {
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    ids.push((await api('POST', '/workflows', webhookWorkflow(name, name))).body.id);
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Response = await api('GET', `/workflows?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    seen.push(...page.body.data.map(({ id }: { id: string }) => id));
    cursor = page.body.nextCursor;
    // The next page starts at the same entry, although the last one before it was deleted.
    if (seen.length === 2) await api('DELETE', `/workflows/${seen[1]}`);
  }
  expect(seen).toEqual(ids);
  for (const id of ids) await api('DELETE', `/workflows/${id}`);
  for (const query of ['limit=0', 'limit=251', 'limit=1.5', 'limit=', 'cursor=none', 'cursor=e30', 'sort=name']) {
    expect(await api('GET', `/workflows?${query}`), query).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  }
  // A cursor of another list would start again at the first page.
  for (const name of ['first', 'second']) await api('POST', '/tags', { name });
  const { nextCursor } = (await api('GET', '/tags?limit=1')).body;
  expect(await api('GET', `/executions?cursor=${nextCursor}`)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
});

it('stores credentials and never returns their data', async () => {
  const schema = await api('GET', '/credentials/schema/httpHeaderAuth');
  expect(schema.body).toMatchObject({ type: 'object', additionalProperties: false, properties: { name: { type: 'string' }, value: {} } });
  expect((await api('GET', '/credentials/schema/none')).status).toBe(404);
  const data = { name: 'X-Key', value: 'top secret' };
  const created = await api('POST', '/credentials', { name: 'Header', type: 'httpHeaderAuth', data });
  expect(created.body).toEqual({ id: any(String), name: 'Header', type: 'httpHeaderAuth', createdAt: any(String), updatedAt: any(String) });
  const { id } = created.body;
  const changed = await api('PATCH', `/credentials/${id}`, { name: 'Other', type: 'httpHeaderAuth', data: { value: 'more secret' } });
  expect(changed).toMatchObject({ status: 200, body: { name: 'Other' } });
  // What is left out stays.
  const stored = (): Promise<unknown> => server.data({ url: `/rest/credentials/${id}?includeData=true` }, 'owner');
  expect(await stored()).toMatchObject({ data: { name: 'X-Key' } });
  const message = 'The data of the credential does not match its type at "header": the type has no such field.';
  expect((await api('PATCH', `/credentials/${id}`, { data: { header: 'x' } })).body).toMatchObject({ message });
  for (const body of [{ data: { header: 'x' } }, { data: { value: 7 } }, { type: 'githubApi' }]) {
    expect(await api('PATCH', `/credentials/${id}`, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  }
  expect(await stored()).toMatchObject({ data: { name: 'X-Key' } });
  const texts = [created, changed, await api('GET', '/credentials'), await api('GET', `/credentials/${id}`)].map(({ body }) =>
    JSON.stringify(body),
  );
  for (const text of texts) expect(text).not.toContain('secret');
  for (const [type, wrong] of [['httpHeaderAuth', { header: 'x' }], ['httpHeaderAuth', { name: 7 }], ['none', {}]] as const) {
    expect(await api('POST', '/credentials', { name: 'Wrong', type, data: wrong })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  } // oxfmt-ignore
  expect(await api('DELETE', `/credentials/${id}`)).toMatchObject({ status: 200, body: { id, name: 'Other' } });
});

it('keeps data tables', async () => {
  const columns = [{ name: 'name', type: 'string' }, { name: 'age', type: 'number' }]; // oxfmt-ignore
  const { status, body: table } = await api('POST', '/data-tables', { name: 'People', columns });
  expect([status, table.columns.map((column: { name: string }) => column.name)]).toEqual([201, ['name', 'age']]);
  const rows = `/data-tables/${table.id}/rows`;
  expect((await api('POST', rows, { data: [{ name: 'Ann', age: 5 }, { name: 'Ben', age: 6 }, { name: 'Cid' }] })).body).toEqual({ count: 3 }); // oxfmt-ignore
  const first = await api('GET', `${rows}?limit=2&sortBy=name:desc`);
  expect(first.body.data).toMatchObject([{ name: 'Cid', age: null }, { name: 'Ben' }]);
  expect((await api('GET', `${rows}?limit=2&sortBy=name:desc&cursor=${first.body.nextCursor}`)).body).toMatchObject({
    data: [{ name: 'Ann' }],
    nextCursor: null,
  });
  const filter = { type: 'and', filters: [{ columnName: 'name', condition: 'eq', value: 'Ben' }] };
  expect((await api('PATCH', `${rows}/update`, { filter, data: { age: 7 }, returnData: true })).body).toMatchObject([
    { name: 'Ben', age: 7 },
  ]);
  expect((await api('POST', `${rows}/upsert`, { filter, data: { name: 'Ben', age: 8 } })).body).toBe(true);
  const query = new URLSearchParams({ filter: JSON.stringify(filter) }).toString();
  expect((await api('GET', `${rows}?${query}`)).body.data).toMatchObject([{ age: 8 }]);
  expect((await api('DELETE', `${rows}/delete?${query}&returnData=true`)).body).toHaveLength(1);
  expect(await api('GET', `${rows}?filter=no`)).toMatchObject({
    status: 400,
    body: { hint: expect.stringContaining('columnName') as unknown },
  });
  expect(await api('GET', `${rows}?sortBy=name:sideways`)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  expect((await api('GET', rows, undefined, memberKey)).status).toBe(404);
  expect((await api('PATCH', `/data-tables/${table.id}`, { name: 'Persons' })).body.name).toBe('Persons');
  expect((await api('DELETE', `/data-tables/${table.id}`)).status).toBe(204);
  expect((await api('GET', '/data-tables')).body.data).toEqual([]);
});

it('keeps workflows in folders', async () => {
  const { body: outer } = await api('POST', '/folders', { name: 'Outer' });
  const inner = await api('POST', '/folders', { name: 'Inner', parentFolderId: outer.id });
  expect(inner).toMatchObject({ status: 201, body: { name: 'Inner', parentFolderId: outer.id, workflowCount: 0 } });
  const { id } = inner.body;
  const { body: workflow } = await api('POST', '/workflows', { ...webhookWorkflow('Filed', 'filed'), parentFolderId: id });
  expect(workflow.parentFolderId).toBe(id);
  expect((await api('GET', `/folders/${id}`)).body.workflowCount).toBe(1);
  const { name, nodes, connections, settings } = workflow;
  const changed = { name, nodes, connections, settings };
  expect((await api('PUT', `/workflows/${workflow.id}`, { ...changed, parentFolderId: id })).status).toBe(200);
  const refused = await api('PUT', `/workflows/${workflow.id}`, { ...changed, parentFolderId: null });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('"parentFolderId"') as string } });
  expect((await api('PUT', `/workflows/${workflow.id}/folder`, { parentFolderId: outer.id })).status).toBe(204);
  expect((await api('GET', `/workflows/${workflow.id}`)).body.parentFolderId).toBe(outer.id);
  expect((await api('PATCH', `/folders/${id}`, { name: 'Top', parentFolderId: null })).body).toMatchObject({
    name: 'Top',
    parentFolderId: null,
  });
  expect((await api('GET', '/folders?limit=250')).body.data).toMatchObject([{ name: 'Outer' }, { name: 'Top' }]);
  expect(await api('GET', `/folders/${id}`, undefined, memberKey)).toMatchObject({ status: 404, body: { code: 'FOLDER_NOT_FOUND' } });
  expect((await api('DELETE', `/folders/${outer.id}`)).body.id).toBe(outer.id);
  expect((await api('GET', `/workflows/${workflow.id}`)).body.parentFolderId).toBeNull();
  for (const path of [`/folders/${id}`, `/workflows/${workflow.id}`]) await api('DELETE', path);
});

it('manages variables', async () => {
  const { body } = await api('POST', '/variables', { key: 'unit', value: 'km' });
  expect(await api('POST', '/variables', { key: 'unit', value: 'm' })).toMatchObject({ status: 400 });
  for (const key of ['', '1a', 'a b', 'a'.repeat(51)]) expect((await api('POST', '/variables', { key, value: '' })).status).toBe(400);
  expect((await api('POST', '/variables', { key: '__proto__', value: 'x' })).status).toBe(201);
  expect((await api('PUT', `/variables/${body.id}`, { key: 'unit', value: 'mi' })).status).toBe(204);
  expect((await api('GET', '/variables?limit=250')).body.data).toContainEqual({ id: body.id, key: 'unit', value: 'mi', type: 'string' });
  expect((await api('DELETE', `/variables/${body.id}`)).status).toBe(204);
  expect((await api('DELETE', `/variables/${body.id}`)).status).toBe(404);
});

it('lists, invites and removes users', async () => {
  const list = await api('GET', '/users?includeRole=true');
  expect(list.body.data.map(({ role }: { role: string }) => role)).toEqual(['global:owner', 'global:member']);
  expect(JSON.stringify(list.body)).not.toContain('password');
  const invited = await api('POST', '/users', [{ email: 'new@example.com', role: 'global:member' }]);
  expect(invited).toMatchObject({ status: 201, body: [{ user: { email: 'new@example.com', inviteAcceptUrl: any(String) } }] });
  expect((await api('GET', '/users/NEW@example.com')).body).toMatchObject({ isPending: true });
  expect((await api('DELETE', '/users/new@example.com')).status).toBe(204);
  expect(await api('GET', '/users/new@example.com')).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
});

it('reports risks', async () => {
  const { body: workflow } = await api('POST', '/workflows', webhookWorkflow('Open', 'open'));
  await api('POST', `/workflows/${workflow.id}/activate`);
  const { body: credential } = await api('POST', '/credentials', {
    name: 'Unused',
    type: 'httpHeaderAuth',
    data: { name: 'a', value: 'b' },
  });
  const report = await api('POST', '/audit', { additionalOptions: { categories: ['instance', 'credentials'] } });
  expect(Object.keys(report.body)).toEqual(['Credentials Risk Report', 'Instance Risk Report']);
  expect(report.body['Credentials Risk Report'].sections[0].location).toEqual([{ kind: 'credential', id: credential.id, name: 'Unused' }]);
  const [webhooks] = report.body['Instance Risk Report'].sections;
  expect(webhooks.location).toMatchObject([{ workflowId: workflow.id, nodeName: 'Webhook' }]);
  expect(await api('POST', '/audit', undefined, memberKey)).toMatchObject({ status: 403 });
  await api('DELETE', `/workflows/${workflow.id}`);
  await api('DELETE', `/credentials/${credential.id}`);
});

describe('a key', () => {
  /** A request that passes identity and permission, whatever it returns then. */
  const requestOf = ({ method, path }: RouteSpec): readonly [string, string] => [method, path.replaceAll(/:\w+/g, 'none')];

  it('does what its scopes allow, and nothing else', async () => {
    for (const scope of apiScopes) {
      const key = await keyOf('owner', [scope]);
      for (const route of routes) {
        const { status, body } = await api(...requestOf(route), undefined, key);
        const isRefused = status === 403 && body.message === `This API key does not have the scope "${route.scope}".`;
        expect(isRefused, `${scope}: ${route.method} ${route.path} gave ${status}`).toBe(route.scope !== scope);
      }
    }
  });

  it('is needed by every route', async () => {
    for (const route of routes) {
      const [method, path] = requestOf(route);
      for (const headers of [{}, { 'X-N8N-API-KEY': `${ownerKey}x` }, { authorization: 'Bearer none' }, { cookie: server.cookieOf('owner') ?? '' }]) {
        expect(await call(undefined, method, `/api/v1${path}`, undefined, headers)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      }
    } // oxfmt-ignore
  });

  it('is accepted as bearer token, and not by the calls of the editor', async () => {
    const headers = { authorization: `Bearer ${ownerKey}` };
    expect((await call(undefined, 'GET', '/api/v1/workflows', undefined, headers)).status).toBe(200);
    for (const path of ['/rest/workflows', '/rest/me/api-keys']) {
      expect((await call(ownerKey, 'GET', path, undefined, headers)).status).toBe(401);
    }
  });

  it('of a member does what the member may do', async () => {
    const { body: workflow } = await api('POST', '/workflows', webhookWorkflow('Of the owner', 'owned'));
    for (const [method, path] of [['GET', ''], ['DELETE', ''], ['POST', '/activate']] as const) {
      expect((await api(method, `/workflows/${workflow.id}${path}`, undefined, memberKey)).status).toBe(404);
    } // oxfmt-ignore
    expect((await api('GET', '/workflows', undefined, memberKey)).body.data).toEqual([]);
    for (const [method, path] of [['POST', '/variables'], ['DELETE', '/tags/x'], ['POST', '/users'], ['DELETE', '/users/x'], ['POST', '/audit']] as const) {
      expect((await api(method, path, undefined, memberKey)).body.code).toBe('FORBIDDEN');
    } // oxfmt-ignore
    await api('DELETE', `/workflows/${workflow.id}`);
  });

  it('is one of several, is shown in full once, and ends when it expires or is deleted', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const full = await server.data<ApiKey>(
      { method: 'POST', url: '/rest/me/api-keys', body: { label: ' Backup ', scopes: ['tag:read'], expiresAt } },
      'member',
    );
    expect(full).toMatchObject({ label: 'Backup', scopes: ['tag:read'], expiresAt, lastUsedAt: null });
    await api('GET', '/tags', undefined, full.apiKey);
    const list = await server.data<ApiKey[]>({ url: '/rest/me/api-keys' }, 'member');
    const shown = list.find(({ id }) => id === full.id);
    expect(shown).toEqual({ ...full, apiKey: `millrace_${'*'.repeat(16)}${full.apiKey.slice(-4)}`, lastUsedAt: any(String) });
    expect(list.length).toBe(2);
    const url = `/rest/me/api-keys/${full.id}`;
    const update = { method: 'PATCH', url, body: { label: 'Sync', scopes: ['tag:write'] } } as const;
    expect((await server.send(update, 'owner')).status).toBe(404);
    expect(await server.data<ApiKey>(update, 'member')).toMatchObject({ label: 'Sync', scopes: ['tag:write'] });
    expect((await api('GET', '/tags', undefined, full.apiKey)).status).toBe(403);
    expect((await server.send({ method: 'DELETE', url }, 'owner')).status).toBe(404);
    await server.data({ method: 'DELETE', url }, 'member');
    expect((await api('POST', '/tags', { name: 'x' }, full.apiKey)).status).toBe(401);
  });

  it.each([
    { label: '' },
    { label: 'x'.repeat(51) },
    { label: 'Key', scopes: [] },
    { label: 'Key', scopes: ['workflow:delete'] },
    { label: 'Key', expiresAt: 'tomorrow' },
    { label: 'Key', expiresAt: '2020-01-01T00:00:00Z' },
  ])('is not created from %j', async (body) => {
    expect((await server.send({ method: 'POST', url: '/rest/me/api-keys', body }, 'owner')).body.code).toBe('BAD_REQUEST');
  });
});

it('describes itself', async () => {
  const { status, body } = await call(undefined, 'GET', '/api/v1/openapi.json');
  expect([status, body.openapi, body.servers]).toEqual([200, '3.1.0', [{ url: '/api/v1' }]]);
  const described = Object.entries(body.paths as Record<string, Record<string, { 'x-scope': string }>>).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => `${method.toUpperCase()} ${path} ${operation['x-scope']}`),
  );
  expect(described.toSorted()).toEqual(
    routes.map(({ method, path, scope }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')} ${scope}`).toSorted(),
  );
});

it.each(['/api', '/api/', '/api/v1', '/api/v1/none', '/api/v2/workflows', '/rest', '/rest/none'])(
  'has nothing at %s, as JSON',
  async (path) => {
    const response = await call(ownerKey, 'GET', path, undefined, { accept: 'text/html' });
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  },
);

it('is off by setting, which callers are told with any key or none', async () => {
  const off = await runningServer({ settings: { usesPublicApi: false } });
  for (const path of ['/workflows', '/openapi.json']) {
    for (const headers of [{}, { 'x-n8n-api-key': 'millrace_x' }]) {
      const response = await fetch(new URL(`/api/v1${path}`, off.server.url), { headers });
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'FEATURE_OFF' }]);
    }
  }
  expect((await fetch(new URL('/api/v1/docs', off.server.url))).status).toBe(404);
  await off.close();
});

const any = (type: unknown): unknown => expect.any(type as StringConstructor);
