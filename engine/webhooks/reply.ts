// Writes responses: checked headers, unchanged text, streamed files.
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BinaryEntry } from '../contract/run-data.ts';
import type { BinaryPort, Logger, StreamedWebhookReply, WebhookReply } from '../sdk/index.ts';
import { checkHeaders, finishHeaders, isMediaType, type HeaderRules } from './response-headers.ts';
import type { OutgoingResponse } from './ports.ts';

export interface ReplyWriter {
  readonly binary: BinaryPort;
  readonly logger: Logger;
  /** The response to a HEAD request has no body. */
  readonly isHead: boolean;
  /** Headers of every response, such as CORS headers. */
  readonly headers: OutgoingHttpHeaders;
  readonly rules: HeaderRules;
}

/** Resolves once the response is being sent; errors while a file is streamed are logged. */
export async function writeReply(
  outgoingResponse: OutgoingResponse,
  reply: WebhookReply | StreamedWebhookReply,
  writer: ReplyWriter,
): Promise<void> {
  if (isStreamed(reply)) {
    writeStream(outgoingResponse, { ...reply, status: safeStatus(reply.status) }, writer);
    return;
  }
  const { body } = reply;
  if (isEntry(body)) {
    await writeEntry(outgoingResponse, reply, body, writer);
    return;
  }
  const status = safeStatus(reply.status);
  const headers = safeHeaders(reply.headers, writer);
  if (status === 204 || status === 304) {
    delete headers['content-type'];
    outgoingResponse.writeHead(status, finishHeaders(headers, writer.rules));
    outgoingResponse.end();
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? Buffer.alloc(0));
  const type = (headers['content-type'] as string | undefined) ?? defaultType(reply);
  if (type !== undefined) headers['content-type'] = typeof body === 'string' ? withCharset(type) : type;
  headers['content-length'] = bytes.byteLength;
  outgoingResponse.writeHead(status, finishHeaders(headers, writer.rules));
  outgoingResponse.end(writer.isHead ? undefined : bytes);
}

async function writeEntry(outgoingResponse: OutgoingResponse, reply: WebhookReply, entry: BinaryEntry, writer: ReplyWriter): Promise<void> {
  const headers = safeHeaders(reply.headers, writer);
  headers['content-type'] ??= isMediaType(entry.mimeType) ? entry.mimeType : 'application/octet-stream';
  headers['content-length'] = await writer.binary.size(entry);
  const bytes = Readable.from(writer.binary.stream(entry));
  outgoingResponse.writeHead(safeStatus(reply.status), finishHeaders(headers, writer.rules));
  if (writer.isHead) {
    bytes.destroy();
    outgoingResponse.end();
    return;
  }
  try {
    await pipeline(bytes, outgoingResponse);
  } catch (error) {
    if (!outgoingResponse.destroyed) outgoingResponse.destroy();
    writer.logger.debug(`A file was not sent to its end: ${String(error)}`);
  }
}

/** A response without data counts as JSON. */
function defaultType({ body, isUntyped }: WebhookReply): string | undefined {
  if (body === undefined) return 'application/json; charset=utf-8';
  if (typeof body === 'string') return isUntyped === true ? undefined : 'text/plain; charset=utf-8';
  return 'application/octet-stream';
}

/** Texts are sent in UTF-8, whatever their type. */
const withCharset = (type: string): string => (/;\s*charset\s*=/i.test(type) ? type : `${type}; charset=utf-8`);

const isStreamed = (reply: WebhookReply | StreamedWebhookReply): reply is StreamedWebhookReply => reply.body instanceof ReadableStream;

/** Sends the parts as they arrive. If the caller disconnects, the stream is cancelled. */
function writeStream(outgoingResponse: OutgoingResponse, { status, headers, body }: StreamedWebhookReply, writer: ReplyWriter): void {
  outgoingResponse.writeHead(status, streamHeaders(headers, writer));
  outgoingResponse.flushHeaders();
  pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoingResponse).catch((error: unknown) => {
    writer.logger.debug(`A stream was not sent to its end: ${String(error)}`);
  });
}

/** Returns the headers of a streamed response. */
export function streamHeaders(nodeHeaders: WebhookReply['headers'], writer: ReplyWriter): OutgoingHttpHeaders {
  const headers = safeHeaders(nodeHeaders, writer);
  headers['content-type'] ??= 'application/json; charset=utf-8';
  headers['cache-control'] ??= 'no-cache';
  headers['x-accel-buffering'] ??= 'no';
  return finishHeaders(headers, writer.rules);
}

/** Returns the headers that can be sent, by lower-case name; logs those that are omitted. */
function safeHeaders(nodeHeaders: WebhookReply['headers'], { headers, rules, logger }: ReplyWriter): OutgoingHttpHeaders {
  const checked = checkHeaders(nodeHeaders, rules);
  for (const message of checked.rejected) logger.warn(message);
  return { ...headers, ...checked.headers };
}

const safeStatus = (status: number): number => (Number.isInteger(status) && status >= 200 && status <= 599 ? status : 200);

const isEntry = (body: WebhookReply['body']): body is BinaryEntry =>
  typeof body === 'object' && !(body instanceof Uint8Array) && 'mimeType' in body;
