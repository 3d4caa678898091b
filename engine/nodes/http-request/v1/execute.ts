// HTTP Request, versions 1 and 2: the same request, with older parameter names.
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import { isLongJsonText, NodeError, parseInSlicesIfJson, type ExecuteContext, type NodeOutput } from '../../../sdk/index.ts';
import { credentialTypeOf, signed } from '../../_shared/authentication.ts';
import { listFormatOf } from '../../../workflow/values/query-text.ts';
import { jsonFields, jsonParameter } from '../json-parameter.ts';
import {
  requestHeaders,
  uniqueFields,
  type ReadResponse,
  type Field,
  type RequestBody,
  type RequestPlan,
  type ResponsePlan,
} from '../request-plan.ts';
import type { Part } from '../../_shared/multipart.ts';
import { requestEach } from '../requests.ts';
import { itemsOf, readResponse } from '../response-items.ts';
import { httpRequest } from '../send.ts';
import { isSuccess, statusError } from '../status-error.ts';
import { parseExactly, stringifyExactly } from '../../../contract/exact-numbers.ts';
import { objectOf } from '../../../contract/exact-values.ts';

const DEFAULT_REDIRECTS = 21;
/** Default Accept header if the response format is JSON. */
const ACCEPT_JSON = 'application/json,text/*;q=0.99';

export async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const credentialType = credentialTypeOf(ctx);
  const size = Number(ctx.param('options.batchSize', 0, 50));
  const interval = Number(ctx.param('options.batchInterval', 0, 0));
  const batching = interval > 0 ? { size, interval } : undefined;
  return requestEach(ctx, batching, async (index): Promise<readonly Item[]> => {
    const response = responsePlan(ctx, index);
    const request = await signed(ctx, credentialType, await httpRequest(ctx, requestPlan(ctx, index)), index);
    const readBody = await readResponse(ctx, await ctx.http.request(request), response);
    if (!isSuccess(readBody.status) && !response.neverError) throw statusError(request, readBody, index, response.format);
    return itemsOf(ctx, await withJsonInText(ctx, readBody), response, index);
  });
}

/** Under the format String, a body that is an object or a list in JSON is returned as such. */
async function withJsonInText({ signal }: ExecuteContext, readResponse: ReadResponse): Promise<ReadResponse> {
  if (readResponse.format !== 'text') return readResponse;
  const bodyText = readResponse.body as string;
  try {
    const body = isLongJsonText(bodyText) ? await parseInSlicesIfJson(Buffer.from(bodyText), signal) : parseExactly(bodyText);
    return typeof body === 'object' && body !== null ? { ...readResponse, body } : readResponse;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return readResponse;
  }
}

function responsePlan(ctx: ExecuteContext, index: number): ResponsePlan {
  const format = ctx.param<string>('responseFormat', index, 'json');
  return {
    format: format === 'string' || format === 'text' ? 'text' : format === 'file' ? 'file' : 'json',
    isFull: ctx.param('options.fullResponse', index, false) === true,
    neverError: ctx.param('options.ignoreResponseCode', index, false) === true,
    property: ctx.param<string>('dataPropertyName', index, 'data') || 'data',
    splitsLists: ctx.param('options.splitIntoItems', index, false) === true,
  };
}

