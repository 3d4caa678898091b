// Use of models per day. It is counted in memory at once, and written every few seconds; what other processes use is read as often.
import { DateTime } from 'luxon';
import { noModelUse, sumOfUse, type ModelTotals } from '../../contract/model-use.ts';
import type { ModelLedger } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { ModelUseRepository } from '../../store/index.ts';

/** Milliseconds after which use is written, and after which what other processes have written is read again. */
const APART = 3000;
const DAY = 24 * 60 * 60 * 1000;
/** Days for which use is stored. */
const STORED_DAYS = 31;

type DayUse = Awaited<ReturnType<ModelLedger['today']>>;

export interface DailyUsePorts {
  /** Opens the database when it is first needed. */
  readonly open: () => Promise<ModelUseRepository>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** IANA time zone in which days begin. */
  readonly zone: () => string;
  readonly logger: Pick<Logger, 'warn'>;
}

export class DailyUse {
  readonly #ports: DailyUsePorts;
  /** Use that is not written yet: by day, and by workflow. */
  #unwritten = new Map<string, Map<string, ModelTotals>>();
  /** Use of the day with that of this process up to now, by workflow. */
  readonly #current = new Map<string, DayUse & { readonly day: string; readonly readAt: number }>();
  /** Reads and writes follow each other, so that a read includes all that was written, and nothing twice. */
  #work: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(ports: DailyUsePorts) {
    this.#ports = ports;
  }

  /** The current day, such as `2026-01-31`. */
  get day(): string {
    return this.#dayAt(this.#ports.now());
  }

  /** Adds a call to the use of the current day. */
  add(workflowId: string, use: ModelTotals): void {
    const { day } = this;
    const ofDay = this.#unwritten.get(day) ?? new Map<string, ModelTotals>();
    this.#unwritten.set(day, ofDay.set(workflowId, sumOfUse(ofDay.get(workflowId) ?? noModelUse, use)));
    for (const [id, current] of this.#current) {
      if (current.day !== day) continue;
      const workflow = id === workflowId ? sumOfUse(current.workflow, use) : current.workflow;
      this.#current.set(id, { ...current, workflow, instance: sumOfUse(current.instance, use) });
    }
    this.#timer ??= setTimeout(() => {
      this.write().catch((error: unknown) => this.#ports.logger.warn(`The use of models could not be written: ${String(error)}`));
    }, APART).unref();
  }

  /** Returns the use of the current day: exactly that of this process, and that of others as of a few seconds ago. Rejects with STORE_FAILED. */
  async today(workflowId: string): Promise<DayUse> {
    const current = this.#current.get(workflowId);
    if (current?.day === this.day && this.#ports.now() - current.readAt < APART) return current;
    return this.#inTurn(() => this.#read(workflowId));
  }

  /** Writes what was added. Rejects with STORE_FAILED; it is written with the next call then. */
  write(): Promise<void> {
    return this.#inTurn(() => this.#write());
  }

  /** Removes the use of days long ago. */
  async prune(): Promise<void> {
    await (await this.#ports.open()).prune(this.#dayAt(this.#ports.now() - STORED_DAYS * DAY));
  }

  /** Writes what was added, and opens nothing if that is nothing. */
  async stop(): Promise<void> {
    await this.write().catch((error: unknown) => this.#ports.logger.warn(`The use of models could not be written: ${String(error)}`));
    clearTimeout(this.#timer);
  }

  #dayAt(time: number): string {
    return DateTime.fromMillis(time, { zone: this.#ports.zone() }).toISODate() ?? '';
  }

  async #read(workflowId: string): Promise<DayUse> {
    const { day } = this;
    const current = this.#current.get(workflowId);
    const readAt = this.#ports.now();
    // Another call may have read it meanwhile.
    if (current?.day === day && readAt - current.readAt < APART) return current;
    await this.#write();
    const { workflow, instance } = await (await this.#ports.open()).of(day, workflowId);
    // Calls that have ended while this was read.
    const added = this.#unwritten.get(day) ?? new Map<string, ModelTotals>();
    const use = {
      day,
      readAt,
      workflow: sumOfUse(workflow, added.get(workflowId) ?? noModelUse),
      instance: [...added.values()].reduce((total, each) => sumOfUse(total, each), instance),
    };
    for (const [id, other] of this.#current) if (other.day !== day) this.#current.delete(id);
    this.#current.set(workflowId, use);
    return use;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const unwritten = this.#unwritten;
    this.#unwritten = new Map();
    for (const [day, uses] of unwritten) {
      try {
        const repository = await this.#ports.open();
        await repository.add(
          day,
          [...uses].map(([workflowId, totals]) => ({ workflowId, totals })),
        );
        unwritten.delete(day);
      } catch (error) {
        this.#takeBack(unwritten);
        throw error;
      }
    }
  }

  #takeBack(unwritten: ReadonlyMap<string, ReadonlyMap<string, ModelTotals>>): void {
    for (const [day, uses] of unwritten) {
      const added = this.#unwritten.get(day) ?? new Map<string, ModelTotals>();
      for (const [id, totals] of uses) added.set(id, sumOfUse(added.get(id) ?? noModelUse, totals));
      this.#unwritten.set(day, added);
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }
}
