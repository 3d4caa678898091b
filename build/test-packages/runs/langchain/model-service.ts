// Plays the services of language models: chat completions, responses, messages and embeddings, whole and streamed.
import type { ServerResponse } from 'node:http';
import { stubServer } from '../../../../engine/testing/stub-server.ts';

export interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** What the model says: text, or the tool that it calls. */
export type ModelReply = string | { readonly tool: string; readonly args: object };

export interface ModelService {
  /** URL of the service, without a trailing slash. */
  readonly url: string;
  /** Requests since the last call of `play`, with their paths. */
  readonly requests: readonly { readonly path: string; readonly request: ModelRequest }[];
  /** Decides what the model says, and what other paths respond. */
  play(replyTo: (request: ModelRequest) => ModelReply, more?: (path: string) => object | undefined): void;
  close(): Promise<void>;
}

export async function startModelService(): Promise<ModelService> {
  let replyTo: (request: ModelRequest) => ModelReply = () => '';
  let more: (path: string) => object | undefined = () => undefined;
  let requests: { path: string; request: ModelRequest }[] = [];
  const server = await stubServer(({ url, body }, response) => {
    const json = (content: object): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(content));
    };
    const other = more(url);
    if (other !== undefined) return json(other);
    const request = JSON.parse(body) as ModelRequest;
    requests.push({ path: url, request });
    if (url.endsWith('/embeddings')) return json(embeddings(request));
    const reply = replyTo(request);
    if (url.endsWith('/messages')) return json(message(reply));
    if (url.endsWith('/api/chat')) return lines(reply, response);
    if (url.endsWith('/responses')) return json(modelResponse(reply));
    return request.stream === true ? stream(reply, response) : json(completion(reply));
  });
  return {
    url: server.address,
    get requests() {
      return requests;
    },
    play: (decide, otherResponse = () => undefined) => {
      [replyTo, more, requests] = [decide, otherResponse, []];
    },
    close: () => server.close(),
  };
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

const toolCalls = (message: ModelReply): object =>
  typeof message === 'string'
    ? { content: message }
    : {
        content: null,
        tool_calls: [
          {
            index: 0,
            id: `call_${message.tool}`,
            type: 'function',
            function: { name: message.tool, arguments: JSON.stringify(message.args) },
          },
        ],
      };

const reasonOf = (reply: ModelReply): string => (typeof reply === 'string' ? 'stop' : 'tool_calls');

const completion = (message: ModelReply): object => ({
  id: 'chat-1',
  object: 'chat.completion',
  created: 1,
  model: 'stub',
  choices: [{ index: 0, message: { role: 'assistant', ...toolCalls(message) }, finish_reason: reasonOf(message) }],
  usage,
});

function stream(message: ModelReply, response: ServerResponse): void {
  response.setHeader('content-type', 'text/event-stream');
  const send = (delta: object, finish: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    response.write(`data: ${JSON.stringify({ id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'stub', choices })}\n\n`);
  };
  send({ role: 'assistant', content: '' });
  send(toolCalls(message));
  send({}, reasonOf(message));
  response.end('data: [DONE]\n\n');
}

/** Of Ollama: one object per line. */
function lines(message: ModelReply, response: ServerResponse): void {
  response.setHeader('content-type', 'application/x-ndjson');
  const common = { model: 'stub', created_at: '2026-01-15T12:00:00Z' };
  response.write(`${JSON.stringify({ ...common, message: { role: 'assistant', content: message }, done: false })}\n`);
  const end = { ...common, message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', eval_count: 1 };
  response.end(`${JSON.stringify(end)}\n`);
}

/** Of the service of Anthropic. */
const message = (message: ModelReply): object => ({
  id: 'message-1',
  type: 'message',
  role: 'assistant',
  model: 'stub',
  content: [{ type: 'text', text: message }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
});

/** Of the newer interface of OpenAI. */
const modelResponse = (message: ModelReply): object => ({
  id: 'response-1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'stub',
  output: [
    {
      type: 'message',
      id: 'message-1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: message, annotations: [] }],
    },
  ],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
});

/** Texts with the same words are near each other. */
function embeddings(request: object): object {
  const { input, encoding_format: format } = request as { input: string | readonly string[]; encoding_format?: string };
  const data = [input].flat().map((text, index) => {
    const vector = vectorOf(text);
    const embedding = format === 'base64' ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector;
    return { object: 'embedding', index, embedding };
  });
  return { object: 'list', data, model: 'stub', usage };
}

const SIZE = 64;

function vectorOf(text: string): number[] {
  const vector = Array.from({ length: SIZE }, () => 0);
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    let hash = 0;
    for (const char of word) hash = (hash * 31 + char.charCodeAt(0)) % 65_521;
    vector[hash % SIZE] = (vector[hash % SIZE] ?? 0) + 1;
  }
  return vector;
}
