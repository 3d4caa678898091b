// A whole server in a temporary folder, called by inject or over its socket: as the default user, the owner, a member, or anonymously.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { Agent, fetch } from 'undici';
import type { RouteSpec } from '../contract/rest/route.ts';
import { startServer, type Server } from '../server.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { ServerSettings } from '../settings/table.ts';
import { Store } from '../store/index.ts';
import type { TestRequest } from './account-server.ts';

/** `default` is the local user before set-up. */
export type As = 'default' | 'owner' | 'member' | 'nobody';

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body, parsed if it is JSON. */
  readonly body: { readonly data?: unknown; readonly code?: string; readonly message?: string; readonly hint?: string };
}

export interface RunningServer {
  readonly server: Server;
  readonly dataDir: string;
  readonly mounted: readonly RouteSpec[];
  /** Returns the headers that identify this person; undefined if none are needed. */
  cookieOf(as: As): string | undefined;
  readonly send: (request: TestRequest, as?: As) => Promise<ReceivedResponse>;
  /** Returns the response's data. Throws if the request failed. */
  readonly data: <T>(request: TestRequest, as?: As) => Promise<T>;
  /** Stops the server and removes the folder, unless `keepsFolder`. */
  readonly close: (keepsFolder?: boolean) => Promise<void>;
}

export interface RunningServerOptions {
  readonly over?: 'inject' | 'socket';
  readonly settings?: Partial<ServerSettings>;
  readonly dataDir?: string;
  /** Whether to set up an owner and a member. */
  readonly hasPeople?: boolean;
  /** Folder of the editor's build. Default: none. */
  readonly pagesFolder?: string;
  readonly isDevelopment?: boolean;
  readonly asksForConsent?: boolean;
  readonly logger?: FastifyBaseLogger;
  /** Environment variables. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
}

const owner = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };
const MEMBER = 'member-1';

export async function runningServer(options: RunningServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'millrace-server-'));
  const mounted: RouteSpec[] = [];
  const server = await startServer({
    dataDir,
    settings: readSettings({}, { port: 0, timezone: 'UTC', localAccess: 'open', drainSeconds: 0, ...options.settings }),
    version: '1.2.3',
    pagesFolder: options.pagesFolder ?? join(dataDir, 'no-pages'),
    ...(options.asksForConsent === undefined ? {} : { asksForConsent: options.asksForConsent }),
    ...(options.isDevelopment === undefined ? {} : { isDevelopment: options.isDevelopment }),
    ...(options.logger === undefined ? {} : { logger: options.logger }),
    environment: options.environment ?? {},
    onMount: (spec) => mounted.push(spec),
  });
  const cookies: Partial<Record<As, string>> = {};
  const sendAs = options.over === 'socket' ? overSocket : overInject;
  const send: RunningServer['send'] = (request, as = 'default') => {
    const cookie = cookies[as];
    return sendAs(server, cookie === undefined ? request : { ...request, headers: { cookie, ...request.headers } });
  };
  const data: RunningServer['data'] = async <T>(request: TestRequest, as?: As) => {
    const { status, body, text } = await send(request, as);
    if (status !== 200) throw new Error(`${request.method ?? 'GET'} ${request.url} gave ${status}: ${text}`);
    return body.data as T;
  };
  if (options.hasPeople === true) {
    const response = await sendAs(server, { method: 'POST', url: `${new URL(server.url).pathname}rest/owner`, body: owner });
    cookies.owner = setCookieOf(response.headers);
    cookies.member = await addMember(server, dataDir, MEMBER, 'ben@example.com');
  }
  const close = async (keepsFolder = false): Promise<void> => {
    await server.stop();
    if (!keepsFolder) rmSync(dataDir, { recursive: true, force: true });
  };
  return { server, dataDir, mounted, cookieOf: (as) => cookies[as], send, data, close };
}

/** Inserts a signed-up member through a second connection to the database, like a second process. Returns the member's cookie. */
export async function addMember(server: Server, dataDir: string, id: string, email: string): Promise<string> {
  const store = await Store.open(dataDir);
  await store.users.invite(id, email, Date.now());
  await store.users.changePassword(id, 'none', Date.now());
  await store.close();
  const secret = await server.services.accounts.sessions.start({ id, passwordHash: 'none' });
  return `millrace-auth=${secret}`;
}

const setCookieOf = (headers: Readonly<Record<string, string>>): string => headers['set-cookie']?.split(';')[0] ?? '';

const headersOf = ({ headers, body }: TestRequest): Record<string, string> => ({
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...headers,
});

async function overInject(server: Server, { method = 'GET', url, headers = {}, body: content }: TestRequest): Promise<ReceivedResponse> {
  const body = content === undefined ? {} : { body: JSON.stringify(content) };
  const response = await server.inject({ method, path: url, headers, ...body });
  return responseOf(response.status, response.headers, response.body);
}

/** Waits as long as a response takes: the installation of a large package sends no byte for minutes. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

async function overSocket({ url }: Server, request: TestRequest): Promise<ReceivedResponse> {
  const response = await fetch(new URL(request.url, url), {
    dispatcher: patient,
    method: request.method ?? 'GET',
    headers: headersOf(request),
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  return responseOf(response.status, Object.fromEntries(response.headers), await response.text());
}

function responseOf(status: number, headers: Record<string, string>, text: string): ReceivedResponse {
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  return { status, headers, text, body: isJson ? (JSON.parse(text) as ReceivedResponse['body']) : {} };
}
