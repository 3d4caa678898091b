// Local access until the owner is set up: one-time links for browsers, and a long-lived token for API calls.
import { timingSafeEqual } from 'node:crypto';
import type { UserRecord } from '../../store/index.ts';
import { hashOf, newSecret, type AccountPorts } from './ports.ts';
import { isPending } from './user-view.ts';
import type { TokenService } from './tokens.ts';

export class LocalAccessService {
  readonly #ports: AccountPorts;
  readonly #tokens: TokenService;

  constructor(ports: AccountPorts, tokens: TokenService) {
    this.#ports = ports;
    this.#tokens = tokens;
  }

  get isOpen(): boolean {
    return this.#ports.local.mode === 'open';
  }

  /** Logs a warning if every program on the computer has access. */
  async warnIfOpen(): Promise<void> {
    const owner = this.isOpen ? await this.#ports.store.users.owner() : undefined;
    if (owner === undefined || !isPending(owner)) return;
    this.#ports.logger.warn(
      'MILLRACE_LOCAL_ACCESS is "open": every program on this computer may use Millrace as its owner. Set up an owner, or unset it.',
    );
  }

  /** Writes the addresses of this server for other programs. Throws the error of the file system. */
  saveAddress(): void {
    const { local, editorUrl, sharedUrl } = this.#ports;
    const linkUrl = local.linkUrl();
    local.address.write({
      mode: local.mode,
      ...(linkUrl === undefined ? {} : { linkUrl }),
      editorUrl: editorUrl(),
      sharedUrl: sharedUrl(),
      webhookUrl: local.webhookUrl(),
    });
  }

  /** Whether browsers need a link: local access is not open, and the owner is not set up. */
  async needsLink(): Promise<boolean> {
    return (await this.#linkOwner()) !== undefined;
  }

  async #linkOwner(): Promise<UserRecord | undefined> {
    const owner = await this.#ports.store.users.owner();
    return this.isOpen || owner === undefined || !isPending(owner) ? undefined : owner;
  }

  /** Creates a link at `address`, which replaces the previous one. Returns undefined if none is needed, or no address redeems one. */
  async makeLink(address = this.#ports.local.linkUrl()): Promise<string | undefined> {
    const owner = await this.#linkOwner();
    if (owner === undefined || address === undefined) return undefined;
    const url = new URL(address);
    url.searchParams.set('token', await this.#tokens.issue('local', owner.id));
    return url.href;
  }

  /** Redeems a link's token. Returns the secret of the new session; undefined if the token is unknown, used or expired. */
  async redeem(token: string): Promise<string | undefined> {
    const { secret, hash } = newSecret(this.#ports);
    const { store, sessionTime, now } = this.#ports;
    const time = now();
    const key = { hash: hashOf(token), purpose: 'local', now: time } as const;
    return (await store.userTokens.redeemForSession(key, { hash, expiresAt: time + sessionTime })) ? secret : undefined;
  }

  /** Returns the hash of the token if it is the long-lived one. */
  matchToken(token: string): string | undefined {
    const hash = hashOf(token);
    return this.isCurrentToken(hash) ? hash : undefined;
  }

  isCurrentToken(hash: string): boolean {
    const token = this.#ports.local.token.read();
    return token !== undefined && timingSafeEqual(Buffer.from(hashOf(token)), Buffer.from(hash));
  }
}
