// Reads the engine's responses, whichever way they came.
import type { RequestFailure, TransportAnswer } from './transport.ts';

/** `parsed`: the body; undefined if it is not JSON. */
export function answerOf(status: number, statusText: string, parsed: unknown): TransportAnswer {
  const isOk = status >= 200 && status < 300;
  const body = (parsed ?? undefined) as ({ readonly data?: unknown } & Partial<RequestFailure>) | undefined;
  if (isOk && body !== undefined) return { data: body.data };
  // A response that is not JSON came from in between, for example a proxy or a network's sign-in page.
  if (isOk) return { error: { code: 'UNREADABLE', message: 'The answer of the server could not be read.', status } };
  const { code = 'INTERNAL', message = statusText, hint } = body ?? {};
  return { error: { code, message, status, ...(hint === undefined ? {} : { hint }) } };
}
