// A server with the API of OpenAI: chat completions and responses, streamed or not, the list of models, embeddings, and its other resources. Written from OpenAI's API reference.
import type { JsonObject } from '../../contract/json.ts';
import { stubServer, type StubServer } from '../stub-server.ts';
import { openAiResources } from './open-ai-resources.ts';
import { answers, inParts, sendJson, sendParts, serverEvent, wordVector, type Script, type ScriptedAnswer } from './scripted-model.ts';

export interface OpenAiDialect {
  /** Field of a chat's message with thoughts; `parts`: as parts of the content, as Mistral sends them. Default: none, as at OpenAI. */
  readonly thoughts?: 'reasoning' | 'reasoning_content' | 'parts';
  /** Whether a stream reports its tokens where Groq does. */
  readonly hasGroqUsage?: boolean;
  /** Default: those of OpenAI. */
  readonly models?: readonly JsonObject[];
  /** Body of an error. Default: that of OpenAI. */
  readonly error?: (message: string) => JsonObject;
}

/** Starts a server that answers chats by the script. Services with the same API have dialects of it. */
export async function openAiServer(script: Script, dialect: OpenAiDialect = {}): Promise<StubServer> {
  const next = answers(script);
  const errorOf = dialect.error ?? ((message: string) => ({ error: { message, type: 'invalid_request_error', code: 'error' } }));
  const resources = openAiResources();
  return stubServer((received, response) => {
    const { url, body, headers } = received;
    const { pathname } = new URL(url, 'http://stub');
    if (headers.authorization === 'Bearer wrong' || headers['api-key'] === 'wrong') {
      return sendJson(response, 401, errorOf('Incorrect API key provided: wrong.'));
    }
    if (pathname.endsWith('/models')) return sendJson(response, 200, { object: 'list', data: dialect.models ?? models });
    const resource = resources(received);
    if (resource !== undefined) return resource(received, response);
    const request = JSON.parse(body === '' ? '{}' : body) as JsonObject;
    const isResponses = pathname.endsWith('/responses');
    if (pathname.endsWith('/embeddings')) return sendJson(response, 200, embeddings(request));
    const answer = next(request);
    if (answer.status !== undefined) return sendJson(response, answer.status, errorOf(answer.error ?? 'Failed'), answer.headers);
    if (request['stream'] !== true) {
      return sendJson(response, 200, isResponses ? wholeResponse(request, answer) : completion(request, answer, dialect));
    }
    const parts = isResponses ? responseEvents(request, answer) : chunks(request, answer, dialect);
    sendParts(response, 'text/event-stream', parts, answer);
  });
}

const models = ['gpt-5-mini', 'gpt-4o', 'text-embedding-3-small', 'whisper-1'].map((id) => ({ id, object: 'model' }));

const usageOf = ({ tokens: [prompt, answer] = [10, 5] }: ScriptedAnswer): JsonObject => ({
  prompt_tokens: prompt,
  completion_tokens: answer,
  total_tokens: prompt + answer,
});

