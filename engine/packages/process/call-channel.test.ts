// Messages that the engine sends to package code when its call fails. The test takes the part of the package's process.
import { expect, it } from 'vitest';
import type { DetachedContext } from '../../sdk/index.ts';
import type { ChannelMessage } from '../../channel/channel.ts';
import { callPackage, openPart } from './call-channel.ts';
import type { CallListener, PackageRunner } from './package-process.ts';
import type { CallContent } from './protocol.ts';

const node = { sleep: async () => 'too large', evaluate: () => 'too large' } as unknown as DetachedContext;

interface Opened<T> {
  readonly messages: ChannelMessage[];
  readonly ended: Promise<T>;
  readonly receive: (message: ChannelMessage) => void;
}

const content: CallContent = { kind: 'describe', nodes: [], credentials: [] };

/** Opens a call. Values of answers cannot be sent. */
function opened<T = unknown>(
  open: (runner: PackageRunner) => Promise<T> = (runner) => callPackage(runner, 'p', content, { node }) as Promise<T>,
): Opened<T> {
  const messages: ChannelMessage[] = [];
  let listener: CallListener | undefined;
  const send = (message: ChannelMessage): void => {
    if (message.type === 'value') throw new RangeError('The data is too large to be passed to code.');
    messages.push(message);
  };
  const runner: PackageRunner = {
    open: (options) => {
      listener = options;
      return { number: 1, send, cancel: send, replyNow: send, end: () => undefined };
    },
    attach: () => {
      throw new Error('Nothing is attached.');
    },
    stop: async () => undefined,
  };
  const ended = open(runner);
  ended.catch(() => undefined);
  messages.length = 0;
  return { messages, ended, receive: (message) => listener?.message(message) };
}

const error = expect.objectContaining({ message: 'The data is too large to be passed to code.' }) as unknown;

it('an answer that cannot be sent is a failed one: the code would wait forever, and hold up all other calls if it is blocked', async () => {
  const { messages, ended, receive } = opened();
  receive({ type: 'call', id: 6, method: 'evaluate', input: { expression: '={{ $json }}', itemIndex: 0 }, isBlocking: true });
  expect(messages).toEqual([{ type: 'error', id: 6, error }]);
  receive({ type: 'call', id: 7, method: 'sleep', input: { milliseconds: 1 } });
  await expect.poll(() => messages.at(-1)).toEqual({ type: 'error', id: 7, error });
  receive({ type: 'value', id: 1, value: { end: { value: 'survived', staticData: {} } } });
  expect(await ended).toBe('survived');
  expect(messages).toHaveLength(2);
});

it('code is stopped if its call has failed by invalid data', async () => {
  const { messages, ended, receive } = opened();
  receive({ type: 'part', id: 1, part: { index: 0, items: { shapes: [], numbers: Int32Array.of(9), others: [] } } });
  await expect(ended).rejects.toThrow('The data cannot be read.');
  expect(messages).toEqual([{ type: 'cancel', id: 1, reason: 'The data cannot be read.' }]);
});

it('a use of a part is cancelled alone, fails alone, and fails with the call', async () => {
  const { messages, ended, receive } = opened((runner) => openPart(runner, 'p', content, { node }));
  receive({ type: 'notify', method: 'supplied', input: { description: { model: 'm' } } });
  const part = await ended;
  expect(part.description).toEqual({ model: 'm' });
  const { signal } = new AbortController();
  const stopped = new AbortController();
  const uses = [stopped.signal, signal, signal, signal].map((each) => part.use('split', { text: 'x' }, { signal: each }));
  const outcomes = Promise.allSettled(uses);
  stopped.abort(new Error('Enough'));
  expect(messages.at(-1)).toEqual({ type: 'cancel', id: 2, reason: 'Enough' });
  receive({ type: 'error', id: 3, error: { name: 'Error', message: 'No text' } });
  receive({ type: 'value', id: 4, value: ['x', 7] });
  receive({ type: 'error', id: 1, error: { name: 'Error', message: 'It broke' } });
  expect(await outcomes).toEqual([
    { status: 'rejected', reason: new Error('Enough') },
    { status: 'rejected', reason: expect.objectContaining({ message: 'No text' }) as unknown },
    { status: 'fulfilled', value: ['x', ''] },
    { status: 'rejected', reason: expect.objectContaining({ message: 'It broke' }) as unknown },
  ]);
  await expect(part.use('split', { text: 'x' }, { signal })).rejects.toThrow('It broke');
  await part.close();
});
