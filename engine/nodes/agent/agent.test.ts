// The agent on a server with the API of OpenAI.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { StubServer } from '../../testing/stub-server.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { runRootNode, type AttachedNode, type RootOutcome, type RootRun } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';

let server: StubServer;
afterEach(() => server.close());

const model = (parameters: JsonObject = {}, more: Partial<AttachedNode> = {}): AttachedNode => ({
  name: 'Model',
  type: 'lmChatOpenAi',
  by: 'ai_languageModel',
  parameters: { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, ...parameters },
  ...more,
});

const search: AttachedNode = {
  name: 'Look Up',
  type: 'n8n-nodes-base.httpRequestTool',
  version: 4.2,
  by: 'ai_tool',
  parameters: { toolDescription: 'Finds facts', url: "={{ $json.service }}/facts?about={{ $fromAI('topic', 'What to look up') }}" },
};

async function ask(script: Script, { key = 'sk-test', ...run }: Partial<RootRun> & { readonly key?: string } = {}): Promise<RootOutcome> {
  server = await openAiServer(script);
  return runRootNode({
    type: 'agent',
    parameters: { promptType: 'define', text: '={{ $json.question }}' },
    items: [{ question: 'How old is the moon?', service: server.address }],
    attached: [model()],
    credentials: { openAiApi: { apiKey: key, url: `${server.address}/v1` } },
    ...run,
  });
}

const bodies = (): readonly JsonObject[] =>
  server.received.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as JsonObject);

