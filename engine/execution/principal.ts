// The identity of a run: the stored workflow it belongs to, that workflow's owner, and the person on whose behalf it acts.
import type { WorkflowFile } from '../contract/workflow.ts';

/** A stored workflow, as in its database row. */
export interface WorkflowIdentity {
  readonly id: string;
  /** Id of the member who owns it; null for the instance owner. */
  readonly ownerId: string | null;
}

/**
 * The identity of a run. It is created where the run is admitted, from a row of the database and from the person who asks, never from a workflow
 * file, and passed on to everything that the run starts. Permissions, static data, consents, data tables, secrets, caller policies, error workflows
 * and faults depend on it alone. Immutable; not interchangeable with plain data.
 */
export class Principal {
  /** A run of a file without any permissions. */
  static readonly nobody = new Principal(undefined, undefined, false);

  readonly #workflow: WorkflowIdentity | undefined;
  readonly #userId: string | null | undefined;
  readonly #isManual: boolean;
  readonly #isForeign: boolean;

  private constructor(workflow: WorkflowIdentity | undefined, userId: string | null | undefined, isManual: boolean, isForeign = false) {
    this.#workflow = workflow;
    this.#userId = userId;
    this.#isManual = isManual;
    this.#isForeign = isForeign;
    Object.freeze(this);
  }

  /** The identity of runs that nobody starts by hand: they act on behalf of the workflow's owner. */
  static ofWorkflow({ id, ownerId }: WorkflowIdentity): Principal {
    return new Principal({ id, ownerId }, ownerId, false);
  }

  /** The identity of a run whose workflow was deleted, or no longer belongs to this user: a member, or null for the instance owner. */
  static withoutWorkflow(userId: string | null): Principal {
    return new Principal(undefined, userId, false);
  }

  /**
   * The identity of a run that a person starts by hand. `userId`: a member, or null for the instance owner. `workflow`: absent if the workflow is
   * not saved; the caller must have checked that the person may access it.
   */
  static ofPerson(userId: string | null, workflow?: WorkflowIdentity): Principal {
    const isForeign = workflow !== undefined && workflow.ownerId !== userId;
    return new Principal(workflow === undefined ? undefined : { id: workflow.id, ownerId: workflow.ownerId }, userId, true, isForeign);
  }

  /** The identity of a run that a person has started by hand, and whose workflow was deleted since: it may have been another user's. */
  static ofPersonAfterDeletion(userId: string | null): Principal {
    return new Principal(undefined, userId, true, true);
  }

  /** Id of the stored workflow; undefined if the workflow is not saved. An inline workflow has the id of its caller. */
  get workflowId(): string | undefined {
    return this.#workflow?.id;
  }

  /** Id of the member who owns the stored workflow; null for the instance owner; undefined if the workflow is not saved. */
  get ownerId(): string | null | undefined {
    return this.#workflow?.ownerId;
  }

  /** Id of the member who started the run by hand; null for the instance owner; undefined if nobody did. */
  get startedBy(): string | null | undefined {
    return this.#isManual ? this.#userId : undefined;
  }

  /** Id of the member on whose behalf the run acts; null for the instance owner; undefined for nobody. */
  get userId(): string | null | undefined {
    return this.#userId;
  }

  /** Whether a person started a workflow by hand that belongs, or may have belonged, to another user. */
  get isForeign(): boolean {
    return this.#isForeign;
  }

  /** Whether the run acts on behalf of the owner of its stored workflow. */
  get isOfOwner(): boolean {
    return this.ownerId !== undefined && this.userId === this.ownerId;
  }
}

/** A workflow file and the identity of its runs. */
export interface AdmittedWorkflow {
  readonly file: WorkflowFile;
  readonly principal: Principal;
}
