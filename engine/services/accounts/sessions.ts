// Sessions of browsers: a secret in a cookie, its hash in the database, for some time from the last use.
import { AppError } from '../../contract/errors.ts';
import type { Role } from '../../contract/permissions.ts';
import { SessionEnds } from './session-ends.ts';
import { newSecret, hashOf, type AccountPorts } from './ports.ts';

const DAY = 86_400_000;

/** A session is made longer once a day at most, a short one a few times in its life: each time is a write. */
const extendAfter = (sessionTime: number): number => Math.min(DAY, sessionTime / 7);

export interface FoundSession {
  readonly userId: string;
  /** `default` for a session of local access. */
  readonly role: Role;
  /** By which it is ended. */
  readonly hash: string;
  /** Whether it was made longer just now, so that the cookie has to be too. */
  readonly isExtended: boolean;
}

export class SessionService {
  /** Called for every session that is ended in this process. */
  readonly ends = new SessionEnds();
  readonly #ports: AccountPorts;

  constructor(ports: AccountPorts) {
    this.#ports = ports;
  }

  /**
   * Starts a session instead of the browser's `former` one; answers the secret for the cookie. Throws SIGN_IN_FAILED when the password has
   * changed since it was checked.
   */
  async start(user: { readonly id: string; readonly passwordHash: string }, former?: string): Promise<string> {
    const { secret, hash } = newSecret(this.#ports);
    const { sessionTime } = this.#ports;
    const now = this.#ports.now();
    const isAdded = await this.#ports.store.sessions.add(hash, user, { now, expiresAt: now + sessionTime, former });
    if (former !== undefined) this.ends.tell({ session: former });
    if (isAdded) return secret;
    throw new AppError('SIGN_IN_FAILED', 'The password was changed meanwhile. Sign in with the new one.');
  }

  /** The session of a cookie; undefined when it is unknown or has expired. */
  async find(secret: string): Promise<FoundSession | undefined> {
    const { store, sessionTime } = this.#ports;
    const { sessions } = store;
    const hash = hashOf(secret);
    const now = this.#ports.now();
    const found = await sessions.find(hash, now);
    if (found === undefined) return undefined;
    const isExtended = found.expiresAt - now < sessionTime - extendAfter(sessionTime);
    if (isExtended) await sessions.extend(hash, now + sessionTime);
    return { userId: found.userId, role: found.isPending ? 'default' : found.role, hash, isExtended };
  }

  async end(hash: string): Promise<void> {
    await this.#ports.store.sessions.end(hash);
    this.ends.tell({ session: hash });
  }

  /** Whose session it is, as long as it is one. */
  async userOf(hash: string): Promise<string | undefined> {
    return (await this.#ports.store.sessions.find(hash, this.#ports.now()))?.userId;
  }
}
