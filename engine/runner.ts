// The composition root for single runs: builds the parts of the engine, and closes them in reverse order.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { WorkflowFile } from './contract/workflow.ts';
import { FileBinary, type FileNotes } from './binary/file-binary.ts';
import { MemoryBinary } from './binary/memory-binary.ts';
import { defaultDataDir } from './data-dir.ts';
import { createIds } from './ids.ts';
import { createFilePort } from './files/file-access.ts';
import { FileReach, type ReachSettings } from './files/reach.ts';
import { createHttpClient } from './execution/http/client.ts';
import { Executor, Principal, systemClock, type AdmittedWorkflow, type ExecutionPorts, type ExecutionSettings, type StartRequest } from './execution/index.ts'; // oxfmt-ignore
import { createCredentialTypes, createNodeRegistry, type NodeChoice } from './registry/index.ts';
import type { TypeTables } from './registry/n8n/index.ts';
import { createParsing } from './parsing/index.ts';
import { createSandbox, type SandboxOptions } from './sandbox/index.ts';
import type { Packages, PackagesOptions } from './packages/index.ts';
import type { Logger } from './sdk/index.ts';
import { DataTableService } from './services/data-tables/data-tables.ts';
import type { ExternalSecretsSettings } from './services/credentials/external-secrets.ts';
import { once } from './once.ts';
import { runnerCredentials } from './runner-credentials.ts';
import { noLogger } from './logger.ts';
import { ExecutionService } from './services/executions/executions.ts';
import { WorkflowStates } from './services/executions/workflow-states.ts';
import type { SavedOutcome } from './services/executions/active-runs.ts';
import { savedAll, savingRules, type SavingDefaults } from './services/executions/saving-rules.ts';
import { assertCallable } from './services/executions/caller-policy.ts';
import { SavedFiles } from './services/executions/saved-files.ts';
import { Principals } from './services/principals.ts';
import type { Instance, Store } from './store/index.ts';
import type { VaultSettings } from './vault/create.ts';

/** Ids of the same form as the server's, so that an execution is named alike everywhere. */
const ids = createIds(() => systemClock.now());

export interface RunnerConfig {
  /** Folder of the database and of files. Default: the platform's folder. */
  readonly dataDir?: string;
  /** Whether to use the database and files of the data folder; if not, everything is kept in memory. */
  readonly keepsData?: boolean;
  readonly settings?: Partial<ExecutionSettings>;
  readonly sandbox?: SandboxOptions;
  /** How commits are flushed to the disk. Default: `full`. */
  readonly durability?: 'full' | 'normal';
  /** Number of copies to keep of the database as it was before migrations. Default: 2. */
  readonly migrationBackups?: number;
  readonly logger?: Logger;
  /** Environment variables. They may set proxies for outgoing requests. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Packages of nodes in the data folder. Default: their nodes are not available. */
  readonly packages?: PackageChoice;
  /** Returns what to do about the nodes of a package that is not installed. Default: install it. */
  readonly packageHint?: (name: string) => string;
  /** Available node types. Default: all. */
  readonly nodeTypes?: NodeChoice;
  /** What workflows may reach of the computer. Default: all files and commands. */
  readonly reach?: ReachChoice;
  /** How to decrypt credentials when a node needs one. Without it, nodes get no credentials. */
  readonly vault?: VaultSettings;
  /** Maximum size of all stored files together, in MiB; 0 for no limit. Default: none. */
  readonly binaryMiB?: number;
  /** Maximum size of all data tables together, in MiB. Default: 50. */
  readonly dataTablesMiB?: number;
  /** External secrets that credentials may read. Default: none. */
  readonly secrets?: Pick<ExternalSecretsSettings, 'path' | 'envPrefix'>;
  /** Which executions of saved workflows are saved, for workflows without a setting of their own. Default: all. */
  readonly saving?: SavingDefaults;
  /** Returns the address of a saved execution, for error workflows. Default: none. */
  readonly executionUrl?: (workflowId: string, executionId: string) => string;
}

export interface ReachChoice extends ReachSettings {
  /** Whether other computers can reach the instance. */
  readonly isReachable: boolean;
}

