// Schemas in the database of a Postgres server, for tests that use SQLite too.
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Creates a schema, and returns the address of the database with this schema only. `server`: address of the server, with a slash at the end. */
export async function newSchema(server: string): Promise<string> {
  const database = `${server}postgres`;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(`create schema ${name}`);
  await client.end();
  return `${database}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
}
