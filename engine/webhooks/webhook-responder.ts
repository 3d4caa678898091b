// A request and its only response: where the response comes from, when it is sent, and callers that disconnect.
import type { NodeHint, RunResult } from '../contract/run-data.ts';
import { NodeError, type Responder, type StreamedWebhookReply, type WebhookResponse, type WebhookReply, type WebhookResult } from '../sdk/index.ts'; // oxfmt-ignore
import { failedReply, failureReply, lastNodeReply, lowerCase, messageReply } from './last-node.ts';
import type { CalledNode } from './call-log.ts';
import { checkHeaders } from './response-headers.ts';
import type { OutgoingResponse } from './ports.ts';
import { streamHeaders, writeReply, type ReplyWriter } from './reply.ts';

/** Maximum number of bytes buffered for a slow reader; beyond it the stream is ended. */
const MAX_BACKLOG = 64 * 1024 * 1024;

export class WebhookResponder implements Responder {
  /** Responder of the run; set before the run starts. Without it, nodes cannot respond. */
  responses: WebhookResponse | undefined;
  /** Named by log lines. */
  called: CalledNode | undefined;
  /** Called with the reason when the caller of a run gets an error. */
  onFailure: ((error: NodeError) => void) | undefined;
  readonly #outgoing: OutgoingResponse;
  readonly #writer: ReplyWriter;
  #state: 'open' | 'streaming' | 'answered' = 'open';
  /** Responses held until the start of the run is stored; undefined if responses are sent immediately. */
  #waiting: (() => void)[] | undefined;
  #isGone = false;
  #afterwards: (() => void) | undefined;

  constructor(outgoing: OutgoingResponse, writer: ReplyWriter) {
    this.#outgoing = outgoing;
    this.#writer = writer;
    outgoing.on('close', () => {
      this.#isGone = true;
      this.#afterwards?.();
    });
    // Errors of writing to a disconnected caller are ignored.
    outgoing.on('error', () => {
      this.#isGone = true;
    });
  }

  /** Whether a caller is still waiting for a response. */
  get isOpen(): boolean {
    return this.#state !== 'answered' && !this.#isGone;
  }

  /** Calls `action` once the caller has received the response or has disconnected. */
  onGone(action: () => void): void {
    this.#afterwards = action;
  }

  /** Holds responses back until `release()` is called. */
  hold(): void {
    this.#waiting = [];
  }

  /** Sends held responses; called once the start of the run is stored. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    for (const send of waiting ?? []) send();
  }

  /** Responds to a failed request: responses held until the start is stored are discarded. Data that has already been sent cannot be taken back. */
  reject(reply: WebhookReply): void {
    if (this.#waiting !== undefined) {
      this.#waiting = undefined;
      this.#state = 'open';
    }
    this.response(reply);
  }

  /** Sends the response of a node. Ignored if something else provides the response. */
  respond(reply: WebhookReply): boolean {
    if (!this.isOpen || this.responses === undefined || this.responses.from === 'lastNode') return false;
    if (this.#state === 'open') return this.response(this.#withOwnHeaders(reply));
    const { body } = reply;
    const isSent = body === undefined || (typeof body === 'string' && this.respondChunk(body));
    this.#finish();
    return isSent;
  }

  hintsFor({ reply, response: webhookResponse }: Pick<WebhookResult, 'reply' | 'response'>): readonly NodeHint[] {
    const headers =
      reply?.headers ?? (webhookResponse === undefined || webhookResponse.from === 'pages' ? undefined : webhookResponse.headers);
    return checkHeaders(headers, this.#writer.rules).rejected.map((message) => ({ type: 'warning', message }));
  }

  get isStreaming(): boolean {
    return this.isOpen && this.responses?.from === 'stream';
  }

  respondChunk(chunk: string): boolean {
    if (!this.isOpen || this.responses?.from !== 'stream') return false;
    if (this.#state === 'open') {
      this.#state = 'streaming';
      const { headers } = this.responses;
      this.#send(() => this.#outgoing.writeHead(200, streamHeaders(headers, this.#writer)));
    }
    this.#send(() => {
      if (this.#isGone) return;
      this.#outgoing.write(chunk);
      if (this.#outgoing.writableLength > MAX_BACKLOG) this.#outgoing.destroy();
    });
    return true;
  }

  /** Adds the headers that the webhook gives to each response, under those of the node. */
  #withOwnHeaders(reply: WebhookReply): WebhookReply {
    const { responses } = this;
    if (responses?.from !== 'respondNode' || responses.headers === undefined) return reply;
    return { ...reply, headers: { ...lowerCase(responses.headers), ...lowerCase(reply.headers) } };
  }

  /** Sends a response unless one has been sent already. */
  response(reply: WebhookReply | StreamedWebhookReply): boolean {
    if (this.#state !== 'open' || this.#isGone) return false;
    this.#state = 'answered';
    this.#send(() => void this.#write(reply));
    return true;
  }

  /** Called when the run has ended. */
  settle(result: RunResult): void {
    const { responses } = this;
    if (!this.isOpen || responses === undefined) return;
    const hasFailed = result.status !== 'success' && result.status !== 'waiting';
    if (hasFailed) this.onFailure?.(failureOf(result));
    if (this.#state === 'streaming') this.#finish();
    else if (responses.from === 'pages') this.response(hasFailed ? responses.failed : responses.end);
    else if (hasFailed) this.response(failedReply(result));
    else if (responses.from === 'lastNode') void this.#answerOrFail(() => lastNodeReply(responses, result));
    else if (responses.from === 'stream') this.response({ status: 200, headers: responses.headers });
    else this.response({ status: 200, headers: responses.headers });
  }

  /** Short replies are sent in this turn of the event loop. */
  async #answerOrFail(make: () => WebhookReply | Promise<WebhookReply>): Promise<void> {
    try {
      const reply = make();
      this.response(reply instanceof Promise ? await reply : reply);
    } catch (error) {
      if (error instanceof NodeError) {
        this.onFailure?.(error);
        this.response(failureReply(error));
        return;
      }
      this.#writer.logger.error(`The data of the last node cannot be written as JSON: ${String(error)}`, { ...this.called });
      this.response(messageReply(500, 'The data of the last node cannot be sent', { code: 0, hint: 'It is not plain JSON.' }));
    }
  }

  #finish(): void {
    this.#state = 'answered';
    this.#send(() => this.#outgoing.end());
  }

  #send(action: () => void): void {
    if (this.#waiting === undefined) action();
    else this.#waiting.push(action);
  }

  async #write(reply: WebhookReply | StreamedWebhookReply): Promise<void> {
    try {
      await writeReply(this.#outgoing, reply, this.#writer);
    } catch (error) {
      await this.#apologise(error);
    }
  }

  /** Usually the file is no longer in the store. */
  async #apologise(error: unknown): Promise<void> {
    this.#writer.logger.error(`A webhook could not be answered: ${String(error)}`, { ...this.called });
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
