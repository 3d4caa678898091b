// Resumes waiting executions when they are due. One timer is set for the earliest, and moved when another execution starts to wait. Servers that share
// a database take turns: each execution has an order of the servers, and a later server resumes it only if it is overdue.
import type { RunResult } from '../../contract/run-data.ts';
import type { RunListener } from '../../execution/index.ts';
import type { Logger, Responder } from '../../sdk/index.ts';
import { errorCodeOf } from '../../contract/errors.ts';
import { rankFor, type ExecutionRecord, type Store, type Team } from '../../store/index.ts';
import type { ResumeOptions } from './execution-ports.ts';
import type { ExecutionService } from './executions.ts';

/** Maximum milliseconds between two checks, since the clock may change, and timers stop while the computer sleeps. */
const LONGEST = 30_000;

/** The same if other servers may end, or start executions that wait. */
const LONGEST_IN_TEAM = 5000;

/** Milliseconds for which due executions are left to each server before this one. */
const TURN = 1000;

/** Maximum number of resumed executions that run at the same time. */
const AT_ONCE = 32;

export interface WaitingExecutionsPorts {
  readonly store: Store;
  readonly executions: ExecutionService;
  /** Absent if there can be one server only. */
  readonly team: Pick<Team, 'id' | 'servers'> | undefined;
  /** Whether other servers resume everything but manual executions. */
  readonly isOnlyForManual?: boolean;
  readonly now: () => number;
  /** Returns the responder of the caller that still waits for an execution's response. */
  readonly responderOf: (executionId: string) => Responder | undefined;
  /** Listener of a manual execution. */
  readonly listenerOf: (executionId: string) => RunListener | undefined;
  readonly onEnd: (executionId: string, result: RunResult) => void;
  readonly logger: Logger;
}

export class WaitingExecutions {
  readonly #ports: WaitingExecutionsPorts;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** Number of resumed executions that have not ended yet. */
  #activeCount = 0;
  /** Whether more executions are due than may run at the same time. */
  #isBehind = false;
  /** The earliest due time reported since the last check started, which may have read the rows before that time was stored. */
  #received = Number.POSITIVE_INFINITY;
  /** Due executions that could not be resumed, with their due times; retried after a while, or when the due time changes. */
  readonly #rejected = new Map<string, number | undefined>();

  readonly #longest: number;

  constructor(ports: WaitingExecutionsPorts) {
    this.#ports = ports;
    this.#longest = ports.team === undefined ? LONGEST : LONGEST_IN_TEAM;
  }

  /** Resumes due executions, and schedules the next check. */
  look(): void {
    this.#looking = this.#looking.then(() => this.#resumeDue()).catch((error: unknown) => this.#failed(error));
  }

  /** Called when an execution starts to wait until `time`, in milliseconds since the epoch. */
  expect(time: number): void {
    this.#received = Math.min(this.#received, time);
    if (time - this.#ports.now() < this.#longest) this.#set(time);
  }

  /** Continues a waiting execution before its time, or with the answer to a question. Throws EXECUTION_NOT_FOUND if it does not wait. */
  continueNow(id: string, answer?: Pick<ResumeOptions, 'output' | 'question'>): Promise<void> {
    return this.#start(id, answer);
  }

  /** Stops resuming executions; resolves once the current check is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #resumeDue(): Promise<void> {
    const { store, now, team, isOnlyForManual = false } = this.#ports;
    if (this.#isStopped) return;
    this.#received = Number.POSITIVE_INFINITY;
    const time = now();
    const freeSlots = AT_ONCE - this.#activeCount;
    const limit = (freeSlots + this.#rejected.size) * (team?.servers.length ?? 1);
    const due = freeSlots > 0 ? await store.executions.due(time, limit) : [];
    const turns = due
      .filter(({ mode }) => !isOnlyForManual || mode === 'manual')
      .filter(({ id, waitTill }) => !this.#rejected.has(id) || this.#rejected.get(id) !== waitTill)
      .map((record) => ({ record, turn: this.#turnOf(record) }));
    const able = turns
      .filter(({ turn }) => turn <= time)
      .map(({ record }) => record)
      .slice(0, Math.max(0, freeSlots));
    for (const record of able) await this.#resume(record);
    // Each run that ends frees a slot, which triggers the next check.
    this.#isBehind = freeSlots <= able.length;
    const next = this.#isBehind ? undefined : await store.executions.nextDue(time);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const laterTurns = turns.filter(({ turn }) => turn > time).map(({ turn }) => turn);
    this.#set(Math.min(next ?? Number.POSITIVE_INFINITY, this.#received, ...laterTurns));
  }

  /** Returns the time from which this server resumes a due execution, in milliseconds since the epoch. */
  #turnOf({ id, waitTill = 0 }: ExecutionRecord): number {
    const { team } = this.#ports;
    return team === undefined ? waitTill : waitTill + TURN * rankFor(id, team);
  }

  async #resume({ id, waitTill }: ExecutionRecord): Promise<void> {
    try {
      await this.#start(id);
    } catch (error) {
      if (errorCodeOf(error) === 'EXECUTION_NOT_FOUND' && (await this.#isResumed(id))) return;
      // It cannot be resumed. It is skipped, so that it does not block the executions behind it.
      this.#rejected.set(id, waitTill);
      this.#failed(error);
    }
  }

  /** Whether another process has resumed or stopped the execution. */
  async #isResumed(id: string): Promise<boolean> {
    return (await this.#ports.executions.statusOf(id)) !== 'waiting';
  }

  async #start(id: string, answer: Pick<ResumeOptions, 'output' | 'question'> = {}): Promise<void> {
    const { executions, responderOf, listenerOf, onEnd } = this.#ports;
    const run = await executions.resumeRun(id, { ...answer, responder: responderOf(id), listener: listenerOf(id) });
    this.#activeCount++;
    run.done
      .then(
        ({ result }) => onEnd(id, result),
        (error: unknown) => this.#failed(error),
      )
      .finally(() => {
        this.#activeCount--;
        if (this.#isBehind) this.look();
      });
  }

  #failed(error: unknown): void {
    this.#ports.logger.warn(`A waiting execution could not be taken up: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** Executions that could not be resumed are tried again after a while. */
  #forgetRejected(): void {
    const now = this.#ports.now();
    if (now - this.#forgottenAt < LONGEST) return;
    this.#forgottenAt = now;
    this.#rejected.clear();
  }

  #forgottenAt = Number.NEGATIVE_INFINITY;
  #at = Number.POSITIVE_INFINITY;

  #set(requested: number): void {
    const time = Math.min(requested, this.#ports.now() + this.#longest);
    if (this.#isStopped || (this.#timer !== undefined && this.#at <= time)) return;
    clearTimeout(this.#timer);
    this.#at = time;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (time !== requested) this.#forgetRejected();
        this.look();
      },
      Math.max(0, time - this.#ports.now()),
    );
  }
}
