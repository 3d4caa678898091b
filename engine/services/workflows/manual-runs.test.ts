// Manual runs on a whole server: which nodes run, and which events the editor session receives, in order.
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Store } from '../../store/index.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { readPush, type PushReader } from '../../testing/push-reader.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';
import { vaultOf } from '../../testing/vault-of.ts';
import { jsonOf, ranNodes, row, runDataOf, set, start, story, message, webhook, type Sketch } from '../../testing/run-story.ts';

let running: RunningServer;
const readers: PushReader[] = [];

const run = (body: object, session = 's'): TestRequest => ({
  method: 'POST',
  url: '/rest/workflows/run',
  body,
  headers: { 'session-id': session },
});
const ran = (body: object, as: As = 'owner', session?: string) =>
  running.data<{ executionId?: string; waitingForWebhook?: boolean }>(run(body, session), as);
async function listen(as: As = 'owner', session = 's'): Promise<PushReader> {
  const reader = await readPush(running.server, session, { cookie: running.cookieOf(as) ?? '' });
  readers.push(reader);
  return reader;
}

beforeAll(async () => {
  running = await runningServer({ hasPeople: true });
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => running.close());

describe('a whole run', () => {
  it('is reported only to the session that started it, from start to end', async () => {
    const [mine, other, member] = [await listen(), await listen('owner', 'other'), await listen('member', 's')];
    const { executionId } = await ran({ workflowData: row({ Start: start, A: set('a', '1'), B: set('b', '2') }) });
    const events = await story(mine, executionId);
    expect(message(events)).toEqual([
      'executionStarted',
      ...['Start', 'A', 'B'].flatMap((name) => [`nodeExecuteBefore ${name}`, `nodeExecuteAfter ${name}`]),
      'executionFinished success',
    ]);
    expect(jsonOf(events, 'B')).toEqual([{ a: '1', b: '2' }]);
    const numbers = mine.messages.map(({ id }) => Number(id));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect([other.events(), member.events()]).toEqual([[], []]);
  });

  it.each([
    ['with the placeholder id', { id: '__EMPTY__' }],
    ['without an id', {}],
  ])('of an unsaved workflow, sent %s, has the placeholder id in events and expressions, and leaves no data', async (_, id) => {
    const reader = await listen();
    const { executionId } = await ran({ workflowData: row({ Start: start, A: set('id', '={{ $workflow.id }}') }, id) });
    const [first, ...events] = await story(reader, executionId);
    expect(first).toMatchObject({ type: 'executionStarted', workflowId: '__EMPTY__' });
    expect(jsonOf(events, 'A')).toEqual([{ id: '__EMPTY__' }]);
    await running.server.services.executions.idle();
    expect((await running.send({ url: `/rest/executions/${executionId ?? ''}` }, 'owner')).status).toBe(404);
  });

  it('of an unsaved workflow can be seen and stopped by its user and by no other member', async () => {
    const waiting: Sketch = { type: 'wait', typeVersion: 1.1, parameters: { amount: 30, unit: 'seconds' } };
    const { executionId } = await ran({ workflowData: row({ Start: start, Wait: waiting }, { id: '__EMPTY__' }) }, 'member');
    const current = async (as: As): Promise<string[]> =>
      (await running.data<{ id: string }[]>({ url: '/rest/executions-current' }, as)).map(({ id }) => id);
    expect([await current('member'), await current('owner')]).toEqual([[executionId], [executionId]]);
    const owners = await ran({ workflowData: row({ Start: start, Wait: waiting }, { id: '__EMPTY__' }) });
    const stop = (id = ''): TestRequest => ({ method: 'POST', url: `/rest/executions-current/${id}/stop` });
    expect((await running.send(stop(owners.executionId), 'member')).status).toBe(404);
    expect(await running.data(stop(executionId), 'member')).toMatchObject({ status: 'canceled' });
    await running.data(stop(owners.executionId), 'owner');
  });

  it('reports what code writes to the console, with level and time', async () => {
    const reader = await listen();
    const jsCode = 'console.log("Hello", { a: 1 }); console.warn("careful"); return [];';
    const { executionId } = await ran({
      workflowData: row({ Start: start, Code: { type: 'code', typeVersion: 2, parameters: { jsCode } } }),
    });
    const lines = (await story(reader, executionId)).flatMap((event) => (event.type === 'sendConsoleMessage' ? [event] : []));
    expect(lines).toEqual([
      { type: 'sendConsoleMessage', executionId, source: 'Code', level: 'log', time: expect.any(Number), messages: ['Hello', { a: 1 }] },
      { type: 'sendConsoleMessage', executionId, source: 'Code', level: 'warn', time: expect.any(Number), messages: ['careful'] },
    ]);
  });

  it('runs up to the destination', async () => {
    const reader = await listen();
    const { executionId } = await ran({ workflowData: row({ Start: start, A: set('a', '1'), B: set('b', '2') }), destinationNode: 'A' });
    expect(ranNodes(await story(reader, executionId))).toEqual(['Start', 'A']);
  });

  it.each<[string, object]>([
    ['from the start', {}],
    ['with earlier results', { runData: { Start: [{ startTime: 1, executionTime: 1, data: { main: [[{ json: {} }]] } }] } }],
  ])('up to a node is stored with its name: %s', async (_name, more) => {
    const reader = await listen();
    const settings = { saveManualExecutions: true };
    const nodes = { Start: start, A: set('a', '1'), B: set('b', '2') };
    const stored = async (body: object): Promise<unknown> => {
      const { executionId = '' } = await ran(body);
      await story(reader, executionId);
      await running.server.services.executions.idle();
      const { executedNode } = await running.data<{ executedNode?: string }>({ url: `/rest/executions/${executionId}` }, 'owner');
      return executedNode;
    };
    const request: TestRequest = { method: 'POST', url: '/rest/workflows', body: { name: 'Up to', ...row(nodes, { settings }) } };
    const { id } = await running.data<{ id: string }>(request, 'owner');
    const workflowData = row(nodes, { id, settings });
    expect(await stored({ workflowData, destinationNode: 'A', ...more })).toBe('A');
    expect(await stored({ workflowData })).toBeUndefined();
  });

  it('uses pinned data instead of waiting for its trigger', async () => {
    const reader = await listen();
    const workflowData = row({ Hook: webhook('pinned'), A: set('a', '1') });
    const { executionId } = await ran({ workflowData, pinData: { Hook: [{ json: { from: 'pin' } }] } });
    expect(jsonOf(await story(reader, executionId), 'A')).toEqual([{ from: 'pin', a: '1' }]);
    const again = await ran({ workflowData: { ...workflowData, pinData: { Hook: [{ from: 'file' }] } } });
    expect(jsonOf(await story(reader, again.executionId), 'A')).toEqual([{ from: 'file', a: '1' }]);
  });

  it('starts at the given trigger', async () => {
    const reader = await listen();
    const workflowData = row({ One: start, A: set('a', '1') });
    workflowData.nodes.push(...row({ Two: { type: 'scheduleTrigger', typeVersion: 1.2, parameters: { rule: { interval: [{}] } } } }).nodes);
    workflowData.connections['Two'] = { main: [[{ node: 'A', type: 'main', index: 0 }]] };
    const { executionId } = await ran({ workflowData, triggerToStartFrom: { name: 'Two' } });
    expect(ranNodes(await story(reader, executionId))).toEqual(['Two', 'A']);
  });
});

describe('a run with the output of its trigger', () => {
  const respond: Sketch = { type: 'respondToWebhook', typeVersion: 1.4, parameters: { respondWith: 'text', responseBody: 'Hi {{ 1 }}' } };
  const started = (nodes: Readonly<Record<string, Sketch>>, trigger: object) =>
    ran({ workflowData: row(nodes), pinData: { Hook: [{ json: { from: 'pin' } }] }, triggerToStartFrom: { name: 'Hook', ...trigger } });

  it('neither waits for an event nor uses pinned data of the trigger', async () => {
    const reader = await listen();
    const items = [{ json: { chatInput: 'Hello' } }];
    const { executionId } = await started({ Hook: webhook('given'), A: set('a', '1') }, { items });
    const events = await story(reader, executionId);
    expect([ranNodes(events), jsonOf(events, 'A')]).toEqual([['Hook', 'A'], [{ chatInput: 'Hello', a: '1' }]]);
  });

  it('stores its files', async () => {
    const reader = await listen();
    const data = Buffer.from('a,b').toString('base64');
    const items = [{ json: {}, binary: { data0: { data, fileName: 'x.csv', mimeType: 'text/csv' } } }];
    const { executionId } = await started(
      { Hook: webhook('file'), Read: { type: 'extractFromFile', parameters: { operation: 'text', binaryPropertyName: 'data0' } } },
      { items },
    );
    const events = await story(reader, executionId);
    expect(runDataOf(events)['Hook']?.[0]?.data?.['main']?.[0]?.[0]?.binary?.['data0']).toMatchObject({
      data: '',
      id: expect.stringMatching(/^file:/) as string,
      fileName: 'x.csv',
      bytes: 3,
    });
    expect(jsonOf(events, 'Read')).toMatchObject([{ data: 'a,b' }]);
  });

  it.each<[string, boolean, object[]]>([
    ['whole', false, [{ content: 'Hi 1', isPart: false }]],
    [
      'in parts',
      true,
      ['begin', 'item', 'end'].map((type) => ({ content: expect.stringContaining(`"type":"${type}"`) as string, isPart: true })),
    ],
  ])('sends the response of a node to its session, %s', async (_, isStreaming, expected) => {
    const reader = await listen();
    const parameters = { ...respond.parameters, responseBody: '=Hi {{ 1 }}', options: { enableStreaming: true } };
    const { executionId } = await started(
      { Hook: webhook('reply'), Reply: { ...respond, parameters } },
      { items: [{ json: {} }], isStreaming },
    );
    const events = await story(reader, executionId);
    expect(events.filter(({ type }) => type === 'nodeResponse')).toEqual(
      expected.map((event) => ({ type: 'nodeResponse', executionId, ...event })),
    );
  });

  it('fails if the workflow has no such trigger', async () => {
    const body = { workflowData: row({ Start: start }), triggerToStartFrom: { name: 'Gone', items: [] } };
    expect(await running.send(run(body), 'owner')).toMatchObject({ status: 404, body: { code: 'NODE_NOT_FOUND' } });
  });
});

describe('a partial run', () => {
  const nodes = { Start: start, A: set('a', '1'), B: set('b', '2'), C: set('c', '3') };
  const whole = async (reader: PushReader) => runDataOf(await story(reader, (await ran({ workflowData: row(nodes) })).executionId));

  it('runs only the destination if all results before it are valid', async () => {
    const reader = await listen();
    const runData = await whole(reader);
    const { executionId } = await ran({ workflowData: row(nodes), runData, destinationNode: 'C' });
    const events = await story(reader, executionId);
    expect([ranNodes(events), jsonOf(events, 'C')]).toEqual([['C'], [{ a: '1', b: '2', c: '3' }]]);
  });

  describe('with references to the executions of earlier results', () => {
    const refer = (executionId: string | undefined, names: Readonly<Record<string, string | undefined>>) => ({
      earlierResults: Object.fromEntries(Object.entries(names).map(([name, node]) => [name, { executionId, node }])),
    });
    const same = { Start: undefined, A: undefined, B: undefined };
    const saved = async (workflow: object): Promise<object> => {
      const request: TestRequest = { method: 'POST', url: '/rest/workflows', body: { name: 'Earlier', ...workflow } };
      const { id } = await running.data<{ id: string }>(request, 'owner');
      return { ...workflow, id };
    };

    it.each<[string, object]>([
      ['stored', { settings: { saveManualExecutions: true } }],
      ['in memory, since they are not to be saved', {}],
    ])('takes them from where the server has them: %s', async (_name, more) => {
      const reader = await listen();
      const workflowData = await saved(row(nodes, more));
      const first = await ran({ workflowData });
      await story(reader, first.executionId);
      const second = await ran({ workflowData, destinationNode: 'C', ...refer(first.executionId, same) });
      const events = await story(reader, second.executionId);
      expect([ranNodes(events), jsonOf(events, 'C')]).toEqual([['C'], [{ a: '1', b: '2', c: '3' }]]);
      // Results of the first run are still available, as well as those of the second.
      const third = await ran({ workflowData, destinationNode: 'B', ...refer(first.executionId, { Start: undefined, A: undefined }) });
      expect(ranNodes(await story(reader, third.executionId))).toEqual(['B']);
    });

    it('finds results of a renamed node', async () => {
      const reader = await listen();
      const first = await ran({ workflowData: row(nodes) });
      await story(reader, first.executionId);
      const { Start, A, B, C } = nodes;
      const names = { Start: undefined, A: undefined, Late: 'B' };
      const second = await ran({ workflowData: row({ Start, A, Late: B, C }), destinationNode: 'C', ...refer(first.executionId, names) });
      const events = await story(reader, second.executionId);
      expect([ranNodes(events), jsonOf(events, 'C')]).toEqual([['C'], [{ a: '1', b: '2', c: '3' }]]);
    });

    it('reports results that are gone or belong to another user', async () => {
      const reader = await listen();
      const first = await ran({ workflowData: row(nodes) });
      await story(reader, first.executionId);
      const unsaved = await ran({ workflowData: row(nodes, { settings: { saveManualExecutions: false } }) });
      await story(reader, unsaved.executionId);
      const response = async (request: TestRequest, as: As) => {
        const { status, body } = await running.send(request, as);
        return [status, (body as { code?: string }).code];
      };
      const ask = (executionId: string | undefined) => ({ workflowData: row(nodes), destinationNode: 'C', ...refer(executionId, same) });
      expect(await response(run(ask('nothing')), 'owner')).toEqual([409, 'RESULTS_GONE']);
      expect(await response(run(ask(first.executionId)), 'member')).toEqual([409, 'RESULTS_GONE']);
      expect(await response(run(ask(unsaved.executionId), 'other'), 'owner')).toEqual([409, 'RESULTS_GONE']);
    });

    it.each([true, false])('continues from a result of 100 MB (saved: %s)', { timeout: 60_000 }, async (saveManualExecutions) => {
      const pinData = { Start: Array.from({ length: 1000 }, () => ({ json: {} })) };
      const length = set('n', '={{ $json.text.length }}');
      const nodes = {
        Start: start,
        Big: set('text', '={{ "x".repeat(100000) }}'),
        End: { ...length, parameters: { ...length.parameters, includeOtherFields: false } },
      };
      const workflowData = await saved(row(nodes, { settings: { saveManualExecutions } }));
      const first = await ran({ workflowData, pinData, destinationNode: 'Big' }, 'owner', 'large');
      await running.server.services.executions.idle();
      const reader = await listen('owner', 'large');
      const names = refer(first.executionId, { Start: undefined, Big: undefined });
      const second = await ran({ workflowData, pinData, destinationNode: 'End', ...names }, 'owner', 'large');
      const events = await story(reader, second.executionId);
      expect(ranNodes(events)).toEqual(['End']);
      expect(jsonOf(events, 'End')).toEqual(pinData.Start.map(() => ({ n: '100000' })));
    });
  });

  it.each<[string, object]>([
    ['dirtyNodeNames', { dirtyNodeNames: ['B'] }],
    ['startNodes', { startNodes: ['B'] }],
    ['startNodes as objects', { startNodes: [{ name: 'B', sourceData: null }] }],
  ])('makes anew what is stale by %s, and all below it', async (_, stale) => {
    const reader = await listen();
    const runData = await whole(reader);
    const changed = row({ ...nodes, B: set('b', 'new') });
    const { executionId } = await ran({ workflowData: changed, runData, destinationNode: 'C', ...stale });
    const events = await story(reader, executionId);
    expect([ranNodes(events), jsonOf(events, 'C')]).toEqual([['B', 'C'], [{ a: '1', b: 'new', c: '3' }]]);
  });

  it('waits for a trigger whose data is stale', async () => {
    const reader = await listen();
    const hooked = row({ Hook: webhook('stale'), A: set('a', '1') });
    const runData = { A: [{ startTime: 0, executionTime: 0, source: [], data: { main: [[{ json: { old: true } }]] } }] };
    expect(await ran({ workflowData: hooked, runData, destinationNode: 'A' })).toMatchObject({ waitingForWebhook: true });
    const withHook = { ...runData, Hook: runData.A };
    expect(await ran({ workflowData: hooked, runData: withHook, destinationNode: 'A', dirtyNodeNames: ['Hook'] })).toMatchObject({
      waitingForWebhook: true,
    });
    expect(await ran({ workflowData: hooked, runData: withHook, destinationNode: 'Hook' })).toMatchObject({ waitingForWebhook: true });
    const { executionId } = await ran({ workflowData: hooked, runData: withHook, destinationNode: 'A' });
    expect(jsonOf(await story(reader, executionId), 'A')).toEqual([{ old: true, a: '1' }]);
  });

  it.each<[string, unknown]>([
    ['no list', { Start: 'x', A: 5 }],
    ['lists without items', { Start: [null], A: [5] }],
    ['objects without anything', { Start: [{}], A: [{}], B: [{}] }],
    ['null', null],
  ])('with results that are none (%s) runs all', async (_, runData) => {
    const reader = await listen();
    const { executionId } = await ran({ workflowData: row(nodes), runData, destinationNode: 'C' });
    const events = await story(reader, executionId);
    expect([ranNodes(events), jsonOf(events, 'C')]).toEqual([['Start', 'A', 'B', 'C'], [{ a: '1', b: '2', c: '3' }]]);
  });

  it('reports a missing destination node', async () => {
    const reader = await listen();
    const runData = await whole(reader);
    const { executionId } = await ran({ workflowData: row(nodes), runData, destinationNode: 'Z' });
    const events = await story(reader, executionId);
    expect(events.at(-1)).toMatchObject({
      type: 'executionFinished',
      status: 'error',
      error: { message: expect.stringContaining('"Z"') as unknown },
    });
  });
});

describe('a run that cannot start, or fails', () => {
  it.each<[string, object, RegExp]>([
    ['nothing to start from', row({ Start: { ...start, disabled: true } }), /no node to start from/],
    ['no nodes', row({}), /no node to start from/],
    ['an invalid time zone', row({ Start: start }, { settings: { timezone: 'Mars/Base' } }), /time zone "Mars\/Base" is unknown/],
    ['a node of an unknown type', row({ Start: start, Odd: { type: 'doesNotExist' } }), /doesNotExist|unknown|Odd/i],
    ['missing parameters', row({ Start: start, Http: { type: 'httpRequest', typeVersion: 4.2 } }), /URL|url/],
    [
      'parameters of a wrong kind',
      row({ Start: start, Http: { type: 'httpRequest', typeVersion: 4.2, parameters: { url: { deep: [null] }, options: 'none' } } }),
      /./,
    ],
    ['a node type without a name', { nodes: [{ name: 'X', type: '.', position: 'here', parameters: null }], connections: { X: 5 } }, /./],
  ])('%s: the session hears of it as of any end', async (_, workflowData, message) => {
    const reader = await listen();
    const response = await running.send(run({ workflowData }), 'owner');
    if (response.status !== 200) {
      expect(response).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) as unknown } });
      return;
    }
    const { executionId } = response.body.data as { executionId: string };
    const last = (await story(reader, executionId)).at(-1);
    expect(last).toMatchObject({ status: 'error', error: { message: expect.stringMatching(message) as unknown } });
  });

  it('a run without a path is rejected immediately', async () => {
    const workflowData = { ...row({ Start: start }), connections: { Start: { main: [[{ node: 'Gone', type: 'main', index: 0 }]] } } };
    expect(await running.send(run({ workflowData }), 'owner')).toMatchObject({ status: 400, body: { code: 'CONNECTION_TO_MISSING_NODE' } });
  });
});

