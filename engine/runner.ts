// The composition root for single runs: builds the parts of the engine, and closes them in reverse order.
import { resolve } from 'node:path';
import type { ModelLimits } from './contract/model-limits.ts';
import type { WorkflowFile } from './contract/workflow.ts';
import { createComponents, ids, type ComponentsConfig, type ReachChoice, type StoreAccess } from './components.ts';
import { defaultDataDir } from './data-dir.ts';
import {
  defaultSettings,
  ledgerOfRuns,
  systemClock,
  type AdmittedWorkflow,
  type ExecutionPorts,
  type Executor,
  type Principal,
  type StartRequest,
} from './execution/index.ts';
import { noLogger } from './logger.ts';
import { once } from './once.ts';
import { runnerCredentials } from './runner-credentials.ts';
import { ofFile, RunnerWorkflows, SavedExecutions } from './runner-executions.ts';
import { createPackageTypes, type PackageChoice } from './runner-packages.ts';
import type { Logger } from './sdk/index.ts';
import type { ExternalSecretsSettings } from './services/credentials/external-secrets.ts';
import { storedConversation } from './services/conversations.ts';
import { StoredVectors } from './services/vectors.ts';
import { createModelServices, type ModelServices } from './services/models/index.ts';
import { DataTableService } from './services/data-tables/data-tables.ts';
import type { SavedOutcome } from './services/executions/active-runs.ts';
import { assertCallable } from './services/executions/caller-policy.ts';
import type { ExecutionService } from './services/executions/executions.ts';
import { savedAll, savingRules, type SavingDefaults } from './services/executions/saving-rules.ts';
import { Principals } from './services/principals.ts';
import { variableValues } from './services/variables.ts';
import { placeOf } from './store/postgres/place.ts';
import type { VaultSettings } from './vault/create.ts';

export interface RunnerConfig extends Pick<
  ComponentsConfig,
  'settings' | 'sandbox' | 'durability' | 'environment' | 'nodeTypes' | 'fileStorage' | 'isDiskShared' | 'binaryMiB'
> {
  /** Folder of the database and of files. Default: the platform's folder. */
  readonly dataDir?: string;
  /** Whether to use the database and files of the data folder; if not, everything is kept in memory. */
  readonly keepsData?: boolean;
  /** Address of a Postgres database to use instead of the file in the data folder. Default: none. */
  readonly database?: string;
  /** Number of copies to keep of the database as it was before migrations. Default: 2. */
  readonly migrationBackups?: number;
  /** Whether users may use credentials that are shared with them. Default: true. */
  readonly usesSharing?: boolean;
  readonly logger?: Logger;
  /** Packages of nodes in the data folder. Default: their nodes are not available. */
  readonly packages?: PackageChoice;
  /** Returns what to do about the nodes of a package that is not installed. Default: install it. */
  readonly packageHint?: (name: string) => string;
  /** What workflows may reach of the computer. Default: all files and commands. */
  readonly reach?: Omit<ReachChoice, 'isReachable' | 'asksForConsent'> & {
    /** Whether other computers can reach the instance. */
    readonly isReachable: boolean;
  };
  /** How to decrypt credentials when a node needs one. Without it, nodes get no credentials. */
  readonly vault?: VaultSettings;
  /** Maximum size of all data tables together, in MiB. Default: 50. */
  readonly dataTablesMiB?: number;
  /** Limits of the use of models by all workflows. Default: none. */
  readonly modelLimits?: ModelLimits;
  /** External secrets that credentials may read. Default: none. */
  readonly secrets?: Pick<ExternalSecretsSettings, 'path' | 'envPrefix'>;
  /** Which executions of saved workflows are saved, for workflows without a setting of their own. Default: all. */
  readonly saving?: SavingDefaults;
  /** Returns the address of a saved execution, for error workflows. Default: none. */
  readonly executionUrl?: (workflowId: string, executionId: string) => string;
}

export interface RunRequest extends StartRequest {
  /**
   * Whether to save the workflow and its execution. `bySettings`: the workflow is saved already, and its settings decide whether the execution is
   * saved. Requires `keepsData`.
   */
  readonly save?: boolean | 'bySettings';
}

export interface RunOutcome extends SavedOutcome {
  /** Whether the execution is in the database. */
  readonly isKept: boolean;
}

