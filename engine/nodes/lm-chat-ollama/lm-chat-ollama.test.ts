// Models of an Ollama. What all models do is in _shared/ai/models/providers.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { createNodeRegistry } from '../../registry/index.ts';
import { nodeIssues } from '../../workflow/issues/node-issues.ts';
import { ollamaServer } from '../../testing/models/ollama-server.ts';
import { listedValues, redirectedHttp, runRootNode, type RootOutcome, type RootRun } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const LOCAL = 'http://localhost:11434';

/** Without a credential. */
async function ask(parameters: JsonObject, script: Script = [{ text: 'Hello' }], run: Partial<RootRun> = {}): Promise<RootOutcome> {
  server = await ollamaServer(script);
  return runRootNode({
    type: 'agent',
    parameters: { promptType: 'define', text: 'Hi', options: { passthroughBinaryPdfs: true } },
    attached: [{ name: 'Model', type: 'lmChatOllama', by: 'ai_languageModel', parameters }],
    ports: { http: redirectedHttp(LOCAL, server.address) },
    ...run,
  });
}

const sent = (): JsonObject => JSON.parse(server.received[0]?.body ?? '{}') as JsonObject;

describe('the Ollama Chat Model', () => {
  it('asks the Ollama of this computer if it has no credential', async () => {
    const { json } = await ask({});
    expect(json).toEqual([{ output: 'Hello' }]);
    expect(server.received[0]?.url).toBe('/api/chat');
    expect(server.received[0]?.headers.authorization).toBeUndefined();
    expect(sent()).toMatchObject({ model: 'llama3.2', stream: true });
    expect(Object.keys(sent())).toEqual(['model', 'messages', 'stream']);
  });

  it('lacks nothing in the editor if it has no credential', async () => {
    server = await ollamaServer([]);
    const types = createNodeRegistry();
    const type = '@n8n/n8n-nodes-langchain.lmChatOllama';
    await types.load([type]);
    expect(nodeIssues({ name: 'Model', type, typeVersion: 1, position: [0, 0], parameters: {} }, types)).toBeUndefined();
  });

  it('sends its options', async () => {
    const options = {
      think: false,
      temperature: 0.2,
      topK: 10,
      topP: 0.5,
      frequencyPenalty: 1,
      keepAlive: '10m',
      lowVram: true,
      mainGpu: 1,
      numBatch: 256,
      numCtx: 8192,
      numGpu: 20,
      numPredict: 100,
      numThread: 4,
      penalizeNewline: false,
      presencePenalty: 0.5,
      repeatPenalty: 1.1,
      useMLock: true,
      useMMap: false,
      vocabOnly: false,
      format: 'json',
    };
    await ask({ model: 'qwen3:4b', options });
    expect(sent()).toMatchObject({
      model: 'qwen3:4b',
      think: false,
      keep_alive: '10m',
      format: 'json',
      options: {
        temperature: 0.2,
        top_k: 10,
        top_p: 0.5,
        frequency_penalty: 1,
        low_vram: true,
        main_gpu: 1,
        num_batch: 256,
        num_ctx: 8192,
        num_gpu: 20,
        num_predict: 100,
        num_thread: 4,
        penalize_newline: false,
        presence_penalty: 0.5,
        repeat_penalty: 1.1,
        use_mlock: true,
        use_mmap: false,
        vocab_only: false,
      },
    });
  });

  it.each([
    ['-1', -1],
    ['0', 0],
    ['24h', '24h'],
  ])('keeps the model loaded for %s', async (keepAlive, expected) => {
    await ask({ options: { keepAlive, topK: -1 } });
    expect(sent()).toMatchObject({ keep_alive: expected });
    expect(sent()).not.toHaveProperty('options');
  });

  it('says how to get a model that is missing', async () => {
    const { result } = await ask({ model: 'missing' });
    expect(result.resultData.error).toMatchObject({
      message: 'Ollama does not have the model "missing".',
      hint: 'Run "ollama pull missing", or choose a model of the list.',
    });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['tools', 'Choose a model that calls tools'],
    ['thinking', 'Remove the option "Think"'],
  ])('says what to do if a model does not support %s', async (what, hint) => {
    const { result } = await ask({}, [{ status: 400, error: `registry.ollama.ai/library/llama3.2:latest does not support ${what}` }]);
    expect(result.resultData.error?.message).toBe(`The model "llama3.2" of Ollama does not support ${what}.`);
    expect(result.resultData.error?.hint).toContain(hint);
  });

  it('repeats thoughts and calls of tools with their results', async () => {
    const script: Script = (_body, index) =>
      index === 0 ? { reasoning: 'I need the weather.', toolCalls: [{ name: 'Weather', args: { city: 'Rome' } }] } : { text: 'Sunny' };
    const tool = { assignments: { assignments: [{ id: '1', name: 'weather', type: 'string', value: "={{ $fromAI('city') }}" }] } };
    const attached = [
      { name: 'Model', type: 'lmChatOllama', by: 'ai_languageModel' },
      { name: 'Weather', type: 'n8n-nodes-base.set', version: 3.4, by: 'ai_tool', parameters: tool },
    ];
    const { error } = await ask({}, script, { attached });
    expect(error).toBeUndefined();
    const { messages } = JSON.parse(server.received[1]?.body ?? '{}') as { readonly messages: readonly JsonObject[] };
    expect(messages.slice(2)).toMatchObject([
      {
        role: 'assistant',
        thinking: 'I need the weather.',
        tool_calls: [{ function: { name: 'Weather', arguments: { city: 'Rome' } } }],
      },
      { role: 'tool', tool_name: 'Weather', content: '[{"weather":"Rome"}]' },
    ]);
  });

  it('says how to start an Ollama that is not running', async () => {
    server = await ollamaServer([]);
    await server.close();
    const credentials = { ollamaApi: { baseUrl: server.address, apiKey: '' } };
    const attached = [{ name: 'Model', type: 'lmChatOllama', by: 'ai_languageModel', parameters: {} }];
    const parameters = { promptType: 'define', text: 'Hi' };
    const remote = await runRootNode({ type: 'agent', parameters, attached, credentials });
    expect(remote.result.resultData.error).toMatchObject({
      message: `Ollama does not answer at ${server.address}.`,
      hint: 'Start Ollama there, and check the base URL of the credential.',
    });
    const local = await runRootNode({ type: 'agent', parameters, attached, ports: { http: redirectedHttp(LOCAL, server.address) } });
    expect(local.result.resultData.error?.hint).toContain('Start Ollama on this computer');
    await expect(listedValues({ type: 'lmChatOllama', credentials })).rejects.toThrow('Ollama does not answer');
  });

  it('fails if Ollama reports an error within its answer', async () => {
    const { error } = await ask({}, () => ({ text: 'Hel', lines: ['{"error":"out of memory"}'] }));
    expect(error).toBe('Ollama stopped with an error: out of memory');
  });

  it('refuses files that Ollama does not take', async () => {
    const pdf = { data: Buffer.from('%PDF-1.7').toString('base64'), mimeType: 'application/pdf' };
    const { error } = await ask({}, undefined, { items: [{ json: {}, binary: { file: pdf } }] });
    expect(error).toBe('Models of Ollama take images and texts, but no file of the type "application/pdf".');
  });

  it('lists the models that Ollama has', async () => {
    server = await ollamaServer([]);
    const ports = { http: redirectedHttp(LOCAL, server.address) };
    expect(await listedValues({ type: 'lmChatOllama', ports })).toEqual(['llama3.2:latest', 'nomic-embed-text:latest', 'qwen3:4b']);
  });
});
