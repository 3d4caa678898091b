// Starts and resumes runs, and stores their start, progress, checkpoints and end.
import { AppError } from '../../contract/errors.ts';
import type { RunResult } from '../../contract/run-data.ts';
import type { AdmittedRequest, CallLink, Executor, RunningExecution, RunOutcome, StartRequest, StoredRunState } from '../../execution/index.ts'; // oxfmt-ignore
import type { Logger } from '../../sdk/index.ts';
import type { Claim, ExecutionRecord, ExecutionWriter, Store } from '../../store/index.ts';
import type { ActiveRuns, SavedOutcome } from './active-runs.ts';
import { Checkpoints } from './checkpoints.ts';
import type { ExecutionPacker, Origin, StartData } from './execution-packer.ts';
import { ProgressSaver } from './progress-saver.ts';
import type { SavingRules } from './saving-rules.ts';

export interface RunLauncherPorts {
  readonly store: Store;
  readonly executor: Pick<Executor, 'start' | 'resume'>;
  readonly packer: ExecutionPacker;
  readonly activeRuns: ActiveRuns;
  readonly logger: Logger;
}

/** A run to start or resume. */
export interface Launch {
  readonly record: ExecutionRecord;
  /** What the executor runs. */
  readonly request: AdmittedRequest;
  /** State from which the run continues; absent for a run from its start. */
  readonly state?: StoredRunState;
  /** Result of a run whose start node has failed already: nothing runs. */
  readonly result?: RunResult;
  readonly rules: SavingRules;
  /** Start data of a new execution; absent for one whose start is stored. */
  readonly start?: StartData;
  /** The crashed execution for which an error workflow is started; stored together with the start. */
  readonly reports?: string;
  /** The run begins only once this is committed, together with the start if that is saved. */
  readonly claim?: Claim | undefined;
  readonly origin: Origin;
  /** Ids of its input files that its start data does not contain. */
  readonly files?: readonly string[];
  /** Present for a called workflow whose caller is running. */
  readonly link?: CallLink;
  /** Called when the run has ended, before its end is stored. */
  readonly onOver?: (outcome: RunOutcome) => void;
}

/** An execution in progress. */
export interface LaunchedRun {
  readonly executionId: string;
  /** Resolves once the start is stored, or immediately if it is not saved; rejects if it cannot be stored. */
  readonly started: Promise<void>;
  /** Rejects only if the workflow cannot start. */
  readonly done: Promise<SavedOutcome>;
}

/** Executor options that depend on how the execution is stored. */
type SavingOptions = Pick<StartRequest, 'executionId' | 'onProgress' | 'stored' | 'checkpoint' | 'checkpointCaller'>;

export class RunLauncher {
  readonly #ports: RunLauncherPorts;

  constructor(ports: RunLauncherPorts) {
    this.#ports = ports;
  }

  /** Stores the start of a new execution, begins its run, and stores its end. Throws STORE_FAILED. */
  launch(launch: Launch): LaunchedRun & Pick<RunningExecution, 'stop'> {
    const { packer, activeRuns, logger } = this.#ports;
    const { record, request, origin, start, rules, reports, claim, link, onOver } = launch;
    const isStartSaved = start !== undefined && (rules.fromStart || reports !== undefined);
    const writer = this.#writer(launch, isStartSaved ? claim : undefined);
    if (isStartSaved) this.assertWritable();
    const started = isStartSaved ? writer.saveStart() : this.#claimed(claim);
    if (start !== undefined && !isStartSaved) this.#claimFiles(writer);
    const progress = rules.progress ? this.#progress(writer, origin, started) : undefined;
    const checkpoints = new Checkpoints({ writer, packer, origin, started, progress, logger });
    const begin = (): RunningExecution =>
      this.#run(launch, {
        executionId: record.id,
        onProgress: progress?.reached,
        stored: isStartSaved ? started : undefined,
        checkpoint: checkpoints,
        checkpointCaller: link?.checkpointCaller,
      });
    const run = claim === undefined ? begin() : runAfter(started, record.id, begin);
    started.catch((error: AppError) => run.stop(error));
    const done = activeRuns.follow({
      run,
      writer,
      request,
      rules,
      origin,
      link,
      isResumed: start === undefined,
      onOver,
      stopSaving: async () => {
        await progress?.close();
        await checkpoints.close();
      },
    });
    return { executionId: record.id, started, done, stop: (reason) => run.stop(reason) };
  }

  /** Throws STORE_FAILED while the database cannot be written to, since the run could not be saved. */
  assertWritable(): void {
    const { health } = this.#ports.store;
    if (!health.isOk)
      throw new AppError(
        'STORE_FAILED',
        `The database could not be written: ${health.reason}. Nothing is started until it can be written again.`,
      );
  }

  /** `claim`: stored with the start. */
  #writer({ record, request: { workflow }, start, origin, files, reports }: Launch, claim: Claim | undefined): ExecutionWriter {
    const { store, packer } = this.#ports;
    if (start === undefined) return store.executions.storedWriter(record);
    return store.executions.writer(packer.start(record, { workflow, start, origin, files, reports, claim }));
  }

  /** Commits the claim of a run whose start is not saved. */
  async #claimed(claim: Claim | undefined): Promise<void> {
    if (claim !== undefined) await this.#ports.store.triggerClaims.write(claim);
  }

  #run({ record, request, state, result }: Launch, saving: SavingOptions): RunningExecution {
    const { executor } = this.#ports;
    if (result !== undefined) return endedRun(record.id, result);
    return state === undefined ? executor.start({ ...request, ...saving }) : executor.resume({ ...request, ...saving }, state);
  }

  #claimFiles(writer: ExecutionWriter): void {
    const { id: executionId } = writer.record;
    writer
      .claimFiles()
      .catch((error: unknown) =>
        this.#ports.logger.warn(`The files of the execution ${executionId} could not be stored: ${String(error)}`, { executionId }),
      );
  }

  #progress(writer: ExecutionWriter, origin: Origin, started: Promise<void>): ProgressSaver {
    const { packer, logger } = this.#ports;
    const { id: executionId } = writer.record;
    return new ProgressSaver({
      started,
      save: async (step, index) => writer.saveStep(await packer.step(step, index, origin)),
      onFailure: (error) =>
        logger.warn(`The progress of the execution ${executionId} could not be saved: ${String(error)}`, { executionId }),
    });
  }
}

/** A run that begins once `started` resolves, and fails if it rejects. */
function runAfter(started: Promise<void>, executionId: string, begin: () => RunningExecution): RunningExecution {
  let run: RunningExecution | undefined;
  let stopEarly: (() => void) | undefined;
  const done = started.then(() => {
    run = begin();
    stopEarly?.();
    return run.done;
  });
  return {
    executionId,
    done,
    stop: (reason) => {
      stopEarly = () => run?.stop(reason);
      stopEarly();
    },
  };
}

/** A run that has ended before it began. */
const endedRun = (executionId: string, result: RunResult): RunningExecution => ({
  executionId,
  done: Promise.resolve({ executionId, result }),
  stop: () => undefined,
});