/** Opens the database and this process's row in it when they are first used. */
function createStoreAccess(dataDir: string, { database, durability = 'full', migrationBackups, usesSharing }: RunnerConfig) {
  const store = once(() => import('./store/index.ts'));
  const open = once(async () => (await store()).Store.open(dataDir, { database, durability, migrationBackups, usesSharing }));
  const instance = once(async () => (await open()).openInstance({ dataDir, kind: 'command', onLost: () => undefined }));
  return {
    open,
    instance,
    syncFolder: async (folder: string) => (await store()).syncFolder(folder),
    close: [async () => (await open.result)?.close(), async () => (await instance.result)?.release()],
  };
}

/** Data tables of the user on whose behalf a workflow runs. */
function dataTablePort({ dataTablesMiB = 50 }: RunnerConfig, { open }: StoreAccess): ExecutionPorts['dataTables'] {
  const openService = once(async () => {
    const { dataTables: tables, users, workflows } = await open();
    const principals = new Principals({ users, workflows });
    const userOf = async (principal: Principal): Promise<string | undefined> => {
      const user = await principals.userOf(principal);
      // Without a server, there may be no owner yet.
      if (user === undefined) await users.addOwner(ids(), systemClock.now());
      return user?.userId ?? (await users.owner())?.id;
    };
    return new DataTableService({ tables, userOf, ids, now: () => systemClock.now(), maxSize: dataTablesMiB * 1024 * 1024 });
  });
  return async (principal, signal) => (await openService()).of(principal, signal);
}

/** Conversations of saved workflows. */
const conversationPort =
  ({ open }: StoreAccess): NonNullable<ExecutionPorts['conversations']> =>
  (workflowId, session) =>
    storedConversation(
      async () => (await open()).conversations,
      { workflowId, session },
      () => systemClock.now(),
    );

/** Vector stores whose documents survive the run. */
function vectorPort({ open }: StoreAccess): NonNullable<ExecutionPorts['vectors']> {
  const vectors = new StoredVectors({ open: async () => (await open()).vectors, ids, now: () => systemClock.now() });
  return (principal, workflowId) => vectors.of(principal, workflowId);
}

/** Limits, prices and daily use of models, with those of other processes on the data folder. */
function modelServices({ modelLimits = {}, settings, logger = noLogger }: RunnerConfig, { open }: StoreAccess): ModelServices {
  return createModelServices({
    open: async () => (await open()).modelUse,
    openSettings: async () => (await open()).settings,
    limits: () => modelLimits,
    zone: () => settings?.timezone ?? defaultSettings.timezone,
    now: () => systemClock.now(),
    logger,
  });
}

/** Calls all functions one after another, also if some fail. Throws the first error. */
async function closeAll(closing: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closing) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Gives runs the variables of the data folder. The database is opened only for workflows that read variables. */
function variableLoader(executor: () => Executor, { open }: StoreAccess): (workflow: WorkflowFile | undefined) => Promise<void> {
  const load = once(async () => executor().change({ vars: await variableValues((await open()).variables) }));
  return async (workflow) => {
    if (workflow !== undefined && JSON.stringify(workflow).includes('$vars')) await load();
  };
}

interface RunnerParts {
  readonly dataDir: string;
  readonly savesIn: string;
  /** Makes the variables known if a workflow reads them. */
  readonly loadVariables: (workflow: WorkflowFile | undefined) => Promise<void>;
  readonly executor: Executor;
  readonly executions: SavedExecutions;
  readonly workflows: RunnerWorkflows;
  readonly saving: SavingDefaults;
  readonly closing: readonly (() => Promise<unknown>)[];
}

export class Runner {
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Where it saves executions: the data folder, or the address of the database without user and password. */
  readonly savesIn: string;
  readonly #parts: RunnerParts;
  readonly #active = new Set<Promise<unknown>>();

  constructor(parts: RunnerParts) {
    this.dataDir = parts.dataDir;
    this.savesIn = parts.savesIn;
    this.#parts = parts;
  }

  /** Makes a workflow callable by its id while the runner exists. */
  knowWorkflow(workflow: WorkflowFile): void {
    this.#parts.workflows.add(workflow);
  }

  /** Runs a workflow until it ends, waits or fails (followed by its error workflow), and saves the execution if requested. */
  run(request: RunRequest): Promise<RunOutcome> {
    const done = this.#run(request).finally(() => this.#active.delete(done));
    this.#active.add(done);
    return done;
  }

