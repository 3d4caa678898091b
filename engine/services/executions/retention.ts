// Removes old executions, conversations and counts of models according to the settings: regularly, and as many executions as were added since.
import type { Components, ServiceConfig } from '../service-config.ts';
import { pruneConversations } from '../conversations.ts';
import type { DailyUse } from '../models/daily-use.ts';
import type { ExecutionService } from './executions.ts';
import { Pruning, pruningLimits } from './pruning.ts';

/** Minimum number of excess executions removed per round. */
const PRUNED_AT_LEAST = 500;

/** Failures are logged; the next round tries again. */
export class Retention {
  readonly #pruning: Pruning;
  readonly #components: Pick<Components, 'store' | 'clock' | 'logger'>;
  readonly #settings: ServiceConfig['settings'];
  readonly #executions: Pick<ExecutionService, 'activeRuns'>;
  readonly #modelUse: Pick<DailyUse, 'prune'>;
  /** Number of runs started until the last call of `some`. */
  #countedBefore = 0;

  constructor(
    components: Pick<Components, 'store' | 'clock' | 'logger'>,
    settings: ServiceConfig['settings'],
    executions: Pick<ExecutionService, 'activeRuns'>,
    modelUse: Pick<DailyUse, 'prune'>,
  ) {
    this.#pruning = new Pruning(components);
    this.#components = components;
    this.#settings = settings;
    this.#executions = executions;
    this.#modelUse = modelUse;
  }

  /** Removes all executions beyond the limits. */
  all(): Promise<void> {
    return this.#prune(() => this.#pruning.toLimits(pruningLimits(this.#settings)));
  }

  /**
   * Removes about as many executions as were added since the last call, so that the limits also hold between two calls of `all`. `servers`: number of
   * servers that add about as many as this one.
   */
  some(servers = 1): Promise<void> {
    const { startedCount } = this.#executions.activeRuns;
    const most = (startedCount - this.#countedBefore) * 2 * servers + PRUNED_AT_LEAST;
    this.#countedBefore = startedCount;
    return this.#prune(() => this.#pruning.someToLimits(pruningLimits(this.#settings), most));
  }

  stop(): Promise<void> {
    return this.#pruning.stop();
  }

  async #prune(work: () => Promise<unknown>): Promise<void> {
    const pruned = async (): Promise<void> => {
      await this.#pruning.expired();
      await pruneConversations(this.#components.store.conversations, this.#settings.conversationDays, this.#components.clock.now());
      await this.#modelUse.prune();
      if (this.#settings.prune) await work();
    };
    await pruned().catch((error: unknown) => this.#components.logger.error(`Removing old executions failed: ${String(error)}`));
  }
}
