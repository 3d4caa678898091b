// Builds the services around executions.
import type { Executor } from '../../execution/index.ts';
import type { ConsentService } from '../consents.ts';
import type { DataTableService } from '../data-tables/data-tables.ts';
import type { CredentialService } from '../credentials/credentials.ts';
import type { LentCredentials } from '../credentials/lent-credentials.ts';
import type { CredentialUser, Principals } from '../principals.ts';
import type { ServiceEvents } from '../events.ts';
import type { Components, ServiceConfig } from '../service-config.ts';
import { assertCallable } from './caller-policy.ts';
import { executionPage } from './error-runs.ts';
import { SavedFiles } from './saved-files.ts';
import { sendEditorEvents } from './editor-events.ts';
import type { ActiveFiles } from './execution-ports.ts';
import { ExecutionListService } from './execution-list.ts';
import { ExecutionService } from './executions.ts';
import { FileSweeper } from './file-sweeper.ts';
import { Pruning, pruningLimits } from './pruning.ts';
import { WorkflowStates } from './workflow-states.ts';

interface Neighbours {
  readonly events: ServiceEvents;
  readonly active: ActiveFiles;
  readonly consents: ConsentService;
  readonly credentials: CredentialService;
  readonly dataTables: DataTableService;
  readonly principals: Principals;
  readonly lent: LentCredentials;
}

export interface ExecutionServices {
  readonly executor: Executor;
  readonly executions: ExecutionService;
  readonly executionList: ExecutionListService;
  readonly states: WorkflowStates;
  readonly sweeper: FileSweeper;
  readonly retention: Retention;
}

export function createExecutionServices(components: Components, config: ServiceConfig, neighbours: Neighbours): ExecutionServices {
  const { store, files, hub, clock, logger } = components;
  const { settings, ids, instance } = config;
  const { events, active, consents, credentials, dataTables, lent, principals } = neighbours;
  const states = new WorkflowStates({ workflows: store.workflows, onChange: (id, data) => events.emit('staticData', id, data) });
  const savedFiles = new SavedFiles({ workflows: store.workflows, principals, onStaticData: (id, data) => states.learn(id, data) });
  /** The user whose credentials a node reads, once it is clear that this credential may be read. */
  const borrower: (...asked: Parameters<LentCredentials['assertMayRead']>) => Promise<CredentialUser | undefined> = async (...asked) => {
    await lent.assertMayRead(...asked);
    return principals.userOf(asked[2].principal);
  };
  const executor = components.createExecutor({
    credential: async (type, reference, { principal, ...node }) =>
      credentials.read(type, reference, { user: await borrower(type, reference, { principal, ...node }), ...node }),
    externalSecrets: async (type, reference, { principal, ...node }) =>
      credentials.externalSecrets(type, reference, { user: await borrower(type, reference, { principal, ...node }), ...node }),
    renewedCredential: async (type, reference, { principal, ...node }, data) =>
      credentials.renewed(type, reference, { user: await borrower(type.name, reference, { principal, ...node }), ...node }, data),
    owner: (principal) => principals.codeOwner(principal),
    dataTables: async (principal, signal) => dataTables.of(principal, signal),
    workflow: async (id) => active.get(id) ?? savedFiles.get(id),
    assertCallable: (called, caller) => assertCallable(called, caller, { byDefault: settings.callerPolicy }),
    staticData: states,
    ...(config.asksForConsent ? { consent: (request) => consents.ask(request) } : {}),
  });
  const executions = new ExecutionService({
    executor,
    store,
    clock,
    ids,
    logger,
    instance,
    principals,
    states,
    saving: () => ({
      saveDataErrorExecution: settings.saveOnError,
      saveDataSuccessExecution: settings.saveOnSuccess,
      saveManualExecutions: settings.saveManual,
      saveExecutionProgress: settings.saveProgress,
    }),
    executionUrl: (workflowId, id) => executionPage(config.sharedUrl(), workflowId, id),
    productionLimit: productionLimitOf(settings),
    listener: (event) => events.emit('run', event),
    onWaiting: (waitTill) => events.emit('waiting', waitTill),
    onQueue: (event, record) => events.emit('queue', event, record),
    onWaitEnded: (id) => events.emit('waitEnded', id),
    onUnsaved: (id) => events.emit('unkept', id),
  });
  executor.runCallsIn(executions);
  const sweeper = new FileSweeper({ store, files, clock, instance, running: () => executions.activeRuns.records() });
  events.on('unkept', (id) => sweeper.endedUnkept(id));
  events.on('triggerFailed', (workflow, node, error) => {
    const current = { ...workflow, file: active.current(workflow.file) };
    executions.errorRuns
      .afterTrigger(current, node, error)
      .catch((failure: unknown) => logger.error(`The error workflow of a failed trigger did not start: ${String(failure)}`));
  });
  sendEditorEvents(events, { hub, executions });
  return {
    executor,
    executions,
    executionList: new ExecutionListService({ store, executions }),
    states,
    sweeper,
    retention: new Retention(components, settings, executions),
  };
}

/** Maximum number of concurrent production executions. */
export const productionLimitOf = ({ productionLimit }: Pick<ServiceConfig['settings'], 'productionLimit'>): number =>
  productionLimit > 0 ? productionLimit : Number.POSITIVE_INFINITY;

/** Minimum number of excess executions removed per round. */
const PRUNED_AT_LEAST = 500;

/** Removes old executions according to the settings. Failures are logged; the next round tries again. */
export class Retention {
  readonly #pruning: Pruning;
  readonly #components: Pick<Components, 'logger'>;
  readonly #settings: ServiceConfig['settings'];
  readonly #executions: Pick<ExecutionService, 'activeRuns'>;
  /** Number of runs started until the last call of `some`. */
  #countedBefore = 0;

  constructor(
    components: Pick<Components, 'store' | 'clock' | 'logger'>,
    settings: ServiceConfig['settings'],
    executions: Pick<ExecutionService, 'activeRuns'>,
  ) {
    this.#pruning = new Pruning(components);
    this.#components = components;
    this.#settings = settings;
    this.#executions = executions;
  }

  /** Removes all executions beyond the limits. */
  all(): Promise<void> {
    return this.#prune(() => this.#pruning.toLimits(pruningLimits(this.#settings)));
  }

  /** Removes about as many executions as were added since the last call, so that the limits also hold between two calls of `all`. */
  some(): Promise<void> {
    const { startedCount } = this.#executions.activeRuns;
    const most = (startedCount - this.#countedBefore) * 2 + PRUNED_AT_LEAST;
    this.#countedBefore = startedCount;
    return this.#prune(() => this.#pruning.someToLimits(pruningLimits(this.#settings), most));
  }

  stop(): Promise<void> {
    return this.#pruning.stop();
  }

  async #prune(work: () => Promise<unknown>): Promise<void> {
    const pruned = async (): Promise<void> => {
      await this.#pruning.expired();
      if (this.#settings.prune) await work();
    };
    await pruned().catch((error: unknown) => this.#components.logger.error(`Removing old executions failed: ${String(error)}`));
  }
}
