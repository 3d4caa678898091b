// Whole servers on one Postgres database, as behind a load balancer without sticky sessions.
import { vi } from 'vitest';
import { newDatabase } from './postgres/databases.ts';
import { runningServer, type RunningServer, type RunningServerOptions } from './running-server.ts';

export const ENCRYPTION_KEY = 'the key of the whole team';

export interface TestTeam {
  /** Address of the database. */
  readonly database: string;
  readonly servers: readonly [RunningServer, RunningServer];
  close(): Promise<void>;
}

/** Starts two servers, each in a folder of its own, and waits until they know of each other. */
export async function startTeam(options: RunningServerOptions = {}): Promise<TestTeam> {
  const database = await newDatabase();
  const start = (): Promise<RunningServer> =>
    runningServer({ ...options, settings: { encryptionKey: ENCRYPTION_KEY, ...options.settings, database } });
  const servers = [await start(), await start()] as const;
  await vi.waitUntil(() => servers.every(({ server }) => server.services.team.hasOthers), { timeout: 60_000 });
  const close = async (): Promise<void> => {
    for (const each of servers) await each.close();
  };
  return { database, servers, close };
}
