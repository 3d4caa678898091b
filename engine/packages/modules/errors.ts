// The error classes of `n8n-workflow`, as its documentation for node authors describes them.
import { statusMeanings } from '../../sdk/status-meanings.ts';

/** Options of the node errors. */
export interface NodeErrorOptions {
  readonly message?: string;
  readonly description?: string;
  readonly httpCode?: string | number;
  readonly itemIndex?: number;
  readonly runIndex?: number;
  readonly level?: string;
  readonly functionality?: string;
  readonly type?: string;
  /** Texts to replace in the message, by the text they replace. */
  readonly messageMapping?: Readonly<Record<string, string>>;
  /** Only NodeApiError: takes the message from an XML response. */
  readonly parseXml?: boolean;
  readonly [extra: string]: unknown;
}

interface BaseErrorOptions {
  readonly cause?: unknown;
  readonly level?: string;
  readonly description?: string | null;
  readonly tags?: Readonly<Record<string, unknown>>;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly shouldReport?: boolean;
}

/** Parent of the errors without a node. */
export class BaseError extends Error {
  level: string;
  description: string | null | undefined;
  readonly tags: Readonly<Record<string, unknown>>;
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  readonly shouldReport: boolean;

  constructor(message: string, { cause, level = 'error', description, tags = {}, extra, shouldReport = false }: BaseErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.level = level;
    this.description = description;
    this.tags = tags;
    this.extra = extra;
    this.shouldReport = shouldReport;
  }
}

/** The user can mend it. */
export class UserError extends BaseError {
  constructor(message: string, options: BaseErrorOptions = {}) {
    super(message, { level: 'info', ...options });
  }
}

/** A service or the network failed, and may work later. */
export class OperationalError extends BaseError {
  constructor(message: string, options: BaseErrorOptions = {}) {
    super(message, { level: 'warning', ...options });
  }
}

/** An error in the program. */
export class UnexpectedError extends BaseError {
  constructor(message: string, options: BaseErrorOptions = {}) {
    super(message, { level: 'error', shouldReport: true, ...options });
  }
}

/** The older parent class of errors without a node. */
export class ApplicationError extends BaseError {}

/** Context of an error: the item and run it belongs to, and further details. */
export interface ErrorContext {
  itemIndex?: number;
  runIndex?: number;
  [detail: string]: unknown;
}

export class ExecutionBaseError extends BaseError {
  readonly timestamp: number = Date.now();
  context: ErrorContext = {};
}

export class NodeError extends ExecutionBaseError {
  readonly node: unknown;
  messages: string[] = [];
  httpCode: string | null = null;
  functionality: string = 'regular';
  type: string | undefined;

  constructor(node: unknown, error: unknown, options: NodeErrorOptions = {}) {
    super(options.message ?? messageOf(error), { cause: error instanceof Error ? error : undefined, level: options.level });
    this.node = node;
    this.description = options.description ?? stringField(error, 'description');
    this.functionality = options.functionality ?? 'regular';
    this.type = options.type;
    if (options.itemIndex !== undefined) this.context.itemIndex = options.itemIndex;
    if (options.runIndex !== undefined) this.context.runIndex = options.runIndex;
    for (const [part, replacement] of Object.entries(options.messageMapping ?? {})) {
      if (this.message.toLowerCase().includes(part.toLowerCase())) this.message = replacement;
    }
  }

  addToMessages(message: string): void {
    if (message !== '' && !this.messages.includes(message)) this.messages.push(message);
  }
}

/** An error of a node that is wrapped again keeps its message. */
function inherit(error: NodeError, wrapped: NodeError): void {
  error.messages = [...wrapped.messages];
  error.context = { ...wrapped.context, ...error.context };
}

/** The node itself failed, or its parameters are wrong. */
export class NodeOperationError extends NodeError {
  constructor(node: unknown, error: unknown, options: NodeErrorOptions = {}) {
    super(node, error, { ...options, level: options.level ?? 'warning' });
    if (error instanceof NodeError) {
      this.httpCode = error.httpCode;
      inherit(this, error);
    }
  }
}

