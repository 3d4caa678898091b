// One end of a connection to another thread or process: calls the other end's handlers and runs its own. Messages are plain data on a wire.
import type { MessagePort } from 'node:worker_threads';
import { type ErrorData, fromErrorData, toErrorData } from './errors.ts';

/** Functions that the other end may call, by name. Each gets one input, which is data of the other end, and returns or resolves with its value. */
// oxlint-disable-next-line typescript/no-explicit-any -- Inputs are typed by each table.
export type Handlers = Readonly<Record<string, (input: any, call: IncomingCall<any>) => unknown>>;

export type Input<H extends Handlers, M extends keyof H> = Parameters<H[M]> extends [infer I, ...unknown[]] ? I : undefined;
export type Output<H extends Handlers, M extends keyof H> =
  Awaited<ReturnType<H[M]>> extends Moved<infer V> ? V : Awaited<ReturnType<H[M]>>;

/** A value whose parts move to the other end instead of being copied. */
export class Moved<V> {
  readonly value: V;
  readonly parts: readonly Transferable[];

  constructor(value: V, parts: readonly Transferable[]) {
    this.value = value;
    this.parts = parts;
  }
}

type Transferable = ArrayBuffer | MessagePort | ReadableStream;

export type ChannelMessage =
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly input: unknown; readonly isBlocking?: boolean }
  | { readonly type: 'notify'; readonly method: string; readonly input: unknown }
  | { readonly type: 'value'; readonly id: number; readonly value: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: ErrorData }
  /** A part of the result. `isAwaited`: the other end wants `next` when the part has been consumed. */
  | { readonly type: 'part'; readonly id: number; readonly part: unknown; readonly isAwaited?: true }
  | { readonly type: 'next'; readonly id: number }
  | { readonly type: 'cancel'; readonly id: number; readonly reason: string };

/** What carries the messages. */
export interface Wire {
  /** Throws for values that cannot be passed. */
  send(message: ChannelMessage, moved: readonly Transferable[]): void;
  /** Sends the result of a blocking call. Default: `send`. */
  respond?(message: ChannelMessage): void;
  /** Sends a call and blocks the thread until its result. */
  sendBlocking?(message: ChannelMessage): ChannelMessage;
  /** Keeps this process alive while calls are open, and no longer. */
  ref?(): void;
  unref?(): void;
}

/** A call of the other end, as its handler sees it. */
export interface IncomingCall<O = unknown> {
  /** Owner of this end of the channel, as given in its options. */
  readonly owner: O;
  /** Aborted when the caller gives up, or the channel is closed. */
  readonly signal: AbortSignal;
  /** Sends a part of the result. Throws for values that cannot be passed. */
  emit(part: unknown): void;
  /** Sends a part; resolves when the caller has consumed it. Rejects when the call is given up. */
  emitAwaited(part: unknown): Promise<void>;
  /** Resolves when the caller gives up, or the channel is closed: for handlers that only send parts. `end` is called before. */
  untilEnd(end: () => void): Promise<void>;
}

export interface CallOptions {
  /** Cancels the call, which rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Cancels the call after this time in milliseconds; it rejects with this error. */
  readonly deadline?: { readonly after: number; readonly error: () => Error };
  /** Receives the parts of the result, one after the other. If it throws or rejects, the call is given up. */
  readonly onPart?: (part: never) => unknown;
  /** Whether the process may end although the call is open. */
  readonly isBackground?: boolean;
}

export interface ChannelOptions {
  /** Passed to the handlers, so that a table can be shared by many channels. */
  readonly owner?: unknown;
  /** Maximum number of open calls; further ones wait. */
  readonly mostCalls?: number;
  /** Converts errors if the ends do not trust each other. */
  readonly toData?: (thrown: unknown) => ErrorData;
  readonly fromData?: (data: ErrorData) => Error;
  /** Called with the reason when a call is canceled. Default: notifies the other end, whose handler should stop. */
  readonly onCancel?: (reason: Error, id: number) => void;
}

interface WaitingCall {
  readonly settle: PromiseWithResolvers<never>;
  readonly start: () => void;
}

interface OpenCall {
  readonly settle: PromiseWithResolvers<never>;
  readonly options: CallOptions;
  readonly release: () => void;
}

export class Channel<Remote extends Handlers> {
  readonly #wire: Wire;
  readonly #handlers: Handlers;
  readonly #options: ChannelOptions;
  readonly #calls = new Map<number, OpenCall>();
  /** Calls that wait for another one to end. */
  readonly #waiting: WaitingCall[] = [];
  readonly #incoming = new Map<number, Incoming>();
  #last = 0;
  #foreground = 0;
  #isClosed = false;
  #closeError: Error | undefined;

  constructor(wire: Wire, handlers: Handlers, options: ChannelOptions = {}) {
    this.#wire = wire;
    this.#handlers = handlers;
    this.#options = options;
  }

