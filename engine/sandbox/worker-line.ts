// The worker's way to the engine: frames by the host thread, and questions that are waited for.
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

  /** Hands a frame to the host; its content is gone from here afterwards. */
  post(kind: number, content: Uint8Array): void {
    const { buffer } = content;
    const isWhole = content.byteLength === buffer.byteLength;
    const own = isWhole ? content : content.slice();
    this.#host.postMessage({ kind, content: own } satisfies WorkerFrame, [own.buffer as ArrayBuffer]);
  }

  /** Sends a message. Throws DataCloneError for what cannot cross. */
  send(message: FromWorker): void {
    this.post(frameKinds.message, serialize(message));
  }

  /** Sends a question and stops this thread until the answer is there. */
  ask(message: Extract<FromWorker, { type: 'sync' }>): Answer {
    Atomics.store(this.#flag, 0, 0);
    this.send(message);
    Atomics.wait(this.#flag, 0, 0);
    const { message: content } = receiveMessageOnPort(this.#answers) as { message: Uint8Array };
    return deserialize(content) as Answer;
  }
}
