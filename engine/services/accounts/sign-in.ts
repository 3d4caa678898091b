// Sign-in and sign-out. Neither a response nor its timing reveals whether an address is known.
import { AppError } from '../../contract/errors.ts';
import { AttemptLimiter, networkOf } from './attempt-limiter.ts';
import type { AccountPorts } from './ports.ts';
import type { SessionService } from './sessions.ts';
import type { SignedIn } from './set-up.ts';
import { userView } from './user-view.ts';

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  /** Network address of the caller. */
  readonly from: string;
  /** The browser's previous session, which ends. */
  readonly formerSession?: string;
}

/** Maximum number of remembered pairs of caller and address. */
const MOST_KNOWN = 5000;

/** Topic of messages with such pairs. */
const KNOWN = 'known caller';

export class SignInService {
  readonly #ports: AccountPorts;
  readonly #sessions: SessionService;
  /** Attempts per pair of e-mail address and caller. */
  readonly #guesses: AttemptLimiter;
  /** Attempts per caller, against one password tried on many accounts. */
  readonly #callers: AttemptLimiter;
  /** Attempts per e-mail address, against many callers that guess together. */
  readonly #accounts: AttemptLimiter;
  /** Callers that have signed in with an address before, oldest first. Guesses by other callers do not slow them down. */
  readonly #knownEmails = new Set<string>();

  constructor(ports: AccountPorts, sessions: SessionService) {
    this.#ports = ports;
    this.#sessions = sessions;
    const { team } = ports;
    team?.on(KNOWN, (guess) => this.#remember(String(guess)));
    this.#guesses = new AttemptLimiter({ free: 5, firstPause: 1000, longestPause: 15 * 60_000 }, ports.now, { team, name: 'sign-in' });
    this.#callers = new AttemptLimiter({ free: 50, firstPause: 1000, longestPause: 60_000 }, ports.now, { team, name: 'callers' });
    this.#accounts = new AttemptLimiter({ free: 30, firstPause: 1000, longestPause: 5 * 60_000 }, ports.now, { team, name: 'accounts' });
  }

  /** Throws SIGN_IN_FAILED or TOO_MANY_REQUESTS. */
  async signIn({ email, password, from, formerSession }: SignInAttempt): Promise<SignedIn> {
    const { store, hasher } = this.#ports;
    const address = email.trim().toLowerCase().slice(0, 254);
    const caller = networkOf(from);
    const guess = `${caller} ${address}`;
    this.#callers.take(caller);
    this.#guesses.take(guess);
    if (!this.#knownEmails.has(guess)) this.#accounts.take(address);
    const user = await store.users.byEmail(address);
    const passwordHash = user?.passwordHash ?? null;
    const isRight = await hasher.matches(password, passwordHash);
    if (user === undefined || passwordHash === null || !isRight) {
      throw new AppError('SIGN_IN_FAILED', 'The e-mail address or the password is wrong. Try again, or request a new password.');
    }
    this.#guesses.forget(guess);
    this.#callers.giveBack(caller);
    if (!this.#knownEmails.has(guess)) this.#accounts.giveBack(address);
    this.#remember(guess);
    this.#ports.team?.tell(KNOWN, guess);
    return { user: userView(user), session: await this.#sessions.start({ id: user.id, passwordHash }, formerSession) };
  }

  #remember(guess: string): void {
    this.#knownEmails.delete(guess);
    this.#knownEmails.add(guess);
    if (this.#knownEmails.size <= MOST_KNOWN) return;
    const [oldest] = this.#knownEmails;
    if (oldest !== undefined) this.#knownEmails.delete(oldest);
  }

  /** Ends a session, if there is one. */
  async signOut(session: string | undefined): Promise<true> {
    if (session !== undefined) await this.#sessions.end(session);
    return true;
  }
}
