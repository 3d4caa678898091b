// Calls of tools that a person approves or denies: on the page of the Approval node, and in reply to a message of a chat.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import type { StubServer } from '../../testing/stub-server.ts';
import { webhookServer, type ServedExecution, type WebhookServer } from '../../testing/webhook-server.ts';

let model: StubServer | undefined;
let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  await model?.close();
});

const langchain = (name: string): string => `@n8n/n8n-nodes-langchain.${name}`;

interface Setting {
  readonly script: Script;
  readonly approval?: JsonObject;
  readonly agent?: JsonObject;
  readonly more?: Record<string, object>;
  readonly wires?: readonly string[];
  /** Items of the trigger. */
  readonly body?: JsonObject;
}

const tool = (name: string): object => ({
  id: name,
  type: 'n8n-nodes-base.httpRequestTool',
  typeVersion: 4.2,
  parameters: { toolDescription: name, url: `={{ $json.body.service }}/${name.toLowerCase()}?about={{ $fromAI('topic', 'Topic') }}` },
});

/** Reads `From -type-> To`, and `From -> To`. */
function connectionsOf(lines: readonly string[]): WorkflowFile['connections'] {
  const connections: Record<string, Record<string, { node: string; type: string; index: number }[][]>> = {};
  for (const line of lines) {
    const [, from = '', type = 'main', to = ''] = /^(\w+) -(?:(\w+)-)?> (\w+)$/.exec(line) ?? [];
    ((connections[from] ??= {})[type] ??= [[]])[0]?.push({ node: to, type, index: 0 });
  }
  return connections;
}

