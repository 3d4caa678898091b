// Plants secrets in credentials of all kinds, uses them in every way on a whole server, and searches everything that the server writes and sends.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPush, type PushReader } from '../../testing/push-reader.ts';
import { row, start, webhook, type Sketch } from '../../testing/run-story.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

/** Must be found, which proves that the search works. */
const MARKER = 'marker-of-the-journey';

const planted = {
  header: 'planted:header/secret+1',
  basic: 'planted "basic" sécret 2',
  bearer: 'planted.bearer.secret.3',
  query: 'planted query&secret=4',
  jwt: 'planted-jwt-secret-that-is-long-enough-5',
  custom: 'planted-custom-secret-6',
  customBody: 'planted-custom-body-secret-7',
  digest: 'planted-digest-secret-8',
  aws: 'planted/aws+secret/key+9',
  session: 'planted//aws/session+token==10',
  entered: 'planted-entered-secret-11',
} as const;

const basicPair = Buffer.from(`ann:${planted.basic}`).toString('base64');
/** The encodings in which a secret could appear. */
const forms: readonly string[] = [
  ...Object.values(planted).flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
  ]),
  basicPair,
];

let running: RunningServer;
let service: StubServer;
let reader: PushReader;
let log = '';
/** All responses that clients received. */
const received: string[] = [];

beforeAll(async () => {
  // The service echoes requests only in rejections: what it returns on success becomes data of the workflow.
  service = await stubServer((request, response) => {
    if (request.url.startsWith('/fine')) return void response.setHeader('content-type', 'application/json').end(`{"said":"${MARKER}"}`);
    if (request.url.startsWith('/echo'))
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ said: MARKER, headers: request.headers }));
    if (request.url.startsWith('/digest') && request.headers.authorization === undefined)
      return void response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' }).end();
    const { url, headers, body } = request;
    response.writeHead(403, { 'content-type': 'application/json', 'x-told': String(headers.authorization ?? '') });
    response.end(JSON.stringify({ message: `Refused: ${url} ${JSON.stringify(headers)}`, url, headers, body }));
  });
  const logger = pino({ level: 'trace' }, { write: (line: string) => void (log += line) });
  running = await runningServer({
    hasPeople: true,
    over: 'socket',
    settings: { saveManual: true, saveProgress: true, logLevel: 'debug' },
    logger,
  });
  reader = await readPush(running.server, 'planted', { cookie: running.cookieOf('owner') ?? '' });
});
afterAll(async () => {
  reader.close();
  await running.close();
  await service.close();
});

async function send(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; data: unknown }> {
  const request = { method, url, headers, ...(body === undefined ? {} : { body }) } as Parameters<RunningServer['send']>[0];
  const response = await running.send(request, 'owner');
  received.push(JSON.stringify(response.headers), response.text);
  return { status: response.status, data: response.body.data };
}

async function credential(type: string, data: object): Promise<Record<string, object>> {
  const { data: created } = await send('POST', '/rest/credentials', { name: `${MARKER} ${type}`, type, data });
  const { id } = created as { id: string };
  await send('PATCH', `/rest/credentials/${id}`, { data });
  await send('GET', `/rest/credentials/${id}?includeData=true`);
  await send('POST', '/rest/credentials/test', { credentials: { id, type, data } });
  await send('POST', '/rest/credentials/test', { credentials: { id, type } });
  return { [type]: { id, name: `${MARKER} ${type}` } };
}

/** A node that sends a request with this credential; the path decides whether the service accepts or rejects it. */
const requesting = (credentials: Record<string, object>, path: string, more: object = {}): Sketch => ({
  type: 'httpRequest',
  typeVersion: 4.2,
  parameters: {
    method: 'POST',
    url: `${service.address}/${path}`,
    authentication: 'genericCredentialType',
    genericAuthType: Object.keys(credentials)[0],
    sendBody: true,
    specifyBody: 'json',
    jsonBody: '{"own":1}',
    options: {},
    ...more,
  },
  credentials,
});

const created = async (workflow: object): Promise<string> => ((await send('POST', '/rest/workflows', workflow)).data as { id: string }).id;

/** Runs a workflow manually and by its webhook, and reads everything that the API shows of it. */
async function ran(name: string, nodes: Record<string, Sketch>, errorWorkflow: string): Promise<void> {
  const settings = { saveManualExecutions: true, saveExecutionProgress: true, errorWorkflow };
  const body = {
    ...row({ Hook: { ...webhook(name), parameters: { path: name, responseMode: 'lastNode', options: {} } }, ...nodes }, { settings }),
    name,
    active: true,
  };
  const id = await created(body);
  const manual = { ...row({ Start: start, ...nodes }, { settings }), id, name };
  await send('POST', '/rest/workflows/run', { workflowData: manual }, { 'session-id': 'planted' });
  await running.server.services.executions.idle();
  const called = await fetch(new URL(`webhook/${name}`, running.server.url));
  received.push(JSON.stringify([...called.headers]), await called.text());
  await running.server.services.executions.idle();
  await send('GET', `/rest/workflows/${id}`);
}

