// Requests to Ollama: by the credential, or without one to the Ollama of this computer.
import { APICallError } from '@ai-sdk/provider';
import type { JsonObject } from '../../../../../contract/json.ts';
import { NodeError, type DetachedContext } from '../../../../../sdk/index.ts';
import { modelFetch } from '../../model-fetch.ts';

const LOCAL = 'http://localhost:11434';
const CREDENTIAL = 'ollamaApi';

/** Milliseconds: Ollama loads the model and reads the whole prompt before it answers. */
const TIMEOUT = 15 * 60_000;

export interface OllamaService {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Undefined if the node has no credential. */
  readonly credential: string | undefined;
}

export async function ollamaService(ctx: DetachedContext, itemIndex: number): Promise<OllamaService> {
  if (ctx.node.credentials?.[CREDENTIAL] === undefined) return { baseUrl: LOCAL, credential: undefined };
  const { baseUrl } = await ctx.credentials(CREDENTIAL, itemIndex);
  const own = typeof baseUrl === 'string' ? baseUrl.trim().replace(/\/+$/, '') : '';
  return { baseUrl: own === '' ? LOCAL : own, credential: CREDENTIAL };
}

/** Ollama takes a number of seconds only as a number. */
export const durationOf = (text: string | undefined): string | number | undefined =>
  text === undefined || Number.isNaN(Number(text)) ? text : Number(text);

export interface OllamaCall {
  readonly ctx: DetachedContext;
  readonly itemIndex: number;
  readonly service: OllamaService;
  readonly path: string;
  /** Its `model` is named in errors. */
  readonly body: JsonObject & { readonly model: string };
  readonly signal: AbortSignal | undefined;
}

/** Sends a request. Throws NodeError if Ollama is not running or does not have the model, APICallError if it refuses the request otherwise. */
export async function callOllama({ ctx, itemIndex, service, path, body, signal }: OllamaCall): Promise<Response> {
  const url = `${service.baseUrl}${path}`;
  const send = modelFetch(ctx, { credential: service.credential, itemIndex, timeout: TIMEOUT });
  let response: Response;
  try {
    response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    throw notReached(error, service) ?? error;
  }
  if (response.ok) return response;
  throw refusal(url, body.model, response, await response.text());
}

const unreachable: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Returns an error that says how to start Ollama; undefined for other failures. */
export function notReached(error: unknown, { baseUrl }: OllamaService): NodeError | undefined {
  if (!(error instanceof NodeError) || !unreachable.has(error.httpCode)) return undefined;
  return new NodeError(`Ollama does not answer at ${baseUrl}.`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    ...(error.httpCode === undefined ? {} : { httpCode: error.httpCode }),
    hint:
      baseUrl === LOCAL
        ? 'Start Ollama on this computer (ollama.com/download, or run "ollama serve"). For an Ollama elsewhere, choose a credential with its address.'
        : 'Start Ollama there, and check the base URL of the credential.',
    cause: error,
  });
}

function refusal(url: string, model: string, response: Response, text: string): Error {
  const message = messageOf(text) ?? (response.statusText || `Status ${response.status}`);
  if (response.status === 404 && message.includes('model')) return missingModel(model, message);
  const lack = lacks.find(({ what }) => message.includes(`does not support ${what}`));
  if (lack !== undefined) return incapableModel(model, lack, message);
  const headers = Object.fromEntries(response.headers);
  return new APICallError({
    message,
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: headers,
    responseBody: text,
  });
}

const missingModel = (model: string, message: string): NodeError =>
  new NodeError(`Ollama does not have the model "${model}".`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    httpCode: '404',
    parameter: 'model',
    hint: `Run "ollama pull ${model}", or choose a model of the list.`,
    cause: new Error(message),
  });

interface Lack {
  readonly what: string;
  readonly hint: string;
}

/** What a model may lack, in the words of Ollama. */
const lacks: readonly Lack[] = [
  { what: 'tools', hint: 'Choose a model that calls tools (ollama.com/search?c=tools), or disconnect the tools and the output parser.' },
  { what: 'thinking', hint: 'Remove the option "Think", or choose a model that thinks (ollama.com/search?c=thinking).' },
];

const incapableModel = (model: string, { what, hint }: Lack, message: string): NodeError =>
  new NodeError(`The model "${model}" of Ollama does not support ${what}.`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    httpCode: '400',
    parameter: 'model',
    hint,
    cause: new Error(message),
  });

function messageOf(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Yields the objects of a response with one JSON object per line. Throws an error that Ollama reports within it. */
export async function* ollamaLines(response: Response): AsyncGenerator<JsonObject> {
  let rest = '';
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream() as never)) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield objectOf(line);
  }
  if (rest.trim() !== '') yield objectOf(rest);
}

function objectOf(line: string): JsonObject {
  const object = parsedLine(line);
  if (typeof object['error'] !== 'string') return object;
  throw new NodeError(`Ollama stopped with an error: ${object['error']}`, { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError' });
}

function parsedLine(line: string): JsonObject {
  try {
    return JSON.parse(line) as JsonObject;
  } catch (error) {
    throw new NodeError('Ollama sent an answer that is not JSON.', {
      code: 'NODE_REQUEST_FAILED',
      hint: 'Check that the base URL of the credential is that of an Ollama.',
      cause: error,
    });
  }
}