/** Starts a workflow whose agent has a tool `Refund` behind an approval, and a free one `Look`. Returns its execution once it waits or ends. */
async function run({ script, approval = {}, agent = {}, more = {}, wires = [], body = {} }: Setting): Promise<ServedExecution> {
  model = await openAiServer(script);
  const nodes = {
    Start: { type: 'webhook', typeVersion: 2, webhookId: 'start', parameters: { path: 'start', httpMethod: 'POST' } },
    Agent: {
      type: langchain('agent'),
      typeVersion: 3.1,
      parameters: { promptType: 'define', text: '={{ $json.body.question }}', ...agent },
    },
    Model: {
      type: langchain('lmChatOpenAi'),
      typeVersion: 1.3,
      parameters: { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' } },
      credentials: { openAiApi: { id: 'c', name: 'c' } },
    },
    Ask: { id: 'ask', type: 'millrace.approval', typeVersion: 1, parameters: approval },
    Refund: tool('Refund'),
    Look: tool('Look'),
    ...more,
  };
  const connections = [
    'Start -> Agent',
    'Model -ai_languageModel-> Agent',
    'Ask -ai_tool-> Agent',
    'Refund -ai_tool-> Ask',
    'Look -ai_tool-> Agent',
    ...wires,
  ];
  server = await webhookServer([buildWorkflow(nodes as never, [], { id: 'w1', connections: connectionsOf(connections) })], {
    ports: { http: createHttpClient({ environment: {} }), credentialTypes: createCredentialTypes() },
    credentials: { openAiApi: { apiKey: 'sk-test', url: `${model.address}/v1` } },
  });
  await fetch(`${server.address}/webhook/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'Refund order 7', service: model.address, ...body }),
  });
  const execution = server.executions.get('1') as ServedExecution;
  await execution.done;
  return execution;
}

const called = (): readonly (string | undefined)[] => model?.received.map(({ url }) => url).filter((url) => url?.includes('about=')) ?? [];
const requests = (): readonly string[] =>
  model?.received.filter(({ url }) => url?.startsWith('/v1/') === true).map(({ body }) => body) ?? [];
const questions = (
  execution: ServedExecution,
): readonly { id: string; tool: string; args: JsonObject; message?: string; answer?: unknown }[] =>
  execution.state?.pending.flatMap(({ progress }) => progress?.questions ?? []) ?? [];
const output = (execution: ServedExecution): JsonObject | undefined =>
  execution.result?.resultData.runData['Agent']?.[0]?.data?.['main']?.[0]?.[0]?.json;

const pageOf = (execution: ServedExecution, at = 0): string => {
  const url = server?.webhooks.resumeUrl('form-waiting', '1') ?? '';
  const [path = '', query = ''] = url.split('?');
  return `${path}/ask?${query}&call=${questions(execution)[at]?.id ?? ''}`;
};

async function answer(url: string, fields: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  await server?.executions.get('1')?.done;
  return response;
}

const refund = (topic = 'order 7'): { readonly name: string; readonly args: JsonObject } => ({ name: 'Refund', args: { topic } });
const once: Script = (body) => (JSON.stringify(body).includes('function_call_output') ? { text: 'Done' } : { toolCalls: [refund()] });

describe('an approval', () => {
  it('holds the call until a person has approved it, and continues from there', async () => {
    const execution = await run({ script: once });
    expect(execution.status).toBe('waiting');
    expect(called()).toEqual([]);
    expect(questions(execution)).toMatchObject([{ tool: 'Refund', args: { topic: 'order 7' } }]);
    expect(questions(execution)[0]?.message).toBe('The agent wants to call Refund.');
    const page = await (await fetch(pageOf(execution))).text();
    expect(page).toContain('order 7');
    expect((await answer(pageOf(execution), { approved: 'true' })).status).toBe(200);
    expect(output(execution)).toEqual({ output: 'Done' });
    expect(called()).toEqual(['/refund?about=order%207']);
    expect(requests()).toHaveLength(2);
    const { runData } = execution.result?.resultData ?? { runData: {} };
    expect([runData['Model']?.length, runData['Ask']?.length, runData['Refund']?.length]).toEqual([2, 1, 1]);
    expect(runData['Agent']?.[0]?.metadata?.['subRun']).toEqual([
      { node: 'Model', runIndex: 0 },
      { node: 'Ask', runIndex: 0 },
      { node: 'Model', runIndex: 1 },
    ]);
  });

  it('tells the model that a person has denied the call, with the reason', async () => {
    const execution = await run({ script: once });
    await answer(pageOf(execution), { approved: 'false', reason: 'Too <b>much</b>' });
    expect(output(execution)).toEqual({ output: 'Done' });
    expect(called()).toEqual([]);
    expect(requests()[1]).toContain('A person denied this call');
    expect(requests()[1]).toContain('Too <b>much</b>');
  });

  it('escapes what the model wrote', async () => {
    const execution = await run({ script: [{ toolCalls: [refund('<script>alert(1)</script>')] }] });
    const page = await (await fetch(pageOf(execution))).text();
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script>alert');
  });

  it('is given once, for one call, by its signed address only', async () => {
    const script: Script = (body) => {
      const results = JSON.stringify(body).split('function_call_output').length - 1;
      return results < 2 ? { toolCalls: [refund(`order ${results}`)] } : { text: 'Done' };
    };
    const execution = await run({ script });
    const first = pageOf(execution);
    expect((await answer(first.replace(/signature=./, 'signature=_'), { approved: 'true' })).status).toBe(403);
    expect((await answer(first.replace(/call=.*/, ''), { approved: 'true' })).status).toBe(404);
    expect((await answer(first.replace(/call=./, 'call=_'), { approved: 'true' })).status).toBe(200);
    expect((await answer(first, {})).status).toBe(400);
    expect(called()).toEqual([]);
    await answer(first, { approved: 'true' });
    expect(execution.status).toBe('waiting');
    // The same address again does not approve the second call.
    expect(await (await answer(first, { approved: 'true' })).text()).toContain('Nothing to answer');
    expect(called()).toEqual(['/refund?about=order%200']);
    await answer(pageOf(execution, 1), { approved: 'true' });
    expect(called()).toEqual(['/refund?about=order%200', '/refund?about=order%201']);
    expect(await (await answer(first, { approved: 'true' })).text()).toContain('This form is closed');
    expect(called()).toHaveLength(2);
  });

  it('runs the other calls of an answer meanwhile, once, and takes answers in any order', async () => {
    const script: Script = (body) =>
      JSON.stringify(body).includes('function_call_output')
        ? { text: 'Done' }
        : { toolCalls: [refund('a'), { name: 'Look', args: { topic: 'b' } }, refund('c')] };
    const execution = await run({ script });
    expect(called()).toEqual(['/look?about=b']);
    expect(questions(execution).map(({ args }) => args)).toEqual([{ topic: 'a' }, { topic: 'c' }]);
    await answer(pageOf(execution, 1), { approved: 'true' });
    expect(execution.status).toBe('waiting');
    expect(called()).toEqual(['/look?about=b', '/refund?about=c']);
    await answer(pageOf(execution, 0), { approved: 'false' });
    expect(output(execution)).toEqual({ output: 'Done' });
    expect(called()).toEqual(['/look?about=b', '/refund?about=c']);
    expect(requests()).toHaveLength(2);
  });

  it.each([
    ['deny', 'success', 'Nobody approved this call in time'],
    ['fail', 'error', undefined],
  ])('expires: %s', async (onExpiry, status, told) => {
    const approval = { limitWaitTime: true, resumeAmount: 0, resumeUnit: 'seconds', onExpiry };
    const execution = await run({ script: once, approval });
    // A question that expires at once is not open.
    await server?.resumeByClock('1');
    expect(execution.result?.status).toBe(status);
    expect(called()).toEqual([]);
    if (told !== undefined) expect(requests()[1]).toContain(told);
    else expect(execution.result?.resultData.error?.message).toBe('Nobody approved the call of "Refund" in time.');
  });

  it('waits on when the clock resumes it before the end of its time', async () => {
    const execution = await run({ script: once, approval: { limitWaitTime: true, resumeAmount: 2, resumeUnit: 'hours' } });
    expect(execution.result?.waitTill).toBeLessThan(Date.now() + 3 * 3_600_000);
    const [question] = questions(execution);
    await server?.resumeByClock('1');
    expect(execution.status).toBe('waiting');
    expect(questions(execution)).toEqual([question]);
    expect(requests()).toHaveLength(1);
  });

  it('holds the calls of an agent that is the tool of another agent', async () => {
    const script: Script = (body) => {
      const text = JSON.stringify(body);
      if (text.includes('You care')) return text.includes('function_call_output') ? { text: 'Refunded' } : { toolCalls: [refund()] };
      return text.includes('function_call_output')
        ? { text: 'All done' }
        : { toolCalls: [{ name: 'Helper', args: { prompt: 'Refund it' } }] };
    };
    const more = {
      Helper: {
        type: langchain('agentTool'),
        typeVersion: 3,
        parameters: { text: "={{ $fromAI('prompt') }}", options: { systemMessage: 'You care' } },
      },
      Inner: { id: 'inner', type: 'millrace.approval', typeVersion: 1, parameters: {} },
      Pay: tool('Refund'),
    };
    const wires = ['Helper -ai_tool-> Agent', 'Model -ai_languageModel-> Helper', 'Inner -ai_tool-> Helper', 'Pay -ai_tool-> Inner'];
    const named: Script = (body, ...rest) => {
      const turn = typeof script === 'function' ? script(body, ...rest) : { text: '' };
      return JSON.parse(
        JSON.stringify(turn).replaceAll('"Refund"', JSON.stringify(body).includes('You care') ? '"Pay"' : '"Refund"'),
      ) as never;
    };
    const execution = await run({ script: named, more, wires });
    expect(questions(execution)).toMatchObject([{ tool: 'Pay' }]);
    await answer(pageOf(execution).replace('/ask?', '/inner?'), { approved: 'true' });
    expect(output(execution)).toEqual({ output: 'All done' });
    expect(called()).toEqual(['/refund?about=order%207']);
    expect(requests()).toHaveLength(4);
    expect(execution.result?.resultData.runData['Helper']).toHaveLength(1);
  });

  it('asks again after a retry of the execution, and not for calls whose result is unknown', async () => {
    const execution = await run({ script: once });
    const state = JSON.parse(JSON.stringify(execution.state)) as NonNullable<ServedExecution['state']>;
    const question = state.pending[0]?.progress?.questions[0] as { isStarted?: boolean };
    question.isStarted = true;
    execution.state = state;
    await answer(pageOf(execution), { approved: 'true' });
    expect(output(execution)).toEqual({ output: 'Done' });
    expect(called()).toEqual([]);
    expect(requests()[1]).toContain('It is not known whether the approved call');
  });
});

describe('an approval by the Chat node', () => {
  const chatTrigger = {
    type: langchain('chatTrigger'),
    typeVersion: 1.4,
    webhookId: 'chat',
    parameters: { public: true, options: { responseMode: 'responseNodes' } },
  };

  async function chat(parameters: JsonObject, script: Script = once): Promise<string> {
    await run({
      script,
      agent: { text: '={{ $json.chatInput ?? $json.body.question }}' },
      more: {
        Talk: chatTrigger,
        Chat: { id: 'review', type: langchain('chatHitlTool'), typeVersion: 1.3, parameters },
        Pay: { ...tool('Refund'), parameters: { toolDescription: 'Pays', url: 'http://127.0.0.1:9/about=nothing' } },
      },
      wires: ['Talk -> Agent', 'Chat -ai_tool-> Agent', 'Pay -ai_tool-> Chat'],
    });
    return `${server?.address ?? ''}/webhook/chat/chat`;
  }

  const send = async (address: string, chatInput: string): Promise<string> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'sendMessage', sessionId: 's1', chatInput }),
    });
    return response.text();
  };

  const pay: Script = (body) =>
    JSON.stringify(body).includes('function_call_output') || JSON.stringify(body).includes('Refund order 7')
      ? { text: 'Done' }
      : { toolCalls: [{ name: 'Pay', args: {} }] };

  it.each([
    ['approves', 'Approve', 'success'],
    ['denies', 'Decline', 'A person denied this call'],
  ])('%s by a link of the message', async (_, label, told) => {
    const address = await chat({ message: '=Call {{ $tool.name }}?', blockUserInput: true }, pay);
    const text = await send(address, 'pay me');
    const execution = server?.executions.get('2') as ServedExecution;
    expect(execution.status).toBe('waiting');
    const message = text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { content?: string })
      .map(({ content = '' }) => content)
      .join('');
    expect(message).toContain('Call Pay?');
    const link = new RegExp(`\\[${label}\\]\\(([^)]+)\\)`).exec(message)?.[1] ?? '';
    expect((await fetch(link)).status).toBe(200);
    await execution.done;
    expect(output(execution)).toEqual({ output: 'Done' });
    const results = requests().filter((body) => body.includes('function_call_output'));
    expect(results).toHaveLength(1);
    if (told !== 'success') expect(results[0]).toContain(told);
    else expect(results[0]).not.toContain('denied');
    expect((await fetch(link)).status).toBe(409);
  });

  it('takes a written reply as a denial with a reason', async () => {
    const address = await chat({}, pay);
    const text = await send(address, 'pay me');
    expect(text).toContain('The agent wants to call Pay with these values');
    const waiting = text
      .split('\n')
      .filter((line) => line.includes('"waiting"'))
      .map((line) => JSON.parse(line) as { content: string });
    const execution = server?.executions.get('2') as ServedExecution;
    expect(waiting).toHaveLength(1);
    await send(waiting[0]?.content ?? '', 'Not today');
    await execution.done;
    expect(output(execution)).toEqual({ output: 'Done' });
    expect(requests().find((body) => body.includes('function_call_output'))).toContain('Their reason: Not today');
  });
});
