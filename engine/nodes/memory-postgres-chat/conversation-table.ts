// A Postgres table with messages of conversations: `id`, `session_id` and `message`, as n8n makes it.
import type { Client, ClientConfig } from 'pg';
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type ChatMessage } from '../../sdk/index.ts';
import { messageOfRecord, messageRecord } from '../_shared/ai/memory/message-record.ts';

/** Milliseconds. */
const CONNECT_WITHIN = 10_000;
const STATEMENT_WITHIN = 30_000;
/** Maximum number of messages that are read; the latest ones. */
const MOST_MESSAGES = 10_000;

/** Returns the quoted name of a table, perhaps with its schema. Names without quotes are lower case in Postgres. Throws NodeError. */
export function tableOf(name: string): string {
  if (!/^[a-z_][\w$]*(?:\.[a-z_][\w$]*)?$/i.test(name)) {
    throw new NodeError(`"${name}" is not a possible name of a table.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'tableName',
      hint: 'Use letters, digits and underscores, with the name of a schema and a dot before it if the table is in another schema.',
    });
  }
  return name
    .toLowerCase()
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}

/** Connects on first use. Its methods throw NodeError. */
export class ConversationTable {
  readonly #credential: () => Promise<JsonObject>;
  readonly #table: string;
  readonly #signal: AbortSignal;
  #client: Promise<Client> | undefined;

  /** `table`: its quoted name. */
  constructor(credential: () => Promise<JsonObject>, table: string, signal: AbortSignal) {
    this.#credential = credential;
    this.#table = table;
    this.#signal = signal;
  }

  async load(session: string): Promise<readonly ChatMessage[]> {
    const { rows } = await this.#query(
      `select message from (select id, message from ${this.#table} where session_id = $1 order by id desc limit ${MOST_MESSAGES}) as latest order by id`,
      [session],
    );
    return rows.flatMap(({ message }) => messageOfRecord(message) ?? []);
  }

  async append(session: string, messages: readonly ChatMessage[]): Promise<void> {
    await this.#query(
      `insert into ${this.#table} (session_id, message) select $1, value from jsonb_array_elements($2::jsonb) with ordinality order by ordinality`,
      [session, recordsOf(messages)],
    );
  }

  async replace(session: string, messages: readonly ChatMessage[]): Promise<void> {
    // One statement is one transaction.
    await this.#query(
      `with removed as (delete from ${this.#table} where session_id = $1)
      insert into ${this.#table} (session_id, message) select $1, value from jsonb_array_elements($2::jsonb) with ordinality order by ordinality`,
      [session, recordsOf(messages)],
    );
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.end();
  }

  async #query(text: string, values: readonly string[]): Promise<{ readonly rows: readonly { readonly message?: unknown }[] }> {
    this.#signal.throwIfAborted();
    try {
      this.#client ??= this.#connect();
      const client = await this.#client;
      return await client.query<{ message?: unknown }>(text, [...values]);
    } catch (error) {
      throw error instanceof NodeError ? error : databaseError(error);
    }
  }

  async #connect(): Promise<Client> {
    const { default: pg } = await import('pg');
    const client = new pg.Client(connectionOf(await this.#credential()));
    // The error of a lost connection is also that of the next query.
    client.on('error', () => undefined);
    const abort = (): void => void client.end().catch(() => undefined);
    this.#signal.addEventListener('abort', abort, { once: true });
    client.once('end', () => this.#signal.removeEventListener('abort', abort));
    await client.connect();
    await this.#createTable(client);
    return client;
  }

  /** Two connections that create the table at once must not fail. */
  async #createTable(client: Client): Promise<void> {
    const create = `create table if not exists ${this.#table} (id serial primary key, session_id varchar(255) not null, message jsonb not null)`;
    await client.query(create).catch((error: unknown) => {
      if (!createdElsewhere.has((error as { readonly code?: string }).code ?? '')) throw error;
    });
  }
}

/** Codes of Postgres: unique_violation and duplicate_table. */
const createdElsewhere: ReadonlySet<string> = new Set(['23505', '42P07']);

/** Postgres can store neither NUL nor half of a pair of surrogates in JSON. */
const recordsOf = (messages: readonly ChatMessage[]): string =>
  JSON.stringify(
    messages.map((message) => messageRecord(message)),
    (_, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value),
  );

function connectionOf(credential: JsonObject): ClientConfig {
  const {
    host = 'localhost',
    port = 5432,
    database,
    user,
    password,
    ssl = 'disable',
    allowUnauthorizedCerts = false,
    sshTunnel = false,
  } = credential;
  if (sshTunnel === true) {
    throw new NodeError('The Postgres Chat Memory cannot connect through an SSH tunnel.', {
      hint: 'Turn off "SSH Tunnel" in the credential, and open the tunnel outside.',
    });
  }
  const isEncrypted = allowUnauthorizedCerts === true || ssl !== 'disable';
  return {
    host: String(host),
    port: Number(port),
    database: String(database ?? 'postgres'),
    user: String(user ?? 'postgres'),
    password: String(password ?? ''),
    ssl: isEncrypted ? { rejectUnauthorized: allowUnauthorizedCerts !== true } : false,
    connectionTimeoutMillis: CONNECT_WITHIN,
    statement_timeout: STATEMENT_WITHIN,
    application_name: 'millrace',
  };
}

function databaseError(error: unknown): NodeError {
  const { message, code } = error as { readonly message: string; readonly code?: string };
  return new NodeError(`The database of the Postgres Chat Memory failed: ${message === '' ? (code ?? 'no connection') : message}`, {
    code: 'NODE_REQUEST_FAILED',
    hint: 'Check the credential, and that the user may read, write and create the table.',
    cause: error,
  });
}
