// The engine's end of the channel to one call of package code: serves what it calls from the node's context, and checks what it returns.
import { Channel, type ChannelMessage } from '../../channel/channel.ts';
import { toPublicErrorData } from '../../channel/errors.ts';
import type { ShapeCheck } from '../../sandbox/check-shape.ts';
import { toPlain } from '../../sandbox/plain-data.ts';
import { saveStaticData } from '../../sandbox/static-data.ts';
import { NodeError, type ConnectedNode, type DetachedContext, type StopTrigger, type WebhookReply } from '../../sdk/index.ts';
import { guarded } from '../../workflow/values/guarded.ts';
import { replaceFields } from '../../workflow/values/own-properties.ts';
import type { CallContext, PartSource } from './call-context.ts';
import { CallResources } from './call-resources.ts';
import { engineHandlers, type ServedCall } from './engine-handlers.ts';
import type { CallListener, OpenCall, PackageRunner } from './package-process.ts';
import { paramWindow } from './param-window.ts';
import { ReturnedItems, sendExecution } from './passed-items.ts';
import type { PartDescription, PartInput, PartMethod, PartOutput, PartUse } from './part-protocol.ts';
import {
  RUN_ID,
  type CallContent,
  type CallEnd,
  type PackageHandlers,
  type PackageInput,
  type PackageOutput,
  type PackedPart,
  type ParamWindow,
} from './protocol.ts';
import type { SendingNode } from './requests.ts';
import { errorOf, shapeOf } from './returned-data.ts';
import { deltaOf, outputOf } from './returned-parts.ts';
import { StreamedReply } from './streamed-reply.ts';

/** Sends a call, and returns its value: for nodes the outputs, one list of items each. */
export function callPackage(runner: PackageRunner, name: string, content: CallContent, context: CallContext): Promise<unknown> {
  return new CallChannel(runner, name, context).run(content);
}

/** Milliseconds until a trigger that is stopped, or a part that is released, must have ended. */
const CLOSE_LIMIT = 10_000;

/**
 * Starts a trigger; resolves once it listens. If it fails later, or its process ends, `fail` of its context is called, unless the package itself is
 * being stopped: then its workflows are activated again.
 */
export async function listenToPackage(
  runner: PackageRunner,
  name: string,
  content: CallContent,
  context: CallContext,
): Promise<StopTrigger> {
  const channel = new CallChannel(runner, name, context);
  let isOver = false;
  let isStopping = false;
  const result = channel.run(content).finally(() => (isOver = true));
  await Promise.race([channel.listening, result.then(() => Promise.reject(new NodeError('The trigger ended without listening.')))]);
  result.catch((error: unknown) => {
    if (!isStopping && !channel.wasStopped) context.trigger?.fail(error);
  });
  return async () => {
    if (isOver) return;
    isStopping = true;
    await channel.close(CLOSE_LIMIT, result);
  };
}

/** What a node of a package supplies, which stays in its process until it is closed. */
export interface PackagePart {
  readonly description: PartDescription;
  use<M extends PartMethod>(method: M, input: PartInput<M>, use: PartUse): Promise<PartOutput<M>>;
  /** Releases it. */
  close(): Promise<void>;
}

/** Lets a node supply a part. Rejects with PACKAGE_FAILED, or the NodeError of package code. */
export async function openPart(runner: PackageRunner, name: string, content: CallContent, context: CallContext): Promise<PackagePart> {
  const channel = new CallChannel(runner, name, context);
  let isOver = false;
  const result = channel.run(content).finally(() => (isOver = true));
  const early = result.then(() => Promise.reject(new NodeError('The node supplied nothing.')));
  // It may end, or fail, later: then its uses fail.
  early.catch(() => undefined);
  return {
    description: await Promise.race([channel.supplied, early]),
    use: (method, input, use) => channel.use(method, input, use),
    close: async () => {
      if (!isOver) await channel.close(CLOSE_LIMIT, result);
    },
  };
}

/** Calls a webhook. Resolves with its result, or with a response that it continues to write: `{ reply }`. */
export async function callWebhook(runner: PackageRunner, name: string, content: CallContent, context: CallContext): Promise<unknown> {
  const channel = new CallChannel(runner, name, context);
  const result = channel.run(content);
  result.then(
    () => channel.reply.end(),
    (error: unknown) => channel.reply.end(error),
  );
  return Promise.race([result, channel.reply.started.then((reply) => ({ reply }))]);
}

