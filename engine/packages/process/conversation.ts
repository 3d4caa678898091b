// The engine's side of one call of package code: answers its requests from the node's context, and checks what it returns.
import type { JsonObject } from '../../contract/json.ts';
import { aiConnectionTypes, type AiConnectionType } from '../../contract/connection-types.ts';
import type { ShapeCheck } from '../../sandbox/check-shape.ts';
import { toPlain } from '../../sandbox/plain-data.ts';
import { NodeError, type ConnectedNode, type DetachedContext, type StopTrigger, type WebhookReply } from '../../sdk/index.ts';
import { isRecord, replaceFields } from '../../workflow/values/own-properties.ts';
import { attachedData } from './attached-data.ts';
import { callDataTables } from './data-tables.ts';
import type { CallContext } from './call-context.ts';
import { asksForRequest, asksForResource, CallResources, storedContent } from './call-resources.ts';
import { calledTrigger, plainNode } from './node-lookup.ts';
import type { CallListener, OpenCall, PackageRunner } from './package-process.ts';
import { packedValue, paramWindow } from './param-window.ts';
import { ReturnedItems, sendExecution } from './passed-items.ts';
import {
  type CallOutcome,
  type AsyncQuestion,
  type CallContent,
  type CallEnd,
  type ConnectedData,
  type FromPackage,
  type Notice,
  type ParamWindow,
  type SyncQuestion,
} from './protocol.ts';
import { errorOf, failureOf, outputsOf, replyOf, shapeOf, workflowCallOf } from './returned-data.ts';
import { StreamedReply } from './streamed-reply.ts';

/** Sends a call, and returns its value: for nodes the outputs, one list of items each. */
export function callPackage(runner: PackageRunner, name: string, content: CallContent, context: CallContext): Promise<unknown> {
  return new Conversation(runner, name, context).run(content);
}

/** Milliseconds until a trigger that is stopped must have ended. */
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
  const conversation = new Conversation(runner, name, context);
  let isOver = false;
  let isStopping = false;
  const ended = conversation.run(content).finally(() => (isOver = true));
  await Promise.race([conversation.listening, ended.then(() => Promise.reject(new NodeError('The trigger ended without listening.')))]);
  ended.catch((error: unknown) => {
    if (!isStopping && !conversation.wasStopped) context.trigger?.fail(error);
  });
  return async () => {
    if (isOver) return;
    isStopping = true;
    await conversation.close(CLOSE_LIMIT, ended);
  };
}

/** Calls a webhook. Resolves with its result, or with a response that it goes on writing: `{ reply }`. */
export async function callWebhook(runner: PackageRunner, name: string, content: CallContent, context: CallContext): Promise<unknown> {
  const conversation = new Conversation(runner, name, context);
  const ended = conversation.run(content);
  ended.then(
    () => conversation.reply.end(),
    (error: unknown) => conversation.reply.end(error),
  );
  return Promise.race([ended, conversation.reply.begun.then((reply) => ({ reply }))]);
}

/** Reason with which a call's requests are aborted when it ends. Created once, because V8 records a stack for each error. */
const over = new Error('The call has ended.');

class Conversation {
  readonly #runner: PackageRunner;
  readonly #package: string;
  readonly #context: CallContext;
  /** Aborted when the call ends. Created on first use, because most calls make no requests. */
  #abort: AbortController | undefined;
  #isOver = false;
  /** Whether package code has ended the call, or was told to. */
  #hasLetGo = false;
  readonly #settled = Promise.withResolvers<unknown>();
  readonly #shape: ShapeCheck;
  readonly #items: ReturnedItems;
  /** What the call holds open, from its first request on. */
  #held: CallResources | undefined;
  /** Conversations of attached nodes. */
  readonly #attached: Conversation[] = [];
  readonly #listening = Promise.withResolvers<void>();
  readonly reply = new StreamedReply();
  #isListening = false;
  #call: OpenCall | undefined;
  /** Whether the package was stopped, such as by an update. */
  wasStopped = false;

