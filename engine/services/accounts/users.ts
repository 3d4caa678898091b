// Lists and removes users.
import { AppError } from '../../contract/errors.ts';
import type { User } from '../../contract/rest/users.ts';
import type { AccountPorts } from './ports.ts';
import type { SessionService } from './sessions.ts';
import { userView, userNotFound } from './user-view.ts';

export class UserService {
  readonly #ports: AccountPorts;
  readonly #sessions: SessionService;

  constructor(ports: AccountPorts, sessions: SessionService) {
    this.#ports = ports;
    this.#sessions = sessions;
  }

  /** Returns all users. Survey answers are included only for the caller. */
  async list(callerId: string): Promise<User[]> {
    const users = (await this.#ports.store.users.list()).map(userView);
    return users.map((user) => (user.id === callerId ? user : { ...user, personalizationAnswers: null }));
  }

  /**
   * Removes a user. Workflows and credentials go to `transferId`, or are removed as well. Throws USER_NOT_FOUND, FORBIDDEN for the owner and for
   * the caller, BAD_REQUEST if `transferId` is the removed user.
   */
  async remove(id: string, callerId: string, transferId: string | undefined): Promise<true> {
    const { users } = this.#ports.store;
    const user = await users.get(id);
    if (user === undefined) throw userNotFound(id);
    if (user.role === 'owner' || id === callerId) {
      throw new AppError('FORBIDDEN', id === callerId ? 'You cannot remove yourself.' : 'The owner cannot be removed.', { params: { id } });
    }
    if (transferId === id) {
      throw new AppError('BAD_REQUEST', 'The workflows cannot be transferred to the removed user. Choose another user.', {
        params: { field: 'transferId' },
      });
    }
    if (transferId !== undefined && (await users.get(transferId)) === undefined) throw userNotFound(transferId);
    const workflows = await users.workflowsOf(id);
    if (!(await users.remove(id, transferId))) throw userNotFound(id);
    this.#sessions.ends.notify({ userId: id });
    if (transferId !== undefined) await this.#ports.onWorkflowsMoved?.(workflows, id, transferId);
    else if (workflows.length > 0) await this.#ports.onWorkflowsRemoved(workflows);
    return true;
  }
}
