// The one place where a failure becomes an answer: {code, message, status, hint?}; what is not ours becomes INTERNAL with the log's id.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, errorCodeOf, errorTable } from '../contract/errors.ts';

export interface ErrorAnswer {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly hint?: string;
  readonly stack?: string;
}

/** Sends a failure; the stack goes along only while developing. */
export function answerError(isDevelopment: boolean) {
  return (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void => {
    const known = knownError(error);
    const failure = known ?? new AppError('INTERNAL', `Something went wrong in Millrace. The log says more under ${request.id}.`);
    if (known === undefined) request.log.error({ err: error }, 'a request failed');
    const answer: ErrorAnswer = {
      code: failure.code,
      message: failure.message,
      status: failure.status,
      ...(failure.hint === undefined ? {} : { hint: failure.hint }),
      ...(isDevelopment && error.stack !== undefined ? { stack: error.stack } : {}),
    };
    void reply.code(failure.status).send(answer);
  };
}

function knownError(error: FastifyError | AppError): AppError | undefined {
  if (error instanceof AppError) return error;
  const code = errorCodeOf(error);
  if (code !== undefined) return new AppError(code, error.message, { hint: (error as { hint?: string }).hint });
  // Errors that Fastify raises over a request.
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('PAYLOAD_TOO_LARGE', 'The body of the request is too large. Send less at a time.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('BAD_REQUEST', 'The body of the request has a content type that is not understood. Send application/json.');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('NOT_JSON', 'The body of the request is empty, and JSON is expected.');
    default:
      return (error as { statusCode?: number }).statusCode === errorTable.BAD_REQUEST.status
        ? new AppError('NOT_JSON', `The request is not understood: ${error.message}.`)
        : undefined;
  }
}
