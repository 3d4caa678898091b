// The server that has the lease of a workflow runs its long-lived triggers, and registers its webhooks at services. If it ends, the others take over.
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../contract/errors.ts';
import type { Logger } from '../../sdk/index.ts';
import { rankFor, type Team } from '../../store/index.ts';
import { laterByTimer } from './active-workflows.ts';

/** Milliseconds between two attempts to take a lease that another server is asked to give back. */
const RETRIED_AFTER = 100;
/** Number of these attempts. The lease of a server that has ended is free after 12 seconds. */
const ATTEMPTS = 200;
/** Number of attempts after which the request is repeated. */
const ASKED_EVERY = 10;
/** Milliseconds for which a lease that was asked for is left to the server that needs it. */
const RESERVED_FOR = 5000;
/** Milliseconds for which leases are left to the first server in their order. */
const LATER = 1000;
/** Milliseconds between two attempts to take over. */
const LOOK_EVERY = 5000;
/** Milliseconds until triggers that could not be started are started again; doubled each time. */
const FIRST_PAUSE = 5000;
const LONGEST_PAUSE = 1_800_000;

const RELEASE = 'triggers.release';
const FREE = 'triggers.free';

export interface LeaseHolder {
  /** Starts what the lease is for. If it throws, it is called again later. */
  takeOver(workflowId: string): Promise<void>;
  /** Calls `giveBack` once what the lease is for has stopped. */
  release(workflowId: string, giveBack: () => Promise<void>): Promise<void>;
}

export interface TriggerLeasesPorts {
  readonly team: Pick<Team, 'id' | 'serving' | 'leases' | 'messages' | 'onChange'>;
  /** Loads the static data of a workflow, which the previous server may have changed. */
  readonly refreshStaticData: (workflowId: string) => Promise<void>;
  readonly now: () => number;
  readonly logger: Logger;
  /** Calls back after a delay in milliseconds; returns a function that cancels the call. */
  readonly later?: (milliseconds: number, callback: () => void) => () => void;
}

export class TriggerLeases {
  readonly #ports: TriggerLeasesPorts;
  readonly #held = new Set<string>();
  /** Leases of workflows that are active here, but run elsewhere. */
  readonly #missing = new Set<string>();
  /** Held leases whose triggers could not be started yet, with the time of the next attempt and the pause before it. */
  readonly #unstarted = new Map<string, { readonly at: number; readonly pause: number }>();
  /** Times until which a lease is left to another server. */
  readonly #reserved = new Map<string, number>();
  /** Activations that wait for another server. */
  readonly #waiting = new Map<string, AbortController>();
  readonly #ends: (() => void)[];
  #holder: LeaseHolder | undefined;
  #cancelLook: (() => void) | undefined;
  #isStopped = false;

