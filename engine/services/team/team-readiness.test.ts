// A server whose database does not respond: it stays alive, is not ready, and is ready again once the database responds.
import pg from 'pg';
import { expect, it } from 'vitest';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { runningServer } from '../../testing/running-server.ts';

it('is not ready while it cannot renew its lease', async () => {
  const database = await newDatabase();
  const server = await runningServer({ settings: { database } });
  const statusOf = async (path: string): Promise<unknown> => {
    const response = await fetch(new URL(path, server.server.url));
    return [response.status, await response.json()];
  };
  const client = new pg.Client({ connectionString: new URL('/postgres', database).href });
  await client.connect();
  const name = new URL(database).pathname.slice(1);
  try {
    await expect.poll(() => statusOf('healthz/readiness')).toEqual([200, { status: 'ok' }]);
    await client.query(`alter database ${name} allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await expect.poll(() => statusOf('healthz/readiness'), { timeout: 60_000 }).toEqual([503, { status: 'storeFailed' }]);
    expect(await statusOf('healthz')).toEqual([200, { status: 'ok' }]);
    await client.query(`alter database ${name} allow_connections true`);
    await expect.poll(() => statusOf('healthz/readiness'), { timeout: 60_000 }).toEqual([200, { status: 'ok' }]);
  } finally {
    await client.query(`alter database ${name} allow_connections true`);
    await client.end();
    await server.close();
  }
});
