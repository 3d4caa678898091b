// Approvals of calls of tools on a whole server: in the editor, after a restart, with a called workflow that waits, and after a stop.
import { afterEach, expect, it } from 'vitest';
import type { ExecutionWait } from '../../contract/rest/executions.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let running: RunningServer;
let models: StubServer;
afterEach(async () => {
  await running.close();
  await models.close();
});

const langchain = (name: string): string => `@n8n/n8n-nodes-langchain.${name}`;
const node = (name: string, type: string, typeVersion: number, parameters: object, more: object = {}): object => ({
  id: name.toLowerCase(),
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
  ...more,
});
const link = (to: string, type = 'main'): object => ({ [type]: [[{ node: to, type, index: 0 }]] });

const once: Script = (body) =>
  JSON.stringify(body).includes('function_call_output') ? { text: 'Done' } : { toolCalls: [{ name: 'Pay', args: { amount: '12' } }] };

const post = <T>(url: string, body: object): Promise<T> => running.data<T>({ method: 'POST', url: `/rest${url}`, body }, 'owner');
const get = <T>(url: string): Promise<T> => running.data<T>({ url: `/rest${url}` }, 'owner');

interface Setting {
  readonly script: Script;
  /** Whether the workflow that is the tool waits for a call. */
  readonly isLong: boolean;
  /** Whether the tool needs no approval. */
  readonly isFree: boolean;
}

/** Starts an agent whose tool, a workflow, needs an approval. Returns its execution, once it waits. */
async function untilItAsks({ isLong = false, isFree = false, script = once }: Partial<Setting> = {}): Promise<string> {
  running = await runningServer({ hasPeople: true });
  models = await openAiServer(script);
  const { id: credential } = await post<{ id: string }>('/credentials', {
    name: 'OpenAI',
    type: 'openAiApi',
    data: { apiKey: 'sk-test', url: `${models.address}/v1` },
  });
  const pause = isLong ? { Pause: node('Pause', 'n8n-nodes-base.wait', 1.1, { resume: 'webhook', options: {} }) } : {};
  const { id: called } = await post<{ id: string }>('/workflows', {
    name: 'Pay',
    active: true,
    nodes: [node('When', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }), ...Object.values(pause)],
    connections: isLong ? { When: link('Pause') } : {},
  });
  await post('/workflows', {
    name: 'Agent',
    active: true,
    nodes: [
      node('Start', 'n8n-nodes-base.webhook', 2, { path: 'start' }, { webhookId: 'start' }),
      node('Agent', langchain('agent'), 3.1, { promptType: 'define', text: 'Pay 12', options: {} }),
      node(
        'Model',
        langchain('lmChatOpenAi'),
        1.3,
        { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, options: {} },
        { credentials: { openAiApi: { id: credential, name: 'OpenAI' } } },
      ),
      node('Ask', 'millrace.approval', 1, {}, { disabled: isFree }),
      node('Pay', langchain('toolWorkflow'), 2.2, {
        description: 'Pays',
        workflowId: { __rl: true, mode: 'id', value: called },
        workflowInputs: { mappingMode: 'defineBelow', value: { amount: "={{ $fromAI('amount') }}" } },
      }),
    ],
    connections: {
      Start: link('Agent'),
      Model: link('Agent', 'ai_languageModel'),
      Ask: link('Agent', 'ai_tool'),
      Pay: link(isFree ? 'Agent' : 'Ask', 'ai_tool'),
    },
  });
  expect((await fetch(new URL('webhook/start', running.server.url))).status).toBe(200);
  const id = await only('Agent');
  await running.server.services.executions.idle();
  return id;
}

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly workflowName?: string;
}
const executions = async (): Promise<readonly Listed[]> => {
  await running.server.services.executions.idle();
  const { results } = await get<{ results: readonly Listed[] }>('/executions');
  return results;
};
const only = async (workflowName: string): Promise<string> => {
  const matches = (await executions()).filter((each) => each.workflowName === workflowName);
  expect(matches).toHaveLength(1);
  return matches[0]?.id ?? '';
};
const statusOf = async (id: string): Promise<string | undefined> => (await executions()).find((each) => each.id === id)?.status;
const waitOf = (id: string): Promise<ExecutionWait> => get<ExecutionWait>(`/executions/${id}/wait`);
const answer = (id: string, question: string, approved: boolean): Promise<unknown> =>
  post(`/executions/${id}/questions/${question}`, { approved });

