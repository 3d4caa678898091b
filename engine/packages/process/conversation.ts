// The engine's side of one call of package code: answers its requests from the node's context, and checks what it returns.
import type { JsonObject } from '../../contract/json.ts';
import type { Item, ItemList } from '../../contract/run-data.ts';
import type { ShapeCheck } from '../../sandbox/check-shape.ts';
import { toPlain } from '../../sandbox/plain-data.ts';
import {
  NodeError,
  type ExecuteContext,
  type HttpPort,
  type HttpRequest,
  type StandingContext,
  type StopTrigger,
  type SubWorkflowResult,
  type TriggerContext,
} from '../../sdk/index.ts';
import { openWorkflow } from '../../workflow/file/import.ts';
import type { PackageProcess, StartedCall } from './package-process.ts';
import {
  paramWindow,
  type Answer,
  type AsyncQuestion,
  type CallContent,
  type CallEnd,
  type FromPackage,
  type Notice,
  type ParamWindow,
  type SyncQuestion,
  type WireRequest,
  type WireResponse,
} from './protocol.ts';
import { errorOf, failureOf, itemOf, outputsOf, replyOf, shapeOf } from './returned-data.ts';
import { WrittenFiles } from './written-files.ts';

/** What a call may use. Calls that only describe a package have neither node nor run. */
export interface CallContext {
  readonly node?: StandingContext;
  /** Sends the requests of functions of credential types, which have no node. */
  readonly http?: HttpPort;
  /** The same context, if the node runs. */
  readonly run?: ExecuteContext;
  /** Names of the node's parameters with expressions. */
  readonly variable?: readonly string[];
  /** The same context, if the node is a trigger. */
  readonly trigger?: TriggerContext;
  /** Sends a request for a pagination function of a description, and returns its items. */
  readonly routingRequest?: (request: unknown) => Promise<unknown>;
}

/** Sends a call, and returns its value: for nodes the outputs, one list of items each. */
export function callPackage(process: PackageProcess, name: string, content: CallContent, context: CallContext): Promise<unknown> {
  return new Conversation(process, name, context).run(content);
}

/** Milliseconds until a trigger that is stopped must have ended. */
const CLOSE_LIMIT = 10_000;

/**
 * Starts a trigger; resolves once it listens. If it fails later, or its process ends, `fail` of its context is called, unless the package itself is
 * being stopped: then its workflows are activated again.
 */