it('the response of a service that repeats the request is data of the workflow; what the engine stores of the request is redacted', async () => {
  const echo = 'planted-echo-secret-12';
  const credentials = await credential('httpHeaderAuth', { name: 'X-Key', value: echo });
  const sketch = { ...requesting(credentials, 'refuse'), onError: 'continueRegularOutput' } as Sketch;
  const workflow = { ...row({ Start: start, Ask: requesting(credentials, 'echo'), Again: sketch }), name: 'Echo' };
  const id = await created({ ...workflow, settings: { saveManualExecutions: true } });
  const run = { workflowData: { ...workflow, id, settings: { saveManualExecutions: true } } };
  const { executionId } = (await send('POST', '/rest/workflows/run', run)).data as { executionId: string };
  await running.server.services.executions.idle();
  const { data } = (await send('GET', `/rest/executions/${executionId}`)).data as {
    data: { resultData: { runData: Record<string, { data: { main: { json: { headers: object } }[][] } }[]> } };
  };
  const { runData } = data.resultData;
  const response = runData['Ask']?.[0]?.data.main[0]?.[0]?.json;
  expect(response?.headers).toMatchObject({ 'x-key': echo });
  const stored = JSON.stringify(data);
  expect(stored.split(echo)).toHaveLength(JSON.stringify(response).split(echo).length);
  expect(JSON.stringify(runData['Again'])).toMatch(/Refused.*\[hidden\]/);
});

it('no secret is found in anything that the server writes or sends', async () => {
  const kinds: readonly (readonly [string, object])[] = [
    ['httpHeaderAuth', { name: 'X-Key', value: planted.header }],
    ['httpBasicAuth', { user: 'ann', password: planted.basic }],
    ['httpBearerAuth', { token: planted.bearer }],
    ['httpQueryAuth', { name: 'key', value: planted.query }],
    ['httpCustomAuth', { json: JSON.stringify({ headers: { 'X-Custom': planted.custom }, body: { password: planted.customBody } }) }],
    ['httpDigestAuth', { user: 'ann', password: planted.digest }],
  ];
  const errorWorkflow = await created(
    row({ Failed: { type: 'errorTrigger', parameters: {} }, Keep: { type: 'noOp', parameters: {} } }, { name: 'On errors' }),
  );
  for (const [type, data] of kinds) {
    const credentials = await credential(type, data);
    const path = type === 'httpDigestAuth' ? 'digest' : 'refuse';
    await ran(`${type}-fine`, { Ask: requesting(credentials, 'fine') }, errorWorkflow);
    await ran(`${type}-refused`, { Ask: requesting(credentials, path) }, errorWorkflow);
    await ran(`${type}-kept`, { Ask: { ...requesting(credentials, path), onError: 'continueRegularOutput' } }, errorWorkflow);
    await ran(`${type}-unreachable`, { Ask: requesting(credentials, path, { url: 'http://127.0.0.1:1/' }) }, errorWorkflow);
  }
  const aws = {
    region: 'us-east-1',
    accessKeyId: 'AKID',
    secretAccessKey: planted.aws,
    temporaryCredentials: true,
    sessionToken: planted.session,
  };
  const awsEndpoint = { ...aws, customEndpoints: true, sqsEndpoint: service.address };
  const predefined = { authentication: 'predefinedCredentialType', nodeCredentialType: 'aws' };
  await ran('aws', { Ask: requesting(await credential('aws', awsEndpoint), 'refuse', predefined) }, errorWorkflow);
  const graphql = {
    type: 'graphql',
    typeVersion: 1.1,
    credentials: await credential('httpHeaderAuth', { name: 'Authorization', value: planted.header }),
  };
  const parameters = { endpoint: `${service.address}/refuse`, query: '{ a }', authentication: 'headerAuth' };
  await ran('graphql', { Ask: { ...graphql, parameters } }, errorWorkflow);

  await guardedWebhooks();
  await wrongCalls();
  const exported = await send('POST', '/rest/credentials/export', { passphrase: 'a passphrase of the test' });
  expect(exported.status).toBe(200);
  await send('GET', '/rest/credentials');
  await everyExecution();

  // The service received the secrets, so they were used.
  const receivedText = JSON.stringify(service.received);
  for (const secret of [planted.header, basicPair, planted.bearer, encodeURIComponent(planted.customBody), planted.session])
    expect(receivedText).toContain(secret);

  search('log', log, 'MILLRACE_LOCAL_ACCESS');
  search('answers', received.join('\n'));
  search('push', JSON.stringify(reader.messages));
  searchFiles();
  const { dataDir } = running;
  await running.server.stop();
  expect(running.dataDir).toBe(dataDir);
  searchFiles();
}, 120_000);

