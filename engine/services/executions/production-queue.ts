// The queue of production executions in the database: storing and claiming them, and starting them from stored data.
import { AppError } from '../../contract/errors.ts';
import type { ExecutionFinishedEvent, ExecutionQueuedEvent } from '../../contract/push.ts';
import type { ExecutionMode } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { AdmittedWorkflow, Clock, RunListener } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { ExecutionRecord, Instance, QueueClaim, Store, Team } from '../../store/index.ts';
import type { SavedOutcome } from './active-runs.ts';
import { ExecutionQueue, type ExecutionQueuePorts, type RunQueue } from './execution-queue.ts';
import { failedEnd, type ExecutionPacker } from './execution-packer.ts';
import type { Launch } from './run-launcher.ts';
import type { SavingRules } from './saving-rules.ts';
import type { RemoteRuns } from './remote-runs.ts';
import { originOf, storedExecution, storedState, type StoredExecution } from './stored-executions.ts';
import { TeamQueue } from './team-queue.ts';

export interface ProductionQueuePorts {
  readonly limit: number;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instance: Pick<Instance, 'id' | 'team'>;
  readonly listener?: RunListener;
  readonly packer: ExecutionPacker;
  /** Present on a team: callers on other servers. */
  readonly remote: RemoteRuns | undefined;
  /** Receives the ids of executions that are claimed in the database but have not started yet. */
  readonly claimed: Set<string>;
  readonly launch: ExecutionQueuePorts<Launch>['launch'];
  /** Throws STORE_FAILED while the database cannot be written to. */
  readonly assertWritable: () => void;
  readonly rulesOf: (workflow: WorkflowFile, mode: ExecutionMode) => SavingRules;
  /** Returns the stored workflow with its latest static data, and the identity of its run. */
  readonly admitted: (execution: StoredExecution) => Promise<AdmittedWorkflow | undefined>;
  readonly onQueue?: (event: ExecutionQueuedEvent | ExecutionFinishedEvent, record: ExecutionRecord) => void;
}

export function productionQueue(ports: ProductionQueuePorts): RunQueue<Launch> {
  const { store, instance, packer, claimed, remote, onQueue } = ports;
  const shared: Pick<ExecutionQueuePorts<Launch>, 'launch' | 'store' | 'onQueued' | 'onDropped'> = {
    launch: (launch) => {
      const run = ports.launch(launch);
      claimed.delete(launch.record.id);
      return run;
    },
    store: ({ record, request: { workflow }, start = {}, origin, reports, claim }) => {
      ports.assertWritable();
      return store.executions.writer(packer.start({ ...record, status: 'new' }, { workflow, start, origin, reports, claim })).saveStart();
    },
    onQueued: (record) => {
      const { id: executionId, workflowId, workflowName, mode } = record;
      onQueue?.({ type: 'executionQueued', executionId, workflowId, workflowName, mode }, record);
    },
    onDropped: (record, stoppedAt) => {
      const { id: executionId, workflowId } = record;
      onQueue?.({ type: 'executionFinished', executionId, workflowId, status: 'canceled', stoppedAt }, record);
    },
  };
  const { team } = instance;
  if (team !== undefined && remote !== undefined) return teamQueue({ ...ports, team, remote }, shared);
  const restore = async (id: string, startedAt: number, known: Launch | undefined): Promise<Launch> =>
    claimedLaunch(known ?? (await restored(ports, id)), startedAt, instance.id);
  const claim = async (id: string, startedAt: number): Promise<boolean> => {
    claimed.add(id);
    let isOurs = false;
    try {
      isOurs = await store.executions.queue.claim(id, instance.id, startedAt);
      return isOurs;
    } finally {
      if (!isOurs) claimed.delete(id);
    }
  };
  return new ExecutionQueue<Launch>({ ...ports, ...shared, stored: () => store.executions.queue.queued(), claim, restore });
}

