// A request and its only response: where the response comes from, when it is sent, and callers that disconnect.
import type { OutgoingHttpHeaders } from 'node:http';
import type { NodeHint, RunResult } from '../contract/run-data.ts';
import { NodeError, type Responder, type StreamedWebhookReply, type WebhookResponse, type WebhookReply, type WebhookResult } from '../sdk/index.ts'; // oxfmt-ignore
import { failedReply, failureReply, lastNodeReply, lowerCase, messageReply } from './last-node.ts';
import type { CallLog } from './call-log.ts';
import { checkHeaders } from './response-headers.ts';
import type { OutgoingResponse } from './ports.ts';
import { streamHeaders, writeReply, type ReplyWriter } from './reply.ts';

/** Maximum number of bytes buffered for a slow reader; beyond it the stream is ended. */
const MAX_BACKLOG = 64 * 1024 * 1024;

export class WebhookResponder implements Responder {
  /** Source of the response of the run. */
  source: WebhookResponse | undefined;
  readonly #outgoing: OutgoingResponse;
  /** Headers of every response, such as CORS headers. */
  readonly #headers: OutgoingHttpHeaders = {};
  readonly #writer: ReplyWriter;
  readonly #log: CallLog;
  #state: 'open' | 'streaming' | 'sent' = 'open';
  /** Responses held until the start of the run is stored; undefined if responses are sent immediately. */
  #unsent: (() => void)[] | undefined;
  #isGone = false;
  #onGone: (() => void) | undefined;

  constructor(outgoing: OutgoingResponse, writer: Omit<ReplyWriter, 'headers'>, log: CallLog) {
    this.#outgoing = outgoing;
    this.#writer = { ...writer, headers: this.#headers };
    this.#log = log;
    outgoing.on('close', () => {
      this.#isGone = true;
      this.#onGone?.();
    });
    // Errors of writing to a disconnected caller are ignored.
    outgoing.on('error', () => {
      this.#isGone = true;
    });
  }

  /** Whether a caller is still waiting for a response. */
  get isOpen(): boolean {
    return this.#state !== 'sent' && !this.#isGone;
  }

  /** Calls `action` once the caller has received the response or has disconnected. */
  onGone(action: () => void): void {
    this.#onGone = action;
  }