describe('an agent', () => {
  it('answers each item', async () => {
    const { json, error } = await ask((body) => ({ text: `${JSON.stringify(body['input']).includes('moon') ? 'Old' : 'Young'}.` }), {
      items: [{ question: 'How old is the moon?' }, { question: 'How old is the rose?' }],
    });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ output: 'Old.' }, { output: 'Young.' }]);
  });

  it('signs its requests by the credential, and sends the system message', async () => {
    await ask([{ text: 'Hello' }], { parameters: { promptType: 'define', text: 'Hi', options: { systemMessage: 'Be brief.' } } });
    expect(server.received[0]?.headers.authorization).toBe('Bearer sk-test');
    expect(server.received[0]?.url).toBe('/v1/responses');
    expect(bodies()[0]).toMatchObject({
      model: 'gpt-5-mini',
      input: [{ content: 'Be brief.' }, { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
    });
  });

  it('calls tools until it has the answer', async () => {
    const script: Script = (body) =>
      JSON.stringify(body).includes('function_call_output')
        ? { text: '4.5 billion years' }
        : { toolCalls: [{ name: 'Look_Up', args: { topic: 'moon' } }] };
    const { json, runData, error } = await ask(script, { attached: [model(), search] });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ output: '4.5 billion years' }]);
    expect(server.received.map(({ url }) => url)).toContain('/facts?about=moon');
    expect(runData['Look Up']?.[0]).toMatchObject({
      executionStatus: 'success',
      inputOverride: { ai_tool: [[{ json: { topic: 'moon' } }]] },
    });
    expect(runData['Model']).toHaveLength(2);
  });

  it('records messages, answer and tokens of each call of the model', async () => {
    const { runData } = await ask([{ text: 'Old.', tokens: [20, 3] }]);
    expect(runData['Model']?.[0]).toMatchObject({
      inputOverride: {
        ai_languageModel: [
          [{ json: { messages: ['System: You are a helpful assistant\nHuman: How old is the moon?'], options: { model: 'gpt-5-mini' } } }],
        ],
      },
      data: {
        ai_languageModel: [
          [
            {
              json: {
                response: { generations: [[{ text: 'Old.' }]] },
                tokenUsage: { promptTokens: 20, completionTokens: 3, totalTokens: 23 },
                model: 'gpt-5-mini',
              },
            },
          ],
        ],
      },
    });
  });

  it('works with chat completions, which other services have', async () => {
    const { json } = await ask([{ text: 'Hello' }], {
      attached: [model({ responsesApiEnabled: false, options: { temperature: 0.1, maxTokens: 50 } })],
    });
    expect(json).toEqual([{ output: 'Hello' }]);
    expect(server.received[0]?.url).toBe('/v1/chat/completions');
    expect(bodies()[0]).toMatchObject({
      messages: [{ content: 'You are a helpful assistant' }, { role: 'user', content: 'How old is the moon?' }],
    });
  });

  it('fails with a clear error after the maximum of iterations', async () => {
    const { error } = await ask([{ toolCalls: [{ name: 'Look_Up', args: { topic: 'moon' } }] }], {
      parameters: { promptType: 'define', text: 'Hi', options: { maxIterations: 2 } },
      attached: [model(), search],
    });
    expect(error).toContain('did not finish within 2 iterations');
    expect(bodies()).toHaveLength(2);
  });

  it('gives the error of a tool to the model', async () => {
    const script: Script = (body) =>
      JSON.stringify(body).includes('function_call_output')
        ? { text: 'I could not look it up.' }
        : { toolCalls: [{ name: 'Look_Up', args: { topic: 'moon' } }] };
    const { json, error, runData } = await ask(script, {
      attached: [model(), { ...search, parameters: { ...search.parameters, url: 'not an address' } }],
    });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ output: 'I could not look it up.' }]);
    expect(JSON.stringify(bodies()[1])).toContain('Invalid URL');
    expect(runData['Look Up']?.[0]?.executionStatus).toBe('error');
  });

  it('returns its steps if asked to', async () => {
    const script: Script = (body) =>
      JSON.stringify(body).includes('function_call_output')
        ? { text: 'Done' }
        : { toolCalls: [{ name: 'Look_Up', args: { topic: 'moon' } }] };
    const { json } = await ask(script, {
      parameters: { promptType: 'define', text: 'Hi', options: { returnIntermediateSteps: true } },
      attached: [model(), search],
    });
    expect(json).toMatchObject([{ output: 'Done', intermediateSteps: [{ action: { tool: 'Look_Up', toolInput: { topic: 'moon' } } }] }]);
  });

  it('repeats a request that the service could not answer, after the pause that it asks for', async () => {
    const { json } = await ask([{ status: 429, error: 'Slow down', headers: { 'retry-after': '7' } }, { text: 'Hello' }]);
    expect(json).toEqual([{ output: 'Hello' }]);
    expect(bodies()).toHaveLength(2);
  });

  it('says why a service refused, and what to check', async () => {
    const { result } = await ask([{ text: 'Hello' }], { key: 'wrong' });
    expect(result.resultData.error).toMatchObject({ name: 'NodeApiError', httpCode: '401', hint: 'Check the credential of the model.' });
    expect(result.resultData.error?.message).toContain('Incorrect API key provided');
    expect(JSON.stringify(result)).not.toContain('wrong');
  });

  it('does not show a key that the service repeats', async () => {
    const { result } = await ask([{ status: 400, error: 'The key sk-very-secret is not for this model' }], { key: 'sk-very-secret' });
    expect(result.resultData.error?.message).toContain('[hidden]');
    expect(JSON.stringify(result)).not.toContain('sk-very-secret');
  });

  it('streams its answer to the caller of the workflow, since version 2.2', async () => {
    const chunks: { readonly type: string; readonly content?: string }[] = [];
    const responder = {
      isStreaming: true,
      hintsFor: () => [],
      respond: () => false,
      respondChunk: (chunk: string) => chunks.push(JSON.parse(chunk) as { type: string }) > 0,
    };
    const { json } = await ask([{ text: 'The moon is old.' }], { responder });
    expect(json).toEqual([{ output: 'The moon is old.' }]);
    expect(chunks.map(({ type }) => type)).toEqual(['begin', 'item', 'item', 'item', 'end']);
    expect(chunks.map(({ content = '' }) => content).join('')).toBe('The moon is old.');
  });

  it.each([2.1, 3.1])('asks the second model if the first one fails, since version 2.1', async (version) => {
    const script: Script = (body) => (body['model'] === 'gpt-5-mini' ? { status: 400, error: 'Broken' } : { text: 'From the second' });
    const { json, error } = await ask(script, {
      version,
      parameters: { promptType: 'define', text: 'Hi', needsFallback: true },
      attached: [model(), model({ model: { __rl: true, mode: 'id', value: 'gpt-4o' } }, { name: 'Second', input: 1 })],
    });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ output: 'From the second' }]);
  });

  it('continues with an error item if it is told to', async () => {
    const script: Script = (body) =>
      JSON.stringify(body['input']).includes('moon') ? { status: 400, error: 'No moons' } : { text: 'Yes' };
    const { json } = await ask(script, { items: [{ question: 'moon' }, { question: 'sun' }], node: { onError: 'continueRegularOutput' } });
    expect(json[0]?.['error']).toContain('No moons');
    expect(json[1]).toEqual({ output: 'Yes' });
  });

  it('must call a tool first, since version 3, if it is told to', async () => {
    const script: Script = (_body, index) =>
      index === 0 ? { toolCalls: [{ name: 'Look_Up', args: { topic: 'moon' } }] } : { text: 'Done' };
    await ask(script, {
      version: 3,
      parameters: { promptType: 'define', text: 'Hi', options: { forceToolCallOnFirstIteration: true } },
      attached: [model(), search],
    });
    expect(bodies().map((body) => body['tool_choice'])).toEqual(['required', 'auto']);
  });

  it.each([
    [1, 'input'],
    [1.1, 'chat_input'],
    [1.2, 'chatInput'],
    [1.3, 'chatInput'],
    [1.6, 'chatInput'],
  ])('reads the prompt from the field of version %d', async (version, field) => {
    await ask([{ text: 'Hello' }], { version, parameters: { agent: 'conversationalAgent' }, items: [{ [field]: 'From this field' }] });
    expect(JSON.stringify(bodies()[0])).toContain('From this field');
  });

  it('names the prompt that is missing', async () => {
    const { error } = await ask([{ text: 'Hello' }], { parameters: { promptType: 'auto' } });
    expect(error).toContain('The prompt is empty');
  });

  it('sends images of the item', async () => {
    const data = Buffer.from([1, 2, 3]).toString('base64');
    await ask([{ text: 'A dot' }], {
      items: [{ json: { question: 'What is this?' }, binary: { image: { data, mimeType: 'image/png' } } }],
    });
    expect(JSON.stringify(bodies()[0])).toContain(`data:image/png;base64,${data}`);
  });

  it.each([1.6, 1.7, 1.8, 2, 2.2, 3, 3.1])('runs in version %d', async (version) => {
    const { json } = await ask([{ text: 'Hello' }], { version });
    expect(json).toEqual([{ output: 'Hello' }]);
  });

  it('runs agents of older kinds as the agent with tools, and says so', async () => {
    const { json, runData } = await ask([{ text: 'Hello' }], {
      version: 1,
      parameters: { agent: 'conversationalAgent', text: 'Hi', options: {} },
    });
    expect(json).toEqual([{ output: 'Hello' }]);
    expect(runData['Root']?.[0]?.hints?.[0]?.message).toContain('tools agent');
  });
});