/** Reason with which a call's requests are aborted when it ends. Created once, because V8 records a stack for each error. */
const over = new Error('The call has ended.');

class CallChannel implements ServedCall {
  readonly context: CallContext;
  readonly name: string;
  readonly shape: ShapeCheck;
  readonly reply = new StreamedReply();
  isListening = false;
  /** Whether the package was stopped, such as by an update. */
  wasStopped = false;
  readonly #runner: PackageRunner;
  /** Aborted when the call ends. Created on first use, because most calls make no requests. */
  #abort: AbortController | undefined;
  #isOver = false;
  /** Whether package code has ended the call, or was asked to. */
  #hasEnded = false;
  readonly #settled = Promise.withResolvers<unknown>();
  readonly #items: ReturnedItems;
  /** Resources that the call has open, from its first request on. */
  #resources: CallResources | undefined;
  /** Channels of attached nodes. */
  readonly #attached: CallChannel[] = [];
  readonly #listening = Promise.withResolvers<void>();
  readonly #supplied = Promise.withResolvers<PartDescription>();
  /** Latest error that package code sent. */
  #codeError: Error | undefined;
  /** Why the call failed. */
  #failure: Error | undefined;
  #call: OpenCall | undefined;
  readonly #channel: Channel<PackageHandlers>;

  constructor(runner: PackageRunner, name: string, context: CallContext) {
    this.#runner = runner;
    this.name = name;
    this.context = context;
    this.shape = shapeOf(name);
    this.#items = new ReturnedItems(name, this.shape);
    this.#channel = new Channel<PackageHandlers>(
      { send: (message) => this.#call?.send(message), respond: (message) => this.#call?.replyNow(message) },
      engineHandlers,
      {
        owner: this,
        toData: toPublicErrorData,
        fromData: (data) => (this.#codeError = errorOf(data, name)),
        // The run is aborted as a whole.
        onCancel: ({ message: reason }, id) => id !== RUN_ID && this.#call?.send({ type: 'cancel', id, reason }),
      },
    );
    // It may fail before it is awaited.
    this.#settled.promise.catch(() => undefined);
  }

  get #over(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#isOver) this.#abort.abort(over);
    return this.#abort.signal;
  }

