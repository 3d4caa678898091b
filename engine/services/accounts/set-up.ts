// Set-up of the owner: the default user before it, skipping it, and resetting it.
import { AppError } from '../../contract/errors.ts';
import type { User } from '../../contract/rest/users.ts';
import type { UserRecord } from '../../store/index.ts';
import { checkEmail, checkName, checkPassword } from './person-fields.ts';
import type { AccountPorts } from './ports.ts';
import type { SessionService } from './sessions.ts';
import { isPending, userView } from './user-view.ts';

const SET_UP = 'owner-set-up';
const SKIPPED = 'owner-set-up-skipped';

/** Topic of messages after which the other servers remove their tokens of local access. */
const LOCAL_ACCESS_ENDED = 'local access ended';

export interface NewPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  /** Whether the contact service may receive the address. */
  readonly agree?: boolean;
}

/** A user who has just signed in; `session` is the secret for the cookie. */
export interface SignedIn {
  readonly user: User;
  readonly session: string;
}

export interface UserManagementSettings {
  readonly enabled: boolean;
  /** Whether the editor opens on the set-up page: other computers have access, and there is no owner. Otherwise no account is needed. */
  readonly showSetupOnFirstLoad: boolean;
  readonly smtpSetup: boolean;
}

export class SetUpService {
  readonly #ports: AccountPorts;
  readonly #sessions: SessionService;

  constructor(ports: AccountPorts, sessions: SessionService) {
    this.#ports = ports;
    this.#sessions = sessions;
    ports.team?.on(LOCAL_ACCESS_ENDED, () => ports.local.token.remove());
  }

  /** Creates the owner's row if it is missing; returns its id. Called at every start. */
  async ensureOwner(): Promise<string> {
    const { users } = this.#ports.store;
    const there = await users.owner();
    if (there !== undefined) return there.id;
    await users.addOwner(this.#ports.ids(), this.#ports.now());
    return (await this.#owner()).id;
  }

  /** Returns the id of the user of local access; undefined once the owner is set up. */
  async defaultUser(): Promise<string | undefined> {
    const owner = await this.#ports.store.users.owner();
    return owner !== undefined && isPending(owner) ? owner.id : undefined;
  }

  /** The owner of the instance; before set-up, the default user. */
  async localOwner(): Promise<{ readonly userId: string; readonly role: 'owner' | 'default' }> {
    const owner = await this.#owner();
    return { userId: owner.id, role: isPending(owner) ? 'default' : 'owner' };
  }

  /** Makes the default user the owner. Throws FEATURE_OFF, BAD_REQUEST, PASSWORD_INVALID, EMAIL_TAKEN or OWNER_EXISTS. */
  async setUp(newPerson: NewPerson): Promise<SignedIn> {
    const { store, hasher, now } = this.#ports;
    this.#assertAvailable();
    const email = checkEmail(newPerson.email);
    const firstName = checkName(newPerson.firstName, 'firstName');
    const lastName = checkName(newPerson.lastName, 'lastName');
    checkPassword(newPerson.password);
    const other = await store.users.byEmail(email);
    if (other !== undefined && other.role !== 'owner') throw emailTaken();
    const passwordHash = await hasher.hash(newPerson.password);
    if (!(await store.users.setUpOwner({ email, firstName, lastName, passwordHash }, SET_UP, now()))) {
      throw new AppError('OWNER_EXISTS', 'The owner of this instance is set up already. Sign in, or ask the owner for an invitation.');
    }
    const owner = await this.#owner();
    if (newPerson.agree === true) this.#ports.onAgreed?.({ id: owner.id, email });
    this.#endLocalAccess();
    // Set-up ends local access and its sessions; only this sign-in remains.
    this.#sessions.ends.notify({ userId: owner.id });
    return { user: userView(owner), session: await this.#sessions.start({ id: owner.id, passwordHash }) };
  }

  /** Stores that no owner is set up. Throws OWNER_REQUIRED if other computers have access. */
  async skip(): Promise<true> {
    if (this.#ports.isShared) {
      throw new AppError('OWNER_REQUIRED', 'Set-up cannot be skipped, because other computers can reach this instance.', {
        hint: 'Set up the owner. To use Millrace without accounts, let it listen to this computer only: start it without --lan, --host and MILLRACE_HOST.',
      });
    }
    await this.#ports.store.settings.set(SKIPPED, true);
    return true;
  }

  /**
   * Removes all members and the owner's password; workflows and credentials go to the owner. Used by the command line if all users are locked
   * out.
   */
  async reset(): Promise<void> {
    const ownerId = await this.ensureOwner();
    await this.#ports.store.users.reset(ownerId, [SET_UP, SKIPPED], this.#ports.now());
    this.#endLocalAccess();
  }

  async userManagementSettings(): Promise<UserManagementSettings> {
    const { settings } = this.#ports.store;
    const isDone = (await settings.get(SET_UP)) === true;
    // If it could be switched off afterwards, the owner and members could no longer sign in.
    const enabled = this.#ports.usesUserManagement || isDone;
    return { enabled, showSetupOnFirstLoad: enabled && this.#ports.isShared && !isDone, smtpSetup: this.#ports.mail.isSetUp };
  }

  #assertAvailable(): void {
    if (this.#ports.usesUserManagement) return;
    throw new AppError('FEATURE_OFF', 'User management is disabled on this instance.', {
      hint: 'To set up an owner, start Millrace without MILLRACE_USER_MANAGEMENT=false.',
    });
  }

  #endLocalAccess(): void {
    this.#ports.local.token.remove();
    this.#ports.team?.tell(LOCAL_ACCESS_ENDED, null);
  }

  async #owner(): Promise<UserRecord> {
    const owner = await this.#ports.store.users.owner();
    if (owner === undefined)
      throw new AppError('STORE_FAILED', 'The owner of this instance is missing in the database. Start Millrace again.');
    return owner;
  }
}

export const emailTaken = (): AppError =>
  new AppError('EMAIL_TAKEN', 'A user with this e-mail address already exists. Choose another one.', { params: { field: 'email' } });
