// Servers share a lock of their Postgres database, which a move takes alone. Postgres releases it when the connection ends.
import type { Client } from 'pg';
import { AppError } from '../../contract/errors.ts';
import { guarded } from '../../workflow/values/guarded.ts';
import { connectAlone } from './connect.ts';
import { placeOf } from './place.ts';

/** A number that only this program uses, and the schema, since a database may have several. */
const key = '(1481989, hashtext(current_schema()))';
/** Milliseconds between attempts to take the lock again after the connection has ended. */
const AGAIN = 1000;

async function tryLock(client: Client, lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'): Promise<boolean> {
  const { rows } = await client.query<{ locked: string }>(`select ${lock}${key} as locked`);
  return rows[0]?.locked === 't';
}

/** Takes the lock of all servers for this connection. Throws DATA_FOLDER_IN_USE if one runs, or another move. */
export async function lockAlone(client: Client, url: string): Promise<void> {
  if (await tryLock(client, 'pg_try_advisory_lock')) return;
  throw new AppError('DATA_FOLDER_IN_USE', `A server or another move uses the database at ${placeOf(url)}.`, {
    params: { dataDir: placeOf(url), server: 'another process' },
    hint: 'Stop it first.',
  });
}

/** Runs the work while no server uses the database. Throws DATA_FOLDER_IN_USE if one does, STORE_FAILED. */
export async function withoutServers(url: string, work: () => Promise<void>): Promise<void> {
  const client = await connectAlone(url);
  try {
    await lockAlone(client, url);
    await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}

export interface ServerLock {
  release(): Promise<void>;
}

/** Takes the lock of a server, and takes it again whenever the connection was lost. Throws STORE_FAILED while a move uses the database. */
export async function lockAsServer(url: string): Promise<ServerLock> {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isReleased = false;
  const lock = async (): Promise<void> => {
    const connection = await connectAlone(url);
    if (isReleased || !(await tryLock(connection, 'pg_try_advisory_lock_shared'))) {
      await connection.end();
      throw new AppError('STORE_FAILED', `The database at ${placeOf(url)} is being moved.`, {
        hint: 'Wait until the command millrace move has ended.',
      });
    }
    client = connection;
    connection.once(
      'end',
      guarded(() => undefined, lockAgain),
    );
  };
  const lockAgain = (): void => {
    if (!isReleased) timer = setTimeout(() => void lock().catch(lockAgain), AGAIN).unref();
  };
  const release = async (): Promise<void> => {
    isReleased = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
  await lock();
  return { release };
}
