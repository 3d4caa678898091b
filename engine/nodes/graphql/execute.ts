// GraphQL: sends a query for each item; the response becomes the item.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import {
  type ExecuteContext,
  failedItem,
  type HttpRequest,
  isLongJsonText,
  mapItemsAsync,
  networkFailure,
  NodeError,
  type NodeErrorOptions,
  type NodeOutput,
  parseInSlicesIfJson,
  type RequestFailure,
  statusFailure,
} from '../../sdk/index.ts';
import { fieldPath, setField } from '../_shared/fields/field-path.ts';
import { textOf } from '../_shared/text-of.ts';
import { withoutSecretValues } from '../_shared/secret-values.ts';
import { credentials } from './description.ts';
import { parseAsWritten, parseExactly, stringifyExactly } from '../../contract/exact-numbers.ts';

/** Maximum length of the service's response in an error. */
const MAX_WORDS = 1000;
/** Maximum length of the service's response in a failed item. */
const MAX_BODY = 65_536;

interface Header {
  readonly name?: unknown;
  readonly value?: unknown;
}

export function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (_item, index) => {
    try {
      return await requestOne(ctx, index);
    } catch (error) {
      const failure = error instanceof StatusError ? error.failure : networkFailure(error);
      if (failure === undefined || !ctx.continueOnFail || ctx.signal.aborted) throw error;
      return { ...failedItem(error, index), json: { error: failure.message } };
    }
  });
}

async function requestOne(ctx: ExecuteContext, index: number): Promise<Item | Item[]> {
  const type = credentialTypeOf(ctx, index);
  const unsigned = requestOf(ctx, index);
  const request = type === undefined ? unsigned : await ctx.signRequest(type, unsigned, index);
  const response = await ctx.http.request(request);
  const bytes = await response.bytes();
  const decoded = (): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const isString = ctx.param('responseFormat', index, 'json') === 'string';
  const isLong = response.status >= 200 && response.status < 300 && isLongJsonText(bytes);
  const body = isLong ? await parseInSlicesIfJson(bytes, ctx.signal) : parseBody(decoded());
  // The text of a long response is needed only if it is the result, or no JSON.
  const responseText = isLong && !isString && body !== undefined ? '' : decoded();
  assertNoErrors(response.status, body, responseText, request.secrets);
  return isString ? textItem(ctx, index, responseText) : jsonItems(body);
}

/** A response with an unsuccessful status. Failed items contain the status and the body. */
class StatusError extends NodeError {
  readonly failure: RequestFailure;

  constructor(status: number, text: string, ...rest: ConstructorParameters<typeof NodeError>) {
    super(...rest);
    const body = text.slice(0, MAX_BODY);
    this.failure = statusFailure(status, `${status} - ${JSON.stringify(parseBody(body) ?? body)}`);
  }
}

/** Returns the credential type; undefined if requests are not signed. */
function credentialTypeOf(ctx: ExecuteContext, index: number): string | undefined {
  const authentication = ctx.param('authentication', index, 'none');
  if (authentication === 'none' || authentication === '') return undefined;
  const credential = credentials.find(([, value]) => value === authentication);
  if (credential !== undefined) return credential[2];
  throw new NodeError(`The node authenticates with "${authentication}", which is not supported.`, {
    code: 'PARAMETER_INVALID',
    parameter: 'authentication',
    hint: `Choose another authentication: ${credentials.map(([name]) => name).join(', ')} or None.`,
  });
}

function requestOf(ctx: ExecuteContext, index: number): HttpRequest {
  const url = URL.parse(textOf(ctx.param('endpoint', index, '')).trim());
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new NodeError('The endpoint is not a URL. Enter a complete URL, such as https://example.com/graphql.', {
      code: 'PARAMETER_INVALID',
      parameter: 'endpoint',
    });
  }
  const query = textOf(ctx.param('query', index, ''));
  const isGet = ctx.param('requestMethod', index, 'POST') === 'GET';
  const isJson = !isGet && ctx.param('requestFormat', index, ctx.version < 1.1 ? 'graphql' : 'json') === 'json';
  if (isGet) url.searchParams.set('query', query);
  const body = isJson
    ? stringifyExactly({
        query,
        variables: variablesOf(ctx.param('variables', index, undefined)),
        operationName: textOf(ctx.param('operationName', index, '')) || null,
      })
    : query;
  const headers = new Map([
    ['accept', isGet || isJson ? 'application/json' : '*/*'],
    ...(isGet ? [] : ([['content-type', isJson ? 'application/json' : 'application/graphql']] as const)),
    ['user-agent', 'n8n'],
  ]);
  for (const { name, value } of ctx.param<readonly Header[]>('headerParametersUi.parameter', index, [])) {
    if (textOf(name) !== '') headers.set(textOf(name).toLowerCase(), textOf(value));
  }
  return {
    url: url.href,
    method: isGet ? 'GET' : 'POST',
    headers: Object.fromEntries(headers),
    ...(isGet ? {} : { body }),
    allowUnauthorizedCerts: ctx.param('allowUnauthorizedCerts', index, false),
    signal: ctx.signal,
  };
}

function variablesOf(input: unknown): unknown {
  if (input === undefined || input === null || input === '') return {};
  if (typeof input === 'object') return input;
  const failed = (reason: string): NodeError =>
    new NodeError(`Using variables failed:\n${textOf(input)}\n\n${reason}`, { code: 'PARAMETER_INVALID', parameter: 'variables' });
  if (typeof input !== 'string') throw failed('GraphQL variables should be either an object or a string.');
  try {
    return parseAsWritten(input);
  } catch (error) {
    throw failed(`With error message:\n${(error as Error).message}`);
  }
}

function parseBody(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** Services report errors by the status, or within a successful response. */
function assertNoErrors(status: number, body: unknown, text: string, secrets: readonly string[] = []): void {
  const errors: unknown = typeof body === 'object' && body !== null ? (body as JsonObject)['errors'] : undefined;
  const messages = Array.isArray(errors)
    ? errors.map((error: unknown) => textOf((error as JsonObject | null)?.['message']) || 'Unexpected error')
    : [];
  if (status >= 200 && status < 300 && messages.length === 0) return;
  const visible = (words: string): string => withoutSecretValues(secrets, words);
  const message = messages.length > 0 ? visible(messages.join(', ')) : `The service refused the request with status ${status}`;
  const options: NodeErrorOptions = {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    httpCode: String(status),
    retryable: status === 429 || status >= 500,
    ...(messages.length > 0 || text === '' ? {} : { description: visible(text.slice(0, MAX_WORDS)) }),
  };
  throw status >= 200 && status < 300 ? new NodeError(message, options) : new StatusError(status, visible(text), message, options);
}

function textItem(ctx: ExecuteContext, index: number, text: string): Item {
  const json: JsonObject = {};
  setField(json, fieldPath(ctx.param('dataPropertyName', index, 'data')), text);
  return { json };
}

function jsonItems(body: unknown): Item[] {
  const values = Array.isArray(body) ? (body as unknown[]) : [body];
  return values.map((value) => {
    if (typeof value === 'object' && value !== null) return { json: value as JsonObject };
    const fault = body === undefined ? 'Response body is not valid JSON.' : 'Response body is JSON, but not an object.';
    throw new NodeError(`${fault} Change "Response Format" to "String"`, { parameter: 'responseFormat' });
  });
}
