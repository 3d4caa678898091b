// A connection to a Postgres database of a credential, for nodes that store conversations or documents in it.
import type { Client, ClientConfig } from 'pg';
import { errorCodeOf } from '../../../../contract/errors.ts';
import type { JsonObject } from '../../../../contract/json.ts';
import { NodeError } from '../../../../sdk/index.ts';

/** Milliseconds. */
const CONNECT_WITHIN = 10_000;
const STATEMENT_WITHIN = 30_000;

/** What is used of a client of the package pg. */
export type PostgresClient = Pick<Client, 'query'>;

export interface PostgresSettings {
  readonly credential: () => Promise<JsonObject>;
  /** The node's name for people, for errors. */
  readonly node: string;
  readonly signal: AbortSignal;
  /** Is called once, before the first query. */
  readonly prepare?: (client: PostgresClient) => Promise<void>;
  /** What to check after an error. */
  readonly hint: string;
  /** Returns what to do about certain errors of the database, by their message; undefined for `hint`. */
  readonly hintFor?: (message: string) => string | undefined;
}

/** Connects on first use. Its methods throw NodeError. */
export class PostgresDatabase {
  readonly #settings: PostgresSettings;
  #client: Promise<Client> | undefined;
  #lastTransaction: Promise<unknown> = Promise.resolve();

  constructor(settings: PostgresSettings) {
    this.#settings = settings;
  }

  /** Returns the rows. */
  query(text: string, values: readonly unknown[]): Promise<readonly JsonObject[]> {
    return this.#use(async (client) => (await client.query<JsonObject>(text, [...values])).rows);
  }

  /** Does work in a transaction that cannot change data. Transactions run one after the other. */
  readOnly<R>(work: (client: PostgresClient) => Promise<R>): Promise<R> {
    const result = this.#lastTransaction.then(() =>
      this.#use(async (client) => {
        await client.query('begin read only');
        try {
          return await work(client);
        } finally {
          await client.query('rollback');
        }
      }),
    );
    this.#lastTransaction = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.end();
  }

  async #use<R>(work: (client: Client) => Promise<R>): Promise<R> {
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

  async #connect(): Promise<Client> {
    const { credential, node, prepare, signal } = this.#settings;
    const { default: pg } = await import('pg');
    const client = new pg.Client(connectionOf(await credential(), node));
    // The error of a lost connection is also that of the next query.
    client.on('error', () => undefined);
    const abort = (): void => void client.end().catch(() => undefined);
    signal.addEventListener('abort', abort, { once: true });
    client.once('end', () => signal.removeEventListener('abort', abort));
    await client.connect();
    try {
      await prepare?.(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }

  #failure(error: unknown): NodeError {
    const { message, code } = error as { readonly message: string; readonly code?: string };
    const { node, hint, hintFor } = this.#settings;
    return new NodeError(`The database of the ${node} failed: ${message === '' ? (code ?? 'no connection') : message}`, {
      code: 'NODE_REQUEST_FAILED',
      hint: hintFor?.(message) ?? hint,
      cause: error,
    });
  }
}

/** Codes of Postgres: unique_violation, duplicate_table and duplicate_object. */
const createdElsewhere: ReadonlySet<string> = new Set(['23505', '42P07', '42710']);

/** Creates something that may not exist. Two connections that create it at once do not fail. */
export async function createIfMissing(client: PostgresClient, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!createdElsewhere.has((error as { readonly code?: string }).code ?? '')) throw error;
  }
}

/** Returns the quoted name of a table, with its schema if one is written. As in Postgres, a name without quotes becomes lower case. Throws NodeError. */
export function quotedTable(name: string, parameter: string): string {
  if (!/^[a-z_][\w$]*(?:\.[a-z_][\w$]*)?$/i.test(name)) {
    throw new NodeError(`"${name}" is not a possible name of a table.`, {
      code: 'PARAMETER_INVALID',
      parameter,
      hint: 'Use letters, digits and underscores, with the name of a schema and a dot before it if the table is in another schema.',
    });
  }
  return name
    .toLowerCase()
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}

/** Returns JSON that Postgres can store: without NUL, and without half of a pair of surrogates. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? storableText(inner) : inner));

export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function connectionOf(credential: JsonObject, node: string): ClientConfig {
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
    throw new NodeError(`The ${node} cannot connect through an SSH tunnel.`, {
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
