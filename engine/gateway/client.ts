// The other end of the gateway: calls the engine in its thread, also across restarts of the thread.
import type { MessagePort } from 'node:worker_threads';
import type { CallOptions, Channel, Input, Output } from '../channel/channel.ts';
import { portChannel } from '../channel/port-channel.ts';
import type { ListenOptions, PushSession } from '../contract/gateway.ts';
import { AppError } from '../contract/errors.ts';
import type { EngineGateway, EngineStream, PushListener } from './engine.ts';
import type { GatewayHandlers, PushPart } from './serve.ts';

type EngineChannel = Channel<GatewayHandlers>;

/** Calls the thread for a subscription. The promise settles when the call has ended. */
type Subscribe = (channel: EngineChannel, options: CallOptions) => Promise<unknown>;

export class GatewayClient implements EngineGateway {
  #channel: EngineChannel | undefined;
  #port: MessagePort | undefined;
  /** Resolves with the channel of a thread that is ready; rejects if there will be none. */
  #ready = newTurn();
  /** Calls each new thread for the subscriptions that have not ended. */
  readonly #subscriptions = new Set<(channel: EngineChannel) => void>();
  readonly #busyListeners = new Set<(isBusy: boolean) => void>();
  /** Streams that have not been read to their end. */
  readonly #streams = new Set<(error: Error) => void>();

  /** Connects to a thread that is ready. Subscriptions continue where the previous thread stopped. */
  connect(port: MessagePort): void {
    const channel: EngineChannel = portChannel(port, {}, { onFault: () => undefined });
    port.unref();
    this.#port = port;
    this.#channel = channel;
    for (const subscribe of this.#subscriptions) subscribe(channel);
    this.#ready.resolve(channel);
  }

  /** The thread was ended: calls in progress fail with ENGINE_RESTARTED, later ones wait for the next thread. */
  disconnect(): void {
    this.#close(new AppError('ENGINE_RESTARTED', 'The engine was restarted.', { hint: 'Try again.' }));
  }

  /** There will be no other thread: all calls fail with this error. */
  end(error: Error): void {
    this.#ready.reject(error);
    this.#close(error);
    // Closing prepares for another thread, for which later calls would wait.
    this.#ready.reject(error);
  }

  inject(...args: Parameters<EngineGateway['inject']>): ReturnType<EngineGateway['inject']> {
    return this.#call('inject', args);
  }

  async openStream(...args: Parameters<EngineGateway['openStream']>): Promise<EngineStream> {
    const { body, ...head } = await this.#call('openStream', args);
    return { ...head, body: this.#guarded(body) };
  }

  listen(options: ListenOptions): Promise<ListenOptions> {
    return this.#call('listen', [options]);
  }

  unlisten(): Promise<void> {
    return this.#call('unlisten', undefined);
  }

  resume(): Promise<void> {
    return this.#call('resume', undefined);
  }

  pauseSchedules(isPaused: boolean): Promise<void> {
    return this.#call('pauseSchedules', [isPaused]);
  }

  backup(...args: Parameters<EngineGateway['backup']>): ReturnType<EngineGateway['backup']> {
    return this.#call('backup', args);
  }

  onPush(session: PushSession, listener: PushListener): () => void {
    let { lastSeen } = session;
    const onPart = (part: PushPart): void => {
      if ('last' in part) listener.missed((lastSeen = part.last));
      else listener.event((lastSeen = part.number), part.event);
    };
    return this.#subscribe((channel, options) =>
      channel.call('push', lastSeen === undefined ? session : { ...session, lastSeen }, { ...options, onPart }),
    );
  }

  onBusy(listener: (isBusy: boolean) => void): () => void {
    this.#busyListeners.add(listener);
    const end = this.#subscribe((channel, options) => channel.call('busy', undefined, { ...options, onPart: listener }));
    return () => {
      this.#busyListeners.delete(listener);
      end();
    };
  }

  /** Starts a subscription, now and in each later thread. A listener that throws ends it. */
  #subscribe(start: Subscribe): () => void {
    const ended = new AbortController();
    const subscribe = (channel: EngineChannel): void => {
      start(channel, { signal: ended.signal, isBackground: true }).catch(() => {
        if (channel === this.#channel) this.#subscriptions.delete(subscribe);
      });
    };
    this.#subscriptions.add(subscribe);
    if (this.#channel !== undefined) subscribe(this.#channel);
    return () => {
      this.#subscriptions.delete(subscribe);
      ended.abort();
    };
  }

  async #call<M extends keyof GatewayHandlers>(method: M, input: Input<GatewayHandlers, M>): Promise<Output<GatewayHandlers, M>> {
    return (await this.#ready.promise).call(method, input);
  }

  #close(error: Error): void {
    const channel = this.#channel;
    this.#channel = undefined;
    for (const listener of this.#busyListeners) listener(false);
    this.#ready = newTurn();
    channel?.close(error);
    this.#port?.close();
    this.#port = undefined;
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
function newTurn(): PromiseWithResolvers<EngineChannel> {
  const turn = Promise.withResolvers<EngineChannel>();
  turn.promise.catch(() => undefined);
  return turn;
}
