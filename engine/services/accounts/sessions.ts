// Browser sessions: a secret in a cookie, and its hash in the database. Unused sessions expire.
import { AppError } from '../../contract/errors.ts';
import type { Role } from '../../contract/permissions.ts';
import { newSecret, hashOf, type AccountPorts } from './ports.ts';

const DAY = 86_400_000;

/** Sessions are extended at most once a day, since each extension is a database write. */
const extendAfter = (sessionTime: number): number => Math.min(DAY, sessionTime / 7);

export interface FoundSession {
  readonly userId: string;
  /** `default` for sessions of local access. */
  readonly role: Role;
  /** Hash of the secret, which identifies the session. */
  readonly hash: string;
  /** Whether the session was just extended, so that the cookie must be renewed. */
  readonly isExtended: boolean;
}

export class SessionService {
  /** Reports every session that a server of the team ends. */
  readonly ends: SessionEnds;
  readonly #ports: AccountPorts;

  constructor(ports: AccountPorts) {
    this.#ports = ports;
    this.ends = new SessionEnds(ports.team);
  }

  /**
   * Starts a session that replaces the browser's `former` session; returns the secret for the cookie. Throws SIGN_IN_FAILED if the password has
   * changed since it was verified.
   */
  async start(user: { readonly id: string; readonly passwordHash: string }, former?: string): Promise<string> {
    const { secret, hash } = newSecret(this.#ports);
    const { sessionTime } = this.#ports;
    const now = this.#ports.now();
    const isAdded = await this.#ports.store.sessions.add(hash, user, { now, expiresAt: now + sessionTime, former });
    if (former !== undefined) this.ends.notify({ session: former });
    if (isAdded) return secret;
    throw new AppError('SIGN_IN_FAILED', 'The password has changed. Sign in with the new one.');
  }

  /** Returns the session of a cookie; undefined if it is unknown or has expired. */
  async find(secret: string): Promise<FoundSession | undefined> {
    const { store, sessionTime } = this.#ports;
    const { sessions } = store;
    const hash = hashOf(secret);
    const now = this.#ports.now();
    const match = await sessions.find(hash, now);
    if (match === undefined) return undefined;
    const isExtended = match.expiresAt - now < sessionTime - extendAfter(sessionTime);
    if (isExtended) await sessions.extend(hash, now + sessionTime);
    return { userId: match.userId, role: match.isPending ? 'default' : match.role, hash, isExtended };
  }

  async end(hash: string): Promise<void> {
    await this.#ports.store.sessions.end(hash);
    this.ends.notify({ session: hash });
  }

  /** Returns the id of the session's user; undefined if the session has ended. */
  async userOf(hash: string): Promise<string | undefined> {
    return (await this.#ports.store.sessions.find(hash, this.#ports.now()))?.userId;
  }
}

/** Ends of one session, by its hash, or of all sessions of a user (including local access before set-up). */
type SessionEnd = { readonly session: string } | { readonly userId: string };

/** Topic of messages about them. */
const ENDED = 'session ended';

class SessionEnds {
  readonly #listeners = new Set<(end: SessionEnd) => void>();
  readonly #team: AccountPorts['team'];

  constructor(team: AccountPorts['team']) {
    this.#team = team;
    team?.on(ENDED, (end) => this.#report(end as unknown as SessionEnd));
  }

  /** Returns a function that stops listening. */
  listen(listener: (end: SessionEnd) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(end: SessionEnd): void {
    this.#report(end);
    this.#team?.tell(ENDED, { ...end });
  }

  #report(end: SessionEnd): void {
    for (const listener of this.#listeners) listener(end);
  }
}