  constructor(ports: TriggerLeasesPorts) {
    this.#ports = ports;
    const { team } = ports;
    this.#ends = [
      team.onChange(() => this.#lookSoon()),
      team.messages.on(FREE, () => this.#lookSoon()),
      team.messages.onGap(() => this.#lookSoon()),
      team.messages.on(RELEASE, (workflowId) => void (typeof workflowId === 'string' && this.#asked(workflowId))),
    ];
  }

  /** `holder` runs what the leases are for. */
  serve(holder: LeaseHolder): void {
    this.#holder = holder;
  }

  /**
   * Takes the lease of a workflow that is being activated; returns whether this server has it. If a user activates it here, another server gives it
   * back first. Throws ACTIVATION_FAILED if it does not, STORE_FAILED.
   */
  async take(workflowId: string, isFollower: boolean): Promise<boolean> {
    if (this.#held.has(workflowId)) return true;
    this.#missing.add(workflowId);
    this.#lookLater();
    if (!isFollower) await this.#request(workflowId);
    else if (this.#isReserved(workflowId) || !(await this.#takeFree([workflowId])).has(workflowId)) return false;
    await this.#ports.refreshStaticData(workflowId);
    return true;
  }

  /** Ends an activation that waits for another server. */
  cancel(workflowId: string): void {
    this.#waiting.get(workflowId)?.abort(new AppError('EXECUTION_CANCELED', 'The workflow was deactivated.'));
  }

  /** Called when the triggers of a workflow have stopped, because it is inactive. */
  async giveBack(workflowId: string): Promise<void> {
    this.#missing.delete(workflowId);
    if (this.#held.delete(workflowId)) await this.#ports.team.leases.giveBack([workflowId]);
  }

  /** Takes no more leases from now on; activations that wait for another server fail. */
  close(): void {
    this.#isStopped = true;
    this.#cancelLook?.();
    for (const end of this.#ends) end();
    for (const id of this.#waiting.keys()) this.cancel(id);
  }

  /** Gives all leases back; called after `close`, once all triggers have stopped. */
  async stop(): Promise<void> {
    const { team, logger } = this.#ports;
    const ids = [...this.#held];
    this.#held.clear();
    if (ids.length === 0) return;
    try {
      await team.leases.giveBack(ids);
      await team.messages.send(FREE, null);
    } catch (error) {
      logger.warn(`The long-lived triggers continue on another server only after a while: ${String(error)}`);
    }
  }

  /** Takes a lease. If another server has it, that one is asked for it. */
  async #request(workflowId: string): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#waiting.set(workflowId, controller);
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if ((await this.#takeFree([workflowId])).has(workflowId)) return;
        signal.throwIfAborted();
        if (attempt % ASKED_EVERY === 0) await this.#ports.team.messages.send(RELEASE, workflowId);
        await delay(RETRIED_AFTER, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    } finally {
      this.#waiting.delete(workflowId);
    }
    throw new AppError('ACTIVATION_FAILED', 'Another server still runs the triggers of the workflow.', { hint: 'Try again later.' });
  }

  #asked(workflowId: string): void {
    const { now, logger } = this.#ports;
    this.#reserved.set(workflowId, now() + RESERVED_FOR);
    if (!this.#held.has(workflowId)) return;
    const giveBack = async (): Promise<void> => {
      if (!this.#held.delete(workflowId)) return;
      this.#missing.add(workflowId);
      this.#reserved.set(workflowId, now() + RESERVED_FOR);
      await this.#ports.team.leases.giveBack([workflowId]);
      this.#lookLater();
    };
    this.#holder
      ?.release(workflowId, giveBack)
      .catch((error: unknown) =>
        logger.warn(`The triggers of a workflow could not be left to another server: ${String(error)}`, { workflowId }),
      );
  }

  #isReserved(workflowId: string): boolean {
    const until = this.#reserved.get(workflowId);
    if (until === undefined) return false;
    if (until > this.#ports.now()) return true;
    this.#reserved.delete(workflowId);
    return false;
  }

  async #takeFree(workflowIds: readonly string[]): Promise<ReadonlySet<string>> {
    const taken = await this.#ports.team.leases.take(workflowIds);
    for (const id of taken) {
      this.#missing.delete(id);
      this.#held.add(id);
    }
    return taken;
  }

  /** Takes free leases: at once if this server comes first for the workflow, otherwise if they are still free a moment later. */
  #lookSoon(): void {
    const { id, serving } = this.#ports.team;
    this.#look((workflowId) => rankFor(workflowId, { id, servers: serving }) === 0).catch((error: unknown) => this.#failed(error));
    this.#lookLater(LATER);
  }

  #lookLater(after = LOOK_EVERY): void {
    if (this.#isStopped || (this.#missing.size === 0 && this.#unstarted.size === 0)) return;
    const { later = laterByTimer } = this.#ports;
    this.#cancelLook?.();
    this.#cancelLook = later(after, () => {
      this.#look(() => true)
        .catch((error: unknown) => this.#failed(error))
        .finally(() => this.#lookLater());
    });
  }

  async #look(isOurs: (workflowId: string) => boolean): Promise<void> {
    if (this.#isStopped) return;
    const due = [...this.#unstarted].filter(([, { at }]) => at <= this.#ports.now()).map(([id]) => id);
    const free = [...this.#missing].filter((id) => isOurs(id) && !this.#waiting.has(id) && !this.#isReserved(id));
    const taken = free.length === 0 ? [] : await this.#takeFree(free);
    await Promise.all([...due, ...taken].map((id) => this.#start(id)));
  }

  async #start(workflowId: string): Promise<void> {
    const { refreshStaticData, now, logger } = this.#ports;
    const pause = this.#unstarted.get(workflowId)?.pause ?? FIRST_PAUSE;
    this.#unstarted.delete(workflowId);
    if (!this.#held.has(workflowId)) return;
    try {
      await refreshStaticData(workflowId);
      await this.#holder?.takeOver(workflowId);
    } catch (error) {
      this.#unstarted.set(workflowId, { at: now() + pause, pause: Math.min(pause * 2, LONGEST_PAUSE) });
      logger.warn(`The triggers of a workflow could not be taken over yet: ${String(error)}`, { workflowId });
    }
  }

  #failed(error: unknown): void {
    this.#ports.logger.warn(`The long-lived triggers of another server could not be taken over: ${String(error)}`);
  }
}
