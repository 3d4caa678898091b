// The Google Gemini node on a server with Google's API: what each operation sends, and what it returns.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { geminiServer } from '../../testing/models/gemini-server.ts';
import { listedValues, type AttachedNode } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import { serviceRuns, type ServiceOutcome, type ServiceRun } from '../../testing/models/service-runs.ts';
import { stubServer } from '../../testing/stub-server.ts';

const run = serviceRuns<Script>(
  (script) => geminiServer(script),
  ({ address }) => ({ type: 'googleGemini', credentials: { googlePalmApi: { host: address, apiKey: 'g-key' } } }),
);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const binary = { data: { data: base64('sound'), mimeType: 'audio/mpeg', fileName: 'a.mp3' } };
const model = (value: string): JsonObject => ({ modelId: { __rl: true, mode: 'id', value } });

const node = (resource: string, operation: string, parameters: JsonObject = {}, version = 1.2): Partial<ServiceRun> => ({
  version,
  parameters: { resource, operation, ...model('models/gemini-2.5-flash'), ...parameters },
});
const call = (given: Partial<ServiceRun>, script: Script = [{ text: 'Hello' }]): Promise<ServiceOutcome> =>
  run(script, { type: 'googleGemini', items: [{ json: {}, binary }], ...given });

const messages = { messages: { values: [{ content: 'Hi' }] } };
const hello = { content: { role: 'model', parts: [{ text: 'Hello' }] }, finishReason: 'STOP' };
const GENERATE = 'POST /v1beta/models/gemini-2.5-flash:generateContent';
const uploads = ['POST /upload/v1beta/files', 'POST /upload/v1beta/files', 'GET /v1beta/files/1', 'GET /v1beta/files/1'];

/** `requests`: without their queries; `body`: of the last one. */
type Row = readonly [
  name: string,
  node: Partial<ServiceRun>,
  requests: readonly string[],
  body: JsonObject | undefined,
  json: readonly JsonObject[],
  files?: readonly JsonObject[],
];

