// A server with the API of Ollama: chat, streamed or not, the list of models, embeddings. Written from Ollama's API reference.
import type { JsonObject } from '../../contract/json.ts';
import { stubServer, type StubServer } from '../stub-server.ts';
import { answers, inParts, sendJson, sendParts, wordVector, type Script, type ScriptedAnswer } from './scripted-model.ts';

const models = ['llama3.2:latest', 'qwen3:4b', 'nomic-embed-text:latest'];

/** Starts a server that answers chats by the script. It does not have the model `missing`. */
export async function ollamaServer(script: Script): Promise<StubServer> {
  const next = answers(script);
  return stubServer(({ url, body, headers }, response) => {
    if (headers.authorization === 'Bearer wrong') return sendJson(response, 401, { error: 'unauthorized: the key wrong is not known' });
    if (url === '/api/tags') return sendJson(response, 200, { models: models.map((name) => ({ name, model: name, size: 1 })) });
    const request = JSON.parse(body) as JsonObject;
    const model = String(request['model']);
    if (model === 'missing') return sendJson(response, 404, { error: `model '${model}' not found` });
    if (url === '/api/embed') {
      return sendJson(response, 200, { model, embeddings: [request['input']].flat().map((text) => wordVector(String(text))) });
    }
    const answer = next(request);
    if (answer.status !== undefined) return sendJson(response, answer.status, { error: answer.error ?? 'failed' }, answer.headers);
    if (request['stream'] !== false) return sendParts(response, 'application/x-ndjson', lines(model, answer), answer);
    sendJson(response, 200, { ...base(model), message: messageOf(answer, answer.text ?? ''), ...endOf(answer) });
  });
}

const base = (model: string): JsonObject => ({ model, created_at: '2026-01-15T12:00:00Z', done: false });

const messageOf = ({ reasoning, toolCalls = [] }: ScriptedAnswer, content: string): JsonObject => ({
  role: 'assistant',
  content,
  ...(reasoning === undefined ? {} : { thinking: reasoning }),
  ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map(({ name, args }) => ({ function: { name, arguments: args } })) }),
});

const endOf = ({ tokens: [prompt, answer] = [10, 5] }: ScriptedAnswer): JsonObject => ({
  done: true,
  done_reason: 'stop',
  total_duration: 1,
  prompt_eval_count: prompt,
  eval_count: answer,
});

function* lines(model: string, answer: ScriptedAnswer): Generator<string> {
  const line = (message: JsonObject, more: JsonObject = {}): string => `${JSON.stringify({ ...base(model), message, ...more })}\n`;
  for (const reasoning of inParts(answer.reasoning ?? '')) yield line(messageOf({ reasoning }, ''));
  for (const content of inParts(answer.text ?? '')) yield line(messageOf({}, content));
  if (answer.lines !== undefined) return yield* answer.lines;
  for (const call of answer.toolCalls ?? []) yield line(messageOf({ toolCalls: [call] }, ''));
  yield line(messageOf({}, ''), endOf(answer));
}
