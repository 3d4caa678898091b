// Writes one answer to the wire: safe headers, text as it is, files streamed.
import { validateHeaderName, validateHeaderValue, type OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { BinaryPort, Logger, WebhookReply } from '../sdk/index.ts';
import type { OutgoingAnswer } from './ports.ts';

/** What only the server itself may say. */
const ownHeaders = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
  'date',
  'proxy-connection',
]);

/** Types in which no script can run, whatever they hold. */
const harmless =
  /^(?:application\/(?:json|pdf|zip|octet-stream|x-ndjson|[\w.+-]+\+json)|text\/(?:plain|csv|event-stream)|image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|font\/[\w.+-]+)(?:$|[\s;])/i;

/**
 * Answers of workflows share their origin with the product: a page among them gets one of its own, where it can reach neither cookies nor
 * the product's calls.
 */
const sandbox =
  'sandbox allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts allow-top-navigation-by-user-activation';

const mimeType = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w-]+=(?:[\w.+-]+|"[^"\\]*"))*$/;

export interface ReplyWriter {
  readonly binary: BinaryPort;
  readonly logger: Logger;
  /** HEAD is answered without a body. */
  readonly isHead: boolean;
  /** Headers of every answer, such as those of CORS. */
  readonly headers: OutgoingHttpHeaders;
}

/** Resolves when the answer is on its way; logs what goes wrong while a file is streamed. */
export async function writeReply(answer: OutgoingAnswer, reply: WebhookReply, writer: ReplyWriter): Promise<void> {
  const { body } = reply;
  if (isEntry(body)) {
    await writeEntry(answer, reply, body, writer);
    return;
  }
  const status = safeStatus(reply.status);
  const headers = safeHeaders(reply.headers, writer);
  if (status === 204 || status === 304) {
    answer.writeHead(status, headers);
    answer.end();
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? Buffer.alloc(0));
  if (body !== undefined && bytes.byteLength > 0)
    headers['content-type'] ??= typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
  headers['content-length'] = bytes.byteLength;
  answer.writeHead(status, guarded(headers));
  answer.end(writer.isHead ? undefined : bytes);
}

async function writeEntry(answer: OutgoingAnswer, reply: WebhookReply, entry: BinaryEntry, writer: ReplyWriter): Promise<void> {
  const headers = safeHeaders(reply.headers, writer);
  headers['content-type'] ??= mimeType.test(entry.mimeType) ? entry.mimeType : 'application/octet-stream';
  if (entry.fileName !== undefined)
    headers['content-disposition'] ??= `inline; filename*=UTF-8''${encodeURIComponent(wellFormed(entry.fileName))}`;
  headers['content-length'] = await writer.binary.size(entry);
  const bytes = Readable.from(writer.binary.stream(entry));
  answer.writeHead(safeStatus(reply.status), guarded(headers));
  if (writer.isHead) {
    bytes.destroy();
    answer.end();
    return;
  }
  try {
    await pipeline(bytes, answer);
  } catch (error) {
    if (!answer.destroyed) answer.destroy();
    writer.logger.debug(`A file was not sent to its end: ${String(error)}`);
  }
}

/** The headers of an answer that comes in parts. */
export function streamHeaders(given: WebhookReply['headers'], writer: ReplyWriter): OutgoingHttpHeaders {
  const headers = safeHeaders(given, writer);
  headers['content-type'] ??= 'application/json; charset=utf-8';
  headers['cache-control'] ??= 'no-cache';
  headers['x-accel-buffering'] ??= 'no';
  return guarded(headers);
}

/** Headers that can be sent, by lower-case name; what cannot is left out and logged. */
function safeHeaders(given: WebhookReply['headers'], { headers, logger }: ReplyWriter): OutgoingHttpHeaders {
  const safe: OutgoingHttpHeaders = { ...headers };
  for (const [written, value] of Object.entries(given ?? {})) {
    const name = written.toLowerCase();
    if (ownHeaders.has(name)) continue;
    try {
      validateHeaderName(name);
      for (const part of Array.isArray(value) ? (value as readonly string[]) : [value as string]) validateHeaderValue(name, part);
      safe[name] = value as string | string[];
    } catch {
      logger.warn(`The header "${written}" of a webhook's answer cannot be sent and was left out.`);
    }
  }
  return safe;
}

function guarded(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  headers['x-content-type-options'] = 'nosniff';
  const type = headers['content-type'];
  if (type === undefined || harmless.test(String(type))) return headers;
  const policy = headers['content-security-policy'];
  const policies = policy === undefined ? [] : [policy].flat().map(String);
  if (policies.some((text) => /(?:^|[;,])\s*sandbox\b/i.test(text))) return headers;
  headers['content-security-policy'] = [...policies, sandbox].join(', ');
  return headers;
}

const safeStatus = (status: number): number => (Number.isInteger(status) && status >= 200 && status <= 599 ? status : 200);

const wellFormed = (text: string): string => text.toWellFormed();

const isEntry = (body: WebhookReply['body']): body is BinaryEntry =>
  typeof body === 'object' && !(body instanceof Uint8Array) && 'mimeType' in body;
