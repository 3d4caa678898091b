// The Webhook node: its outputs, and how options affect its items. Paths, responses and bodies are tested with the webhooks.
import { SignJWT } from 'jose';
import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { webhookServer, type WebhookServer } from '../../testing/webhook-server.ts';
import { isCrawler, isListedAddress } from '../_shared/webhook/access.ts';

let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function called(
  parameters: Record<string, unknown>,
  version: number,
  init: RequestInit,
): Promise<{ status: number; text: string; outputs: readonly (readonly Item[] | null)[] }> {
  const hook = { type: 'webhook', typeVersion: version, webhookId: 'id', parameters: { path: 'in', ...parameters } };
  server = await webhookServer([buildWorkflow({ Webhook: hook }, [], { id: 'w1' })]);
  const response = await fetch(`${server.address}/webhook/in?q=1`, init);
  const text = await response.text();
  const execution = server.executions.get('1');
  await execution?.done;
  return { status: response.status, text, outputs: execution?.result?.resultData.runData['Webhook']?.[0]?.data?.['main'] ?? [] };
}

it.each<[string, number, Record<string, unknown>, RequestInit, readonly number[]]>([
  ['one output for one method', 2, { httpMethod: 'DELETE' }, { method: 'DELETE' }, [1]],
  ['one output for each of several', 2, { multipleMethods: true, httpMethod: ['GET', 'PUT', 'POST'] }, { method: 'PUT' }, [0, 1, 0]],
  ['GET and POST by default', 2.1, { multipleMethods: true }, { method: 'POST' }, [0, 1]],
  ['one output for several methods before version 2', 1, { multipleMethods: true, httpMethod: 'GET' }, {}, [1]],
])('has %s', async (_, version, parameters, init, counts) => {
  const { status, outputs } = await called(parameters, version, init);
  expect([status, outputs.map((items) => items?.length ?? 0)]).toEqual([200, counts]);
});

it.each([1, 1.1, 2, 2.1])('returns the same item in version %s', async (version) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
  const { text, outputs } = await called({ httpMethod: 'POST' }, version, init);
  expect(text).toBe('{"message":"Workflow was started"}');
  expect(outputs[0]?.[0]?.json).toMatchObject({
    body: { a: 1 },
    query: { q: '1' },
    params: {},
    executionMode: 'production',
    webhookUrl: `${server?.address}/webhook/in`,
  });
});

it('does not start with a status that cannot be sent', async () => {
  const { status } = await called({ options: { responseCode: { values: { responseCode: 'customCode', customCode: 42 } } } }, 2, {});
  expect([status, server?.executions.size]).toEqual([500, 0]);
});

// Version → documented change → what an item has of a body that is not parsed, or empty.
it.each<[number, string, Record<string, unknown>, string | undefined, unknown, readonly string[]]>([
  [1, 'a file needs the option', {}, 'application/pdf', undefined, []],
  [1, 'a file needs the option', { binaryData: true }, 'application/pdf', {}, ['data']],
  [1.1, 'files need no option', {}, 'application/pdf', {}, ['data']],
  [2, 'files need no option', {}, 'application/pdf', {}, ['data']],
  [2.1, 'files need no option', {}, 'application/vnd.api+json', {}, ['data']],
  [1, 'an empty body is none', {}, undefined, undefined, []],
  [1.1, 'an empty body is an object', {}, undefined, {}, []],
  [2.1, 'an empty body is an object', {}, undefined, {}, []],
  [2.1, 'the raw body is a file', { rawBody: true, binaryPropertyName: 'up' }, undefined, undefined, ['data']],
  [2, 'the raw body is a file', { rawBody: true, binaryPropertyName: 'up' }, 'application/pdf', undefined, ['data']],
])('in version %s, %s: %j', async (version, _change, options, type, body, files) => {
  const init = type === undefined ? { method: 'POST' } : { method: 'POST', headers: { 'content-type': type }, body: '{}' };
  const { outputs } = await called({ httpMethod: 'POST', options }, version, init);
  const item = outputs[0]?.[0];
  expect([item?.json['body'], Object.keys(item?.binary ?? {})]).toEqual([body, files]);
});

it('refuses callers in the form that clients of n8n know', async () => {
  const { status, text } = await called({ options: { ipWhitelist: '10.0.0.1' } }, 2, {});
  expect([status, text]).toEqual([403, 'IP is not allowed to access the webhook!']);
});

it.each<[string | undefined, boolean]>([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', false],
  ['curl/8.5.0', true],
  ['python-requests/2.32.3', true],
  ['Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) Mobile', false],
  ['Slackbot-LinkExpanding 1.0', true],
  ['TelegramBot (like TwitterBot)', true],
  ['Mozilla/5.0 (compatible; YandexImages/3.0)', true],
  ['', true],
  [undefined, true],
])('knows crawlers: %s', (agent, expected) => expect(isCrawler(agent)).toBe(expected));

it.each<[string, string, boolean]>([
  ['', '1.2.3.4', true],
  ['1.2.3.4', '1.2.3.4', true],
  ['1.2.3.4', '1.2.3.5', false],
  ['1.2.3.0/24', '1.2.3.200', true],
  ['1.2.3.0/33', '1.2.3.0', false],
  ['1.2.3.0/', '1.2.3.0', false],
  ['2001:db8::/32', '2001:db8::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['1.2.3.4', 'nobody', false],
])('list %j has %s: %s', (list, address, expected) => expect(isListedAddress(list, address)).toBe(expected));

const basic = `Basic ${Buffer.from('me:the-secret').toString('base64')}`;
const jwt = (): Promise<string> =>
  new SignJWT({ sub: 'me' }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('the-secret'));

it.each<[string, string, string, JsonObject, () => Promise<readonly [name: string, value: string]>]>([
  ['header auth', 'headerAuth', 'httpHeaderAuth', { name: 'X-Key', value: 'the-secret' }, async () => ['x-key', 'the-secret']],
  ['basic auth', 'basicAuth', 'httpBasicAuth', { user: 'me', password: 'the-secret' }, async () => ['authorization', basic]],
  ['JWT auth', 'jwtAuth', 'jwtAuth', { secret: 'the-secret' }, async () => ['authorization', `Bearer ${await jwt()}`]],
])('keeps the secret of %s out of the items', async (_, authentication, type, credential, proof) => {
  const hook = { type: 'webhook', typeVersion: 2, webhookId: 'id', parameters: { path: 'in', authentication, options: { rawBody: true } } };
  const locked = { ...hook, credentials: { [type]: { id: '1', name: 'Lock' } } };
  server = await webhookServer([buildWorkflow({ Webhook: locked }, [], { id: 'w1' })], { credentials: { [type]: credential } });
  const [name, value] = await proof();
  const response = await fetch(`${server.address}/webhook/in`, { headers: { [name]: value, 'x-other': 'stays' } });
  expect(response.status).toBe(200);
  const execution = server.executions.get('1');
  await execution?.done;
  const item = execution?.result?.resultData.runData['Webhook']?.[0]?.data?.['main']?.[0]?.[0];
  expect(item?.json).toMatchObject({ headers: { [name]: '[hidden]', 'x-other': 'stays' } });
  expect(JSON.stringify(execution?.result)).not.toContain(value.split(' ').at(-1));
});

it('leaves headers unchanged without authentication', async () => {
  const { outputs } = await called({}, 2, { headers: { authorization: basic } });
  expect(outputs[0]?.[0]?.json).toMatchObject({ headers: { authorization: basic } });
});
