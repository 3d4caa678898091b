// Executions for the user interface: list, details, running executions, and deletion.
import { AppError, errorCodeOf } from '../../contract/errors.ts';
import type { ExecutionStatus, RunData, RunResult } from '../../contract/run-data.ts';
import type { ExecutionAnnotation, ExecutionStatistics, ExecutionSummary } from '../../contract/rest/executions.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { askingRuns, slicedJsonChunks, waitingRun, type RunOutcome } from '../../execution/index.ts';
import type { ExecutionFilter, ExecutionRecord, Page, Store, WordQuery } from '../../store/index.ts';
import { ownOnly, visibleWorkflow, type Asker } from '../access.ts';
import { statisticsOf } from './execution-statistics.ts';
import { customMatch, filterFields, filterOf, timeOf } from './execution-filters.ts';
import { matchOf, propertyMatches } from './execution-words.ts';
import { checkedFilter, parseFilter } from '../request-filter.ts';
import type { ExecutionService } from './executions.ts';
import type { StoredExecution } from './stored-executions.ts';

export interface ExecutionListPorts {
  readonly store: Store;
  readonly executions: ExecutionService;
  /** Whether the words of the data are indexed. */
  readonly canSearch: boolean;
  /** Returns the time zone of the instance. */
  readonly zone: () => string;
}

/** Maximum number of rows to count; beyond it the count is estimated. */
const COUNTED = 10_000;
/** The same for a search, whose matches are each looked up. */
const COUNTED_MATCHES = 1000;
const PAGE = 20;
/** Number of executions that match a search and are deleted at once. */
const REMOVED_AT_ONCE = 250;
/** Maximum number of queued executions listed with the running ones. */
const QUEUED = 100;
const over: readonly ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled', 'waiting'];

/** Statuses of executions whose payload is stored in one piece and returned unchanged. */
const written: ReadonlySet<ExecutionStatus> = new Set(['success', 'error', 'canceled']);

/** An execution with its data. */
export interface ExecutionDetail extends ExecutionSummary {
  /** Name of the node up to which a manual run was requested. */
  readonly executedNode?: string;
  readonly data: unknown;
  readonly workflowData: WorkflowFile | null;
}

export class ExecutionListService {
  readonly #ports: ExecutionListPorts;

  constructor(ports: ExecutionListPorts) {
    this.#ports = ports;
  }

