// Asynchronous requests of one job: a limited number at a time, and none after its end.
import { toPlain } from './plain-data.ts';
import type { Answer, AsyncQuestion } from './protocol.ts';

/** Maximum number of requests the engine handles at the same time; further ones wait here. */
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

  /** Sends a request; rejects with the engine's error. Never settles after the job's end. */
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

  answer(id: number, answer: Answer): void {
    const settle = this.#settle.get(id);
    if (settle === undefined) return;
    this.#settle.delete(id);
    this.#open--;
    try {
      settle.resolve(valueOf(answer));
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
        this.answer(request.id, { failure: { name: 'TypeError', message: (error as Error).message } });
      }
    }
  }
}

/** The value of a response, or the error it contains. */
export function valueOf(answer: Answer): unknown {
  if ('value' in answer) return answer.value;
  const { message, name, description } = answer.failure;
  const error = new Error(message);
  error.name = name;
  throw Object.assign(error, description === undefined ? {} : { description });
}
