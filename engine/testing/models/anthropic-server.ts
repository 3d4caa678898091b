// A server with the API of Anthropic: messages, streamed or not, and the list of models. Written from Anthropic's API reference.
import type { JsonObject } from '../../contract/json.ts';
import { stubServer, type StubServer } from '../stub-server.ts';
import { answers, inParts, sendJson, sendParts, serverEvent, type Script, type ScriptedAnswer } from './scripted-model.ts';

const models = ['claude-sonnet-5', 'claude-opus-4-8', 'claude-haiku-4-5'];

/** Starts a server that answers chats by the script. */
export async function anthropicServer(script: Script): Promise<StubServer> {
  const next = answers(script);
  return stubServer(({ url, body, headers }, response) => {
    const fail = (status: number, type: string, message: string, more: Readonly<Record<string, string>> = {}): void =>
      sendJson(response, status, { type: 'error', error: { type, message }, request_id: 'req_1' }, more);
    if (headers['anthropic-version'] === undefined) return fail(400, 'invalid_request_error', 'anthropic-version: header is required');
    if (headers['x-api-key'] === 'wrong') return fail(401, 'authentication_error', 'invalid x-api-key: wrong');
    if (url.startsWith('/v1/models')) {
      return sendJson(response, 200, { data: models.map((id) => ({ type: 'model', id, display_name: id })), has_more: false });
    }
    const request = JSON.parse(body) as JsonObject;
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

const reasonOf = ({ toolCalls = [] }: ScriptedAnswer): string => (toolCalls.length > 0 ? 'tool_use' : 'end_turn');

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
