// Rotated refresh tokens: another program locks the database, the disk becomes full, or the server is killed just after the service has sent a new
// token. The account must stay connected.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { canMount, fill } from './disk.ts';
import { Program } from './program.ts';
import type { Report } from './report.ts';
import { RotatingService } from './rotating-service.ts';
import { row, webhook, type Sketch } from './workflows.ts';

/** Milliseconds for which another program holds the lock: longer than the server waits for it. */
const LOCKED = 14_000;
const PATIENCE = 30_000;
const SIZE = '24m';

interface Round {
  readonly service: RotatingService;
  readonly report: (problem: string) => void;
  readonly dataDir: string;
}

export const lockedTokenScenario = (dataDir: string, rounds: number): Promise<Report> =>
  scenario('token while the database is locked', dataDir, rounds, async (server, { service, dataDir: folder }) => {
    const other = new DatabaseSync(join(folder, 'db', 'millrace.sqlite'));
    service.onRefresh = () => other.exec('begin immediate');
    await called(server, service);
    await setTimeout(LOCKED);
    other.exec('rollback');
    other.close();
    return restarted(server, folder);
  });

export const killedTokenScenario = (dataDir: string, rounds: number): Promise<Report> =>
  scenario('token, then kill -9', dataDir, rounds, async (server, { service, dataDir: folder }, round) => {
    let killed: Promise<unknown> | undefined;
    const kill = (): void => void (killed = server.kill());
    // Alternately while the new token is on its way, and as soon as it was used.
    if (round % 2 === 0) service.onRefresh = kill;
    else service.onServed = kill;
    void call(server);
    await until(() => killed !== undefined);
    await killed;
    return Program.start(folder);
  });

/** `mountPoint`: an empty folder. */
export async function fullDiskTokenScenario(mountPoint: string, rounds: number): Promise<Report> {
  const name = 'token while the disk is full';
  if (!canMount()) return { name, rounds: 0, calls: 0, problems: [], skipped: 'mounting a file system of its own is not allowed here' };
  const problems: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    const service = await RotatingService.start();
    const prepare = `mount -t tmpfs -o size=${SIZE} none '${mountPoint}'`;
    const small = await Program.start(`${mountPoint}/data`, { prepare });
    const root = `/proc/${small.pid}/root${mountPoint}`;
    const copy = join(mountPoint, `copy-${round}`);
    let last: Program | undefined;
    try {
      await connect(small, service);
      service.onRefresh = () => fill(`${root}/filler`);
      await called(small, service);
      // Nothing is renewed while the disk is full.
      service.expire();
      const before = service.served;
      await call(small);
      await setTimeout(1000);
      if (service.served !== before) problems.push(`round ${round}: a token was renewed while the disk was full`);
      rmSync(`${root}/filler`);
      await until(async () => (await fetch(`${small.url}healthz/readiness`)).status === 200);
      // The write is repeated with growing pauses.
      await setTimeout(5000);
      process.kill(small.pid, 'SIGSTOP');
      cpSync(`${root}/data`, copy, { recursive: true, filter: (path) => !path.includes('/instances') });
      await small.kill();
      service.expire();
      last = await Program.start(copy);
      await called(last, service);
    } catch (error) {
      problems.push(`round ${round}: ${(error as Error).message}`);
    } finally {
      if (service.isRevoked) problems.push(`round ${round}: the account is no longer connected`);
      await small.kill();
      await last?.kill();
      service.stop();
    }
  }
  return { name, rounds, calls: rounds * 3, problems };
}

async function scenario(
  name: string,
  dataDir: string,
  rounds: number,
  fault: (server: Program, round: Round, number: number) => Promise<Program>,
): Promise<Report> {
  const service = await RotatingService.start();
  const problems: string[] = [];
  let server = await Program.start(dataDir);
  try {
    await connect(server, service);
    for (let round = 1; round <= rounds && !service.isRevoked; round++) {
      const report = (problem: string): number => problems.push(`round ${round}: ${problem}`);
      server = await fault(server, { service, report, dataDir }, round);
      service.expire();
      await called(server, service).catch((error: unknown) => report((error as Error).message));
      if (service.isRevoked) report('the account is no longer connected');
      service.expire();
    }
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await server.kill();
    service.stop();
  }
  return { name, rounds, calls: rounds * 2, problems };
}

/** Saves a workflow that calls the service with a connected account. */
async function connect(server: Program, service: RotatingService): Promise<void> {
  const data = service.credential;
  const { id } = await server.rest<{ id: string }>('credentials', 'POST', { name: 'Account', type: 'oAuth2Api', data });
  const ask: Sketch = {
    type: 'httpRequest',
    typeVersion: 4.2,
    parameters: { url: `${service.url}api`, authentication: 'genericCredentialType', genericAuthType: 'oAuth2Api', options: {} },
    credentials: { oAuth2Api: { id, name: 'Account' } },
  };
  await server.save(row('ask', { Webhook: webhook('ask'), Ask: ask }));
}

const call = (server: Program): Promise<unknown> => fetch(`${server.url}webhook/ask`, { method: 'POST' }).catch(() => undefined);

/** Calls the workflow, and resolves once the service has served it. */
async function called(server: Program, service: RotatingService): Promise<void> {
  const before = service.served;
  await call(server);
  await until(() => service.served > before);
}

async function restarted(server: Program, dataDir: string): Promise<Program> {
  await server.stop();
  return Program.start(dataDir);
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE; !(await isTrue()); await setTimeout(50)) {
    if (Date.now() > end) throw new Error('The service was not called with a valid token within 30 seconds.');
  }
}
