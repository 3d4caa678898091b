// A server with the API of Anthropic: messages, streamed or not, the list of models, files, and tools for prompts. Written from Anthropic's API reference.
import type { JsonObject } from '../../contract/json.ts';
import { stubServer, type StubServer } from '../stub-server.ts';
import { answers, inParts, sendJson, sendParts, serverEvent, type Script, type ScriptedAnswer } from './scripted-model.ts';

const models = ['claude-sonnet-5', 'claude-opus-4-8', 'claude-haiku-4-5'];

/** Starts a server that answers chats by the script. */
export async function anthropicServer(script: Script): Promise<StubServer> {
  const next = answers(script);
  return stubServer(({ url, method, body, headers }, response) => {
    const fail = (status: number, type: string, message: string, more: Readonly<Record<string, string>> = {}): void =>
      sendJson(response, status, { type: 'error', error: { type, message }, request_id: 'req_1' }, more);
    if (headers['anthropic-version'] === undefined) return fail(400, 'invalid_request_error', 'anthropic-version: header is required');
    if (headers['x-api-key'] === 'wrong') return fail(401, 'authentication_error', 'invalid x-api-key: wrong');
    if (url.startsWith('/v1/models')) {
      return sendJson(response, 200, { data: models.map((id) => ({ type: 'model', id, display_name: id })), has_more: false });
    }
    if (url.startsWith('/v1/files')) {
      if (!String(headers['anthropic-beta']).includes('files-api')) return fail(404, 'not_found_error', 'Not found');
      return sendJson(response, 200, fileResponse(method, new URL(url, 'http://stub')));
    }
    const request = JSON.parse(body) as JsonObject;
    if (url.startsWith('/v1/experimental/')) {
      if (!String(headers['anthropic-beta']).includes('prompt-tools')) return fail(404, 'not_found_error', 'Not found');
      return sendJson(response, 200, {
        messages: [{ role: 'user', content: 'Better' }],
        system: url.slice(17),
        usage: [],
        variable_values: { a: 'b' },
      });
    }
    const answer = next(request);
    if (answer.status !== undefined) return fail(answer.status, 'api_error', answer.error ?? 'Failed', answer.headers);
    if (request['stream'] === true) return sendParts(response, 'text/event-stream', events(request, answer), answer);
    const [, output] = answer.tokens ?? [10, 5];
    const { usage, ...rest } = messageOf(request, answer);
    sendJson(response, 200, {
      ...rest,
      content: blocksOf(answer),
      stop_reason: reasonOf(answer),
      usage: { ...(usage as JsonObject), output_tokens: output },
    });
  });
}

/** Lists two files, one per page. */
function fileResponse(method: string, { pathname, searchParams }: URL): JsonObject {
  const id = pathname.split('/')[3];
  if (method === 'DELETE') return { id, type: 'file_deleted' };
  if (method === 'POST') return { id: 'file_3', type: 'file' };
  if (id !== undefined) return { id, type: 'file', filename: 'notes.txt' };
  const last = searchParams.get('after_id') === null ? 'file_1' : 'file_2';
  return { data: [{ id: last, type: 'file' }], has_more: last === 'file_1', last_id: last };
}

const reasonOf = ({ toolCalls = [], isPaused = false }: ScriptedAnswer): string =>
  isPaused ? 'pause_turn' : toolCalls.length > 0 ? 'tool_use' : 'end_turn';

const blocksOf = ({ text, reasoning, toolCalls = [] }: ScriptedAnswer): readonly JsonObject[] => [
  ...(reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning, signature: 'signed' }]),
  ...(text === undefined ? [] : [{ type: 'text', text }]),
  ...toolCalls.map(({ name, args }, index) => ({ type: 'tool_use', id: `toolu_${index + 1}`, name, input: args })),
];

const messageOf = ({ model }: JsonObject, { tokens: [prompt] = [10, 5] }: ScriptedAnswer): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: prompt, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
});

function* events(request: JsonObject, answer: ScriptedAnswer): Generator<string> {
  const event = (type: string, fields: JsonObject = {}): string => serverEvent({ type, ...fields }, type);
  yield event('message_start', { message: messageOf(request, answer) });
  for (const [index, block] of blocksOf(answer).entries()) {
    const delta = (fields: JsonObject): string => event('content_block_delta', { index, delta: fields });
    if (block['type'] === 'thinking') {
      yield event('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } });
      for (const thinking of inParts(String(block['thinking']))) yield delta({ type: 'thinking_delta', thinking });
      yield delta({ type: 'signature_delta', signature: block['signature'] });
    } else if (block['type'] === 'text') {
      yield event('content_block_start', { index, content_block: { type: 'text', text: '' } });
      for (const text of inParts(String(block['text']))) yield delta({ type: 'text_delta', text });
    } else {
      yield event('content_block_start', { index, content_block: { ...block, input: {} } });
      for (const json of inParts(JSON.stringify(block['input']))) yield delta({ type: 'input_json_delta', partial_json: json });
    }
    yield event('content_block_stop', { index });
  }
  const [, output] = answer.tokens ?? [10, 5];
  yield event('message_delta', { delta: { stop_reason: reasonOf(answer), stop_sequence: null }, usage: { output_tokens: output } });
  yield event('message_stop');
}
