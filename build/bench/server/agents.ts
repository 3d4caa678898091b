// Agents with a model on a server of the test: our own time beside that of their requests, growth, and the first use of an agent by the program.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { agent, ai, calling, core, openAi, workflowOf } from '../../../engine/testing/agent-workflows/kit.ts';
import { openAiServer } from '../../../engine/testing/models/open-ai-server.ts';
import type { MeasuredAgents } from '../agents.ts';
import { call, echo, json, open } from './hooks.ts';
import { mebibytes, median, milliseconds, row, server, times } from './report.ts';

const MOST_OWN = 15;
const MOST_FIRST = 400;
const STARTS = 3;
const LATER = 20;

export async function agents(): Promise<void> {
  const script = join(import.meta.dirname, '../agents.ts');
  const output = execFileSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const { run, requests, growth } = JSON.parse(output) as MeasuredAgents;
  const own = run - requests;
  const limit = (value: number, most: number): string => `${value <= most ? 'under' : 'OVER'} ${most} ms`;
  row(
    'agent with 3 calls of a tool, its requests alone',
    milliseconds(run),
    milliseconds(requests),
    `+${milliseconds(own)}`,
    limit(own, MOST_OWN),
  );
  const first = await firstUse();
  row('first use of an agent', milliseconds(first), '', '', limit(first, MOST_FIRST));
  row('heap after 1,000 agents', `+${mebibytes(growth)}`, '', '', '');
}

/** Median milliseconds by which the first execution with an agent takes longer than later ones, of several starts of the program. */
async function firstUse(): Promise<number> {
  let count = 0;
  const service = await openAiServer(() => (count++ % 2 === 0 ? calling(['calculator', { input: '17 * 23' }]) : { text: 'It is 391.' }));
  const spent: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const ours = await server(`agents-${start}`);
    const credential = { name: 'Model', type: 'openAiApi', data: { apiKey: 'sk-test', url: `${service.address}/v1` } };
    const created = await fetch(`${ours.url}rest/credentials`, { method: 'POST', headers: json, body: JSON.stringify(credential) });
    const { data } = (await created.json()) as { readonly data: { readonly id: string } };
    const webhook = core(
      'webhook',
      2,
      { path: 'agent', httpMethod: 'POST', responseMode: 'lastNode', options: {} },
      { webhookId: 'agent' },
    );
    const model = { ...openAi(), credentials: { openAiApi: { id: data.id, name: 'Model' } } };
    const nodes = { Webhook: webhook, Agent: agent(), Model: model, Calculator: ai('toolCalculator', 1) };
    await open(ours.url, workflowOf(nodes, ['Webhook -> Agent', 'Model -> Agent', 'Calculator -> Agent']));
    await open(ours.url, echo('echo', 'all'));
    const timesOf = (path: string, often: number): Promise<readonly number[]> =>
      times(often, () => call(`${ours.url}webhook/${path}`, '{"question":"What is 17 * 23?"}', json));
    // The first execution of all loads what every workflow needs.
    await timesOf('echo', LATER);
    const [first = Number.NaN] = await timesOf('agent', 1);
    spent.push(first - median(await timesOf('agent', LATER)));
    await ours.stop();
  }
  await service.close();
  return median(spent);
}