  /** Returns finished and waiting executions, latest first. `filter`: JSON text. Throws BAD_REQUEST. */
  async list(
    asker: Asker,
    filter: string | undefined,
    page: Partial<Page>,
  ): Promise<{ results: ExecutionSummary[]; count: number; estimated: boolean }> {
    const { executionList, executionSearch } = this.#ports.store;
    const { requested, match } = this.#requested(asker, filter);
    const requestedPage = { limit: PAGE, ...page };
    const [records, count] = await (match === undefined
      ? Promise.all([executionList.list(requested, requestedPage), executionList.count(requested, COUNTED + 1)])
      : Promise.all([executionSearch.list(match, requested, requestedPage), executionSearch.count(match, requested, COUNTED_MATCHES + 1)]));
    const counted = match === undefined ? COUNTED : COUNTED_MATCHES;
    return { results: await this.#summaries(asker, records), count: Math.min(count, counted), estimated: count > counted };
  }

  /** Returns statistics of the executions that `list` would return on all its pages. Throws BAD_REQUEST. */
  async statistics(asker: Asker, filter: string | undefined): Promise<ExecutionStatistics> {
    const { executionList, executionSearch } = this.#ports.store;
    const { requested, match } = this.#requested(asker, filter);
    let isCut = false;
    const spans = match === undefined ? executionList.spans(requested) : executionSearch.spans(match, requested, () => (isCut = true));
    const statistics = await statisticsOf(spans, this.#ports.zone());
    return { ...statistics, isPartial: statistics.isPartial || isCut };
  }

  #requested(asker: Asker, filter: string | undefined): { readonly requested: ExecutionFilter; readonly match: WordQuery | undefined } {
    const fields = parseFilter(filter, filterFields);
    return { requested: { statuses: over, ...filterOf(fields), ...ownOnly(asker) }, match: this.#matchOf(fields) };
  }

  /** Returns the query that finds what the filter searches for; undefined if it searches for nothing. Throws BAD_REQUEST. */
  #matchOf(fields: Readonly<Record<string, unknown>>): WordQuery | undefined {
    const { search, customData } = fields;
    const matches = [
      search === undefined ? undefined : matchOf(String(search)),
      customData === undefined ? undefined : customMatch(customData),
    ];
    const all = matches.filter((match) => match !== undefined);
    if (all.length === 0) return undefined;
    if (this.#ports.canSearch) return [...all.flat(), ...propertyMatches(filterOf(fields))];
    throw new AppError('BAD_REQUEST', 'The data of executions is not indexed on this instance.', {
      params: { field: 'filter' },
      hint: 'Set MILLRACE_EXECUTION_SEARCH to true, and restart Millrace.',
    });
  }

  /** Returns the running executions of all processes that use the data folder, followed by the latest queued ones; latest first. */
  async current(asker: Asker, filter: string | undefined): Promise<ExecutionSummary[]> {
    const executionFilter = filterOf(parseFilter(filter, filterFields));
    const { workflowId, statuses, mode, startedAfter = 0, startedBefore = Infinity } = executionFilter;
    const queued =
      statuses === undefined || statuses.includes('new')
        ? await this.#ports.store.executionList.list({ ...executionFilter, statuses: ['new'], ...ownOnly(asker) }, { limit: QUEUED })
        : [];
    const { activeRuns, otherInstances } = this.#ports.executions;
    const running = [...activeRuns.records(), ...(await otherInstances.running())]
      .sort((a, b) => b.startedAt - a.startedAt)
      .filter(
        (record) =>
          (workflowId === undefined || record.workflowId === workflowId) &&
          (statuses === undefined || statuses.includes('running')) &&
          (mode === undefined || record.mode === mode) &&
          record.startedAt >= startedAfter &&
          record.startedAt < startedBefore,
      );
    const visible = running.filter((record) => isVisible(asker, record));
    const ids = new Set(visible.map(({ id }) => id));
    return this.#summaries(asker, [...visible, ...queued.filter(({ id }) => !ids.has(id))]);
  }

  /** Throws EXECUTION_NOT_FOUND. */
  async get(id: string, asker: Asker): Promise<ExecutionDetail> {
    const execution = await this.#ports.executions.get(id);
    if (execution === undefined || !isVisible(asker, execution.record, execution.payload?.startedBy)) throw notFound(id);
    const { resultData, start, executedNode } = execution.payload ?? {};
    const data = {
      ...(start === undefined ? {} : { startData: { startNode: start.startNode } }),
      resultData: withWaitingNode(resultData ?? { runData: {} }, execution),
    };
    return {
      ...(await this.#summary(asker, execution.record)),
      ...(executedNode === undefined ? {} : { executedNode }),
      data,
      workflowData: execution.workflow ?? null,
    };
  }

  /** Returns an execution without its data. Throws EXECUTION_NOT_FOUND. */
  async summary(id: string, asker: Asker): Promise<ExecutionSummary> {
    const { executions, store } = this.#ports;
    await this.assertVisible(id, asker);
    const record = executions.activeRuns.record(id) ?? (await store.executions.get(id));
    if (record === undefined) throw notFound(id);
    return this.#summary(asker, record);
  }

  /**
   * Like `get`, but returns JSON in chunks. The results of a finished execution are streamed: they are neither parsed nor held in memory as a
   * whole, unless only the nodes up to one were requested to run. `view`: what is returned besides the data.
   */
  async getText(
    id: string,
    asker: Asker,
    view: (summary: ExecutionSummary) => object = (summary) => summary,
  ): Promise<AsyncIterable<string | Uint8Array>> {
    const { store } = this.#ports;
    const record = await store.executions.get(id);
    const isOver = record !== undefined && written.has(record.status) && isVisible(asker, record);
    const packed = isOver ? await store.executions.payload(id) : undefined;
    const results = packed === undefined ? undefined : await store.firstMember(packed, 'resultData');
    if (!isOver || results === undefined) {
      const { data, workflowData, ...summary } = await this.get(id, asker);
      return slicedJsonChunks({ ...view(summary), data, workflowData });
    }
    const workflow = record.snapshot === undefined ? undefined : await store.executions.snapshot(record.snapshot);
    return detailText(view(await this.#summary(asker, record)), results, workflow === undefined ? ['null'] : store.unpackedText(workflow));
  }

  /** Throws EXECUTION_NOT_FOUND if the caller may not see the execution. */
  async assertVisible(id: string, asker: Asker): Promise<void> {
    const { executions, store } = this.#ports;
    const record = executions.activeRuns.record(id) ?? (await store.executions.get(id));
    if (record === undefined) throw notFound(id);
    if (isVisible(asker, record)) return;
    const execution = await executions.get(id);
    if (execution?.payload?.startedBy !== asker.userId) throw notFound(id);
  }

  /** Whether the list is empty or contains an execution that the caller may see. */
  async isAnyVisible(ids: readonly string[], asker: Asker): Promise<boolean> {
    for (const id of ids) {
      const isVisible = await this.assertVisible(id, asker).then(
        () => true,
        (error: unknown) => {
          if (errorCodeOf(error) === 'EXECUTION_NOT_FOUND') return false;
          throw error;
        },
      );
      if (isVisible) return true;
    }
    return ids.length === 0;
  }

  /** Stores a note on an execution (an empty one removes it), or highlights it, so that it is not pruned. Throws EXECUTION_NOT_FOUND, BAD_REQUEST. */
  async annotate(id: string, { note, isHighlighted }: ExecutionAnnotation, asker: Asker): Promise<ExecutionSummary> {
    await this.assertVisible(id, asker);
    const text = note?.trim();
    const stored = await this.#ports.store.executions.annotate(id, {
      ...(text === undefined ? {} : { note: text === '' ? null : text }),
      ...(isHighlighted === undefined ? {} : { isHighlighted }),
    });
    if (!stored) throw notFound(id);
    return this.summary(id, asker);
  }

  /** Stops a running or waiting execution. Throws EXECUTION_NOT_FOUND. */
  async stop(id: string, asker: Asker): Promise<ExecutionSummary> {
    await this.assertVisible(id, asker);
    return this.#summary(asker, await this.#ports.executions.stop(id));
  }

  /**
   * Retries a failed execution with the saved workflow or with the version that ran. Returns the outcome once the retry has ended or waits.
   */
  async retry(id: string, asker: Asker, withSavedWorkflow: boolean): Promise<RunOutcome> {
    await this.assertVisible(id, asker);
    const { executions, store } = this.#ports;
    const record = await store.executions.get(id);
    if (record === undefined) throw notFound(id);
    const workflow = withSavedWorkflow ? (await visibleWorkflow(store.workflows, record.workflowId, asker)).file : undefined;
    return (await executions.retry(id, asker.userId, workflow)).done;
  }

  /** Deletes executions by id, or those that started before a time, and returns their number. Running executions are not deleted. Throws BAD_REQUEST. */
  async remove(
    asker: Asker,
    requested: { readonly ids?: readonly string[]; readonly deleteBefore?: string; readonly filters?: unknown },
  ): Promise<number> {
    const { executions } = this.#ports;
    // Running executions cannot be deleted, so executions whose process has ended are marked as crashed first.
    await executions.recover();
    if (requested.ids !== undefined) return executions.remove({ ids: requested.ids, ...ownOnly(asker) });
    if (requested.deleteBefore === undefined) {
      throw new AppError('BAD_REQUEST', 'Specify the executions to delete: `ids`, or `deleteBefore` with a time.');
    }
    const startedBefore = timeOf(requested.deleteBefore, 'deleteBefore');
    const fields = checkedFilter(requested.filters ?? {}, filterFields);
    const filter = filterOf(fields);
    const earlier = { ...filter, startedBefore: Math.min(startedBefore, filter.startedBefore ?? startedBefore), ...ownOnly(asker) };
    const match = this.#matchOf(fields);
    return match === undefined ? executions.remove(earlier) : this.#removeMatching(match, earlier);
  }

  async #removeMatching(match: WordQuery, filter: ExecutionFilter): Promise<number> {
    const { executions, store } = this.#ports;
    for (let deleted = 0; ;) {
      const found = await store.executionSearch.list(match, filter, { limit: REMOVED_AT_ONCE });
      const count = found.length === 0 ? 0 : await executions.remove({ ...filter, ids: found.map(({ id }) => id) });
      deleted += count;
      if (count === 0) return deleted;
    }
  }

  /** The caller may belong to another user: the calling execution is included only if the asker may see it. */
  async #summaries(asker: Asker, records: readonly ExecutionRecord[]): Promise<ExecutionSummary[]> {
    const { store, executions } = this.#ports;
    const callers = records.flatMap(({ parent }) => (parent === undefined ? [] : [parent.id]));
    const own = ownOnly(asker);
    const stored = await store.executionList.stored(callers, own);
    return records.map((record) => {
      const { id } = record.parent ?? {};
      if (id === undefined) return this.#summaryOf(record, 'hidden');
      const running = executions.activeRuns.record(id);
      if (stored.has(id) || (running !== undefined && isVisible(asker, running))) return this.#summaryOf(record, 'listed');
      // Members do not learn about executions that may belong to others.
      return this.#summaryOf(record, own.ownerId === undefined ? 'missing' : 'hidden');
    });
  }

  async #summary(asker: Asker, record: ExecutionRecord): Promise<ExecutionSummary> {
    const [summary] = await this.#summaries(asker, [record]);
    return summary ?? this.#summaryOf(record, 'hidden');
  }

