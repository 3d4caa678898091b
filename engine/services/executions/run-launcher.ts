// Starts and resumes runs, and stores their start, progress, checkpoints and end.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { CallLink, Checkpoint, Principal, RunListener, RunningExecution, RunOutcome, RunProgress, StartRequest } from '../../execution/index.ts'; // oxfmt-ignore
import type { Logger } from '../../sdk/index.ts';
import type { ExecutionBegin, ExecutionRecord, Store } from '../../store/index.ts';
import type { ExecutionKeeper, Origin, StartData } from './keeper.ts';
import { ProgressSaver } from './progress-saver.ts';
import type { KeptOutcome, RunsUnderWay, StartWrite } from './runs-under-way.ts';
import type { SavingRules } from './saving-rules.ts';

export interface RunLauncherPorts {
  readonly store: Store;
  readonly keeper: ExecutionKeeper;
  readonly underWay: RunsUnderWay;
  readonly logger: Logger;
}

/** Executor options that apply to every run. */
type Given = Pick<StartRequest, 'executionId' | 'onProgress' | 'listener' | 'stored' | 'checkpoint' | 'checkpointCaller'>;

/** A run to start or resume. */
export interface Launch {
  readonly record: ExecutionRecord;
  readonly workflow: WorkflowFile;
  readonly principal: Principal;
  /** Static data of the run, if it is newer than that of the file. */
  readonly staticData?: JsonObject;
  readonly rules: SavingRules;
  /** Start data of a new execution; absent for a resumed one. */
  readonly start?: StartData;
  /** The crashed execution for which an error workflow is started; stored together with the start. */
  readonly reports?: string;
  readonly origin: Origin;
  /** Ids of its input files that its start data does not contain. */
  readonly files?: readonly string[];
  readonly listener?: RunListener;
  /** Present for a called workflow whose caller is running. */
  readonly link?: CallLink;
  /** Called when the run has ended, before its end is stored. */
  readonly onOver?: (outcome: RunOutcome) => void;
  readonly begin: (given: Given) => RunningExecution;
}

/** An execution in progress. */
export interface KeptRun {
  readonly executionId: string;
  /** Resolves once the start is stored, or immediately if it is not saved; rejects if it cannot be stored. */
  readonly started: Promise<void>;
  /** Rejects only if the workflow cannot start. */
  readonly done: Promise<KeptOutcome>;
}

const started = Promise.resolve();

export class RunLauncher {
  readonly #ports: RunLauncherPorts;

  constructor(ports: RunLauncherPorts) {
    this.#ports = ports;
  }

  /** Stores the start of a new execution, begins its run, and stores its end. Throws STORE_FAILED. */
  launch({
    record,
    workflow,
    principal,
    staticData,
    rules,
    start,
    reports,
    origin,
    files,
    listener,
    link,
    onOver,
    begin,
  }: Launch): KeptRun {
    const { keeper, underWay } = this.#ports;
    const beginning = start === undefined ? undefined : keeper.beginning(record, workflow, start, origin, files);
    const begun = beginning === undefined || reports === undefined ? beginning : { ...beginning, reports };
    const isNoted = begun !== undefined && (rules.fromStart || reports !== undefined);
    if (!isNoted && begun?.files !== undefined) this.#claim(record, begun.files());
    if (isNoted) this.assertWritable();
    const noted = isNoted ? keeper.begin(begun) : started;
    const write: StartWrite = { isNoted: isNoted || start === undefined };
    const progress = rules.progress ? this.#progress(record.id, origin, noted) : undefined;
    const pauses = new Pauses(this.#ports, { id: record.id, origin, noted, write, begun, progress });
    const run = begin({
      executionId: record.id,
      onProgress: progress?.reached,
      listener,
      stored: isNoted ? noted : undefined,
      checkpoint: pauses,
      checkpointCaller: link?.checkpointCaller,
    });
    noted.catch((error: AppError) => {
      write.failure = error;
      run.stop(error);
    });
    const before = staticData ?? workflow.staticData;
    const settle = async (): Promise<void> => {
      await progress?.close();
      await pauses.close();
    };
    const isTakenUp = start === undefined;
    const followed = { workflow, principal, before, rules, settle, begun, start: write, origin, link, isTakenUp, onOver };
    return { executionId: record.id, started: noted, done: underWay.follow(run, record, followed) };
  }

  /** Assigns files to an execution if they are not stored with its start. */
  #claim({ id, instance }: ExecutionRecord, files: readonly string[]): void {
    const { store, logger } = this.#ports;
    store.files
      .claimNow(id, files, instance)
      .catch((error: unknown) => logger.warn(`The files of the execution ${id} could not be noted: ${String(error)}`, { executionId: id }));
  }

  /** Throws STORE_FAILED while the database cannot be written to, since the run could not be saved. */
  assertWritable(): void {
    const { health } = this.#ports.store;
    if (!health.isOk)
      throw new AppError('STORE_FAILED', `The database could not be written: ${health.reason}. Nothing is started until then.`);
  }

  #progress(executionId: string, origin: Origin, noted: Promise<void>): ProgressSaver {
    const { keeper, logger } = this.#ports;
    return new ProgressSaver({
      started: noted,
      save: (step, index) => keeper.keepProgress(executionId, step, index, origin),
      onFailure: (error) =>
        logger.warn(`The progress of the execution ${executionId} could not be saved: ${String(error)}`, { executionId }),
    });
  }
}

interface PausingRun {
  readonly id: string;
  readonly origin: Origin;
  readonly noted: Promise<void>;
  readonly write: StartWrite;
  readonly begun: ExecutionBegin | undefined;
  readonly progress: ProgressSaver | undefined;
}

/** Stores the checkpoints of one run. */
class Pauses implements Checkpoint {
  readonly #ports: RunLauncherPorts;
  readonly #run: PausingRun;
  #saving: Promise<void> = started;
  #isClosed = false;

  constructor(ports: RunLauncherPorts, run: PausingRun) {
    this.#ports = ports;
    this.#run = run;
  }

  save(progress: RunProgress, waitTill: number): Promise<void> {
    this.#saving = this.#save(progress, waitTill).catch((error: unknown) => this.#failed(error));
    return this.#saving;
  }

  async clear(): Promise<void> {
    await this.#ports.store.executions.progress.clearCheckpoint(this.#run.id).catch((error: unknown) => this.#failed(error));
  }

  /** Stops saving; resolves once the current save is done, so that the end is written after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#saving;
  }

  async #save(reached: RunProgress, waitTill: number): Promise<void> {
    const { id, origin, noted, write, begun, progress } = this.#run;
    const { keeper } = this.#ports;
    if (this.#isClosed) return;
    await progress?.settled();
    if (!write.isNoted && begun !== undefined) {
      await keeper.begin(begun);
      write.isNoted = true;
    }
    await noted;
    await keeper.keepCheckpoint(id, reached, waitTill, origin);
  }

  /** The run continues after a failed checkpoint; after a crash it would count as crashed. */
  #failed(error: unknown): void {
    const { id } = this.#run;
    this.#ports.logger.warn(`The checkpoint of the execution ${id} could not be stored: ${String(error)}`, { executionId: id });
  }
}
