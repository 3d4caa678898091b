// Converts a response to items: JSON, text or a file, with or without headers and status.
import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { isLongJsonText, NodeError, parseInSlices, withoutByteOrderMark, type ExecuteContext, type HttpResponse } from '../../sdk/index.ts';
import { fileNameInUrl, mimeTypeOf, parseContentDisposition, parseContentType } from '../../workflow/values/http-headers.ts';
import type { ReadResponse, ResponseFormat, ResponsePlan } from './request-plan.ts';
import { isSuccess } from './status-error.ts';
import { parseExactly } from '../../contract/exact-numbers.ts';

const header = (response: Pick<HttpResponse, 'headers'>, name: string): string | undefined => {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Detects the format of a response body from its content type. Types derived from JSON, such as `application/problem+json`, are JSON since version 4.5. */
function detectFormat(contentType: string | undefined, version: number): Exclude<ResponseFormat, 'autodetect'> {
  const type = mimeTypeOf(contentType) ?? '';
  if (version < 4.5 ? type === 'application/json' : /[/+]json$/.test(type)) return 'json';
  const isFile =
    /^(image|audio|video|font)\//.test(type) ||
    /^application\/(octet-stream|gzip|zip|vnd\.rar|epub\+zip|x-bzip2?|x-cdf|vnd\.amazon\.ebook|msword|vnd\.ms-excel|vnd\.ms-powerpoint|x-7z-compressed|x-tar|pdf|java-archive|vnd\.openxmlformats.*|vnd\.oasis.*|x-freearc)$/.test(
      type,
    );
  return isFile ? 'file' : 'text';
}

/** Reads a response as planned. The body of a request that fails for its status is always read as text or JSON. */
export async function readResponse(ctx: ExecuteContext, response: HttpResponse, plan: ResponsePlan): Promise<ReadResponse> {
  const { format, neverError } = plan;
  const contentType = header(response, 'content-type');
  const actualFormat = format === 'autodetect' ? detectFormat(contentType, ctx.version) : format;
  const base = {
    status: response.status,
    statusMessage: response.statusText || (STATUS_CODES[response.status] ?? ''),
    headers: response.headers,
  };
  if (actualFormat === 'file' && (neverError || isSuccess(response.status))) {
    const declaredName = parseContentDisposition(header(response, 'content-disposition'))?.filename;
    const fileName = withoutFolders(declaredName) ?? withoutFolders(fileNameInUrl(response.url));
    const mimeType = mimeTypeOf(contentType);
    return { ...base, format: 'file', body: undefined, file: await ctx.binary.write(response.stream(), { fileName, mimeType }) };
  }
  const bytes = await response.bytes();
  const isJson = actualFormat === 'json' || (actualFormat === 'file' && detectFormat(contentType, ctx.version) === 'json');
  if (isJson && isSuccess(response.status) && isLongJsonText(bytes) && isUtf8(contentType)) {
    return { ...base, format: 'json', body: await parseLong(ctx, bytes) };
  }
  const text = decodeText(bytes, contentType);
  const about = isSuccess(response.status) ? base : { ...base, rejection: text };
  if (isJson) return { ...about, format: 'json', body: parseJson(text, response.status) };
  return { ...about, format: 'text', body: text };
}

/** Returns the last segment of a path, so that a service cannot choose the folder where its file may be written later. */
function withoutFolders(name = ''): string | undefined {
  const last = name.split(/[/\\:]/).pop() ?? '';
  return last === '' || last === '.' || last === '..' ? undefined : last;
}

const charsetOf = (contentType: string | undefined): string => parseContentType(contentType)?.parameters['charset'] ?? 'utf-8';
const isUtf8 = (contentType: string | undefined): boolean => /^utf-?8$/i.test(charsetOf(contentType));

/** Decodes text in the charset of the response; UTF-8 if it is missing or unknown. */
function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  try {
    return new TextDecoder(charsetOf(contentType)).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function parseJson(text: string, status: number): unknown {
  if (text === '') return '';
  try {
    return parseExactly(text);
  } catch (error) {
    if (!isSuccess(status)) return text;
    throw notJson(error);
  }
}

async function parseLong({ signal }: ExecuteContext, bytes: Uint8Array): Promise<unknown> {
  try {
    return await parseInSlices(withoutByteOrderMark(bytes), undefined, signal);
  } catch (error) {
    throw error instanceof SyntaxError ? notJson(error) : error;
  }
}

const notJson = (error: unknown): NodeError =>
  new NodeError('Response body is not valid JSON. Change "Response Format" to "Text"', {
    code: 'NODE_REQUEST_FAILED',
    description: (error as Error).message,
    cause: error,
  });

/**
 * Returns the items of a response to the request of input item `index`, all paired with it. A file is added to the fields and files of that item. An
 * empty response has no fields; text of pages keeps its field.
 */
export function itemsOf(ctx: ExecuteContext, readResponse: ReadResponse, plan: ResponsePlan, index: number, isPage = false): Item[] {
  const pairedItem = { item: index };
  const about = { headers: readResponse.headers, statusCode: readResponse.status, statusMessage: readResponse.statusMessage };
  if (readResponse.file !== undefined) {
    const { json = {}, binary } = ctx.input()[index] ?? {};
    return [{ json: plan.isFull ? about : json, binary: { ...binary, [plan.property]: readResponse.file }, pairedItem }];
  }
  const isEmpty = readResponse.body === '' && !isPage;
  if (readResponse.format === 'text') {
    const json = isEmpty ? {} : { [plan.property]: readResponse.body };
    return [{ json: plan.isFull ? { ...json, ...about } : json, pairedItem }];
  }
  if (plan.isFull) return [{ json: { ...(isEmpty ? {} : { body: readResponse.body }), ...about }, pairedItem }];
  if (Array.isArray(readResponse.body) && plan.splitsLists)
    return readResponse.body.map((entry: unknown) => ({ json: asObject(entry, plan.property), pairedItem }));
  return [{ json: asObject(readResponse.body, plan.property), pairedItem }];
}

/** JSON that is not an object is returned under the output property; an empty body becomes an empty object. */
function asObject(value: unknown, property: string): JsonObject {
  if (value === '') return {};
  return typeof value === 'object' && value !== null ? (value as JsonObject) : { [property]: value };
}
