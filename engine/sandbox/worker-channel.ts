// The worker's channel to the engine: frames through the host thread, synchronous requests, and a job's asynchronous requests.
import { deserialize } from 'node:v8';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { JsonObject } from '../contract/json.ts';
import type { Item } from '../contract/run-data.ts';
import { frameKinds, messageFrame, ownBytes } from './frames.ts';
import { toPlain } from './plain-data.ts';
import type { AsyncQuestion, CodeJob, SyncQuestion, CallOutcome, FromWorker } from './protocol.ts';

/** What a job provides to the names and helpers in its code. */
export interface JobHost {
  readonly job: CodeJob;
  readonly items: readonly Item[];
  /** Index of the current item. */
  readonly itemIndex: number;
  /** Working copies of static data, if the code requested them. */
  readonly staticData: { global?: JsonObject; node?: JsonObject };
  /** Sends a synchronous request to the engine. */
  ask(question: SyncQuestion): unknown;
  /** Sends an asynchronous request to the engine. */
  request(question: AsyncQuestion): Promise<unknown>;
}

/** Memory that the worker shares with the host thread: whether the response to a request has arrived, and the number of calls that it has begun. */
export const shared = { answered: 0, begun: 1, length: 2 } as const;

/** `M`: messages to the engine. */
export class ResponseLine<M = FromWorker> {
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
    Atomics.add(this.#flag, shared.begun, 1);
  }

  /** Sends a request and blocks this thread until the response arrives. */
  ask(message: M): CallOutcome {
    Atomics.store(this.#flag, shared.answered, 0);
    this.send(message);
    Atomics.wait(this.#flag, shared.answered, 0);
    const { message: content } = receiveMessageOnPort(this.#responses) as { message: Uint8Array };
    return deserialize(content) as CallOutcome;
  }
}

/** Maximum number of requests that the engine handles at the same time; further requests wait here. */
const mostOpen = 50;

interface Request {
  readonly id: number;
  readonly question: AsyncQuestion;
}

interface Settle {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class JobRequests {
  readonly #send: (id: number, question: AsyncQuestion) => void;
  readonly #settle = new Map<number, Settle>();
  readonly #waiting: Request[] = [];
  #isOver = false;
  #open = 0;
  #count = 0;

  constructor(send: (id: number, question: AsyncQuestion) => void) {
    this.#send = send;
  }

  /** Sends a request; rejects with the engine's error. Never settles after the job has ended. */
  ask(question: AsyncQuestion): Promise<unknown> {
    const plain = toPlain(question, 'The argument') as AsyncQuestion;
    return new Promise((resolve, reject) => {
      if (this.#isOver) return;
      const id = this.#count++;
      this.#settle.set(id, { resolve, reject });
      this.#waiting.push({ id, question: plain });
      this.#next();
    });
  }

  response(id: number, callOutcome: CallOutcome): void {
    const settle = this.#settle.get(id);
    if (settle === undefined) return;
    this.#settle.delete(id);
    this.#open--;
    try {
      settle.resolve(valueOf(callOutcome));
    } catch (error) {
      settle.reject(error as Error);
    }
    this.#next();
  }

  end(): void {
    this.#isOver = true;
    this.#settle.clear();
    this.#waiting.length = 0;
  }

  #next(): void {
    while (this.#open < mostOpen) {
      const request = this.#waiting.shift();
      if (request === undefined) return;
      this.#open++;
      try {
        this.#send(request.id, request.question);
      } catch (error) {
        this.response(request.id, { failure: { name: 'TypeError', message: (error as Error).message } });
      }
    }
  }
}

/** Returns the value of a response, or throws the error it contains. */
export function valueOf(callOutcome: CallOutcome): unknown {
  if ('value' in callOutcome) return callOutcome.value;
  const { message, name, description, fields } = callOutcome.failure;
  const error = new Error(message);
  error.name = name;
  throw Object.assign(error, description === undefined ? {} : { description }, fields);
}
