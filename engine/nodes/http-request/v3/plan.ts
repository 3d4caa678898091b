// Reads the parameters of versions 3 to 4.5: the request of one item, and how to handle its response.
import type { BinaryEntry } from '../../../contract/run-data.ts';
import { NodeError, type ExecuteContext } from '../../../sdk/index.ts';
import { jsonFields, jsonParameter } from '../json-parameter.ts';
import {
  requestHeaders,
  type RequestHeaders,
  type ArrayFormat,
  type Field,
  type Part,
  type RequestBody,
  type RequestPlan,
  type ResponseFormat,
  type ResponsePlan,
} from '../request-plan.ts';

const DEFAULT_TIMEOUT = 300_000;
const DEFAULT_REDIRECTS = 21;

export function requestPlan(ctx: ExecuteContext, index: number): RequestPlan {
  const option = <T>(path: string, fallback: T): T => ctx.param(`options.${path}`, index, fallback);
  const isFollowing = option<boolean>('redirect.redirect.followRedirects', true) !== false;
  const isSending = ctx.param('sendBody', index, false) === true;
  return {
    method: String(ctx.param('method', index, 'GET')).toUpperCase(),
    url: ctx.param<string>('url', index),
    query: ctx.param('sendQuery', index, false) === true ? queryOf(ctx, index) : [],
    arrayFormat: option<ArrayFormat>('queryParameterArrays', 'brackets'),
    headers: ctx.param('sendHeaders', index, false) === true ? headersOf(ctx, index) : new Map(),
    body: isSending ? bodyOf(ctx, index) : undefined,
    timeout: numberOr(option('timeout', DEFAULT_TIMEOUT), DEFAULT_TIMEOUT),
    maxRedirects: isFollowing ? numberOr(option('redirect.redirect.maxRedirects', DEFAULT_REDIRECTS), DEFAULT_REDIRECTS) : 0,
    sendsCredentialsElsewhere: option<boolean>('sendCredentialsOnCrossOriginRedirect', false) === true,
    proxy: option<string>('proxy', '') || undefined,
    allowUnauthorizedCerts: option<boolean>('allowUnauthorizedCerts', false) === true,
  };
}

/** An expression may return any value where a number is expected. */
const numberOr = (value: unknown, usual: number): number => (Number.isNaN(Number(value)) ? usual : Number(value));

export function responsePlan(ctx: ExecuteContext, index: number): ResponsePlan {
  const option = <T>(name: string, fallback: T): T => ctx.param(`options.response.response.${name}`, index, fallback);
  return {
    format: option<ResponseFormat>('responseFormat', 'autodetect'),
    isFull: option<boolean>('fullResponse', false) === true,
    neverError: option<boolean>('neverError', false) === true,
    property: option<string>('outputPropertyName', 'data') || 'data',
    splitsLists: true,
  };
}

/** Returns names and values of a `parameters` collection; entries without a name are ignored. */
function pairs(ctx: ExecuteContext, path: string, index: number): Field[] {
  const entries = ctx.param<readonly { name?: unknown; value?: unknown }[]>(`${path}.parameters`, index, []);
  return entries.filter(({ name }) => name !== undefined && name !== '').map(({ name, value }) => [String(name), value]);
}

function queryOf(ctx: ExecuteContext, index: number): readonly Field[] {
  return ctx.param('specifyQuery', index, 'keypair') === 'json'
    ? jsonFields(ctx, 'jsonQuery', 'JSON Query Parameters', index)
    : pairs(ctx, 'queryParameters', index);
}

function headersOf(ctx: ExecuteContext, index: number): RequestHeaders {
  const isJson = ctx.param('specifyHeaders', index, 'keypair') === 'json';
  const fields = isJson ? jsonFields(ctx, 'jsonHeaders', 'JSON Headers', index) : pairs(ctx, 'headerParameters', index);
  return requestHeaders(fields, ctx.param<boolean>('options.lowercaseHeaders', index, true) !== false);
}

function bodyOf(ctx: ExecuteContext, index: number): RequestBody | undefined {
  switch (ctx.param<string>('contentType', index, 'json')) {
    case 'form-urlencoded':
      return formBody(ctx, index);
    case 'multipart-form-data':
      return { kind: 'multipart', parts: partsOf(ctx, index) };
    case 'binaryData':
      return { kind: 'file', file: fileOf(ctx, String(ctx.param('inputDataFieldName', index, 'data')), index) };
    case 'raw':
      return rawBody(ctx, index);
    default:
      return jsonBody(ctx, index);
  }
}

function jsonBody(ctx: ExecuteContext, index: number): RequestBody | undefined {
  if (ctx.param('specifyBody', index, 'keypair') === 'keypair')
    return { kind: 'json', value: Object.fromEntries(pairs(ctx, 'bodyParameters', index)) };
  const value = jsonParameter(ctx, 'jsonBody', 'JSON Body', index);
  return value === undefined ? undefined : { kind: 'json', value: typeof value === 'string' ? JSON.stringify(value) : value };
}

function formBody(ctx: ExecuteContext, index: number): RequestBody {
  if (ctx.param('specifyBody', index, 'keypair') !== 'string') return { kind: 'form', fields: pairs(ctx, 'bodyParameters', index) };
  return { kind: 'text', text: String(ctx.param('body', index, '')), contentType: 'application/x-www-form-urlencoded' };
}

function rawBody(ctx: ExecuteContext, index: number): RequestBody {
  const body = ctx.param('body', index, '');
  const contentType = ctx.param<string>('rawContentType', index, '');
  return { kind: 'text', text: typeof body === 'string' ? body : JSON.stringify(body), contentType: contentType || undefined };
}

function partsOf(ctx: ExecuteContext, index: number): Part[] {
  const entries = ctx.param<readonly { parameterType?: string; name?: unknown; value?: unknown; inputDataFieldName?: unknown }[]>(
    'bodyParameters.parameters',
    index,
    [],
  );
  return entries
    .filter(({ name }) => name !== undefined && name !== '')
    .map(({ parameterType, name, value, inputDataFieldName }) => {
      if (parameterType === 'formBinaryData') return { name: String(name), file: fileOf(ctx, String(inputDataFieldName ?? 'data'), index) };
      return { name: String(name), value: typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '') };
    });
}

function fileOf(ctx: ExecuteContext, property: string, index: number): BinaryEntry {
  const binary = ctx.input()[index]?.binary;
  const file = binary !== undefined && Object.hasOwn(binary, property) ? binary[property] : undefined;
  if (file !== undefined) return file;
  const there = Object.keys(binary ?? {});
  throw new NodeError(
    `This operation expects the node's input data to contain a binary file '${property}', but none was found [item ${index}]`,
    {
      code: 'PARAMETER_INVALID',
      parameter: 'inputDataFieldName',
      itemIndex: index,
      description:
        there.length === 0
          ? 'The item has no files. Make sure that the previous node outputs a binary file.'
          : `The item has these: ${there.join(', ')}`,
    },
  );
}
