// All routes for credentials, called by the owner of a credential, the instance owner, a user it is shared with, a stranger, and without signing
// in.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STORED_SECRET } from '../../contract/rest/constants.ts';
import type { CredentialView } from '../../contract/rest/credentials.ts';
import { addMember, runningServer, type ReceivedResponse, type RunningServer } from '../../testing/running-server.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { row, start, type Sketch } from '../../testing/run-story.ts';

const people = ['owner', 'host', 'sharee', 'stranger', 'nobody'] as const;
type Person = (typeof people)[number] | 'leaving';

const secret = 'plantedSecret0815';
const received: string[] = [];
const service = createServer((request, response) => {
  received.push(String(request.headers['x-n8n-api-key'] ?? request.headers['x-key']));
  response.writeHead(request.url?.startsWith('/down') === true ? 500 : 200).end('{}');
});
const serviceUrl = (): string => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

let running: RunningServer;
const cookies: Partial<Record<Person, string | undefined>> = {};
const send = (as: Person, request: TestRequest): Promise<ReceivedResponse> =>
  running.send({ ...request, headers: cookies[as] === undefined ? {} : { cookie: cookies[as] } }, 'nobody');
async function data<T>(as: Person, request: TestRequest): Promise<T> {
  const { status, text, body } = await send(as, request);
  if (status !== 200) throw new Error(`${request.url} as ${as}: ${status} ${text}`);
  return body.data as T;
}

beforeAll(async () => {
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  running = await runningServer({ hasPeople: true });
  const add = (id: string): Promise<string> => addMember(running.server, running.dataDir, id, `${id}@example.com`);
  cookies.owner = running.cookieOf('member');
  cookies.host = running.cookieOf('owner');
  cookies.sharee = await add('sharee');
  cookies.stranger = await add('stranger');
});
afterAll(async () => {
  await running.close();
  service.close();
});

let credential: CredentialView;
const at = (more = ''): string => `/rest/credentials/${credential.id}${more}`;
beforeEach(async () => {
  const body = { name: 'Planted', type: 'n8nApi', data: { apiKey: secret, baseUrl: serviceUrl() } };
  credential = await data('owner', { method: 'POST', url: '/rest/credentials', body });
  await data('owner', { method: 'PUT', url: at('/share'), body: { shareWithIds: ['sharee'] } });
});

const test = (body: object): TestRequest => ({
  method: 'POST',
  url: '/rest/credentials/test',
  body: { credentials: { id: credential.id, type: 'n8nApi', ...body } },
});
const changed = (): object => ({ apiKey: STORED_SECRET, baseUrl: `${serviceUrl()}/elsewhere` });

/** Expected statuses, in this order: owner, instance owner, sharee, stranger, not signed in. */
const calls: readonly [what: string, request: () => TestRequest, statuses: readonly [number, number, number, number, number]][] = [
  ['are listed', () => ({ url: '/rest/credentials' }), [200, 200, 200, 200, 401]],
  ['are read', () => ({ url: at() }), [200, 200, 200, 404, 401]],
  ['are read with data', () => ({ url: at('?includeData=true') }), [200, 200, 200, 404, 401]],
  ['get a name', () => ({ url: '/rest/credentials/new' }), [200, 200, 200, 200, 401]],
  [
    'are created',
    () => ({ method: 'POST', url: '/rest/credentials', body: { name: 'New', type: 'httpBasicAuth', data: {} } }),
    [200, 200, 200, 200, 401],
  ],
  ['are renamed', () => ({ method: 'PATCH', url: at(), body: { name: 'Renamed' } }), [200, 200, 403, 404, 401]],
  ['get other data', () => ({ method: 'PATCH', url: at(), body: { data: changed() } }), [200, 403, 403, 404, 401]],
  ['get other nodes', () => ({ method: 'PATCH', url: at(), body: { nodesAccess: [] } }), [200, 403, 403, 404, 401]],
  ['are saved unchanged', () => ({ method: 'PATCH', url: at(), body: {} }), [200, 200, 403, 404, 401]],
  ['are shared', () => ({ method: 'PUT', url: at('/share'), body: { shareWithIds: ['stranger'] } }), [200, 403, 403, 404, 401]],
  ['are tested', () => test({}), [200, 403, 200, 404, 401]],
  ['are tested with other data', () => test({ data: changed() }), [200, 403, 403, 404, 401]],
  ['are tested as another type', () => ({ ...test({ type: 'httpBasicAuth' }) }), [404, 403, 404, 404, 401]],
  ['are deleted', () => ({ method: 'DELETE', url: at() }), [200, 200, 403, 404, 401]],
  ['are connected over OAuth1', () => ({ url: `/rest/oauth1-credential/auth?id=${credential.id}` }), [400, 403, 403, 404, 401]],
  ['are connected over OAuth2', () => ({ url: `/rest/oauth2-credential/auth?id=${credential.id}` }), [400, 403, 403, 404, 401]],
  [
    'are exported',
    () => ({ method: 'POST', url: '/rest/credentials/export', body: { ids: [credential.id], passphrase: 'a long enough passphrase' } }),
    [200, 404, 404, 404, 401],
  ],
  ['list their types', () => ({ url: '/rest/credential-types' }), [200, 200, 200, 200, 401]],
  ['have translations', () => ({ url: '/rest/credential-translation?credentialType=n8nApi' }), [200, 200, 200, 200, 401]],
];
const rows = calls.flatMap(([what, request, statuses]) =>
  people.map((person, index) => ({ what, request, person, status: statuses[index] })),
);

