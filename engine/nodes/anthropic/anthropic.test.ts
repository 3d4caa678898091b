// The Anthropic node on a server with Anthropic's API: what each operation sends, and what it returns.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { anthropicServer } from '../../testing/models/anthropic-server.ts';
import { callTool } from '../../testing/models/call-tool.ts';
import { listedValues, type AttachedNode } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import { serviceRuns, type ServiceOutcome, type ServiceRun } from '../../testing/models/service-runs.ts';
import { stubServer } from '../../testing/stub-server.ts';

const credential = { apiKey: 'sk-ant', url: '', header: false };
const run = serviceRuns<Script>(
  (script) => anthropicServer(script),
  ({ address }) => ({ type: 'anthropic', credentials: { anthropicApi: { ...credential, url: address } } }),
);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const file = (
  content: string,
  mimeType: string,
  fileName: string,
): { readonly data: string; readonly mimeType: string; readonly fileName: string } => ({
  data: base64(content),
  mimeType,
  fileName,
});
const binary = {
  data: file('picture', 'image/png', 'a.png'),
  pdf: file('pages', 'application/pdf', 'a.pdf'),
  note: file('words', 'text/plain', 'a.txt'),
};

const node = (resource: string, operation: string, parameters: JsonObject = {}): Partial<ServiceRun> => ({
  parameters: { resource, operation, modelId: { __rl: true, mode: 'id', value: 'claude-sonnet-5' }, ...parameters },
});
const call = (given: Partial<ServiceRun>, script: Script = [{ text: 'Hello' }]): Promise<ServiceOutcome> =>
  run(script, { type: 'anthropic', items: [{ json: {}, binary }], ...given });
const messages = { messages: { values: [{ content: 'Hi', role: 'user' }] } };
const hello = { content: [{ type: 'text', text: 'Hello' }] };
const text = (words: string): JsonObject => ({ role: 'user', content: [{ type: 'text', text: words }] });

type Row = readonly [
  name: string,
  node: Partial<ServiceRun>,
  request: string,
  body: JsonObject | string | undefined,
  json: readonly JsonObject[],
];

// oxfmt-ignore
const rows: readonly Row[] = [
  ['a message', node('text', 'message', messages), 'POST /v1/messages', { model: 'claude-sonnet-5', max_tokens: 1024, messages: [{ role: 'user', content: 'Hi' }] }, [hello]],
  ['a message, not simplified, with its text as one', node('text', 'message', { ...messages, simplify: false, options: { includeMergedResponse: true } }), 'POST /v1/messages', {},
    [{ id: 'msg_1', stop_reason: 'end_turn', ...hello, merged_response: 'Hello' }]],
  ['options', node('text', 'message', { ...messages, options: { system: 'Be brief', codeExecution: true, webSearch: true, maxUses: 2, allowedDomains: 'a.example, b.example',
    blockedDomains: 'c.example', maxTokens: 50, temperature: 0.2, topP: 0.3, topK: 4 } }), 'POST /v1/messages',
    { system: 'Be brief', max_tokens: 50, temperature: 0.2, top_p: 0.3, top_k: 4, tools: [{ type: 'code_execution_20250825', name: 'code_execution' },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 2, allowed_domains: ['a.example', 'b.example'], blocked_domains: ['c.example'] }] }, [hello]],
  ['attachments of the item', node('text', 'message', { ...messages, addAttachments: true, attachmentsInputType: 'binary', binaryPropertyName: 'data, pdf, note' }), 'POST /v1/messages',
    { messages: [{ role: 'user', content: [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64('picture') } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: base64('pages') } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
      { type: 'text', text: 'Hi' },
    ] }] }, [hello]],
  ['attachments at addresses', node('text', 'message', { ...messages, addAttachments: true, attachmentsUrls: 'https://example.com/a.png, https://example.com/a' }), 'POST /v1/messages',
    { messages: [{ content: [{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }, { type: 'document', source: { type: 'url' } }, { type: 'text' }] }] }, [hello]],
  ['what is in an image', node('image', 'analyze', { inputType: 'binary', options: { maxTokens: 9 } }), 'POST /v1/messages',
    { max_tokens: 9, messages: [{ role: 'user', content: [{ type: 'image', source: { data: base64('picture') } }, { type: 'text', text: "What's in this image?" }] }] }, [hello]],
  ['what is in a document', node('document', 'analyze', { documentUrls: 'https://example.com/a', text: 'What?' }), 'POST /v1/messages',
    { messages: [{ content: [{ type: 'document', source: { type: 'url', url: 'https://example.com/a' } }, { type: 'text', text: 'What?' }] }] }, [hello]],
  ['an upload', node('file', 'upload', { inputType: 'binary', options: { fileName: 'own.png' } }), 'POST /v1/files', 'name="file"; filename="own.png"\r\nContent-Type: image/png\r\n\r\npicture', [{ id: 'file_3' }]],
  ['a file', node('file', 'get', { fileId: 'file_1' }), 'GET /v1/files/file_1', undefined, [{ id: 'file_1', filename: 'notes.txt' }]],
  ['a deletion', node('file', 'deleteFile', { fileId: 'file_1' }), 'DELETE /v1/files/file_1', undefined, [{ type: 'file_deleted' }]],
  ['some files', node('file', 'list', { limit: 1 }), 'GET /v1/files?limit=1', undefined, [{ id: 'file_1' }]],
  ['all files', node('file', 'list', { returnAll: true }), 'GET /v1/files?limit=1000', undefined, [{ id: 'file_1' }, { id: 'file_2' }]],
  ['a new prompt', node('prompt', 'generate', { task: 'Cook' }), 'POST /v1/experimental/generate_prompt', { task: 'Cook' }, [{ system: 'generate_prompt', messages: [{ content: 'Better' }] }]],
  ['a better prompt', node('prompt', 'improve', { ...messages, options: { system: 'S', feedback: 'F' } }), 'POST /v1/experimental/improve_prompt', { messages: [text('Hi')], system: 'S', feedback: 'F' },
    [{ system: 'improve_prompt' }]],
  ['a template', node('prompt', 'templatize', { ...messages, simplify: false }), 'POST /v1/experimental/templatize_prompt', { messages: [text('Hi')] }, [{ variable_values: { a: 'b' }, usage: [] }]],
];

