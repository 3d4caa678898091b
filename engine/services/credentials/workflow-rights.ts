// The user whose credentials a workflow uses: the user who runs it manually, otherwise the workflow's owner.
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { UserRepository, WorkflowRepository } from '../../store/index.ts';

/** User whose credentials may be used. A workflow without an owner belongs to the instance owner. */
export interface CredentialUser {
  readonly userId: string;
  readonly isInstanceOwner: boolean;
}

export interface WorkflowRightsPorts {
  readonly workflows: Pick<WorkflowRepository, 'ownerOf'>;
  readonly users: Pick<UserRepository, 'get' | 'owner'>;
}

/**
 * The file of a manual run is a new object in memory and may carry any id, so its rights are tied to the object. All other files come from the
 * database and are identified by their ids.
 */
export class WorkflowRights {
  readonly #ports: WorkflowRightsPorts;
  readonly #runners = new WeakMap<WorkflowFile, string>();

  constructor(ports: WorkflowRightsPorts) {
    this.#ports = ports;
  }

  /** Makes a file run on behalf of a user; returns the file. */
  inNameOf<F extends WorkflowFile>(file: F, userId: string | undefined): F {
    if (userId !== undefined) this.#runners.set(file, userId);
    return file;
  }

  /** Returns the id of the user on whose behalf a file runs, if that is not the workflow's owner. */
  runnerOf(file: WorkflowFile): string | undefined {
    return this.#runners.get(file);
  }

  /** Whether the database contains a workflow with this file's id. */
  async isSaved(file: WorkflowFile): Promise<boolean> {
    return (await this.#ports.workflows.ownerOf(String(file.id ?? ''))) !== undefined;
  }

  /** Returns the user whose credentials a workflow reads; undefined if it is neither run manually nor saved. */
  async userOf(file: WorkflowFile): Promise<CredentialUser | undefined> {
    const { users } = this.#ports;
    const owned = await this.#owned(file);
    if (owned === undefined) return undefined;
    const user = owned.ownerId === null ? await users.owner() : await users.get(owned.ownerId);
    return user === undefined ? undefined : { userId: user.id, isInstanceOwner: user.role === 'owner' };
  }

  /** Identifies the user on whose behalf a workflow runs code. A workflow without an owner, or a deleted one, counts as a separate user. */
  async codeOwner(file: WorkflowFile): Promise<string> {
    const owned = await this.#owned(file);
    if (owned === undefined) return `workflow:${String(file.id ?? '')}`;
    return `user:${owned.ownerId ?? (await this.#ports.users.owner())?.id ?? ''}`;
  }

  async #owned(file: WorkflowFile): Promise<{ readonly ownerId: string | null } | undefined> {
    const runner = this.#runners.get(file);
    return runner === undefined ? this.#ports.workflows.ownerOf(String(file.id ?? '')) : { ownerId: runner };
  }
}
