// Usage events: what is sent, when, in which form, and that nothing is recorded without an address.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TelemetryState } from '../../contract/rest/telemetry.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';
import { Telemetry } from './telemetry.ts';

interface Sent {
  readonly instanceId: string;
  readonly version: string;
  readonly events: readonly { readonly name: string; readonly at: string; readonly user?: string; readonly properties: object }[];
}

let reply: (response: ServerResponse) => void;
let outside: StubServer;
beforeEach(async () => {
  reply = (response) => response.writeHead(204).end();
  outside = await stubServer((_, response) => reply(response));
});
afterEach(() => outside.close());
const sent = (): Sent[] => outside.received.map(({ body }) => JSON.parse(body) as Sent);
const namesSent = (): string[] => sent().flatMap(({ events }) => events.map(({ name }) => name));

describe('the port', () => {
  /** Ends the current pause; with its length in milliseconds. */
  let pauses: { readonly time: number; readonly end: () => void }[];
  let warnings: string[];
  const create = (endpoint = `${outside.address}/events?key=s3cret`): Telemetry =>
    new Telemetry({
      http: createHttpClient(),
      endpoint,
      version: '1.2.3',
      instanceId: 'me',
      logger: { warn: (message) => void warnings.push(message) },
      clock: {
        now: () => 0,
        sleep: (time, signal) =>
          new Promise((resolve, reject) => {
            pauses.push({ time, end: resolve });
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          }),
      },
    });
  /** Ends the pause that comes next. */
  const pass = async (): Promise<number> => {
    for (;;) {
      const pause = pauses.shift();
      if (pause !== undefined) {
        pause.end();
        return pause.time;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  beforeEach(() => {
    pauses = [];
    warnings = [];
  });

  it('sends what was collected for ten seconds as one batch, and shows it as it was sent', async () => {
    const telemetry = create();
    telemetry.track({ name: 'one', properties: { count: 1 } }, 'user-1');
    telemetry.track({ name: 'two', properties: {} });
    expect(telemetry.state()).toEqual({ origin: outside.address, pendingCount: 2, batches: [] });
    expect(await pass()).toBe(10_000);
    while (telemetry.state().batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(outside.received).toMatchObject([
      { method: 'POST', url: '/events?key=s3cret', headers: { 'content-type': 'application/json' } },
    ]);
    expect(sent()).toEqual([
      {
        instanceId: 'me',
        version: '1.2.3',
        events: [
          { name: 'one', at: '1970-01-01T00:00:00.000Z', user: telemetry.hash('user-1'), properties: { count: 1 } },
          { name: 'two', at: '1970-01-01T00:00:00.000Z', properties: {} },
        ],
      },
    ]);
    expect(telemetry.state()).toMatchObject({ pendingCount: 0, batches: [{ body: outside.received[0]?.body }] });
    expect(JSON.stringify(telemetry.state())).not.toContain('s3cret');
  });

  it('hashes ids, and names of nodes that are not of the product', () => {
    const telemetry = create();
    expect(telemetry.hash('user-1')).toMatch(/^[0-9a-f]{16}$/);
    expect(telemetry.hash('user-1')).not.toBe(telemetry.hash('user-2'));
  });

  it('keeps the events of a failed batch and pauses a minute; the log has no address', async () => {
    const telemetry = create();
    reply = (response) => response.writeHead(500).end();
    telemetry.track({ name: 'one', properties: {} });
    expect(await pass()).toBe(10_000);
    expect(await pass()).toBe(60_000);
    while (telemetry.state().batches.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(telemetry.state()).toMatchObject({ pendingCount: 1, batches: [{ failure: expect.stringContaining('500') as unknown }, {}] });
    expect(warnings).toEqual(['Usage events could not be sent: it answered with the status 500.']);
    reply = (response) => response.end('{}');
    await pass();
    while (telemetry.state().pendingCount > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(namesSent()).toEqual(['one', 'one', 'one']);
  });

  it('sends at most 100 at once, and keeps at most 1000', async () => {
    const telemetry = create();
    for (let i = 0; i < 1200; i++) telemetry.track({ name: `e${i}`, properties: {} });
    expect(telemetry.state().pendingCount).toBe(1000);
    await pass();
    await pass();
    while (outside.received.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(sent().map(({ events }) => [events.length, events[0]?.name])).toEqual([
      [100, 'e200'],
      [100, 'e300'],
    ]);
  });

  it('sends what is left when it stops, and nothing later', async () => {
    const telemetry = create();
    telemetry.track({ name: 'last', properties: {} });
    await telemetry.stop();
    telemetry.track({ name: 'too late', properties: {} });
    expect(namesSent()).toEqual(['last']);
    expect(telemetry.state().pendingCount).toBe(0);
  });

  it('records nothing without an address', async () => {
    const telemetry = create('');
    telemetry.track({ name: 'one', properties: {} });
    expect(() => telemetry.trackEditor([{ name: 'page viewed', page: '/workflow' }], 'a')).toThrow(/records no usage events/);
    await telemetry.stop();
    expect(telemetry.state()).toEqual({ origin: null, pendingCount: 0, batches: [] });
    expect([pauses, outside.received]).toEqual([[], []]);
  });
});

describe('of the whole server', () => {
  let running: RunningServer;
  const post = (path: string, body: unknown): TestRequest => ({ method: 'POST', url: `/rest${path}`, body });
  const open = async (): Promise<void> => {
    running = await runningServer({ settings: { telemetryEndpoint: outside.address }, hasPeople: true });
  };
  const trigger = { id: 't', name: 'Sęcret start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} };

  it('are those of saving, activating, running, answering, and of the editor, without names and content', async () => {
    await open();
    expect(await running.data({ url: '/rest/settings' }, 'owner')).toMatchObject({ telemetry: { enabled: true } });
    const workflow = await running.data<{ id: string }>(
      post('/workflows', { name: 'Payroll of ACME', nodes: [trigger], connections: {} }),
      'owner',
    );
    const { id: credential } = await running.data<{ id: string }>(
      post('/credentials', { name: 'Bank of ACME', type: 'httpHeaderAuth', data: { name: 'x-key', value: 'very-s3cret' } }),
      'owner',
    );
    await running.data({ method: 'PATCH', url: `/rest/workflows/${workflow.id}`, body: { active: false } }, 'owner');
    expect((await running.send(post('/workflows', { name: 5 }), 'owner')).status).toBe(400);
    await running.data(post('/workflows/run', { workflowData: workflow }), 'owner');
    await running.server.services.executions.idle();
    await running.data(post('/me/survey', { companyType: 'saas', companySize: '<20' }), 'owner');
    await running.data(
      post('/telemetry', {
        events: [
          { name: 'page viewed', page: '/workflow/:name' },
          { name: 'node opened', nodeType: 'n8n-nodes-base.set' },
          { name: 'node opened', nodeType: 'n8n-nodes-acme-internal.payroll' },
          { name: 'templates searched', session: 'templates-17', characters: 4, categories: 1, results: 2 },
        ],
      }),
      'member',
    );
    const telemetry = running.server.services.rest.outside.telemetry;
    await telemetry.stop();
    const user = telemetry.hash((await running.data<{ id: string }>({ url: '/rest/login' }, 'owner')).id);
    const workflowHash = telemetry.hash(workflow.id);
    const member = telemetry.hash('member-1');
    expect(sent().flatMap(({ events }) => events.map(({ at: _at, ...event }) => event))).toEqual([
      { name: 'workflow saved', user, properties: { workflow: workflowHash, nodes: 1 } },
      { name: 'credential saved', user, properties: { credential: telemetry.hash(credential) } },
      { name: 'workflow deactivated', user, properties: { workflow: workflowHash } },
      { name: 'workflow executed', properties: { workflow: workflowHash, status: 'success' } },
      { name: 'personalization survey answered', user, properties: { answers: 2 } },
      { name: 'page viewed', user: member, properties: { page: '/workflow/:name' } },
      { name: 'node opened', user: member, properties: { nodeType: 'n8n-nodes-base.set' } },
      { name: 'node opened', user: member, properties: { nodeType: telemetry.hash('n8n-nodes-acme-internal.payroll') } },
      { name: 'templates searched', user: member, properties: { session: 'templates-17', characters: 4, categories: 1, results: 2 } },
    ]);
    const everything = outside.received.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n');
    for (const word of ['ACME', 'acme', 'ęcret', 's3cret', workflow.id, 'saas', 'anna@', 'ben@', 'Anna'])
      expect(everything).not.toContain(word);
    const state = await running.data<TelemetryState>({ url: '/rest/telemetry' }, 'owner');
    expect(state.origin).toBe(outside.address);
    expect(state.batches.toReversed().map(({ body }) => body)).toEqual(outside.received.map(({ body }) => body));
    await running.close();
  });

  it.each([
    { name: 'page viewed', page: '/workflow/4711' },
    { name: 'page viewed', page: '/workflow/a?b=c' },
    { name: 'page viewed', page: 'https://example.com' },
    { name: 'anything', text: 'else' },
    { name: 'page viewed', page: '/workflow', title: 'Payroll of ACME' },
    { name: 'node opened', nodeType: 'n8n-nodes-base.set', node: 'Payroll of ACME' },
    { name: 'templates searched', session: 'templates-17', characters: 4, categories: 1, results: 2, text: 'ACME' },
    { name: 'templates searched', session: 'templates-17', characters: -1, categories: 0, results: 0 },
    { name: 'templates searched', session: 'somebody', characters: 1, categories: 0, results: 0 },
  ])('have no room for %j', async (event) => {
    await open();
    expect(await running.send(post('/telemetry', { events: [event] }), 'owner')).toMatchObject({ status: 400 });
    await running.close();
    expect(outside.received).toEqual([]);
  });

  it('name the field that they have no room for', async () => {
    await open();
    const events = [{ name: 'page viewed', page: '/workflow', title: 'Payroll' }];
    const { body } = await running.send(post('/telemetry', { events }), 'owner');
    expect(body.message).toContain('"events.0.title": there is no such field');
    await running.close();
  });

  it('are sent before the server stops', async () => {
    await open();
    await running.data(post('/workflows', { name: 'A', nodes: [trigger], connections: {} }), 'owner');
    await running.close();
    expect(namesSent()).toEqual(['workflow saved']);
  });

  it('are shown to the owner only', async () => {
    await open();
    expect(await running.send({ url: '/rest/telemetry' }, 'member')).toMatchObject({ status: 403 });
    await running.close();
  });
});
