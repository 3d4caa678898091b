// Invitations: sent, sent again, and accepted.
import { AppError, errorCodeOf } from '../../contract/errors.ts';
import { mayDo } from '../../contract/permissions.ts';
import type { InviteResult } from '../../contract/rest/users.ts';
import type { UserRecord } from '../../store/index.ts';
import { checkName, checkPassword, emailOf } from './person-fields.ts';
import { editorLink, type AccountPorts } from './ports.ts';
import type { SessionService } from './sessions.ts';
import type { SignedIn } from './set-up.ts';
import { isPending, roleOf, userView, userNotFound } from './user-view.ts';
import { invalidToken, type TokenService } from './tokens.ts';

export interface SignUp {
  /** Secret of the invitation, taken from the link's `inviteeId`. */
  readonly inviteeId: string;
  readonly inviterId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  /** Whether the contact service may receive the address. */
  readonly agree?: boolean;
}

export class InvitationService {
  readonly #ports: AccountPorts;
  readonly #tokens: TokenService;
  readonly #sessions: SessionService;

  constructor(ports: AccountPorts, tokens: TokenService, sessions: SessionService) {
    this.#ports = ports;
    this.#tokens = tokens;
    this.#sessions = sessions;
  }

  /** Invites each address as a member. A failure does not stop the others. If e-mail is not set up, each result contains a link to share. */
  async invite(addresses: readonly string[], inviterId: string): Promise<InviteResult[]> {
    const inviter = await this.#inviter(inviterId);
    const results: InviteResult[] = [];
    let unreachable: string | undefined;
    for (const address of new Map(addresses.map((text) => [text.trim().toLowerCase(), text.trim()])).values()) {
      const { result, failure } = await this.#inviteOne(address, inviter, unreachable);
      results.push(result);
      // If the mail server is unreachable, it is not tried again for the other addresses.
      if (failure?.params['isUnreachable'] === true) unreachable = failure.message;
    }
    return results;
  }

  /**
   * Sends the invitation of a pending user again, or returns a link to share if e-mail is not set up. The previous invitation becomes invalid.
   * Throws USER_NOT_FOUND, BAD_REQUEST, EMAIL_FAILED.
   */
  async reinvite(id: string, inviterId: string): Promise<true | { readonly inviteAcceptUrl: string }> {
    const inviter = await this.#inviter(inviterId);
    const user = await this.#ports.store.users.get(id);
    if (user === undefined) throw userNotFound(id);
    if (!isPending(user) || user.email === null) {
      throw new AppError('BAD_REQUEST', 'This user has signed up already, and needs no invitation.', { params: { id } });
    }
    const link = await this.#link(user.id, inviter.id);
    if (!this.#ports.mail.isSetUp) return { inviteAcceptUrl: link };
    await this.#send(user.email, inviter, link);
    return true;
  }

  /** Returns the inviting user. Throws TOKEN_INVALID. */
  async resolve(inviteeId: string, inviterId: string): Promise<{ inviter: { firstName: string | null; lastName: string | null } }> {
    await this.#tokens.userOf('invite', inviteeId);
    const inviter = await this.#ports.store.users.get(inviterId);
    if (inviter === undefined || !mayDo(roleOf(inviter), 'user:invite')) throw invalidToken('invite');
    return { inviter: { firstName: inviter.firstName, lastName: inviter.lastName } };
  }

  /** Accepts an invitation. Throws TOKEN_INVALID, BAD_REQUEST or PASSWORD_INVALID. */
  async signUp({ inviteeId, inviterId, firstName, lastName, password, agree }: SignUp): Promise<SignedIn> {
    await this.resolve(inviteeId, inviterId);
    const userId = await this.#tokens.userOf('invite', inviteeId);
    const name = { firstName: checkName(firstName, 'firstName'), lastName: checkName(lastName, 'lastName') };
    checkPassword(password);
    const passwordHash = await this.#ports.hasher.hash(password);
    await this.#tokens.redeem('invite', inviteeId, { ...name, passwordHash });
    const user = await this.#ports.store.users.get(userId);
    if (user === undefined) throw invalidToken('invite');
    if (agree === true && user.email !== null) this.#ports.onAgreed?.({ id: user.id, email: user.email });
    return { user: userView(user), session: await this.#sessions.start({ id: userId, passwordHash }) };
  }

  async #inviteOne(
    address: string,
    inviter: UserRecord,
    unreachable: string | undefined,
  ): Promise<{ result: InviteResult; failure?: AppError }> {
    const email = emailOf(address);
    if (email === undefined) return { result: notInvited(address, 'This is not an e-mail address.') };
    const { store, ids, now } = this.#ports;
    await store.users.invite(ids(), email, now());
    const user = await store.users.byEmail(email);
    if (user === undefined || !isPending(user)) {
      return { result: notInvited(email, 'A user with this e-mail address already exists.') };
    }
    const link = await this.#link(user.id, inviter.id);
    const invited = { id: user.id, email };
    if (!this.#ports.mail.isSetUp) return { result: { user: { ...invited, emailSent: false, inviteAcceptUrl: link } } };
    const failed = (error: string) => ({ user: { ...invited, emailSent: false, inviteAcceptUrl: link }, error });
    if (unreachable !== undefined) return { result: failed(unreachable) };
    try {
      await this.#send(email, inviter, link);
      return { result: { user: { ...invited, emailSent: true } } };
    } catch (error) {
      if (errorCodeOf(error) !== 'EMAIL_FAILED') throw error;
      return { result: failed((error as AppError).message), failure: error as AppError };
    }
  }

  /** Throws USER_NOT_FOUND. */
  async #inviter(id: string): Promise<UserRecord> {
    const inviter = await this.#ports.store.users.get(id);
    if (inviter === undefined) throw userNotFound(id);
    return inviter;
  }

  async #link(userId: string, inviterId: string): Promise<string> {
    const inviteeId = await this.#tokens.issue('invite', userId);
    return editorLink(this.#ports, 'signup', { inviterId, inviteeId });
  }

  async #send(to: string, inviter: UserRecord, link: string): Promise<void> {
    await this.#ports.mail.sendInvitation({ to, inviter: userView(inviter).fullName, link });
  }
}

const notInvited = (email: string, error: string): InviteResult => ({ user: { email, emailSent: false }, error });
