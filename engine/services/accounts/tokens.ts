// Secrets of links in e-mails. A secret works once, expires, and belongs to one user and one purpose.
import { AppError } from '../../contract/errors.ts';
import type { TokenPurpose } from '../../store/index.ts';
import { hashOf, newSecret, type AccountPorts } from './ports.ts';

/** Milliseconds until a secret expires, per purpose. */
const lifetimes: Readonly<Record<TokenPurpose, number>> = {
  invite: 7 * 86_400_000,
  reset: 20 * 60_000,
  local: 15 * 60_000,
};

const rejections: Readonly<Record<TokenPurpose, string>> = {
  invite: 'This invitation is no longer valid: it was used, has expired, or was replaced. Request a new one.',
  reset: 'This link is no longer valid: it was used, has expired, or was replaced. Request a new one.',
  local: 'This link was used, has expired, or was replaced. Run `millrace open` for a new one (in a clone: `npm run millrace open`).',
};

export class TokenService {
  readonly #ports: AccountPorts;

  constructor(ports: AccountPorts) {
    this.#ports = ports;
  }

  /** Creates a secret, which replaces the user's previous secret for this purpose. */
  async issue(purpose: TokenPurpose, userId: string): Promise<string> {
    const { secret, hash } = newSecret(this.#ports);
    const now = this.#ports.now();
    await this.#ports.store.userTokens.add({ hash, purpose, now }, userId, now + lifetimes[purpose]);
    return secret;
  }

  /** Returns the id of the user that a secret belongs to. Throws TOKEN_INVALID. */
  async userOf(purpose: TokenPurpose, secret: string): Promise<string> {
    const userId = await this.#ports.store.userTokens.userOf(this.#key(purpose, secret));
    if (userId === undefined) throw invalidToken(purpose);
    return userId;
  }

  /** Redeems a secret: sets the user's password, and the name if one is given. Throws TOKEN_INVALID. */
  async redeem(
    purpose: TokenPurpose,
    secret: string,
    account: { readonly passwordHash: string; readonly firstName?: string; readonly lastName?: string },
  ): Promise<void> {
    if (!(await this.#ports.store.userTokens.redeem(this.#key(purpose, secret), account))) throw invalidToken(purpose);
  }

  #key(purpose: TokenPurpose, secret: string) {
    return { hash: hashOf(secret), purpose, now: this.#ports.now() };
  }
}

/** The same error for every invalid link. */
export const invalidToken = (purpose: TokenPurpose): AppError => new AppError('TOKEN_INVALID', rejections[purpose]);