const tool: AttachedNode = {
  name: 'Weather',
  type: 'n8n-nodes-base.set',
  version: 3.4,
  by: 'ai_tool',
  parameters: { assignments: { assignments: [{ id: '1', name: 'weather', type: 'string', value: "={{ $fromAI('city') }} is sunny" }] } },
};

describe('the Anthropic node', () => {
  it.each(rows)('sends and returns %s', async (_, given, request, body, json) => {
    const outcome = await call(given);
    expect(outcome.error).toBeUndefined();
    expect(outcome.requests[0]).toBe(request);
    if (typeof body === 'string') expect(outcome.bodies[0]).toContain(body);
    else if (body !== undefined) expect(outcome.bodies[0]).toMatchObject(body);
    expect(outcome.json).toMatchObject(json);
    expect(outcome.json).toHaveLength(json.length);
    expect(outcome.headers.every((headers) => headers['x-api-key'] === 'sk-ant')).toBe(true);
  });

  it('lets the model call tools', async () => {
    const script: Script = (_, index) =>
      index === 0 ? { text: 'Let me see', toolCalls: [{ name: 'Weather', args: { city: 'Rome' } }] } : { text: 'Sunny' };
    const { bodies, json, error } = await call({ ...node('text', 'message', messages), attached: [tool] }, script);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ content: [{ type: 'text', text: 'Sunny' }] }]);
    expect(bodies[1]).toMatchObject({
      tools: [{ name: 'Weather', input_schema: { properties: { city: { type: 'string' } } } }],
      messages: [
        { role: 'user' },
        { role: 'assistant', content: [{ type: 'text' }, { type: 'tool_use', id: 'toolu_1' }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
      ],
    });
    expect(JSON.stringify(bodies[1])).toContain('Rome is sunny');
  });

  it('goes on with a turn that the service interrupts', async () => {
    const script: Script = (_, index) => (index === 0 ? { text: 'Searching', isPaused: true } : { text: 'Done' });
    const { bodies, json } = await call(node('text', 'message', { ...messages, options: { webSearch: true } }), script);
    expect(json).toEqual([{ content: [{ type: 'text', text: 'Done' }] }]);
    expect(bodies[1]).toMatchObject({ messages: [{ role: 'user' }, { role: 'assistant', content: [{ text: 'Searching' }] }] });
  });

  it('uploads a file from an address, without sending its key there', async () => {
    const origin = await stubServer((_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b'));
    const { bodies, error } = await call(node('file', 'upload', { fileUrl: `${origin.address}/rows.csv` }));
    await origin.close();
    expect(error).toBeUndefined();
    expect(bodies[0]).toContain('filename="rows.csv"\r\nContent-Type: text/csv\r\n\r\na,b');
    expect(origin.received[0]?.headers['x-api-key']).toBeUndefined();
  });

  it('says why a file cannot be fetched', async () => {
    const origin = await stubServer((_, response) => response.writeHead(404).end());
    const { error, requests } = await call(node('file', 'upload', { fileUrl: origin.address }));
    await origin.close();
    expect(error).toBe('The file cannot be fetched: the server responded with status 404.');
    expect(requests).toEqual([]);
  });

  it('is a tool of an agent', async () => {
    const server = await anthropicServer([{ text: 'Hello, agent' }]);
    const { parameters = {} } = node('text', 'message', {
      messages: { values: [{ content: "={{ $fromAI('question') }}", role: 'user' }] },
    });
    const credentials = { anthropicApi: { ...credential, url: server.address } };
    const { reply, error } = await callTool({ type: 'anthropicTool', parameters, args: { question: 'Who?' }, credentials });
    await server.close();
    expect(error).toBeUndefined();
    expect(server.received[0]?.body).toContain('Who?');
    expect(reply).toContain('Hello, agent');
  });

  it('hides the key in errors', async () => {
    const { error, result } = await call(node('text', 'message', messages), [{ status: 400, error: 'The key sk-ant may not do this' }]);
    expect(error).toContain('The key [hidden] may not do this');
    expect(JSON.stringify(result)).not.toContain('sk-ant');
  });

  it('lists models', async () => {
    const server = await anthropicServer([]);
    const credentials = { anthropicApi: { ...credential, url: server.address } };
    const values = await listedValues({ type: 'anthropic', method: 'modelSearch', filter: 'SONNET', credentials });
    await server.close();
    expect(values).toEqual(['claude-sonnet-5']);
  });
});
