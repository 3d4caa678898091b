// The attacked server: the built program with its own data folder, an owner, two members and a mail server.
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { smtpServer, type SmtpServer } from '../../engine/testing/smtp-server.ts';
import { Program, type ProgramOptions } from '../faults/program.ts';
import { asCurl, call, type ReceivedResponse, type Call } from './client.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  /** Sends a call with this user's cookie. */
  send(request: Call): Promise<ReceivedResponse>;
  /** Returns the data of a REST call. Throws if it is rejected. */
  data<T>(method: string, path: string, body?: unknown): Promise<T>;
}

export interface Route {
  readonly method: string;
  /** Path after the REST prefix, with `{name}` for parameters. */
  readonly path: string;
  /** `public`, or the required permission. */
  readonly access: string;
}

const cookieOf = ({ headers }: ReceivedResponse): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

export class Target {
  readonly program: Program;
  readonly dataDir: string;
  readonly mails: SmtpServer;
  /** Texts that no response may contain: the master key and an environment variable. */
  readonly secrets: readonly string[];
  readonly owner: Person;
  readonly member: Person;
  readonly other: Person;
  readonly routes: readonly Route[];
  readonly #folder: string;

  private constructor(
    parts: Pick<Target, 'program' | 'dataDir' | 'mails' | 'secrets' | 'owner' | 'member' | 'other' | 'routes'>,
    folder: string,
  ) {
    this.program = parts.program;
    this.dataDir = parts.dataDir;
    this.mails = parts.mails;
    this.secrets = parts.secrets;
    this.owner = parts.owner;
    this.member = parts.member;
    this.other = parts.other;
    this.routes = parts.routes;
    this.#folder = folder;
  }

  /** Starts a server with its users. `folder` contains the data folders. */
  static async start(folder: string, options: ProgramOptions = {}): Promise<Target> {
    const dataDir = mkdtempSync(join(folder, 'server-'));
    const mails = await smtpServer();
    const secrets = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')] as const;
    const program = await Program.start(dataDir, {
      ...options,
      environment: {
        MILLRACE_LOCAL_ACCESS: 'open',
        MILLRACE_SMTP_HOST: mails.host,
        MILLRACE_SMTP_PORT: String(mails.port),
        MILLRACE_SMTP_SSL: 'false',
        MILLRACE_SMTP_SENDER: 'Millrace <flows@example.com>',
        MILLRACE_ENCRYPTION_KEY: secrets[0],
        ATTACK_CANARY: secrets[1],
        MILLRACE_CODE_TIMEOUT: '3',
        MILLRACE_CODE_MEMORY: '128',
        ...options.environment,
      },
    });
    try {
      const { url } = program;
      const owner = await setUp(url);
      const member = await signUp(url, owner, mails, 'ben');
      const other = await signUp(url, owner, mails, 'cleo');
      return new Target({ program, dataDir, mails, secrets, owner, member, other, routes: await routesOf(owner) }, folder);
    } catch (error) {
      await program.kill();
      await mails.close();
      throw error;
    }
  }

  get url(): string {
    return this.program.url;
  }

  /** A new folder, removed together with the data folders. */
  newFolder(name: string): string {
    return mkdtempSync(join(this.#folder, `${name}-`));
  }

  /** Another server, for attacks that stop or change it. The caller closes it. */
  another(options: ProgramOptions = {}): Promise<Target> {
    return Target.start(this.#folder, options);
  }

  /** Sends a call without a cookie. */
  send(request: Call): Promise<ReceivedResponse> {
    return call(this.url, request);
  }

  /** Returns a command that repeats the call. */
  curl(request: Call): string {
    return asCurl(this.url, request);
  }

  /** Returns the secret that a text contains; undefined if it contains none. */
  leak(text: string): string | undefined {
    const leakedSecret = this.secrets.findIndex((secret) => text.includes(secret));
    return leakedSecret < 0 ? undefined : leakedSecret === 0 ? 'the key of the vault' : 'a variable of the environment';
  }

  /** A new session for a user. */
  async signIn({ id, email, password }: Person): Promise<Person> {
    const receivedResponse = await call(this.url, { method: 'POST', path: '/rest/login', body: { email, password } });
    return person(this.url, id, email, password, cookieOf(receivedResponse));
  }

  async close(): Promise<void> {
    await this.program.kill();
    await this.mails.close();
  }
}

function person(url: string, id: string, email: string, password: string, cookie: string): Person {
  const sendAs = (request: Call): Promise<ReceivedResponse> => call(url, { ...request, headers: { cookie, ...request.headers } });
  return {
    id,
    email,
    password,
    cookie,
    send: sendAs,
    async data<T>(method: string, path: string, body?: unknown) {
      const { status, text, json } = await sendAs({ method, path: `/rest/${path}`, ...(body === undefined ? {} : { body }) });
      if (status !== 200) throw new Error(`${method} ${path} returned ${status}: ${text.slice(0, 300)}`);
      return json?.data as T;
    },
  };
}

const idOf = ({ json }: ReceivedResponse): string => (json?.data as { id?: string } | undefined)?.id ?? '';

const passwordOf = (name: string): string => `${name}-Secret-12345`;

async function setUp(url: string): Promise<Person> {
  const account = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: passwordOf('Anna') };
  const receivedResponse = await call(url, { method: 'POST', path: '/rest/owner', body: account });
  if (receivedResponse.status !== 200) throw new Error(`The owner could not be set up: ${receivedResponse.text}`);
  return person(url, idOf(receivedResponse), account.email, account.password, cookieOf(receivedResponse));
}

async function signUp(url: string, owner: Person, mails: SmtpServer, name: string): Promise<Person> {
  const email = `${name}@example.com`;
  await owner.data('POST', 'users', [{ email }]);
  const link = mails.received.findLast(({ to }) => to.includes(email))?.text.match(/^https?:\S+/m)?.[0] ?? '';
  const { inviterId, inviteeId = '' } = Object.fromEntries(new URL(link).searchParams);
  const body = { inviterId, firstName: name, lastName: 'Berg', password: passwordOf('Member') };
  const receivedResponse = await call(url, { method: 'POST', path: `/rest/users/${inviteeId}`, body });
  if (receivedResponse.status !== 200) throw new Error(`${name} could not sign up: ${receivedResponse.text}`);
  return person(url, idOf(receivedResponse), email, body.password, cookieOf(receivedResponse));
}

/** All routes of the server, from its OpenAPI document. */
async function routesOf(owner: Person): Promise<readonly Route[]> {
  const { json, text } = await owner.send({ path: '/rest/openapi.json' });
  const { paths } = (json ?? {}) as { paths?: Record<string, Record<string, { 'x-access': string }>> };
  if (paths === undefined) throw new Error(`The server lists no routes: ${text.slice(0, 200)}`);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, access: operation['x-access'] })),
  );
}
