// Failures of models as errors of nodes: what the service answered, whether to try again.
import { APICallError } from '@ai-sdk/provider';
import { NodeError, statusMeanings } from '../../../sdk/index.ts';

/** Whether the same request may succeed later. */
export const mayPass = (error: unknown): boolean =>
  APICallError.isInstance(error)
    ? error.isRetryable
    : error instanceof NodeError && error.code === 'NODE_REQUEST_FAILED' && error.retryable;

/** Returns the error of a node for what a provider threw; errors of nodes and cancellations unchanged. */
export function modelError(error: unknown): unknown {
  if (!APICallError.isInstance(error)) return error;
  const { statusCode, message } = error;
  const meaning =
    statusCode === undefined ? undefined : (statusMeanings[statusCode] ?? (statusCode >= 500 ? statusMeanings[500] : undefined));
  return new NodeError(meaning === undefined ? message : `${meaning}: ${message}`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    retryable: error.isRetryable,
    ...(statusCode === undefined ? {} : { httpCode: String(statusCode) }),
    ...hintOf(statusCode),
    cause: new Error(message),
  });
}

const hints: Readonly<Record<number, string>> = {
  401: 'Check the credential of the model.',
  404: 'Check the name of the model, and the base URL of the credential.',
  429: 'The service limits requests. Try again later, or set a pause between batches.',
};

const hintOf = (status: number | undefined): { hint?: string } => {
  const hint = status === undefined ? undefined : hints[status];
  return hint === undefined ? {} : { hint };
};

/** Returns milliseconds to wait before a request is repeated: what the service asks for, else twice as long each time. */
export function pauseAfter(error: unknown, attempt: number, now: number): number {
  const headers = APICallError.isInstance(error) ? (error.responseHeaders ?? {}) : {};
  const milliseconds = Number(headers['retry-after-ms']);
  if (milliseconds > 0) return Math.min(milliseconds, LONGEST_PAUSE);
  const asked = headers['retry-after'];
  const seconds = asked === undefined ? NaN : Number.isNaN(Number(asked)) ? (Date.parse(asked) - now) / 1000 : Number(asked);
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_PAUSE) : FIRST_PAUSE * 2 ** attempt;
}

/** In milliseconds. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