export async function listenToPackage(
  process: PackageProcess,
  name: string,
  content: CallContent,
  context: CallContext,
): Promise<StopTrigger> {
  const conversation = new Conversation(process, name, context);
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

class Conversation {
  readonly #process: PackageProcess;
  readonly #package: string;
  readonly #context: CallContext;
  readonly #over = new AbortController();
  readonly #settled = Promise.withResolvers<unknown>();
  readonly #shape: ShapeCheck;
  /** Items that were sent in slices, by output. */
  readonly #outputs = new Map<number, Item[]>();
  readonly #streams = new Map<number, AsyncIterator<Uint8Array>>();
  readonly #files = new WrittenFiles();
  readonly #listening = Promise.withResolvers<void>();
  #isListening = false;
  #lastStream = 0;
  #call: StartedCall | undefined;
  /** Whether the package was stopped, such as by an update. */
  wasStopped = false;

  constructor(process: PackageProcess, name: string, context: CallContext) {
    this.#process = process;
    this.#package = name;
    this.#context = context;
    this.#shape = shapeOf(name);
  }

  /** Resolves once a trigger listens. */
  get listening(): Promise<void> {
    return this.#listening.promise;
  }

  /** Lets a trigger stop listening. Resolves when it has ended, or after the limit in milliseconds. */
  async close(limit: number, ended: Promise<unknown>): Promise<void> {
    this.#call?.send({ type: 'close' });
    const late = new NodeError(`The trigger did not stop within ${limit / 1000} seconds.`);
    const timer = setTimeout(() => this.#settled.reject(late), limit);
    try {
      await ended;
    } finally {
      clearTimeout(timer);
    }
  }

  async run(content: CallContent): Promise<unknown> {
    const { node } = this.#context;
    node?.signal.throwIfAborted();
    const onAbort = (): void => {
      // A listening trigger is closed by its owner, and must still be able to sign off at its service.
      if (this.#isListening) return;
      const reason = node?.signal.reason as Error;
      this.#call?.send({ type: 'abort', reason: reason.message });
      this.#settled.reject(reason);
    };
    node?.signal.addEventListener('abort', onAbort, { once: true });
    try {
      this.#call = this.#process.start(content, {
        message: (message) => this.#guarded(() => this.#hear(message)),
        lost: (error, wasStopped) => {
          this.wasStopped = wasStopped;
          this.#settled.reject(error);
        },
      });
      return await this.#settled.promise;
    } finally {
      node?.signal.removeEventListener('abort', onAbort);
      this.#over.abort();
      this.#call?.end();
      for (const stream of this.#streams.values()) void stream.return?.();
      this.#files.discard();
    }
  }

  /** Fails the call if its data is invalid. */
  #guarded(hear: () => void): void {
    try {
      hear();
    } catch (error) {
      this.#settled.reject(error as Error);
    }
  }

  #hear(message: FromPackage): void {
    switch (message.type) {
      case 'sync':
        this.#answerNow(message.question);
        break;
      case 'async':
        void this.#answerLater(message.id, message.question);
        break;
      case 'notice':
        this.#note(message.notice);
        break;
      case 'items':
        this.#addItems(message.output, message.items);
        break;
      case 'done':
        this.#finish(message.end);
        break;
      case 'failed':
        this.#settled.reject(errorOf(message.failure, this.#package));
    }
  }

  #addItems(output: number, items: readonly unknown[]): void {
    this.#shape.check(items);
    const list = this.#outputs.get(output) ?? [];
    this.#outputs.set(output, list);
    for (const item of items) list.push(itemOf(item, this.#package));
  }

  #finish({ value, staticData, nodeContext, waitTill }: CallEnd): void {
    const { node, run } = this.#context;
    this.#shape.check(value);
    this.#keep(staticData);
    if (nodeContext !== undefined && run !== undefined) replaceFields(run.nodeContext(), nodeContext);
    if (waitTill !== undefined) run?.waitUntil(waitTill);
    const isOutputs = Array.isArray(value) && value.every((each) => typeof each === 'number' || each === null);
    this.#settled.resolve(
      isOutputs && node !== undefined
        ? value.map((each, output): ItemList => (each === null ? null : (this.#outputs.get(output) ?? [])))
        : value,
    );
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
      case 'listening':
        this.#isListening = true;
        this.#listening.resolve();
        break;
      case 'broken':
        trigger?.fail(errorOf(notice.failure, this.#package));
    }
  }

  #answerNow(question: SyncQuestion): void {
    let answer: Answer;
    try {
      answer = { value: toPlain(this.#valueFor(question)) };
    } catch (error) {
      answer = { failure: failureOf(error) };
    }
    this.#call?.answerNow(answer);
  }

  #valueFor(question: SyncQuestion): unknown {
    const node = this.#node();
    switch (question.type) {
      case 'params':
        return this.#window(node, question.itemIndex);
      case 'param':
        return node.param(question.path, question.itemIndex, undefined, { extractValue: false, raw: question.raw });
      case 'extract':
        return node.param(question.path, question.itemIndex);
      case 'evaluate':
        this.#shape.check(question.extra);
        return node.evaluate(question.expression, question.itemIndex, question.extra);
      case 'resumeUrl':
        return this.#context.run?.resumeUrl('webhook-waiting');
      case 'staticData':
        return node.staticData(question.scope);
      case 'nodeContext':
        break;
    }
    return this.#context.run?.nodeContext() ?? {};
  }

  #window(node: StandingContext, from: number): ParamWindow {
    const count = Math.max(1, Math.min(paramWindow, (this.#context.run?.input().length ?? 1) - from));
    const values = Object.fromEntries(
      (this.#context.variable ?? []).map((name) => [
        name,
        Array.from({ length: count }, (_, index) => {
          try {
            return { value: node.param(name, from + index, undefined, { extractValue: false }) };
          } catch (error) {
            return { failure: failureOf(error) };
          }
        }),
      ]),
    );
    return { from, count, values };
  }

  async #answerLater(id: number, question: AsyncQuestion): Promise<void> {
    let answer: Answer;
    try {
      answer = { value: await this.#resultFor(question) };
    } catch (error) {
      answer = { failure: failureOf(error) };
    }
    if (!this.#over.signal.aborted) this.#guarded(() => this.#call?.send({ type: 'answer', id, answer }));
  }

  async #resultFor(question: AsyncQuestion): Promise<unknown> {
    const { http } = this.#context;
    if (question.type === 'http' && http !== undefined) return this.#http({ http }, question.request);
    const node = this.#node();
    switch (question.type) {
      case 'http':
        return this.#http(node, question.request);
      case 'readChunk':
        return this.#nextChunk(question.stream);
      case 'closeStream':
        await this.#takeStream(question.stream)?.return?.();
        return undefined;
      case 'credentials':
        return node.credentials(question.name, question.itemIndex);
      case 'openBinary':
        return this.#openStream(node.binary.stream(question.entry));
      case 'readBinary':
        return node.binary.read(question.entry);
      case 'writeBinary': {
        const { bytes, fileName, mimeType } = question;
        return node.binary.write(bytes, {
          ...(fileName === undefined ? {} : { fileName }),
          ...(mimeType === undefined ? {} : { mimeType }),
        });
      }
      case 'startFile':
      case 'writeChunk':
      case 'endFile':
        return this.#files.answer(question, node.binary);
      case 'runWorkflow':
        return this.#runWorkflow(question);
      case 'sleep':
        return node.sleep(question.milliseconds);
      case 'routingRequest':
        return toPlain(await this.#context.routingRequest?.(question.request));
      case 'emit': {
        const outputs = outputsOf(question.outputs, this.#package);
        this.#keep(question.staticData);
        const run = await this.#context.trigger?.emit(outputs);
        return question.awaitsEnd ? run?.ended() : undefined;
      }
    }
  }

  #runWorkflow({ workflowId, workflow, items, wait }: Extract<AsyncQuestion, { type: 'runWorkflow' }>): Promise<SubWorkflowResult> {
    const { run } = this.#context;
    if (run === undefined) throw new NodeError('A node can call a workflow only while it runs.');
    const [input] = outputsOf([items], this.#package);
    return run.runWorkflow({
      items: input ?? [],
      wait,
      ...(workflowId === undefined ? {} : { workflowId }),
      ...(workflow === undefined ? {} : { workflow: openWorkflow(workflow) }),
    });
  }

  async #http(node: SendingNode, wire: WireRequest): Promise<WireResponse> {
    const { credential, isStreamed, ...rest } = wire;
    const signals = this.#isListening || node.signal === undefined ? [] : [node.signal];
    const signal = AbortSignal.any([...signals, this.#over.signal]);
    const request: HttpRequest = { ...rest, signal };
    const signed =
      credential === undefined ? request : await (node.signRequest ?? cannotSign)(credential.type, request, credential.itemIndex);
    const response = await node.http.request({ ...signed, signal });
    const { status, statusText, headers, url } = response;
    const body = isStreamed ? { stream: this.#openStream(response.stream()) } : await response.bytes();
    return { status, statusText, headers, url, body };
  }

  #openStream(source: AsyncIterable<Uint8Array>): number {
    const stream = ++this.#lastStream;
    this.#streams.set(stream, source[Symbol.asyncIterator]());
    return stream;
  }

  async #nextChunk(stream: number): Promise<Uint8Array | undefined> {
    const next = await this.#streams.get(stream)?.next();
    if (next === undefined || next.done === true) {
      this.#streams.delete(stream);
      return undefined;
    }
    return next.value;
  }

  #takeStream(stream: number): AsyncIterator<Uint8Array> | undefined {
    const source = this.#streams.get(stream);
    this.#streams.delete(stream);
    return source;
  }

  #node(): StandingContext {
    const { node } = this.#context;
    if (node === undefined) throw new NodeError('Package code may use the program only while a node runs.');
    return node;
  }
}

type SendingNode = Pick<StandingContext, 'http'> & Partial<Pick<StandingContext, 'signal' | 'signRequest'>>;

const cannotSign = (): never => {
  throw new NodeError('A credential type cannot sign requests with another credential.');
};

/** Gives an object the fields of another one, in place. */
function replaceFields(target: JsonObject, fields: JsonObject): void {
  for (const key of Object.keys(target)) delete target[key];
  for (const [key, value] of Object.entries(fields)) {
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  }
}
