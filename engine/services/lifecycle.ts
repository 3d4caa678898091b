// Start and stop of the services, and adoption of changes made by other processes on the data folder.
import type { Logger } from '../sdk/index.ts';
import type { EngineFault } from '../watchdog/engine-fault.ts';
import type { AccountServices } from './accounts/index.ts';
import type { UnsavedTokens } from './credentials/unsaved-tokens.ts';
import type { ExecutionServices } from './executions/create.ts';
import type { ContactService } from './outside/contact.ts';
import type { Telemetry } from './outside/telemetry.ts';
import type { PackageService } from './packages.ts';
import type { RunAtFault } from './executions/run-at-fault.ts';
import type { ModelServices } from './models/index.ts';
import type { VariableService } from './variables.ts';
import type { ActiveWorkflows } from './workflows/active-workflows.ts';
import type { WorkflowServices } from './workflows/create.ts';

/** Divisor of the stop timeout: this fraction of the time is reserved for parking runs. */
const PARKING = 4;

export interface LifecyclePorts extends ExecutionServices, WorkflowServices {
  readonly accounts: AccountServices;
  readonly contact: ContactService;
  readonly telemetry: Telemetry;
  readonly active: ActiveWorkflows;
  readonly packages: PackageService;
  readonly unsavedTokens: UnsavedTokens;
  readonly variables: VariableService;
  readonly models: ModelServices;
  readonly runAtFault: RunAtFault;
  readonly logger: Logger;
  /** Whether several servers may use the database. */
  readonly isShared: boolean;
  /** Whether no workflow starts by itself. */
  readonly isSafeMode: boolean;
  /** Whether this server only runs executions that others have started. */
  readonly isOnlyWorker: boolean;
}

type ChangeFollower = (hasChanged: (...tables: string[]) => boolean) => Promise<void>;

export class Lifecycle {
  readonly #ports: LifecyclePorts;
  /** Starts the error workflow of the run that blocked the previous engine. */
  #reportFault: (() => Promise<void>) | undefined;
  readonly #followers: ChangeFollower[] = [];

  constructor(ports: LifecyclePorts) {
    this.#ports = ports;
  }

