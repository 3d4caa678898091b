// Manual runs that wait for a webhook call or for the first event of a trigger: events of the session, and cancellation.
import { once } from 'node:events';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PushEvent } from '../../contract/push.ts';
import { createNodeRegistry } from '../../registry/index.ts';
import { Store } from '../../store/index.ts';
import { LentCredentials } from '../credentials/lent-credentials.ts';
import { Principals } from '../principals.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { readPush, type PushReader } from '../../testing/push-reader.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';
import { ManualRuns } from './manual-runs.ts';
import { ReportedRuns } from './reported-runs.ts';
import { jsonOf, ranNodes, row, set, start, story, message, webhook } from '../../testing/run-story.ts';

let running: RunningServer;
let served: HttpServer;
let address: string;
const streams: ServerResponse[] = [];
const readers: PushReader[] = [];

const run = (body: object): TestRequest => ({
  method: 'POST',
  url: '/rest/workflows/run',
  body,
  headers: { 'session-id': 's' },
});
const ran = (body: object) => running.data<{ executionId?: string; waitingForWebhook?: boolean }>(run(body), 'owner');
async function listen(): Promise<PushReader> {
  const reader = await readPush(running.server, 's', { cookie: running.cookieOf('owner') ?? '' });
  readers.push(reader);
  return reader;
}

