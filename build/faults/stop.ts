// SIGTERM under traffic: a clean exit, no call with a response is lost, rejected calls are told to retry; and webhooks respond from the first
// moment after a start.
import { setTimeout } from 'node:timers/promises';
import { executionsSince, settled, tokenOf } from './executions.ts';
import { Program, type Exit } from './program.ts';
import type { Report } from './report.ts';
import { setField, pause, row, webhook, type Sketch } from './workflows.ts';

const CALLERS = 10;
const TRAFFIC = 400;
/** Additional active workflows, which make a start take longer. */
const OTHERS = 200;

const code: Sketch = {
  type: 'code',
  typeVersion: 2,
  parameters: { jsCode: 'await new Promise((resolve) => setTimeout(resolve, 100));\nreturn $input.all();' },
};

export async function stopScenario(dataDir: string, rounds: number): Promise<Report> {
  const problems: string[] = [];
  let calls = 0;
  let server = await Program.start(dataDir, { environment: { MILLRACE_STOP_TIMEOUT: '4' } });
  try {
    await server.save(row('quick', { Webhook: webhook('quick', 'lastNode'), Set: setField('done', 'yes') }));
    await server.save(row('slow', { Webhook: webhook('slow'), Pause: pause(2), Set: setField('done', 'yes') }));
    await server.save(row('code', { Webhook: webhook('code'), Code: code, Set: setField('done', 'yes') }));
    for (let other = 0; other < OTHERS; other++)
      await server.save(row(`other-${other}`, { Webhook: webhook(`other-${other}`), Set: setField('a', 'b') }));
    let newest: string | undefined;
    for (let round = 1; round <= rounds; round++) {
      const report = (problem: string): number => problems.push(`round ${round}: ${problem}`);
      const traffic = new Traffic(server, `round-${round}`);
      await setTimeout(Math.random() * TRAFFIC);
      const exit = await server.stop();
      await traffic.over();
      calls += traffic.count;
      for (const problem of [...badEnd(exit), ...traffic.problems]) report(problem);
      server = await Program.start(dataDir, { environment: { MILLRACE_STOP_TIMEOUT: '4' } });
      for (const problem of await firstCalls(server)) report(problem);
      await settled(server);
      const executions = await executionsSince(server, newest);
      newest = executions[0]?.id ?? newest;
      for (const { id, status, workflowName } of executions)
        if (status !== 'success') report(`the execution ${id} of "${workflowName}" ended as ${status}`);
      const tokens = new Set(await Promise.all(executions.map(({ id }) => tokenOf(server, id))));
      for (const token of traffic.confirmed) if (!tokens.has(token)) report(`the answered call ${token} is lost`);
    }
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await server.kill();
  }
  return { name: 'SIGTERM under traffic, and starts', rounds, calls, problems };
}

function badEnd({ code: exitCode, signal, err }: Exit): readonly string[] {
  const lines = err.split('\n').filter((line) => line !== '' && !line.startsWith('Stopping'));
  return [
    ...(exitCode === 0 ? [] : [`the server ended with the exit code ${exitCode} (${String(signal)})`]),
    ...(lines.length === 0 ? [] : [`the server wrote: ${lines.slice(0, 3).join(' / ').slice(0, 300)}`]),
  ];
}

/** Checks that every active webhook is known as soon as the port is open. */
async function firstCalls(server: Program): Promise<readonly string[]> {
  const paths = ['quick', 'slow', 'code', ...Array.from({ length: 20 }, (_, index) => `other-${OTHERS - 1 - index}`)];
  const responses = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`${server.url}webhook/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      await response.arrayBuffer();
      return [path, response.status] as const;
    }),
  );
  return responses.flatMap(([path, status]) => (status === 200 ? [] : [`right after the start /${path} returned ${status}`]));
}

class Traffic {
  count = 0;
  readonly confirmed: string[] = [];
  readonly problems: string[] = [];
  readonly #callers: Promise<unknown>;

  constructor(server: Program, name: string) {
    this.#callers = Promise.all(Array.from({ length: CALLERS }, () => this.#caller(server, name)));
  }

  over(): Promise<unknown> {
    return this.#callers;
  }

  async #caller({ url }: Program, name: string): Promise<void> {
    const paths = ['quick', 'slow', 'code'] as const;
    for (;;) {
      const number = this.count++;
      const path = paths[number % paths.length];
      const token = `${name}-${path}-${number}`;
      try {
        const response = await fetch(`${url}webhook/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token }),
        });
        await response.arrayBuffer();
        if (response.status === 200) this.confirmed.push(token);
        else if (response.status !== 503) this.problems.push(`a call was answered with ${response.status}`);
        else if (!response.headers.has('retry-after')) this.problems.push('a refused call was not told when to come again');
        // A rejected caller waits a little, as the response asks.
        if (response.status !== 200) await setTimeout(20);
        // Otherwise slow runs accumulate.
        else await setTimeout(5);
      } catch {
        return;
      }
    }
  }
}
