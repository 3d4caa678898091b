// The response of a webhook, according to the parameters of the Webhook and Wait nodes.
import { stringifyExactly } from '../../../contract/exact-numbers.ts';
import { NodeError, type WebhookResponse, type WebhookContext, type WebhookReply } from '../../../sdk/index.ts';
import { getPath } from '../../../workflow/values/object-path.ts';
import { headersOf, statusOf, type Headers } from './headers.ts';

/** Reads a response parameter of the node, or the value it stored when it started to wait. */
export type ReadParameter = (path: string) => unknown;

/**
 * Reads parameters of a node that starts the execution. As documented, they are evaluated before there are items, so that an expression over items
 * fails: the error names the parameter and what to use instead.
 */
export const readFrom =
  (ctx: Pick<WebhookContext, 'param'>): ReadParameter =>
  (path) => {
    try {
      return ctx.param(path);
    } catch (error) {
      throw isAboutItems(error) ? readTooEarly(path, error) : error;
    }
  };

const isAboutItems = (error: unknown): error is Error =>
  error instanceof Error && (error as { readonly context?: { readonly type?: unknown } }).context?.type === 'no_execution_data';

const readTooEarly = (parameter: string, cause: Error): NodeError =>
  new NodeError(
    `${cause.message}: ${parameter} is evaluated before there are items. To respond with data of the execution, use a Respond to Webhook node.`,
    { code: 'EXPRESSION_FAILED', parameter, cause },
  );

export const readFromState =
  (state: unknown): ReadParameter =>
  (path) =>
    getPath(state, path);

/** Returns the immediate response, or how to make the response later. Throws PARAMETER_INVALID for an invalid status or header. */
export function webhookResponseOf(read: ReadParameter): { readonly reply: WebhookReply } | { readonly response: WebhookResponse } {
  const mode = read('responseMode') ?? 'onReceived';
  const responseHeaders = read('options.responseHeaders');
  const headers = responseHeaders === undefined ? noHeaders : headersOf(responseHeaders);
  if (mode === 'responseNode') return { response: { from: 'respondNode', headers } };
  if (mode === 'streaming') return { response: { from: 'stream', headers } };
  const status = statusOf(codeOf(read), 'responseCode');
  if (mode === 'lastNode') return { response: lastNode(read, status, headers) };
  return { reply: replyAtOnce(read, status, headers) };
}

const noHeaders: Headers = {};

function codeOf(read: ReadParameter): unknown {
  const code = read('options.responseCode.values.responseCode');
  if (code === 'customCode') return read('options.responseCode.values.customCode') ?? 200;
  return code ?? read('responseCode') ?? 200;
}

function replyAtOnce(read: ReadParameter, status: number, headers: Headers): WebhookReply {
  if (read('options.noResponseBody') === true) return { status, headers };
  const data = read('options.responseData');
  if (typeof data === 'string' && data !== '')
    return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: data };
  const body = data === undefined || data === null || data === '' ? startedBody : stringifyExactly(data);
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body };
}

const startedBody = '{"message":"Workflow was started"}';

const dataKinds = new Set<unknown>(['firstEntryJson', 'firstEntryBinary', 'allEntries', 'noData']);

function lastNode(read: ReadParameter, status: number, headers: Headers): WebhookResponse {
  const kind = read('responseData');
  const data = dataKinds.has(kind) ? (kind as 'firstEntryJson' | 'firstEntryBinary' | 'allEntries' | 'noData') : 'firstEntryJson';
  const contentType = read('options.responseContentType');
  const propertyName = read('options.responsePropertyName');
  const binaryProperty = read('responseBinaryPropertyName');
  return {
    from: 'lastNode',
    data,
    status,
    headers:
      typeof contentType === 'string' && contentType !== '' ? { ...headers, ...headersOf({ 'content-type': contentType }) } : headers,
    ...(typeof propertyName === 'string' && propertyName !== '' ? { propertyName } : undefined),
    ...(typeof binaryProperty === 'string' && binaryProperty !== '' ? { binaryProperty } : undefined),
  };
}
