// Builds the services around executions.
import type { Executor } from '../../execution/index.ts';
import type { ConsentService } from '../consents.ts';
import type { DataTableService } from '../data-tables/data-tables.ts';
import type { CredentialService } from '../credentials/credentials.ts';
import type { LentCredentials } from '../credentials/lent-credentials.ts';
import type { CredentialUser, Principals } from '../principals.ts';
import type { ServiceEvents } from '../events.ts';
import type { TeamCalls } from '../team-calls.ts';
import type { Components, ExecutorNeeds, ServiceConfig } from '../service-config.ts';
import { assertCallable } from './caller-policy.ts';
import { executionPage } from './error-runs.ts';
import { SavedFiles } from './saved-files.ts';
import { sendEditorEvents } from './editor-events.ts';
import type { ActiveFiles } from './execution-ports.ts';
import { ExecutionIndexer } from './execution-indexer.ts';
import { ExecutionListService } from './execution-list.ts';
import { ExecutionService } from './executions.ts';
import { FileSweeper } from './file-sweeper.ts';
import { storedConversation } from '../conversations.ts';
import type { ModelServices } from '../models/index.ts';
import { StoredVectors } from '../vectors.ts';
import { Retention } from './retention.ts';
import { WorkflowStates } from './workflow-states.ts';

interface Neighbours {
  readonly events: ServiceEvents;
  readonly team: TeamCalls;
  readonly active: ActiveFiles;
  readonly consents: ConsentService;
  readonly credentials: CredentialService;
  readonly dataTables: DataTableService;
  readonly principals: Principals;
  readonly lent: LentCredentials;
  readonly models: ModelServices;
}

export interface ExecutionServices {
  readonly executor: Executor;
  readonly executions: ExecutionService;
  readonly executionList: ExecutionListService;
  readonly states: WorkflowStates;
  readonly sweeper: FileSweeper;
  readonly retention: Retention;
  readonly indexer: ExecutionIndexer;
}

export function createExecutionServices(components: Components, config: ServiceConfig, neighbours: Neighbours): ExecutionServices {
  const { store, files, hub, clock, logger } = components;
  const { settings, ids, instance } = config;
  const { events, active, principals } = neighbours;
  const states = new WorkflowStates({
    workflows: store.workflows,
    isShared: instance.team !== undefined,
    onChange: (id, data) => events.emit('staticData', id, data),
  });
  const savedFiles = new SavedFiles({ workflows: store.workflows, principals, onStaticData: (id, data) => states.learn(id, data) });
  const executor = components.createExecutor(executorNeeds(components, config, neighbours, states, savedFiles));
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
      hasMembers: instance.team !== undefined,
    }),
    executionUrl: (workflowId, id) => executionPage(config.sharedUrl(), workflowId, id),
    productionLimit: productionLimitOf(settings, instance),
    listener: (event) => events.emit('run', event),
    onWaiting: (waitTill) => events.emit('waiting', waitTill),
    onQueue: (event, record) => events.emit('queue', event, record),
    onWaitEnded: (id) => events.emit('waitEnded', id),
    onUnsaved: (id) => events.emit('unsaved', id),
  });
  executor.runCallsIn(executions);
  const sweeper = new FileSweeper({ store, files, clock, instance, running: () => executions.activeRuns.records() });
  events.on('unsaved', (id) => sweeper.endedUnsaved(id));
  events.on('triggerFailed', (workflow, node, error) => {
    const current = { ...workflow, file: active.current(workflow.file) };
    executions.errorRuns
      .afterTrigger(current, node, error)
      .catch((failure: unknown) => logger.error(`The error workflow of a failed trigger did not start: ${String(failure)}`));
  });
  const indexer = new ExecutionIndexer({ store, logger, team: neighbours.team, isEnabled: settings.executionSearch });
  events.on('run', (event) => {
    if (event.type === 'executionFinished') indexer.ended(event.executionId);
  });
  sendEditorEvents(events, { hub, executions });
  return {
    executor,
    executions,
    executionList: new ExecutionListService({ store, executions, canSearch: settings.executionSearch, zone: () => settings.timezone }),
    indexer,
    states,
    sweeper,
    retention: new Retention(components, settings, executions, neighbours.models.use),
  };
}

function executorNeeds(
  { store, clock }: Components,
  config: ServiceConfig,
  neighbours: Neighbours,
  states: WorkflowStates,
  savedFiles: SavedFiles,
): ExecutorNeeds {
  const { active, consents, credentials, dataTables, lent, principals } = neighbours;
  /** The user whose credentials a node reads, once it is clear that this credential may be read. */
  const borrower: (...args: Parameters<LentCredentials['assertMayRead']>) => Promise<CredentialUser | undefined> = async (...args) => {
    await lent.assertMayRead(...args);
    return principals.userOf(args[2].principal);
  };
  const vectors = new StoredVectors({ open: async () => store.vectors, ids: config.ids, now: () => clock.now() });
  return {
    credential: async (type, reference, { principal, ...node }) =>
      credentials.read(type, reference, { user: await borrower(type, reference, { principal, ...node }), ...node }),
    externalSecrets: async (type, reference, { principal, ...node }) =>
      credentials.externalSecrets(type, reference, { user: await borrower(type, reference, { principal, ...node }), ...node }),
    renewedCredential: async (type, reference, { principal, ...node }, data) =>
      credentials.renewed(type, reference, { user: await borrower(type.name, reference, { principal, ...node }), ...node }, data),
    owner: (principal) => principals.codeOwner(principal),
    dataTables: async (principal, signal) => dataTables.of(principal, signal),
    conversations: (workflowId, session) =>
      storedConversation(
        async () => store.conversations,
        { workflowId, session },
        () => clock.now(),
      ),
    vectors: (principal, workflowId) => vectors.of(principal, workflowId),
    models: neighbours.models.ledger,
    workflow: async (id) => active.get(id) ?? savedFiles.get(id),
    assertCallable: (called, caller) => assertCallable(called, caller, { byDefault: config.settings.callerPolicy }),
    staticData: states,
    ...(config.asksForConsent ? { consent: (request) => consents.ask(request) } : {}),
  };
}

/** The limit on a team without a setting: more than that are rather run by another server. */
const TEAM_LIMIT = 100;

/** Maximum number of concurrent production executions. */
export function productionLimitOf(
  { productionLimit, worker }: Pick<ServiceConfig['settings'], 'productionLimit' | 'worker'>,
  { team }: Pick<ServiceConfig['instance'], 'team'>,
): number {
  if (worker === 'never') return 0;
  if (productionLimit > 0) return productionLimit;
  return team === undefined ? Number.POSITIVE_INFINITY : TEAM_LIMIT;
}
