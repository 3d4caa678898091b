// Workflows that are deleted while their executions run, wait and are queued, and the server is killed around that time: nothing of what was queued or
// waited runs on, and every execution has its row.
import { setTimeout } from 'node:timers/promises';
import { Effects } from './effects.ts';
import { executionsSince, settled } from './executions.ts';
import { Program } from './program.ts';
import type { Report } from './report.ts';
import { effect, pause, row, webhook } from './workflows.ts';

/** Maximum milliseconds from the deletion to the kill. */
const KILLED_WITHIN = 60;
const environment = { MILLRACE_CONCURRENCY_PRODUCTION_LIMIT: '1' };

export async function deletionScenario(dataDir: string, rounds: number): Promise<Report> {
  const effects = await Effects.start();
  const problems: string[] = [];
  let server = await Program.start(dataDir, { environment });
  try {
    let newest: string | undefined;
    for (let round = 1; round <= rounds; round++) {
      const report = (problem: string): number => problems.push(`round ${round}: ${problem}`);
      const ids = await prepared(server, effects, round);
      await Promise.race([deleted(server, ids), setTimeout(Math.random() * KILLED_WITHIN)]);
      // Every other server is killed in the middle.
      const isKilled = round % 2 === 0;
      if (!isKilled) await deleted(server, ids);
      await server.kill();
      server = await Program.start(dataDir, { environment });
      const left = new Set((await server.rest<{ id: string }[]>('workflows')).map(({ id }) => id));
      await deleted(server, ids);
      await settled(server);
      const executions = await executionsSince(server, newest);
      newest = executions[0]?.id ?? newest;
      for (const problem of problemsOf(executions, effects, round, left.size)) report(problem);
    }
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await server.kill();
    effects.stop();
  }
  return { name: 'deletion in every state, kill -9', rounds, calls: rounds * 4, problems };
}

/** Starts a waiting, a running and two queued executions. Returns the ids of their workflows. */
async function prepared(server: Program, effects: Effects, round: number): Promise<readonly string[]> {
  const notify = (name: string) => effect(effects.url, `'${name}-${round}'`);
  const ids = [
    await server.save(row(`waits-${round}`, { Webhook: webhook(`waits-${round}`), Pause: pause(3600), Tell: notify('waits') })),
    await server.save(row(`runs-${round}`, { Webhook: webhook(`runs-${round}`), Pause: pause(2), Tell: notify('runs') })),
    await server.save(row(`queues-${round}`, { Webhook: webhook(`queues-${round}`), Tell: notify('queues') })),
  ];
  for (const name of ['waits', 'runs', 'queues', 'queues']) {
    const response = await fetch(`${server.url}webhook/${name}-${round}`, { method: 'POST', body: '{}' });
    if (response.status !== 200) throw new Error(`the call of ${name} returned ${response.status}`);
    if (name === 'waits') await setTimeout(50);
  }
  return ids;
}

async function deleted(server: Program, ids: readonly string[]): Promise<void> {
  for (const id of ids) await fetch(`${server.url}rest/workflows/${id}`, { method: 'DELETE' }).catch(() => undefined);
}

/** `left`: number of workflows whose deletion the kill has prevented; their executions may have gone on until the next deletion. */
function* problemsOf(
  executions: readonly { readonly workflowName: string; readonly status: string }[],
  effects: Effects,
  round: number,
  remaining: number,
): Generator<string> {
  const sorted = executions.map(({ workflowName, status }) => `${workflowName} ${status}`).toSorted();
  if (effects.of(`waits-${round}`) > 0) yield 'an execution that waited went on after its workflow was deleted';
  if (remaining > 0) return;
  if (effects.of(`queues-${round}`) > 0) yield 'a queued execution ran after its workflow was deleted';
  const open = executions.filter(({ status }) => ['new', 'waiting', 'running'].includes(status));
  if (open.length > 0 || executions.length !== 4) yield `the executions are: ${sorted.join(', ')}`;
}
