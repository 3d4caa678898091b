// Databases in the Postgres server that is started for a run of tests: one for the store of each data folder, and one for each temporary store. A
// database whose folder is gone, or whose temporary store is closed, is emptied and used again, since creating one takes long.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { Store } from '../../store/index.ts';
import { newSchema } from './schemas.ts';

const unused: string[] = [];
const byFolder = new Map<string, string>();
const open = Store.open.bind(Store);

/** Returns the address of an empty database. */
export async function newDatabase(): Promise<string> {
  for (const [folder, address] of byFolder) {
    if (existsSync(folder)) continue;
    byFolder.delete(folder);
    unused.push(address);
  }
  const address = unused.pop();
  if (address !== undefined) {
    await query(address, emptying);
    return address;
  }
  const server = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(`${server}postgres`, `create database ${name}`);
  return server + name;
}

/** Returns the address of an empty schema, for tests that change tables. */
export const newEmptySchema = (): Promise<string> => newSchema(inject('postgres'));

/** Deletes all rows, without triggers, and ends the connections that a test has left. */
const emptying = `
select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
set session_replication_role = replica;
do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migration' loop execute format('delete from %I', name); end loop;
end $$;`;

async function query(address: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Makes stores use Postgres in all tests of this worker. */
export function useDatabases(): void {
  Store.open = async (dataDir, options) => {
    if (options?.database !== undefined && options.database !== '') return open(dataDir, options);
    const database = byFolder.get(dataDir) ?? (await newDatabase());
    byFolder.set(dataDir, database);
    return open(dataDir, { ...options, database });
  };
  Store.inMemory = async () => {
    const database = await newDatabase();
    const store = await open('', { database });
    const close = store.close.bind(store);
    store.close = async () => {
      await close();
      unused.push(database);
    };
    return store;
  };
}
