// Messages that the engine sends to package code when its call fails. The test takes the part of the package's process.
import { expect, it } from 'vitest';
import type { DetachedContext } from '../../sdk/index.ts';
import type { ChannelMessage } from '../../channel/channel.ts';
import { callPackage } from './call-channel.ts';
import type { CallListener, PackageRunner } from './package-process.ts';

const node = { sleep: async () => 'too large', evaluate: () => 'too large' } as unknown as DetachedContext;

/** Opens a call. Values of answers cannot be sent. */
function opened(): {
  readonly messages: ChannelMessage[];
  readonly ended: Promise<unknown>;
  readonly receive: (message: ChannelMessage) => void;
} {
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
  const ended = callPackage(runner, 'p', { kind: 'describe', nodes: [], credentials: [] }, { node });
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
