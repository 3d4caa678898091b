// Converts errors into responses: {code, message, status, params?, hint?, httpCode?}. Unknown errors become INTERNAL with the id of the log entry.
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, errorCodeOf } from '../contract/errors.ts';

export interface ErrorResponse {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly params?: TextValues;
  readonly hint?: string;
  readonly httpCode?: string;
  readonly stack?: string;
}

/** Values of the text of an error in another language. */
type TextValues = Readonly<Record<string, string | number>>;

/** Sends an error response, which contains the stack only in development. */
export function respondWithError(isDevelopment: boolean) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const appError = appErrorOf(error);
    const failure =
      appError ??
      new AppError('INTERNAL', `Something went wrong in Millrace. See the log entry ${request.id}.`, { params: { id: request.id } });
    if (failure.status >= 500) request.log.error({ requestId: request.id, error: loggable(error) }, 'A request failed.');
    const { stack } = error instanceof Error ? error : { stack: undefined };
    const errorResponse: ErrorResponse = {
      code: failure.code,
      message: failure.message,
      status: failure.status,
      ...textValues(failure),
      ...(failure.hint === undefined ? {} : { hint: failure.hint }),
      ...(appError === undefined ? {} : serviceCode(error)),
      ...(isDevelopment && stack !== undefined ? { stack } : {}),
    };
    if (failure.status === 429 || failure.code === 'STORE_FAILED') void reply.header('retry-after', secondsToWait(failure));
    void reply.code(failure.status).send(errorResponse);
  };
}

/** Returns the params that the message contains, so that the response reveals no more than the message. */
function textValues({ params, message }: AppError): Pick<ErrorResponse, 'params'> {
  const values = Object.entries(params).filter(
    (entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1]) && message.includes(String(entry[1])),
  );
  return values.length === 0 ? {} : { params: Object.fromEntries(values) };
}

/** Returns the status with which a service responded to a node; the editor's advice depends on it. */
function serviceCode(error: unknown): Pick<ErrorResponse, 'httpCode'> {
  const { httpCode } = (error ?? {}) as { httpCode?: unknown };
  return typeof httpCode === 'string' ? { httpCode } : {};
}

/** Seconds after which a database that could not be used may respond again. */
const STORE_AGAIN = 5;

/** Retry-After is given in whole seconds (RFC 9110 §10.2.3). */
function secondsToWait({ code, params }: AppError): number {
  if (code === 'STORE_FAILED') return STORE_AGAIN;
  const { seconds } = params;
  return typeof seconds === 'number' && seconds >= 1 ? Math.ceil(seconds) : 1;
}

/** Milliseconds that a rejected client has to read the response. */
const LINGER = 1000;

/** Rejects data that is not HTTP, and requests that took too long, and closes the connection even if the client does not. */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // The client has disconnected, or a response has been started.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') rejectConnection(socket, '408 Request Timeout', 'The request took too long to arrive.');
  else if (error.code === 'HPE_HEADER_OVERFLOW')
    rejectConnection(socket, '431 Request Header Fields Too Large', 'The headers of the request are too large.');
  else rejectConnection(socket, '400 Bad Request', 'The request is not understood: it is not HTTP.');
}

/** Sends an error over a connection without a response, and closes it. */
export function rejectConnection(socket: Socket, status: string, message: string): void {
  const body = JSON.stringify({ code: 'BAD_REQUEST', message, status: Number(status.slice(0, 3)) });
  const headers = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`, 'connection: close'];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER).unref();
}

/** Returns the fields that may be logged; other fields of an error may contain request data. */
function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause instanceof Error ? { cause: { name: cause.name, message: cause.message, stack: cause.stack } } : {}),
  };
}

function appErrorOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const fields = (error ?? {}) as { message?: string; hint?: string; params?: AppError['params']; code?: string; statusCode?: number };
  const { message = '', hint, params, code, statusCode } = fields;
  const ours = errorCodeOf(error);
  if (ours !== undefined) return new AppError(ours, message, { hint, ...(params === undefined ? {} : { params }) });
  // Errors that Fastify raises for a request.
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('PAYLOAD_TOO_LARGE', 'The body of the request is too large. Send less at a time.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('BAD_REQUEST', 'The body of the request has a content type that is not understood. Send application/json.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('BAD_REQUEST', 'The body of the request does not have the length in its headers.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('BAD_REQUEST', 'The address of the request is not understood.');
    default:
      return byStatus(statusCode, message);
  }
}

/** Errors of other plugins, such as the one for static files outside of their folder. */
function byStatus(status: number | undefined, message: string): AppError | undefined {
  if (status === 400) return new AppError('NOT_JSON', `The request is not understood: ${message.replace(/\.$/, '')}.`);
  if (status === 403 || status === 404) return new AppError('NOT_FOUND', 'There is nothing at this address.');
  return undefined;
}
