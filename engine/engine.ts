// The composition root: builds the rooms in order, wires their ports, and closes in reverse what it opened.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { WorkflowFile } from './contract/workflow.ts';
import { FileBinary, type FileNotes } from './binary/file-binary.ts';
import { MemoryBinary } from './binary/memory-binary.ts';
import { defaultDataDir } from './data-dir.ts';
import { createFilePort, type FileRules } from './files/file-access.ts';
import { createHttpClient } from './execution/http-client.ts';
import { Executor, systemClock, type ExecutionPorts, type ExecutionSettings, type StartRequest } from './execution/index.ts';
import { createNodeRegistry, type NodeChoice } from './registry/index.ts';
import { createParsing } from './parsing/index.ts';
import { createSandbox, type SandboxOptions } from './sandbox/index.ts';
import type { Logger } from './sdk/index.ts';
import { CredentialService } from './services/credentials/credentials.ts';
import { noLogger } from './logger.ts';
import { ExecutionService } from './services/executions/executions.ts';
import { WorkflowStates } from './services/executions/workflow-states.ts';
import type { KeptOutcome } from './services/executions/runs-under-way.ts';
import { savingRules, type SavingDefaults } from './services/executions/saving-rules.ts';
import { assertCallable } from './services/workflows/caller-policy.ts';
import { SavedFiles } from './services/workflows/saved-files.ts';
import type { Instance, Store } from './store/index.ts';
import { Vault } from './vault/vault.ts';

export interface EngineConfig {
  /** Folder of the database and of files; the platform's when absent. */
  readonly dataDir?: string;
  /** Open the database and keep files in the data folder; without it a run lives in memory alone. */
  readonly keepsData?: boolean;
  readonly settings?: Partial<ExecutionSettings>;
  readonly sandbox?: SandboxOptions;
  /** How commits are flushed to disk; defaults to `full`. */
  readonly durability?: 'full' | 'normal';
  readonly logger?: Logger;
  /** Environment variables. They may set proxies for outgoing requests. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Which node types there are; all if absent. */
  readonly nodeTypes?: NodeChoice;
  /** Files that nodes may use; all if absent. */
  readonly files?: FileRules;
  /** Provides the key that seals the credentials; called when a node requests one. Without it, nodes get no credentials. */
  readonly masterKey?: () => string;
  /** Which executions of saved workflows are kept where the workflow does not say; all when absent. */
  readonly saving?: SavingDefaults;
}

export interface RunRequest extends StartRequest {
  /** Keep the workflow and its execution in the database; `bySettings`: it is saved, keep the execution as the settings say. Needs `keepsData`. */
  readonly save?: boolean | 'bySettings';
}

export interface EngineOutcome extends KeptOutcome {
  /** The execution is in the database. */
  readonly isKept: boolean;
}

export interface Engine {
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Makes a workflow callable by its id for as long as the engine runs. */
  knowWorkflow(workflow: WorkflowFile): void;
  /** Runs a workflow to its end, to a wait or to its failure (then its error workflow too), and saves it when asked to. */
  run(request: RunRequest): Promise<EngineOutcome>;
  /** The workflow of the database, which is opened by that; undefined for an unknown id. */
  savedWorkflow(id: string): Promise<WorkflowFile | undefined>;
  /** A node outside of any run, to see what it declares. */
  readonly standing: Executor['standing'];
  /** Executions in the database, which is opened by that. */
  executions(): Promise<ExecutionService>;
  /** Resolves once no run is active, including called workflows that run without waiting. */
  idle(): Promise<void>;
  /** Stops every run, now and from now on; `reason` is what they end with. */
  stopRuns(reason?: Error): void;
  /** Stops every run, waits until the results are saved, and releases all resources. */
  stop(): Promise<void>;
}

const savesAll: SavingDefaults = { saveDataErrorExecution: 'all', saveDataSuccessExecution: 'all', saveManualExecutions: true };

/** Milliseconds between two looks at what other processes ask for. */
const FOLLOW_EVERY = 1000;

/** A maker that makes once, and anew after a failure; `made` is what it made, if it did. */
function once<T>(make: () => Promise<T>): (() => Promise<T>) & { made: Promise<T> | undefined } {
  const get = (): Promise<T> => {
    get.made ??= make().catch((error: unknown) => {
      get.made = undefined;
      throw error;
    });
    return get.made;
  };
  get.made = undefined as Promise<T> | undefined;
  return get;
}