beforeAll(async () => {
  served = createServer((request, response) => {
    if (request.url === '/events') {
      streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
      served.emit('listened');
    } else if (request.url === '/refused') response.writeHead(403).end();
    else if (request.url === '/feed')
      response
        .writeHead(200, { 'content-type': 'application/rss+xml' })
        .end(
          '<rss version="2.0"><channel><title>F</title><item><title>News</title><link>http://x.example/1</link><pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate></item></channel></rss>',
        );
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(served, 'listening');
  address = `http://127.0.0.1:${(served.address() as AddressInfo).port}`;
  running = await runningServer({ hasPeople: true });
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(async () => {
  await running.close();
  served.closeAllConnections();
  served.close();
});

describe('a webhook', () => {
  it('is awaited; the session is notified of the call, then of its run', async () => {
    const reader = await listen();
    const saved = await running.data<{ id: string }>(
      { method: 'POST', url: '/rest/workflows', body: { ...row({ Hook: webhook('wait') }), name: 'Waits' } },
      'owner',
    );
    const workflowData = { ...row({ Hook: webhook('wait'), A: set('a', '1') }), id: saved.id };
    const url = new URL('webhook-test/wait', running.server.url).href;
    expect(await ran({ workflowData })).toEqual({
      waitingForWebhook: true,
      listening: [{ node: 'Hook', url, methods: ['GET'], isForm: false }],
    });
    expect((await fetch(new URL('webhook-test/wait', running.server.url))).status).toBe(200);
    const received = await reader.next('testWebhookReceived');
    expect(received).toMatchObject({ workflowId: saved.id, executionId: expect.any(String) as unknown });
    await reader.next('executionFinished', ({ executionId }) => executionId === received.executionId);
    expect(message(reader.events())).toEqual([
      'testWebhookReceived',
      'executionStarted',
      ...['Hook', 'A'].flatMap((name) => [`nodeExecuteBefore ${name}`, `nodeExecuteAfter ${name}`]),
      'executionFinished success',
    ]);
    expect((await fetch(new URL('webhook-test/wait', running.server.url))).status).toBe(404);
  });

  it('is no longer awaited after a cancellation, which the session is notified of', async () => {
    const reader = await listen();
    const workflowData = row({ Hook: webhook('called-off') }, { id: 'called-off' });
    await ran({ workflowData });
    const stop: TestRequest = { method: 'DELETE', url: '/rest/test-webhook/called-off', headers: { 'session-id': 's' } };
    expect(await running.data(stop, 'owner')).toBe(true);
    expect(await reader.next('testWebhookDeleted')).toEqual({
      type: 'testWebhookDeleted',
      workflowId: expect.stringMatching(/^unsaved-/) as string,
    });
    expect(await running.data(stop, 'owner')).toBe(false);
  });

  it('is no longer awaited when its workflow is deleted', async () => {
    const reader = await listen();
    const body = { ...row({ Hook: webhook('deleted') }), name: 'Deleted' };
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body }, 'owner');
    await ran({ workflowData: { ...body, id } });
    await running.data({ method: 'DELETE', url: `/rest/workflows/${id}` }, 'owner');
    expect(await reader.next('testWebhookDeleted')).toMatchObject({ workflowId: id });
    expect((await fetch(new URL('webhook-test/deleted', running.server.url))).status).toBe(404);
  });

  it('is rejected if another workflow already waits for it', async () => {
    await ran({ workflowData: row({ Hook: webhook('both') }, { id: 'one' }) });
    const response = await running.send(run({ workflowData: row({ Hook: webhook('both') }, { id: 'two' }) }), 'owner');
    expect(response).toMatchObject({ status: 409, body: { code: 'WEBHOOK_CONFLICT' } });
  });
});

describe('a run that waits in the middle', () => {
  it('is reported until its end', async () => {
    const reader = await listen();
    const workflowData = row(
      {
        Start: start,
        Link: set('link', '={{ $execution.resumeUrl }}'),
        Wait: { type: 'wait', typeVersion: 1.1, parameters: { resume: 'webhook', options: {} }, webhookId: 'resumes' },
        After: set('after', 'done'),
      },
      { id: 'waits-between' },
    );
    const { executionId } = await ran({ workflowData });
    const parked = await story(reader, executionId);
    expect(parked.at(-1)).toMatchObject({ type: 'executionFinished', status: 'waiting' });
    await running.server.services.executions.idle();
    const [{ link }] = jsonOf(parked, 'Link') as [{ link: string }];
    expect((await fetch(link)).status).toBe(200);
    await reader.next('executionFinished', (event) => event.executionId === executionId && event.status === 'success');
    expect(ranNodes(await story(reader, executionId))).toEqual(expect.arrayContaining(['Start', 'Link', 'Wait', 'After']));
  });
});

describe('other kinds of triggers', () => {
  it('a schedule returns items for the current time', async () => {
    const reader = await listen();
    const { executionId } = await ran({
      workflowData: row({ Clock: { type: 'scheduleTrigger', typeVersion: 1.2, parameters: { rule: { interval: [{}] } } } }),
    });
    expect(jsonOf(await story(reader, executionId), 'Clock')).toEqual([
      expect.objectContaining({ timestamp: expect.any(String) as unknown }),
    ]);
  });

  it('only the chosen trigger of several listens', async () => {
    const workflowData = row({ Hook: webhook('one'), A: set('a', '1'), Other: webhook('two') });
    expect(await ran({ workflowData, triggerToStartFrom: { name: 'Other' } })).toMatchObject({ listening: [{ node: 'Other' }] });
    expect((await fetch(new URL('webhook-test/one', running.server.url))).status).toBe(404);
    expect(await ran({ workflowData })).toMatchObject({ listening: [{ node: 'Hook' }, { node: 'Other' }] });
  });

  it('a poll returns its findings; without any, or on failure, the run is rejected', async () => {
    const reader = await listen();
    const feed = (url: string) => ({ workflowData: row({ Feed: { type: 'rssFeedReadTrigger', parameters: { feedUrl: url } } }) });
    const { executionId } = await ran(feed(`${address}/feed`));
    expect(jsonOf(await story(reader, executionId), 'Feed')).toEqual([expect.objectContaining({ title: 'News' })]);
    const rejected = await running.send(run(feed(`${address}/refused`)), 'owner');
    expect(rejected).toMatchObject({ status: 400, body: { message: expect.any(String) as unknown } });
  });

  const events = (id: string, path = '/events') => ({
    workflowData: row({ Events: { type: 'sseTrigger', parameters: { url: `${address}${path}` } }, A: set('a', '1') }, { id }),
  });

  it('a listening trigger waits for its first event', async () => {
    const reader = await listen();
    const listened = once(served, 'listened');
    expect(await ran(events('sse'))).toEqual({ waitingForWebhook: true, listening: [{ node: 'Events' }] });
    await listened;
    streams.at(-1)?.write('data: {"n":1}\n\ndata: {"n":2}\n\n');
    const received = await reader.next('testWebhookReceived');
    expect(received.workflowId).toBe('sse');
    const storyOfRun = await story(reader, received.executionId);
    expect(jsonOf(storyOfRun, 'A')).toEqual([expect.objectContaining({ n: 1, a: '1' })]);
    expect(reader.events().filter(({ type }) => type === 'executionStarted')).toHaveLength(1);
  });

  it('a listening trigger can be canceled', async () => {
    const reader = await listen();
    const listened = once(served, 'listened');
    await ran(events('sse-off'));
    await listened;
    const ended = once(streams.at(-1) as ServerResponse, 'close');
    expect(await running.data({ method: 'DELETE', url: '/rest/test-webhook/sse-off', headers: { 'session-id': 's' } }, 'owner')).toBe(true);
    expect(await reader.next('testWebhookDeleted')).toMatchObject({ workflowId: 'sse-off' });
    await ended;
  });

  it('a listening trigger of an unsaved workflow is canceled by the placeholder id, in its own session only', async () => {
    const reader = await listen();
    const listened = once(served, 'listened');
    await ran(events('__EMPTY__'));
    await listened;
    const ended = once(streams.at(-1) as ServerResponse, 'close');
    const stop = (session: string): TestRequest => ({
      method: 'DELETE',
      url: '/rest/test-webhook/__EMPTY__',
      headers: { 'session-id': session },
    });
    expect(await running.data(stop('another'), 'owner')).toBe(false);
    expect(await running.data(stop('s'), 'owner')).toBe(true);
    await reader.next('testWebhookDeleted');
    await ended;
  });

  it('a trigger that starts to listen again remains awaited', async () => {
    const reader = await listen();
    let listened = once(served, 'listened');
    await ran(events('sse-again'));
    await listened;
    const first = once(streams.at(-1) as ServerResponse, 'close');
    listened = once(served, 'listened');
    await ran(events('sse-again'));
    await Promise.all([first, listened]);
    streams.at(-1)?.write('data: {"n":3}\n\n');
    const { executionId } = await reader.next('testWebhookReceived');
    await story(reader, executionId);
    expect(reader.events().filter(({ type }) => type === 'testWebhookDeleted')).toEqual([]);
  });

  it('a trigger that cannot listen reports the reason to the session', async () => {
    const reader = await listen();
    await ran(events('sse-refused', '/refused'));
    expect(await reader.next('testWebhookDeleted')).toMatchObject({ workflowId: 'sse-refused' });
    expect(await reader.next('executionFinished')).toMatchObject({
      workflowId: 'sse-refused',
      status: 'error',
      error: { message: expect.stringMatching(/\w/) as unknown },
    });
  });

  it('a trigger without an event times out', async () => {
    const { executions, triggers, webhooks } = running.server.services;
    const store = await Store.open(running.dataDir);
    const received: PushEvent[] = [];
    const input = Promise.withResolvers<void>();
    const push = (_address: string, event: PushEvent): void => {
      received.push(event);
      input.resolve();
    };
    const silent = (): void => undefined;
    const logger = { debug: silent, info: silent, warn: silent, error: silent };
    const registry = createNodeRegistry();
    const principals = new Principals(store);
    const lent = new LentCredentials({ credentials: store.credentials, lent: store.lentCredentials, principals, now: () => 1 });
    const earlier = { store, assertVisible: () => Promise.resolve() };
    const reported = new ReportedRuns({ executions, push, logger, ...earlier });
    const files = { write: () => Promise.reject(new Error('No files')), discard: () => Promise.resolve() };
    const ports = { runs: reported, triggers, webhooks, registry, files, workflows: store.workflows, principals, lent, push, logger };
    const runs = new ManualRuns({ ...ports, listeningTime: 1 });
    await runs.run(events('sse-late'), { userId: 'anna', role: 'owner' }, 's');
    await input.promise;
    expect(received).toEqual([{ type: 'testWebhookDeleted', workflowId: 'sse-late' }]);
    expect(await runs.stopListening('sse-late', { userId: 'anna', role: 'owner' }, 's')).toBe(false);
    await store.close();
  });
});
