// Calls between two ends: over message ports, and over the pipe of a child process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../contract/errors.ts';
import { NodeError } from '../sdk/index.ts';
import { Channel, type ChannelMessage, type IncomingCall, Moved } from './channel.ts';
import { portChannel, type PortChannelOptions } from './port-channel.ts';

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

const ended: string[] = [];
const handlers = {
  add: ([a, b]: readonly [number, number]) => a + b,
  fail: (how: 'app' | 'node' | 'plain'): never => {
    if (how === 'app')
      throw new AppError('PORT_TAKEN', 'Taken.', { params: { port: 1 }, hint: 'Choose another.', cause: new TypeError('low') });
    if (how === 'node') throw new NodeError('Bad.', { code: 'PARAMETER_INVALID', parameter: 'a.b', description: 'More.', itemIndex: 3 });
    throw Object.assign(new RangeError('Odd.'), { code: 'NOT_OF_THE_TABLE' });
  },
  unpassable: () => () => undefined,
  later: async (value: string) => value,
  parts: async (count: number, call: IncomingCall) => {
    for (let part = 0; part < count; part++) await call.emitAwaited(part);
    return 'all';
  },
  events: (_input: undefined, call: IncomingCall) => {
    call.emit('first');
    return call.untilEnd(() => ended.push('events'));
  },
  bytes: () => {
    const bytes = new Uint8Array([1, 2, 3]);
    return new Moved(bytes, [bytes.buffer]);
  },
  note: (name: string) => void ended.push(name),
};

function connected(options: PortChannelOptions = {}): { readonly client: Channel<typeof handlers>; readonly far: MessagePort } {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  portChannel(port2, handlers);
  return { client: portChannel<typeof handlers>(port1, {}, options), far: port2 };
}

