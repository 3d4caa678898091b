// Measures an agent with three calls of a tool on a server of the test, in a process of its own: `node --expose-gc build/bench/agents.ts`. Prints one line of JSON.
import { createHttpClient } from '../../engine/execution/http/client.ts';
import { openAiServer } from '../../engine/testing/models/open-ai-server.ts';
import { runRootNode, type RootOutcome } from '../../engine/testing/models/run-root-node.ts';

export interface MeasuredAgents {
  /** Median milliseconds of a run, and of its four requests alone. */
  readonly run: number;
  readonly requests: number;
  /** Bytes by which the heap grew in 1,000 runs. */
  readonly growth: number;
}

const CALLS = 3;
const WARM = 50;
const MEASURED = 200;
const RUNS = 1000;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

let count = 0;
const server = await openAiServer(() =>
  count++ % (CALLS + 1) === CALLS ? { text: 'It is 391.' } : { toolCalls: [{ name: 'calculator', args: { input: '17 * 23' } }] },
);
const http = createHttpClient({ environment: {} });

async function run(): Promise<RootOutcome> {
  const outcome = await runRootNode({
    type: 'agent',
    parameters: { promptType: 'define', text: 'What is 17 * 23?' },
    attached: [
      {
        name: 'Model',
        type: 'lmChatOpenAi',
        by: 'ai_languageModel',
        parameters: { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' } },
      },
      { name: 'Calculator', type: 'toolCalculator', by: 'ai_tool' },
    ],
    credentials: { openAiApi: { apiKey: 'sk-test', url: `${server.address}/v1` } },
    ports: { http },
  });
  const calls = outcome.runData['Calculator']?.length;
  if (outcome.json[0]?.['output'] !== 'It is 391.' || calls !== CALLS)
    throw new Error(`The agent answered ${JSON.stringify(outcome.json)}.`);
  return outcome;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

async function requests(bodies: readonly string[]): Promise<void> {
  for (const body of bodies) {
    const response = await http.request({
      url: `${server.address}/v1/responses`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    JSON.parse(new TextDecoder().decode(await response.bytes()));
  }
}

await run();
const bodies = server.received.map(({ body }) => body);
for (let round = 0; round < WARM; round++) await run();
const runs: number[] = [];
const bare: number[] = [];
for (let round = 0; round < MEASURED; round++) {
  runs.push(await timed(run));
  bare.push(await timed(() => requests(bodies)));
}
(server.received as unknown[]).length = 0;
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
for (let round = 0; round < RUNS; round++) {
  await run();
  (server.received as unknown[]).length = 0;
}
globalThis.gc?.();
const growth = process.memoryUsage().heapUsed - before;
const measured: MeasuredAgents = { run: median(runs), requests: median(bare), growth };
process.stdout.write(JSON.stringify(measured));
await Promise.all([server.close(), http.close()]);