  #summaryOf(record: ExecutionRecord, caller: 'listed' | 'missing' | 'hidden'): ExecutionSummary {
    return summaryOf(record, caller, this.#ports.executions.otherInstances.isLost(record));
  }
}

/** Members see the executions that belong to them. `startedBy`: as stored by earlier versions, whose rows name no owner. */
const isVisible = ({ role, userId }: Asker, { ownerId }: ExecutionRecord, startedBy?: string | null): boolean =>
  role !== 'member' || ownerId === userId || startedBy === userId;

async function* detailText(
  summary: object,
  results: AsyncIterable<Uint8Array>,
  workflow: Iterable<string> | AsyncIterable<Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  yield `${JSON.stringify(summary).slice(0, -1)},"data":{"resultData":`;
  yield* results;
  yield '},"workflowData":';
  yield* workflow;
  yield '}';
}

const notFound = (id: string): AppError =>
  new AppError('EXECUTION_NOT_FOUND', `Execution with id "${id}" could not be found.`, { params: { id } });

/** Adds the node that waits, or the nodes that wait for answers. */
function withWaitingNode(resultData: RunResult['resultData'], { record, payload }: StoredExecution): RunResult['resultData'] {
  const state = record.status === 'waiting' ? payload?.state : undefined;
  if (state === undefined) return resultData;
  const since = record.stoppedAt ?? record.startedAt;
  const waiting = [waitingRun(state, since), ...askingRuns(state, since)].filter((run) => run !== undefined);
  if (waiting.length === 0) return resultData;
  // Names of nodes are user input.
  const runData = Object.assign(Object.create(null) as RunData, resultData.runData);
  for (const { node, task } of waiting) runData[node] = [...(Object.hasOwn(runData, node) ? (runData[node] ?? []) : []), task];
  return { ...resultData, runData };
}

