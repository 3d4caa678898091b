// The workflows and executions of a data folder for single runs, opened when they are first used.
import { ids, type StoreAccess } from './components.ts';
import type { JsonObject } from './contract/json.ts';
import type { WorkflowFile } from './contract/workflow.ts';
import { Principal, systemClock, type AdmittedWorkflow, type Executor, type StaticDataPort } from './execution/index.ts';
import { once } from './once.ts';
import type { Logger } from './sdk/index.ts';
import type { ExecutionServicePorts } from './services/executions/execution-ports.ts';
import { ExecutionService } from './services/executions/executions.ts';
import { SavedFiles } from './services/executions/saved-files.ts';
import type { SavingDefaults } from './services/executions/saving-rules.ts';
import { WorkflowStates } from './services/executions/workflow-states.ts';
import { Principals } from './services/principals.ts';

/** Milliseconds between two checks for requests of other processes. */
const FOLLOW_EVERY = 1000;

/**
 * Identity of a workflow that is run from a file: it acts on behalf of the instance owner, since access to the data folder gives access to
 * everything in it. Its id only says which files on the command line may call each other.
 */
export const ofFile = ({ id }: WorkflowFile): Principal =>
  Principal.ofPerson(null, id === undefined ? undefined : { id: String(id), ownerId: null });

/** Workflows that can be called by their ids: files, and the workflows of a data folder with their static data. That of files is not stored. */
export class RunnerWorkflows implements StaticDataPort {
  readonly #storeAccess: StoreAccess;
  readonly #callsSaved: boolean;
  readonly #files = new Map<string, AdmittedWorkflow>();
  #states: WorkflowStates | undefined;

  /** `callsSaved`: whether workflows of the data folder can be called. */
  constructor(storeAccess: StoreAccess, callsSaved: boolean) {
    this.#storeAccess = storeAccess;
    this.#callsSaved = callsSaved;
  }

  readonly #savedFiles = once(async () => {
    const { workflows, users } = await this.#storeAccess.open();
    const onStaticData = async (id: string, data: unknown): Promise<void> => (await this.states()).learn(id, data);
    return new SavedFiles({ workflows, principals: new Principals({ workflows, users }), onStaticData });
  });

  add(file: WorkflowFile): void {
    if (file.id !== undefined) this.#files.set(String(file.id), { file, principal: ofFile(file) });
  }

  /** Returns a workflow to call; undefined if the id is unknown. */
  async called(id: string): Promise<AdmittedWorkflow | undefined> {
    return this.#files.get(id) ?? (this.#callsSaved ? (await this.#savedFiles()).get(id) : undefined);
  }

  /** Returns a workflow from the database; undefined if the id is unknown. */
  async find(id: string): Promise<AdmittedWorkflow | undefined> {
    const { workflows, users } = await this.#storeAccess.open();
    const record = await workflows.find(id);
    if (record === undefined) return undefined;
    return { file: record.file, principal: await new Principals({ workflows, users }).ofWorkflow(record) };
  }

  async states(): Promise<WorkflowStates> {
    const { workflows, isShared } = await this.#storeAccess.open();
    this.#states ??= new WorkflowStates({ workflows, isShared });
    return this.#states;
  }

  get(id: string): ReturnType<StaticDataPort['get']> {
    return this.#files.has(id) ? undefined : this.#states?.get(id);
  }

  reader(id: string, known: unknown): (() => Promise<unknown>) | undefined {
    return this.#files.has(id) ? undefined : this.#states?.reader(id, known);
  }

  async save(id: string, ...change: [before: unknown, after: JsonObject]): Promise<void> {
    if (!this.#files.has(id)) await (await this.states()).save(id, ...change);
  }
}

export interface SavedExecutionsPorts {
  readonly executor: Executor;
  readonly storeAccess: StoreAccess;
  readonly workflows: RunnerWorkflows;
  readonly saving: SavingDefaults;
  readonly executionUrl: ExecutionServicePorts['executionUrl'];
  readonly logger: Logger;
}

export class SavedExecutions {
  readonly #ports: SavedExecutionsPorts;
  #watch: NodeJS.Timeout | undefined;
  #changes: number | undefined;

  constructor(ports: SavedExecutionsPorts) {
    this.#ports = ports;
  }

  readonly open = once(async (): Promise<ExecutionService> => {
    const { executor, storeAccess, workflows, saving, executionUrl, logger } = this.#ports;
    const store = await storeAccess.open();
    const service = new ExecutionService({
      executor,
      store,
      clock: systemClock,
      ids,
      logger,
      instance: await storeAccess.instance(),
      principals: new Principals(store),
      states: await workflows.states(),
      saving: () => saving,
      ...(executionUrl === undefined ? {} : { executionUrl }),
    });
    executor.runCallsIn(service);
    await service.recover();
    const warn = (error: unknown): void => logger.warn(`Requests of another process could not be read: ${String(error)}`);
    this.#watch = setInterval(() => void this.#follow(service).catch(warn), FOLLOW_EVERY).unref();
    return service;
  });

  /** Waits until the results are saved. */
  async stop(): Promise<void> {
    const service = await this.open.result;
    service?.activeRuns.stopRepeating();
    await service?.idle();
    clearInterval(this.#watch);
  }

  /** A server on the same folder may ask this process to stop a run. */
  async #follow(service: ExecutionService): Promise<void> {
    const changes = (await this.#ports.storeAccess.open()).changesElsewhere();
    if (changes === this.#changes) return;
    this.#changes = changes;
    await service.followOthers();
  }
}