describe('credentials', () => {
  it.each(rows)('$what by $person: $status', async ({ what, request, person, status }) => {
    const receivedResponse = await send(person, request());
    expect({ status: receivedResponse.status, text: receivedResponse.status === status ? '' : receivedResponse.text }).toEqual({
      status,
      text: '',
    });
    expect(receivedResponse.text).not.toContain(secret);
    if (what === 'are read with data') expect(receivedResponse.text.includes(STORED_SECRET)).toBe(person === 'owner');
    if (status === 404) expect(receivedResponse.body.code).toBe('CREDENTIAL_NOT_FOUND');
  });

  it('are listed for the owner, the sharee and the instance owner, each with their permissions', async () => {
    const match = async (person: Person) =>
      (await data<CredentialView[]>(person, { url: '/rest/credentials' })).find(({ id }) => id === credential.id);
    const sharedWith = [{ id: 'sharee', email: 'sharee@example.com', firstName: null, lastName: null }];
    expect(await match('owner')).toMatchObject({ sharedWith, permissions: { isOwner: true, use: true, delete: true } });
    expect(await match('host')).toMatchObject({ sharedWith, permissions: { isOwner: false, use: false, delete: true } });
    expect(await match('sharee')).toMatchObject({ sharedWith, ownedBy: { id: 'member-1' }, permissions: { use: true, delete: false } });
    expect(await match('stranger')).toBeUndefined();
  });

  it('do not show a sharee the reason of a failed test, which may contain addresses', async () => {
    await data('owner', { method: 'PATCH', url: at(), body: { data: { apiKey: STORED_SECRET, baseUrl: 'http://hidden.invalid' } } });
    expect(await data('owner', test({}))).toMatchObject({ status: 'Error', message: expect.stringContaining('hidden.invalid') as string });
    const shared = await send('sharee', test({}));
    expect(shared.body.data).toMatchObject({ status: 'Error' });
    expect(shared.text).not.toContain('hidden');
  });

  it.each([
    ['an unknown user', ['none']],
    ['their own owner', ['member-1']],
    ['an invited user who has not signed up', ['invited']],
  ])('are not shared with %s', async (_, shareWithIds) => {
    await running.send({ method: 'POST', url: '/rest/users', body: [{ email: 'invited@example.com' }] }, 'owner');
    const users = await data<{ id: string; email: string | null }[]>('owner', { url: '/rest/users' });
    const invited = users.find(({ email }) => email === 'invited@example.com')?.id ?? '';
    const ids = shareWithIds.map((id) => (id === 'invited' ? invited : id));
    const receivedResponse = await send('owner', { method: 'PUT', url: at('/share'), body: { shareWithIds: ['stranger', ...ids] } });
    expect(receivedResponse.body).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/^The credential cannot be shared: /) as string,
    });
    expect(await data('owner', { url: at() })).toMatchObject({ sharedWith: [{ id: 'sharee' }] });
  });

  it('are no longer known to a user from whom they were taken', async () => {
    expect(await data('owner', { method: 'PUT', url: at('/share'), body: { shareWithIds: [] } })).toMatchObject({ sharedWith: [] });
    expect((await send('sharee', { url: at() })).status).toBe(404);
  });
});

