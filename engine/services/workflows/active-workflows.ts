// Active workflows: activates their webhooks and triggers, and holds their files in memory, so that production runs do not read the database.
import { AppError, errorCodeOf } from '../../contract/errors.ts';
import type { JsonValue } from '../../contract/json.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { AdmittedWorkflow } from '../../execution/index.ts';
import { zoneOf } from '../../execution/timers.ts';
import type { Logger } from '../../sdk/index.ts';
import type { WorkflowRecord, WorkflowRepository } from '../../store/index.ts';
import { isCalledTrigger } from '../../workflow/planning/start-node.ts';
import type { Principals } from '../principals.ts';
import type { TeamCalls } from '../team-calls.ts';

/** A part that is activated with each workflow, such as its webhooks or its triggers. */
export interface Activity {
  /** Called before a user activates a workflow, not at the start. Throws if activating it would have no effect. */
  assertReady?(workflow: AdmittedWorkflow): Promise<void>;
  /**
   * Activates a version in place of the previous one, all or nothing; returns how many nodes can now start the workflow. Throws if it fails.
   * `isFollower`: whether it was activated by another process or at an earlier start, not by a user now.
   */
  activate(workflow: AdmittedWorkflow, version: number, isFollower: boolean): Promise<number>;
  deactivate(workflowId: string): Promise<void>;
  /**
   * Called once a user's activation has succeeded at this server. Calls `store`, which stores that the workflow is active, unless it is in conflict
   * with what another server has activated meanwhile. Throws the conflict, and the errors of `store`.
   */
  commit?(workflow: AdmittedWorkflow, version: number, store: () => Promise<void>): Promise<void>;
  /** Ends a pending activation, which then fails with EXECUTION_CANCELED. */
  cancel?(workflowId: string): void;
  /** Current problems of an active workflow, by node. */
  problems?(workflowId: string): ReadonlyMap<string, unknown>;
}

export interface ActivationFailure {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly error: { readonly message: string; readonly node?: string; readonly hint?: string };
}

interface ActiveWorkflow extends AdmittedWorkflow, Pick<WorkflowRecord, 'version' | 'ownerId'> {}

/** Operations on a workflow while its lock is held. */
export interface WorkflowTurn {
  /** Activates the saved version in place of the previous one. Throws ACTIVATION_FAILED or a conflict (409), and leaves the workflow inactive. */
  activate(): Promise<void>;
  deactivate(): Promise<void>;
}

export interface ActiveWorkflowsPorts {
  readonly workflows: WorkflowRepository;
  readonly principals: Pick<Principals, 'ofWorkflow'>;
  readonly now: () => number;
  readonly logger: Logger;
  /** The other servers on the same database. Default: none. */
  readonly team?: Pick<TeamCalls, 'serve' | 'all'>;
  /** Whether active workflows start with the next instance only. Default: no. */
  readonly isSafeMode?: boolean;
  /**
   * Called if an active workflow cannot be activated at the start or after a change by another process. Not called for retries, again for the same
   * failure, or for a missing node type, which someone has removed.
   */
  readonly onFailure?: (workflow: AdmittedWorkflow, node: string, error: unknown) => void;
  /** Calls back after a delay in milliseconds; returns a function that cancels the call. */
  readonly later?: (milliseconds: number, callback: () => void) => () => void;
}

/** Topic of calls for the failure of a workflow at other servers. */
const FAILURE = 'workflow failure';
/** Number of workflows activated concurrently at the start. */
const AT_ONCE = 8;
/** Milliseconds until a failed activation is retried; doubled each time. */
const FIRST_PAUSE = 10_000;
const LONGEST_PAUSE = 1_800_000;

export class ActiveWorkflows {
  readonly #ports: ActiveWorkflowsPorts;
  /** In the order of activation. */
  readonly #activities: Activity[] = [];
  readonly #active = new Map<string, ActiveWorkflow>();
  readonly #failures = new Map<string, ActivationFailure>();
  /** The pending change of each workflow; changes of one workflow run one after another. */
  readonly #changing = new Map<string, Promise<unknown>>();
  /** Functions that cancel the pending retry of a workflow. */
  readonly #retries = new Map<string, () => void>();
  #isStopped = false;

  constructor(ports: ActiveWorkflowsPorts) {
    this.#ports = ports;
    ports.team?.serve(FAILURE, (id) => this.failure(String(id)) as JsonValue | undefined);
  }

  /** Adds an activity for workflows that are activated from now on. */
  add(activity: Activity): void {
    this.#activities.push(activity);
  }

