// A workflow that calls another one, which waits for a webhook. The server is killed while both wait and started again; the webhook is called,
// and both must end.
import { setTimeout } from 'node:timers/promises';
import type { ExecutionSummary } from '../../engine/contract/rest/executions.ts';
import { Effects } from './effects.ts';
import { executionsSince, settled } from './executions.ts';
import { Program } from './program.ts';
import type { Report } from './report.ts';
import { call, called, effect, setField, row, untilCalled, webhook } from './workflows.ts';

export async function calledWaitScenario(dataDir: string, rounds: number): Promise<Report> {
  const effects = await Effects.start();
  const problems: string[] = [];
  let server = await Program.start(dataDir);
  try {
    const notify = effect(effects.url, 'encodeURIComponent($execution.resumeUrl)');
    const child = await server.save(
      row('child', { Start: called, Tell: notify, Wait: untilCalled, Done: setField('child', 'done') }),
      false,
    );
    await server.save(row('parent', { Webhook: webhook('parent'), Call: call(child), End: setField('parent', 'done') }));
    let newest: string | undefined;
    for (let round = 1; round <= rounds; round++) {
      server = await oneRound(server, dataDir, newest, (problem) => problems.push(`round ${round}: ${problem}`), effects);
      newest = (await executionsSince(server, newest))[0]?.id ?? newest;
    }
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await server.kill();
    effects.stop();
  }
  return { name: 'called workflow waits, kill -9', rounds, calls: rounds * 2, problems };
}

async function oneRound(
  running: Program,
  dataDir: string,
  newest: string | undefined,
  report: (problem: string) => void,
  effects: Effects,
): Promise<Program> {
  const body = '{}';
  const headers = { 'content-type': 'application/json' };
  const first = await fetch(`${running.url}webhook/parent`, { method: 'POST', headers, body });
  if (first.status !== 200) report(`the call of the parent returned ${first.status}`);
  await until(async () => (await executionsSince(running, newest)).filter(({ status }) => status === 'waiting').length === 2);
  const resumeUrl = new URL(effects.newest);
  await running.kill();
  const server = await Program.start(dataDir);
  // The port changes with each start.
  resumeUrl.host = new URL(server.url).host;
  const second = await fetch(resumeUrl, { method: 'POST', headers, body: '{"answer":"yes"}' });
  if (second.status !== 200) report(`the resume address returned ${second.status}`);
  // A kill directly after the response must not lose anything either.
  await setTimeout(Math.random() * 20);
  await server.kill();
  const last = await Program.start(dataDir);
  await settled(last);
  const executions = await executionsSince(last, newest);
  check(executions, report);
  return last;
}

function check(executions: readonly ExecutionSummary[], report: (problem: string) => void): void {
  const visible = executions.map(({ workflowName, mode, status }) => `${workflowName} ${mode} ${status}`).sort();
  // A kill between the response and the end may leave a crashed execution, whose caller fails, but no waiting one.
  const hasCrashed = executions.some(({ status }) => status === 'crashed');
  const isEnded = executions.every(({ status }) => status === 'success' || status === 'crashed' || (status === 'error' && hasCrashed));
  if (executions.length !== 2 || !isEnded) report(`the executions are: ${visible.join(', ')}`);
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isTrue()) return;
    await setTimeout(50);
  }
  throw new Error('The two executions did not come to wait within ten seconds.');
}