describe('of two changes to one credential', () => {
  const save = (as: Person, body: object): Promise<ReceivedResponse> => send(as, { method: 'PATCH', url: at(), body });
  const read = (): Promise<CredentialView> => data('owner', { url: at('?includeData=true') });

  it('the second is refused if it is based on an older version, whoever made the first', async () => {
    const { updatedAt } = await read();
    const first = await save('host', { name: 'First', updatedAt });
    expect(first.status).toBe(200);
    const second = await save('owner', { name: 'Second', data: { apiKey: 'other', baseUrl: 'http://other.invalid' }, updatedAt });
    expect([second.status, second.body]).toMatchObject([409, { code: 'CREDENTIAL_CHANGED', hint: expect.any(String) as string }]);
    expect(second.text).not.toContain('other.invalid');
    const now = await read();
    expect(now).toMatchObject({ name: 'First', data: { apiKey: STORED_SECRET, baseUrl: serviceUrl() } });
    expect(now.updatedAt).toBe((first.body.data as CredentialView).updatedAt);
    expect((await save('owner', { name: 'Second', updatedAt: now.updatedAt })).status).toBe(200);
    expect((await save('owner', { name: 'Third' })).status).toBe(200);
  });

  it('one succeeds if both arrive at once', async () => {
    const { updatedAt } = await read();
    const names = Array.from({ length: 8 }, (_, index) => `At once ${index}`);
    const receivedResponses = await Promise.all(names.map((name) => save('owner', { name, updatedAt })));
    const winners = names.filter((_, index) => receivedResponses[index]?.status === 200);
    expect(winners).toEqual([(await read()).name]);
    expect(receivedResponses.filter(({ status }) => status === 409)).toHaveLength(names.length - 1);
  });

  it('one may be the change of the users it is shared with, unless they stay the same', async () => {
    const share = (shareWithIds: readonly string[]) => data('owner', { method: 'PUT', url: at('/share'), body: { shareWithIds } });
    const { updatedAt } = await read();
    await share(['sharee']);
    expect((await save('owner', { name: 'Same', updatedAt })).status).toBe(200);
    const later = (await read()).updatedAt;
    await share(['sharee', 'stranger']);
    expect((await save('owner', { name: 'Other', updatedAt: later })).status).toBe(409);
  });

  it('neither is refused for a version of which nobody else saved another, not even within one millisecond', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const { updatedAt } = await read();
      expect((await save('owner', { name: `Turn ${turn}`, updatedAt })).status).toBe(200);
      expect((await save('owner', { name: 'Late', updatedAt })).status).toBe(409);
    }
  });

  it('a refusal does not reveal anything to users who may not change it', async () => {
    expect((await save('sharee', { name: 'X', updatedAt: 'long ago' })).status).toBe(403);
    expect((await save('stranger', { name: 'X', updatedAt: 'long ago' })).status).toBe(404);
  });
});

