// The OpenAI node on a server with OpenAI's API: what each operation sends, and what it returns.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { listedValues, redirectedHttp, type AttachedNode } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import { serviceRuns, type ServiceOutcome, type ServiceRun } from '../../testing/models/service-runs.ts';

const credentials = { openAiApi: { apiKey: 'sk-test', organizationId: '', url: '', header: false } };
const run = serviceRuns<Script>(
  (script) => openAiServer(script),
  (server) => ({ type: 'openAi', credentials, ports: { http: redirectedHttp('https://api.openai.com', server.address) } }),
);

const file = (name: string, mimeType: string): { readonly data: string; readonly mimeType: string; readonly fileName: string } => ({
  data: Buffer.from(`content of ${name}`).toString('base64'),
  mimeType,
  fileName: name,
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const binary = { data: file('a.png', 'image/png'), second: file('b.png', 'image/png'), sound: file('c.mp3', 'audio/mpeg') };
const model = (value = 'gpt-5-mini'): JsonObject => ({ modelId: { __rl: true, mode: 'id', value } });

const node = (resource: string, operation: string, parameters: JsonObject = {}, version = 2.3): Partial<ServiceRun> => ({
  version,
  parameters: { resource, operation, ...parameters },
});
const call = (given: Partial<ServiceRun>, script: Script = [{ text: 'Hello' }]): Promise<ServiceOutcome> =>
  run(script, { type: 'openAi', items: [{ json: {}, binary }], ...given });

const message = (content: JsonObject | string): JsonObject => ({
  responses: { values: [content].flat().map((text) => ({ content: text })) },
});
const answer = (text: unknown): JsonObject => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});

/** Name, parameters, the first request with its body (JSON, or parts of a form), and the output with its files. */
type Row = readonly [
  name: string,
  node: Partial<ServiceRun>,
  request: string,
  body: JsonObject | readonly string[] | undefined,
  json: readonly JsonObject[],
  files?: readonly JsonObject[],
];

