// Starts a Postgres server for a run of tests.
import type { TestProject } from 'vitest/node';
import { startPostgres } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server, without the name of a database; ends with a slash. */
    postgres: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  project.provide('postgres', url);
  return stop;
}
