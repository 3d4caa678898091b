// Converts an error response to a readable error: the meaning of the status, and the service's own message.
import {
  errorData,
  errorMessage,
  networkFailure,
  NodeError,
  displayUrl,
  statusFailure,
  statusMeanings,
  type HttpRequest,
  type RequestFailure,
} from '../../sdk/index.ts';
import { ExpressionError } from '../../expression/index.ts';
import type { WorkflowNode } from '../../contract/workflow.ts';
import { withoutSecretValues } from '../_shared/secret-values.ts';
import { roundTripWithoutSecrets, MAX_KEPT_BODY } from './round-trip.ts';
import type { ReadResponse, ResponseFormat } from './request-plan.ts';

const NOT_FOLLOWED = 'The service redirects the request, and redirects are not followed';

/** Maximum characters of the service's message. */
const MAX_WORDS = 1000;

/** Whether a status counts as success without the option "Never Error". */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** A response with an unsuccessful status. */
class StatusError extends NodeError {
  readonly failure: RequestFailure;

  constructor(failure: RequestFailure, ...rest: ConstructorParameters<typeof NodeError>) {
    super(...rest);
    this.failure = failure;
  }
}

/** Returns the error for an unsuccessful status. `format`: the response format that the node asks for. */
export function statusError(request: HttpRequest, readResponse: ReadResponse, itemIndex: number, format: ResponseFormat): NodeError {
  const { status } = readResponse;
  const isRedirect = status >= 300 && status < 400;
  const words = isRedirect ? whereTo(readResponse) : ownWords(parseBody(rejectionOf(readResponse)));
  const general = status >= 500 ? statusMeanings[500] : isRedirect ? NOT_FOLLOWED : undefined;
  const failure = statusFailure(status, `${status} - ${bodyInMessage(request, readResponse, format)}`);
  return new StatusError(failure, statusMeanings[status] ?? general ?? `The service refused the request with status ${status}`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    description: words === undefined ? undefined : withoutSecretValues(request.secrets ?? [], words),
    ...(isRedirect ? { hint: 'Turn on "Follow Redirects", or "Never Error" to return the redirect as the response.' } : {}),
    itemIndex,
    httpCode: String(status),
    retryable: status === 429 || status >= 500,
    context: { statusCode: status, statusMessage: readResponse.statusMessage, exchange: roundTripWithoutSecrets(request, readResponse) },
  });
}

/** Returns the body as JSON: of its text if the node detects the format or expects a file, otherwise of the value that its text represents. */
function bodyInMessage({ secrets = [] }: HttpRequest, readResponse: ReadResponse, format: ResponseFormat): string {
  const bodyText = withoutSecretValues(secrets, rejectionOf(readResponse)).slice(0, MAX_KEPT_BODY);
  return JSON.stringify(format === 'text' || format === 'json' ? parseBody(bodyText) : bodyText);
}

const rejectionOf = ({ rejection, body }: ReadResponse): string =>
  rejection ?? (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));

/** Parses JSON text. Other text is returned unchanged. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function whereTo({ headers }: ReadResponse): string | undefined {
  const { location } = headers;
  return typeof location === 'string' ? `It leads to ${displayUrl(location)}` : undefined;
}

/** Returns the message in a body from a conventional field, otherwise the body itself; for an HTML page its title. */
function ownWords(body: unknown): string | undefined {
  if (typeof body === 'string') {
    const title = /^\s*<(?:!doctype|html|\?xml)/i.test(body) ? (/<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? '') : body;
    return title.trim() === '' ? undefined : title.trim().slice(0, MAX_WORDS);
  }
  if (typeof body !== 'object' || body === null) return undefined;
  if (Array.isArray(body)) return ownWords((body as unknown[])[0]);
  for (const key of ['message', 'error', 'errors', 'detail', 'details', 'error_description', 'reason', 'title', 'description']) {
    const value: unknown = Object.hasOwn(body, key) ? (body as Record<string, unknown>)[key] : undefined;
    const words: string | undefined = typeof value === 'string' ? value : ownWords(value);
    if (words !== undefined && words !== '') return words.slice(0, MAX_WORDS);
  }
  return undefined;
}

/**
 * The `error` field of a failed item. A failed request has the fields that workflows compare. Other errors are their message on the error output, as those
 * of other nodes, otherwise an object too.
 */
export function errorField(error: unknown, { onError }: Pick<WorkflowNode, 'onError'>): unknown {
  const failure = error instanceof StatusError ? error.failure : networkFailure(error);
  if (failure !== undefined) return failureField(failure);
  const message = errorMessage(errorData(error));
  if (onError === 'continueErrorOutput') return message;
  if (!(error instanceof NodeError || error instanceof ExpressionError))
    return { message, name: error instanceof Error ? error.name : 'Error', context: {} };
  const { name, description, context } = error;
  return { message, name, ...(description === undefined ? {} : { description }), context };
}

/** Expressions in the same run can also read `isAxiosError` and `statusCode`, which are no part of the data. */
function failureField({ message, name, ...rest }: RequestFailure): object {
  const { status: value } = rest;
  return Object.defineProperties(
    { message, name, stack: `${name}: ${message}`, ...rest },
    { isAxiosError: { value: true }, ...(value === undefined ? {} : { statusCode: { value } }) },
  );
}
