// The account routes on a real server with a real database and a real mail server, called by inject or over a socket.
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { RouteSpec } from '../contract/rest/route.ts';
import { createSessionCookies, SESSION_COOKIE, type CookieRules } from '../http/cookies.ts';
import { createIdentify } from '../http/identify.ts';
import { mountAccounts } from '../http/routes/accounts.ts';
import { mountApiKeys, mountMe } from '../http/routes/me.ts';
import { mountUsers } from '../http/routes/users.ts';
import { createHttpServer, type HttpSettings } from '../http/server.ts';
import { createAccountServices, PasswordHasher, type AccountServices, type LocalAccessPorts } from '../services/accounts/index.ts';
import { AccountMail } from '../services/mail/account-mail.ts';
import { Store } from '../store/index.ts';
import { fakeClock } from './fake-ports.ts';
import { smtpServer, type SmtpServer } from './smtp-server.ts';

export interface TestRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestResponse {
  readonly status: number;
  readonly body: { readonly data?: unknown; readonly code?: string; readonly message?: string; readonly hint?: string };
  readonly cookie: string | undefined;
}

export type Send = (request: TestRequest) => Promise<TestResponse>;

export interface AccountServer {
  readonly app: FastifyInstance;
  readonly accounts: AccountServices;
  readonly store: Store;
  readonly smtp: SmtpServer;
  readonly clock: ReturnType<typeof fakeClock>;
  /** All mounted routes. */
  readonly mounted: readonly RouteSpec[];
  /** Logged lines. */
  readonly logged: readonly string[];
  /** Ids of workflows whose removal was requested. */
  readonly removedWorkflows: readonly string[];
  /** The long-lived token of local access. */
  readonly localToken: { value: string | undefined };
  readonly send: Send;
  close(): Promise<void>;
}

export interface AccountServerOptions {
  readonly over?: 'inject' | 'socket';
  readonly http?: Partial<HttpSettings>;
  /** Replies of the mail server to commands, such as rejections; `none` for an instance without a mail server. */
  readonly mail?: 'none' | ((command: string) => string | undefined);
  /** Milliseconds until an unused session expires. Default: seven days. */
  readonly sessionTime?: number;
  readonly cookies?: Pick<CookieRules, 'secure' | 'sameSite'>;
  /** Default: `open`. */
  readonly localAccess?: LocalAccessPorts['mode'];
  /** Whether other computers reach the editor. Default: true. */
  readonly isShared?: boolean;
  readonly usesUserManagement?: boolean;
}

const usualSessionTime = 7 * 86_400_000;
const defaults: HttpSettings = { restPrefix: 'rest', basePath: '/', hosts: ['flows.example'], proxyHops: 0, isDevelopment: false };

export async function accountServer(options: AccountServerOptions = {}): Promise<AccountServer> {
  const { mail } = options;
  const store = await Store.inMemory();
  const smtp = await smtpServer(typeof mail === 'function' ? mail : undefined);
  const clock = fakeClock();
  const logged: string[] = [];
  const removedWorkflows: string[] = [];
  const localToken = {
    value: undefined as string | undefined,
    read: () => localToken.value,
    remove: () => (localToken.value = undefined),
  };
  let count = 0;
  const log = (message: string): void => void logged.push(message);
  const settings = mail === 'none' ? undefined : { host: smtp.host, port: smtp.port, sender: 'Millrace <flows@example.com>', ssl: false };
  const accounts = createAccountServices({
    store,
    now: () => clock.now(),
    ids: () => `user-${++count}`,
    randomBytes: (length) => createHash('sha256').update(`secret ${++count}`).digest().subarray(0, length),
    // The cheapest parameters, since their strength is not tested here.
    sessionTime: options.sessionTime ?? usualSessionTime,
    hasher: new PasswordHasher({ memoryCost: 64, timeCost: 1 }),
    mail: new AccountMail(settings),
    editorUrl: () => 'http://localhost:5678/base/',
    sharedUrl: () => 'https://flows.example/base',
    isShared: options.isShared ?? true,
    usesUserManagement: options.usesUserManagement ?? true,
    local: {
      mode: options.localAccess ?? 'open',
      token: localToken,
      address: { write: () => undefined },
      linkUrl: () => 'http://localhost/rest/local-access',
      webhookUrl: () => 'http://localhost:5678/base/',
    },
    onWorkflowsRemoved: (ids) => void removedWorkflows.push(...ids),
    logger: { error: log, warn: log },
  });
  await accounts.ensureOwner();
  const mounted: RouteSpec[] = [];
  const app = createApp(accounts, options, (spec) => mounted.push(spec));
  await app.ready();
  const send = options.over === 'socket' ? await sendBySocket(app) : sendByInject(app);
  const close = async (): Promise<void> => {
    await app.close();
    await accounts.settled();
    await smtp.close();
    await store.close();
  };
  return { app, accounts, store, smtp, clock, mounted, logged, removedWorkflows, localToken, send, close };
}

function createApp(accounts: AccountServices, options: AccountServerOptions, onMount: (spec: RouteSpec) => void): FastifyInstance {
  const cookies = createSessionCookies({
    name: SESSION_COOKIE,
    path: options.http?.basePath ?? '/',
    sessionTime: options.sessionTime ?? usualSessionTime,
    ...options.cookies,
  });
  const { app } = createHttpServer(
    { ...defaults, ...options.http },
    {
      identify: createIdentify({ accounts, cookies }),
      rest: (mount, app) => {
        cookies.install(app);
        mountAccounts(mount, accounts, cookies, options.http?.basePath ?? '/');
        mountUsers(mount, accounts, cookies);
        mountMe(mount, accounts, cookies);
        mountApiKeys(mount, accounts);
      },
      readiness: () => 'ok',
      onMount,
    },
  );
  return app;
}

const headersOf = ({ headers, body }: TestRequest): Record<string, string> => ({
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...headers,
});

function sendByInject(app: FastifyInstance): Send {
  return async (request) => {
    const payload = request.body === undefined ? undefined : JSON.stringify(request.body);
    const response = await app.inject({ method: request.method ?? 'GET', url: request.url, headers: headersOf(request), payload });
    const cookie = response.headers['set-cookie'];
    return { status: response.statusCode, body: response.json(), cookie: Array.isArray(cookie) ? cookie.join('\n') : cookie };
  };
}

async function sendBySocket(app: FastifyInstance): Promise<Send> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return async (request) => {
    const response = await fetch(`http://127.0.0.1:${port}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as TestResponse['body'],
      cookie: response.headers.get('set-cookie') ?? undefined,
    };
  };
}
