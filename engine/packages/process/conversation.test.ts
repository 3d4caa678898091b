// Messages that the engine sends to package code when its call fails. The test takes the part of the package's process.
import { expect, it } from 'vitest';
import type { DetachedContext } from '../../sdk/index.ts';
import { callPackage } from './conversation.ts';
import type { CallListener, PackageRunner } from './package-process.ts';
import type { CallOutcome, CallMessage, FromPackage } from './protocol.ts';

const node = { sleep: async () => 'too large', evaluate: () => 'too large' } as unknown as DetachedContext;

/** Opens a call. Values of answers cannot be sent. */
function opened(): {
  readonly sent: (CallMessage | CallOutcome)[];
  readonly ended: Promise<unknown>;
  readonly receive: (message: FromPackage) => void;
} {
  const sent: (CallMessage | CallOutcome)[] = [];
  let listener: CallListener | undefined;
  const replyNow = (callOutcome: CallOutcome): void => {
    if ('value' in callOutcome) throw new RangeError('The data is too large to be passed to code.');
    sent.push(callOutcome);
  };
  const runner: PackageRunner = {
    open: (given) => {
      listener = given;
      const send = (message: CallMessage): void => {
        if (message.type === 'answer' && 'value' in message.response) throw new RangeError('The data is too large to be passed to code.');
        sent.push(message);
      };
      return { number: 1, send, cancel: send, replyNow, end: () => undefined };
    },
    attach: () => {
      throw new Error('Nothing is attached.');
    },
    stop: async () => undefined,
  };
  const ended = callPackage(runner, 'p', { kind: 'describe', nodes: [], credentials: [] }, { node });
  ended.catch(() => undefined);
  sent.length = 0;
  return { sent, ended, receive: (message) => listener?.message(message) };
}

const tooLarge = { failure: expect.objectContaining({ message: 'The data is too large to be passed to code.' }) as unknown };

it('an answer that cannot be sent is a failed one: the code would wait forever, and hold up all other calls if it is blocked', async () => {
  const { sent, ended, receive } = opened();
  receive({ call: 1, type: 'sync', question: { type: 'evaluate', expression: '={{ $json }}', itemIndex: 0 } });
  expect(sent).toEqual([tooLarge]);
  receive({ call: 1, type: 'async', id: 7, question: { type: 'sleep', milliseconds: 1 } });
  await expect.poll(() => sent.at(-1)).toEqual({ type: 'answer', id: 7, response: tooLarge });
  receive({ call: 1, type: 'done', end: { value: 'survived', staticData: {} } });
  expect(await ended).toBe('survived');
  expect(sent).toHaveLength(2);
});

it('code is stopped if its call has failed by invalid data', async () => {
  const { sent, ended, receive } = opened();
  receive({ call: 1, type: 'items', output: 0, items: { shapes: [], numbers: Int32Array.of(9), others: [] } });
  await expect(ended).rejects.toThrow('The data cannot be read.');
  expect(sent).toEqual([{ type: 'abort', reason: 'The data cannot be read.' }]);
});
