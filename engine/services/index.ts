// Wires the services together: executions, active workflows and accounts.
import type { JsonObject } from '../contract/json.ts';
import type { ExecutionFinishedEvent, ExecutionQueuedEvent, ExecutionStartedEvent, RunEvent } from '../contract/push.ts';
import type { CredentialReference, WorkflowFile } from '../contract/workflow.ts';
import type { CalledRuns, Clock, CredentialAsker, Executor, StaticDataPort } from '../execution/index.ts';
import { fileNotFound, type FileBinary } from '../binary/file-binary.ts';
import type { PushHub } from '../push/hub.ts';
import type { NodeRegistry } from '../registry/index.ts';
import type { HttpPort, Logger } from '../sdk/index.ts';
import type { Store } from '../store/index.ts';
import { systemTriggerClock, Triggers } from '../triggers/index.ts';
import type { Vault } from '../vault/vault.ts';
import type { EngineFault } from '../watchdog/engine-fault.ts';
import { Webhooks, type WebhookSettings } from '../webhooks/index.ts';
import { createAccountServices, PasswordHasher, type AccountServices, type LocalAccessPorts } from './accounts/index.ts';
import { CredentialService } from './credentials/credentials.ts';
import { WorkflowRights } from './credentials/workflow-rights.ts';
import { CurlService } from './curl/index.ts';
import { ExecutionListService } from './executions/execution-list.ts';
import { ExecutionService } from './executions/executions.ts';
import type { ExecutionServicePorts } from './executions/execution-ports.ts';
import { FileSweeper } from './executions/file-sweeper.ts';
import { Pruning, pruningLimits } from './executions/pruning.ts';
import { RunAtFault } from './executions/run-at-fault.ts';
import type { SavingDefaults } from './executions/saving-rules.ts';
import { WaitingExecutions } from './executions/waiting-executions.ts';
import { AccountMail } from './mail/account-mail.ts';
import type { MailSettings } from './mail/mailer.ts';
import { NodeTypeService } from './node-types.ts';
import { TagService } from './tags.ts';
import { visibleWorkflow, type Asker } from './workflows/access.ts';
import { ActiveWorkflows } from './workflows/active-workflows.ts';
import { assertCallable, type CallerPolicy } from './workflows/caller-policy.ts';
import { workflowFromUrl } from './workflows/from-url.ts';
import { KnownWebhooks } from './workflows/known-webhooks.ts';
import { ManualRuns } from './workflows/manual-runs.ts';
import { SavedFiles } from './workflows/saved-files.ts';
import { webhookPorts } from './workflows/webhook-runs.ts';
import { WorkflowService } from './workflows/workflows.ts';

