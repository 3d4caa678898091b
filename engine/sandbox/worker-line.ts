// The worker's channel to the engine: frames through the host thread, and synchronous requests.
import { deserialize, serialize } from 'node:v8';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { frameKinds } from './frames.ts';
import type { Answer, FromWorker, WorkerFrame } from './protocol.ts';

export class AnswerLine {
  readonly #host: MessagePort;
  readonly #answers: MessagePort;
  readonly #flag: Int32Array;

  constructor(host: MessagePort, answers: MessagePort, signal: SharedArrayBuffer) {
    this.#host = host;
    this.#answers = answers;
    this.#flag = new Int32Array(signal);
  }

  /** Transfers a frame to the host; its buffer is detached afterwards. */
  post(kind: number, content: Uint8Array): void {
    const { buffer } = content;
    const isWhole = content.byteLength === buffer.byteLength;
    const own = isWhole ? content : content.slice();
    this.#host.postMessage({ kind, content: own } satisfies WorkerFrame, [own.buffer as ArrayBuffer]);
  }

  /** Sends a message. Throws DataCloneError for values that cannot be cloned. */
  send(message: FromWorker): void {
    this.post(frameKinds.message, serialize(message));
  }

  /** Sends a request and blocks this thread until the response arrives. */
  ask(message: Extract<FromWorker, { type: 'sync' }>): Answer {
    Atomics.store(this.#flag, 0, 0);
    this.send(message);
    Atomics.wait(this.#flag, 0, 0);
    const { message: content } = receiveMessageOnPort(this.#answers) as { message: Uint8Array };
    return deserialize(content) as Answer;
  }
}