describe('production runs', () => {
  it('are reported to all users with access to the workflow, even if it is inactive', async () => {
    const failing = row({ Hook: webhook('told'), Stop: { type: 'stopAndError', parameters: { errorMessage: 'No' } } }, { active: true });
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: failing }, 'member');
    const [member, owner] = [await listen('member', 'm'), await listen('owner', 'o')];
    await fetch(new URL('webhook/told', running.server.url));
    const { executionId } = await member.next('executionFinished');
    await running.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active: false } }, 'member');
    await running.data({ method: 'POST', url: `/rest/executions/${executionId}/retry`, body: {} }, 'member');
    const isAgain = (event: { readonly executionId: string }): boolean => event.executionId !== executionId;
    await Promise.all([member.next('executionFinished', isAgain), owner.next('executionFinished', isAgain)]);
    expect([message(member.events()), message(owner.events())]).toEqual(
      [1, 2].map(() => ['executionStarted', 'executionFinished error', 'executionStarted', 'executionFinished error']),
    );
  });
});

describe('secrets of credentials', () => {
  it('are neither pushed nor saved with a run', async () => {
    const store = await Store.open(running.dataDir);
    const cipher = await vaultOf(running.dataDir, store);
    const data = cipher.seal('cred-1', JSON.stringify({ keyType: 'passphrase', algorithm: 'HS256', secret: 'top-secret-value' }));
    await store.credentials.add({
      id: 'cred-1',
      name: 'Key',
      type: 'jwtAuth',
      data,
      nodesAccess: [],
      ownerId: null,
      createdAt: 1,
      updatedAt: 1,
    });
    await store.close();
    const reference = { id: 'cred-1', name: 'Key' };
    const guarded: Sketch = {
      ...webhook('guarded'),
      parameters: { path: 'guarded', authentication: 'jwtAuth', options: {} },
      credentials: { jwtAuth: reference },
    };
    const unsupported: Sketch = {
      type: 'httpRequest',
      typeVersion: 4.2,
      parameters: { url: 'http://localhost/x', authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', options: {} },
      credentials: { httpHeaderAuth: reference },
    };
    const reader = await listen();
    await ran({ workflowData: row({ Hook: guarded, Http: unsupported }, { settings: { saveManualExecutions: true } }) });
    const url = new URL('webhook-test/guarded', running.server.url);
    expect((await fetch(url, { headers: { authorization: 'Bearer wrong' } })).status).toBe(403);
    const token = await new SignJWT({ who: 'anna' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('top-secret-value'));
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    const { executionId } = await reader.next('testWebhookReceived');
    const events = await story(reader, executionId);
    await running.server.services.executions.idle();
    const saved = await running.send({ url: `/rest/executions/${executionId}` }, 'owner');
    expect(saved.status).toBe(200);
    expect(JSON.stringify(events) + saved.text).not.toContain('top-secret-value');
    expect(saved.text).toContain('cred-1');
  });
});
