// The other end of the gateway: calls the engine in its thread, also across restarts of the thread.
import type { MessagePort } from 'node:worker_threads';
import type { ListenOptions, PushSession } from '../contract/gateway.ts';
import { AppError } from '../contract/errors.ts';
import { guarded } from '../workflow/values/guarded.ts';
import type { EngineGateway, EngineStream, PushListener } from './engine.ts';
import type { GatewayCall, GatewayFailure, FromEngine, ToEngine } from './messages.ts';

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

interface Subscription {
  readonly session: PushSession;
  readonly listener: PushListener;
  /** Number of the last event; undefined before the first one. */
  lastSeen: number | undefined;
}

export class GatewayClient implements EngineGateway {
  #port: MessagePort | undefined;
  /** Resolves when a thread is ready; rejects if there will be none. */
  #ready = newTurn();
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #busyListeners = new Map<number, (isBusy: boolean) => void>();
  /** Streams that have not been read to their end. */
  readonly #streams = new Set<(error: Error) => void>();

  /** Connects to a thread that is ready. Subscriptions go on where the previous thread left off. */
  connect(port: MessagePort): void {
    port.on(
      'message',
      // A listener that throws is not called again.
      guarded(
        (_error, [{ id }]) => this.#subscriptions.delete(id),
        (message: FromEngine) => this.#receive(message),
      ),
    );
    port.unref();
    this.#port = port;
    for (const [id, { session, lastSeen }] of this.#subscriptions) this.#subscribe(id, session, lastSeen);
    for (const id of this.#busyListeners.keys()) this.#send({ type: 'watchBusy', id });
    this.#ready.resolve();
  }

  /** The thread was ended: calls in progress fail with ENGINE_RESTARTED, later ones wait for the next thread. */
  disconnect(): void {
    this.#close(new AppError('ENGINE_RESTARTED', 'The engine was restarted.', { hint: 'Try again.' }));
  }

  /** There will be no other thread: all calls fail with this error. */
  end(error: Error): void {
    this.#ready.reject(error);
    this.#close(error);
    this.#ready.reject(error);
  }

  inject(...args: Parameters<EngineGateway['inject']>): ReturnType<EngineGateway['inject']> {
    return this.#call({ method: 'inject', args });
  }

  async openStream(...args: Parameters<EngineGateway['openStream']>): Promise<EngineStream> {
    const { body, ...head } = await this.#call<EngineStream>({ method: 'openStream', args });
    return { ...head, body: this.#guarded(body) };
  }

  listen(options: ListenOptions): Promise<ListenOptions> {
    return this.#call({ method: 'listen', args: [options] });
  }

  unlisten(): Promise<void> {
    return this.#call({ method: 'unlisten', args: [] });
  }

  resume(): Promise<void> {
    return this.#call({ method: 'resume', args: [] });
  }

  pauseSchedules(isPaused: boolean): Promise<void> {
    return this.#call({ method: 'pauseSchedules', args: [isPaused] });
  }

  backup(...args: Parameters<EngineGateway['backup']>): ReturnType<EngineGateway['backup']> {
    return this.#call({ method: 'backup', args });
  }

  onPush(session: PushSession, listener: PushListener): () => void {
    const id = ++this.#last;
    this.#subscriptions.set(id, { session, listener, lastSeen: session.lastSeen });
    this.#subscribe(id, session, session.lastSeen);
    return () => {
      this.#subscriptions.delete(id);
      this.#send({ type: 'unsubscribe', id });
    };
  }

  onBusy(listener: (isBusy: boolean) => void): () => void {
    const id = ++this.#last;
    this.#busyListeners.set(id, listener);
    this.#send({ type: 'watchBusy', id });
    return () => {
      this.#busyListeners.delete(id);
      this.#send({ type: 'unsubscribe', id });
    };
  }

  async #call<T>(call: GatewayCall): Promise<T> {
    await this.#ready.promise;
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
    this.#port?.ref();
    this.#send({ type: 'call', id, call });
    return promise;
  }

  #subscribe(id: number, session: PushSession, lastSeen: number | undefined): void {
    this.#send({ type: 'subscribe', id, session: lastSeen === undefined ? session : { ...session, lastSeen } });
  }

  #send(message: ToEngine): void {
    this.#port?.postMessage(message);
  }

  #receive(message: FromEngine): void {
    if (message.type === 'value' || message.type === 'failure') return this.#settle(message);
    if (message.type === 'busy') return this.#busyListeners.get(message.id)?.(message.isBusy);
    const subscription = this.#subscriptions.get(message.id);
    if (subscription === undefined) return;
    if (message.type === 'event') {
      subscription.lastSeen = message.number;
      subscription.listener.event(message.number, message.event);
    } else {
      subscription.lastSeen = message.last;
      subscription.listener.missed(message.last);
    }
  }

  #settle(message: Extract<FromEngine, { readonly type: 'value' | 'failure' }>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#port?.unref();
    if (message.type === 'value') waiting?.resolve(message.value as never);
    else waiting?.reject(errorOf(message.failure));
  }

  #close(error: Error): void {
    for (const listener of this.#busyListeners.values()) listener(false);
    this.#port?.close();
    this.#port = undefined;
    this.#ready = newTurn();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
    for (const fail of this.#streams) fail(error);
    this.#streams.clear();
  }

  /** A stream that fails if the thread ends: the stream of a thread that was terminated would never end. */
  #guarded(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => undefined);
    this.#streams.add(ended.reject);
    const over = (): void => void this.#streams.delete(ended.reject);
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await Promise.race([reader.read(), ended.promise]);
        if (!done) return controller.enqueue(value);
        over();
        controller.close();
      },
      cancel: (reason) => {
        over();
        return reader.cancel(reason);
      },
    });
  }
}

/** A rejection that no call waits for is not an unhandled one. */
function newTurn(): PromiseWithResolvers<void> {
  const turn = Promise.withResolvers<void>();
  turn.promise.catch(() => undefined);
  return turn;
}

function errorOf({ code, message, hint, params }: GatewayFailure): Error {
  if (code === undefined) return new Error(message);
  return new AppError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(params === undefined ? {} : { params: { ...params } }),
  });
}
