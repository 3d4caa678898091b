// Chats of packages with a whole server: messages that nodes send, replies that continue a run, and streamed replies.
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PushEvent } from '../contract/push.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { readPush, type PushReader } from '../testing/push-reader.ts';
import { jsonOf } from '../testing/run-story.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

const name = 'n8n-nodes-fixture-chat';

let registry: PackageRegistry;
let running: RunningServer;
let reader: PushReader;

beforeAll(async () => {
  registry = await startPackageRegistry();
  await registry.publish(join(import.meta.dirname, '../../build/fixtures/chat'));
  running = await runningServer({ settings: { packageRegistry: registry.url }, hasPeople: true, over: 'socket' });
  await running.data({ method: 'POST', url: '/rest/nodes', body: { name } }, 'owner');
});
beforeEach(async () => {
  reader = await readPush(running.server, 's', { cookie: running.cookieOf('owner') ?? '' });
});
afterEach(() => reader.close());
afterAll(async () => {
  await running.close();
  await registry.stop();
});

const node = (title: string, type: string, parameters: object = {}): object => ({
  id: title,
  name: title,
  type: `${name}.${type}`,
  typeVersion: type === 'chat' ? 1.1 : 1,
  position: [0, 0],
  parameters,
});
const to = (next: string): object => ({ main: [[{ node: next, type: 'main', index: 0 }]] });
const asking = {
  nodes: [
    node('Message', 'chatTrigger'),
    node('Say', 'chat', { message: 'Hello' }),
    node('Ask', 'chat', { operation: 'sendAndWait', message: '=Why {{ $json.chatInput }}?' }),
    node('Parrot', 'parrot'),
  ],
  connections: { Message: to('Say'), Say: to('Ask'), Ask: to('Parrot') },
};

/** Sends a message; returns the response and the events of its run until it ends or waits. */
async function send(chatInput: string, more: object, workflowData: object = asking, session = 's') {
  const body = { workflowData, triggerToStartFrom: { name: 'Message', items: [{ json: { sessionId: 'a', chatInput } }], ...more } };
  const response = await running.send({ method: 'POST', url: '/rest/workflows/run', body, headers: { 'session-id': session } }, 'owner');
  return response as {
    readonly status: number;
    readonly body: { readonly data: { readonly executionId: string }; readonly code?: string };
  };
}
const responses = (events: readonly PushEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'nodeResponse' ? event.content : []));

it('sends messages, and continues with the reply of the session that it asked', async () => {
  const { body } = await send('tea', {});
  const { executionId } = body.data;
  await reader.next('executionFinished', ({ status }) => status === 'waiting');
  expect(responses(reader.events())).toEqual(['Hello', 'Why tea?']);
  expect(jsonOf(reader.events(), 'Say')).toEqual([{ sessionId: 'a', chatInput: 'tea' }]);
  for (const [resumes, session] of [
    ['unknown', 's'],
    [executionId, 'other'],
  ] as const)
    expect(await send('no', { resumes }, asking, session)).toMatchObject({ status: 404, body: { code: 'EXECUTION_NOT_FOUND' } });
  expect((await send('because', { resumes: executionId })).body.data).toEqual({ executionId });
  await reader.next('executionFinished', ({ status }) => status === 'success');
  expect(jsonOf(reader.events(), 'Parrot')).toEqual([{ output: '1: **because**' }]);
  expect((await send('again', { resumes: executionId })).status).toBe(404);
});

it('sends a reply in parts if it is configured to', async () => {
  const workflow = { nodes: [node('Message', 'chatTrigger'), node('Parrot', 'parrot')], connections: { Message: to('Parrot') } };
  await send('one two', { isStreaming: true }, workflow);
  await reader.next('executionFinished');
  const parts = responses(reader.events()).map((line) => JSON.parse(line) as { type: string; content?: string });
  expect(parts.map(({ type }) => type)).toEqual(['begin', 'item', 'item', 'item', 'end']);
  expect(parts.map(({ content = '' }) => content).join('')).toBe('2: **one two**');
});

it('streams the reply of a public chat to its caller', async () => {
  const trigger = { ...node('Message', 'chatTrigger', { options: { responseMode: 'streaming' } }), webhookId: 'public-chat' };
  const workflow = { name: 'Public', active: true, nodes: [trigger, node('Parrot', 'parrot')], connections: { Message: to('Parrot') } };
  await running.data({ method: 'POST', url: '/rest/workflows', body: workflow }, 'owner');
  const body = JSON.stringify({ sessionId: 'b', chatInput: 'one two' });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${running.server.url}webhook/public-chat/chat`, { method: 'POST', headers, body });
  expect([response.status, response.headers.get('content-type'), response.headers.get('x-chat')]).toEqual([
    200,
    'application/x-ndjson',
    'public',
  ]);
  const parts = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; content?: string });
  expect(parts.map(({ content = '' }) => content).join('')).toBe('1: **one two**');
});