function teamQueue(
  ports: ProductionQueuePorts & { readonly team: Team; readonly remote: RemoteRuns },
  shared: Pick<ExecutionQueuePorts<Launch>, 'launch' | 'store' | 'onQueued' | 'onDropped'>,
): RunQueue<Launch> {
  const { store, instance, logger, remote, team } = ports;
  const { messages } = team;
  const queue = new TeamQueue<Launch>({
    ...ports,
    ...shared,
    claim: claims(ports),
    restore: async ({ id, startedAt }, known) => claimedLaunch(known ?? (await restored(ports, id)), startedAt, instance.id),
    statuses: (ids) => store.executions.queue.statuses(ids),
    outcome: (id) => storedOutcome(store, id),
    tell: () =>
      void messages
        .send(QUEUED, null)
        .catch((error: unknown) => logger.warn(`Other servers could not be told of the queue: ${String(error)}`)),
  });
  messages.on(QUEUED, () => queue.look());
  remote.addCallers((id) => {
    const launch = queue.launchOf(id);
    if (launch === undefined) return undefined;
    return {
      responder: launch.request.responder,
      ended: (result) => {
        // What it waits for is stored; the other results are in the message.
        const outcome = result.status === 'waiting' ? storedOutcome(store, id) : Promise.resolve(undefined);
        outcome
          .then((stored) => queue.ranElsewhere(id, stored ?? { executionId: id, result }))
          .catch((error: unknown) => logger.warn(`A waiting execution could not be read: ${String(error)}`, { executionId: id }));
      },
    };
  });
  return queue;
}

/** Returns a function that takes queued executions. What a failed call may have taken is put back by the next one. */
function claims({ store, instance, clock, claimed }: ProductionQueuePorts): (most: number) => Promise<readonly ExecutionRecord[]> {
  const { queue } = store.executions;
  const recent = { workflows: new RecentIds(), users: new RecentIds() };
  let number = 0;
  let failed: Pick<QueueClaim, 'instance' | 'number'> | undefined;
  return async (most) => {
    if (failed !== undefined) await queue.putBack(failed);
    failed = { instance: instance.id, number: ++number };
    const { workflows, users } = recent;
    const startedAt = clock.now();
    const records = await queue.claimSome({ ...failed, startedAt, most, recent: { workflows: workflows.list(), users: users.list() } });
    failed = undefined;
    for (const { id, workflowId, ownerId = '' } of records) {
      claimed.add(id);
      workflows.add(workflowId);
      users.add(ownerId);
    }
    return records;
  };
}

/** Number of workflows and users whose last turn is remembered. */
const REMEMBERED = 100;

/** Ids in the order in which they were last added. */
class RecentIds {
  readonly #ids = new Set<string>();

  add(id: string): void {
    this.#ids.delete(id);
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > REMEMBERED && oldest !== undefined) this.#ids.delete(oldest);
  }

  list(): readonly string[] {
    return [...this.#ids];
  }
}

/** The topic of the message that executions are queued. */
const QUEUED = 'queued';

function claimedLaunch({ start: _stored, claim: _committed, ...launch }: Launch, startedAt: number, instance: string): Launch {
  return { ...launch, record: { ...launch.record, startedAt, instance }, rules: { ...launch.rules, fromStart: true } };
}

/** Returns how a stored execution has ended, or what it waits for; undefined if it is not stored. */
async function storedOutcome(store: Store, id: string): Promise<SavedOutcome | undefined> {
  const execution = await storedExecution(store, id);
  if (execution === undefined) return undefined;
  const { record, payload } = execution;
  const { status, mode, startedAt, stoppedAt = startedAt, waitTill } = record;
  const resultData = payload?.resultData ?? { runData: {} };
  const result = { status, mode, startedAt, stoppedAt, ...(waitTill === undefined ? {} : { waitTill }), resultData };
  const state = storedState(execution);
  return { executionId: id, result, ...(state === undefined ? {} : { state }) };
}

/** Restores a stored execution that has not run yet. If its data is incomplete, the execution ends as failed and the reason is thrown. */
async function restored({ store, claimed, clock, rulesOf, admitted, listener, remote }: ProductionQueuePorts, id: string): Promise<Launch> {
  const execution = await storedExecution(store, id);
  const start = execution?.payload?.start;
  const workflow = execution === undefined ? undefined : await admitted(execution);
  if (execution === undefined || workflow === undefined || start === undefined) {
    const failure = new AppError('EXECUTION_NOT_FOUND', `The start data of the queued execution ${id} are missing.`, { params: { id } });
    claimed.delete(id);
    if (execution !== undefined) await store.executions.storedWriter(execution.record).saveEnd(failedEnd(failure, clock.now()));
    throw failure;
  }
  const { record } = execution;
  const { file, principal } = workflow;
  const origin = originOf(execution);
  const responder = remote?.responderFor(id, origin.caller);
  return {
    record,
    request: { ...start, workflow: file, principal, mode: record.mode, listener, ...(responder === undefined ? {} : { responder }) },
    rules: rulesOf(file, record.mode),
    origin,
  };
}