it('are given in the editor, by those who may see the execution', async () => {
  const id = await untilItAsks();
  const { kind, questions: [question] = [] } = await waitOf(id);
  expect([kind, question]).toEqual([
    'approval',
    {
      id: expect.stringMatching(/^[\w-]{36}$/) as unknown,
      node: 'Ask',
      tool: 'Pay',
      parameters: { amount: '12' },
      message: expect.stringContaining('The agent wants to call Pay') as unknown,
      askedAt: expect.any(String) as unknown,
      url: expect.stringMatching(/\/form-waiting\/[^/]+\/ask\?signature=[^&]+&call=/) as unknown,
    },
  ]);
  const { data } = await get<{ data: { resultData: { runData: Record<string, readonly object[]> } } }>(`/executions/${id}`);
  expect(data.resultData.runData['Ask']).toMatchObject([
    { executionStatus: 'waiting', data: { ai_tool: [[{ json: { tool: 'Pay', parameters: { amount: '12' } } }]] } },
  ]);
  const path = `/rest/executions/${id}/questions/${question?.id ?? ''}`;
  const member = await running.send({ method: 'POST', url: path, body: { approved: true } }, 'member');
  expect([member.status, member.body.code]).toEqual([404, 'EXECUTION_NOT_FOUND']);
  const continued = await running.send({ method: 'POST', url: `/rest/executions/${id}/resume` }, 'owner');
  expect([continued.status, continued.body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(await statusOf(id)).toBe('waiting');
  expect((await executions()).filter(({ workflowName }) => workflowName === 'Pay')).toEqual([]);
  await answer(id, question?.id ?? '', true);
  expect(await statusOf(id)).toBe('success');
  expect((await executions()).filter(({ workflowName }) => workflowName === 'Pay')).toHaveLength(1);
});

it('are given after a restart, and nothing is requested or called twice', async () => {
  const id = await untilItAsks({ isLong: true });
  const { dataDir } = running;
  await running.close(true);
  running = await runningServer({ dataDir });
  const state = await running.server.services.executions.get(id);
  const pending = (state?.payload?.state as { pending: { progress?: { questions: { id: string }[] } }[] } | undefined)?.pending;
  const question = pending?.[0]?.progress?.questions[0]?.id ?? '';
  const waits = running.server.services;
  await waits.executions.resume(id, { output: [[{ json: { data: { approved: true } } }]], question });
  // The called workflow waits, and the agent with it.
  const [paid] = (await waits.executions.get(id))?.payload?.state?.pending[0]?.calls ?? [];
  expect(paid).toMatchObject({ executionId: expect.any(String) as unknown });
  await waits.executions.idle();
  await waits.executions.resume(paid?.executionId ?? '');
  await expect.poll(() => waits.executions.statusOf(id)).toBe('success');
  expect(models.received.filter(({ url }) => url.startsWith('/v1/'))).toHaveLength(2);
});

it('are not possible after the execution was stopped, and asked again by a retry', async () => {
  const id = await untilItAsks();
  const { questions: [question] = [] } = await waitOf(id);
  await post(`/executions-current/${id}/stop`, {});
  const late = await running.send(
    { method: 'POST', url: `/rest/executions/${id}/questions/${question?.id ?? ''}`, body: { approved: true } },
    'owner',
  );
  expect([late.status, late.body.code]).toEqual([404, 'EXECUTION_NOT_FOUND']);
  const page = await fetch(question?.url ?? '');
  expect(await page.text()).toMatch(/This form is closed|Nothing to answer/);
  expect((await executions()).filter(({ workflowName }) => workflowName === 'Pay')).toEqual([]);
});

it('are stored once if two arrive at the same time', async () => {
  const id = await untilItAsks();
  const { questions: [question] = [] } = await waitOf(id);
  const outcomes = await Promise.allSettled([answer(id, question?.id ?? '', true), answer(id, question?.id ?? '', true)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await statusOf(id)).toBe('success');
  expect((await executions()).filter(({ workflowName }) => workflowName === 'Pay')).toHaveLength(1);
});

it('are not needed to wait: calls of workflows that wait are matched with their results, in any order', async () => {
  const script: Script = (body) => {
    const text = JSON.stringify(body);
    const call = (amount: string) => ({ name: 'Pay', args: { amount } });
    return text.includes('function_call_output') ? { text: 'Done' } : { toolCalls: [call('12'), call('13')] };
  };
  const id = await untilItAsks({ isLong: true, isFree: true, script });
  const { executions: service } = running.server.services;
  const children = (await executions()).filter(({ workflowName }) => workflowName === 'Pay').map((each) => each.id);
  expect(children).toHaveLength(2);
  for (const child of children) {
    // The clock may be resuming it with the result of the other call.
    await expect.poll(() => service.statusOf(id)).toBe('waiting');
    await service.resume(child);
  }
  await expect.poll(() => service.statusOf(id)).toBe('success');
  expect((await executions()).filter(({ workflowName }) => workflowName === 'Pay')).toHaveLength(2);
  const requests = models.received.filter(({ url }) => url.startsWith('/v1/'));
  expect(requests).toHaveLength(2);
  const results = (JSON.parse(requests[1]?.body ?? '{}') as { input: { type?: string; output?: string }[] }).input;
  expect(results.flatMap(({ type, output }) => (type === 'function_call_output' ? [output] : []))).toEqual([
    expect.stringContaining('"12"'),
    expect.stringContaining('"13"'),
  ]);
});
