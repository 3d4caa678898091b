// Changing a password, and resetting a forgotten one by a link.
import { AppError } from '../../contract/errors.ts';
import type { UserRecord } from '../../store/index.ts';
import { AttemptLimiter, networkOf } from './attempt-limiter.ts';
import { checkPassword, emailOf } from './person-fields.ts';
import { editorLink, type AccountPorts } from './ports.ts';
import type { SessionService } from './sessions.ts';
import { userView, userNotFound } from './user-view.ts';
import { invalidToken, type TokenService } from './tokens.ts';

/** Maximum number of links that are being sent at the same time; further requests are dropped. */
const MOST_ON_THE_WAY = 20;

const linkLimits = { free: 3, firstPause: 30_000, longestPause: 15 * 60_000 };

export class PasswordService {
  readonly #ports: AccountPorts;
  readonly #tokens: TokenService;
  readonly #sessions: SessionService;
  readonly #guesses: AttemptLimiter;
  readonly #links: AttemptLimiter;
  readonly #onTheWay = new Set<Promise<void>>();

  constructor(ports: AccountPorts, tokens: TokenService, sessions: SessionService) {
    this.#ports = ports;
    this.#tokens = tokens;
    this.#sessions = sessions;
    const { team } = ports;
    this.#guesses = new AttemptLimiter({ free: 5, firstPause: 1000, longestPause: 15 * 60_000 }, ports.now, {
      team,
      name: 'current password',
    });
    this.#links = new AttemptLimiter(linkLimits, ports.now, { team, name: 'password links' });
  }

  /**
   * Sends a reset link to the user with this address. Returns before the user is looked up, so that neither the result nor its timing reveals
   * whether the user exists. Throws EMAIL_NOT_SET_UP, BAD_REQUEST if the text is not an address, TOO_MANY_REQUESTS.
   */
  forgot(text: string, from: string): true {
    this.#ports.mail.requireSetUp();
    const email = emailOf(text);
    if (email === undefined) {
      throw new AppError('BAD_REQUEST', 'This is not an e-mail address. Enter the one you sign in with.', { params: { field: 'email' } });
    }
    this.#links.take(`from ${networkOf(from)} ${email}`);
    this.#links.take(`to ${email}`);
    if (this.#onTheWay.size >= MOST_ON_THE_WAY) {
      this.#ports.logger.warn('Too many links for new passwords are on their way; one was not sent.');
      return true;
    }
    const sending = this.#sendLink(email).finally(() => this.#onTheWay.delete(sending));
    this.#onTheWay.add(sending);
    return true;
  }

  /** Checks that a link is valid. Throws TOKEN_INVALID. */
  async resolve(token: string, userId: string): Promise<true> {
    if ((await this.#tokens.userOf('reset', token)) !== userId) throw invalidToken('reset');
    return true;
  }

  /** Sets a new password through a link, which works once, and ends all sessions of the user. Throws TOKEN_INVALID or PASSWORD_INVALID. */
  async change(token: string, userId: string, password: string): Promise<true> {
    await this.resolve(token, userId);
    checkPassword(password);
    await this.#tokens.redeem('reset', token, { passwordHash: await this.#ports.hasher.hash(password) });
    this.#sessions.ends.notify({ userId });
    return true;
  }

  /**
   * Changes the caller's password, ends all their sessions, and returns the secret of a new session. Throws BAD_REQUEST if the current password
   * is wrong, PASSWORD_INVALID, TOO_MANY_REQUESTS, USER_NOT_FOUND.
   */
  async changeOwn(userId: string, input: { readonly currentPassword: string; readonly newPassword: string }): Promise<string> {
    const { store, hasher, now } = this.#ports;
    const user = await store.users.get(userId);
    if (user === undefined) throw userNotFound(userId);
    await this.confirm(user, input.currentPassword);
    checkPassword(input.newPassword);
    const passwordHash = await hasher.hash(input.newPassword);
    await store.users.changePassword(userId, passwordHash, now());
    this.#sessions.ends.notify({ userId });
    return this.#sessions.start({ id: userId, passwordHash });
  }

  /** Verifies the user's current password. Throws BAD_REQUEST or TOO_MANY_REQUESTS. */
  async confirm({ id, passwordHash }: Pick<UserRecord, 'id' | 'passwordHash'>, password: string): Promise<void> {
    const params = { field: 'currentPassword' };
    if (password === '') throw new AppError('BAD_REQUEST', 'Enter your current password too.', { params });
    this.#guesses.take(id);
    if (!(await this.#ports.hasher.matches(password, passwordHash))) {
      throw new AppError('BAD_REQUEST', 'The current password is wrong. Try again.', { params });
    }
    this.#guesses.forget(id);
  }

  /** Resolves once every requested link has been sent or has failed. */
  async settled(): Promise<void> {
    while (this.#onTheWay.size > 0) await Promise.all(this.#onTheWay);
  }

  async #sendLink(email: string): Promise<void> {
    const { store, mail, logger } = this.#ports;
    try {
      // The response is sent first, so that its timing does not depend on the lookup.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const user = await store.users.byEmail(email);
      if (user === undefined || user.passwordHash === null) return;
      const token = await this.#tokens.issue('reset', user.id);
      const link = editorLink(this.#ports, 'change-password', { userId: user.id, token });
      await mail.sendPasswordLink({ to: email, name: userView(user).fullName, link });
    } catch (error) {
      logger.error(`A link for a new password could not be sent: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
