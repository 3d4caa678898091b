// SSH connections of a package's process: one per credential, shared by calls, ended when nothing has used it for a while. The library is the package's own.
import type { EventEmitter } from 'node:events';
import { ApplicationError } from '../modules/errors.ts';

/** Fields of credentials with a tunnel. */
export interface SshCredential {
  readonly sshHost?: string;
  readonly sshPort?: number;
  readonly sshUser?: string;
  readonly sshAuthenticateWith?: 'password' | 'privateKey';
  readonly sshPassword?: string;
  readonly privateKey?: string;
  readonly passphrase?: string;
}

type ForwardOut = (...args: readonly unknown[]) => unknown;

/** The part of the library's client that is used here. Package code uses the rest. */
interface Client extends EventEmitter {
  connect(options: object): unknown;
  end(): unknown;
  forwardOut: ForwardOut;
}

interface Connection {
  readonly client: Promise<Client>;
  readonly aborts: Set<AbortController>;
}

/** Milliseconds without use after which a connection is ended. */
const IDLE = 300_000;

export class SshClients {
  readonly #load: () => unknown;
  readonly #connections = new Map<string, Connection>();

  /** `load`: returns the library, or throws. */
  constructor(load: () => unknown) {
    this.#load = load;
  }

  /**
   * Returns a connected client. `abort`: aborted when the connection ends; its owner aborts it to end the connection, unless others use it too.
   * Throws ApplicationError.
   */
  async client(credential: SshCredential, abort?: AbortController): Promise<Client> {
    const key = JSON.stringify(optionsOf(credential));
    let connection = this.#connections.get(key);
    if (connection === undefined) {
      const aborts = new Set<AbortController>();
      const over = (): void => {
        this.#connections.delete(key);
        for (const each of aborts) each.abort();
        aborts.clear();
      };
      connection = { client: this.#connect(credential, over), aborts };
      this.#connections.set(key, connection);
      connection.client.catch(over);
    }
    const { client, aborts } = connection;
    if (abort !== undefined && !aborts.has(abort)) {
      aborts.add(abort);
      const leave = (): void => {
        if (aborts.delete(abort) && aborts.size === 0) void client.then((each) => each.end()).catch(() => undefined);
      };
      if (abort.signal.aborted) leave();
      else abort.signal.addEventListener('abort', leave, { once: true });
    }
    return client;
  }

  close(): void {
    for (const { client } of this.#connections.values()) void client.then((each) => each.end()).catch(() => undefined);
  }

  #connect(credential: SshCredential, over: () => void): Promise<Client> {
    const { promise, resolve, reject } = Promise.withResolvers<Client>();
    const failed = (error: unknown): void => {
      reject(new ApplicationError(`The SSH connection to ${credential.sshHost ?? ''} failed: ${(error as Error).message}`));
    };
    try {
      const client = new (this.#library())();
      client.once('ready', () => resolve(client));
      // This listener is never removed: without it, a connection that breaks later would end the process.
      client.on('error', failed);
      client.once('close', () => {
        failed(new Error('the server has closed it'));
        over();
      });
      endWhenIdle(client);
      client.connect(optionsOf(credential));
    } catch (error) {
      failed(error);
    }
    return promise;
  }

  #library(): new () => Client {
    try {
      return (this.#load() as { readonly Client: new () => Client }).Client;
    } catch {
      throw new ApplicationError('this package does not contain the library "ssh2", which SSH connections need');
    }
  }
}

function optionsOf({ sshHost, sshPort, sshUser, sshAuthenticateWith, sshPassword, privateKey, passphrase }: SshCredential): object {
  const shared = { host: sshHost, port: Number(sshPort ?? 22), username: sshUser };
  if (sshAuthenticateWith === 'privateKey') {
    return { ...shared, privateKey: withLines(privateKey ?? ''), ...(passphrase === undefined || passphrase === '' ? {} : { passphrase }) };
  }
  return { ...shared, password: sshPassword };
}

/** Returns a key with the line breaks that it loses in fields of one line. */
function withLines(key: string): string {
  const parts = /^\s*(-----BEGIN [^-]+-----)([^-]+)(-----END [^-]+-----)\s*$/.exec(key.replaceAll('\\n', '\n'));
  if (parts === null) return key;
  const [, begin = '', body = '', end = ''] = parts;
  return /[\r\n]/.test(body.trim()) || body.includes(':')
    ? key.replaceAll('\\n', '\n')
    : `${begin}\n${body.trim().split(/\s+/).join('\n')}\n${end}\n`;
}

/** Ends a client that has had no tunnel for a while. */
function endWhenIdle(client: Client): void {
  let open = 0;
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => {
    clearTimeout(timer);
    if (open === 0) timer = setTimeout(() => client.end(), IDLE).unref();
  };
  const forwardOut = client.forwardOut.bind(client);
  client.forwardOut = (...args) => {
    const done = args.at(-1);
    if (typeof done !== 'function') return forwardOut(...args);
    clearTimeout(timer);
    open++;
    return forwardOut(...args.slice(0, -1), (error: unknown, stream?: EventEmitter) => {
      const closed = (): void => {
        open--;
        rest();
      };
      if (stream === undefined) closed();
      else stream.once('close', closed);
      (done as (...results: readonly unknown[]) => void)(error, stream);
    });
  };
  client.once('ready', rest);
  client.once('close', () => clearTimeout(timer));
}
