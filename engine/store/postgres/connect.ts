// A connection of its own to a Postgres database, which returns values as text.
import pg from 'pg';
import { AppError } from '../../contract/errors.ts';
import { placeOf } from './place.ts';

/** Number of the type bytea. */
const BYTES = 17;
/** Bytes are returned as bytes; everything else as Postgres writes it. */
const types = {
  getTypeParser: ((oid: number) =>
    oid === BYTES ? pg.types.getTypeParser(BYTES) : (text: string) => text) as typeof pg.types.getTypeParser,
};

/** Milliseconds after which an attempt to connect ends. */
const PATIENCE = 10_000;

/** Returns a connection whose statements have no time limits. Throws STORE_FAILED. */
export async function connectAlone(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    types,
    keepAlive: true,
    connectionTimeoutMillis: PATIENCE,
    application_name: 'millrace',
  });
  // The error of a lost connection is also that of the next query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    return client;
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw notOpened(url, cause);
  }
}

export const notOpened = (url: string, cause: unknown): AppError =>
  cause instanceof AppError
    ? cause
    : new AppError('STORE_FAILED', `The database at ${placeOf(url)} could not be opened: ${(cause as Error).message}.`, { cause });
