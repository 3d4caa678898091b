// A database that is away: it is stopped, starts, rejects connections or does not respond, as opposed to a statement that fails.
import pg from 'pg';
import { AppError } from '../../contract/errors.ts';

/** Classes and codes of Postgres: connections, sign-in, missing database, too many connections, shutdown and start. */
const connectionCodes = /^(?:08|28|3D|53300|57P)/;

/** Whether an error of pg concerns the connection. Its own errors, such as for a lost connection, often have no code. */
export function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return connectionCodes.test(error.code ?? '');
  return error instanceof Error && !(error instanceof AppError) && !(error instanceof TypeError);
}

/** Returns the error for callers. It contains no text of the database: it may be shown to callers who have not signed in. */
export function databaseAway(cause: unknown): AppError {
  return new AppError('STORE_FAILED', 'The database cannot be reached at the moment.', {
    hint: 'Postgres is stopped, is starting, or does not respond. Try again in a few seconds.',
    cause: withCode(cause),
  });
}

/** An error without a code would count as permanent (see `LastingWrites`). */
export function withCode(cause: unknown): unknown {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' ? cause : Object.assign(new Error(String(message), { cause }), { code: 'ECONNRESET' });
}
