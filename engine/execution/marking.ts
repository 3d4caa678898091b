// Tells a watchdog which node computes: a mark ends with the turn of the event loop, and several nodes may be waiting when it begins.
import { onResume } from '../sdk/slices.ts';
import type { WorkMark, WorkMarks } from './ports.ts';

/** The mark of one run of one node. */
export class Marking {
  readonly #marks: WorkMarks;
  readonly #work: WorkMark;
  /** Signal of the run; undefined outside of runs, where many nodes share one. */
  readonly #signal: AbortSignal | undefined;

  constructor(marks: WorkMarks, work: WorkMark, signal: AbortSignal | undefined) {
    this.#marks = marks;
    this.#work = work;
    this.#signal = signal;
  }

  /** Marks the node as computing. */
  now(): void {
    this.#marks.mark(this.#work);
  }

  /** Marks the node as computing while `run` executes and in later slices of its work, and as waiting while its promise is pending. */
  during<T>(run: () => T): T {
    this.now();
    if (this.#signal !== undefined) onResume(this.#signal, () => this.now());
    let isWaiting = false;
    try {
      const result = run();
      if (result instanceof Promise) {
        isWaiting = true;
        const end = this.#marks.waits(this.#work);
        result.then(end, end);
      }
      return result;
    } finally {
      if (!isWaiting) this.#marks.unmark(this.#work);
    }
  }

  /** Returns a promise like this one, which marks the node again before its callbacks run. */
  async resumed<T>(promise: Promise<T>): Promise<T> {
    try {
      return await promise;
    } finally {
      this.now();
    }
  }

  /** Returns the same port, after whose promises the node is marked again. */
  port<P extends object>(port: P): P {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(member as (...all: unknown[]) => unknown, target, args);
          return result instanceof Promise ? this.resumed(result) : result;
        };
      },
    });
  }
}