const callsOf = ({ toolCalls = [] }: ScriptedAnswer): readonly JsonObject[] =>
  toolCalls.map(({ name, args }, index) => ({
    index,
    id: `call_${index + 1}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));

const reasonOf = ({ toolCalls = [] }: ScriptedAnswer): string => (toolCalls.length > 0 ? 'tool_calls' : 'stop');

const CREATED = 1_700_000_000;

/** Returns the fields of a message with a thought. */
function thought(text: string | undefined, { thoughts }: OpenAiDialect): JsonObject {
  if (text === undefined || thoughts === undefined) return {};
  return thoughts === 'parts' ? { content: [thinkingPart(text)] } : { [thoughts]: text };
}

const thinkingPart = (text: string): JsonObject => ({ type: 'thinking', thinking: [{ type: 'text', text }] });

const contentOf = ({ text, reasoning }: ScriptedAnswer, { thoughts }: OpenAiDialect): unknown =>
  thoughts === 'parts' && reasoning !== undefined
    ? [thinkingPart(reasoning), ...(text === undefined ? [] : [{ type: 'text', text }])]
    : (text ?? null);

function completion({ model }: JsonObject, answer: ScriptedAnswer, dialect: OpenAiDialect): JsonObject {
  const toolCalls = callsOf(answer).map(({ index: _index, ...call }) => call);
  const message = {
    role: 'assistant',
    ...thought(answer.reasoning, dialect),
    content: contentOf(answer, dialect),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [{ index: 0, message, finish_reason: reasonOf(answer) }],
    usage: usageOf(answer),
  };
}

function* chunks({ model }: JsonObject, answer: ScriptedAnswer, dialect: OpenAiDialect): Generator<string> {
  const chunk = (delta: JsonObject, reason: string | null = null, more: JsonObject = {}): string => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    return serverEvent({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: CREATED, model, choices, ...more });
  };
  yield chunk({ role: 'assistant', content: '' });
  if (dialect.thoughts !== undefined) {
    for (const part of inParts(answer.reasoning ?? '')) yield chunk(thought(part, dialect));
  }
  for (const content of inParts(answer.text ?? '')) yield chunk({ content });
  for (const call of callsOf(answer)) yield chunk({ tool_calls: [call] });
  const usage = usageOf(answer);
  yield chunk({}, reasonOf(answer), dialect.hasGroqUsage === true ? { x_groq: { id: 'req_1', usage } } : { usage });
  yield 'data: [DONE]\n\n';
}

function outputOf(answer: ScriptedAnswer): readonly JsonObject[] {
  const calls = (answer.toolCalls ?? []).map(({ name, args }, index) => ({
    type: 'function_call',
    id: `fc_${index + 1}`,
    call_id: `call_${index + 1}`,
    name,
    arguments: JSON.stringify(args),
    status: 'completed',
  }));
  if (answer.text === undefined) return calls;
  const content = [{ type: 'output_text', text: answer.text, annotations: [] }];
  return [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }, ...calls];
}

function wholeResponse({ model, background }: JsonObject, answer: ScriptedAnswer): JsonObject {
  const [input, output] = answer.tokens ?? [10, 5];
  return {
    id: 'resp_1',
    object: 'response',
    created_at: CREATED,
    status: background === true ? 'queued' : 'completed',
    error: null,
    incomplete_details: null,
    model,
    output: outputOf(answer),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  };
}

function* responseEvents(request: JsonObject, answer: ScriptedAnswer): Generator<string> {
  let number = 0;
  const event = (type: string, fields: JsonObject): string => serverEvent({ type, sequence_number: number++, ...fields }, type);
  const whole = wholeResponse(request, answer);
  yield event('response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
  for (const [index, item] of outputOf(answer).entries()) {
    const place = { output_index: index, item_id: item['id'] };
    if (item['type'] === 'message') {
      yield event('response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress', content: [] } });
      for (const delta of inParts(answer.text ?? '')) yield event('response.output_text.delta', { ...place, content_index: 0, delta });
      yield event('response.output_text.done', { ...place, content_index: 0, text: answer.text });
    } else {
      yield event('response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress', arguments: '' } });
      yield event('response.function_call_arguments.delta', { ...place, delta: item['arguments'] });
      yield event('response.function_call_arguments.done', { ...place, arguments: item['arguments'] });
    }
    yield event('response.output_item.done', { output_index: index, item });
  }
  yield event('response.completed', { response: whole });
}

/** Returns vectors by which texts with the same words are close; as floats of 32 bits if base64 is requested. */
function embeddings({ input, model, encoding_format: format }: JsonObject): JsonObject {
  const texts = [input].flat().map(String);
  const data = texts.map((text, index) => {
    const vector = wordVector(text);
    const embedding = format === 'base64' ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector;
    return { object: 'embedding', index, embedding };
  });
  return { object: 'list', data, model, usage: { prompt_tokens: texts.length, total_tokens: texts.length } };
}
