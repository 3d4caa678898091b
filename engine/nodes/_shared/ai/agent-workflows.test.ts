// Workflows as people build them, from the request that starts them to the response.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentRuns } from '../../../testing/agent-workflows/agent-runs.ts';
import { chainWorkflows } from '../../../testing/agent-workflows/chains.ts';
import { itemWorkflows } from '../../../testing/agent-workflows/items.ts';
import { modelWorkflows } from '../../../testing/agent-workflows/models.ts';
import { toolWorkflows } from '../../../testing/agent-workflows/tools.ts';
import { runningServer, type RunningServer } from '../../../testing/running-server.ts';

let server: RunningServer;
let runs: AgentRuns;

beforeAll(async () => {
  server = await runningServer({ over: 'socket' });
  runs = await AgentRuns.start({ url: server.server.url.replace(/\/$/, ''), data: server.data });
});
afterAll(async () => {
  await runs.close();
  await server.close();
});

describe.each([
  ['an agent with', toolWorkflows],
  ['an agent or chain with', modelWorkflows],
  ['a workflow with', chainWorkflows],
  ['items of', itemWorkflows],
])('%s', (_, workflows) => {
  it.each(workflows)('$title', async (workflow) => {
    const response = await runs.run(workflow);
    if (typeof workflow.response === 'string') expect(response).toBe(workflow.response);
    else expect(response).toMatchObject(workflow.response as object);
    const requests = runs.requests();
    for (const text of workflow.asked ?? []) expect(requests.join('\n')).toContain(text);
    for (const text of workflow.notAsked ?? []) expect(requests.at(-1) ?? '').not.toContain(text);
  });
});
