// The worker's way to the engine: frames through the host thread, and requests that block the worker until the response.
import { deserialize } from 'node:v8';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Input, Output } from '../channel/channel.ts';
import type { Item } from '../contract/run-data.ts';
import { frameKinds, messageFrame, ownBytes } from './frames.ts';
import type { CodeHandlers } from './job-channel.ts';
import type { CodeJob, JobMessage } from './protocol.ts';
import type { StaticDataCopies } from './static-data.ts';

/** What a job provides to the names and helpers in its code. */
export interface JobHost {
  readonly job: CodeJob;
  readonly items: readonly Item[];
  /** Index of the current item. */
  readonly itemIndex: number;
  /** Working copies of static data, if the code requested them. */
  readonly staticData: { -readonly [Scope in keyof StaticDataCopies]: StaticDataCopies[Scope] };
  /** Calls the engine, and blocks the code until the result. */
  callBlocking<M extends keyof CodeHandlers>(method: M, input: Input<CodeHandlers, M>): Output<CodeHandlers, M>;
  /** Calls the engine. Never settles after the job has ended. */
  call<M extends keyof CodeHandlers>(method: M, input: Input<CodeHandlers, M>): Promise<Output<CodeHandlers, M>>;
}

/** Memory that the worker shares with the host thread: whether the response to a request has arrived, and the number of calls that it has started. */
export const shared = { answered: 0, started: 1, length: 2 } as const;

/** `M`: messages to the engine; `R`: responses to requests that block. */
export class WorkerLine<M = JobMessage, R = JobMessage> {
  readonly #host: MessagePort;
  readonly #responses: MessagePort;
  readonly #flag: Int32Array;

  constructor(host: MessagePort, responses: MessagePort, signal: SharedArrayBuffer) {
    this.#host = host;
    this.#responses = responses;
    this.#flag = new Int32Array(signal);
  }

  /** Transfers a frame to the host; its buffer is detached afterwards. */
  post(frame: Uint8Array): void {
    const own = ownBytes(frame);
    this.#host.postMessage(own, [own.buffer]);
  }

  /** Sends a message. Throws DataCloneError for values that cannot be cloned, RangeError for messages that are too long. */
  send(message: M): void {
    this.post(messageFrame(frameKinds.message, message));
  }

  /** Counts a call that begins. The host thread reports the count to the engine every 250 ms; most calls have ended by then. */
  countStarted(): void {
    Atomics.add(this.#flag, shared.started, 1);
  }

  /** Blocks this thread for a time. */
  pause(milliseconds: number): void {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  }

  /** Sends a request and blocks this thread until the response arrives. */
  ask(message: M): R {
    Atomics.store(this.#flag, shared.answered, 0);
    this.send(message);
    Atomics.wait(this.#flag, shared.answered, 0);
    const { message: content } = receiveMessageOnPort(this.#responses) as { message: Uint8Array };
    return deserialize(content) as R;
  }
}
