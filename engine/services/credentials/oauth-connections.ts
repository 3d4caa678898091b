// Connects accounts through OAuth: the user signs in to the service, which redirects the browser back with a state that is valid once. If another
// server of the team receives the redirect, it asks the server that began.
import { createHash } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import { resolvedData } from '../../execution/index.ts';
import type { AccountConnection, CredentialDefinition, HttpPort } from '../../sdk/index.ts';
import type { VaultCipher } from '../../vault/vault-cipher.ts';
import type { Asker } from '../access.ts';
import type { TeamCalls } from '../team-calls.ts';
import type { CredentialService } from './credentials.ts';
import type { UnsavedTokens } from './unsaved-tokens.ts';
import { connectionData, fetchedFields } from './stored-data.ts';

/** Milliseconds until a state expires. */
const STATE_TIME = 600_000;
/** Maximum number of pending connections per user; beyond it the oldest is dropped. */
const MAX_PER_USER = 20;
const MAX_TEXT = 300;
/** Topic of calls to the server that began, and the name under which their content is sealed: it can contain a code of the service. */
const REDIRECT = 'oauth redirect';

/** A redirect that another server has received. */
interface Redirect {
  readonly protocol: AccountConnection['protocol'];
  readonly query: Readonly<Record<string, string>>;
  readonly browser: OAuthBrowser;
  /** Whether only to look whether the browser lacks its session. */
  readonly isLook: boolean;
}

export interface OAuthConnectionsPorts {
  readonly cipher: Pick<VaultCipher, 'seal' | 'open'>;
  readonly team?: Pick<TeamCalls, 'serve' | 'first'>;
  readonly service: Pick<CredentialService, 'connectable'>;
  readonly unsavedTokens: Pick<UnsavedTokens, 'save'>;
  /** Throws STORE_FAILED if the database accepts no writes. */
  readonly assertWritable: () => Promise<void>;
  readonly types: { type(name: string): Promise<CredentialDefinition | undefined> };
  readonly http: HttpPort;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Address to which services redirect the browser. */
  readonly redirectUrl: (protocol: AccountConnection['protocol']) => string;
  /** Called with the outcome of a connection and the user who started it. Pages of another browser cannot report to the editor. */
  readonly onFinished: (userId: string, credentialId: string, isConnected: boolean) => void;
}

/** The browser that starts or finishes a connection. */
export interface OAuthBrowser {
  /** Hash of the session's secret. */
  readonly session: string | undefined;
  /** Whether the request comes from this computer without a proxy. */
  readonly isLocal: boolean;
}

interface PendingAttempt {
  readonly protocol: AccountConnection['protocol'];
  readonly credentialId: string;
  readonly asker: Asker;
  readonly browser: OAuthBrowser;
  /** Origin of the page that started the connection. */
  readonly origin: string;
  readonly redirectUrl: string;
  readonly memory: Readonly<Record<string, string>>;
  /** Hash of the data without tokens. */
  readonly basis: string;
  readonly until: number;
}

export interface OAuthOutcome {
  readonly isConnected: boolean;
  /** Error message, if the connection failed. */
  readonly problem?: string;
  /** Absent without a valid state. */
  readonly credentialId?: string;
  /** Origin of the page that waits for the outcome. */
  readonly origin?: string;
}

export class OAuthConnections {
  readonly #ports: OAuthConnectionsPorts;
  /** Pending connections by state, oldest first. Only the server that began has them, in memory: a restart drops them. */
  readonly #attempts = new Map<string, PendingAttempt>();

