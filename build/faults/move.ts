// Moves to Postgres and back that are killed at a random moment, several times. The same command ends them, and the folder has the same data again.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newSchema } from '../../engine/testing/postgres/schemas.ts';
import { startPostgres } from '../../engine/testing/postgres/server.ts';
import { commandsWith, fillData, type Run } from './commands.ts';
import { Program } from './program.ts';
import type { Report } from './report.ts';

/** Number of calls that are killed. The next one may end. */
const KILLS = 3;

const run = commandsWith({});

export async function moveScenario(folder: string, rounds: number): Promise<Report> {
  const postgres = await startPostgres();
  const dataDir = join(folder, 'data');
  const problems: string[] = [];
  let calls = 0;
  try {
    await fillData(dataDir);
    const database = join(dataDir, 'db', 'millrace.sqlite');
    for (let round = 1; round <= rounds; round++) {
      const url = await newSchema(postgres.url);
      const before = await seenIn(dataDir);
      for (const direction of ['--to', '--from']) {
        const problem = await killedMove([direction, url, '--data-dir', dataDir]);
        if (problem !== undefined) problems.push(`round ${round}: ${direction}: ${problem}`);
        calls += KILLS + 1;
        if (direction === '--to') renameSync(database, `${database}.before`);
      }
      if ((await seenIn(dataDir)) !== before) problems.push(`round ${round}: the data differs after the moves`);
      rmSync(`${database}.before`, { force: true });
    }
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await postgres.stop();
  }
  return { name: 'killed moves', rounds, calls, problems };
}

/** Returns what the command printed if it has failed. */
async function killedMove(args: readonly string[]): Promise<string | undefined> {
  const move = (isKilled: boolean): ReturnType<Run> => run(['move', ...args], isKilled);
  for (let count = 0; count < KILLS; count++) await move(true);
  const { code, text } = await move(false);
  // The last killed one may have come to its end.
  return code === 0 || text.includes('has data of its own') || text.includes('has a database with data of its own') ? undefined : text;
}

/** What a server on the folder returns for its workflows and executions. */
async function seenIn(dataDir: string): Promise<string> {
  const server = await Program.start(dataDir);
  try {
    return JSON.stringify([await server.rest('workflows'), await server.rest('executions')]);
  } finally {
    await server.stop();
  }
}
