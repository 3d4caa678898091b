// Dependencies of the account services.
import { createHash } from 'node:crypto';
import type { Logger } from '../../sdk/execute-context.ts';
import type { ApiKeyRepository, SessionRepository, SettingRepository, UserRepository, UserTokenRepository } from '../../store/index.ts';
import type { LocalAddress } from '../../vault/local-address.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import type { TeamCalls } from '../team-calls.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** `secret`: a link or a token is needed. `open`: every process on the computer has access. */
export type LocalAccessMode = 'secret' | 'open';

export interface LocalAccessPorts {
  readonly mode: LocalAccessMode;
  /** The long-lived token. */
  readonly token: { read(): string | undefined; remove(): void };
  /** The addresses of this server, for other programs. */
  readonly address: { write(address: LocalAddress): void };
  /** Address that redeems the tokens of links, without the query; undefined if browsers of this computer cannot reach one. */
  readonly linkUrl: () => string | undefined;
  /** Base URL of webhooks, for runs of the command line on the same data folder. */
  readonly webhookUrl: () => string;
}

export interface AccountPorts {
  readonly store: {
    readonly users: UserRepository;
    readonly userTokens: UserTokenRepository;
    readonly sessions: SessionRepository;
    readonly apiKeys: ApiKeyRepository;
    readonly settings: SettingRepository;
  };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly ids: () => string;
  /** Cryptographically random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Milliseconds until an unused session expires. */
  readonly sessionTime: number;
  readonly hasher: PasswordHasher;
  readonly mail: AccountMail;
  readonly local: LocalAccessPorts;
  /** URL of the editor for browsers on this computer. */
  readonly editorUrl: () => string;
  /** URL of the editor for links to other people; never derived from a request. */
  readonly sharedUrl: () => string;
  /** Whether the owner may be set up. */
  readonly usesUserManagement: boolean;
  /** Whether other computers reach the editor. */
  readonly isShared: boolean;
  /** Called after a user has been removed together with these workflows, so that their triggers are stopped. */
  readonly onWorkflowsRemoved: (ids: readonly string[]) => Promise<void> | void;
  /** Called after the workflows of a removed user have been transferred to another user. */
  readonly onWorkflowsMoved?: (ids: readonly string[], from: string, to: string) => Promise<void> | void;
  /** Called after somebody who has set up the owner or signed up has agreed that the contact service receives the address. */
  readonly onAgreed?: (person: { readonly id: string; readonly email: string }) => void;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  /** The other servers on the same database. Default: none. */
  readonly team?: Pick<TeamCalls, 'tell' | 'on'>;
}

/** Creates a random secret of 256 bits, and the hash that is stored instead of it. */
export function newSecret(ports: Pick<AccountPorts, 'randomBytes'>, prefix = ''): { readonly secret: string; readonly hash: string } {
  const secret = prefix + Buffer.from(ports.randomBytes(32)).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

/** A fast hash without salt is enough, since the hashed values are random secrets. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Returns the URL of an editor page with a query, for another person. */
export function editorLink({ sharedUrl }: Pick<AccountPorts, 'sharedUrl'>, page: string, query: Readonly<Record<string, string>>): string {
  const base = sharedUrl();
  const url = new URL(page, base.endsWith('/') ? base : `${base}/`);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}
