// `npm run test:team`: three built servers on a real Postgres, behind a load balancer. Members and Postgres are killed under traffic.
// Options: --rounds N (kills of members, default 200; a tenth of that for Postgres), --only NAME.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPackageRegistry } from '../../engine/testing/package-registry.ts';
import { Effects } from '../faults/effects.ts';
import { formatReport, head, type Report } from '../faults/report.ts';
import { Balancer } from './balancer.ts';
import { Editor } from './editor.ts';
import { Members } from './members.ts';
import { PostgresProcess } from './postgres.ts';
import { measureThroughput } from './throughput.ts';
import { compare, compareSchedule, PACKAGE, saveWorkflows, settled, TICK, Traffic, undisturbed } from './traffic.ts';

const MEMBERS = 3;
/** Milliseconds within which all members have installed a package. */
const INSTALLED = 10_000;
/** Maximum milliseconds of traffic before a kill. */
const TRAFFIC = 2000;
/** Milliseconds for which a member is frozen. */
const FROZEN = 60_000;
/** Milliseconds after Postgres was down in which no server can fire. */
const RECONNECTED = 3000;
/** Milliseconds within which the missed firings of an outage take place. */
const CAUGHT_UP = 8000;

interface Team {
  readonly database: PostgresProcess;
  readonly balancer: Balancer;
  readonly members: Members;
  readonly effects: Effects;
  /** Times at which Postgres was down, in milliseconds since the epoch. */
  readonly outages: { readonly from: number; readonly to: number }[];
}

type Round = (team: Team, number: number) => Promise<void>;

interface Scenario {
  readonly name: string;
  readonly share: number;
  readonly round: Round;
  /** Whether no call may be refused. */
  readonly isPlanned?: boolean;
}

const scenarios: Readonly<Record<string, Scenario>> = {
  kill: {
    name: 'kill -9 of a member',
    share: 1,
    round: async ({ members }) => {
      await setTimeout(Math.random() * TRAFFIC);
      await members.killAndStart(Math.floor(Math.random() * members.count));
    },
  },
  database: {
    name: 'kill -9 of Postgres',
    share: 0.1,
    round: async ({ database, outages }) => {
      await setTimeout(Math.random() * TRAFFIC);
      const from = Date.now();
      await database.kill();
      await database.run();
      outages.push({ from, to: Date.now() + CAUGHT_UP });
      await setTimeout(RECONNECTED);
    },
  },
  update: {
    name: 'one member after another is stopped',
    share: 0.05,
    isPlanned: true,
    round: async ({ members }, number) => {
      await setTimeout(Math.random() * TRAFFIC);
      await members.stopAndStart(number % members.count);
    },
  },
  frozen: {
    name: 'a member is frozen for a minute',
    share: 0.01,
    round: async ({ members }, number) => {
      members.signal(number % members.count, 'SIGSTOP');
      await setTimeout(FROZEN);
      members.signal(number % members.count, 'SIGCONT');
      await setTimeout(TRAFFIC);
    },
  },
};

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, only: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'millrace-team-'));
let failed = 0;
try {
  console.log(head);
  for (const [key, scenario] of Object.entries(scenarios)) {
    if (values.only !== undefined && values.only !== key) continue;
    const report = await run(join(folder, key), scenario, Math.max(1, Math.round(Number(values.rounds) * scenario.share)));
    console.log(formatReport(report));
    failed += report.problems.length;
  }
  if (values.only === undefined || values.only === 'throughput') console.log(await measureThroughput(join(folder, 'throughput')));
} finally {
  if (failed === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`The data folders are in ${folder}.`);
}
process.exitCode = failed === 0 ? 0 : 1;

async function run(own: string, { name, round, isPlanned = false }: Scenario, rounds: number): Promise<Report> {
  const database = await PostgresProcess.start();
  const effects = await Effects.start();
  const balancer = await Balancer.start();
  const registry = await startPackageRegistry();
  await registry.publish(join(import.meta.dirname, '../fixtures/programmatic'));
  const members = new Members(own, database.url, balancer, { MILLRACE_PACKAGE_REGISTRY: registry.url });
  const team: Team = { database, balancer, members, effects, outages: [] };
  const problems: string[] = [];
  let calls = 0;
  try {
    for (let index = 0; index < MEMBERS; index++) await members.add();
    await members.first.rest('nodes', 'POST', { name: PACKAGE });
    await saveWorkflows(members.first, effects.url);
    // All members have the package and the workflows soon.
    await setTimeout(INSTALLED);
    const from = Date.now();
    const traffic = new Traffic(balancer.url, 'call');
    const editor = new Editor(balancer.url);
    for (let number = 0; number < rounds; number++) await round(team, number);
    await traffic.end();
    await editor.end();
    calls = traffic.count + editor.count;
    problems.push(...editor.problems);
    // A firing may be late.
    const to = Date.now() - 3 * TICK;
    await settled(database);
    if (isPlanned) problems.push(...undisturbed(traffic));
    problems.push(...(await compare(database, members.first, effects, traffic)));
    const isExempt = (due: number): boolean => team.outages.some((outage) => due >= outage.from - TICK && due <= outage.to);
    problems.push(...(await compareSchedule(database, from + TICK, to, isExempt)));
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await members.killAll();
    await database.remove();
    balancer.stop();
    effects.stop();
    await registry.stop();
  }
  return { name, rounds, calls, problems };
}
