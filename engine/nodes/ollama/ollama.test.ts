// The Ollama node on a server with Ollama's API. What its requests have in common is in lm-chat-ollama.test.ts.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { ollamaServer } from '../../testing/models/ollama-server.ts';
import { listedValues, type AttachedNode } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import { serviceRuns, type ServiceOutcome, type ServiceRun } from '../../testing/models/service-runs.ts';
import { stubServer } from '../../testing/stub-server.ts';

const run = serviceRuns<Script>(
  (script) => ollamaServer(script),
  ({ address }) => ({ type: 'ollama', credentials: { ollamaApi: { baseUrl: address, apiKey: 'o-key' } } }),
);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const binary = { data: { data: base64('picture'), mimeType: 'image/png' } };
const node = (resource: string, operation: string, parameters: JsonObject = {}): Partial<ServiceRun> => ({
  parameters: { resource, operation, modelId: { __rl: true, mode: 'id', value: 'llama3.2' }, ...parameters },
});
const call = (given: Partial<ServiceRun>, script: Script = [{ text: 'Hello there' }]): Promise<ServiceOutcome> =>
  run(script, { type: 'ollama', items: [{ json: {}, binary }], ...given });
const messages = { messages: { values: [{ content: 'Hi', role: 'user' }] } };

const settings = {
  temperature: 0.1,
  top_p: 0.2,
  top_k: 3,
  num_predict: 4,
  frequency_penalty: 0.5,
  presence_penalty: 0.6,
  repeat_penalty: 1.2,
  num_ctx: 8192,
  repeat_last_n: 7,
  min_p: 0.05,
  seed: 8,
  main_gpu: 1,
  num_batch: 9,
  num_gpu: 10,
  num_thread: 11,
  low_vram: true,
  penalize_newline: false,
  use_mlock: true,
  use_mmap: false,
  vocab_only: false,
};

const tool: AttachedNode = {
  name: 'Weather',
  type: 'n8n-nodes-base.set',
  version: 3.4,
  by: 'ai_tool',
  parameters: { assignments: { assignments: [{ id: '1', name: 'weather', type: 'string', value: "={{ $fromAI('city') }} is sunny" }] } },
};

describe('the Ollama node', () => {
  it.each<[string, Partial<ServiceRun>, JsonObject, JsonObject]>([
    [
      'a message',
      node('text', 'message', messages),
      { model: 'llama3.2', stream: true, messages: [{ role: 'user', content: 'Hi' }] },
      { content: 'Hello there' },
    ],
    [
      'a message, not simplified',
      node('text', 'message', { ...messages, simplify: false }),
      {},
      { model: 'llama3.2', done: true, eval_count: 5, message: { role: 'assistant', content: 'Hello there' } },
    ],
    [
      'options',
      node('text', 'message', {
        ...messages,
        options: { ...settings, system: 'Be brief', think: false, stop: 'a, b', keep_alive: '-1', format: 'json' },
      }),
      {
        think: false,
        format: 'json',
        keep_alive: -1,
        options: { ...settings, stop: ['a', 'b'] },
        messages: [{ role: 'system', content: 'Be brief' }, { role: 'user' }],
      },
      { content: 'Hello there' },
    ],
    [
      'what is in an image',
      node('image', 'analyze', { text: 'What?', options: { num_ctx: 10 } }),
      { messages: [{ role: 'user', content: 'What?', images: [base64('picture')] }], options: { num_ctx: 10 } },
      { content: 'Hello there' },
    ],
  ])('sends and returns %s', async (_, given, body, json) => {
    const outcome = await call(given);
    expect(outcome.error).toBeUndefined();
    expect(outcome.requests).toEqual(['POST /api/chat']);
    expect(outcome.bodies[0]).toMatchObject(body);
    expect(outcome.json).toMatchObject([json]);
    expect(outcome.headers[0]?.['authorization']).toBe('Bearer o-key');
  });

  it('fetches images, which Ollama does not', async () => {
    const origin = await stubServer((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('far picture'));
    const { bodies } = await call(node('image', 'analyze', { inputType: 'url', imageUrls: `${origin.address}/a.png` }));
    await origin.close();
    expect(bodies[0]).toMatchObject({ messages: [{ images: [base64('far picture')] }] });
  });

  it('lets the model call tools', async () => {
    const script: Script = (_, index) =>
      index === 0 ? { reasoning: 'Where?', toolCalls: [{ name: 'Weather', args: { city: 'Rome' } }] } : { text: 'Sunny' };
    const { bodies, json, error } = await call({ ...node('text', 'message', messages), attached: [tool] }, script);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ content: 'Sunny' }]);
    expect(bodies[1]).toMatchObject({
      tools: [{ function: { name: 'Weather', parameters: { properties: { city: { type: 'string' } } } } }],
      messages: [{ role: 'user' }, { role: 'assistant', thinking: 'Where?', tool_calls: [{}] }, { role: 'tool', tool_name: 'Weather' }],
    });
    expect(JSON.stringify(bodies[1])).toContain('Rome is sunny');
  });

  it('repeats requests, and hides the key in errors', async () => {
    const given = node('text', 'message', messages);
    const again = await call(given, (_, index) => (index === 0 ? { status: 503, error: 'busy' } : { text: 'Hello' }));
    expect(again.json).toEqual([{ content: 'Hello' }]);
    const { error, result } = await call(given, [{ status: 400, error: 'o-key is wrong' }]);
    expect(error).toContain('[hidden] is wrong');
    expect(JSON.stringify(result)).not.toContain('o-key');
  });

  it('lists models', async () => {
    const server = await ollamaServer([]);
    const values = await listedValues({
      type: 'ollama',
      method: 'modelSearch',
      filter: 'qwen',
      credentials: { ollamaApi: { baseUrl: server.address, apiKey: '' } },
    });
    await server.close();
    expect(values).toEqual(['qwen3:4b']);
  });
});