  /** Adds headers to whatever response is sent. */
  addHeaders(headers: OutgoingHttpHeaders): void {
    Object.assign(this.#headers, headers);
  }

  /** Holds responses back until `release()` is called. `source`: what the run's response comes from; without it, nodes cannot respond. */
  hold(source: WebhookResponse | undefined): void {
    this.source = source;
    this.#unsent = [];
  }

  /** Sends held responses; called once the start of the run is stored. */
  release(): void {
    const unsent = this.#unsent;
    this.#unsent = undefined;
    for (const send of unsent ?? []) send();
  }

  /** Responds to a failed request: responses held until the start is stored are discarded. Data that has already been sent cannot be taken back. */
  reject(reply: WebhookReply | StreamedWebhookReply): void {
    if (this.#unsent !== undefined) {
      this.#unsent = undefined;
      this.#state = 'open';
    }
    this.send(reply);
  }

  /** Sends the response of a node. Ignored if something else provides the response. */
  respond(reply: WebhookReply): boolean {
    if (!this.isOpen || this.source === undefined || this.source.from === 'lastNode') return false;
    if (this.#state === 'open') return this.send(this.#withOwnHeaders(reply));
    const { body } = reply;
    const isSent = body === undefined || (typeof body === 'string' && this.respondChunk(body));
    this.#finish();
    return isSent;
  }

  hintsFor({ reply, response }: Pick<WebhookResult, 'reply' | 'response'>): readonly NodeHint[] {
    const headers = reply?.headers ?? (response === undefined || response.from === 'pages' ? undefined : response.headers);
    return checkHeaders(headers, this.#writer.rules).rejected.map((message) => ({ type: 'warning', message }));
  }

  get isAwaited(): boolean {
    return this.source !== undefined;
  }

  get isStreaming(): boolean {
    return this.isOpen && this.source?.from === 'stream';
  }

  respondChunk(chunk: string): boolean {
    if (!this.isOpen || this.source?.from !== 'stream') return false;
    if (this.#state === 'open') {
      this.#state = 'streaming';
      const { headers } = this.source;
      this.#enqueue(() => this.#outgoing.writeHead(200, streamHeaders(headers, this.#writer)));
    }
    this.#enqueue(() => {
      if (this.#isGone) return;
      this.#outgoing.write(chunk);
      if (this.#outgoing.writableLength > MAX_BACKLOG) this.#outgoing.destroy();
    });
    return true;
  }

  /** Adds the headers that the webhook gives to each response, under those of the node. */
  #withOwnHeaders(reply: WebhookReply): WebhookReply {
    const { source } = this;
    if (source?.from !== 'respondNode' || source.headers === undefined) return reply;
    return { ...reply, headers: { ...lowerCase(source.headers), ...lowerCase(reply.headers) } };
  }

  /** Sends a response unless one has been sent already. */
  send(reply: WebhookReply | StreamedWebhookReply): boolean {
    if (this.#state !== 'open' || this.#isGone) return false;
    this.#state = 'sent';
    this.#enqueue(() => void this.#write(reply));
    return true;
  }

  /** Called when the run has ended. */
  settle(result: RunResult): void {
    const { source } = this;
    if (!this.isOpen || source === undefined) return;
    const hasFailed = result.status !== 'success' && result.status !== 'waiting';
    if (hasFailed) this.#log.failed(failureOf(result));
    if (this.#state === 'streaming') this.#finish();
    else if (source.from === 'pages') this.send(hasFailed ? source.failed : source.end);
    else if (hasFailed) this.send(failedReply(result));
    else if (source.from === 'lastNode') void this.#sendCreated(() => lastNodeReply(source, result));
    else this.send({ status: 200, headers: source.headers });
  }

  /** Short replies are sent in this turn of the event loop. */
  async #sendCreated(createReply: () => WebhookReply | Promise<WebhookReply>): Promise<void> {
    try {
      const reply = createReply();
      this.send(reply instanceof Promise ? await reply : reply);
    } catch (error) {
      if (error instanceof NodeError) {
        this.#log.failed(error);
        this.send(failureReply(error));
        return;
      }
      this.#log.error(`The data of the last node cannot be written as JSON: ${String(error)}`);
      this.send(messageReply(500, 'The data of the last node cannot be sent', { code: 0, hint: 'It is not plain JSON.' }));
    }
  }

  #finish(): void {
    this.#state = 'sent';
    this.#enqueue(() => this.#outgoing.end());
  }

  #enqueue(action: () => void): void {
    if (this.#unsent === undefined) action();
    else this.#unsent.push(action);
  }

  async #write(reply: WebhookReply | StreamedWebhookReply): Promise<void> {
    try {
      await writeReply(this.#outgoing, reply, this.#writer);
    } catch (error) {
      await this.#sendError(error);
    }
  }

  /** Usually the file is no longer in the store. */
  async #sendError(error: unknown): Promise<void> {
    this.#log.error(`A webhook could not be answered: ${String(error)}`);
    if (this.#outgoing.headersSent) this.#outgoing.destroy();
    else {
      const reply = messageReply(500, 'The response could not be sent', { code: 0, hint: 'Its file no longer exists.' });
      await writeReply(this.#outgoing, reply, this.#writer);
    }
  }
}

/** Why the caller of a run gets an error. Without the error's message, which may quote what was received. */
function failureOf({ status, resultData: { lastNodeExecuted: last, error } }: RunResult): NodeError {
  if (status === 'canceled') return new NodeError('The execution was stopped.', { code: 'EXECUTION_CANCELED' });
  const at = last === undefined ? '' : ` at the node "${last}"`;
  return new NodeError(`The execution failed${at} with ${error?.name ?? 'an error'}.`);
}
