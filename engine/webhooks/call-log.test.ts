// Log lines of requests that failed: they name the request, the workflow and the node, and nothing confidential.
import { afterEach, expect, it } from 'vitest';
import { NodeError, type Logger } from '../sdk/index.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { webhookServer, type WebhookServer } from '../testing/webhook-server.ts';
import { CallLog } from './call-log.ts';

let server: WebhookServer | undefined;
afterEach(() => server?.stop());

interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

function loggerInto(lines: Line[]): Logger {
  const at =
    (level: string) =>
    (message: string, fields: object = {}) =>
      void lines.push({ level, message, fields: { ...fields } });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

it('name what was called, without its query, headers and body', async () => {
  const lines: Line[] = [];
  const hook = {
    type: 'webhook',
    typeVersion: 2,
    webhookId: 'id',
    parameters: { path: 'orders', httpMethod: 'POST', authentication: 'headerAuth' },
  };
  server = await webhookServer([buildWorkflow({ Orders: hook }, [], { id: 'w' })], { ports: { logger: loggerInto(lines) } });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer hidden-1' };
  const response = await fetch(`${server.address}/webhook/orders?token=hidden-2`, { method: 'POST', headers, body: '{"a":"hidden-3"}' });
  expect(response.status).toBe(500);
  const [line] = lines.filter(({ message }) => message.startsWith('A webhook call failed'));
  expect(line).toMatchObject({
    level: 'warn',
    message: expect.stringContaining('(POST /webhook/orders, node "Orders" of the workflow w)') as unknown,
    fields: { kind: 'webhook', method: 'POST', path: '/webhook/orders', workflowId: 'w', node: 'Orders' },
  });
  expect(JSON.stringify(lines)).not.toContain('hidden');
});

it.each<[string, object]>([
  ['options.responseHeaders', { options: { responseHeaders: { entries: [{ name: 'x-one', value: '={{ $json.body.a }}' }] } } }],
  [
    'options.responseCode.values.customCode',
    { options: { responseCode: { values: { responseCode: 'customCode', customCode: '={{ $json.a }}' } } } },
  ],
  ['options.responseContentType', { responseMode: 'lastNode', options: { responseContentType: "={{ $('Next').first().json.a }}" } }],
  ['options.responsePropertyName', { responseMode: 'lastNode', options: { responsePropertyName: '={{ $json.a }}' } }],
  ['options.responseData', { options: { responseData: '={{ $json.a }}' } }],
])('says that %s is evaluated before there are items', async (parameter, more) => {
  const lines: Line[] = [];
  const hook = { type: 'webhook', typeVersion: 2.1, webhookId: 'id', parameters: { path: 'orders', ...more } };
  const next = { type: 'noOp' };
  const workflow = buildWorkflow({ Orders: hook, Next: next } as never, ['Orders -> Next'], { id: 'w' });
  server = await webhookServer([workflow], { ports: { logger: loggerInto(lines) } });
  expect([(await fetch(`${server.address}/webhook/orders`)).status, server.executions.size]).toEqual([500, 0]);
  expect(lines.find(({ level }) => level === 'warn')?.message).toContain(
    `${parameter} is evaluated before there are items. To respond with data of the execution, use a Respond to Webhook node.`,
  );
});

const called = (responseMode: string, more: object = {}): object => ({
  type: 'webhook',
  typeVersion: 2,
  webhookId: 'id',
  parameters: { path: 'orders', responseMode, ...more },
});
const stop = { type: 'stopAndError', typeVersion: 1, parameters: { errorMessage: 'hidden' } };
const respond = { type: 'respondToWebhook', typeVersion: 1.4, parameters: { respondWith: 'text', responseBody: 'hidden' } };

it.each<[string, object, object, string]>([
  ['a node fails', called('lastNode'), stop, 'The execution failed at the node "Next" with NodeOperationError.'],
  [
    'the last node returns no file',
    called('lastNode', { responseData: 'firstEntryBinary' }),
    { type: 'noOp' },
    'No binary data to return was found',
  ],
  ['a node that responds is not expected', called('lastNode'), respond, 'Unused Respond to Webhook node found in the workflow'],
])('there is one for each caller who gets an error because %s', async (_, hook, next, reason) => {
  const lines: Line[] = [];
  const workflow = buildWorkflow({ Orders: hook, Next: next } as never, ['Orders -> Next'], { id: 'w' });
  server = await webhookServer([workflow], { ports: { logger: loggerInto(lines) } });
  const response = await fetch(`${server.address}/webhook/orders?token=hidden`);
  expect(response.status).toBe(500);
  const found = lines.filter(({ level }) => level === 'warn');
  expect(found).toMatchObject([{ fields: { workflowId: 'w', node: 'Orders' } }]);
  expect(found[0]?.message).toContain(`A webhook call failed: ${reason}`);
  expect(found[0]?.message).toContain('(GET /webhook/orders, node "Orders" of the workflow w');
  expect(JSON.stringify(lines)).not.toContain('hidden');
});

const failing = (cause: unknown): Error => new NodeError('It failed', { cause });

it.each<[string, unknown, string | undefined]>([
  ['an unexpected error', new TypeError('hidden is not a function'), 'call-log.test.ts'],
  ['an unexpected cause', failing(new TypeError('hidden')), 'call-log.test.ts'],
  ['an expected error', failing(undefined), undefined],
  ['an expected cause', failing(failing(undefined)), undefined],
  ['no error', 'text', undefined],
])('have the place of %s', (_, error, expected) => {
  const lines: Line[] = [];
  new CallLog(loggerInto(lines), 'webhook', { method: 'GET', url: `/webhook/${'a'.repeat(500)}?b=hidden` }).failed(error);
  const [line] = lines;
  const stack = line?.fields['stack'];
  if (expected === undefined) expect(stack).toBeUndefined();
  else expect(stack).toContain(expected);
  expect(String(stack)).not.toContain('hidden');
  expect(line?.fields['path']).toBe(`/webhook/${'a'.repeat(191)}…`);
});