function requestPlan(ctx: ExecuteContext, index: number): RequestPlan {
  const option = <T>(name: string, fallback: T): T => ctx.param(`options.${name}`, index, fallback);
  const isJson = ctx.param('jsonParameters', index, false) === true;
  const method = ctx.param<string>('requestMethod', index, 'GET').toUpperCase();
  // In these versions, only GET and HEAD follow redirects by default.
  const isReading = method === 'GET' || method === 'HEAD';
  const isFollowing = option<boolean>('followAllRedirects', false) || (isReading && option<boolean>('followRedirect', true) !== false);
  const hasBody = ['PATCH', 'POST', 'PUT', 'DELETE'].includes(method);
  return {
    method,
    url: ctx.param<string>('url', index),
    query: isJson ? jsonFields(ctx, 'queryParametersJson', 'Query Parameters', index) : pairs(ctx, 'queryParametersUi', index),
    arrayFormat: option<boolean>('useQueryString', false) ? 'repeat' : listFormatOf(option<unknown>('queryParameterArrays', undefined)),
    headers: requestHeaders(
      isJson ? jsonFields(ctx, 'headerParametersJson', 'Headers', index) : pairs(ctx, 'headerParametersUi', index),
      !isJson,
      'list',
    ),
    ...(ctx.param('responseFormat', index, 'json') === 'json' ? { accept: ACCEPT_JSON } : {}),
    body: hasBody ? bodyOf(ctx, isJson, index) : undefined,
    timeout: Number(option('timeout', 300_000)) || 300_000,
    maxRedirects: isFollowing ? DEFAULT_REDIRECTS : 0,
    proxy: option<string>('proxy', '') || undefined,
    allowUnauthorizedCerts: ctx.param('allowUnauthorizedCerts', index, false) === true,
  };
}

/** Returns names and values of a `parameter` collection. Several of the same name are a list. */
function pairs(ctx: ExecuteContext, path: string, index: number): Field[] {
  const entries = ctx.param<readonly { name?: unknown; value?: unknown }[]>(`${path}.parameter`, index, []);
  const namedEntries = entries.filter(({ name }) => name !== undefined && name !== '');
  return uniqueFields(
    namedEntries.map(({ name, value }) => [String(name), value]),
    'list',
  );
}

function bodyOf(ctx: ExecuteContext, isJson: boolean, index: number): RequestBody | undefined {
  const type = ctx.param<string>('options.bodyContentType', index, 'json');
  const files = ctx.param('sendBinaryData', index, false) === true ? filesOf(ctx, index) : [];
  if (files.length > 0 && type !== 'multipart-form-data') return { kind: 'file', file: (files[0] as { file: BinaryEntry }).file };
  if (type === 'raw') {
    const contentType = ctx.param<string>('options.bodyContentCustomMimeType', index, '') || undefined;
    const value = ctx.param('bodyParametersJson', index, '');
    return { kind: 'text', text: typeof value === 'string' ? value : (stringifyExactly(value) ?? ''), contentType };
  }
  if (isJson && type === 'json') {
    const value = jsonParameter(ctx, 'bodyParametersJson', 'Body Parameters', index);
    return value === undefined ? undefined : { kind: 'json', value };
  }
  const fields = isJson ? jsonFields(ctx, 'bodyParametersJson', 'Body Parameters', index) : pairs(ctx, 'bodyParametersUi', index);
  if (type === 'form-urlencoded') return { kind: 'form', fields };
  if (type !== 'multipart-form-data') return fields.length === 0 ? undefined : { kind: 'json', value: objectOf(fields) };
  const values: Part[] = fields.map(([name, value]) => ({
    name,
    value: typeof value === 'object' ? stringifyExactly(value) : String(value),
  }));
  return { kind: 'multipart', parts: [...values, ...files] };
}

/** Parses files in the form `property` or `field:property`, separated by commas. */
function filesOf(ctx: ExecuteContext, index: number): { readonly name: string; readonly file: BinaryEntry }[] {
  const propertyNames = ctx.param<string>('binaryPropertyName', index, 'data').split(',');
  return propertyNames.map((entry) => {
    const [first = '', second] = entry.trim().split(':');
    const property = (second ?? first).trim();
    const binary = ctx.input()[index]?.binary;
    const file = binary !== undefined && Object.hasOwn(binary, property) ? binary[property] : undefined;
    if (file === undefined) {
      throw new NodeError(`The item has no binary file '${property}' [item ${index}]`, {
        code: 'PARAMETER_INVALID',
        parameter: 'binaryPropertyName',
        itemIndex: index,
      });
    }
    return { name: first.trim(), file };
  });
}
