// SSE Trigger: stays connected, and starts a run with each message.
import { parseExactly } from '../../contract/exact-numbers.ts';
import type { EventSourceMessage } from 'eventsource-parser';
import { type HttpResponse, NodeError, displayUrl, type StopTrigger, type TriggerContext } from '../../sdk/index.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { openStream, readStream } from './event-stream.ts';

/** Milliseconds before reconnecting, unless the server sets another time. */
const RETRY = 3000;
const LONGEST_RETRY = 3_600_000;
/** Minimum milliseconds before reconnecting, for servers that set 0 and end their streams. */
const SHORTEST_RETRY = 1000;

/** Maximum milliseconds until the server starts to send. The time between messages is not limited. */
const CONNECT_LIMIT = 60_000;

export async function trigger(ctx: TriggerContext): Promise<StopTrigger> {
  const url = ctx.param('url', 0, '');
  if (url === '') throw new NodeError('The URL of the events is empty.', { code: 'PARAMETER_INVALID', parameter: 'url' });
  const controller = new AbortController();
  const signal = AbortSignal.any([ctx.signal, controller.signal]);
  const listener = new Listener(ctx, url, signal);
  const first = await listener.connect();
  const done = listener.listen(first).catch((error: unknown) => {
    if (!signal.aborted) ctx.fail(error);
  });
  return async () => {
    controller.abort(new Error('The trigger was stopped.'));
    await done;
  };
}

class Listener {
  readonly #ctx: TriggerContext;
  readonly #url: string;
  readonly #signal: AbortSignal;
  #retry = RETRY;

  constructor(ctx: TriggerContext, url: string, signal: AbortSignal) {
    this.#ctx = ctx;
    this.#url = url;
    this.#signal = signal;
  }

  async connect(): Promise<HttpResponse | undefined> {
    const { url, lastEventId } = this.#state();
    const attempt = new AbortController();
    let isOpen = false;
    this.#ctx.sleep(CONNECT_LIMIT).then(
      () => {
        if (!isOpen) attempt.abort();
      },
      () => undefined,
    );
    const previousId = url === this.#url && typeof lastEventId === 'string' ? lastEventId : '';
    try {
      const response = await openStream(this.#ctx.http, this.#url, previousId, AbortSignal.any([this.#signal, attempt.signal]));
      isOpen = true;
      return response;
    } catch (error) {
      if (!attempt.signal.aborted) throw error;
      throw new NodeError(`${displayUrl(this.#url)} did not respond within ${CONNECT_LIMIT / 1000} seconds.`, {
        code: 'NODE_REQUEST_FAILED',
        name: 'NodeApiError',
        cause: error,
      });
    }
  }

  /** Reconnects whenever a stream ends. Returns if the server has no more data; throws if it cannot be reached again. */
  async listen(first: HttpResponse | undefined): Promise<void> {
    let response = first;
    while (response !== undefined) {
      const isCut = await this.#read(response);
      await this.#pause();
      if (isCut) this.#ctx.logger.debug('An event stream was interrupted; reconnecting.', { node: this.#ctx.node.name });
      response = await this.connect();
    }
  }

  /** Reads one stream; returns true if the connection broke, false if the server ended it. Throws if a run could not be started. */
  async #read(response: HttpResponse): Promise<boolean> {
    let failure: { readonly error: unknown } | undefined;
    const onMessage = async (message: EventSourceMessage): Promise<void> => {
      try {
        await this.#handOn(message);
      } catch (error) {
        failure = { error };
        throw error;
      }
    };
    const onRetry = (milliseconds: number): void => {
      this.#retry = Math.min(Math.max(milliseconds, SHORTEST_RETRY), LONGEST_RETRY);
    };
    try {
      await readStream(response, { onMessage, onRetry });
      return false;
    } catch (error) {
      this.#signal.throwIfAborted();
      if (failure !== undefined) throw failure.error;
      if (error instanceof NodeError && error.code !== 'NODE_REQUEST_FAILED') throw error;
      return true;
    }
  }

  async #handOn({ event, id, data }: EventSourceMessage): Promise<void> {
    if (this.#signal.aborted) return;
    // Stored with the run: after a reconnect or restart the server continues with the next messages.
    if (id !== undefined) Object.assign(this.#state(), { url: this.#url, lastEventId: id });
    // Named events are only for listeners of that name.
    if (event === undefined || event === '' || event === 'message') await this.#ctx.emit([messageItems(data)]);
  }

  /** Rejects immediately when the trigger is stopped. */
  async #pause(): Promise<void> {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => reject(this.#signal.reason as Error);
    this.#signal.throwIfAborted();
    this.#signal.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([this.#ctx.sleep(this.#retry), stopped]);
    } finally {
      this.#signal.removeEventListener('abort', onAbort);
    }
  }

  #state(): { url?: unknown; lastEventId?: unknown } {
    return this.#ctx.staticData('node');
  }
}

/** Converts a message to items: an object to one item, a list of objects to several; anything else is stored under `data`. */
export function messageItems(text: string): Item[] {
  const value = parseData(text);
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) return value.map((json) => ({ json }));
  return [{ json: isObject(value) ? value : { data: value } }];
}

function parseData(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