  /** Does everything that must precede the first request. `fault`: why the previous engine of this process was terminated. */
  async prepare(fault?: EngineFault): Promise<void> {
    const { accounts, executions, knownWebhooks, packages, runAtFault, sweeper, variables, logger } = this.#ports;
    await accounts.ensureOwner();
    await accounts.localAccess.warnIfOpen();
    await packages.prepare();
    await variables.load();
    this.#reportFault = fault && (await runAtFault.end(fault));
    const lostRecords = await executions.recover();
    await sweeper.settle();
    if (lostRecords.length > 0) logger.warn(`${lostRecords.length} executions ran when the process ended, and are marked as crashed.`);
    await executions.ofDeleted.stopLeft();
    await executions.queue?.recover();
    if (!this.#ports.isSafeMode && !this.#ports.isOnlyWorker) await knownWebhooks.prepare();
  }

  /** Activates the active workflows, except in safe mode; resolves once each is active or its failure is stored. */
  async start(): Promise<void> {
    const { active, executions, packages, sweeper, waiting, logger } = this.#ports;
    sweeper.lookThrough().catch((error: unknown) => logger.error(`The folder of files could not be looked through: ${String(error)}`));
    if (this.#ports.isSafeMode) return;
    executions.queue?.open();
    waiting.look();
    this.#reportCrashes();
    this.#reportFault?.().catch((error: unknown) => logger.error(`The error workflow of the ended run did not start: ${String(error)}`));
    if (!this.#ports.isOnlyWorker)
      await active.start().catch((error: unknown) => logger.error(`The active workflows could not be read: ${String(error)}`));
    if (this.#ports.isShared) packages.follow();
    // It takes seconds for a large package.
    packages
      .describeOutdated()
      .catch((error: unknown) => logger.warn(`Packages of an earlier version could not be described again: ${String(error)}`));
  }

  /** Starts executions that became due while the computer slept, and plans all others again. */
  resume(): void {
    const { isSafeMode, triggers, waiting } = this.#ports;
    triggers.resume();
    if (!isSafeMode) waiting.look();
  }

  /** Pauses schedules and polls, or lets them go on. */
  pauseSchedules(isPaused: boolean): void {
    this.#ports.triggers.pauseSchedules(isPaused);
  }

  /** Sets what else adopts changes made by other processes. `hasChanged`: whether one of these tables may have changed. */
  alsoFollow(follower: ChangeFollower): void {
    this.#followers.push(follower);
  }

  /**
   * Adopts changes made by another process: which workflows are active, and their static data. `tables`: names of the tables that have changed;
   * undefined if any may have.
   */
  async follow(tables?: ReadonlySet<string | undefined>): Promise<void> {
    const { active, models, packages, states, variables, isShared } = this.#ports;
    const hasChanged = (...names: string[]): boolean => tables === undefined || names.some((name) => tables.has(name));
    for (const follower of this.#followers) await follower(hasChanged);
    if (hasChanged('variable')) await variables.load();
    if (hasChanged('setting')) models.prices.forget();
    if (isShared && hasChanged('package')) packages.follow();
    if (!hasChanged('workflow', 'user')) return;
    // Static data comes first, since workflows that are activated next start with it.
    await states.takeOver(new Map(active.running().map((id) => [id, active.get(id)?.file.staticData])));
    if (!this.#ports.isSafeMode && !this.#ports.isOnlyWorker) await active.follow();
  }

  /** Stores static data whose write failed, such as on a full disk. */
  storeLeft(): Promise<void> {
    return this.#ports.states.storeLeft();
  }

  /** Recovers executions of processes that have ended. `hasChanged`: whether another process has written to the database. */
  async followInstances(hasChanged: boolean): Promise<void> {
    const { executions, sweeper, logger } = this.#ports;
    if (hasChanged) await this.#endWaits();
    if (!hasChanged && !executions.otherInstances.areRunning) return;
    const lostRecords = await executions.followOthers();
    await sweeper.settle();
    if (lostRecords.length === 0) return;
    logger.warn(`${lostRecords.length} executions of a process that has ended are marked as crashed.`);
    this.#reportCrashes();
  }

  /** Prepares for a stop while requests are still accepted: leaves queued executions to the other servers. */
  drain(): void {
    this.#ports.executions.queue?.drain();
  }

  /** Stops everything. Runs that have not ended shortly before `patience` (milliseconds) is over are parked until the next start, or stopped. */
  async stop(patience: number): Promise<void> {
    const { active, contact, executions, executor, indexer, manualRuns, retention, states, sweeper } = this.#ports;
    const { leases, models, telemetry, triggers, unsavedTokens, versionHistory, waiting, webhooks } = this.#ports;
    manualRuns.stop();
    executions.queue?.stop();
    leases?.close();
    await active.stop();
    await triggers.stop();
    await leases?.stop();
    await waiting.stop();
    await indexer.stop();
    const idle = executions.idle();
    const within = (time: number): Promise<unknown> => Promise.race([idle, new Promise((resolve) => setTimeout(resolve, time).unref())]);
    await within(patience - patience / PARKING);
    executor.park();
    await within(patience / PARKING);
    // Webhook calls whose bodies are still being read can no longer start a run.
    await webhooks.stop();
    executor.stop();
    executions.queue?.close();
    executions.activeRuns.stopRepeating();
    await idle;
    await unsavedTokens.stop();
    await telemetry.stop();
    await contact.settled();
    await states.storeLeft();
    await models.use.stop();
    await retention.stop();
    await versionHistory.stop();
    webhooks.responses.close();
    await sweeper.sweep();
    await sweeper.stop();
  }

  /** Responds to callers whose waiting executions another process has stopped or deleted. */
  async #endWaits(): Promise<void> {
    const { executions, webhooks } = this.#ports;
    for (const id of webhooks.responses.waitingExecutions) {
      const status = await executions.statusOf(id);
      if ((status === undefined || status === 'canceled') && executions.activeRuns.record(id) === undefined)
        webhooks.responses.waitEnded(id);
    }
  }

  #reportCrashes(): void {
    const { executions, logger } = this.#ports;
    void executions.errorRuns
      .afterCrashes()
      .catch((error: unknown) => logger.error(`The error workflows of crashed executions could not run: ${String(error)}`));
  }
}
