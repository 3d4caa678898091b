// The parsing thread, which runs one task at a time. Long lists are sent in slices, so that receiving them does not block the engine.
import { parentPort, type MessagePort } from 'node:worker_threads';
import type { IncomingCall } from '../channel/channel.ts';
import { portChannel } from '../channel/port-channel.ts';
import { type ParseTask, runParseTask } from '../nodes/_shared/parse-tasks.ts';

export type ParserHandlers = typeof handlers;
/** What the thread calls in the engine. */
export type ParserOwnerHandlers = { readonly ready: () => void };

export interface ParserTask {
  readonly task: string;
  readonly args: readonly unknown[];
}

/** A value, or a list that was sent in parts. */
export type ParserResult = { readonly value: unknown } | { readonly isSliced: true };

const SLICE = 1000;

const handlers = {
  run: async ({ task, args }: ParserTask, call: IncomingCall): Promise<ParserResult> => {
    const value = await runParseTask(task as ParseTask, args);
    if (!Array.isArray(value)) return { value };
    for (let from = 0; from < value.length; from += SLICE) await call.emitAwaited(value.slice(from, from + SLICE));
    return { isSliced: true };
  },
};

portChannel<ParserOwnerHandlers>(parentPort as MessagePort, handlers).notify('ready', undefined);
