// What a call sends: items and kept data in their JSON form, in every kind of message.
import * as Luxon from 'luxon';
import { expect, it } from 'vitest';
import type { FromPackage } from '../process/protocol.ts';
import { type EngineLine, PackageCall } from './call.ts';
import { LogLimit } from './log-limit.ts';
import { SshClients } from './ssh-clients.ts';

const odd = [{ json: { big: 5n, at: new Date(0), none: undefined } }];
const plain = [{ json: { big: 5, at: '1970-01-01T00:00:00.000Z' } }];

function opened(logLimit = new LogLimit(), ownLine?: EngineLine): { readonly call: PackageCall; readonly messages: FromPackage[] } {
  const messages: FromPackage[] = [];
  const line: EngineLine = ownLine ?? {
    send: (message: FromPackage) => void messages.push(message),
    ask: (message: FromPackage) => {
      messages.push(message);
      return { type: 'value', id: 0, value: {} } as const;
    },
  };
  const call = new PackageCall(1, line, new Map(), {
    ssh: new SshClients(() => undefined),
    withoutFolders: (message) => message,
    luxon: () => Luxon,
    logLimit,
  });
  call.node = 'Bell';
  return { call, messages };
}

it.each<[string, (call: PackageCall) => unknown, object]>([
  ['events of triggers', (call) => call.emit([odd], false), { method: 'emit', input: { outputs: [plain] } }],
  ['items for workflows', (call) => call.request('runWorkflow', { items: odd, wait: true }), { input: { items: plain } }],
  ['inputs of attached nodes', (call) => call.ask('beginUse', { inputs: [odd] }), { input: { inputs: [plain] } }],
  ['items of attached nodes', (call) => call.ask('withInput', { items: odd, runIndex: 0 }), { input: { items: plain } }],
  ['outputs of attached nodes', (call) => call.notify('endUse', { run: 0, outputs: [odd] }), { input: { outputs: [plain] } }],
])('%s are JSON', (_, use, message) => {
  const { call, messages } = opened();
  void use(call);
  expect(messages).toMatchObject([message]);
});

it('kept data is JSON, also with each event', async () => {
  const { call, messages } = opened();
  call.staticData('node')['last'] = 7n as unknown as number;
  call.nodeContext()['seen'] = new Set([1]) as unknown as null;
  void call.emit([], false);
  call.runContent = async () => undefined;
  call.receive({ type: 'call', id: 1, method: 'run', input: { content: { kind: 'describe', nodes: [], credentials: [] } } });
  await expect.poll(() => messages).toHaveLength(4);
  expect(messages.slice(2)).toMatchObject([
    { input: { staticData: { node: { last: 7 } } } },
    { value: { end: { staticData: { node: { last: 7 } }, nodeContext: { seen: {} } } } },
  ]);
});

it('static data is asked for until the engine has read it', () => {
  const pauses: number[] = [];
  const values = [undefined, undefined, { last: 7 }];
  const line = {
    send: () => undefined,
    ask: () => ({ type: 'value', id: 0, value: values.shift() }) as const,
    pause: (milliseconds: number) => void pauses.push(milliseconds),
  };
  expect([opened(undefined, line).call.staticData('node'), pauses]).toEqual([{ last: 7 }, [1, 2]]);
});

it('an event that contains itself is refused with node and place', () => {
  const { call } = opened();
  const json: Record<string, unknown> = {};
  json['self'] = json;
  expect(() => call.emit([[{ json }]], false)).toThrow(
    'The data of the node "Bell" cannot be passed on: "0.0.json.self" refers to an object that contains it.',
  );
});

it('requests of an aborted call are rejected, those that are open and the next ones, so that its code ends', async () => {
  const { call, messages } = opened();
  const open = call.request('sleep', { milliseconds: 1 });
  call.abort('Stopped');
  await expect(open).rejects.toThrow('Stopped');
  await expect(call.request('sleep', { milliseconds: 2 })).rejects.toThrow('Stopped');
  await expect(call.emit([], false)).rejects.toThrow('Stopped');
  expect(messages).toMatchObject([{ input: { milliseconds: 1 } }]);
});

it('code that tries again and again after the abort comes to rest', async () => {
  const { call } = opened();
  call.abort('Stopped');
  let attempts = 0;
  const attempt = (): void => void call.request('sleep', { milliseconds: 1 }).catch(() => (attempts++, attempt()));
  attempt();
  for (let turn = 0; turn < 2000; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(attempts).toBe(1000);
});

it('lines beyond the limit of a period are left out, after one that says so', () => {
  const limit = new LogLimit();
  const { call, messages } = opened(limit);
  for (let count = 0; count < 10_002; count++) call.log('console', { values: [count] });
  expect(messages).toHaveLength(10_001);
  expect(messages.slice(-2)).toMatchObject([
    { method: 'console', input: { values: [9999] } },
    {
      method: 'log',
      input: { level: 'warn', message: 'The package logged 10000 lines within 5 s. Further ones of this time are left out.' },
    },
  ]);
  expect(limit.next(performance.now() + 5001)).toEqual({ isWithin: true });
});

it('a use of what it supplies is ended alone; the call goes on until it is closed', async () => {
  const { call, messages } = opened();
  const signals: AbortSignal[] = [];
  const retrieve = (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<never> => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
  call.runContent = () => call.serve({}, { retrieve, split: async ({ text }) => [text] });
  const use = (id: number, method: string, input: object): void =>
    call.receive({ type: 'call', id, method: 'usePart', input: { method, input } });
  call.receive({ type: 'call', id: 1, method: 'run', input: { content: { kind: 'describe', nodes: [], credentials: [] } } });
  await expect.poll(() => messages).toMatchObject([{ type: 'notify', method: 'supplied' }]);
  use(2, 'retrieve', { query: 'x' });
  use(3, 'retrieve', { query: 'y' });
  use(4, 'generate', {});
  call.receive({ type: 'cancel', id: 2, reason: 'Enough' });
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  use(5, 'split', { text: 'x' });
  await expect
    .poll(() => messages.slice(1))
    .toMatchObject([
      { type: 'error', id: 4, error: { message: 'It has no "generate".' } },
      { type: 'value', id: 5, value: ['x'] },
    ]);
  call.receive({ type: 'notify', method: 'close', input: undefined });
  await expect.poll(() => messages.at(-1)).toMatchObject({ type: 'value', id: 1 });
});