  constructor(ports: OAuthConnectionsPorts) {
    this.#ports = ports;
    ports.team?.serve(REDIRECT, (sealedText) => {
      const text = ports.cipher.open(REDIRECT, Buffer.from(String(sealedText), 'base64'));
      const { protocol, query, browser, isLook } = JSON.parse(text) as Redirect;
      if (!this.#attempts.has(query['state'] ?? '')) return undefined;
      if (isLook) return this.#lacksSessionHere(query['state'], browser);
      return this.#finishHere(protocol, query, browser).then((outcome): JsonValue => ({ ...outcome }));
    });
  }

  /**
   * Returns the URL at which the owner of the credential signs in to the service. Throws CREDENTIAL_NOT_FOUND, FORBIDDEN, VAULT_LOCKED,
   * BAD_REQUEST if the type does not support this protocol, and NodeError if its data is invalid or the service rejects it.
   */
  async begin(
    protocol: AccountConnection['protocol'],
    id: string,
    asker: Asker,
    browser: OAuthBrowser & { origin: string },
  ): Promise<string> {
    const { service, randomBytes, redirectUrl, now, http } = this.#ports;
    const { credential, data, evaluate } = await service.connectable(id, asker);
    const type = await this.#connected(protocol, credential.type);
    const state = Buffer.from(randomBytes(32)).toString('base64url');
    const { origin, session, isLocal } = browser;
    const attempt = { protocol, credentialId: id, asker, browser: { session, isLocal }, origin, redirectUrl: redirectUrl(protocol) };
    const resolved = resolvedData(data, type, evaluate);
    const call = { http, now: now(), name: credential.name, redirectUrl: attempt.redirectUrl, state };
    const { url, memory } = await type.connection.begin(resolved, call);
    this.#tidy(asker.userId);
    this.#attempts.set(state, { ...attempt, memory, basis: basisOf(type, data), until: now() + STATE_TIME });
    return url;
  }

  /**
   * Whether the state is valid but the browser did not send the session that started it. Browsers do not send SameSite=Strict cookies on a
   * redirect from another site.
   */
  async lacksSession(protocol: AccountConnection['protocol'], state: string | undefined, browser: OAuthBrowser): Promise<boolean> {
    if (this.#attempts.has(state ?? '')) return this.#lacksSessionHere(state, browser);
    const isLacking = await this.#askOthers({ protocol, query: { state: state ?? '' }, browser, isLook: true });
    return isLacking === true;
  }

  #lacksSessionHere(state: string | undefined, browser: OAuthBrowser): boolean {
    const attempt = this.#attempts.get(state ?? '');
    return attempt?.browser.session !== undefined && browser.session === undefined && !isTrusted(attempt.browser, browser);
  }

  /**
   * Stores the account's tokens and consumes the state, whatever the outcome. Never rejects because of what the browser sent: problems are
   * returned as outcomes.
   */
  async finish(
    protocol: AccountConnection['protocol'],
    query: Readonly<Record<string, string>>,
    browser: OAuthBrowser,
  ): Promise<OAuthOutcome> {
    if (this.#attempts.has(query['state'] ?? '')) return this.#finishHere(protocol, query, browser);
    const outcome = await this.#askOthers({ protocol, query, browser, isLook: false });
    return outcome === undefined ? this.#finishHere(protocol, query, browser) : (outcome as unknown as OAuthOutcome);
  }

  /** Returns undefined if no other server has begun with the state, or none can be asked. */
  async #askOthers(redirect: Redirect): Promise<JsonValue | undefined> {
    const { team, cipher } = this.#ports;
    if (!statePattern.test(redirect.query['state'] ?? '')) return undefined;
    try {
      return await team?.first(REDIRECT, Buffer.from(cipher.seal(REDIRECT, JSON.stringify(redirect))).toString('base64'));
    } catch {
      return undefined;
    }
  }

  async #finishHere(
    protocol: AccountConnection['protocol'],
    query: Readonly<Record<string, string>>,
    browser: OAuthBrowser,
  ): Promise<OAuthOutcome> {
    const state = query['state'] ?? '';
    const attempt = this.#attempts.get(state);
    this.#attempts.delete(state);
    if (attempt === undefined || attempt.protocol !== protocol || attempt.until < this.#ports.now())
      return { isConnected: false, problem: 'This attempt to connect has expired or was already used. Start again from the credential.' };
    if (!isTrusted(attempt.browser, browser)) {
      const problem = `This browser is not signed in as the user who began to connect. Open Millrace at ${new URL(attempt.redirectUrl).origin} and start again there.`;
      return { isConnected: false, problem };
    }
    const { credentialId, origin, asker } = attempt;
    try {
      await this.#store(attempt, query);
      this.#ports.onFinished(asker.userId, credentialId, true);
      return { isConnected: true, credentialId, origin };
    } catch (error) {
      this.#ports.onFinished(asker.userId, credentialId, false);
      return { isConnected: false, credentialId, origin, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  async #store(attempt: PendingAttempt, query: Readonly<Record<string, string>>): Promise<void> {
    const { service, unsavedTokens, assertWritable, now, http } = this.#ports;
    const rejection = query['error'] ?? (query['denied'] === undefined ? undefined : 'access_denied');
    if (rejection !== undefined) throw rejected(rejection, query['error_description']);
    const { credential, data, evaluate } = await service.connectable(attempt.credentialId, attempt.asker);
    const type = await this.#connected(attempt.protocol, credential.type);
    if (basisOf(type, data) !== attempt.basis) throw changed();
    const { redirectUrl, memory } = attempt;
    const call = { http, now: now(), name: credential.name, redirectUrl, memory, query };
    // The code is valid once.
    await assertWritable();
    const fields = await type.connection.finish(resolvedData(data, type, evaluate), call);
    if (!(await unsavedTokens.save(credential, { fields, names: fetchedFields(type), connectedAt: now() }))) throw changed();
  }

  async #connected(
    protocol: AccountConnection['protocol'],
    name: string,
  ): Promise<CredentialDefinition & { readonly connection: AccountConnection }> {
    const type = await this.#ports.types.type(name);
    if (type?.connection?.protocol === protocol) return { ...type, connection: type.connection };
    throw new AppError('BAD_REQUEST', `Credentials of the type "${type?.displayName ?? name}" are not connected by ${protocol}.`, {
      params: { type: name },
    });
  }

  /** Drops expired connections, and makes room for another one of this user. */
  #tidy(userId: string): void {
    const now = this.#ports.now();
    for (const [state, { until }] of this.#attempts) if (until < now) this.#attempts.delete(state);
    const own = [...this.#attempts].filter(([, { asker }]) => asker.userId === userId);
    for (const [state] of own.slice(0, Math.max(0, own.length - MAX_PER_USER + 1))) this.#attempts.delete(state);
  }
}

/** 32 bytes. */
const statePattern = /^[\w-]{43}$/;

/**
 * Whether the redirect belongs to the start of the connection: the session must be the same. The desktop's window has no session, and neither has
 * the system's browser. Then both requests must come from this computer, where no other user can have obtained the state.
 */
function isTrusted(began: OAuthBrowser, { session, isLocal }: OAuthBrowser): boolean {
  if (session !== undefined && began.session !== undefined) return began.session === session;
  return began.isLocal && isLocal;
}

const basisOf = (type: CredentialDefinition, data: JsonObject): string =>
  createHash('sha256')
    .update(JSON.stringify(connectionData(data, fetchedFields(type))))
    .digest('base64url');

const changed = (): AppError => new AppError('BAD_REQUEST', 'The credential was changed meanwhile. Connect it again.');

/** The error that the service reported, in plain words for known codes (RFC 6749 §4.1.2.1). */
function rejected(code: string, description: string | undefined): AppError {
  const reason = code === 'access_denied' ? 'The access was denied' : `The service refused: ${cut(code)}`;
  return new AppError('SERVICE_FAILED', description === undefined || description === '' ? `${reason}.` : `${reason}: ${cut(description)}`);
}

const cut = (text: string): string => text.slice(0, MAX_TEXT);