/** Keeps the static data of called workflows that are saved; that of files at hand stays what it is. */
function staticDataPort(
  { keepsData = false }: EngineConfig,
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

function credentialPort(masterKey: EngineConfig['masterKey'], openStore: () => Promise<Store>): ExecutionPorts['credential'] {
  if (masterKey === undefined) return undefined;
  // Access to the data folder and its key grants access to everything in it.
  return async (type, reference, { node }) => {
    const { credentials } = await openStore();
    return new CredentialService({ credentials, vault: new Vault(masterKey()) }).read(type, reference, { user: 'instance', node });
  };
}

/** Runs workflows and saves their executions. */
function runner(executor: Executor, openExecutions: () => Promise<ExecutionService>, saving: SavingDefaults) {
  return async ({ save = false, ...request }: RunRequest): Promise<EngineOutcome> => {
    const { workflow, mode } = request;
    if (save === false) {
      const outcome = await executor.start(request).done;
      await executor.runErrorWorkflow(workflow, outcome);
      return { ...outcome, isKept: false };
    }
    const executions = await openExecutions();
    const outcome = await (save === true ? executions.runAndSave(request) : executions.start(request).done);
    const isToBeKept = save === true || savingRules(workflow.settings, mode, saving).keeps(outcome.result.status);
    return { ...outcome, isKept: isToBeKept && outcome.notKept === undefined };
  };
}

/** Builds an engine. Nothing heavy starts before it is needed. */
export function createEngine(config: EngineConfig = {}): Engine {
  const dataDir = config.dataDir === undefined ? defaultDataDir() : resolve(config.dataDir);
  const logger = config.logger ?? noLogger;
  const { durability = 'full' } = config;
  const openStore = once(async (): Promise<Store> => (await import('./store/index.ts')).Store.open(dataDir, { durability }));
  const openInstance = once(async (): Promise<Instance> => (await import('./store/index.ts')).openInstance(dataDir));
  const flushFolder = async (folder: string): Promise<void> => (await import('./store/index.ts')).syncFolder(folder);
  const notes: FileNotes = {
    add: async (id, executionId) => (await openStore()).files.add(id, executionId, (await openInstance()).id),
    discard: async (ids) => (await openStore()).files.discard(ids),
  };
  const files =
    config.keepsData === true
      ? new FileBinary(dataDir, { uuid: randomUUID, notes, ...(durability === 'full' ? { flushFolder } : {}) })
      : undefined;
  const http = createHttpClient({ environment: config.environment });
  const sandbox = createSandbox(config.sandbox);
  const parsing = createParsing(config.sandbox);
  const known = new Map<string, WorkflowFile>();
  const savedFiles = once(async () => {
    const onStaticData = async (id: string, data: unknown): Promise<void> => (await openExecutions()).states.learn(id, data);
    return new SavedFiles({ workflows: (await openStore()).workflows, onStaticData });
  });
  const { saving = savesAll } = config;
  const executor = new Executor(
    {
      nodes: createNodeRegistry(config.nodeTypes),
      clock: systemClock,
      random: Math.random,
      uuid: randomUUID,
      http,
      ...(config.files === undefined ? {} : { files: createFilePort(config.files) }),
      binary: files ?? new MemoryBinary(),
      sandbox,
      parsing,
      logger,
      credential: credentialPort(config.masterKey, openStore),
      workflow: async (id) => known.get(id) ?? (config.keepsData === true ? (await savedFiles()).get(id) : undefined),
      staticData: staticDataPort(
        config,
        (id) => known.has(id),
        () => openExecutions(),
      ),
      // Access to the data folder grants its contents; workflows from files call each other as their settings allow.
      assertCallable,
    },
    config.settings,
    { start: (request, link) => made?.startCalled(request, link) },
  );
  let made: ExecutionService | undefined;
  const openExecutions = once(async (): Promise<ExecutionService> => {
    const ports = {
      executor,
      store: await openStore(),
      clock: systemClock,
      ids: randomUUID,
      logger,
      instance: await openInstance(),
      states: new WorkflowStates({ workflows: (await openStore()).workflows }),
      saving,
    };
    const service = new ExecutionService(ports);
    made = service;
    await service.recover();
    watch = setInterval(() => follow(service), FOLLOW_EVERY);
    watch.unref();
    return service;
  });
  let watch: NodeJS.Timeout | undefined;
  let changes: number | undefined;
  /** A server on the same folder may ask for one of our runs to be stopped. */
  const follow = (service: ExecutionService): void => {
    void (async () => {
      const now = (await openStore()).changesElsewhere();
      if (now === changes) return;
      changes = now;
      await service.followOthers();
    })().catch((error: unknown) => logger.warn(`Requests of another process could not be read: ${String(error)}`));
  };
  const active = new Set<Promise<unknown>>();

  const run = runner(executor, openExecutions, saving);
  const idle = async (): Promise<void> => {
    for (await executor.idle(); active.size > 0; await executor.idle()) await Promise.allSettled(active);
  };

  return {
    dataDir,
    knowWorkflow: (workflow) => {
      if (workflow.id !== undefined) known.set(String(workflow.id), workflow);
    },
    run: (request) => {
      const done = run(request).finally(() => active.delete(done));
      active.add(done);
      return done;
    },
    savedWorkflow: async (id) => (await openStore()).workflows.get(id),
    standing: (...asked) => executor.standing(...asked),
    executions: openExecutions,
    idle,
    stopRuns: (reason) => executor.stop(reason),
    stop: async () => {
      executor.stop();
      await idle();
      made?.underWay.stopRepeating();
      await made?.idle();
      clearInterval(watch);
      const closing = [
        () => sandbox.stop(),
        () => parsing.stop(),
        () => http.close(),
        async () => (await openStore.made)?.close(),
        async () => (await openInstance.made)?.release(),
      ];
      const failures: unknown[] = [];
      for (const close of closing) await close().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
