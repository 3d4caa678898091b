// Requests of nodes that send messages to a service themselves: signed by the engine, and repeated after failures that may pass.
import { APICallError } from '@ai-sdk/provider';
import type { JsonObject } from '../../../../contract/json.ts';
import type { BinaryEntry } from '../../../../contract/run-data.ts';
import {
  countedCall,
  NodeError,
  parseInSlicesIfJson,
  type DetachedContext,
  type HttpRequest,
  type HttpResponse,
} from '../../../../sdk/index.ts';
import type { EncodedBody } from '../../multipart.ts';
import { withoutSecretValues } from '../../secret-values.ts';
import { repeated } from '../persistent-model.ts';
import { tokensIn } from './service-tokens.ts';

const MAX_RETRIES = 2;
/** Milliseconds until a response starts. Services compute images and long answers before they respond. */
const TIMEOUT = 600_000;
/** Maximum characters of a service's message in an error. */
const MAX_MESSAGE = 1000;
/** Milliseconds between two questions whether a task of the service has ended. */
const POLL_INTERVAL = 5000;

export interface ServiceSettings {
  readonly ctx: DetachedContext;
  readonly itemIndex: number;
  /** Name by which prices of its models are found, such as `openai`. */
  readonly provider: string;
  /** Credential type that signs the requests. */
  readonly credential: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

export interface ServiceCall {
  /** Default: POST with a body, otherwise GET. */
  readonly method?: string;
  /** Path below the base URL, or a whole URL. */
  readonly path: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: JsonObject;
  readonly body?: EncodedBody;
  /** Model that answers the request. Default: the model in its JSON or path. Null: the request is not counted. */
  readonly model?: string | null | undefined;
}

export class Service {
  readonly #settings: ServiceSettings;

  constructor(settings: ServiceSettings) {
    this.#settings = settings;
  }

  /** Returns the JSON object of a response. Throws NodeError. */
  json(call: ServiceCall): Promise<JsonObject> {
    return this.counted(modelIn(call), () => this.#json(call));
  }

  /** Counts a call of a model, whose result may say how many tokens it took. Throws NodeError MODEL_LIMIT_REACHED before it. */
  counted<R>(model: string | undefined, send: () => Promise<R>): Promise<R> {
    const { ctx, provider } = this.#settings;
    return model === undefined ? send() : countedCall(ctx.models, { provider, model }, send, tokensIn);
  }

  async #json(call: ServiceCall): Promise<JsonObject> {
    const response = await this.response(call);
    const bytes = await response.bytes();
    if (bytes.byteLength === 0) return {};
    const value = await parseInSlicesIfJson(bytes, this.#settings.ctx.signal);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
    throw new NodeError('The service did not return a JSON object.', {
      code: 'NODE_REQUEST_FAILED',
      name: 'NodeApiError',
      hint: 'Check the base URL of the credential.',
    });
  }

  /** Stores the file of a response, while it arrives. Throws NodeError. */
  file(call: ServiceCall, meta: { readonly fileName: string; readonly mimeType?: string }): Promise<BinaryEntry> {
    return this.counted(modelIn(call), () => this.#file(call, meta));
  }

  async #file(call: ServiceCall, meta: { readonly fileName: string; readonly mimeType?: string }): Promise<BinaryEntry> {
    const response = await this.response(call);
    const type = String(response.headers['content-type'] ?? '').split(';')[0];
    const mimeType = meta.mimeType ?? (type === '' || type === 'application/octet-stream' ? undefined : type);
    const { binary } = this.#settings.ctx;
    return binary.write(response.stream(), { fileName: meta.fileName, ...(mimeType === undefined ? {} : { mimeType }) });
  }

  /** Returns a successful response. Throws NodeError. */
  response(call: ServiceCall): Promise<HttpResponse> {
    return repeated(this.#settings.ctx, MAX_RETRIES, () => this.#send(call));
  }

  /**
   * Asks for a task until it has ended. `hasEnded`: whether its latest state is the last one; `seconds`: how long to wait at most, no limit if it
   * is 0. Throws NodeError at the limit.
   */
  async ended(
    call: ServiceCall,
    hasEnded: (state: JsonObject) => boolean,
    limit: { readonly seconds: number; readonly parameter?: string },
    first?: JsonObject,
  ): Promise<JsonObject> {
    const { ctx } = this.#settings;
    const deadline = limit.seconds > 0 ? ctx.now() + limit.seconds * 1000 : Infinity;
    let state = first ?? (await this.json(call));
    while (!hasEnded(state)) {
      if (ctx.now() >= deadline) {
        throw new NodeError(`The service has not finished within ${limit.seconds} seconds.`, {
          code: 'NODE_REQUEST_FAILED',
          name: 'NodeApiError',
          ...(limit.parameter === undefined ? {} : { parameter: limit.parameter }),
          hint: 'Allow more time, or make the task smaller.',
        });
      }
      await ctx.sleep(POLL_INTERVAL);
      state = await this.json(call);
    }
    return state;
  }

  async #send({ method, path, query = {}, headers = {}, json, body }: ServiceCall): Promise<HttpResponse> {
    const { ctx, itemIndex, credential, baseUrl } = this.#settings;
    const content = json === undefined ? body : { content: JSON.stringify(json), type: 'application/json' };
    const request: HttpRequest = {
      method: method ?? (content === undefined ? 'GET' : 'POST'),
      url: withQuery(/^https?:\/\//.test(path) ? path : `${baseUrl}${path}`, query),
      headers: { accept: '*/*', ...headers, ...(content?.type === undefined ? {} : { 'content-type': content.type }) },
      timeout: TIMEOUT,
      signal: ctx.signal,
      ...(content === undefined ? {} : { body: content.content }),
      ...(content?.length === undefined ? {} : { bodyLength: content.length }),
    };
    const signed = await ctx.signRequest(credential, request, itemIndex);
    const response = await ctx.http.request(signed);
    if (response.status < 400) return response;
    const text = withoutSecretValues(signed.secrets ?? [], new TextDecoder().decode(await response.bytes()));
    throw new APICallError({
      message: messageIn(text) ?? (response.statusText || `Status ${response.status}`),
      url: baseUrl,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')])),
      responseBody: text,
    });
  }
}

/** Returns the model that a request is for; undefined for requests that no model answers. */
function modelIn({ model, json, path, method }: ServiceCall): string | undefined {
  if (model !== undefined) return model ?? undefined;
  if (method === 'GET' || method === 'DELETE') return undefined;
  const named = json?.['model'];
  return typeof named === 'string' ? named : json === undefined ? undefined : /^\/(?:models\/)?([^:]+):[a-zA-Z]+$/.exec(path)?.[1];
}

function withQuery(url: string, query: NonNullable<ServiceCall['query']>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) added.set(name, String(value));
  return added.size === 0 ? url : `${url}?${added.toString()}`;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what a service says about an error; undefined if it says nothing that people can read. */
function messageIn(text: string): string | undefined {
  const body = parsedJson(text) as { readonly error?: unknown; readonly message?: unknown } | null | undefined;
  const { error, message } = typeof body === 'object' && body !== null ? body : {};
  const inner = typeof error === 'object' && error !== null ? (error as { readonly message?: unknown }).message : error;
  const found = [inner, message, body === undefined && !text.trimStart().startsWith('<') ? text.trim() : undefined];
  const words = found.find((value): value is string => typeof value === 'string' && value !== '');
  return words?.slice(0, MAX_MESSAGE);
}
