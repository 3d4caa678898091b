// The engine's side of one call of package code: answers its requests from the node's context, and checks what it returns.
import { errorCodeOf, type ErrorCode } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Item, ItemList } from '../../contract/run-data.ts';
import { ShapeCheck } from '../../sandbox/check-shape.ts';
import { toPlain } from '../../sandbox/plain-data.ts';
import { NodeError, type ExecuteContext, type HttpRequest, type StandingContext } from '../../sdk/index.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import type { PackageProcess, StartedCall } from './package-process.ts';
import {
  paramWindow,
  type Answer,
  type AsyncQuestion,
  type CallContent,
  type CallEnd,
  type FailureData,
  type FromPackage,
  type Notice,
  type ParamWindow,
  type SyncQuestion,
  type WireRequest,
  type WireResponse,
} from './protocol.ts';

/** What a call may use. Calls that only describe a package have neither node nor run. */
export interface CallContext {
  readonly node?: StandingContext;
  /** The same context, if the node runs. */
  readonly run?: ExecuteContext;
  /** Names of the node's parameters with expressions. */
  readonly variable?: readonly string[];
}

/** Sends a call, and returns its value: for nodes the outputs, one list of items each. */
export function callPackage(process: PackageProcess, name: string, content: CallContent, context: CallContext): Promise<unknown> {
  return new Conversation(process, name, context).run(content);
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
  #lastStream = 0;
  #call: StartedCall | undefined;

  constructor(process: PackageProcess, name: string, context: CallContext) {
    this.#process = process;
    this.#package = name;
    this.#context = context;
    this.#shape = new ShapeCheck(`The data returned by the package ${name}`);
  }

  async run(content: CallContent): Promise<unknown> {
    const { node } = this.#context;
    node?.signal.throwIfAborted();
    const onAbort = (): void => {
      const reason = node?.signal.reason as Error;
      this.#call?.send({ type: 'abort', reason: reason.message });
      this.#settled.reject(reason);
    };
    node?.signal.addEventListener('abort', onAbort, { once: true });
    try {
      this.#call = this.#process.start(content, {
        message: (message) => this.#guarded(() => this.#hear(message)),
        lost: (error) => this.#settled.reject(error),
      });
      return await this.#settled.promise;
    } finally {
      node?.signal.removeEventListener('abort', onAbort);
      this.#over.abort();
      this.#call?.end();
      for (const stream of this.#streams.values()) void stream.return?.();
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
    for (const scope of ['global', 'node'] as const) {
      const after = staticData[scope];
      if (after !== undefined && node !== undefined) replaceFields(node.staticData(scope), after);
    }
    if (nodeContext !== undefined && run !== undefined) replaceFields(run.nodeContext(), nodeContext);
    if (waitTill !== undefined) run?.waitUntil(waitTill);
    const isOutputs = Array.isArray(value) && value.every((each) => typeof each === 'number' || each === null);
    this.#settled.resolve(
      isOutputs && node !== undefined
        ? value.map((each, output): ItemList => (each === null ? null : (this.#outputs.get(output) ?? [])))
        : value,
    );
  }

  #note(notice: Notice): void {
    const { node, run } = this.#context;
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
        return node.evaluate(question.expression, question.itemIndex);
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
      case 'sleep':
        return node.sleep(question.milliseconds);
    }
  }

  async #http(node: StandingContext, wire: WireRequest): Promise<WireResponse> {
    const { credential, isStreamed, ...rest } = wire;
    const signal = AbortSignal.any([node.signal, this.#over.signal]);
    const request: HttpRequest = { ...rest, signal };
    const signed = credential === undefined ? request : await node.signRequest(credential.type, request, credential.itemIndex);
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

/** Codes of errors that keep their meaning when package code lets them pass. */
const passedCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'NODE_OPERATION_FAILED', 'NODE_REQUEST_FAILED', 'PARAMETER_INVALID', 'EXPRESSION_FAILED', 'EXPRESSION_SYNTAX', 'EXPRESSION_FORBIDDEN', 'EXPRESSION_BUDGET',
  'CREDENTIAL_NOT_FOUND', 'CREDENTIAL_NODE_REFUSED', 'CREDENTIAL_NOT_CONNECTED', 'CONSENT_REFUSED', 'VAULT_LOCKED', 'BINARY_NOT_FOUND',
]); // oxfmt-ignore

/** Returns the error of package code. Its texts are the package's. */
function errorOf(failure: FailureData, name: string): NodeError {
  const { message, description, httpCode, itemIndex, runIndex, code, hint } = failure;
  const known = errorCodeOf(failure);
  const status = Number(httpCode);
  return new NodeError(message, {
    code: known !== undefined && passedCodes.has(known) ? known : httpCode === undefined ? 'NODE_OPERATION_FAILED' : 'NODE_REQUEST_FAILED',
    name: failure.name,
    retryable: status === 429 || status >= 500,
    ...(description === undefined ? {} : { description }),
    ...(httpCode === undefined ? {} : { httpCode }),
    ...(itemIndex === undefined ? {} : { itemIndex }),
    ...(runIndex === undefined ? {} : { runIndex }),
    ...(hint === undefined || code === undefined ? {} : { hint }),
    context: { package: name },
  });
}

/** Returns an error of the engine as package code receives it. */
function failureOf(error: unknown): FailureData {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { description, httpCode, hint } = error as { description?: unknown; httpCode?: unknown; hint?: unknown };
  const code = errorCodeOf(error);
  return {
    name: error.name,
    message: error.message,
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof httpCode === 'string' ? { httpCode } : {}),
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(code === undefined ? {} : { code }),
  };
}

/** Returns a checked item with the fields of items only. Throws NodeError for anything else. */
function itemOf(value: unknown, name: string): Item {
  const { json, binary, pairedItem, error } = isRecord(value) ? value : {};
  if (!isRecord(json)) {
    throw new NodeError(`The package ${name} returned an item without "json".`, { hint: 'Tell the authors of the package.' });
  }
  return {
    json: json as JsonObject,
    ...(isRecord(binary) ? { binary: binary as Item['binary'] } : {}),
    ...(pairedItem === undefined || pairedItem === null ? {} : { pairedItem: pairedItem as Item['pairedItem'] }),
    ...(isRecord(error) ? { error: { name: textIn(error, 'name', 'Error'), message: textIn(error, 'message', '') } } : {}),
  };
}

const textIn = (record: Readonly<Record<string, unknown>>, key: string, fallback: string): string => {
  const value = record[key];
  return typeof value === 'string' ? value : fallback;
};

/** Gives an object the fields of another one, in place. */
function replaceFields(target: JsonObject, fields: JsonObject): void {
  for (const key of Object.keys(target)) delete target[key];
  for (const [key, value] of Object.entries(fields)) {
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  }
}