  /** Calls a handler of the other end. Rejects with its error, or with that of `close`. */
  call<M extends keyof Remote & string>(method: M, input: Input<Remote, M>, options: CallOptions = {}): Promise<Output<Remote, M>> {
    if (this.#isClosed) return this.#closeError === undefined ? new Promise(() => undefined) : Promise.reject(this.#closeError);
    const settle = Promise.withResolvers<never>();
    const start = (): void => this.#start(method, input, settle, options);
    if (this.#calls.size < (this.#options.mostCalls ?? Infinity)) start();
    else this.#wait({ settle, start }, options.signal);
    return settle.promise;
  }

  /** Starts a call once another one has ended, unless it is aborted before that. */
  #wait({ settle, start }: WaitingCall, signal: AbortSignal | undefined): void {
    const leave = (): void => {
      const index = this.#waiting.indexOf(waiting);
      if (index >= 0) this.#waiting.splice(index, 1);
      settle.reject(signal?.reason);
    };
    const waiting: WaitingCall = {
      settle,
      start: () => {
        signal?.removeEventListener('abort', leave);
        start();
      },
    };
    if (signal?.aborted === true) return settle.reject(signal.reason);
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.push(waiting);
  }

  /** Calls a handler and blocks this thread until it has returned. Throws its error. */
  callBlocking<M extends keyof Remote & string>(method: M, input: Input<Remote, M>): Output<Remote, M> {
    const result = this.#wire.sendBlocking?.({ type: 'call', id: ++this.#last, method, input, isBlocking: true });
    if (result?.type === 'value') return result.value as Output<Remote, M>;
    throw this.#errorOf(result?.type === 'error' ? result.error : { name: 'Error', message: 'The call got no result.' });
  }

  /** Calls a handler whose result does not matter. */
  notify<M extends keyof Remote & string>(method: M, input: Input<Remote, M>): void {
    if (!this.#isClosed) this.#wire.send({ type: 'notify', method, input }, []);
  }

  /** Handles a message of the other end. Throws a TypeError if the value is not a message. */
  receive(message: ChannelMessage): void {
    if (this.#isClosed) return;
    switch (message.type) {
      case 'call':
        return this.#serve(message);
      case 'notify': {
        const result = this.#run(message.method, message.input, new Incoming(0, this.#wire, this.#options.owner));
        if (result instanceof Promise) result.catch(() => undefined);
        return;
      }
      case 'value':
        return this.#take(message.id)?.settle.resolve(message.value as never);
      case 'error': {
        // Created before the call is removed, because invalid error data throws.
        const error = this.#errorOf(message.error);
        return this.#take(message.id)?.settle.reject(error);
      }
      case 'part':
        return void this.#receivePart(message.id, message.part, message.isAwaited === true).catch(() => undefined);
      case 'next':
        return this.#incoming.get(message.id)?.next();
      case 'cancel':
        this.#incoming.get(message.id)?.end(new Error(message.reason));
        return void this.#incoming.delete(message.id);
      default:
        throw new TypeError('The message is unknown.');
    }
  }

  /** Whether calls wait for their results. */
  get isWaiting(): boolean {
    return this.#calls.size > 0;
  }

  /** Rejects the open calls, or drops them without an error. */
  rejectCalls(error?: Error): void {
    const calls = [...this.#waiting.splice(0), ...this.#calls.values()];
    for (const id of this.#calls.keys()) this.#take(id);
    if (error !== undefined) for (const { settle } of calls) settle.reject(error);
  }

  /** Called when the other end is gone or no longer listened to. With an error, open and later calls reject with it; otherwise they never settle. */
  close(error?: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closeError = error;
    this.rejectCalls(error);
    for (const incoming of this.#incoming.values()) incoming.end(error ?? new Error('The connection is closed.'));
    this.#incoming.clear();
  }

  #start(method: string, input: unknown, settle: PromiseWithResolvers<never>, options: CallOptions): void {
    const { signal, deadline, isBackground = false } = options;
    if (signal?.aborted === true) return settle.reject(signal.reason);
    const id = ++this.#last;
    const giveUp = (reason: Error): void => this.#giveUp(id, reason);
    const onAbort = (): void => giveUp(signal?.reason as Error);
    const timer = deadline === undefined ? undefined : setTimeout(() => giveUp(deadline.error()), deadline.after);
    signal?.addEventListener('abort', onAbort, { once: true });
    const release = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (!isBackground && --this.#foreground === 0) this.#wire.unref?.();
    };
    this.#calls.set(id, { settle, options, release });
    if (!isBackground && ++this.#foreground === 1) this.#wire.ref?.();
    try {
      this.#wire.send({ type: 'call', id, method, input }, []);
    } catch (error) {
      this.#take(id)?.settle.reject(error);
    }
  }

  /** Removes a call that is settled. */
  #take(id: number): OpenCall | undefined {
    const call = this.#calls.get(id);
    if (call === undefined) return undefined;
    this.#calls.delete(id);
    call.release();
    if (!this.#isClosed) this.#waiting.shift()?.start();
    return call;
  }

  #giveUp(id: number, reason: Error): void {
    const call = this.#take(id);
    if (call === undefined) return;
    call.settle.reject(reason);
    const { onCancel = () => this.#wire.send({ type: 'cancel', id, reason: reason.message }, []) } = this.#options;
    onCancel(reason, id);
  }

  async #receivePart(id: number, part: unknown, isAwaited: boolean): Promise<void> {
    try {
      await this.#calls.get(id)?.options.onPart?.(part as never);
    } catch (error) {
      return this.#giveUp(id, error as Error);
    }
    if (isAwaited && this.#calls.has(id)) this.#wire.send({ type: 'next', id }, []);
  }

  #serve({ id, method, input, isBlocking = false }: Extract<ChannelMessage, { readonly type: 'call' }>): void {
    const call = new Incoming(id, this.#wire, this.#options.owner, isBlocking);
    this.#incoming.set(id, call);
    let value: unknown;
    try {
      value = this.#run(method, input, call);
    } catch (error) {
      return this.#fail(call, error);
    }
    if (!(value instanceof Promise)) return this.#respond(call, value);
    // A result that comes later could be that of another blocking call.
    if (isBlocking) this.#fail(call, new TypeError(`"${method}" takes time, so it cannot block.`));
    value
      .then(
        (result: unknown) => this.#respond(call, result),
        (error: unknown) => this.#fail(call, error),
      )
      // Without the other end, the result is not needed.
      .catch(() => undefined);
  }

  /** Names come from the other end, so only the table's own are looked up. */
  #run(method: string, input: unknown, call: IncomingCall): unknown {
    if (!Object.hasOwn(this.#handlers, method)) throw new TypeError(`There is no "${method}" to call.`);
    return (this.#handlers[method] as Handlers[string])(input, call);
  }

  /** Sends a result, or the reason why it cannot be sent: otherwise the other end would wait forever. */
  #respond(call: Incoming, result: unknown): void {
    const [value, moved] = result instanceof Moved ? [result.value as unknown, result.parts] : [result, []];
    try {
      this.#reply(call, { type: 'value', id: call.id, value }, moved);
    } catch (error) {
      this.#fail(call, error);
    }
  }

  #fail(call: Incoming, thrown: unknown): void {
    const error = (this.#options.toData ?? toErrorData)(thrown);
    try {
      this.#reply(call, { type: 'error', id: call.id, error });
    } catch {
      // Values in the error cannot be passed.
      this.#reply(call, { type: 'error', id: call.id, error: { name: error.name, message: error.message } });
    }
  }

  /** Sends the only reply to a call, unless its caller has given up. */
  #reply(call: Incoming, message: ChannelMessage, moved: readonly Transferable[] = []): void {
    if (this.#incoming.get(call.id) !== call) return;
    if (call.isBlocking && this.#wire.respond !== undefined) this.#wire.respond(message);
    else this.#wire.send(message, moved);
    this.#incoming.delete(call.id);
  }

  #errorOf(data: ErrorData): Error {
    return (this.#options.fromData ?? fromErrorData)(data);
  }
}

class Incoming implements IncomingCall {
  readonly owner: unknown;
  readonly id: number;
  readonly isBlocking: boolean;
  readonly #wire: Wire;
  /** Created on first use, because most handlers need no signal. */
  #abort: AbortController | undefined;
  #endReason: Error | undefined;
  readonly #consumed: PromiseWithResolvers<void>[] = [];

  /** `id`: 0 for a notification. */
  constructor(id: number, wire: Wire, owner: unknown, isBlocking = false) {
    this.owner = owner;
    this.id = id;
    this.isBlocking = isBlocking;
    this.#wire = wire;
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#endReason !== undefined) this.#abort.abort(this.#endReason);
    return this.#abort.signal;
  }

  emit(part: unknown): void {
    this.#emit({ part });
  }

  emitAwaited(part: unknown): Promise<void> {
    if (this.#endReason !== undefined) return Promise.reject(this.#endReason);
    this.#emit({ part, isAwaited: true });
    const consumed = Promise.withResolvers<void>();
    this.#consumed.push(consumed);
    return consumed.promise;
  }

  untilEnd(end: () => void): Promise<void> {
    const { signal } = this;
    return new Promise((resolve) => {
      const onAbort = (): void => {
        end();
        resolve();
      };
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  next(): void {
    this.#consumed.shift()?.resolve();
  }

  end(reason: Error): void {
    this.#endReason = reason;
    this.#abort?.abort(reason);
    for (const { reject } of this.#consumed.splice(0)) reject(reason);
  }

  #emit(content: { readonly part: unknown; readonly isAwaited?: true }): void {
    if (this.id !== 0 && this.#endReason === undefined) this.#wire.send({ type: 'part', id: this.id, ...content }, []);
  }
}