const iso = (time: number): string => new Date(time).toISOString();

/** Returns the row of an execution as the user interface shows it. `isLost`: the process that ran it has ended. */
function summaryOf(record: ExecutionRecord, caller: 'listed' | 'missing' | 'hidden', isLost: boolean): ExecutionSummary {
  return {
    id: record.id,
    finished: record.status === 'success',
    mode: record.mode,
    status: record.status,
    startedAt: iso(record.startedAt),
    ...endTime(record, isLost),
    workflowId: record.workflowId,
    workflowName: record.workflowName,
    ...(record.waitTill === undefined ? {} : { waitTill: iso(record.waitTill) }),
    ...(record.retryOf === undefined ? {} : { retryOf: record.retryOf }),
    ...(record.retrySuccessId === undefined ? {} : { retrySuccessId: record.retrySuccessId }),
    ...(record.lastNode === undefined ? {} : { lastNodeExecuted: record.lastNode }),
    ...(record.errorMessage === undefined ? {} : { errorMessage: record.errorMessage }),
    ...(record.note === undefined ? {} : { note: record.note }),
    ...(record.isHighlighted === true ? { isHighlighted: true } : {}),
    ...(record.expiresAt === undefined ? {} : { expiresAt: iso(record.expiresAt) }),
    ...(record.parent === undefined || caller === 'hidden'
      ? {}
      : {
          parentExecution: {
            executionId: record.parent.id,
            workflowId: record.parent.workflowId,
            ...(caller === 'missing' ? { isMissing: true } : {}),
          },
        }),
  };
}

/** If the process of an execution has ended, the time at which the execution ended is unknown. */
function endTime({ status, stoppedAt }: ExecutionRecord, isLost: boolean): Pick<ExecutionSummary, 'stoppedAt'> {
  if (isLost || status === 'crashed') return { stoppedAt: null };
  return stoppedAt === undefined || status === 'running' || status === 'new' ? {} : { stoppedAt: iso(stoppedAt) };
}