  /** Returns a workflow from the database, which is opened if necessary; undefined if the id is unknown. */
  savedWorkflow(id: string): Promise<AdmittedWorkflow | undefined> {
    return this.#parts.workflows.find(id);
  }

  /** Returns a node outside of any run, to read what it declares. */
  detachedNode(...args: Parameters<Executor['detachedNode']>): ReturnType<Executor['detachedNode']> {
    return this.#parts.executor.detachedNode(...args);
  }

  missingPackage(workflow: WorkflowFile): ReturnType<Executor['missingPackage']> {
    return this.#parts.executor.missingPackage(workflow);
  }

  /** Returns the executions in the database, which is opened if necessary. */
  executions(): Promise<ExecutionService> {
    return this.#parts.executions.open();
  }

  /** Resolves once no run is active, including called workflows that run without being awaited. */
  async idle(): Promise<void> {
    const { executor } = this.#parts;
    for (await executor.idle(); this.#active.size > 0; await executor.idle()) await Promise.allSettled(this.#active);
  }

  /** Stops every run, including runs that start later; `reason` is the error they end with. */
  stopRuns(reason?: Error): void {
    this.#parts.executor.stop(reason);
  }

  /** Stops every run, waits until the results are saved, and releases all resources. */
  async stop(): Promise<void> {
    this.#parts.executor.stop();
    await this.idle();
    await this.#parts.executions.stop();
    await closeAll(this.#parts.closing);
  }

  async #run({ save = false, ...request }: RunRequest): Promise<RunOutcome> {
    const { executor, executions, saving, loadVariables } = this.#parts;
    const { workflow, mode, principal = ofFile(workflow) } = request;
    await loadVariables(workflow);
    if (save === false) {
      const outcome = await executor.start({ ...request, principal }).done;
      await executor.runErrorWorkflow({ file: workflow, principal }, outcome);
      return { ...outcome, isKept: false };
    }
    const service = await executions.open();
    const outcome = await (save === true ? service.runAndSave(request) : service.start({ ...request, principal }).done);
    const shouldSave = save === true || savingRules(workflow.settings, mode, saving).shouldSave(outcome.result.status);
    return { ...outcome, isKept: shouldSave && outcome.saveFailure === undefined };
  }
}

/** Builds a runner. Heavy parts are loaded when they are first used. */
export function createRunner(config: RunnerConfig = {}): Runner {
  const { keepsData = false, logger = noLogger, reach, saving = savedAll, executionUrl } = config;
  const dataDir = config.dataDir === undefined ? defaultDataDir() : resolve(config.dataDir);
  const storeAccess = createStoreAccess(dataDir, config);
  const components = createComponents({
    ...config,
    dataDir,
    logger,
    storeAccess: keepsData ? storeAccess : undefined,
    reach: reach && { ...reach, isReachable: () => reach.isReachable, asksForConsent: false },
  });
  const packages = createPackageTypes({ dataDir, storeAccess, types: components, choice: config.packages, hint: config.packageHint });
  const credentials = runnerCredentials(config, { dataDir, logger, http: components.http, types: components.credentialTypes, storeAccess });
  const workflows = new RunnerWorkflows(storeAccess, keepsData);
  const loadVariables = keepsData ? variableLoader(() => executor, storeAccess) : async () => undefined;
  const models = modelServices(config, storeAccess);
  const executor: Executor = components.createExecutor({
    models: keepsData ? models.ledger : ledgerOfRuns(config.modelLimits),
    ...packages.ports,
    ...credentials.ports,
    ...(keepsData
      ? {
          dataTables: dataTablePort(config, storeAccess),
          conversations: conversationPort(storeAccess),
          vectors: vectorPort(storeAccess),
          staticData: workflows,
        }
      : {}),
    workflow: async (id) => {
      const called = await workflows.called(id);
      await loadVariables(called?.file);
      return called;
    },
    // Access to the data folder gives access to its contents; workflows from files call each other as their settings allow.
    assertCallable: (called, caller) => assertCallable(called, caller, { hasOwners: false }),
  });
  const executions = new SavedExecutions({ executor, storeAccess, workflows, saving, executionUrl, logger });
  const closing = [() => models.use.stop(), () => credentials.stop(), () => packages.stop(), ...components.close, ...storeAccess.close];
  const savesIn = config.database === undefined || config.database === '' ? dataDir : placeOf(config.database);
  return new Runner({ dataDir, savesIn, loadVariables, executor, executions, workflows, saving, closing });
}
