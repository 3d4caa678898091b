// Creates the identities of runs from rows of the database, and resolves them to users.
import { Principal, type WorkflowIdentity } from '../execution/index.ts';
import type { ExecutionRecord, UserRepository, WorkflowRepository } from '../store/index.ts';

/** User whose credentials may be used. */
export interface CredentialUser {
  readonly userId: string;
  readonly isInstanceOwner: boolean;
}

export interface PrincipalsPorts {
  readonly workflows: Pick<WorkflowRepository, 'ownerOf'>;
  readonly users: Pick<UserRepository, 'get' | 'owner'>;
}

/** A row of a workflow. `ownerId`: null if the command line added it before the owner was set up. */
interface WorkflowRow {
  readonly id: string;
  readonly ownerId: string | null;
}

/** Who started a stored execution. */
interface StoredOrigin {
  readonly startedBy?: string | null;
}

/** Stands for the workflow's id in rows of executions whose workflow is not saved; no workflow has such an id. Earlier versions added a session. */
export const UNSAVED = 'unsaved';
export const isUnsaved = (workflowId: string): boolean => workflowId === UNSAVED || workflowId.startsWith(`${UNSAVED}-`);

export class Principals {
  readonly #ports: PrincipalsPorts;

  constructor(ports: PrincipalsPorts) {
    this.#ports = ports;
  }

  /** The identity of runs that nobody starts by hand. */
  async ofWorkflow(row: WorkflowRow): Promise<Principal> {
    return Principal.ofWorkflow(await this.#identity(row));
  }

  /** Like `ofWorkflow`, by the id of a stored workflow; undefined if it does not exist. */
  async ofStored(id: string): Promise<Principal | undefined> {
    const row = await this.#ports.workflows.ownerOf(id);
    return row === undefined ? undefined : this.ofWorkflow({ id, ...row });
  }

  /**
   * The identity of runs that a user starts by hand. `row`: the workflow, if it is saved; the caller must have checked that the user may access
   * it.
   */
  async ofPerson(userId: string, row?: WorkflowRow): Promise<Principal> {
    return Principal.ofPerson(await this.#member(userId), row === undefined ? undefined : await this.#identity(row));
  }

  /** Like `ofPerson`, for a node that a user edits in this workflow; an id of a workflow that the user may not access counts as none. */
  async ofPersonIn(userId: string, workflowId: string | undefined): Promise<Principal> {
    const person = await this.ofPerson(userId);
    const row = workflowId === undefined ? undefined : await this.ofStored(workflowId);
    if (workflowId === undefined || row?.ownerId === undefined) return person;
    const mayAccess = person.userId === null || person.userId === row.ownerId;
    return mayAccess ? this.ofPerson(userId, { id: workflowId, ownerId: row.ownerId }) : person;
  }

  /**
   * The identity of a stored execution that continues. It belongs to its workflow only if that still belongs to the user to whom the execution
   * belongs; otherwise it acts on behalf of that user without a workflow.
   */
  async ofExecution({ workflowId, ownerId: memberId }: ExecutionRecord, { startedBy }: StoredOrigin): Promise<Principal> {
    const ownerId = memberId ?? null;
    const row = await this.#ports.workflows.ownerOf(workflowId);
    const workflow = row === undefined ? undefined : await this.#identity({ id: workflowId, ...row });
    if (startedBy !== undefined) return this.#startedBefore(await this.#member(startedBy), workflowId, workflow);
    return workflow?.ownerId === ownerId ? Principal.ofWorkflow(workflow) : Principal.withoutWorkflow(ownerId);
  }

  /** Returns the identity of a run that a user started earlier. A member who no longer owns the workflow is treated as after its deletion. */
  #startedBefore(userId: string | null, workflowId: string, workflow: WorkflowIdentity | undefined): Principal {
    if (workflow === undefined) return isUnsaved(workflowId) ? Principal.ofPerson(userId) : Principal.ofPersonAfterDeletion(userId);
    return userId === null || workflow.ownerId === userId ? Principal.ofPerson(userId, workflow) : Principal.ofPersonAfterDeletion(userId);
  }

  /** Returns the user whose credentials a run reads; undefined if the run acts on behalf of nobody. */
  async userOf({ userId }: Principal): Promise<CredentialUser | undefined> {
    if (userId === undefined) return undefined;
    const { users } = this.#ports;
    const user = userId === null ? await users.owner() : await users.get(userId);
    return user === undefined ? undefined : { userId: user.id, isInstanceOwner: user.role === 'owner' };
  }

  /** Identifies the user on whose behalf a run executes code. Runs on behalf of nobody share nothing with those of users. */
  async codeOwner(principal: Principal): Promise<string> {
    const { userId } = principal;
    return userId === undefined ? 'nobody' : `user:${userId ?? (await this.#ports.users.owner())?.id ?? ''}`;
  }

  async #identity({ id, ownerId }: WorkflowRow): Promise<WorkflowIdentity> {
    return { id, ownerId: await this.#member(ownerId) };
  }

  /** Returns the id of a member, or null for the instance owner. */
  async #member(userId: string | null): Promise<string | null> {
    return userId === (await this.#ports.users.owner())?.id ? null : userId;
  }
}