describe('a workflow', () => {
  const ask = ({ id, name }: { id: string | null; name: string }): Sketch => ({
    type: 'httpRequest',
    typeVersion: 4.2,
    parameters: { url: serviceUrl(), authentication: 'predefinedCredentialType', nodeCredentialType: 'n8nApi', options: {} },
    credentials: { n8nApi: { id, name } },
  });
  const asking = (reference: { id: string | null; name: string }): object =>
    row({ Start: start, Ask: ask(reference) }, { settings: { saveManualExecutions: true } });

  /** Runs a workflow manually; returns the status and the error. */
  async function run(as: Person, workflow: object): Promise<{ status: string; error?: string; text: string }> {
    const { id } = await data<{ id: string }>(as, { method: 'POST', url: '/rest/workflows', body: workflow });
    const body = { workflowData: { ...workflow, id } };
    const { executionId } = await data<{ executionId: string }>(as, { method: 'POST', url: '/rest/workflows/run', body });
    await running.server.services.executions.idle();
    const { body: response, text } = await send(as, { url: `/rest/executions/${executionId}` });
    const { status, data: stored } = response.data as { status: string; data: { resultData: { error?: { message: string } } } };
    return { status, text, ...(stored.resultData.error === undefined ? {} : { error: stored.resultData.error.message }) };
  }

  it.each<[Person, string]>([
    ['owner', 'success'],
    ['sharee', 'success'],
    ['host', 'error'],
    ['stranger', 'error'],
  ])('of the %s ends with "%s"', async (person, status) => {
    received.length = 0;
    const execution = await run(person, asking(credential));
    expect(execution.status).toBe(status);
    expect(received).toEqual(status === 'success' ? [secret] : []);
    expect(execution.text).not.toContain(secret);
  });

  it('finds a shared credential by its name, but the user’s own one first', async () => {
    await data('owner', { method: 'PATCH', url: at(), body: { name: 'By name' } });
    expect((await run('sharee', asking({ id: null, name: 'By name' }))).status).toBe('success');
    const own = { name: 'By name', type: 'n8nApi', data: { apiKey: 'key of the sharee', baseUrl: serviceUrl() } };
    await data('sharee', { method: 'POST', url: '/rest/credentials', body: own });
    expect((await run('sharee', asking({ id: null, name: 'By name' }))).status).toBe('success');
    expect(received.at(-1)).toBe('key of the sharee');
  });

  it('uses a credential only in nodes of the allowed types', async () => {
    const allow = (...types: string[]) =>
      data('owner', { method: 'PATCH', url: at(), body: { nodesAccess: types.map((nodeType) => ({ nodeType, date: '2020-01-01' })) } });
    expect(await allow('n8n-nodes-base.n8n')).toMatchObject({ nodesAccess: [{ nodeType: 'n8n-nodes-base.n8n' }] });
    const { status, error } = await run('owner', asking(credential));
    expect(status).toBe('error');
    expect(error).toBe(
      'The node "Ask" cannot use the credential "Planted": its owner has not allowed nodes of the type "n8n-nodes-base.httpRequest".',
    );
    await allow('n8n-nodes-base.n8n', 'n8n-nodes-base.httpRequest');
    expect((await run('owner', asking(credential))).status).toBe('success');
    await allow();
    expect((await run('owner', asking(credential))).status).toBe('success');
  });

  it('that another user takes over uses what the new owner may use', async () => {
    const active = async (name: string, shareWithIds: readonly string[]): Promise<void> => {
      const shared = await data<CredentialView>('stranger', {
        method: 'POST',
        url: '/rest/credentials',
        body: { name, type: 'n8nApi', data: { apiKey: secret, baseUrl: serviceUrl() } },
      });
      await data('stranger', { method: 'PUT', url: `/rest/credentials/${shared.id}/share`, body: { shareWithIds } });
      const hook: Sketch = { type: 'webhook', typeVersion: 2, parameters: { path: name, options: {} }, webhookId: name };
      const workflow = { ...row({ Hook: hook, Ask: ask(shared) }), active: true };
      await send('leaving', { method: 'POST', url: '/rest/workflows', body: workflow });
    };
    cookies.leaving = await addMember(running.server, running.dataDir, 'leaving', 'leaving@example.com');
    await active('for-leaving', ['leaving']);
    await active('for-both', ['leaving', 'sharee']);
    const called = async (path: string): Promise<readonly [number, number]> => {
      const before = received.length;
      const { status } = await fetch(new URL(`webhook/${path}`, running.server.url));
      await running.server.services.executions.idle();
      return [status, received.length - before];
    };
    expect([await called('for-leaving'), await called('for-both')]).toEqual([
      [200, 1],
      [200, 1],
    ]);
    await data('host', { method: 'DELETE', url: '/rest/users/leaving?transferId=sharee' });
    expect([await called('for-leaving'), await called('for-both')]).toEqual([
      [200, 0],
      [200, 1],
    ]);
  });

  it('keeps its credentials when their owner leaves and hands them to a user they were shared with', async () => {
    cookies.leaving = await addMember(running.server, running.dataDir, 'leaving', 'leaving@example.com');
    const body = { name: 'Handed over', type: 'httpBasicAuth', data: { user: 'u', password: secret } };
    const { id } = await data<{ id: string }>('leaving', { method: 'POST', url: '/rest/credentials', body });
    const url = `/rest/credentials/${id}`;
    await data('leaving', { method: 'PUT', url: `${url}/share`, body: { shareWithIds: ['sharee', 'stranger'] } });
    await data('host', { method: 'DELETE', url: '/rest/users/leaving?transferId=sharee' });
    expect(await data('sharee', { url })).toMatchObject({
      ownedBy: { id: 'sharee' },
      sharedWith: [{ id: 'stranger' }],
      permissions: { isOwner: true },
    });
    await data('host', { method: 'DELETE', url: '/rest/users/stranger' });
    expect(await data('sharee', { url })).toMatchObject({ sharedWith: [] });
  });
});