// oxfmt-ignore
const rows: readonly Row[] = [
  ['a message', node('text', 'message', messages), [GENERATE], { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], generationConfig: {} }, [hello]],
  ['a message, not simplified, since version 1.1 with its text as one', node('text', 'message', { ...messages, simplify: false, options: { includeMergedResponse: true } }, 1.1), [GENERATE], {},
    [{ candidates: [hello], usageMetadata: { totalTokenCount: 15 }, mergedResponse: 'Hello' }]],
  ['options', node('text', 'message', { messages: { values: [{ content: 'Be kind', role: 'system' }, { content: 'Yes', role: 'model' }, { content: 'Hi' }] }, jsonOutput: true, options: {
    includeMergedResponse: true, systemMessage: 'Be brief', frequencyPenalty: 1, maxOutputTokens: 50, candidateCount: 2, presencePenalty: 0.5, temperature: 0.1, topP: 0.2, topK: 3, thinkingBudget: 0 },
    builtInTools: { googleSearch: true, googleMaps: { latitude: 1, longitude: 2 }, urlContext: true, fileSearch: { fileSearchStoreNames: '["fileSearchStores/one"]', metadataFilter: 'a=1' }, codeExecution: true } }),
    [GENERATE], {
      contents: [{ role: 'model', parts: [{ text: 'Yes' }] }, { role: 'user' }], systemInstruction: { parts: [{ text: 'Be brief' }, { text: 'Be kind' }] },
      generationConfig: { responseMimeType: 'application/json', thinkingConfig: { thinkingBudget: 0 }, frequencyPenalty: 1, maxOutputTokens: 50, candidateCount: 2, presencePenalty: 0.5,
        temperature: 0.1, topP: 0.2, topK: 3 },
      tools: [{ googleSearch: {} }, { googleMaps: {} }, { urlContext: {} }, { fileSearch: { fileSearchStoreNames: ['fileSearchStores/one'], metadataFilter: 'a=1' } }, { codeExecution: {} }],
      toolConfig: { retrievalConfig: { latLng: { latitude: 1, longitude: 2 } } },
    }, [{ ...hello, mergedResponse: 'Hello' }]],
  ['code in version 1', node('text', 'message', { ...messages, ...model('gemini-2.5-flash'), options: { codeExecution: true } }, 1), [GENERATE], { tools: [{ codeExecution: {} }] }, [hello]],
  ['what is in a recording of the item', node('audio', 'analyze', { inputType: 'binary', options: { maxOutputTokens: 9 } }), [...uploads, GENERATE],
    { contents: [{ role: 'user', parts: [{ fileData: { mimeType: 'audio/mpeg' } }, { text: "What's in this audio?" }] }], generationConfig: { maxOutputTokens: 9 } }, [hello]],
  ['a transcript', node('audio', 'transcribe', { inputType: 'binary', options: { startTime: '00:10', endTime: '01:00' } }), [...uploads, GENERATE],
    { contents: [{ parts: [{}, { text: 'Write a transcript of the speech from 00:10 to 01:00. Return only the transcript.' }] }] }, [hello]],
  ['what is in a video of YouTube', node('video', 'analyze', { videoUrls: 'https://www.youtube.com/watch?v=1', simplify: false }), [GENERATE],
    { contents: [{ parts: [{ fileData: { fileUri: 'https://www.youtube.com/watch?v=1' } }, { text: "What's in this video?" }] }] }, [{ candidates: [hello] }]],
  ['what is in a document', node('document', 'analyze', { inputType: 'binary', text: 'What?' }), [...uploads, GENERATE], { contents: [{ parts: [{}, { text: 'What?' }] }] }, [hello]],
  ['what is in an image', node('image', 'analyze', { inputType: 'binary' }), [...uploads, GENERATE], {}, [hello]],
  ['an image', node('image', 'generate', { ...model('models/gemini-2.5-flash-image'), prompt: 'A cat', options: { binaryPropertyOutput: 'cat' } }), ['POST /v1beta/models/gemini-2.5-flash-image:generateContent'],
    { contents: [{ parts: [{ text: 'A cat' }] }], generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } }, [{ mimeType: 'image/png' }], [{ cat: 'image' }]],
  ['an image of Imagen', node('image', 'generate', { ...model('models/imagen-4.0-generate-001'), prompt: 'A cat', options: { sampleCount: 1 } }), ['POST /v1beta/models/imagen-4.0-generate-001:predict'],
    { instances: [{ prompt: 'A cat' }], parameters: { sampleCount: 1 } }, [{ mimeType: 'image/png' }], [{ data: 'image' }]],
  ['an image that is changed', node('image', 'edit', { ...model('models/gemini-2.5-flash-image'), prompt: 'Add a hat' }), ['POST /v1beta/models/gemini-2.5-flash-image:generateContent'],
    { contents: [{ parts: [{ inlineData: { mimeType: 'audio/mpeg', data: base64('sound') } }, { text: 'Add a hat' }] }] }, [{ mimeType: 'image/png' }], [{ edited: 'image' }]],
  ['a video', node('video', 'generate', { ...model('models/veo-3.1-generate-preview'), prompt: 'A cat', options: { sampleCount: 1, durationSeconds: 6, aspectRatio: '9:16', personGeneration: 'allow_all' } }),
    ['POST /v1beta/models/veo-3.1-generate-preview:predictLongRunning', 'GET /v1beta/operations/1', 'GET /v1beta/operations/1', 'GET /download/video'], undefined, [{ mimeType: 'video/mp4' }], [{ data: 'moving pictures' }]],
  ['the address of a video', node('video', 'generate', { ...model('veo-3.1-generate-preview'), prompt: 'A cat', returnAs: 'url' }),
    ['POST /v1beta/models/veo-3.1-generate-preview:predictLongRunning', 'GET /v1beta/operations/1', 'GET /v1beta/operations/1'], undefined, [{ url: expect.stringContaining('/download/video') as string }]],
  ['an upload', node('file', 'upload', { inputType: 'binary' }), uploads, undefined, [{ fileUri: expect.stringContaining('/files/1') as string, mimeType: 'audio/mpeg', state: 'ACTIVE' }]],
  ['a new store', node('fileSearch', 'createStore', { displayName: 'Mine' }), ['POST /v1beta/fileSearchStores'], { displayName: 'Mine' }, [{ displayName: 'Mine' }]],
  ['an end of a store', node('fileSearch', 'deleteStore', { fileSearchStoreName: 'fileSearchStores/one', force: true }), ['DELETE /v1beta/fileSearchStores/one'], undefined, [{}]],
  ['stores', node('fileSearch', 'listStores', { pageSize: 5, pageToken: 'page' }), ['GET /v1beta/fileSearchStores'], undefined, [{ fileSearchStores: [{ name: 'fileSearchStores/one' }], nextPageToken: 'next' }]],
  ['a file in a store', node('fileSearch', 'uploadToStore', { fileSearchStoreName: 'one', displayName: 'Song', inputType: 'binary' }),
    ['POST /upload/v1beta/fileSearchStores/one:uploadToFileSearchStore', 'POST /upload/v1beta/fileSearchStores/one:uploadToFileSearchStore', 'GET /v1beta/operations/1', 'GET /v1beta/operations/1'],
    undefined, [{ documentName: 'fileSearchStores/one/documents/1' }]],
];

