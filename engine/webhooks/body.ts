// Reads a request's body by its content type: data is parsed, files are streamed to the binary store.
import { AppError } from '../contract/errors.ts';
import { unreadable } from './rejections.ts';
import type { BinaryEntry } from '../contract/run-data.ts';
import {
  isLongJsonText,
  parseInSlices,
  withoutByteOrderMark,
  type BinaryPort,
  type WebhookBody,
  type WebhookRequest,
} from '../sdk/index.ts';
import { JsonBounds, parseJson } from '../workflow/values/bounded-json.ts';
import { parseContentDisposition, parseContentType, type ContentType } from '../workflow/values/http-headers.ts';
import { bodyStream, gather, gatherPlain, hasBody, isEncoded } from './incoming-stream.ts';
import { safeFileName } from '../nodes/_shared/webhook/item.ts';
import type { IncomingCall } from './ports.ts';
import { parseForm } from './query.ts';
import type { WebhookSettings } from './settings.ts';

export interface BodyStore {
  readonly binary: BinaryPort;
  removeFiles(ids: readonly string[]): Promise<void>;
}

type BodyOptions = NonNullable<Parameters<WebhookRequest['body']>[0]>;
type Limits = Pick<WebhookSettings, 'bodyLimit' | 'fileLimit' | 'uploadLimit'>;

const noFiles: ReadonlyMap<string, readonly BinaryEntry[]> = new Map();
const nothing: WebhookBody = { kind: 'none', value: undefined, files: noFiles };

/**
 * Throws BODY_UNREADABLE or BAD_REQUEST if the body does not match its content type, and FILE_TOO_LARGE beyond the limits; in these cases nothing
 * remains in the store.
 */
export async function readBody(
  call: IncomingCall,
  limits: Limits,
  store: BodyStore,
  { keepRaw = false, skipsFiles = false }: BodyOptions = {},
): Promise<WebhookBody> {
  const header = call.headers['content-type'];
  if (!hasBody(call)) return keepRaw ? { ...nothing, raw: Buffer.alloc(0) } : nothing;
  if (header === 'application/json') return readText(call, limits, 'json', 'utf-8', keepRaw);
  const type = parseContentType(header);
  const kind = kindOf(type?.type ?? '');
  if (kind === 'multipart') {
    const discard = (entries: readonly BinaryEntry[]): Promise<void> => store.removeFiles(idsOf(entries));
    const { readMultipart } = await import('./multipart.ts');
    const { fields, files } = await readMultipart(bodyStream(call, limits.uploadLimit), header ?? '', limits, store.binary, discard);
    return { kind, value: fields, files };
  }
  if (kind === 'binary' && skipsFiles) {
    call.resume();
    return nothing;
  }
  if (kind === 'binary') {
    const file = await storeWhole(call, limits, store.binary, type);
    return { kind, value: undefined, files: new Map([['data', [file]]]) };
  }
  return readText(call, limits, kind, type?.parameters['charset'] ?? 'utf-8', keepRaw);
}

/** Ids of the entries in the store. */
export function idsOf(entries: Iterable<BinaryEntry>): string[] {
  return [...entries].map(({ id }) => id).filter((id) => id !== undefined);
}

function kindOf(type: string): Exclude<WebhookBody['kind'], 'none'> {
  if (type === 'application/json') return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type === 'multipart/form-data') return 'multipart';
  if (type === 'text/plain') return 'text';
  if (type === 'application/xml' || type === 'text/xml') return 'xml';
  return type.endsWith('+xml') && type.startsWith('application/') ? 'xml' : 'binary';
}

async function readText(
  call: IncomingCall,
  { bodyLimit }: Limits,
  kind: 'json' | 'form' | 'text' | 'xml',
  charset: string,
  keepRaw: boolean,
): Promise<WebhookBody> {
  const bytes = await (isEncoded(call) ? gather(bodyStream(call, bodyLimit)) : gatherPlain(call, bodyLimit));
  if (kind === 'json' && isLongJsonText(bytes) && isUtf8(charset)) {
    const value = await parseBodyInSlices(bytes);
    return keepRaw ? { kind, value, files: noFiles, raw: bytes } : { kind, value, files: noFiles };
  }
  const text = textOf(bytes, charset);
  const value = await parseText(kind, text);
  return keepRaw ? { kind, value, files: noFiles, raw: bytes } : { kind, value, files: noFiles };
}

async function parseBodyInSlices(bytes: Buffer): Promise<unknown> {
  try {
    return await parseInSlices(withoutByteOrderMark(bytes), new JsonBounds('The body'));
  } catch (cause) {
    throw rejectedBody(cause);
  }
}

const isUtf8 = (charset: string): boolean => /^utf-?8$/i.test(charset);

function textOf(bytes: Buffer, charset: string): string {
  const text = isUtf8(charset) ? bytes.toString('utf8') : decodedAs(bytes, charset);
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function decodedAs(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (cause) {
    throw new AppError('BAD_REQUEST', `The body has the unknown charset "${charset}". Use utf-8.`, { cause });
  }
}

async function parseText(kind: 'json' | 'form' | 'text' | 'xml', text: string): Promise<unknown> {
  if (text === '') return undefined;
  if (kind === 'text') return text;
  if (kind === 'form') return parseForm(text);
  try {
    return kind === 'xml' ? (await import('./xml-body.ts')).parseXmlBody(text) : parseJson(text, 'The body');
  } catch (cause) {
    throw rejectedBody(cause);
  }
}

const rejectedBody = (cause: unknown): unknown => (cause instanceof AppError ? cause : unreadable(cause));

function storeWhole(call: IncomingCall, { fileLimit }: Limits, binary: BinaryPort, type: ContentType | null): Promise<BinaryEntry> {
  const fileName = parseContentDisposition(call.headers['content-disposition'])?.filename;
  return binary.write(bodyStream(call, fileLimit), {
    isDisposable: true,
    ...(fileName === undefined ? {} : { fileName: safeFileName(fileName) }),
    ...(type === null ? {} : { mimeType: type.type }),
  });
}