describe('a channel', () => {
  it('returns values, whether they are there at once or later', async () => {
    const { client } = connected();
    expect(await Promise.all([client.call('add', [1, 2]), client.call('later', 'x')])).toEqual([3, 'x']);
    expect(await client.call('bytes', undefined)).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('rejects with the error of the other end, with its code, values, hint and cause', async () => {
    const { client } = connected();
    const failure = (how: 'app' | 'node' | 'plain'): Promise<unknown> => client.call('fail', how).catch((error: unknown) => error);
    const app = await failure('app');
    expect(app).toBeInstanceOf(AppError);
    expect(app).toMatchObject({ code: 'PORT_TAKEN', message: 'Taken.', params: { port: 1 }, hint: 'Choose another.' });
    expect((app as Error).cause).toMatchObject({ name: 'TypeError', message: 'low' });
    const node = await failure('node');
    expect(node).toBeInstanceOf(NodeError);
    expect(node).toMatchObject({ code: 'PARAMETER_INVALID', parameter: 'a.b', description: 'More.', itemIndex: 3 });
    const plain = await failure('plain');
    expect(plain).toMatchObject({ name: 'RangeError', message: 'Odd.', code: 'NOT_OF_THE_TABLE' });
  });

  it('rejects for values that cannot be passed, in both directions', async () => {
    const { client } = connected();
    await expect(client.call('unpassable', undefined)).rejects.toThrow('could not be cloned');
    await expect(client.call('later', (() => 'x') as never)).rejects.toThrow('could not be cloned');
    expect(await client.call('later', 'on')).toBe('on');
  });

  it.each(['constructor', '__proto__', 'toString', 'absent'])('has no handler "%s"', async (name) => {
    const { client } = connected();
    await expect(client.call(name as 'add', [1, 2])).rejects.toThrow(`There is no "${name}" to call.`);
  });

  it('sends the next part when the last one has been consumed', async () => {
    const { client } = connected();
    const open: number[] = [];
    let most = 0;
    const onPart = async (part: number): Promise<void> => {
      most = Math.max(most, open.push(part));
      await new Promise((resolve) => setImmediate(resolve));
      open.pop();
    };
    expect(await client.call('parts', 5, { onPart })).toBe('all');
    expect(most).toBe(1);
  });

  it('tells the handler of a call that is given up, by a signal, a listener that throws, or a deadline', async () => {
    const { client } = connected();
    const stop = new AbortController();
    const stopped = client.call('events', undefined, { signal: stop.signal, onPart: () => stop.abort(new Error('enough')) });
    await expect(stopped).rejects.toThrow('enough');
    const thrown = client.call('events', undefined, { onPart: () => Promise.reject(new Error('no listener')) });
    await expect(thrown).rejects.toThrow('no listener');
    const late = client.call('events', undefined, { deadline: { after: 1, error: () => new Error('late') } });
    await expect(late).rejects.toThrow('late');
    await client.call('later', '');
    expect(ended.splice(0)).toEqual(['events', 'events', 'events']);
  });

  it('does not start a waiting call that is aborted, and starts those behind it', async () => {
    const { client } = connected({ mostCalls: 1 });
    const stop = new AbortController();
    const first = client.call('later', 'first');
    const aborted = client.call('later', 'aborted', { signal: stop.signal });
    const last = client.call('later', 'last');
    stop.abort(new Error('not needed'));
    await expect(aborted).rejects.toThrow('not needed');
    expect([await first, await last]).toEqual(['first', 'last']);
    const late = client.call('later', 'x');
    await expect(client.call('later', 'y', { signal: stop.signal })).rejects.toThrow('not needed');
    expect(await late).toBe('x');
  });

  it('lets further calls wait if only some may be open', async () => {
    const { client } = connected({ mostCalls: 1 });
    const stop = new AbortController();
    const first = client.call('events', undefined, { signal: stop.signal });
    const second = client.call('later', 'second');
    client.notify('note', 'notified');
    await expect.poll(() => ended.splice(0)).toEqual(['notified']);
    stop.abort(new Error('stopped'));
    await expect(first).rejects.toThrow('stopped');
    expect(await second).toBe('second');
  });

  it('blocks for results that are there at once', () => {
    let result: ChannelMessage | undefined;
    const server = new Channel({ send: () => undefined, respond: (message) => (result = message) }, handlers);
    const sendBlocking = (message: ChannelMessage): ChannelMessage => {
      server.receive(message);
      return result as ChannelMessage;
    };
    const client = new Channel<typeof handlers>({ send: () => undefined, sendBlocking }, {});
    expect(client.callBlocking('add', [1, 2])).toBe(3);
    expect(() => client.callBlocking('fail', 'app')).toThrow('Taken.');
    expect(() => client.callBlocking('later', 'x')).toThrow('"later" takes time, so it cannot block.');
  });

  it('rejects open and later calls once it is closed', async () => {
    const { client } = connected();
    const pending = client.call('events', undefined);
    client.close(new Error('gone'));
    await expect(pending).rejects.toThrow('gone');
    await expect(client.call('add', [1, 2])).rejects.toThrow('gone');
  });

  it.each([undefined, null, 7, {}, { type: 'x' }, { type: 'notify', method: 'constructor' }])(
    'reports %j, which is no message',
    async (message) => {
      const fault = Promise.withResolvers<Error>();
      const { far } = connected({ onFault: fault.resolve });
      far.postMessage(message);
      expect(await fault.promise).toBeInstanceOf(TypeError);
    },
  );
});

it('works over the pipe of a child process, and ends with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-channel-'));
  const entry = join(folder, 'child.ts');
  const module = JSON.stringify(new URL('./channel.ts', import.meta.url).href);
  writeFileSync(
    entry,
    `import { Channel } from ${module};
    const channel = new Channel({ send: (message) => process.send(message) }, { twice: (n) => 2 * n, exit: () => process.exit(3) });
    process.on('message', (message) => channel.receive(message));`,
  );
  const child = fork(entry, { serialization: 'advanced', execArgv: [] });
  const client = new Channel<{ twice: (n: number) => number; exit: () => never }>(
    { send: (message) => void child.send(message as never) },
    {},
  );
  child.on('message', (message) => client.receive(message as ChannelMessage));
  child.on('exit', (code) => client.close(new Error(`ended with ${code}`)));
  expect(await client.call('twice', 21)).toBe(42);
  await expect(client.call('exit', undefined)).rejects.toThrow('ended with 3');
  if (child.exitCode === null) await once(child, 'exit');
  rmSync(folder, { recursive: true });
});
