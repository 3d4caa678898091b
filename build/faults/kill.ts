// kill -9 under traffic: no call with a response is lost or duplicated, waiting executions continue, and crashed ones can be retried with their
// own data.
import { setTimeout } from 'node:timers/promises';
import { Effects } from './effects.ts';
import { executionsSince, settled, tokenOf } from './executions.ts';
import { Program } from './program.ts';
import type { Report } from './report.ts';
import { call, called, effect, setField, pause, row, webhook } from './workflows.ts';

const CALLERS = 6;
/** Maximum milliseconds of traffic before the kill. */
const TRAFFIC = 700;
/** One of this many calls has a large body. */
const LARGE_EVERY = 7;
const LARGE = 200_000;
/** Milliseconds between two calls of one caller. */
const BETWEEN = 15;

const paths = ['plain', 'last', 'pause', 'calls'] as const;

export async function killScenario(dataDir: string, rounds: number): Promise<Report> {
  const effects = await Effects.start();
  const problems: string[] = [];
  let calls = 0;
  let server = await Program.start(dataDir);
  try {
    await saveWorkflows(server, effects.url);
    let newest: string | undefined;
    for (let round = 1; round <= rounds; round++) {
      const traffic = new Traffic(server, `round-${round}`);
      await setTimeout(Math.random() * TRAFFIC);
      await server.kill();
      await traffic.over();
      calls += traffic.count;
      server = await Program.start(dataDir);
      await settled(server);
      const state = await look(server, effects, traffic.confirmed, newest);
      problems.push(...state.problems.map((problem) => `round ${round}: ${problem}`));
      newest = state.newest;
    }
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await server.kill();
    effects.stop();
  }
  return { name: 'kill -9 under traffic', rounds, calls, problems };
}

async function saveWorkflows(server: Program, effectUrl: string): Promise<void> {
  const child = await server.save(
    row('child', { Start: called, Pause: pause(1), Tell: effect(effectUrl), Done: setField('done', 'yes') }),
    false,
  );
  await server.save(row('plain', { Webhook: webhook('plain'), Tell: effect(effectUrl) }));
  await server.save(row('last', { Webhook: webhook('last', 'lastNode'), Set: setField('done', 'yes') }));
  await server.save(row('pause', { Webhook: webhook('pause'), Pause: pause(1), Tell: effect(effectUrl) }));
  await server.save(row('calls', { Webhook: webhook('calls'), Call: call(child), End: setField('ended', 'yes') }));
}

/** Calls from several concurrent callers until the server is gone. */
class Traffic {
  count = 0;
  /** Tokens of the calls that received status 200. */
  readonly confirmed: string[] = [];
  readonly #callers: Promise<unknown>;
  readonly #server: Program;
  readonly #name: string;

  constructor(server: Program, name: string) {
    this.#server = server;
    this.#name = name;
    this.#callers = Promise.all(Array.from({ length: CALLERS }, () => this.#caller()));
  }

  over(): Promise<unknown> {
    return this.#callers;
  }

  async #caller(): Promise<void> {
    for (;;) {
      const number = this.count++;
      const path = paths[number % paths.length];
      const token = `${this.#name}-${path}-${number}`;
      const padding = number % LARGE_EVERY === 0 ? 'x'.repeat(LARGE) : '';
      try {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`${this.#server.url}webhook/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ token, padding }),
        });
        if (response.status === 200) this.confirmed.push(token);
        await response.arrayBuffer();
      } catch {
        return;
      }
      await setTimeout(BETWEEN);
    }
  }
}

interface Found {
  readonly problems: readonly string[];
  /** Id of the newest execution. */
  readonly newest: string | undefined;
}

/** Compares the calls that received a response with what the server has stored. */
async function look(server: Program, effects: Effects, acknowledged: readonly string[], until: string | undefined): Promise<Found> {
  const problems: string[] = [];
  const executions = (await executionsSince(server, until)).filter(({ mode }) => mode === 'webhook');
  const tokens = new Map<string, string | undefined>();
  for (const { id } of executions) tokens.set(id, await tokenOf(server, id));
  const crashed = executions.filter(({ status }) => status === 'crashed').map(({ id }) => id);
  const retries = await tryAgain(server, crashed, until, problems);
  for (const [id, token] of retries) {
    tokens.set(id, tokens.get(id) ?? token);
    if (token === undefined || token !== tokens.get(id)) problems.push(`the retry of ${id} does not hold the data of its call`);
  }
  const times = new Map<string, number>();
  for (const { id, status, workflowName } of executions) {
    // A caller fails if its called workflow crashed while the caller waited.
    const isEnded = status === 'success' || status === 'crashed' || (status === 'error' && workflowName === 'calls');
    if (!isEnded) problems.push(`the execution ${id} of "${workflowName}" ended as ${status}`);
    const token = tokens.get(id);
    if (token === undefined) continue;
    times.set(token, (times.get(token) ?? 0) + 1);
    const takesEffect = workflowName !== 'last' && status === 'success';
    if (takesEffect && effects.of(token) !== 1) problems.push(`${token} took effect ${effects.of(token)} times`);
  }
  for (const token of acknowledged) if (!times.has(token)) problems.push(`the answered call ${token} is lost`);
  for (const [token, count] of times) if (count > 1) problems.push(`the call ${token} ran ${count} times`);
  return { problems, newest: (await executionsSince(server, until))[0]?.id ?? until };
}

/** Retries crashed executions. Returns the token that each retry started with, by the id of the crashed execution. */
async function tryAgain(
  server: Program,
  crashed: readonly string[],
  until: string | undefined,
  problems: string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  await Promise.all(
    crashed.map((id) =>
      server
        .rest(`executions/${id}/retry`, 'POST', {})
        .catch((error: unknown) => problems.push(`the crashed execution ${id} cannot be retried: ${(error as Error).message}`)),
    ),
  );
  if (crashed.length > 0) await settled(server);
  const match = new Map<string, string | undefined>();
  for (const { id, retryOf } of await executionsSince(server, until)) {
    if (retryOf !== undefined && crashed.includes(retryOf)) match.set(retryOf, await tokenOf(server, id));
  }
  return match;
}