/** A service rejected a request. Message and description default to those in the response. */
export class NodeApiError extends NodeError {
  constructor(node: unknown, response: unknown, options: NodeErrorOptions = {}) {
    const status = String(options.httpCode ?? statusOf(response) ?? '');
    const responseMessage = options.parseXml === true ? (messageInXml(response) ?? messageIn(response)) : messageIn(response);
    const statusText =
      statusMeanings[Number(status)] ??
      (status.startsWith('4') ? statusMeanings[422] : status.startsWith('5') ? statusMeanings[500] : undefined);
    const wrapped = response instanceof NodeError ? response : undefined;
    const message =
      options.message ?? wrapped?.message ?? statusText ?? networkTexts[String(ownOf(response, 'code'))] ?? responseMessage ?? UNKNOWN;
    const description = options.description ?? wrapped?.description ?? (responseMessage === message ? undefined : responseMessage);
    super(node, response, { ...options, message, ...(description === undefined ? {} : { description }) });
    this.httpCode = status === '' ? null : status;
    if (wrapped !== undefined) inherit(this, wrapped);
    const data = ownOf(ownOf(response, 'response'), 'data') ?? ownOf(response, 'error');
    if (typeof data === 'object' && data !== null) this.context['data'] = data;
  }
}

/** A trigger failed while it was closed. */
export class TriggerCloseError extends ExecutionBaseError {
  readonly node: unknown;

  constructor(node: unknown, { cause, level = 'error' }: { readonly cause?: Error; readonly level?: string } = {}) {
    super('Trigger Close Failed', { cause, level });
    this.node = node;
  }
}

const UNKNOWN = 'UNKNOWN ERROR - check the detailed error for more information';

const networkTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The service refused the connection - perhaps it is offline',
  ECONNRESET:
    'The connection to the server was closed unexpectedly, perhaps it is offline. You can retry the request immediately or wait and retry later.',
  ENOTFOUND: 'The connection cannot be established, this usually occurs due to an incorrect host (domain) value',
  ETIMEDOUT: "The connection timed out, consider setting the 'Retry on Fail' option in the node settings",
  EAI_AGAIN: 'The DNS server returned an error, perhaps the server is offline',
};

/** Fields of responses that contain a status, and fields that contain a message; the first that is present counts. */
const statusFields = ['statusCode', 'status', 'httpCode', 'httpStatusCode', 'code', 'responseCode'];
const messageFields = [
  'message', 'errorMessage', 'error_message', 'error_description', 'description', 'detail', 'details', 'title', 'text', 'reason', 'err', 'error', 'errors', 'body',
]; // oxfmt-ignore

const ownOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

function stringField(value: unknown, key: string): string | undefined {
  const field = ownOf(value, key);
  return typeof field === 'string' ? field : undefined;
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  return stringField(error, 'message') ?? messageIn(error) ?? UNKNOWN;
}

function statusOf(response: unknown): string | undefined {
  for (const part of [response, ownOf(response, 'response'), ownOf(response, 'cause'), ownOf(response, 'error')]) {
    for (const field of statusFields) {
      const status = ownOf(part, field);
      if (/^[1-5]\d\d$/.test(String(status))) return String(status);
    }
  }
  return undefined;
}

/** Returns the text of the first element of an XML response that is named like a message. */
function messageInXml(response: unknown): string | undefined {
  const inner = ownOf(response, 'response');
  const texts = [ownOf(inner, 'data'), ownOf(inner, 'body'), ownOf(response, 'error'), ownOf(response, 'description'), response];
  const xml = texts.find((text): text is string => typeof text === 'string' && text.trimStart().startsWith('<'));
  const [, , content] =
    /<(message|error_?message|error_description|description|detail|title|text|reason)>([^<]*)<\/\1>/i.exec(xml ?? '') ?? [];
  const plain = content?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, name: keyof typeof entities) => entities[name]).trim();
  return plain === '' ? undefined : plain;
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;

/** Maximum depth at which a message is searched for in a response. */
const DEPTH = 5;

/** Returns the first message in a response of a service. */
function messageIn(response: unknown, depth = 0): string | undefined {
  if (typeof response === 'string') return response === '' ? undefined : response;
  if (depth > DEPTH || typeof response !== 'object' || response === null) return undefined;
  if (Array.isArray(response)) {
    const texts = response.map((entry) => messageIn(entry, depth + 1)).filter((text) => text !== undefined);
    return texts.length === 0 ? undefined : texts.join('|');
  }
  const data = ownOf(ownOf(response, 'response'), 'data') ?? ownOf(ownOf(response, 'response'), 'body');
  const inResponse = data === undefined ? undefined : messageIn(data, depth + 1);
  if (inResponse !== undefined) return inResponse;
  for (const field of messageFields) {
    const message = messageIn(ownOf(response, field), depth + 1);
    if (message !== undefined) return message;
  }
  return undefined;
}
