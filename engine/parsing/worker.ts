// The parsing thread, which runs one task at a time. Long lists are sent in slices, so that receiving them does not block the engine.
import { parentPort } from 'node:worker_threads';
import { errorCodeOf } from '../contract/errors.ts';
import { type ParseTask, runParseTask } from '../nodes/_shared/parse-tasks.ts';
import type { NodeError } from '../sdk/index.ts';

/** A message from the engine: a task, or `isNext` to request the next slice. */
export type ToParser = { readonly task: string; readonly args: readonly unknown[] } | { readonly isNext: true };

export type FromParser =
  | { readonly type: 'ready' }
  | { readonly type: 'slice'; readonly values: readonly unknown[] }
  | { readonly type: 'done'; readonly isSliced: boolean; readonly value?: unknown }
  | {
      readonly type: 'failed';
      readonly code: string | undefined;
      readonly message: string;
      readonly hint: string | undefined;
      readonly parameter: string | undefined;
      readonly description: string | undefined;
      readonly cause: { readonly name: string; readonly message: string } | undefined;
    };

const SLICE = 1000;

const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: FromParser): void => port.postMessage(message);
let onNext: (() => void) | undefined;

async function sendList(list: readonly unknown[]): Promise<void> {
  for (let from = 0; from < list.length; from += SLICE) {
    const next = new Promise<void>((resolve) => (onNext = resolve));
    send({ type: 'slice', values: list.slice(from, from + SLICE) });
    await next;
  }
  send({ type: 'done', isSliced: true });
}

async function run(task: string, args: readonly unknown[]): Promise<void> {
  try {
    const value = await runParseTask(task as ParseTask, args);
    if (Array.isArray(value)) await sendList(value);
    else send({ type: 'done', isSliced: false, value });
  } catch (error) {
    const { message, hint, parameter, description, cause } = error as NodeError;
    const reason = cause instanceof Error ? { name: cause.name, message: cause.message } : undefined;
    send({ type: 'failed', code: errorCodeOf(error), message, hint, parameter, description, cause: reason });
  }
}

port.on('message', (message: ToParser) => {
  if ('task' in message) void run(message.task, message.args);
  else onNext?.();
});
send({ type: 'ready' });
