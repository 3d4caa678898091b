// Converts an error response to a readable error: the meaning of the status, and the service's own message.
import { NodeError, shownUrl, statusMeanings, type HttpRequest } from '../../sdk/index.ts';
import { withoutSecretValues } from '../_shared/secret-values.ts';
import { keptExchange } from './kept-exchange.ts';
import type { Answer } from './request-plan.ts';

const NOT_FOLLOWED = 'The service redirects the request, and redirects are not followed';

/** Maximum characters of the service's message. */
const MAX_WORDS = 1000;

/** Whether a status counts as success without the option "Never Error". */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Returns the error for an unsuccessful status. */
export function statusError(request: HttpRequest, answer: Answer, itemIndex: number): NodeError {
  const { status } = answer;
  const isRedirect = status >= 300 && status < 400;
  const words = isRedirect ? whereTo(answer) : ownWords(answer.body);
  const general = status >= 500 ? statusMeanings[500] : isRedirect ? NOT_FOLLOWED : undefined;
  return new NodeError(statusMeanings[status] ?? general ?? `The service refused the request with status ${status}`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    description: words === undefined ? undefined : withoutSecretValues(request.secrets ?? [], words),
    ...(isRedirect ? { hint: 'Turn on "Follow Redirects", or "Never Error" to return the redirect as the response.' } : {}),
    itemIndex,
    httpCode: String(status),
    retryable: status === 429 || status >= 500,
    context: { statusCode: status, statusMessage: answer.statusMessage, exchange: keptExchange(request, answer) },
  });
}

function whereTo({ headers }: Answer): string | undefined {
  const { location } = headers;
  return typeof location === 'string' ? `It leads to ${shownUrl(location)}` : undefined;
}

/** Returns the message in a body from a conventional field, otherwise the body itself; for an HTML page its title. */
function ownWords(body: unknown): string | undefined {
  if (typeof body === 'string') {
    const text = /^\s*<(?:!doctype|html|\?xml)/i.test(body) ? (/<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '') : body;
    return text.trim() === '' ? undefined : text.trim().slice(0, MAX_WORDS);
  }
  if (typeof body !== 'object' || body === null) return undefined;
  for (const key of ['message', 'error', 'errors', 'detail', 'details', 'error_description', 'reason', 'title', 'description']) {
    const value: unknown = Object.hasOwn(body, key) ? (body as Record<string, unknown>)[key] : undefined;
    const words: string | undefined = typeof value === 'string' ? value : ownWords(Array.isArray(value) ? (value as unknown[])[0] : value);
    if (words !== undefined && words !== '') return words.slice(0, MAX_WORDS);
  }
  return undefined;
}

/** The `error` field of a failed item: the error as plain data. */
export function errorObject(error: unknown): Record<string, unknown> {
  if (!(error instanceof NodeError))
    return {
      message: error instanceof Error ? error.message : String(error),
      name: error instanceof Error ? error.name : 'Error',
      context: {},
    };
  const { statusCode, exchange: _exchange, ...context } = error.context as { statusCode?: number; exchange?: unknown };
  const about = {
    message: error.message,
    name: error.name,
    ...(error.description === undefined ? {} : { description: error.description }),
  };
  if (statusCode === undefined) return { ...about, ...(error.httpCode === undefined ? {} : { code: error.httpCode }), context };
  return { ...about, statusCode, httpCode: error.httpCode, isAxiosError: true, context };
}
