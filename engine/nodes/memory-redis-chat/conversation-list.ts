// A conversation as LangChain's RedisChatMessageHistory stores it: a list under the id of the session, the newest message first, each as
// `{ type, data }` in JSON.
import type { Redis } from 'ioredis';
import { errorCodeOf } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type ChatMessage } from '../../sdk/index.ts';
import { messageOfRecord, messageRecord } from '../_shared/ai/memory/message-record.ts';

/** Maximum number of messages that are read; the latest ones. */
const MOST_MESSAGES = 10_000;
/** Milliseconds. */
const CONNECT_WITHIN = 10_000;
const COMMAND_WITHIN = 30_000;

export interface ListSettings {
  readonly credential: () => Promise<JsonObject>;
  readonly key: string;
  /** Seconds after the last message until Redis deletes the conversation; 0: never. */
  readonly expiresAfter: number;
  readonly signal: AbortSignal;
}

type Command = readonly [name: string, ...args: (string | number)[]];

/** Connects on first use. Its methods throw NodeError. */
export class ConversationList {
  readonly #settings: ListSettings;
  #client: Promise<Redis> | undefined;

  constructor(settings: ListSettings) {
    this.#settings = settings;
  }

  async load(): Promise<readonly ChatMessage[]> {
    const records = await this.#use(async (client) => client.lrange(this.#settings.key, 0, MOST_MESSAGES - 1));
    return records.toReversed().flatMap((record) => storedMessage(record) ?? []);
  }

  async append(messages: readonly ChatMessage[]): Promise<void> {
    if (messages.length > 0) await this.#change(this.#additions(messages));
  }

  async replace(messages: readonly ChatMessage[]): Promise<void> {
    await this.#change([['del', this.#settings.key], ...this.#additions(messages)]);
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    client?.disconnect();
  }

  #additions(messages: readonly ChatMessage[]): readonly Command[] {
    const { key, expiresAfter } = this.#settings;
    if (messages.length === 0) return [];
    const records = messages.map((message) => {
      const { type, ...data } = messageRecord(message);
      return JSON.stringify({ type, data });
    });
    return [['lpush', key, ...records], ...(expiresAfter === 0 ? [] : [['expire', key, expiresAfter] as const])];
  }

  /** Executes all commands, or none of them if the server rejects one before it starts. */
  async #change(commands: readonly Command[]): Promise<void> {
    await this.#use(async (client) => {
      const replies = await client.multi(commands.map(([name, ...args]) => [name, ...args])).exec();
      const failure = (replies ?? []).find(([error]) => error !== null)?.[0];
      if (failure !== undefined && failure !== null) throw failure;
    });
  }

  async #use<R>(work: (client: Redis) => Promise<R>): Promise<R> {
    const { signal } = this.#settings;
    signal.throwIfAborted();
    try {
      this.#client ??= this.#connect();
      return await work(await this.#client);
    } catch (error) {
      signal.throwIfAborted();
      // Errors of the product, such as a credential that the workflow may not use, say what is wrong.
      throw errorCodeOf(error) === undefined ? this.#failure(error) : error;
    }
  }

  async #connect(): Promise<Redis> {
    const { credential, signal } = this.#settings;
    const { host, port, user, password, database, tls } = connectionOf(await credential());
    const { Redis } = await import('ioredis');
    const client = new Redis({
      host,
      port,
      ...(tls === undefined ? {} : { tls }),
      protocol: 2,
      lazyConnect: true,
      enableReadyCheck: false,
      disableClientInfo: true,
      connectTimeout: CONNECT_WITHIN,
      commandTimeout: COMMAND_WITHIN,
      // A lost connection is an error at once, so that no command is executed twice.
      retryStrategy: null,
      autoResendUnfulfilledCommands: false,
    });
    // The error of a lost connection is also that of the next command.
    let lost: unknown;
    client.on('error', (error) => (lost = error));
    const abort = (): void => client.disconnect();
    signal.addEventListener('abort', abort, { once: true });
    client.once('end', () => signal.removeEventListener('abort', abort));
    try {
      await client.connect();
      // By commands of our own: the client itself would go on with the first database if it failed to select the right one.
      if (password !== '') await signIn(client, user, password);
      if (database !== 0) await client.call('SELECT', database);
    } catch (error) {
      client.disconnect();
      throw lost ?? error;
    }
    return client;
  }

  #failure(error: unknown): NodeError {
    const { message, code } = error as { readonly message: string; readonly code?: string };
    const isTaken = message.startsWith('WRONGTYPE');
    // The error itself is no cause, because it has the command with its arguments.
    return new NodeError(
      isTaken
        ? `The key "${this.#settings.key}" in Redis is not a conversation.`
        : `The server of the Redis Chat Memory failed: ${message === '' ? (code ?? 'no connection') : message}`,
      { code: 'NODE_REQUEST_FAILED', hint: isTaken ? 'Other data is stored under this key. Choose another session id.' : hintFor(message) },
    );
  }
}

async function signIn(client: Redis, user: string, password: string): Promise<void> {
  const failure = await client.call('AUTH', ...(user === '' ? [password] : [user, password])).then(
    () => undefined,
    (error: Error) => error.message,
  );
  // Some servers repeat arguments of commands in their errors.
  if (failure !== undefined) throw new Error(failure.replaceAll(password, '***'));
}

function hintFor(message: string): string {
  if (/^(?:WRONGPASS|NOAUTH|ERR .*\bAUTH\b)/.test(message)) return 'Check user and password of the credential.';
  if (message.startsWith('NOPERM'))
    return 'The user of the credential needs the commands LRANGE, LPUSH, DEL, EXPIRE, MULTI and EXEC for this key.';
  return 'Check host, port, database number and SSL of the credential, and that the server runs.';
}

interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: number;
  readonly tls: { readonly rejectUnauthorized: boolean } | undefined;
}

function connectionOf(credential: JsonObject): Connection {
  const { host, port, user, password, database, ssl = false, disableTlsVerification = false } = credential;
  const number = (value: unknown, fallback: number): number => {
    const result = Number(value ?? fallback);
    return Number.isSafeInteger(result) && result >= 0 ? result : fallback;
  };
  return {
    host: String(host ?? 'localhost'),
    port: number(port, 6379),
    user: String(user ?? ''),
    password: String(password ?? ''),
    database: number(database, 0),
    tls: ssl === true ? { rejectUnauthorized: disableTlsVerification !== true } : undefined,
  };
}

/** Reads a message from an entry of the list. Returns undefined if the entry is not a message. */
function storedMessage(entry: string): ChatMessage | undefined {
  try {
    return messageOfRecord(JSON.parse(entry));
  } catch {
    return undefined;
  }
}