export interface Rooms {
  readonly store: Store;
  readonly files: FileBinary;
  readonly http: HttpPort;
  readonly registry: NodeRegistry;
  readonly hub: PushHub;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Services that the executor needs. */
export interface ExecutorNeeds {
  credential(type: string, reference: CredentialReference, asker: CredentialAsker): Promise<JsonObject>;
  owner(workflow: WorkflowFile): Promise<string>;
  workflow(id: string): Promise<WorkflowFile | undefined>;
  assertCallable(called: WorkflowFile, caller: WorkflowFile): Promise<void>;
  readonly staticData: StaticDataPort;
  readonly calledRuns: CalledRuns;
  resumeUrl(endpoint: 'webhook-waiting' | 'form-waiting', executionId: string): string;
}

export interface ServiceConfig {
  readonly settings: {
    readonly saveOnError: SavingDefaults['saveDataErrorExecution'];
    readonly saveOnSuccess: SavingDefaults['saveDataSuccessExecution'];
    readonly saveManual: boolean;
    readonly saveProgress: boolean;
    readonly missedRuns: 'skip' | 'once';
    readonly callerPolicy: CallerPolicy;
    readonly sessionHours: number;
    readonly allowsPrivateUrls: boolean;
    readonly workflowName: string;
    readonly usesTags: boolean;
    readonly executionTimeoutMax: number;
    readonly prune: boolean;
    readonly pruneAgeHours: number;
    readonly pruneCount: number;
    readonly pruneSizeMiB: number;
    readonly productionLimit: number;
  };
  readonly ids: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly smtp: MailSettings | undefined;
  readonly editorUrl: () => string;
  readonly isShared: boolean;
  readonly localAccess: LocalAccessPorts;
  /** Asked before the server listens. */
  readonly webhooks: () => WebhookSettings;
  readonly instance: ExecutionServicePorts['instance'];
  readonly executor: (needs: ExecutorNeeds) => Executor;
}

/** The share of the time for stopping in which runs are parked is one in so many. */
const PARKING = 4;

/** Old executions that each round removes although none came in. */
const PRUNED_AT_LEAST = 500;

/** If the owner lookup fails, no notification is sent. */
const silent = (): void => undefined;

export type Services = ReturnType<typeof createServices>;

export function createServices(rooms: Rooms, config: ServiceConfig) {
  const { store, files, http, registry, hub, vault, clock, logger } = rooms;
  const { settings, ids } = config;
  const now = (): number => clock.now();
  const credentials = new CredentialService({ credentials: store.credentials, vault, users: store.users });
  const savedFiles = new SavedFiles({ workflows: store.workflows, onStaticData: (id, data) => executions.states.learn(id, data) });
  const rights = new WorkflowRights({ workflows: store.workflows, users: store.users });
  const executor = config.executor({
    credential: async (type, reference, { workflow, node }) =>
      credentials.read(type, reference, { user: await rights.userOf(workflow), node }),
    owner: (workflow) => rights.codeOwner(workflow),
    workflow: async (id) => active.get(id)?.file ?? savedFiles.get(id),
    assertCallable: (called, caller) => assertCallable(called, caller, rights, settings.callerPolicy),
    staticData: {
      get: (id) => executions.states.get(id),
      keep: (...changed) => executions.states.keep(...changed),
    },
    calledRuns: { start: (request, link) => executions.startCalled(request, link) },
    resumeUrl: (endpoint, id) => webhooks().resumeUrl(endpoint, id),
  });
  const { instance } = config;
  const sweeper: FileSweeper = new FileSweeper({ store, files, clock, instance, running: () => executions.underWay.records() });
  const executions: ExecutionService = new ExecutionService({
    executor,
    store,
    clock,
    ids,
    logger,
    instance,
    rights,
    saving: {
      saveDataErrorExecution: settings.saveOnError,
      saveDataSuccessExecution: settings.saveOnSuccess,
      saveManualExecutions: settings.saveManual,
      saveExecutionProgress: settings.saveProgress,
    },
    executionUrl: (_workflowId, id) => `${config.editorUrl()}execution/${id}`,
    listener: (event) => tellEditors(event),
    onWaiting: (time) => waiting.expect(time),
    productionLimit: settings.productionLimit > 0 ? settings.productionLimit : Number.POSITIVE_INFINITY,
    onQueue: (event) => tellOwner(event),
    onUnkept: (id) => sweeper.endedUnkept(id),
    onStaticData: (id, data) => triggers.staticDataChanged(id, data),
  });
  const standing: Executor['standing'] = (workflow, node, request) => executor.standing(workflow, node, request);

  const staticDataOf = (id: string): unknown => executions.states.get(id) ?? active.get(id)?.file.staticData;

  /** Editors receive the start and end of production runs; manual runs are reported to the user who started them. */
  const tellEditors = (event: RunEvent): void => {
    if (!hub.isHeard || (event.type !== 'executionStarted' && event.type !== 'executionFinished')) return;
    if (executions.underWay.record(event.executionId)?.mode === 'manual') return;
    tellOwner(event);
  };

  const tellOwner = (event: ExecutionStartedEvent | ExecutionFinishedEvent | ExecutionQueuedEvent): void => {
    if (!hub.isHeard) return;
    const known = active.get(event.workflowId);
    if (known !== undefined) hub.broadcast(event, known.ownerId);
    else void store.workflows.ownerOf(event.workflowId).then((owned) => hub.broadcast(event, owned?.ownerId ?? null), silent);
  };

  const reportTrigger = (workflow: WorkflowFile, node: string, error: unknown): void =>
    void executions.errorRuns.afterTrigger(current(workflow), node, error);
  const triggers = new Triggers({
    standing,
    clock: systemTriggerClock,
    random: Math.random,
    logger,
    store: store.schedules,
    onFire: async (workflow, startNode, output) => {
      const run = executions.start({ workflow: current(workflow), mode: 'trigger', startNode, output });
      run.done.catch((error: unknown) => active.noteFailure(String(workflow.id), error));
      await run.started;
    },
    onError: (workflow, node, error) => {
      active.noteFailure(String(workflow.id), error);
      reportTrigger(workflow, node, error);
    },
    onStaticData: (id, data) => executions.states.keep(id, staticDataOf(id), data),
  });

  const activeWorkflow = async (id: string): Promise<WorkflowFile | undefined> => {
    const known = active.get(id)?.file;
    if (known !== undefined) return known;
    const saved = await store.workflows.get(id);
    return saved?.active === true ? saved : undefined;
  };
  let openWebhooks: Webhooks | undefined;
  const webhooks = (): Webhooks => {
    openWebhooks ??= new Webhooks(
      webhookPorts({ activeWorkflow, executions, manualRuns, standing, files, clock, logger, hub, staticDataOf }),
      config.webhooks(),
    );
    return openWebhooks;
  };
  const manualRuns = new ManualRuns({
    executions,
    triggers,
    webhooks: { openTest: (...args) => webhooks().openTest(...args), closeTest: (id) => webhooks().closeTest(id) },
    registry,
    workflows: store.workflows,
    store,
    assertVisible: (id, asker) => executionList.assertVisible(id, asker),
    rights,
    push: (session, event) => hub.send(session, event),
    logger,
  });
  const knownWebhooks = new KnownWebhooks({ webhooks, stored: store.webhooks, workflows: store.workflows, logger });
  const active: ActiveWorkflows = new ActiveWorkflows({
    problems: (id) => triggers.problems(id),
    onFailure: reportTrigger,
    workflows: store.workflows,
    now,
    logger,
    activities: [
      knownWebhooks,
      {
        activate: async (file) => {
          const staticData = executions.states.get(String(file.id));
          return (await triggers.activate(file, { missedRuns: missedRunsOf(file) ?? settings.missedRuns, staticData })).length;
        },
        deactivate: (id) => triggers.deactivate(id),
      },
    ],
  });
  /** The workflow as it is active now: a trigger may fire while a newer version is taken over. */
  const current = (workflow: WorkflowFile): WorkflowFile => active.get(String(workflow.id))?.file ?? workflow;
  const waiting = new WaitingExecutions({
    store,
    executions,
    now,
    responderOf: (id) => webhooks().responderOf(id),
    listenerOf: (id) => manualRuns.listenerOf(id),
    onEnd: (id, result) => webhooks().runEnded(id, result),
    logger,
  });
  const workflows = new WorkflowService({
    workflows: store.workflows,
    tags: store.tags,
    active,
    now,
    ids,
    defaultName: settings.workflowName,
    usesTags: settings.usesTags,
    longestTimeout: settings.executionTimeoutMax,
    onRemoved: (workflowId) => executions.removeOf(workflowId),
    onStaticData: (id) => executions.states.forget(id),
  });
  const reportCrashes = (): void =>
    void executions.errorRuns
      .afterCrashes()
      .catch((error: unknown) => logger.error(`The error workflows of crashed executions could not run: ${String(error)}`));
  const runAtFault = new RunAtFault({ store, executions, active, clock, ids, logger, instance });
  const accounts: AccountServices = createAccountServices({
    store,
    now,
    ids,
    randomBytes: config.randomBytes,
    hasher: new PasswordHasher(),
    mail: new AccountMail(config.smtp),
    sessionTime: settings.sessionHours * 3_600_000,
    editorUrl: config.editorUrl,
    isShared: config.isShared,
    local: config.localAccess,
    onWorkflowsRemoved: async (removed) => {
      for (const id of removed) {
        await active.deactivate(id);
        await executions.removeOf(id);
        executions.states.forget(id);
      }
    },
    onWorkflowsMoved: (ids, ownerId) => active.moved(ids, ownerId),
    logger,
  });
  const executionList = new ExecutionListService({ store, executions });
  let prunedAt = 0;
  let reportFault: (() => Promise<void>) | undefined;
  const pruning = new Pruning({ store, clock });
  const nodeTypes = new NodeTypeService({ registry, rights, standing });
  const tags = new TagService({ tags: store.tags, now, ids });

  return {
    accounts,
    active,
    credentials,
    executions,
    executionList,
    nodeTypes,
    push: hub,
    triggers,
    workflows,
    get webhooks() {
      return webhooks();
    },
    rest: {
      accounts,
      tags,
      curl: new CurlService({ registry }),
      executions: executionList,
      workflowParts: {
        workflows,
        active,
        manualRuns,
        repository: store.workflows,
        fromUrl: (url: string) => workflowFromUrl(url, { http, allowsPrivate: settings.allowsPrivateUrls }),
      },
    },
    /** Throws EXECUTION_NOT_FOUND if the asker may see none of the executions that use the file. */
    assertFileVisible: async (fileId: string, asker: Asker): Promise<void> => {
      // As for a file that does not exist: whose it is must not show.
      if (!(await executionList.isAnyVisible(await store.files.ownersOf(fileId), asker))) throw fileNotFound(fileId);
    },
    assertWorkflowVisible: (id: string, asker: Asker) => visibleWorkflow(store.workflows, id, asker),
    /** Takes over what another process changed: which workflows are active, and their static data. */
    follow: async (): Promise<void> => {
      // First what workflows go on from, which some are then switched on with.
      await executions.states.takeOver(new Map(active.running().map((id) => [id, active.get(id)?.file.staticData])));
      await active.follow();
    },
    /** Looks after what other processes run on this data folder; `hasChanged`: one of them has written to the database. */
    followInstances: async (hasChanged: boolean): Promise<void> => {
      if (!hasChanged && !executions.others.areRunning) return;
      const lost = await executions.followOthers();
      await sweeper.settle();
      if (lost.length === 0) return;
      logger.warn(`${lost.length} executions of a process that has ended are marked as crashed.`);
      reportCrashes();
    },
    /** Work to complete before the first request. `fault`: why the previous engine of this process was ended. */
    prepare: async (fault?: EngineFault): Promise<void> => {
      await accounts.ensureOwner();
      await accounts.localAccess.warnIfOpen();
      reportFault = fault && (await runAtFault.end(fault));
      const lost = await executions.recover();
      await sweeper.settle();
      if (lost.length > 0) logger.warn(`${lost.length} executions ran when the process ended, and are marked as crashed.`);
      await executions.queue?.recover();
      await knownWebhooks.prepare();
    },
    /** Activates the active workflows; resolves when each of them is active or its failure is noted. */
    start: async (): Promise<void> => {
      sweeper.lookThrough().catch((error: unknown) => logger.error(`The folder of files could not be looked through: ${String(error)}`));
      executions.queue?.open();
      waiting.look();
      reportCrashes();
      void reportFault?.();
      await active.start().catch((error: unknown) => logger.error(`The active workflows could not be read: ${String(error)}`));
    },
    /** Removes about as many old executions as came in since the last call: what a limit keeps does not grow between two calls of `prune`. */
    pruneSome: async (): Promise<void> => {
      const { begun } = executions.underWay;
      const most = (begun - prunedAt) * 2 + PRUNED_AT_LEAST;
      prunedAt = begun;
      if (!settings.prune) return;
      await pruning
        .someToLimits(pruningLimits(settings), most)
        .catch((error: unknown) => logger.error(`Removing old executions failed: ${String(error)}`));
    },
    /** Removes files that nothing uses any more; to be called often, it costs a query if there are none. */
    sweepFiles: (): Promise<void> => sweeper.sweep(),
    prune: async (): Promise<void> => {
      if (!settings.prune) return;
      await pruning
        .toLimits(pruningLimits(settings))
        .catch((error: unknown) => logger.error(`Removing old executions failed: ${String(error)}`));
    },
    /** Starts nothing more. Runs that have not ended towards the end of `patience` (milliseconds) are parked until the next start, or stopped. */
    stop: async (patience: number): Promise<void> => {
      manualRuns.stop();
      executions.queue?.stop();
      await active.stop();
      await triggers.stop();
      await waiting.stop();
      const idle = executions.idle();
      const within = (time: number): Promise<unknown> => Promise.race([idle, new Promise((resolve) => setTimeout(resolve, time).unref())]);
      await within(patience - patience / PARKING);
      executor.park();
      await within(patience / PARKING);
      // Calls whose bodies are still being read start nothing any more.
      openWebhooks?.stop();
      executor.stop();
      executions.underWay.stopRepeating();
      await idle;
      await pruning.stop();
      openWebhooks?.endHeld();
      await sweeper.sweep();
      await sweeper.stop();
    },
  };
}

/** A workflow's own wish about runs that were missed. */
function missedRunsOf(file: WorkflowFile): 'skip' | 'once' | undefined {
  const wish = (file.settings as { missedRuns?: unknown } | undefined)?.missedRuns;
  return wish === 'skip' || wish === 'once' ? wish : undefined;
}
