// Results of earlier manual runs from which a partial run starts: read from the database, or from memory if they were not saved.
import { AppError } from '../../contract/errors.ts';
import type { EarlierResults } from '../../contract/rest/workflows.ts';
import type { RunData, TaskData } from '../../contract/run-data.ts';
import { jsonChunks } from '../../execution/index.ts';
import { roughSize } from '../../push/event-size.ts';
import type { Store } from '../../store/index.ts';
import type { ExecutionService } from '../executions/executions.ts';
import type { LaunchedRun } from '../executions/run-launcher.ts';
import type { TeamCalls } from '../team-calls.ts';
import type { Asker } from '../access.ts';

export interface EarlierRunsPorts {
  readonly executions: Pick<ExecutionService, 'get'>;
  readonly store: Pick<Store, 'executions' | 'pack' | 'unpack'>;
  /** Throws EXECUTION_NOT_FOUND if the caller may not see the execution. */
  readonly assertVisible: (executionId: string, asker: Asker) => Promise<void>;
  /** The other servers on the same database. Default: none. */
  readonly team?: Pick<TeamCalls, 'tell' | 'on' | 'serve' | 'first'>;
}

/**
 * `bytes`: maximum size of all unsaved results. `runs`: maximum number of runs per editor and workflow. `unpacked`: size in bytes above which
 * results are compressed.
 */
const limits = { bytes: 64 * 1024 * 1024, runs: 20, unpacked: 512 * 1024 };

/** Topic of calls for results that another server has. */
const UNSAVED = 'unsaved results';
/** Reply of a server at which the execution has just ended, and is stored. */
const storedByNow = 'stored';
const unfinished: ReadonlySet<string> = new Set(['new', 'running']);

interface Requested {
  readonly executionId: string;
  readonly editorKey: string;
}

interface Unsaved {
  /** The editor session and the workflow that may use the results. */
  readonly editorKey: string;
  readonly results: RunData | Uint8Array;
  readonly size: number;
}

export class EarlierRuns {
  readonly #ports: EarlierRunsPorts;
  /** By execution id, oldest first. */
  readonly #unsaved = new Map<string, Unsaved>();
  /** Runs that have ended but may still be stored, by execution id. */
  readonly #ending = new Map<string, Promise<void>>();
  #bytes = 0;

  constructor(ports: EarlierRunsPorts) {
    this.#ports = ports;
    ports.team?.serve(UNSAVED, (body) => this.#reply(body as unknown as Requested));
  }

  /**
   * Keeps the results of a manual run in memory unless they are stored. `place`: the editor session and the workflow; undefined without a
   * session.
   */
  follow(run: LaunchedRun, editorKey: string | undefined): void {
    const ending = run.done
      .then(async ({ executionId, result }) => {
        const isStored = (await this.#ports.store.executions.get(executionId)) !== undefined;
        if (!isStored && editorKey !== undefined) await this.#save(editorKey, executionId, result.resultData.runData);
      })
      .catch(() => undefined)
      .finally(() => this.#ending.delete(run.executionId));
    this.#ending.set(run.executionId, ending);
  }

  /** Returns the requested results, keyed by the current names of their nodes. Throws RESULTS_GONE if any of them is no longer available. */
  async read(requested: EarlierResults, editorKey: string | undefined, asker: Asker): Promise<RunData> {
    const results = Object.create(null) as { [nodeName: string]: TaskData[] };
    const runDataById = new Map<string, RunData | undefined>();
    const missingIds: string[] = [];
    for (const [name, { executionId, node = name }] of Object.entries(requested)) {
      if (!runDataById.has(executionId)) runDataById.set(executionId, await this.#runData(executionId, editorKey, asker));
      const runData = runDataById.get(executionId);
      const runs = runData !== undefined && Object.hasOwn(runData, node) ? runData[node] : undefined;
      if (runs === undefined) missingIds.push(name);
      else results[name] = runs;
    }
    if (missingIds.length === 0) return results;
    const names = missingIds.map((name) => `"${name}"`).join(', ');
    throw new AppError(
      'RESULTS_GONE',
      `The earlier results of ${names} are no longer available. Run the workflow from its start, or send the results.`,
      { params: { nodes: missingIds } },
    );
  }

  async #runData(executionId: string, editorKey: string | undefined, asker: Asker): Promise<RunData | undefined> {
    const { store, team } = this.#ports;
    await this.#ending.get(executionId);
    const unsaved = this.#unsaved.get(executionId);
    if (unsaved !== undefined && unsaved.editorKey === editorKey) {
      const { results } = unsaved;
      return results instanceof Uint8Array ? ((await store.unpack(results)) as RunData) : results;
    }
    const stored = await this.#stored(executionId, asker);
    if (stored !== undefined || editorKey === undefined) return stored;
    const reply = await team?.first(UNSAVED, { executionId, editorKey });
    if (reply === storedByNow) return this.#stored(executionId, asker);
    return typeof reply === 'string' ? ((await store.unpack(Buffer.from(reply, 'base64'))) as RunData) : undefined;
  }

  async #stored(executionId: string, asker: Asker): Promise<RunData | undefined> {
    const { executions, assertVisible } = this.#ports;
    try {
      await assertVisible(executionId, asker);
    } catch {
      return undefined;
    }
    const execution = await executions.get(executionId);
    return unfinished.has(execution?.record.status ?? '') ? undefined : execution?.payload?.resultData?.runData;
  }

  /** Replies to another server with the packed results of an editor session's run. */
  async #reply({ executionId, editorKey }: Requested): Promise<string | undefined> {
    const ending = this.#ending.get(executionId);
    await ending;
    const unsaved = this.#unsaved.get(executionId);
    if (unsaved === undefined) return ending === undefined ? undefined : storedByNow;
    if (unsaved.editorKey !== editorKey) return undefined;
    const { results } = unsaved;
    const packed = results instanceof Uint8Array ? results : await this.#ports.store.pack(jsonChunks(results));
    return Buffer.from(packed).toString('base64');
  }

  async #save(editorKey: string, executionId: string, runData: RunData): Promise<void> {
    const lists = Object.values(runData).flatMap((runs) => runs.flatMap(({ data }) => Object.values(data ?? {}).flat()));
    const live = lists.reduce((sum, list) => sum + roughSize(list), 0);
    const results = live > limits.unpacked ? await this.#ports.store.pack(jsonChunks(runData)) : runData;
    const size = results instanceof Uint8Array ? results.byteLength : live;
    this.#unsaved.set(executionId, { editorKey, results, size });
    this.#bytes += size;
    const ofPlace = [...this.#unsaved].filter(([, unsaved]) => unsaved.editorKey === editorKey);
    for (const [id] of ofPlace.slice(0, -limits.runs)) this.#forget(id);
    for (const oldest of this.#unsaved.keys()) {
      if (this.#bytes <= limits.bytes) break;
      this.#forget(oldest);
    }
  }

  #forget(executionId: string): void {
    this.#bytes -= this.#unsaved.get(executionId)?.size ?? 0;
    this.#unsaved.delete(executionId);
  }
}