  /** Ids of the active workflows. */
  running(): readonly string[] {
    return [...this.#active.keys()];
  }

  get(id: string): ActiveWorkflow | undefined {
    return this.#active.get(id);
  }

  /** Returns the active version of a workflow: a trigger may fire while its own version is being replaced. */
  current(workflow: WorkflowFile): WorkflowFile {
    return this.get(String(workflow.id))?.file ?? workflow;
  }

  /** Returns an active workflow, also while its activation is pending; undefined if it is not active. */
  async admitted(id: string): Promise<AdmittedWorkflow | undefined> {
    const existing = this.get(id);
    if (existing !== undefined) return existing;
    const saved = await this.#ports.workflows.find(id);
    return saved?.active === true ? this.#admitted(saved) : undefined;
  }

  /** Called when workflows get a new owner: their triggers and webhooks act on behalf of that user from now on. */
  async moved(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.filter((id) => this.#active.has(id)).map((id) => this.restart(id)));
  }

  /** Called when the time zone of the instance has changed: the schedules of workflows without their own zone are planned again. */
  async zoneChanged(): Promise<void> {
    const moved = [...this.#active].filter(([, { file }]) => zoneOf(file.settings?.timezone) === undefined);
    await Promise.all(moved.map(([id]) => this.restart(id)));
  }

  /** Whether a workflow is active or about to be; false if its activation failed. */
  isRunning(id: string): boolean {
    return this.#active.has(id) || !this.#failures.has(id);
  }

  /** Returns why a workflow could not be activated, or the latest problem of an active one. */
  failure(id: string): ActivationFailure | undefined {
    const activationFailure = this.#failures.get(id);
    if (!this.#active.has(id)) return activationFailure;
    const reports = this.#activities.flatMap((activity) => activity.problems?.(id) ?? []);
    if (activationFailure?.error.node === undefined || reports.length === 0) return activationFailure;
    // An earlier failure is cleared once the node has no problem.
    const problems = new Map(reports.flatMap((report) => [...report]));
    if (problems.has(activationFailure.error.node)) return activationFailure;
    const [other] = problems;
    return other === undefined ? undefined : { time: activationFailure.time, error: { ...failureView(other[1]), node: other[0] } };
  }

  /** Like `failure`, also if only another server has the failure: each of a workflow's triggers runs on one of them. */
  async failureAnywhere(id: string): Promise<ActivationFailure | undefined> {
    const [other] = this.failure(id) === undefined ? ((await this.#ports.team?.all(FAILURE, id)) ?? []) : [];
    return this.failure(id) ?? (other as unknown as ActivationFailure | undefined);
  }

  /** Records a failure of a workflow that stays active, such as a poll that could not reach its service. */
  noteFailure(id: string, error: unknown): void {
    this.#failures.set(id, { time: this.#ports.now(), error: failureView(error) });
  }

  /** Runs `work` while holding the lock of the workflow. */
  turn<T>(id: string, work: (turn: WorkflowTurn) => Promise<T>): Promise<T> {
    return this.#alone(id, () => work({ activate: () => this.#activate(id), deactivate: () => this.#deactivate(id) }));
  }

  /** Activates a workflow now and at every start. Throws the errors of `WorkflowTurn.activate`. */
  activate(id: string): Promise<void> {
    return this.turn(id, (turn) => turn.activate());
  }

  deactivate(id: string): Promise<void> {
    this.cancel(id);
    return this.turn(id, (turn) => turn.deactivate());
  }

  /** Ends a pending activation of the workflow. For changes that deactivate it: otherwise they would wait, such as for a slow first poll. */
  cancel(id: string): void {
    if (this.#changing.has(id)) for (const activity of this.#activities) activity.cancel?.(id);
  }

  /** Stops an active workflow until `restart`, or the next start. */
  pause(id: string): Promise<void> {
    return this.#alone(id, () => this.#switchOff(id));
  }

  /** Starts an active workflow anew. If that fails it stays active: the failure is shown with it, and it is tried again. */
  restart(id: string): Promise<void> {
    return this.#follow(id, { isAnew: true });
  }

  /** Activates the workflows that were active when the instance stopped. Failures are shown with the workflow. */
  async start(): Promise<void> {
    const waiting = (await this.#ports.workflows.list({ active: true })).map(({ id }) => id);
    const worker = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined && !this.#isStopped; id = waiting.shift()) {
        await this.#follow(id);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** Activates and deactivates workflows that another process has changed in the database. */
  async follow(): Promise<void> {
    const requested = new Map((await this.#ports.workflows.list({ active: true })).map((workflow) => [workflow.id, workflow]));
    const knownIds = new Set([...this.#active.keys(), ...this.#failures.keys()]);
    const changed = [
      ...[...knownIds].filter((id) => !requested.has(id)),
      ...[...requested.values()].filter((workflow) => !this.#isCurrent(workflow)).map(({ id }) => id),
    ];
    await Promise.all(changed.map((id) => this.#follow(id)));
  }

  /** Rejects further activations. Triggers and webhooks are stopped by their own services. */
  stop(): Promise<void> {
    this.#isStopped = true;
    for (const cancel of this.#retries.values()) cancel();
    this.#retries.clear();
    return Promise.resolve();
  }

  async #activate(id: string): Promise<void> {
    if (this.#isStopped) throw new AppError('ACTIVATION_FAILED', 'Millrace is stopping, so no workflow can be activated.');
    const { workflows } = this.#ports;
    const record = await workflows.find(id);
    if (record === undefined) throw new AppError('WORKFLOW_NOT_FOUND', `There is no workflow with the id "${id}".`, { params: { id } });
    if (record.isArchived) {
      throw new AppError('WORKFLOW_ARCHIVED', `The workflow "${record.name}" is archived, and cannot be activated.`, {
        params: { id },
        hint: 'Restore it first.',
      });
    }
    try {
      const admitted = await this.#admitted(record);
      for (const activity of this.#activities) await activity.assertReady?.(admitted);
      await this.#switchOn(record, false);
    } catch (error) {
      // If the process is stopping, the workflow is activated at the next start anyway.
      if (!this.#isStopped) {
        this.#callOffRetry(id);
        this.noteFailure(id, error);
        await workflows.setActive(id, false);
      }
      throw activationFailed(record, error);
    }
    await this.#commit(record);
  }

  /** Stores that a workflow is active. Throws WEBHOOK_CONFLICT, and deactivates it, if another server has activated a conflicting one meanwhile. */
  async #commit({ id, active, version }: WorkflowRecord): Promise<void> {
    const { workflows } = this.#ports;
    const store = async (): Promise<void> => {
      if (!active) await workflows.setActive(id, true);
    };
    const activeWorkflow = this.#active.get(id);
    const activity = this.#activities.find((each) => each.commit !== undefined);
    // In safe mode, it starts with the next instance only.
    if (activeWorkflow === undefined || activity?.commit === undefined) return store();
    try {
      await activity.commit(activeWorkflow, version, store);
    } catch (error) {
      if (errorCodeOf(error) === 'WEBHOOK_CONFLICT') {
        await this.#switchOff(id).catch(() => undefined);
        this.noteFailure(id, error);
        await workflows.setActive(id, false);
      }
      throw error;
    }
  }

  async #deactivate(id: string): Promise<void> {
    this.#callOffRetry(id);
    this.#failures.delete(id);
    // Stored first, so that the workflow is inactive at the next start whatever happens now.
    await this.#ports.workflows.setActive(id, false);
    await this.#switchOff(id);
  }

  /**
   * Activates or deactivates a workflow according to its row, which another process or user may have changed or deleted. `isAnew`: also if the active
   * version is the saved one.
   */
  async #follow(
    id: string,
    { pause = FIRST_PAUSE, isAnew = false }: { readonly pause?: number; readonly isAnew?: boolean } = {},
  ): Promise<void> {
    await this.#alone(id, async () => {
      if (this.#isStopped) return;
      let record: WorkflowRecord | undefined;
      const before = this.#retries.has(id) ? this.#failures.get(id)?.error.message : undefined;
      try {
        record = await this.#ports.workflows.find(id);
        if (record?.active !== true) await this.#leave(id, record === undefined);
        else if (isAnew || !this.#isCurrent(record)) await this.#switchOn(record, true);
      } catch (error) {
        if (this.#isStopped || errorCodeOf(error) === 'EXECUTION_CANCELED') return;
        this.noteFailure(id, error);
        this.#ports.logger.warn(`The workflow ${id} could not be activated: ${failureView(error).message}`, { workflowId: id });
        const { message, node = '' } = failureView(error);
        const isNew = pause === FIRST_PAUSE && message !== before;
        if (record !== undefined && isNew && errorCodeOf(error) !== 'NODE_TYPE_UNKNOWN')
          this.#ports.onFailure?.(await this.#admitted(record), node, error);
        this.#tryAgain(id, pause);
      }
    });
  }

  /** Whether this version is active on behalf of this owner. */
  #isCurrent({ id, version, ownerId }: Pick<WorkflowRecord, 'id' | 'version' | 'ownerId'>): boolean {
    const active = this.#active.get(id);
    return active?.version === version && active.ownerId === ownerId;
  }

  /** Deactivates an inactive or deleted workflow. If a user's activation has failed, that failure stays visible. */
  async #leave(id: string, isRemoved: boolean): Promise<void> {
    const wasOn = this.#active.has(id) || this.#retries.has(id);
    this.#callOffRetry(id);
    if (wasOn || isRemoved) this.#failures.delete(id);
    await this.#switchOff(id);
  }

  /** A failed activation at start may be temporary, such as an unreachable service, so it is retried. */
  #tryAgain(id: string, pause: number): void {
    const { later = laterByTimer } = this.#ports;
    this.#callOffRetry(id);
    this.#retries.set(
      id,
      later(pause, () => {
        this.#retries.delete(id);
        this.#follow(id, { pause: Math.min(pause * 2, LONGEST_PAUSE) }).catch((error: unknown) => {
          this.#ports.logger.warn(`The workflow ${id} could not be activated: ${failureView(error).message}`, { workflowId: id });
          this.#tryAgain(id, pause);
        });
      }),
    );
  }

  #callOffRetry(id: string): void {
    this.#retries.get(id)?.();
    this.#retries.delete(id);
  }

  async #admitted(record: WorkflowRecord): Promise<AdmittedWorkflow> {
    return { file: record.file, principal: await this.#ports.principals.ofWorkflow(record) };
  }

  async #switchOn(record: WorkflowRecord, isFollower: boolean): Promise<void> {
    if (this.#ports.isSafeMode === true) return;
    const { id, name, version, ownerId } = record;
    const { principal } = await this.#admitted(record);
    const file = { ...record.file, active: true };
    this.#active.set(id, { file, principal, version, ownerId });
    try {
      let starters = 0;
      for (const activity of this.#activities) starters += await activity.activate({ file, principal }, version, isFollower);
      const isCalled = file.nodes.some((node) => node.disabled !== true && isCalledTrigger(node));
      if (starters === 0 && !isCalled) throw nothingStarts(name);
    } catch (error) {
      // Only the first error is reported.
      await this.#switchOff(id).catch(() => undefined);
      throw error;
    }
    this.#callOffRetry(id);
    this.#failures.delete(id);
  }

  /** Deactivates all activities even if one of them fails; throws the first failure. */
  async #switchOff(id: string): Promise<void> {
    // An activity may have started before the workflow counts as active.
    this.#active.delete(id);
    const failures: unknown[] = [];
    for (const activity of this.#activities.toReversed()) {
      await activity.deactivate(id).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  #alone<T>(id: string, change: () => Promise<T>): Promise<T> {
    const before = this.#changing.get(id) ?? Promise.resolve();
    const mine = before.then(change, change);
    this.#changing.set(id, mine);
    const clear = (): void => {
      if (this.#changing.get(id) === mine) this.#changing.delete(id);
    };
    mine.then(clear, clear);
    return mine;
  }
}

/** Calls back after a delay in milliseconds; returns a function that cancels the call. */
export function laterByTimer(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}

const nothingStarts = (name: string): AppError =>
  new AppError('ACTIVATION_FAILED', `Nothing starts the workflow "${name}": it has no enabled trigger, schedule or webhook.`, {
    hint: 'Add a trigger, such as a Schedule Trigger or a Webhook.',
  });

function activationFailed({ id, name }: WorkflowRecord, cause: unknown): AppError {
  const { message, node, hint } = failureView(cause);
  // Webhook conflicts are not wrapped: the editor shows which workflow uses the path.
  if (cause instanceof AppError && (cause.status === 409 || cause.code === 'ACTIVATION_FAILED')) return cause;
  const where = node === undefined ? '' : ` (node "${node}")`;
  return new AppError('ACTIVATION_FAILED', `The workflow "${name}" could not be activated${where}: ${message}`, {
    params: { id, node, reason: message },
    hint,
    cause,
  });
}

function failureView(error: unknown): ActivationFailure['error'] {
  const { message, node, hint } = error as { message?: unknown; node?: unknown; hint?: unknown };
  return {
    message: typeof message === 'string' ? message : String(error),
    ...(typeof node === 'string' ? { node } : {}),
    ...(typeof hint === 'string' ? { hint } : {}),
  };
}
