// Numbers that JavaScript cannot represent pass through a run as they were received, wherever nothing computes with them.
import { afterEach, expect, it } from 'vitest';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { webhookServer, type WebhookServer } from '../testing/webhook-server.ts';
import { jsonChunks } from '../execution/json-chunks.ts';
import { packPayload, unpackPayload } from '../store/payload.ts';

let server: WebhookServer | undefined;
afterEach(() => server?.stop());

const body = '{"id":7615917337495251231,"nested":{"amounts":[0.12345678901234567890,-9223372036854775808,5]},"plain":10.5}';
const assignment = (name: string, type: string, value: string): object => ({ id: name, name, type, value });

async function responseOf(parameters: Readonly<Record<string, unknown>>, version = 3.4): Promise<string> {
  const hook = {
    type: 'webhook',
    typeVersion: 2,
    webhookId: 'id',
    parameters: { path: 'in', httpMethod: 'POST', responseMode: 'lastNode', options: {} },
  };
  const fields = { type: 'set', typeVersion: version, parameters };
  server = await webhookServer([buildWorkflow({ Webhook: hook, Fields: fields }, ['Webhook -> Fields'], { id: 'w1' })]);
  const response = await fetch(`${server.address}/webhook/in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.text();
}

it.each<[string, Readonly<Record<string, unknown>>, string]>([
  [
    'a field as it is',
    { assignments: { assignments: [assignment('id', 'number', '={{ $json.body.id }}')] } },
    '{"id":7615917337495251231}',
  ],
  [
    'an entry of a list',
    { assignments: { assignments: [assignment('a.b', 'number', '={{ $json.body.nested.amounts[1] }}')] } },
    '{"a":{"b":-9223372036854775808}}',
  ],
  [
    'a link of a chain',
    { assignments: { assignments: [assignment('id', 'number', '={{ $json?.body?.id }}')] } },
    '{"id":7615917337495251231}',
  ],
  [
    'a field of another node',
    { assignments: { assignments: [assignment('id', 'number', "={{ $('Webhook').item.json.body.id }}")] } },
    '{"id":7615917337495251231}',
  ],
  ['an object', { assignments: { assignments: [assignment('all', 'object', '={{ $json.body }}')] } }, `{"all":${body}}`],
  [
    'text around it',
    { assignments: { assignments: [assignment('text', 'string', '=no. {{ $json.body.id }}!')] } },
    '{"text":"no. 7615917337495251231!"}',
  ],
  [
    'the text of a field',
    { assignments: { assignments: [assignment('text', 'string', '={{ $json.body.id }}')] } },
    '{"text":"7615917337495251231"}',
  ],
  [
    'text of an object',
    { assignments: { assignments: [assignment('text', 'string', '={{ JSON.stringify($json.body.nested) }}')] } },
    JSON.stringify({ text: '{"amounts":[0.12345678901234567890,-9223372036854775808,5]}' }),
  ],
  [
    'a number that is written in the field',
    { assignments: { assignments: [assignment('id', 'number', '7615917337495251231')] } },
    '{"id":7615917337495251231}',
  ],
  [
    'fixed JSON',
    { mode: 'raw', jsonOutput: '{"id": 7615917337495251231, list: [7615917337495251232]}' },
    '{"id":7615917337495251231,"list":[7615917337495251232]}',
  ],
  ['JSON with an expression', { mode: 'raw', jsonOutput: '={"id": {{ $json.body.id }} }' }, '{"id":7615917337495251231}'],
  [
    'a computed number',
    { assignments: { assignments: [assignment('id', 'number', '={{ $json.body.id % 1000 }}')] } },
    `{"id":${Number('7615917337495251231') % 1000}}`,
  ],
])('keeps %s', async (_, parameters, expected) => {
  expect(await responseOf(parameters)).toBe(expected);
});

it('keeps all input fields', async () => {
  const response = await responseOf({ assignments: { assignments: [] }, includeOtherFields: true });
  expect(response).toContain(`"body":${body}`);
});

it('keeps them in stored data of any length', async () => {
  const text = `{"rows":[${Array.from({ length: 20_000 }, (_, at) => `{"id":${at + 1}7615917337495251231,"list":[7615917337495251231,${at}]}`).join(',')}],"numbers":[${'7615917337495251231,'.repeat(10_000)}1],"last":7615917337495251231}`;
  const { parseExactly } = await import('../contract/exact-numbers.ts');
  const stored = await unpackPayload(await packPayload(jsonChunks(parseExactly(text))));
  expect([...jsonChunks(stored)].join('') === text).toBe(true);
});
