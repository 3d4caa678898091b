// Decides when a job may run: a limited number run JavaScript at the same time, and others wait in a bounded queue (first in, first out).
import { AppError } from '../contract/errors.ts';
import type { CodeSession } from '../sdk/index.ts';

export interface SlotLimits {
  /** Maximum number of jobs whose JavaScript runs. A job that awaits something does not count. */
  readonly size: number;
  /** Maximum number of started jobs, including those that await something. */
  readonly most: number;
  /** Maximum number of queued jobs. */
  readonly queue: number;
}

type Waiter = Pick<CodeSession, 'signal' | 'parking'>;

export class JobSlots {
  readonly #limits: SlotLimits;
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #inFlight = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Resolves once the job may start. Rejects with the reason of an aborted signal, or with CODE_QUEUE_FULL. */
  async take(waiter: Waiter): Promise<JobSlot> {
    if (this.#queue.length > 0 || !this.#isFree()) await this.#turn(waiter);
    else this.#begin();
    return new JobSlot((change) => {
      this.#running += change.running;
      this.#inFlight += change.inFlight;
      while (this.#queue.length > 0 && this.#isFree()) {
        this.#begin();
        this.#queue.shift()?.();
      }
    });
  }

  #isFree(): boolean {
    return this.#running < this.#limits.size && this.#inFlight < this.#limits.most;
  }

  #begin(): void {
    this.#running++;
    this.#inFlight++;
  }

  #turn({ signal, parking }: Waiter): Promise<void> {
    const { queue } = this.#limits;
    if (this.#queue.length >= queue) return Promise.reject(queueFull(queue));
    return new Promise((resolve, reject) => {
      const leave = (by: AbortSignal): void => {
        this.#queue.splice(this.#queue.indexOf(take), 1);
        forget();
        reject(by.reason as Error);
      };
      const onAbort = (): void => leave(signal);
      const onParking = (): void => parking && leave(parking);
      const forget = (): void => {
        signal.removeEventListener('abort', onAbort);
        parking?.removeEventListener('abort', onParking);
      };
      const take = (): void => {
        forget();
        resolve();
      };
      this.#queue.push(take);
      signal.addEventListener('abort', onAbort, { once: true });
      parking?.addEventListener('abort', onParking, { once: true });
      if (signal.aborted) onAbort();
      else if (parking?.aborted === true) onParking();
    });
  }
}

/** The slot of one started job. */
export class JobSlot {
  readonly #change: (change: { running: number; inFlight: number }) => void;
  #isResting = false;

  constructor(change: (change: { running: number; inFlight: number }) => void) {
    this.#change = change;
  }

  /** While a job awaits something, another job may use its slot. The job resumes immediately, even if all slots are taken by then. */
  rest(isResting: boolean): void {
    if (isResting === this.#isResting) return;
    this.#isResting = isResting;
    this.#change({ running: isResting ? -1 : 1, inFlight: 0 });
  }

  /** Must be called once, when the job has ended. */
  free(): void {
    this.#change({ running: this.#isResting ? 0 : -1, inFlight: -1 });
  }
}

const queueFull = (limit: number): AppError =>
  new AppError('CODE_QUEUE_FULL', `The code was not run: ${limit} nodes already wait for their code to run, which is the limit.`, {
    params: { limit },
    hint: 'Raise MILLRACE_CODE_QUEUE, or limit how many executions run at the same time.',
  });