/** Calls a guarded webhook with the secret in its headers. */
async function guardedWebhooks(): Promise<void> {
  const guarded = async (path: string, authentication: string, type: string, data: object): Promise<string> => {
    const hook = {
      ...webhook(path),
      parameters: { path, authentication, responseMode: 'lastNode', options: {} },
      credentials: await credential(type, data),
    };
    await created({ ...row({ Hook: hook, End: { type: 'noOp', parameters: {} } }), name: path, active: true });
    return new URL(`webhook/${path}?${MARKER}=1`, running.server.url).href;
  };
  const call = async (url: string, headers: Record<string, string>, status: number): Promise<void> => {
    const response = await fetch(url, { headers });
    received.push(JSON.stringify([...response.headers]), await response.text());
    expect(response.status, url).toBe(status);
  };
  const token = await new SignJWT({ sub: 'me' }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(planted.jwt));
  const header = await guarded('by-header', 'headerAuth', 'httpHeaderAuth', { name: 'X-Key', value: planted.header });
  const basic = await guarded('by-basic', 'basicAuth', 'httpBasicAuth', { user: 'ann', password: planted.basic });
  const jwt = await guarded('by-jwt', 'jwtAuth', 'jwtAuth', { keyType: 'passphrase', secret: planted.jwt, algorithm: 'HS256' });
  await call(header, { 'x-key': planted.header }, 200);
  await call(header, { 'x-key': 'wrong' }, 403);
  await call(basic, { authorization: `Basic ${basicPair}` }, 200);
  await call(basic, {}, 401);
  await call(jwt, { authorization: `Bearer ${token}` }, 200);
  await call(jwt, { authorization: `Bearer ${token.slice(0, -4)}AAAA` }, 403);
  await running.server.services.executions.idle();
}

/** Sends calls that contain a secret and are rejected. */
async function wrongCalls(): Promise<void> {
  const data = { name: 'X-Key', value: planted.entered };
  for (const [method, url, body] of [
    ['POST', '/rest/credentials', { name: '', type: 'httpHeaderAuth', data }],
    ['POST', '/rest/credentials', { name: 'x', type: 'unknown', data }],
    ['POST', '/rest/credentials', { name: 7, type: 'httpHeaderAuth', data: planted.entered }],
    ['PATCH', '/rest/credentials/none', { data }],
    ['POST', '/rest/credentials/test', { credentials: { id: 'none', type: 'httpHeaderAuth', data } }],
  ] as const) {
    expect((await send(method, url, body)).status).toBeGreaterThanOrEqual(400);
  }
  const broken = await fetch(new URL('rest/credentials', running.server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: running.cookieOf('owner') ?? '' },
    body: `{"name":"x","data":{"value":"${planted.entered}"`,
  });
  received.push(await broken.text());
  expect(broken.status).toBe(400);
}

async function everyExecution(): Promise<void> {
  const { data } = await send('GET', '/rest/executions?limit=250');
  const { results } = data as { results: readonly { id: string }[] };
  expect(results.length).toBeGreaterThan(50);
  for (const { id } of results) await send('GET', `/rest/executions/${id}`);
}

function search(where: string, text: string, control = MARKER): void {
  expect(text.includes(control), `${control} is in: ${where}`).toBe(true);
  for (const form of forms) {
    const at = text.indexOf(form);
    if (at >= 0) expect.fail(`${form} is in: ${where}: ${text.slice(Math.max(0, at - 300), at + 100)}`);
  }
}

/** Searches the database, its write-ahead log and all other files of the data folder. */
function searchFiles(): void {
  const files = readdirSync(running.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(running.dataDir, name)).isFile(),
  );
  const content = files.map((name) => readFileSync(join(running.dataDir, name)));
  expect(files.length).toBeGreaterThan(0);
  const all = Buffer.concat(content);
  expect(all.includes(MARKER), 'the marker is in a file').toBe(true);
  for (const form of forms) {
    const where = files.find((_, index) => content[index]?.includes(form));
    if (where !== undefined) expect.fail(`${form} is in the file ${where}`);
  }
}
