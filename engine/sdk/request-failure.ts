// Failed requests in the form that workflows compare: message, name and code of Axios and of Node, whose words are known from other programs.
import { errorCodeOf } from '../contract/errors.ts';
import { NodeError } from './node-error.ts';

export interface RequestFailure {
  readonly message: string;
  readonly name: string;
  /** Code of the system, such as `ECONNREFUSED`, or of Axios. */
  readonly code?: string;
  readonly status?: number;
}

/** Codes of the system for what the client reports by its own, with the message that belongs to them. */
const systemFailures: ReadonlyMap<string, readonly [code: string, message: string]> = new Map([
  ['UND_ERR_SOCKET', ['ECONNRESET', 'socket hang up']],
  ['UND_ERR_CONNECT_TIMEOUT', ['ETIMEDOUT', 'connect ETIMEDOUT']],
  ['ERR_FR_TOO_MANY_REDIRECTS', ['ERR_FR_TOO_MANY_REDIRECTS', 'Maximum number of redirects exceeded']],
]);

/** Returns the failure for an unsuccessful status. */
export function statusFailure(status: number, message = `Request failed with status code ${status}`): RequestFailure {
  const code = status >= 500 ? 'ERR_BAD_RESPONSE' : status >= 400 ? 'ERR_BAD_REQUEST' : undefined;
  return { message, name: 'AxiosError', ...(code === undefined ? {} : { code }), status };
}

/** Returns the failure for an error of the HTTP client; undefined if the error is another one. */
export function networkFailure(error: unknown): RequestFailure | undefined {
  if (!(error instanceof NodeError) || errorCodeOf(error) !== 'NODE_REQUEST_FAILED') return undefined;
  const { httpCode, context, cause } = error;
  if (httpCode === undefined || !/^[A-Z]/.test(httpCode)) return undefined;
  const { timeout } = context as { timeout?: number };
  if (timeout !== undefined) return { message: `timeout of ${timeout}ms exceeded`, name: 'AxiosError', code: 'ECONNABORTED' };
  const [code, message] = systemFailures.get(httpCode) ?? [httpCode, systemMessage(cause) ?? httpCode];
  return { message, name: 'Error', code };
}

/** Returns the system's message; if several addresses of a host were tried, that of the first. */
function systemMessage(cause: unknown): string | undefined {
  const { message, errors } = (cause ?? {}) as { message?: unknown; errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return systemMessage(errors[0]);
  return typeof message === 'string' && message !== '' ? message : undefined;
}
