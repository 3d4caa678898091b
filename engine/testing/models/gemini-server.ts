// A server with the API of Google Gemini: contents, streamed or not, the list of models, embeddings, files, images and videos. Written from Google's API reference.
import type { JsonObject } from '../../contract/json.ts';
import { stubServer, type StubServer } from '../stub-server.ts';
import { geminiResources } from './gemini-resources.ts';
import { answers, inParts, sendJson, sendParts, serverEvent, wordVector, type Script, type ScriptedAnswer } from './scripted-model.ts';

const models = [
  ['models/gemini-2.5-flash', 'generateContent'],
  ['models/gemini-3-flash-preview', 'generateContent'],
  ['models/gemini-embedding-001', 'embedContent'],
  ['models/gemini-2.5-flash-image', 'generateContent'],
  ['models/imagen-4.0-generate-001', 'predict'],
  ['models/veo-3.1-generate-preview', 'predictLongRunning'],
] as const;

/** Starts a server that answers chats by the script. */
export async function geminiServer(script: Script): Promise<StubServer> {
  const next = answers(script);
  const resources = geminiResources();
  return stubServer((received, response) => {
    const { url, body } = received;
    const { pathname, searchParams } = new URL(url, 'http://stub');
    const fail = (code: number, status: string, message: string, headers: Readonly<Record<string, string>> = {}): void =>
      sendJson(response, code, { error: { code, message, status } }, headers);
    if (searchParams.get('key') === 'wrong') return fail(401, 'UNAUTHENTICATED', 'API key not valid: wrong');
    if (pathname === '/v1beta/models') {
      const list = models.map(([name, method]) => ({ name, supportedGenerationMethods: [method, 'countTokens'] }));
      return sendJson(response, 200, { models: list });
    }
    const resource = resources(received);
    if (resource !== undefined) return resource(response);
    const request = JSON.parse(body) as JsonObject;
    if (pathname.endsWith(':embedContent')) return sendJson(response, 200, { embedding: embeddingOf(request) });
    if (pathname.endsWith(':batchEmbedContents')) {
      return sendJson(response, 200, { embeddings: (request['requests'] as readonly JsonObject[]).map((each) => embeddingOf(each)) });
    }
    const answer = next(request);
    if (answer.status !== undefined) return fail(answer.status, 'FAILED', answer.error ?? 'Failed', answer.headers);
    if (pathname.endsWith(':streamGenerateContent')) return sendParts(response, 'text/event-stream', events(answer), answer);
    sendJson(response, 200, { ...chunk(partsOf(answer), 'STOP'), usageMetadata: usageOf(answer) });
  });
}

function embeddingOf({ content }: JsonObject): JsonObject {
  const { parts } = content as { readonly parts: readonly { readonly text?: string }[] };
  return { values: wordVector(parts.map(({ text = '' }) => text).join(' ')) };
}

const partsOf = ({ text, reasoning, toolCalls = [] }: ScriptedAnswer): readonly JsonObject[] => [
  ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
  ...(text === undefined ? [] : [{ text }]),
  ...toolCalls.map(({ name, args }) => ({ functionCall: { name, args }, thoughtSignature: 'signed' })),
];

const usageOf = ({ tokens: [prompt, answer] = [10, 5] }: ScriptedAnswer): JsonObject => ({
  promptTokenCount: prompt,
  candidatesTokenCount: answer,
  totalTokenCount: prompt + answer,
});

const chunk = (parts: readonly JsonObject[], finishReason?: string): JsonObject => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
  modelVersion: 'gemini',
  responseId: 'response-1',
});

function* events(answer: ScriptedAnswer): Generator<string> {
  for (const text of inParts(answer.reasoning ?? '')) yield serverEvent(chunk([{ text, thought: true }]));
  for (const text of inParts(answer.text ?? '')) yield serverEvent(chunk([{ text }]));
  const { toolCalls = [] } = answer;
  yield serverEvent({ ...chunk(partsOf({ toolCalls }), 'STOP'), usageMetadata: usageOf(answer) });
}