const tool: AttachedNode = {
  name: 'Weather',
  type: 'n8n-nodes-base.set',
  version: 3.4,
  by: 'ai_tool',
  parameters: { assignments: { assignments: [{ id: '1', name: 'weather', type: 'string', value: "={{ $fromAI('city') }} is sunny" }] } },
};
const withoutQuery = (requests: readonly string[]): readonly string[] => requests.map((request) => request.replace(/\?.*/, ''));

describe('the Google Gemini node', () => {
  it.each(rows.map((row) => [row[0], row] as const))('sends and returns %s', async (_, [, given, requests, body, json, files]) => {
    const outcome = await call(given);
    expect(outcome.error).toBeUndefined();
    expect(withoutQuery(outcome.requests)).toEqual(requests);
    if (body !== undefined) expect(outcome.bodies.at(-1)).toMatchObject(body);
    expect(outcome.json).toMatchObject(json);
    expect(outcome.json).toHaveLength(json.length);
    if (files !== undefined) expect(outcome.files).toEqual(files);
    expect(outcome.requests.every((request) => request.includes('key=g-key'))).toBe(true);
  });

  it('streams an upload, after it has said what comes', async () => {
    const { headers, bodies } = await call(node('file', 'upload', { inputType: 'binary' }));
    expect(headers[0]).toMatchObject({ 'x-goog-upload-header-content-length': '5', 'x-goog-upload-header-content-type': 'audio/mpeg' });
    expect(bodies[0]).toEqual({ file: { display_name: 'a.mp3' } });
    expect(headers[1]).toMatchObject({ 'x-goog-upload-command': 'upload, finalize', 'content-length': '5' });
    expect(bodies[1]).toBe('sound');
  });

  it('lets the model call tools', async () => {
    const script: Script = (_, index) => (index === 0 ? { toolCalls: [{ name: 'Weather', args: { city: 'Rome' } }] } : { text: 'Sunny' });
    const { bodies, json, error } = await call({ ...node('text', 'message', messages), attached: [tool] }, script);
    expect(error).toBeUndefined();
    expect(json).toMatchObject([{ content: { parts: [{ text: 'Sunny' }] } }]);
    expect(bodies[1]).toMatchObject({
      tools: [{ functionDeclarations: [{ name: 'Weather', parametersJsonSchema: { properties: { city: { type: 'string' } } } }] }],
      contents: [
        { role: 'user' },
        { role: 'model', parts: [{ thoughtSignature: 'signed' }] },
        { role: 'user', parts: [{ functionResponse: { name: 'Weather' } }] },
      ],
    });
    expect(JSON.stringify(bodies[1])).toContain('Rome is sunny');
  });

  it('uploads what is at another address, and sends its key to no other server', async () => {
    const origin = await stubServer((_, response) => response.writeHead(200, { 'content-type': 'audio/wav' }).end('wave'));
    const analyzed = await call(node('audio', 'analyze', { audioUrls: `${origin.address}/a.wav` }));
    const downloaded = await call(node('video', 'download', { url: `${origin.address}/a.mp4` }));
    await origin.close();
    expect([analyzed.error, downloaded.error]).toEqual([undefined, undefined]);
    expect(analyzed.bodies[1]).toBe('wave');
    expect(downloaded.files).toEqual([{ data: 'wave' }]);
    expect(origin.received.map(({ url }) => url)).toEqual(['/a.wav', '/a.mp4']);
  });

  it('says that the model returned no image', async () => {
    const { error } = await call(node('image', 'generate', { prompt: 'A cat' }));
    expect(error).toBe('Gemini has not answered.');
  });

  it('hides the key in errors', async () => {
    const { error, result } = await call(node('text', 'message', messages), [{ status: 400, error: 'The key g-key may not do this' }]);
    expect(error).toContain('The key [hidden] may not do this');
    expect(JSON.stringify(result)).not.toContain('g-key');
  });

  it.each([
    ['modelSearch', ['models/gemini-2.5-flash', 'models/gemini-3-flash-preview']],
    ['audioModelSearch', ['models/gemini-2.5-flash', 'models/gemini-3-flash-preview']],
    ['imageEditModelSearch', ['models/gemini-2.5-flash-image']],
    ['imageGenerationModelSearch', ['models/gemini-2.5-flash-image', 'models/imagen-4.0-generate-001']],
    ['videoGenerationModelSearch', ['models/veo-3.1-generate-preview']],
  ])('lists models by %s', async (method, expected) => {
    const server = await geminiServer([]);
    const values = await listedValues({
      type: 'googleGemini',
      version: 1.2,
      method,
      credentials: { googlePalmApi: { host: server.address, apiKey: 'g-key' } },
    });
    await server.close();
    expect(values).toEqual(expected);
  });
});