  get resources(): CallResources {
    return (this.#resources ??= new CallResources(this.#over));
  }

  get node(): DetachedContext {
    const { node } = this.context;
    if (node === undefined) throw new NodeError('Package code may use the program only while a node runs.');
    return node;
  }

  get used(): ConnectedNode {
    const { used } = this.context;
    if (used === undefined) throw new NodeError('Only nodes that are attached to another one record their uses.');
    return used;
  }

  get parts(): PartSource {
    const { parts } = this.context;
    if (parts === undefined) throw new NodeError('Parts of other nodes can be used only by a root node.');
    return parts;
  }

  get sender(): SendingNode {
    return this.context.sender ?? this.node;
  }

  /** Resolves once a trigger listens. */
  get listening(): Promise<void> {
    return this.#listening.promise;
  }

  /** Resolves once what the call supplies can be used. */
  get supplied(): Promise<PartDescription> {
    return this.#supplied.promise;
  }

  hasSupplied(description: PartDescription): void {
    this.#supplied.resolve(description);
  }

  /** Uses what the call supplies. Rejects with the error of package code, and with the reason of the signal. */
  async use<M extends PartMethod>(method: M, input: PartInput<M>, { signal, onDelta }: PartUse): Promise<PartOutput<M>> {
    const onPart = (part: unknown): void => onDelta?.(deltaOf(part));
    const value: unknown = await this.#channel.call('usePart', { method, input }, { signal, onPart, isBackground: true });
    shapeOf(this.name).check(value);
    return outputOf(method, value, this.name);
  }

  hasStartedListening(): void {
    this.isListening = true;
    this.#listening.resolve();
  }

  params(from: number): ParamWindow {
    const { variable = [], run } = this.context;
    return paramWindow(this.node, variable, from, run?.input().length ?? 1);
  }

  disconnect(): void {
    this.#call?.cancel(closing);
  }

  passReply(response: number, reply: WebhookReply): void {
    if (!this.#isOver) this.#guarded(() => this.#channel.notify('response', { response, reply: toPlain(reply) }))();
  }

  attach(context: CallContext): number {
    const attached = new CallChannel(this.#runner, this.name, context);
    this.#attached.push(attached);
    attached.#settled.promise.catch((error: Error) => this.#settled.reject(error));
    const call = this.#runner.attach({ ...attached.#listener, lost: () => undefined });
    attached.#call = call;
    return call.number;
  }

  /** Lets a trigger stop listening, or releases a part. Resolves when it has ended, or after the limit in milliseconds. */
  async close(limit: number, result: Promise<unknown>): Promise<void> {
    this.#channel.notify('close', undefined);
    const late = new NodeError(`The package ${this.name} did not stop within ${limit / 1000} seconds.`);
    const timer = setTimeout(() => {
      this.#stop(late.message, 'cancel');
      this.#settled.reject(late);
    }, limit);
    try {
      await result;
    } finally {
      clearTimeout(timer);
    }
  }

  async run(content: CallContent): Promise<unknown> {
    const { node, signal = node?.signal } = this.context;
    signal?.throwIfAborted();
    const onAbort = (): void => {
      // A listening trigger is closed by its owner, and must still be able to sign off at its service.
      if (this.isListening) return;
      const reason = signal?.reason as Error;
      this.#stop(reason.message, 'cancel');
      this.#settled.reject(reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      this.#call = this.#runner.open(this.#listener);
      const start = (input: PackageInput): void => this.#start(input);
      const sending =
        content.kind === 'execute'
          ? sendExecution(
              this.#channel,
              content,
              start,
              () => this.params(0),
              () => this.#over,
            )
          : start({ content });
      if (sending instanceof Promise) await Promise.race([sending, this.#settled.promise]);
      return await this.#settled.promise;
    } catch (error) {
      this.#failure = error as Error;
      this.#stop(this.#failure.message, 'send');
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#end();
      const closing = this.context.parts?.close();
      if (closing !== undefined) await closing;
    }
  }

  #start(input: PackageInput): void {
    const onPart = ({ index, items }: PackedPart): void => this.#items.add(index, items);
    this.#channel.call('run', input, { onPart, isBackground: true }).then(
      this.#guarded((output: PackageOutput) => this.#finish(output)),
      (error: Error) => {
        if (error === this.#codeError) this.#hasEnded = true;
        this.#settled.reject(error);
      },
    );
  }

  get #listener(): CallListener {
    return {
      message: this.#guarded((message) => this.#channel.receive(message)),
      lost: (error, wasStopped) => {
        this.wasStopped = wasStopped;
        this.#hasEnded = true;
        this.#settled.reject(error);
      },
    };
  }

  /**
   * Tells package code to stop, unless it has ended. `how`: after `cancel`, the process is ended if the code does not stop; after `send` it goes on.
   * `send` is for calls that failed in the engine, whose code would otherwise wait for responses that never come.
   */
  #stop(reason: string, how: 'cancel' | 'send'): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#call?.[how]({ type: 'cancel', id: RUN_ID, reason });
  }

  #end(): void {
    this.#isOver = true;
    this.#channel.close(this.#failure ?? over);
    this.#abort?.abort(over);
    this.#call?.end();
    this.#resources?.close();
    for (const attached of this.#attached) attached.#end();
  }

  /** Returns a function that fails the call if the data is invalid. */
  #guarded<A extends readonly unknown[]>(receive: (...args: A) => void): (...args: A) => void {
    return guarded((error) => this.#settled.reject(error), receive);
  }

  #finish({ end, items }: PackageOutput): void {
    this.#hasEnded = true;
    items?.forEach((list, output) => list !== null && this.#items.add(output, list));
    const { value, staticData, nodeContext, waitTill }: CallEnd = end;
    const { node, run } = this.context;
    this.shape.check(value);
    if (node !== undefined) saveStaticData(node, staticData);
    if (nodeContext !== undefined && run !== undefined) replaceFields(run.nodeContext(), nodeContext);
    if (waitTill !== undefined) run?.waitUntil(waitTill);
    const isOutputs = Array.isArray(value) && value.every((each) => typeof each === 'number' || each === null);
    this.#settled.resolve(isOutputs && node !== undefined ? this.#items.lists(value) : value);
  }
}

const closing: ChannelMessage = { type: 'notify', method: 'close', input: undefined };