// oxfmt-ignore
const rows: readonly Row[] = [
  ['a message', node('text', 'response', { ...model(), ...message('Hi') }), 'POST /v1/responses',
    { model: 'gpt-5-mini', input: [{ role: 'user', content: 'Hi' }] }, [{ output: [answer('Hello')] }]],
  ['a message to the model of an older file', node('text', 'response', { modelId: { mode: 'id', value: 'gpt-4o' }, ...message('Hi') }), 'POST /v1/responses', { model: 'gpt-4o' },
    [{ output: [answer('Hello')] }]],
  ['a message, not simplified', node('text', 'response', { ...model(), ...message('Hi'), simplify: false }, 2.1), 'POST /v1/responses',
    { model: 'gpt-5-mini' }, [{ id: 'resp_1', status: 'completed', output: [answer('Hello')] }]],
  ['images and files', node('text', 'response', { ...model(), responses: { values: [
    { type: 'image', imageUrl: 'https://example.com/a.png', imageDetail: 'low' },
    { type: 'image', imageType: 'base64', binaryPropertyName: 'second' },
    { type: 'image', imageType: 'fileId', fileId: 'file-1' },
    { type: 'file', fileUrl: 'https://example.com/a.pdf' },
    { type: 'file', fileType: 'base64', binaryPropertyName: 'sound', fileName: 'own.mp3' },
    { type: 'file', fileType: 'fileId', fileId: 'file-2' },
  ] } }), 'POST /v1/responses', { input: [
    { role: 'user', content: [{ type: 'input_image', detail: 'low', image_url: 'https://example.com/a.png' }] },
    { role: 'user', content: [{ type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${base64('content of b.png')}` }] },
    { role: 'user', content: [{ type: 'input_image', file_id: 'file-1' }] },
    { role: 'user', content: [{ type: 'input_file', file_url: 'https://example.com/a.pdf' }] },
    { role: 'user', content: [{ type: 'input_file', filename: 'own.mp3', file_data: `data:audio/mpeg;base64,${base64('content of c.mp3')}` }] },
    { role: 'user', content: [{ type: 'input_file', file_id: 'file-2' }] },
  ] }, [{ output: [answer('Hello')] }]],
  ['options', node('text', 'response', { ...model(), ...message('Hi'), options: {
    conversationId: 'conv_1', include: ['file_search_call.results'], instructions: 'Be brief', maxTokens: 100, maxToolCalls: 3, metadata: '{"a":"b"}',
    parallelToolCalls: true, previousResponseId: 'resp_0', promptConfig: { promptOptions: { promptId: 'p', version: '2', variables: '{"x":"y"}' } },
    promptCacheKey: 'key', reasoning: { reasoningOptions: { effort: 'high', summary: 'auto' } }, safetyIdentifier: 'me', serviceTier: 'flex', store: false,
    topLogprobs: 2, temperature: 0.5, topP: 0.9, truncation: true,
  }, builtInTools: { webSearch: { searchContextSize: 'low', allowedDomains: 'example.com, example.org', city: 'Rome' },
    fileSearch: { vectorStoreIds: '["vs_1"]', filters: '{"type":"eq"}', maxResults: 4 }, codeInterpreter: true } }), 'POST /v1/responses', {
    conversation: 'conv_1', include: ['file_search_call.results'], instructions: 'Be brief', max_output_tokens: 100, max_tool_calls: 3, metadata: { a: 'b' },
    parallel_tool_calls: true, previous_response_id: 'resp_0', prompt: { id: 'p', version: '2', variables: { x: 'y' } }, prompt_cache_key: 'key',
    reasoning: { effort: 'high', summary: 'auto' }, safety_identifier: 'me', service_tier: 'flex', store: false, top_logprobs: 2, temperature: 0.5,
    top_p: 0.9, truncation: 'auto', tools: [
      { type: 'web_search', search_context_size: 'low', filters: { allowed_domains: ['example.com', 'example.org'] }, user_location: { type: 'approximate', city: 'Rome' } },
      { type: 'file_search', vector_store_ids: ['vs_1'], filters: { type: 'eq' }, max_num_results: 4 },
      { type: 'code_interpreter', container: { type: 'auto' } },
    ] }, [{ output: [answer('Hello')] }]],
  ['options of a group in a list', node('text', 'response', { ...model(), ...message('Hi'), options: {
    reasoning: { reasoningOptions: [{ effort: 'low', summary: 'none' }] }, textFormat: { textOptions: [{ type: 'text', verbosity: 'high' }] } } }), 'POST /v1/responses',
    { reasoning: { effort: 'low' }, text: { format: { type: 'text' }, verbosity: 'high' } }, [{ output: [answer('Hello')] }]],
  ['an answer in the background', node('text', 'response', { ...model(), ...message('Hi'), options: { backgroundMode: { values: { enabled: true } } } }), 'POST /v1/responses',
    { background: true }, [{ output: [{ type: 'message', content: [{ text: 'At last' }] }] }]],
  ['a chat of version 1', node('text', 'message', { ...model(), messages: { values: [{ content: 'Be brief', role: 'system' }, { content: 'Hi' }] }, options: {
    frequency_penalty: 1, maxTokens: 50, n: 2, presence_penalty: 0.5, temperature: 0.1, topP: 0.2, reasoning_effort: 'low' } }, 1.8), 'POST /v1/chat/completions',
    { messages: [{ role: 'system', content: 'Be brief' }, { role: 'user', content: 'Hi' }], frequency_penalty: 1, max_completion_tokens: 50, n: 2, presence_penalty: 0.5,
      temperature: 0.1, top_p: 0.2, reasoning_effort: 'low' }, [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }]],
  ['a chat, not simplified', node('text', 'message', { ...model(), messages: { values: [{ content: 'Hi' }] }, simplify: false }, 1), 'POST /v1/chat/completions',
    {}, [{ id: 'chatcmpl-1', choices: [{ message: { content: 'Hello' } }] }]],
  ['moderation', node('text', 'classify', { input: 'Fight' }), 'POST /v1/moderations', { model: 'omni-moderation-latest', input: 'Fight' },
    [{ flagged: true, categories: { violence: true } }]],
  ['moderation by the model of version 1', node('text', 'classify', { input: 'Fight', simplify: true, options: { useStableModel: true } }, 1.8), 'POST /v1/moderations',
    { model: 'text-moderation-stable' }, [{ flagged: true }]],
  ['what is in images', node('image', 'analyze', { ...model(), inputType: 'base64', binaryPropertyName: 'data, second', options: { detail: 'high', maxTokens: 20 } }), 'POST /v1/responses',
    { max_output_tokens: 20, input: [{ role: 'user', content: [{ type: 'input_text', text: "What's in this image?" },
      { type: 'input_image', image_url: `data:image/png;base64,${base64('content of a.png')}`, detail: 'high' }, { type: 'input_image' }] }] }, [{ 0: answer('Hello') }]],
  ['what is in images, of version 1', node('image', 'analyze', { text: 'What?', imageUrls: 'https://example.com/a.png, https://example.com/b.png' }, 1.3), 'POST /v1/chat/completions',
    { model: 'gpt-4o', messages: [{ role: 'user', content: [{ type: 'text', text: 'What?' },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'auto' } }, { type: 'image_url' }] }] }, [{ content: 'Hello' }]],
  ['what is in images, with the model of version 1.4', node('image', 'analyze', { ...model('gpt-4.1'), imageUrls: 'https://example.com/a.png' }, 1.4), 'POST /v1/chat/completions',
    { model: 'gpt-4.1' }, [{ content: 'Hello' }]],
  ['an image of a text', node('image', 'generate', { ...model('gpt-image-1-mini'), prompt: 'A cat', options: { quality: 'low', size: '1024x1536' } }), 'POST /v1/images/generations',
    { model: 'gpt-image-1-mini', prompt: 'A cat', quality: 'low', size: '1024x1536' }, [{ mimeType: 'image/png', fileName: 'image.png' }], [{ data: 'image' }]],
  ['images with addresses', node('image', 'generate', { model: 'dall-e-2', prompt: 'A cat', options: { n: 2, returnImageUrls: true } }, 1), 'POST /v1/images/generations',
    { model: 'dall-e-2', n: 2, response_format: 'url' }, [{ url: 'https://example.com/0.png', revised_prompt: 'A cat' }, { url: 'https://example.com/1.png' }]],
  ['an image in another field', node('image', 'generate', { model: 'dall-e-3', prompt: 'A cat', options: { dalleQuality: 'hd', style: 'natural', returnImageUrls: false, binaryPropertyOutput: 'cat' } }, 2.1), 'POST /v1/images/generations',
    { model: 'dall-e-3', quality: 'hd', style: 'natural', response_format: 'b64_json' }, [{ mimeType: 'image/png' }], [{ cat: 'image' }]],
  ['an image that is changed', node('image', 'edit', { ...model('gpt-image-1'), prompt: 'Add a hat', outputFormat: 'webp', outputCompression: 80,
    images: { values: [{ binaryPropertyName: 'data' }, { binaryPropertyName: 'second' }] }, options: { background: 'opaque', inputFidelity: 'high', imageMask: 'data', user: 'me' } }), 'POST /v1/images/edits',
    ['name="model"\r\n\r\ngpt-image-1\r\n', 'name="image[]"; filename="b.png"\r\nContent-Type: image/png\r\n\r\ncontent of b.png\r\n', 'name="mask"; filename="a.png"',
      'name="output_compression"\r\n\r\n80\r\n', 'name="background"\r\n\r\nopaque', 'name="input_fidelity"\r\n\r\nhigh', 'name="user"\r\n\r\nme'], [{ mimeType: 'image/webp' }], [{ data: 'image' }]],
  ['an image that is changed by DALL·E', node('image', 'edit', { model: 'dall-e-2', prompt: 'Add a hat', size: '512x512', n: 1 }, 2.2), 'POST /v1/images/edits',
    ['name="image"; filename="a.png"', 'name="response_format"\r\n\r\nurl\r\n', 'name="size"\r\n\r\n512x512\r\n'], [{ mimeType: 'image/png' }]],
  ['speech', node('audio', 'generate', { input: 'Hi', voice: 'nova', options: { response_format: 'flac', speed: 2, binaryPropertyOutput: 'speech' } }), 'POST /v1/audio/speech',
    { model: 'tts-1', input: 'Hi', voice: 'nova', response_format: 'flac', speed: 2 }, [{ mimeType: 'audio/flac', fileName: 'audio.flac' }], [{ speech: 'spoken: Hi' }]],
  ['a transcript', node('audio', 'transcribe', { binaryPropertyName: 'sound', options: { language: 'fr', temperature: 0.2 } }), 'POST /v1/audio/transcriptions',
    ['name="model"\r\n\r\nwhisper-1\r\n', 'name="file"; filename="c.mp3"\r\nContent-Type: audio/mpeg\r\n\r\ncontent of c.mp3', 'name="language"\r\n\r\nfr', 'name="temperature"\r\n\r\n0.2'],
    [{ text: 'Heard at /audio/transcriptions' }]],
  ['a translation', node('audio', 'translate', { binaryPropertyName: 'sound' }, 1), 'POST /v1/audio/translations', ['name="file"; filename="c.mp3"'], [{ text: 'Heard at /audio/translations' }]],
  ['an upload', node('file', 'upload', { options: { purpose: 'vision' } }), 'POST /v1/files', ['name="purpose"\r\n\r\nvision\r\n', 'name="file"; filename="a.png"'], [{ id: 'file-3' }]],
  ['an upload of version 1', node('file', 'upload', {}, 1.8), 'POST /v1/files', ['name="purpose"\r\n\r\nassistants\r\n'], [{ id: 'file-3' }]],
  ['files', node('file', 'list'), 'GET /v1/files', undefined, [{ id: 'file-1' }, { id: 'file-2' }]],
  ['files of a purpose', node('file', 'list', { options: { purpose: 'vision' } }), 'GET /v1/files?purpose=vision', undefined, [{ id: 'file-2' }]],
  ['a deletion', node('file', 'deleteFile', { fileId: { __rl: true, mode: 'id', value: 'file-1' } }), 'DELETE /v1/files/file-1', undefined, [{ id: 'file-1', deleted: true }]],
  ['a conversation', node('conversation', 'create', { messages: { values: [{ content: 'Hi', role: 'system' }, { content: 'You?' }] }, options: { metadata: '{"a":"b"}' } }), 'POST /v1/conversations',
    { items: [{ type: 'message', role: 'system', content: 'Hi' }, { type: 'message', role: 'user', content: 'You?' }], metadata: { a: 'b' } }, [{ id: 'conv_1', metadata: { a: 'b' } }]],
  ['a stored conversation', node('conversation', 'get', { conversationId: 'conv_2' }), 'GET /v1/conversations/conv_2', undefined, [{ id: 'conv_2' }]],
  ['an end of a conversation', node('conversation', 'remove', { conversationId: 'conv_2' }), 'DELETE /v1/conversations/conv_2', undefined, [{ deleted: true }]],
  ['metadata of a conversation', node('conversation', 'update', { conversationId: 'conv_2', metadata: '{"c":"d"}' }), 'POST /v1/conversations/conv_2', { metadata: { c: 'd' } }, [{ metadata: { c: 'd' } }]],
  ['a video', node('video', 'generate', { ...model('sora-2'), prompt: 'A cat', seconds: 8, options: { binaryPropertyNameReference: 'data', fileName: 'cat' } }), 'POST /v1/videos',
    ['name="model"\r\n\r\nsora-2\r\n', 'name="seconds"\r\n\r\n8\r\n', 'name="size"\r\n\r\n1280x720\r\n', 'name="input_reference"; filename="a.png"'], [{ id: 'video_1', status: 'completed' }], [{ cat: 'moving pictures' }]],
];

const format = (textOptions: JsonObject): JsonObject => ({ options: { textFormat: { textOptions } } });
const model1 = { ...model(), messages: { values: [{ content: 'Give me data' }] }, jsonOutput: true };
const tool: AttachedNode = {
  name: 'Weather',
  type: 'n8n-nodes-base.set',
  version: 3.4,
  by: 'ai_tool',
  parameters: { assignments: { assignments: [{ id: '1', name: 'weather', type: 'string', value: "={{ $fromAI('city') }} is sunny" }] } },
};
const callsTool: Script = (_, index) => (index === 0 ? { toolCalls: [{ name: 'Weather', args: { city: 'Rome' } }] } : { text: 'Sunny' });

describe('the OpenAI node', () => {
  it.each(rows.map((row) => [row[0], row] as const))('sends and returns %s', async (_, [, given, request, body, json, files]) => {
    const outcome = await call(given);
    expect(outcome.error).toBeUndefined();
    expect(outcome.requests[0]).toBe(request);
    if (Array.isArray(body)) for (const part of body as readonly string[]) expect(outcome.bodies[0]).toContain(part);
    else if (body !== undefined) expect(outcome.bodies[0]).toMatchObject(body);
    expect(outcome.json).toMatchObject(json);
    expect(outcome.json).toHaveLength(json.length);
    if (files !== undefined) expect(outcome.files).toEqual(files);
    expect(outcome.headers.every(({ authorization }) => authorization === 'Bearer sk-test')).toBe(true);
  });

  it.each([
    [
      'responses',
      node('text', 'response', { ...model(), ...message('Hi') }),
      [{ output: [answer('Sunny')] }],
      { type: 'function_call_output', call_id: 'call_1' },
    ],
    [
      'chats',
      node('text', 'message', { ...model(), messages: { values: [{ content: 'Hi' }] } }, 1.8),
      [{ message: { content: 'Sunny' } }],
      { role: 'tool', tool_call_id: 'call_1' },
    ],
  ])('lets models call tools by %s', async (_, given, json, result) => {
    const { bodies, error, runData, ...outcome } = await call({ ...given, attached: [tool] }, callsTool);
    expect(error).toBeUndefined();
    expect(outcome.json).toMatchObject(json);
    const { input, messages, tools } = bodies[1] as JsonObject;
    expect(JSON.stringify(tools)).toContain('"city"');
    const sent = (input ?? messages) as readonly JsonObject[];
    expect(sent).toHaveLength(3);
    expect(sent[2]).toMatchObject(result);
    expect(JSON.stringify(sent[2])).toContain('Rome is sunny');
    expect(runData['Weather']).toHaveLength(1);
  });

  it('sends only the results of tools to a stored conversation', async () => {
    const given = node('text', 'response', { ...model(), ...message('Hi'), options: { conversationId: 'conv_1' } });
    const { bodies } = await call({ ...given, attached: [tool] }, callsTool);
    expect((bodies[1] as JsonObject)['input']).toMatchObject([{ type: 'function_call_output' }]);
  });

  it('tells the model what a tool that does not exist, or fails, has returned', async () => {
    const script: Script = (_, index) => (index === 0 ? { toolCalls: [{ name: 'Other', args: {} }] } : { text: 'No' });
    const { bodies } = await call({ ...node('text', 'response', { ...model(), ...message('Hi') }), attached: [tool] }, script);
    expect(JSON.stringify(bodies[1])).toContain('There is no tool named');
  });

  it('ends a loop of tools with an error, since version 1.5 at the limit of the node', async () => {
    const parameters = { ...model(), messages: { values: [{ content: 'Hi' }] }, options: { maxToolsIterations: 2 } };
    const script: Script = [{ toolCalls: [{ name: 'Weather', args: { city: 'Rome' } }] }];
    const { error, requests } = await call({ ...node('text', 'message', parameters, 1.5), attached: [tool] }, script);
    expect(error).toBe('The model did not answer within 2 rounds of tool calls.');
    expect(requests).toHaveLength(3);
  });

  // oxfmt-ignore
  it.each<[string, Partial<ServiceRun>, string, boolean]>([
    ['chats', node('text', 'message', model1, 1.8), '/v1/chat/completions', true],
    ['responses', node('text', 'response', { ...model(), ...message('Give me data'), ...format({ type: 'json_object' }) }), '/v1/responses', true],
    ['responses with a schema', node('text', 'response', { ...model(), ...message('Give me data'), ...format({ type: 'json_schema', schema: '{"type":"object"}' }) }), '/v1/responses', false],
  ])('returns JSON as data by %s', async (_, given, path, hasRule) => {
    const outcome = await call(given, [{ text: '{"a":{"b":1}}' }]);
    expect(outcome.requests).toEqual([`POST ${path}`]);
    expect(JSON.stringify(outcome.json)).toContain('{"a":{"b":1}}');
    expect(JSON.stringify(outcome.bodies[0]).includes('Answer with JSON')).toBe(hasRule);
    expect(JSON.stringify((await call(given, [{ text: 'no data' }])).json)).toContain('no data');
  });

  it.each<[string, Partial<ServiceRun>]>([
    [
      'models that do not chat',
      node('text', 'message', { ...model('gpt-3.5-turbo-instruct'), messages: { values: [{ content: 'Hi' }] } }, 1.8),
    ],
    ['other operations', node('file', 'list')],
  ])('offers no tools to %s', async (_, given) => {
    const { error, runData, bodies } = await call({ ...given, attached: [tool] });
    expect(error).toBeUndefined();
    expect(JSON.stringify(bodies)).not.toContain('Weather');
    expect(runData['Weather']).toBeUndefined();
  });

  it.each(['create', 'deleteAssistant', 'list', 'message', 'update'])('says that assistants have ended, for %s', async (operation) => {
    const { error, requests } = await call(node('assistant', operation, { assistantId: { mode: 'id', value: 'asst_1' } }, 1.8));
    expect(error).toContain('OpenAI ended its Assistants API');
    expect(requests).toEqual([]);
    await expect(listedValues({ type: 'openAi', version: 1.8, method: 'assistantSearch', credentials })).rejects.toThrow(
      'ended its Assistants API',
    );
  });

  it.each([1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7])('sends chats in version %d', async (version) => {
    const { json } = await call(node('text', 'message', { ...model(), messages: { values: [{ content: 'Hi' }] } }, version));
    expect(json).toMatchObject([{ message: { content: 'Hello' } }]);
  });

  it.each([2, 2.1, 2.2])('sends messages in version %d', async (version) => {
    expect((await call(node('text', 'response', { ...model(), ...message('Hi') }, version))).json).toEqual([{ output: [answer('Hello')] }]);
  });

  it('repeats requests, and hides the key in errors', async () => {
    const given = node('text', 'response', { ...model(), ...message('Hi') });
    const again = await call(given, (_, index) =>
      index === 0 ? { status: 429, error: 'Slow down', headers: { 'retry-after': '1' } } : { text: 'Hello' },
    );
    expect(again.requests).toHaveLength(2);
    expect(again.error).toBeUndefined();
    const failed = await call(given, [{ status: 400, error: 'The key sk-test may not do this' }]);
    expect(failed.error).toContain('The key [hidden] may not do this');
    expect(failed.requests).toHaveLength(1);
    expect(JSON.stringify(failed.result)).not.toContain('sk-test');
    const wrong = await call({ ...given, credentials: { openAiApi: { ...credentials.openAiApi, apiKey: 'wrong' } } });
    expect(wrong.result.resultData.error).toMatchObject({ httpCode: '401', hint: 'Check the credential of the model.' });
  });

  it.each<[string, Partial<ServiceRun>, string]>([
    ['a model', node('text', 'response', { modelId: { mode: 'list', value: '' }, ...message('Hi') }), 'The field "Model" is empty.'],
    ['a file', node('audio', 'transcribe', { binaryPropertyName: 'other' }), 'has no file named "other"'],
    ['an address', node('image', 'analyze', { ...model(), imageUrls: 'file:///etc/passwd' }), 'is not an address'],
    ['JSON', node('conversation', 'update', { conversationId: 'conv_1', metadata: '{' }), 'must be valid JSON'],
    ['an operation', node('text', 'dance'), 'no operation "dance"'],
    [
      'a vector store',
      node('text', 'response', { ...model(), ...message('Hi'), builtInTools: { fileSearch: { vectorStoreIds: '[]' } } }),
      'needs the id of a vector store',
    ],
  ])('names %s that is missing or wrong', async (_, given, expected) => {
    const { error, requests } = await call(given);
    expect(error).toContain(expected);
    expect(requests).toEqual([]);
  });

  it('continues with an error item if it is told to', async () => {
    const given = node('text', 'response', { ...model(), ...message('Hi') });
    const { json } = await call({ ...given, node: { onError: 'continueRegularOutput' } }, [{ status: 400, error: 'No' }]);
    expect(json[0]?.['error']).toContain('No');
  });

  it('says that OpenAI makes no videos any more', async () => {
    const given = node('video', 'generate', { ...model('missing'), prompt: 'A cat' });
    expect((await call(given)).error).toContain('the end of its Videos API');
  });

  it('stops with the execution', async () => {
    let stop = (): void => undefined;
    const given = node('text', 'response', { ...model(), ...message('Hi') });
    const stopping: Script = () => {
      stop();
      return { status: 503, error: 'Busy' };
    };
    const { result, requests } = await call({ ...given, onStart: (running) => (stop = () => running.stop()) }, stopping);
    expect(requests).toHaveLength(1);
    expect(result.resultData.runData['Root']?.[0]?.data).toBeUndefined();
    expect(result.status).toBe('canceled');
  });

  it.each([
    ['modelSearch', undefined, ['gpt-4o', 'gpt-5-mini']],
    ['imageModelSearch', 'mini', ['gpt-5-mini']],
    ['imageGenerateModelSearch', undefined, []],
    ['videoModelSearch', undefined, []],
    ['fileSearch', undefined, ['file-1', 'file-2']],
    ['fileSearch', 'PHOTO', ['file-2']],
    ['getFiles', undefined, ['file-1', 'file-2']],
  ])('lists values by %s with the filter %s', async (method, filter, expected) => {
    const server = await openAiServer([]);
    const ports = { http: redirectedHttp('https://api.openai.com', server.address) };
    const values = await listedValues({
      type: 'openAi',
      version: 2.3,
      method,
      credentials,
      ports,
      ...(filter === undefined ? {} : { filter }),
    });
    await server.close();
    expect(values).toEqual(expected);
  });

  it('asks a service with the same API for the limit that it knows', async () => {
    const server = await openAiServer([{ text: 'Hello' }]);
    const given = node('text', 'message', { ...model(), messages: { values: [{ content: 'Hi' }] }, options: { maxTokens: 50 } }, 1.8);
    await call({ ...given, credentials: { openAiApi: { ...credentials.openAiApi, url: `${server.address}/v1` } } });
    await server.close();
    expect(JSON.parse(server.received[0]?.body ?? '{}')).toMatchObject({ max_tokens: 50 });
  });
});