export interface PackageChoice
  extends Pick<PackagesOptions, 'memory' | 'stuckAfter' | 'launch' | 'trusted'>, Pick<TypeTables, 'instanceUrl'> {
  readonly prefers: (type: string) => boolean;
  /** Returns the id of the installation, for package code. */
  readonly instanceId: (store: Store) => Promise<string>;
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

export interface Runner {
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Makes a workflow callable by its id while the runner exists. */
  knowWorkflow(workflow: WorkflowFile): void;
  /** Runs a workflow until it ends, waits or fails (followed by its error workflow), and saves the execution if requested. */
  run(request: RunRequest): Promise<RunOutcome>;
  /** Returns a workflow from the database, which is opened if necessary; undefined if the id is unknown. */
  savedWorkflow(id: string): Promise<AdmittedWorkflow | undefined>;
  /** Returns a node outside of any run, to read what it declares. */
  readonly detachedNode: Executor['detachedNode'];
  readonly missingPackage: Executor['missingPackage'];
  /** Returns the executions in the database, which is opened if necessary. */
  executions(): Promise<ExecutionService>;
  /** Resolves once no run is active, including called workflows that run without being awaited. */
  idle(): Promise<void>;
  /** Stops every run, including runs that start later; `reason` is the error they end with. */
  stopRuns(reason?: Error): void;
  /** Stops every run, waits until the results are saved, and releases all resources. */
  stop(): Promise<void>;
}

/** Milliseconds between two checks for requests of other processes. */
const FOLLOW_EVERY = 1000;

/** Stores the static data of called workflows that are saved; that of workflow files is not stored. */
function staticDataPort(
  { keepsData = false }: RunnerConfig,
  isAtHand: (id: string) => boolean,
  openExecutions: () => Promise<ExecutionService>,
): ExecutionPorts['staticData'] {
  if (!keepsData) return undefined;
  let states: ExecutionService['states'] | undefined;
  return {
    get: (id) => (isAtHand(id) ? undefined : states?.get(id)),
    keep: async (id, before, after) => {
      if (isAtHand(id)) return;
      states ??= (await openExecutions()).states;
      await states.keep(id, before, after);
    },
  };
}

/**
 * Identity of a workflow that is run from a file: it acts on behalf of the instance owner, since access to the data folder gives access to
 * everything in it. Its id only says which files on the command line may call each other.
 */
const ofFile = ({ id }: WorkflowFile): Principal =>
  Principal.ofPerson(null, id === undefined ? undefined : { id: String(id), ownerId: null });

/** Files and commands. A run without a database has no other users. */
function reachPorts(
  { keepsData = false, reach: choice }: RunnerConfig,
  logger: Logger,
  openStore: () => Promise<Store>,
): Pick<ExecutionPorts, 'files' | 'commandFolder'> {
  if (choice === undefined) return {};
  const { isReachable, ...settings } = choice;
  const reach = new FileReach(settings, {
    hasOthers: async () => keepsData && (await openStore()).users.hasMembers(),
    hasWorkflows: async () => keepsData && (await openStore()).workflows.hasAny(),
    isReachable: () => keepsData && isReachable,
    asksForConsent: false,
    logger,
  });
  return { files: createFilePort(reach.rules), commandFolder: () => reach.commandFolder() };
}

/** Data tables of the user on whose behalf a workflow runs. */
function dataTablePort(
  { keepsData = false, dataTablesMiB = 50 }: RunnerConfig,
  openStore: () => Promise<Store>,
): Pick<ExecutionPorts, 'dataTables'> {
  if (!keepsData) return {};
  const open = once(async () => {
    const { dataTables: tables, users, workflows } = await openStore();
    const principals = new Principals({ users, workflows });
    const userOf = async (principal: Principal): Promise<string | undefined> => {
      const user = await principals.userOf(principal);
      // Without a server, there may be no owner yet.
      if (user === undefined) await users.addOwner(ids(), systemClock.now());
      return user?.userId ?? (await users.owner())?.id;
    };
    return new DataTableService({ tables, userOf, ids, now: () => systemClock.now(), maxSize: dataTablesMiB * 1024 * 1024 });
  });
  return { dataTables: async (principal, signal) => (await open()).of(principal, signal) };
}

/** Runs workflows and saves their executions. */
function runner(executor: Executor, openExecutions: () => Promise<ExecutionService>, saving: SavingDefaults) {
  return async ({ save = false, ...request }: RunRequest): Promise<RunOutcome> => {
    const { workflow, mode, principal = ofFile(workflow) } = request;
    if (save === false) {
      const outcome = await executor.start({ ...request, principal }).done;
      await executor.runErrorWorkflow({ file: workflow, principal }, outcome);
      return { ...outcome, isKept: false };
    }
    const executions = await openExecutions();
    const outcome = await (save === true ? executions.runAndSave(request) : executions.start({ ...request, principal }).done);
    const shouldSave = save === true || savingRules(workflow.settings, mode, saving).shouldSave(outcome.result.status);
    return { ...outcome, isKept: shouldSave && outcome.saveFailure === undefined };
  };
}

/** The database and files of a data folder, each opened when it is first used. */
function openedFolder(dataDir: string, { durability = 'full', migrationBackups, keepsData = false, binaryMiB = 0 }: RunnerConfig) {
  const openStore = once(async (): Promise<Store> =>
    (await import('./store/index.ts')).Store.open(dataDir, { durability, migrationBackups }),
  );
  const openInstance = once(async (): Promise<Instance> => (await import('./store/index.ts')).openInstance(dataDir));
  const flushFolder = async (folder: string): Promise<void> => (await import('./store/index.ts')).syncFolder(folder);
  const notes: FileNotes = {
    add: async (id, executionId) => (await openStore()).files.add(id, executionId, (await openInstance()).id),
    discard: async (ids) => (await openStore()).files.discard(ids),
  };
  const flushing = durability === 'full' ? { flushFolder } : {};
  const limited = binaryMiB === 0 ? {} : { maxBytes: binaryMiB * 1024 * 1024 };
  const files = keepsData ? new FileBinary(dataDir, { uuid: randomUUID, notes, ...flushing, ...limited }) : undefined;
  return { openStore, openInstance, files };
}

/** Returns a function that adds the types of the installed packages, on its first call. */
function packageTypes(
  choice: PackageChoice | undefined,
  {
    dataDir,
    openStore,
    types,
  }: { dataDir: string; openStore: () => Promise<Store>; types: Pick<TypeTables, 'registry' | 'credentialTypes'> },
) {
  const folder = join(dataDir, 'packages');
  return once(async (): Promise<Packages | undefined> => {
    if (choice === undefined || !existsSync(folder)) return undefined;
    const { instanceId, instanceUrl, prefers, ...options } = choice;
    const [{ Packages }, { usePackages }] = await Promise.all([import('./packages/index.ts'), import('./registry/n8n/index.ts')]);
    const packages = new Packages({ ...options, folder, registry: '' });
    // A server on the same folder may be installing a package.
    await packages.open({ isAlone: false });
    const store = await openStore();
    const tables = { ...types, prefers, instanceUrl, instanceId: await instanceId(store) };
    await usePackages(tables, packages, await store.packages.list());
    return packages;
  });
}

/** Returns type tables that read the packages the first time a type is asked for that is not built in. */
function typesOnDemand(
  { packages: choice, packageHint }: RunnerConfig,
  { registry, credentialTypes }: Pick<TypeTables, 'registry' | 'credentialTypes'>,
  openPackages: () => Promise<unknown>,
): Pick<ExecutionPorts, 'nodes' | 'credentialTypes'> {
  const isOfPackage = (type: string): boolean => {
    const base = registry.baseOf(type);
    return registry.has(base) ? choice?.prefers(base) === true : !registry.isExcluded(type);
  };
  return {
    nodes: {
      load: async (types) => {
        const requested = [...types];
        if (requested.some(isOfPackage)) await openPackages();
        await registry.load(requested);
      },
      node: (type, version) => registry.node(type, version),
      description: (type, version) => registry.description(type, version),
      isExcluded: (type) => registry.isExcluded(type),
      hasPackage: (name) => registry.hasPackage(name),
      ...(packageHint === undefined ? {} : { packageHint }),
    },
    credentialTypes: {
      type: async (name) => {
        const builtIn = await credentialTypes.type(name);
        if (builtIn === undefined) await openPackages();
        return builtIn ?? credentialTypes.type(name);
      },
    },
  };
}

interface SavedExecutionsPorts extends Pick<ReturnType<typeof openedFolder>, 'openStore' | 'openInstance'> {
  readonly executor: () => Executor;
  readonly saving: SavingDefaults;
  readonly executionUrl: RunnerConfig['executionUrl'];
  readonly logger: Logger;
}

/** The executions in the database, opened when they are first used. A server on the same folder may ask this process to stop a run. */
function savedExecutions({ openStore, openInstance, executor, saving, executionUrl, logger }: SavedExecutionsPorts) {
  let executionService: ExecutionService | undefined;
  let watch: NodeJS.Timeout | undefined;
  let changes: number | undefined;
  const follow = async (service: ExecutionService): Promise<void> => {
    const now = (await openStore()).changesElsewhere();
    if (now === changes) return;
    changes = now;
    await service.followOthers();
  };
  const warn = (error: unknown): void => logger.warn(`Requests of another process could not be read: ${String(error)}`);
  const open = once(async (): Promise<ExecutionService> => {
    const ports = {
      executor: executor(),
      store: await openStore(),
      clock: systemClock,
      ids,
      logger,
      instance: await openInstance(),
      principals: new Principals(await openStore()),
      states: new WorkflowStates({ workflows: (await openStore()).workflows }),
      saving: () => saving,
      ...(executionUrl === undefined ? {} : { executionUrl }),
    };
    const service = new ExecutionService(ports);
    executionService = service;
    await service.recover();
    watch = setInterval(() => void follow(service).catch(warn), FOLLOW_EVERY);
    watch.unref();
    return service;
  });
  return {
    open,
    startCalled: (...[request, link]: Parameters<ExecutionService['startCalled']>) => executionService?.startCalled(request, link),
    /** Waits until the results are saved. */
    stop: async (): Promise<void> => {
      executionService?.activeRuns.stopRepeating();
      await executionService?.idle();
      clearInterval(watch);
    },
  };
}

/** Calls all functions one after another, also if some fail. Throws the first error. */
async function closeAll(closing: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closing) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Builds a runner. Heavy parts are loaded when they are first used. */
export function createRunner(config: RunnerConfig = {}): Runner {
  const dataDir = config.dataDir === undefined ? defaultDataDir() : resolve(config.dataDir);
  const { logger = noLogger, saving = savedAll, executionUrl } = config;
  const { openStore, openInstance, files } = openedFolder(dataDir, config);
  const http = createHttpClient({
    environment: config.environment,
    ...(config.settings?.archives === undefined ? {} : { maxUnpacked: config.settings.archives.maxBytes }),
  });
  const sandbox = createSandbox(config.sandbox);
  const parsing = createParsing(config.sandbox);
  const known = new Map<string, AdmittedWorkflow>();
  const executions = savedExecutions({ openStore, openInstance, executor: () => executor, saving, executionUrl, logger });
  const savedFiles = once(async () => {
    const onStaticData = async (id: string, data: unknown): Promise<void> => (await executions.open()).states.learn(id, data);
    const { workflows, users } = await openStore();
    return new SavedFiles({ workflows, principals: new Principals({ workflows, users }), onStaticData });
  });
  const types = { registry: createNodeRegistry(config.nodeTypes), credentialTypes: createCredentialTypes() };
  const packages = packageTypes(config.packages, { dataDir, openStore, types });
  const credentials = runnerCredentials(config, { dataDir, logger, http, openStore });
  const executor: Executor = new Executor(
    {
      ...typesOnDemand(config, types, packages),
      clock: systemClock,
      random: Math.random,
      uuid: randomUUID,
      executionIds: ids,
      http,
      ...reachPorts(config, logger, openStore),
      binary: files ?? new MemoryBinary(),
      sandbox,
      parsing,
      logger,
      ...credentials.ports,
      ...dataTablePort(config, openStore),
      workflow: async (id) => known.get(id) ?? (config.keepsData === true ? (await savedFiles()).get(id) : undefined),
      staticData: staticDataPort(config, (id) => known.has(id), executions.open),
      // Access to the data folder gives access to its contents; workflows from files call each other as their settings allow.
      assertCallable: (called, caller) => assertCallable(called, caller, { hasOwners: false }),
    },
    config.settings,
    { start: executions.startCalled },
  );
  const active = new Set<Promise<unknown>>();
  const run = runner(executor, executions.open, saving);
  const idle = async (): Promise<void> => {
    for (await executor.idle(); active.size > 0; await executor.idle()) await Promise.allSettled(active);
  };

  return {
    dataDir,
    knowWorkflow: (workflow) => {
      if (workflow.id !== undefined) known.set(String(workflow.id), { file: workflow, principal: ofFile(workflow) });
    },
    run: (request) => {
      const done = run(request).finally(() => active.delete(done));
      active.add(done);
      return done;
    },
    savedWorkflow: async (id) => {
      const { workflows, users } = await openStore();
      const record = await workflows.find(id);
      return record === undefined
        ? undefined
        : { file: record.file, principal: await new Principals({ workflows, users }).ofWorkflow(record) };
    },
    detachedNode: (...asked) => executor.detachedNode(...asked),
    missingPackage: (workflow) => executor.missingPackage(workflow),
    executions: executions.open,
    idle,
    stopRuns: (reason) => executor.stop(reason),
    stop: async () => {
      executor.stop();
      await idle();
      await executions.stop();
      await closeAll([
        () => credentials.stop(),
        async () => (await packages.made)?.stop(),
        () => sandbox.stop(),
        () => parsing.stop(),
        () => http.close(),
        async () => (await openStore.made)?.close(),
        async () => (await openInstance.made)?.release(),
      ]);
    },
  };
}
