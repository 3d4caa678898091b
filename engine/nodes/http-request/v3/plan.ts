// Reads the parameters of versions 3 to 4.5: the request of one item, and how to handle its response.
import type { BinaryEntry } from '../../../contract/run-data.ts';
import { NodeError, type ExecuteContext } from '../../../sdk/index.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { listFormatOf } from '../../../workflow/values/query-text.ts';
import { fieldPath, setField } from '../../_shared/fields/field-path.ts';
import { jsonFields, jsonParameter } from '../json-parameter.ts';
import {
  requestHeaders,
  uniqueFields,
  type Repeated,
  type RequestHeaders,
  type Field,
  type JsonField,
  type RequestBody,
  type RequestPlan,
  type ResponseFormat,
  type ResponsePlan,
} from '../request-plan.ts';
import type { Part } from '../../_shared/multipart.ts';
import { exactText, noteText, stringifyExactly } from '../../../contract/exact-numbers.ts';

const DEFAULT_TIMEOUT = 300_000;
const DEFAULT_REDIRECTS = 21;

/** Fields of the same name are a list since version 4.3; before, the last one counts. */
export const repeatedOf = (version: number): Repeated => (version < 4.3 ? 'last' : 'list');

export function requestPlan(ctx: ExecuteContext, index: number): RequestPlan {
  const option = <T>(path: string, fallback: T): T => ctx.param(`options.${path}`, index, fallback);
  // Version 3 follows redirects only if an option is set.
  const isFollowing = option<boolean>('redirect.redirect.followRedirects', ctx.version >= 4) !== false;
  const isSending = ctx.param('sendBody', index, false) === true;
  return {
    method: String(ctx.param('method', index, 'GET')).toUpperCase(),
    url: ctx.param<string>('url', index),
    query: ctx.param('sendQuery', index, false) === true ? queryOf(ctx, index) : [],
    arrayFormat: listFormatOf(option<unknown>('queryParameterArrays', undefined)),
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

/** Returns the entries of a `parameters` collection that have a name. */
function namedEntries(ctx: ExecuteContext, path: string, index: number): readonly { name?: unknown; value?: unknown }[] {
  const entries = ctx.param<readonly { name?: unknown; value?: unknown }[]>(`${path}.parameters`, index, []);
  return entries.filter(({ name }) => name !== undefined && name !== '');
}

/** Returns names and values of a `parameters` collection, as text where JavaScript cannot represent a number. */
const pairs = (ctx: ExecuteContext, path: string, index: number): Field[] =>
  namedEntries(ctx, path, index).map((entry) => [String(entry.name), exactText(entry, 'value') ?? entry.value]);

const jsonPairs = (ctx: ExecuteContext, path: string, index: number): JsonField[] =>
  namedEntries(ctx, path, index).map((entry) => [String(entry.name), entry.value, exactText(entry, 'value')]);

function queryOf(ctx: ExecuteContext, index: number): readonly Field[] {
  return ctx.param('specifyQuery', index, 'keypair') === 'json'
    ? jsonFields(ctx, 'jsonQuery', 'JSON Query Parameters', index)
    : uniqueFields(pairs(ctx, 'queryParameters', index), repeatedOf(ctx.version));
}

function headersOf(ctx: ExecuteContext, index: number): RequestHeaders {
  const isJson = ctx.param('specifyHeaders', index, 'keypair') === 'json';
  const fields = isJson ? jsonFields(ctx, 'jsonHeaders', 'JSON Headers', index) : pairs(ctx, 'headerParameters', index);
  return requestHeaders(fields, ctx.param<boolean>('options.lowercaseHeaders', index, true) !== false, repeatedOf(ctx.version));
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
    return { kind: 'json', value: jsonWith(ctx.version, {}, jsonPairs(ctx, 'bodyParameters', index)) };
  const value = jsonParameter(ctx, 'jsonBody', 'JSON Body', index);
  return value === undefined ? undefined : { kind: 'json', value: typeof value === 'string' ? JSON.stringify(value) : value };
}

/**
 * Returns a JSON body with these fields. Since version 4, the names of fields are paths (`user.tags[0]`); before, they are names. Throws
 * PARAMETER_INVALID for a path that cannot be written.
 */
export function jsonWith(version: number, body: object, fields: readonly JsonField[]): object {
  if (version < 4) return withFields(body, fields);
  const changed = (Array.isArray(body) ? body.slice() : { ...body }) as JsonObject;
  for (const [name, value, text] of fields) {
    try {
      setField(changed, fieldPath(name), value, text);
    } catch (error) {
      throw new NodeError(`The body has no place for the field "${name}".`, {
        code: 'PARAMETER_INVALID',
        parameter: 'bodyParameters',
        description: (error as Error).message,
        cause: error,
      });
    }
  }
  return changed;
}

function withFields(body: object, fields: readonly JsonField[]): object {
  const changed = { ...body, ...Object.fromEntries(fields.map(([name, value]) => [name, value])) };
  for (const [name, , text] of fields) if (text !== undefined) noteText(changed, name, text);
  return changed;
}

function formBody(ctx: ExecuteContext, index: number): RequestBody {
  const bodyText = ctx.param('specifyBody', index, 'keypair') === 'string' ? String(ctx.param('body', index, '')) : undefined;
  const fields = bodyText === undefined ? uniqueFields(pairs(ctx, 'bodyParameters', index), repeatedOf(ctx.version)) : formFields(bodyText);
  return { kind: 'form', fields };
}

/** Reads a form from its text, in which characters may be percent-encoded, or not. */
function formFields(text: string): Field[] {
  // A percent sign that encodes nothing stands for itself.
  return [...new URLSearchParams(text.trim().replaceAll(/%(?![\da-f]{2})/gi, '%25'))];
}

function rawBody(ctx: ExecuteContext, index: number): RequestBody {
  const body = ctx.param('body', index, '');
  const contentType = ctx.param<string>('rawContentType', index, '');
  return { kind: 'text', text: typeof body === 'string' ? body : (stringifyExactly(body) ?? ''), contentType: contentType || undefined };
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
      return { name: String(name), value: typeof value === 'object' && value !== null ? stringifyExactly(value) : String(value ?? '') };
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