  constructor(runner: PackageRunner, name: string, context: CallContext) {
    this.#runner = runner;
    this.#package = name;
    this.#context = context;
    this.#shape = shapeOf(name);
    this.#items = new ReturnedItems(name, this.#shape);
    // It may fail before it is awaited.
    this.#settled.promise.catch(() => undefined);
  }

  get #over(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#isOver) this.#abort.abort(over);
    return this.#abort.signal;
  }

  get #resources(): CallResources {
    return (this.#held ??= new CallResources(this.#over));
  }

  /** Resolves once a trigger listens. */
  get listening(): Promise<void> {
    return this.#listening.promise;
  }

  /** Lets a trigger stop listening. Resolves when it has ended, or after the limit in milliseconds. */
  async close(limit: number, ended: Promise<unknown>): Promise<void> {
    this.#call?.send({ type: 'close' });
    const late = new NodeError(`The trigger did not stop within ${limit / 1000} seconds.`);
    const timer = setTimeout(() => {
      this.#stop(late.message, 'cancel');
      this.#settled.reject(late);
    }, limit);
    try {
      await ended;
    } finally {
      clearTimeout(timer);
    }
  }

  async run(content: CallContent): Promise<unknown> {
    const { node, signal = node?.signal } = this.#context;
    signal?.throwIfAborted();
    const onAbort = (): void => {
      // A listening trigger is closed by its owner, and must still be able to sign off at its service.
      if (this.#isListening) return;
      const reason = signal?.reason as Error;
      this.#stop(reason.message, 'cancel');
      this.#settled.reject(reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const call = (this.#call = this.#runner.open(this.#listener));
      const sending =
        content.kind === 'execute'
          ? sendExecution(
              call,
              content,
              () => this.#params(this.#node(), 0),
              () => this.#over,
            )
          : call.send({ type: 'call', content });
      if (sending instanceof Promise) await Promise.race([sending, this.#settled.promise]);
      return await this.#settled.promise;
    } catch (error) {
      this.#stop((error as Error).message, 'send');
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#end();
    }
  }

  get #listener(): CallListener {
    return {
      message: (message) => this.#guarded(() => this.#receive(message)),
      lost: (error, wasStopped) => {
        this.wasStopped = wasStopped;
        this.#hasLetGo = true;
        this.#settled.reject(error);
      },
    };
  }

  /**
   * Tells package code to stop, unless it has ended. `how`: after `cancel`, the process is ended if the code does not stop; after `send` it goes on.
   * `send` is for calls that failed in the engine, whose code would otherwise wait for responses that never come.
   */
  #stop(reason: string, how: 'cancel' | 'send'): void {
    if (this.#hasLetGo) return;
    this.#hasLetGo = true;
    this.#call?.[how]({ type: 'abort', reason });
  }

  #end(): void {
    this.#isOver = true;
    this.#abort?.abort(over);
    this.#call?.end();
    this.#held?.close();
    for (const attached of this.#attached) attached.#end();
  }

  /** Opens a conversation for code of an attached node, which ends with this one. Returns the number of its call. */
  #attach(context: CallContext): number {
    const attached = new Conversation(this.#runner, this.#package, context);
    this.#attached.push(attached);
    attached.#settled.promise.catch((error: Error) => this.#settled.reject(error));
    const call = this.#runner.attach({ ...attached.#listener, lost: () => undefined });
    attached.#call = call;
    return call.number;
  }

  #connected(connection: string): ConnectedData {
    if (!aiConnectionTypes.includes(connection as AiConnectionType)) throw new NodeError(`There is no connection type "${connection}".`);
    const { isList, nodes } = this.#node().connected(connection as AiConnectionType);
    return { isList, nodes: nodes.map((node) => attachedData(node, this.#context, (context) => this.#attach(context))) };
  }

  /** Fails the call if its data is invalid. */
  #guarded(receive: () => void): void {
    try {
      receive();
    } catch (error) {
      this.#settled.reject(error as Error);
    }
  }

  #receive(message: FromPackage): void {
    switch (message.type) {
      case 'sync':
        this.#replyNow(message.question);
        break;
      case 'async':
        void this.#answerLater(message.id, message.question);
        break;
      case 'notice':
        this.#note(message.notice);
        break;
      case 'items':
        this.#items.add(message.output, message.items);
        break;
      case 'done':
        this.#hasLetGo = true;
        message.items?.forEach((items, output) => items !== null && this.#items.add(output, items));
        this.#finish(message.end);
        break;
      case 'failed':
        this.#hasLetGo = true;
        this.#settled.reject(errorOf(message.failure, this.#package));
        break;
      // The runner keeps this to itself.
      case 'cancelled':
    }
  }

  #finish({ value, staticData, nodeContext, waitTill }: CallEnd): void {
    const { node, run } = this.#context;
    this.#shape.check(value);
    this.#keep(staticData);
    if (nodeContext !== undefined && run !== undefined) replaceFields(run.nodeContext(), nodeContext);
    if (waitTill !== undefined) run?.waitUntil(waitTill);
    const isOutputs = Array.isArray(value) && value.every((each) => typeof each === 'number' || each === null);
    this.#settled.resolve(isOutputs && node !== undefined ? this.#items.lists(value) : value);
  }

  #keep(staticData: CallEnd['staticData']): void {
    const { node } = this.#context;
    for (const scope of ['global', 'node'] as const) {
      const after = staticData[scope];
      if (after !== undefined && node !== undefined) replaceFields(node.staticData(scope), after);
    }
  }

  #note(notice: Notice): void {
    const { node, run, trigger } = this.#context;
    switch (notice.type) {
      case 'log':
        node?.logger[notice.level](notice.message, { package: this.#package });
        break;
      case 'console':
        run?.log(...notice.values);
        break;
      case 'hint':
        run?.hint(notice.hint);
        break;
      case 'customData':
        run?.setExecutionData(notice.key, notice.value);
        break;
      case 'respond':
        run?.respond(replyOf(notice.reply, this.#package));
        break;
      case 'respondChunk':
        run?.respondChunk(String(notice.chunk));
        break;
      case 'replyHead':
        this.reply.begin(replyOf(notice.reply, this.#package), () => this.#call?.cancel({ type: 'close' }));
        break;
      case 'endUse':
        this.#used().end(
          notice.run,
          notice.failure === undefined
            ? { outputs: outputsOf(notice.outputs, this.#package) }
            : { error: errorOf(notice.failure, this.#package) },
        );
        break;
      case 'listening':
        this.#isListening = true;
        this.#listening.resolve();
        break;
      case 'failedRun':
        trigger?.saveFailure?.(errorOf(notice.failure, this.#package));
        break;
      case 'broken':
        trigger?.fail(errorOf(notice.failure, this.#package));
    }
  }

  #replyNow(question: SyncQuestion): void {
    let callOutcome: CallOutcome;
    try {
      callOutcome = { value: toPlain(this.#valueFor(question)) };
    } catch (error) {
      callOutcome = { failure: failureOf(error) };
    }
    this.#response((each) => this.#call?.replyNow(each), callOutcome);
  }

  /** Sends an answer, or why it cannot be passed: without one, such as because it is too large, the code would wait forever. */
  #response(send: (callOutcome: CallOutcome) => void, response: CallOutcome): void {
    try {
      send(response);
    } catch (error) {
      send({ failure: failureOf(error) });
    }
  }

  #valueFor(question: SyncQuestion): unknown {
    const node = this.#node();
    switch (question.type) {
      case 'params':
        return this.#params(node, question.itemIndex);
      case 'param':
        return packedValue(node.param(question.path, question.itemIndex, undefined, { extractValue: false, raw: question.raw }));
      case 'extract':
        return packedValue(node.param(question.path, question.itemIndex));
      case 'evaluate':
        this.#shape.check(question.extra);
        return packedValue(node.evaluate(question.expression, question.itemIndex, question.extra));
      case 'relatives':
        return node.relatives(question.name, question.direction, question.connection).map(plainNode);
      case 'resumeUrl':
        return this.#context.run?.resumeUrl('webhook-waiting');
      case 'ports':
        return node.ports(question.direction === 'outputs' ? 'outputs' : 'inputs');
      case 'knownTypes':
        return this.#context.types?.() ?? [];
      case 'staticData':
        return node.staticData(question.scope);
      case 'storedContent':
        return storedContent(question.entry, node.binary);
      case 'nextRun':
        return this.#used().nextRun;
      case 'beginUse':
        return this.#used().begin(outputsOf(question.inputs, this.#package));
      case 'withInput': {
        const [items] = outputsOf([question.items], this.#package);
        const { runIndex } = question;
        // A run that has not begun begins with these items.
        if (this.#used().nextRun === runIndex) this.#used().begin([items ?? []]);
        const used = this.#used().withInput(items ?? [], runIndex);
        return this.#attach({ ...this.#context, used, node: used.ctx, run: used.ctx });
      }
      case 'nodeContext':
        break;
    }
    return this.#context.run?.nodeContext() ?? {};
  }

  #params(node: DetachedContext, from: number): ParamWindow {
    const { variable = [], run } = this.#context;
    return paramWindow(node, variable, from, run?.input().length ?? 1);
  }

  async #answerLater(id: number, question: AsyncQuestion): Promise<void> {
    let callOutcome: CallOutcome;
    try {
      callOutcome = { value: await this.#resultFor(question) };
    } catch (error) {
      callOutcome = { failure: failureOf(error) };
    }
    if (this.#isOver) return;
    this.#guarded(() => this.#response((each) => this.#call?.send({ type: 'answer', id, response: each }), callOutcome));
  }

  async #resultFor(question: AsyncQuestion): Promise<unknown> {
    const { sender } = this.#context;
    if (sender !== undefined && asksForRequest(question)) return this.#resources.handleRequest(question, sender);
    const node = this.#node();
    if (asksForResource(question)) return this.#resources.response(question, node, this.#isListening);
    switch (question.type) {
      case 'credentials':
        return node.credentials(question.name, question.itemIndex);
      case 'calledTrigger':
        return calledTrigger(node, question.nodeType);
      case 'runWorkflow':
        if (this.#context.run === undefined && this.#context.startsWorkflows !== true)
          throw new NodeError('A node can call a workflow only while it runs.');
        return node.runWorkflow(workflowCallOf(question, this.#package));
      case 'dataTable':
        this.#shape.check(question.args);
        return callDataTables(await node.dataTables(), question);
      case 'sleep':
        return node.sleep(question.milliseconds);
      case 'runCode':
        return this.#runCode(question);
      case 'replyPart':
        return this.reply.write(question.bytes);
      case 'connected':
        return this.#connected(question.connection);
      case 'runTool': {
        this.#shape.check(question.args);
        const items = await this.#used().runAsTool(isRecord(question.args) ? (question.args as JsonObject) : {});
        return items.map(({ json }) => json);
      }
      case 'routingRequest':
        return toPlain(await this.#context.routingRequest?.(question.request));
      case 'emit': {
        const outputs = outputsOf(question.outputs, this.#package);
        this.#keep(question.staticData);
        const { response } = question;
        const respond = (reply: WebhookReply): void => {
          if (response === undefined || this.#isOver) return;
          this.#guarded(() => this.#call?.send({ type: 'response', response, reply: toPlain(reply) }));
        };
        const run = await this.#context.trigger?.emit(outputs, response === undefined ? undefined : respond);
        return question.awaitsEnd ? run?.ended() : undefined;
      }
    }
  }

  async #runCode({ source, isPerItem }: Extract<AsyncQuestion, { type: 'runCode' }>): Promise<unknown> {
    const { run } = this.#context;
    if (run === undefined) throw new NodeError('A node can run code only while it runs itself.');
    return (await run.code.run({ source, mode: isPerItem ? 'each' : 'all', dialect: 'code', items: run.input() })).value;
  }

  #used(): ConnectedNode {
    const { used } = this.#context;
    if (used === undefined) throw new NodeError('Only nodes that are attached to another one record their uses.');
    return used;
  }

  #node(): DetachedContext {
    const { node } = this.#context;
    if (node === undefined) throw new NodeError('Package code may use the program only while a node runs.');
    return node;
  }
}
