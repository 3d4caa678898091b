// A server with the commands of Redis that nodes use (RESP2), on a free local port. Keys are in memory and never expire.
import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface RedisSettings {
  readonly user?: string;
  readonly password?: string;
  /** PEM. With it, the server uses TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Name of a command, in upper case, that never gets a reply. */
  readonly silentCommand?: string;
  /** Name of a command, in upper case, that the server does not know. */
  readonly unknownCommand?: string;
}

export interface RedisServer {
  readonly port: number;
  /** Commands in the order of their arrival, each with its arguments. */
  readonly commands: readonly (readonly string[])[];
  /** Lists and texts by database and key. */
  readonly databases: ReadonlyMap<number, Map<string, string | string[]>>;
  /** Seconds that were set by EXPIRE, by key. */
  readonly expirations: ReadonlyMap<string, number>;
  /** Resolves with the next command of this name, in upper case. */
  arrival(command: string): Promise<void>;
  /** Resolves once there are no connections. */
  allClosed(): Promise<void>;
  close(): Promise<void>;
}

type Reply = string | number | readonly Reply[] | Failure | Status;

class Failure {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

class Status extends Failure {}

const OK = new Status('OK');

interface Session {
  isSignedIn: boolean;
  database: number;
  /** Commands of the transaction; undefined outside of one. */
  queue: string[][] | undefined;
}

/** Number of databases, as a Redis without configuration has. */
const DATABASES = 16;

export async function redisServer(settings: RedisSettings = {}): Promise<RedisServer> {
  const { password, user = 'default', tls, silentCommand, unknownCommand } = settings;
  const arrivals = new EventEmitter();
  const commands: string[][] = [];
  const databases = new Map<number, Map<string, string | string[]>>();
  const expirations = new Map<string, number>();
  const sockets = new Set<Socket>();

  const keysOf = (database: number): Map<string, string | string[]> => {
    const keys = databases.get(database) ?? new Map<string, string | string[]>();
    databases.set(database, keys);
    return keys;
  };
  keysOf(0);

  const execute = (session: Session, [name = '', ...args]: readonly string[]): Reply => {
    const keys = keysOf(session.database);
    const [key = ''] = args;
    const stored = keys.get(key);
    const list = stored ?? [];
    const wrongType = new Failure('WRONGTYPE Operation against a key holding the wrong kind of value');
    switch (name.toUpperCase()) {
      case 'LPUSH': {
        if (typeof list === 'string') return wrongType;
        const longer = [...args.slice(1).toReversed(), ...list];
        keys.set(key, longer);
        return longer.length;
      }
      case 'LRANGE': {
        if (typeof list === 'string') return wrongType;
        const to = Number(args[2]);
        return list.slice(Number(args[1]), to === -1 ? undefined : to + 1);
      }
      case 'DEL':
        return args.filter((each) => keys.delete(each)).length;
      case 'EXPIRE':
        expirations.set(key, Number(args[1]));
        return keys.has(key) ? 1 : 0;
      default:
        return unknown(name, args);
    }
  };

  const signIn = (session: Session, args: readonly string[]): Reply => {
    if (password === undefined) return new Failure('ERR AUTH <password> called without any password configured for the default user.');
    const [name, secret] = args.length > 1 ? args : ['default', args[0]];
    session.isSignedIn = name === user && secret === password;
    return session.isSignedIn ? OK : new Failure('WRONGPASS invalid username-password pair or user is disabled.');
  };

  const replyTo = (session: Session, command: readonly string[]): Reply => {
    const [name = '', ...args] = command;
    const isTransaction = session.queue !== undefined;
    if (name.toUpperCase() === unknownCommand) return unknown(name, args);
    if (name.toUpperCase() === 'AUTH') return signIn(session, args);
    if (!session.isSignedIn) return new Failure('NOAUTH Authentication required.');
    switch (name.toUpperCase()) {
      case 'SELECT':
        if (!(Number(args[0]) < DATABASES)) return new Failure('ERR DB index is out of range');
        session.database = Number(args[0]);
        return OK;
      case 'MULTI':
        session.queue = [];
        return OK;
      case 'EXEC': {
        const queue = session.queue ?? [];
        session.queue = undefined;
        return queue.map((each) => execute(session, each));
      }
      default:
        if (!isTransaction) return execute(session, command);
        session.queue?.push([...command]);
        return new Status('QUEUED');
    }
  };

  const accept = (socket: Socket): void => {
    const session: Session = { isSignedIn: password === undefined, database: 0, queue: undefined };
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (part: Buffer) => {
      rest = Buffer.concat([rest, part]);
      for (let next = commandOf(rest); next !== undefined; next = commandOf(rest)) {
        rest = rest.subarray(next.length);
        const name = next.command[0]?.toUpperCase() ?? '';
        commands.push(next.command);
        arrivals.emit(name);
        if (name !== silentCommand) socket.write(encoded(replyTo(session, next.command)));
      }
    });
  };

  const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    databases,
    expirations,
    arrival: async (command) => {
      await once(arrivals, command);
    },
    allClosed: async () => {
      for (const socket of sockets) await once(socket, 'close');
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const unknown = (name: string, args: readonly string[]): Failure =>
  new Failure(`ERR unknown command '${name}', with args beginning with: ${args.map((arg) => `'${arg}'`).join(' ')}`);

/** Returns the first command of the bytes, and its length; undefined if it has not arrived completely. */
function commandOf(bytes: Buffer): { readonly command: string[]; readonly length: number } | undefined {
  let at = 0;
  const line = (): string | undefined => {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const text = bytes.toString('latin1', at, end);
    at = end + 2;
    return text;
  };
  const count = line();
  if (count === undefined) return undefined;
  const command: string[] = [];
  while (command.length < Number(count.slice(1))) {
    const head = line();
    const size = Number(head?.slice(1));
    if (head === undefined || bytes.length < at + size + 2) return undefined;
    command.push(bytes.toString('utf8', at, at + size));
    at += size + 2;
  }
  return { command, length: at };
}

function encoded(reply: Reply): string {
  if (reply instanceof Status) return `+${reply.text}\r\n`;
  if (reply instanceof Failure) return `-${reply.text}\r\n`;
  if (typeof reply === 'number') return `:${reply}\r\n`;
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  return `*${reply.length}\r\n${reply.map((each) => encoded(each)).join('')}`;
}
