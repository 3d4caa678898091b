// A credential from its creation to the request that uses it: only the service receives the secret.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STORED_SECRET } from '../../contract/rest/constants.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';

const secret = 'plantedSecret4711';
const received: { url: string; headers: IncomingHttpHeaders }[] = [];
const elsewhere: IncomingHttpHeaders[] = [];
const other = createServer((request, response) => {
  elsewhere.push(request.headers);
  response.end('{}');
});
const service = createServer((request, response) => {
  const { url = '', headers } = request;
  received.push({ url, headers });
  if (url.startsWith('/moved')) response.writeHead(302, { location: addressOf(other) }).end();
  else if (url.startsWith('/refused'))
    response.writeHead(403).end(JSON.stringify({ message: `no access with ${String(headers['x-key'])}` }));
  else response.end(JSON.stringify({ ok: true }));
});
const addressOf = (server: typeof service): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let running: RunningServer;
beforeAll(async () => {
  await Promise.all([service, other].map((server) => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))));
  running = await runningServer();
});
afterAll(async () => {
  await running.close();
  for (const server of [service, other]) server.close();
});

const post = (url: string, body: object) => ({ method: 'POST' as const, url: `/rest${url}`, body });

interface RunResult {
  readonly status: string;
  readonly detail: string;
}

/** Runs a workflow whose only node sends a request with the credential. */
async function run(path: string, credential: { id: string; name: string; type: string }, parameters: object = {}): Promise<RunResult> {
  const workflow = {
    name: `Request ${path}`,
    settings: { saveManualExecutions: true },
    nodes: [
      { id: 't', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
      {
        id: 'r',
        name: 'Request',
        type: 'n8n-nodes-base.httpRequest',
        typeVersion: 4.2,
        position: [200, 0],
        parameters: {
          url: `${addressOf(service)}${path}`,
          authentication: 'genericCredentialType',
          genericAuthType: credential.type,
          ...parameters,
        },
        credentials: { [credential.type]: { id: credential.id, name: credential.name } },
      },
    ],
    connections: { Start: { main: [[{ node: 'Request', type: 'main', index: 0 }]] } },
  };
  const { id } = await running.data<{ id: string }>(post('/workflows', workflow));
  const { executionId } = await running.data<{ executionId: string }>(post('/workflows/run', { workflowData: { ...workflow, id } }));
  await running.server.services.executions.idle();
  const { text, body } = await running.send({ url: `/rest/executions/${executionId}` });
  return { status: (body.data as { status: string }).status, detail: text };
}

const create = (type: string, data: object) =>
  running.data<{ id: string; name: string; type: string }>(post('/credentials', { name: `For ${type}`, type, data }));

describe('a credential', () => {
  it.each<[string, object, (request: { url: string; headers: IncomingHttpHeaders }) => unknown, unknown]>([
    ['httpHeaderAuth', { name: 'X-Key', value: secret }, ({ headers }) => headers['x-key'], secret],
    ['httpQueryAuth', { name: 'key', value: secret }, ({ url }) => url, `/data?key=${secret}`],
    ['httpBasicAuth', { user: 'ann', password: secret }, ({ headers }) => headers.authorization, `Basic ${btoa(`ann:${secret}`)}`],
    ['httpBearerAuth', { token: secret }, ({ headers }) => headers.authorization, `Bearer ${secret}`],
    ['httpCustomAuth', { json: `{"headers":{"X-A":"${secret}"}}` }, ({ headers }) => headers['x-a'], secret],
  ])('of the type %s signs the request', async (type, data, part, expected) => {
    const { status } = await run('/data', await create(type, data));
    expect(status).toBe('success');
    expect(part(received.at(-1) as never)).toBe(expected);
  });

  it('hides its secret from the browser, and keeps it when the placeholder is sent back', async () => {
    const { id, name, type } = await create('httpHeaderAuth', { name: 'X-Key', value: secret });
    const url = `/rest/credentials/${id}`;
    expect(await running.data({ url: `${url}?includeData=true` })).toMatchObject({ data: { name: 'X-Key', value: STORED_SECRET } });
    await running.data({ method: 'PATCH', url, body: { data: { name: 'X-Other', value: STORED_SECRET } } });
    await run('/data', { id, name, type });
    expect(received.at(-1)?.headers).toMatchObject({ 'x-other': secret });
  });

  it('is not in the error of a refused request, and does not follow a redirect to another host', async () => {
    const credential = await create('httpHeaderAuth', { name: 'X-Key', value: secret });
    const runResult = await run('/refused', credential);
    expect(runResult.status).toBe('error');
    expect(runResult.detail).toContain('[hidden]');
    expect(runResult.detail).not.toContain(secret);
    await run('/moved', credential);
    expect(elsewhere).toHaveLength(1);
    expect(elsewhere[0]).not.toHaveProperty('x-key');
  });

  it('whose optional secret is emptied is stored without it', async () => {
    const { id } = await create('aws', { accessKeyId: 'AK', secretAccessKey: secret });
    const url = `/rest/credentials/${id}`;
    await running.data({ method: 'PATCH', url, body: { data: { accessKeyId: 'AK', secretAccessKey: '' } } });
    expect(await running.data({ url: `${url}?includeData=true` })).toMatchObject({ data: { accessKeyId: 'AK', secretAccessKey: '' } });
  });

  it('is limited to its domains in HTTP Request nodes, but not in its test', async () => {
    const limits = [{ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' }, { allowedHttpRequestDomains: 'none' }];
    for (const [index, limit] of limits.entries()) {
      const credential = await create('n8nApi', { apiKey: secret, baseUrl: addressOf(service), ...limit });
      const chosen = { authentication: 'predefinedCredentialType', nodeCredentialType: 'n8nApi' };
      const { status, detail } = await run('/data', credential, chosen);
      expect(status).toBe(index === 0 ? 'success' : 'error');
      if (index === 1) expect(detail).toContain('configured to prevent use within an HTTP Request node');
      const body = { credentials: { id: credential.id, type: 'n8nApi' } };
      expect(await running.data({ method: 'POST', url: '/rest/credentials/test', body })).toMatchObject({ status: 'OK' });
    }
  });

  it.each([
    ['', 'Enter a value for "Base URL": the address of the test contains it.'],
    ['localhost:5678', 'The address of the service is not a URL. Check "Base URL": it must start with http:// or https://.'],
  ])('with the base URL "%s" is not tested, and the message names the field', async (baseUrl, message) => {
    const body = { credentials: { type: 'n8nApi', data: { apiKey: secret, baseUrl } } };
    const before = received.length;
    expect(await running.data({ method: 'POST', url: '/rest/credentials/test', body })).toEqual({ status: 'Error', message });
    expect(received).toHaveLength(before);
  });

  it('is not in the database or its log', async () => {
    await running.server.services.executions.idle();
    const folder = join(running.dataDir, 'db');
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(secret), file.name).toBe(false);
    }
  });
});
