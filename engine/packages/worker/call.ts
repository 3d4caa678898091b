// One call in the worker: its requests to the engine, the state it changes, and its result.
import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Luxon from 'luxon';
import type { DateTime } from 'luxon';
import { Channel, type CallOptions, type ChannelMessage, type IncomingCall, type Input, type Output } from '../../channel/channel.ts';
import type { ErrorData } from '../../channel/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { BinaryEntry, Item } from '../../contract/run-data.ts';
import { toPlain } from '../../sandbox/plain-data.ts';
import type { StaticDataCopies, StaticDataScope } from '../../sandbox/static-data.ts';
import { engineError, packageErrorData } from '../modules/failures.ts';
import { StoredContents } from '../modules/stored-contents.ts';
import type { PackedList } from '../process/packed-form.ts';
import { areFew, jsonOf, MessageSize, packItems } from '../process/packed-list.ts';
import type { EngineHandlers, NoticeHandlers } from '../process/engine-handlers.ts';
import type { ModelDelta, PartCall, PartDescription, PartMethod, PartMethods, PartUse } from '../process/part-protocol.ts';
import {
  RUN_ID,
  type CallContent,
  type FromPackage,
  type PackageHandlers,
  type PackageOutput,
  type PackedPart,
} from '../process/protocol.ts';
import { unpackList, unpackValues } from '../process/unpack-list.ts';
import { copyWithDateTimes } from './copy-with-date-times.ts';
import type { LogLimit } from './log-limit.ts';
import type { SshClients } from './ssh-clients.ts';
import { stopError } from './stop-error.ts';

/** Maximum number of milliseconds between two questions whether a file or static data has been fetched. */
const LONGEST_PAUSE = 50;

/** The way to the engine. */
export interface EngineLine {
  /** Throws DataCloneError for values that cannot be cloned. */
  send(message: FromPackage): void;
  /** Sends a call and blocks until its result. */
  ask(message: FromPackage): ChannelMessage;
  /** Blocks the thread. Absent in the thread of the engine, which works on meanwhile. */
  pause?(milliseconds: number): void;
}

/** What all calls of a package share. */
export interface PackageParts {
  /** SSH connections of the package. */
  readonly ssh: SshClients;
  /** Returns a message whose paths are relative to the package. */
  readonly withoutFolders: (message: string) => string;
  /** Returns the package's own Luxon; ours if it has none. */
  readonly luxon: () => typeof Luxon;
  readonly logLimit: LogLimit;
}

export class PackageCall {
  readonly #number: number;
  readonly #line: EngineLine;
  readonly #channel: Channel<EngineHandlers>;
  readonly #calls: Map<number, PackageCall>;
  readonly #attached: PackageCall[] = [];
  /** Call of the root node; this one, unless its node is attached. */
  readonly #root: PackageCall;
  /** Error of the first connection of its own that the root node, or a node attached to it, was denied. */
  #rejection: Error | undefined;
  /** Items of its inputs that have arrived. */
  readonly #inputs = new Map<number, Item[]>();
  /** Runs the call's code; absent for an attached node. */
  runContent: ((content: CallContent) => Promise<unknown>) | undefined;
  /** Uses what the call supplies; absent until it has done so. */
  #usePart: ((use: Omit<PartCall, 'part'>, incoming: IncomingCall) => Promise<unknown>) | undefined;
  /** Number of uses in progress. */
  #uses = 0;
  /** Whether its code has been called; never true for an attached node. */
  hasStarted = false;
  readonly #abort = new AbortController();
  readonly #closed = Promise.withResolvers<void>();
  readonly #stalled = Promise.withResolvers<never>();
  /** Fails the call after some time; absent unless a connection was denied. */
  #watch: NodeJS.Timeout | undefined;
  /** Number of messages of the call so far, in both directions. */
  #steps = 0;
  /** Whether it listens, or writes a response in parts: it may do nothing for long. */
  #isListening = false;
  readonly #staticData: { -readonly [Scope in keyof StaticDataCopies]: StaticDataCopies[Scope] } = {};
  #nodeContext: JsonObject | undefined;
  /** Whether a value contained an object of Luxon. `structuredClone` would make a plain object of it. */
  #hasDateTimes = false;
  #lastDateTime: DateTime | undefined;
  /** Receivers of the responses of workflows that a trigger has started. */
  readonly #responses = new Map<number, (reply: unknown) => void>();
  #responseCount = 0;
  #isOver = false;
  /** Number of requests that were rejected because the call was aborted. */
  #rejected = 0;
  /** Time until which the execution waits, in milliseconds since the epoch. */
  waitTill: number | undefined;
  readonly #parts: PackageParts;
  /** Contents of the files in its items. */
  readonly files: StoredContents;
  /** Name of the node whose code runs, for messages. */
  node = '';

  /** `calls`: the calls in progress, which this one belongs to until it is closed. `root`: call of the root node, if this one's is attached. */
  constructor(number: number, line: EngineLine, calls: Map<number, PackageCall>, parts: PackageParts, root?: PackageCall) {
    this.#parts = parts;
    this.#root = root ?? this;
    this.files = root?.files ?? new StoredContents((entry) => this.#contentOf(entry));
    this.#number = number;
    this.#line = line;
    this.#calls = calls;
    calls.set(number, this);
    this.#channel = new Channel<EngineHandlers>(
      { send: (message) => this.#send(message), sendBlocking: (message) => line.ask({ ...message, call: number }) },
      this.#handlers(),
      { toData: (error) => this.errorData(error), fromData: engineError },
    );
    // It may fail before it is awaited.
    this.#stalled.promise.catch(() => undefined);
  }

  /** Rejects if code that was denied a connection does nothing else for some time: libraries may retry, and report the denial late or never. */
  get stalled(): Promise<never> {
    return this.#stalled.promise;
  }

  get luxon(): typeof Luxon {
    return this.#parts.luxon();
  }

  #contentOf(entry: BinaryEntry): string {
    return this.#fetched((canWait) => this.ask('storedContent', { entry, canWait }));
  }

  /** Asks until the engine has fetched the result. */
  #fetched<T>(ask: (canWait: boolean) => T | undefined): T {
    for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const result = ask(this.#line.pause !== undefined);
      if (result !== undefined) return result;
      this.#line.pause?.(pause);
    }
  }

  /** Returns the value of an expression, or of text as an expression's content; other values unchanged. `extra`: further names in it. */
  evaluate(text: unknown, itemIndex: number, extra?: Readonly<Record<string, unknown>>): unknown {
    if (typeof text !== 'string') return text;
    const expression = text.startsWith('=') ? text : `=${text}`;
    return this.valueFor('evaluate', { expression, itemIndex, ...(extra === undefined ? {} : { extra }) });
  }

  /** Asks for a single value of a parameter or an expression. */
  valueFor<M extends 'param' | 'extract' | 'evaluate'>(method: M, input: Input<EngineHandlers, M>): unknown {
    return this.values(this.ask(method, input) as PackedList)[0];
  }

  /** Unpacks values of parameters or expressions. */
  values(packed: PackedList): unknown[] {
    return unpackValues(packed, (milliseconds, zone, locale) => {
      this.#hasDateTimes = true;
      return this.dateTime(milliseconds, zone, locale);
    });
  }

  /** Returns a date of the package's own Luxon, so that its code recognizes it. */
  dateTime(milliseconds: number, zone: string, locale: string | null): DateTime {
    const last = this.#lastDateTime;
    // The items of a node often have the same date, such as that of `$now`, and it takes time to find the offset of a time zone.
    if (last?.toMillis() === milliseconds && last.zoneName === zone && last.locale === locale) return last;
    return (this.#lastDateTime = this.luxon.DateTime.fromMillis(milliseconds, { zone, ...(locale === null ? {} : { locale }) }));
  }

  /** Returns a copy of a value that package code may change. Objects of Luxon cannot be changed, and stay the same. */
  copyOf<T>(value: T): T {
    return this.#hasDateTimes ? (copyWithDateTimes(value) as T) : structuredClone(value);
  }

  get ssh(): SshClients {
    return this.#parts.ssh;
  }

  get isAttached(): boolean {
    return this.#root !== this;
  }

  /** `after`: milliseconds without a message, and without an open request, until the call fails with the error. */
  rejected(error: Error, after: number): void {
    this.#root.#rejection ??= error;
    const look = (before: number): NodeJS.Timeout =>
      setTimeout(() => {
        const steps = this.#allSteps();
        if (steps === before && !this.#isWaiting() && !this.#isIdle) this.#stalled.reject(error);
        else this.#watch = look(steps);
      }, after);
    this.#watch ??= look(this.#allSteps());
  }

  /**
   * Returns an error of package code as plain data, with paths within the package. If a connection was denied before it, the message is that of
   * the denial, which libraries report in words of their own. Errors of the engine, and of a service that responded, have another reason.
   */
  errorData(error: unknown): ErrorData {
    const failureData = packageErrorData(error);
    const { withoutFolders } = this.#parts;
    const failure = {
      ...failureData,
      message: withoutFolders(failureData.message),
      ...(failureData.description === undefined ? {} : { description: withoutFolders(failureData.description) }),
    };
    const { message, description, code, httpCode } = failure;
    const rejection = this.#root.#rejection?.message;
    if (rejection === undefined || code !== undefined || httpCode !== undefined || message.includes(rejection)) return failure;
    return { ...failure, message: rejection, description: description === undefined ? message : `${message}\n${description}` };
  }

  /** Whether the call has nothing to do until a message arrives. */
  get #isIdle(): boolean {
    return this.#isListening || (this.#usePart !== undefined && this.#uses === 0);
  }

  /** Number of messages, also of the nodes that are attached. */
  #allSteps(): number {
    return this.#attached.reduce((sum, attached) => sum + attached.#allSteps(), this.#steps);
  }

  #isWaiting(): boolean {
    return this.#channel.isWaiting || this.#attached.some((attached) => attached.#isWaiting());
  }

  /** Opens the call of a node that is attached to the node of this call, with which it ends. */
  open(number: number): PackageCall {
    const attached = new PackageCall(number, this.#line, this.#calls, this.#parts, this.#root);
    this.#attached.push(attached);
    return attached;
  }

  /** Aborted when the execution is stopped. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Resolves when a trigger shall stop listening. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Calls the engine and blocks until the result. Throws its error. */
  ask<M extends keyof EngineHandlers>(method: M, input: Input<EngineHandlers, M>): Output<EngineHandlers, M> {
    if (this.#isOver) throw new Error('The run that this code belongs to is over.');
    this.#steps++;
    return this.#channel.callBlocking(method, this.#plain(input));
  }

  /** Calls the engine. Rejects with its error, or once the call is aborted; never settles if the call has ended. */
  request<M extends keyof EngineHandlers>(method: M, input: Input<EngineHandlers, M>): Promise<Output<EngineHandlers, M>> {
    if (this.#isOver) return new Promise(() => undefined);
    return this.#request(method, this.#plain(input));
  }

  #request<M extends keyof EngineHandlers>(
    method: M,
    input: Input<EngineHandlers, M>,
    options?: CallOptions,
  ): Promise<Output<EngineHandlers, M>> {
    return this.signal.aborted ? this.#rejectLater() : this.#channel.call(method, input, options);
  }

  /** Uses a part that another node supplies in the engine. Rejects like `request`. `onDelta`: receives the parts of an answer. */
  usePart(part: number, method: PartMethod, input: unknown, { signal, onDelta }: Partial<PartUse> = {}): Promise<unknown> {
    if (this.#isOver) return new Promise(() => undefined);
    const onPart = (delta: ModelDelta): void => onDelta?.(delta);
    return this.#request('usePart', { part, method, input: this.json(input) }, { signal, onPart });
  }

  /** Lets the engine use a part until the call is closed. `methods` are called with the signal of each use. */
  async serve(description: PartDescription, methods: Partial<PartMethods>): Promise<void> {
    // The functions belong to this call, as those that run nodes do.
    this.#usePart = AsyncLocalStorage.bind(async ({ method, input }: Omit<PartCall, 'part'>, incoming: IncomingCall) => {
      const run = Object.hasOwn(methods, method) ? methods[method as PartMethod] : undefined;
      if (run === undefined) throw new Error(`It has no "${method}".`);
      const signal = AbortSignal.any([incoming.signal, this.signal]);
      this.#uses++;
      try {
        const use = run as (input: unknown, use: PartUse) => Promise<unknown>;
        return this.json(await use(input, { signal, onDelta: (delta) => incoming.emit(delta) }));
      } finally {
        this.#uses--;
      }
    });
    this.notify('supplied', { description: this.json(description) });
    await this.closed;
  }

  notify<M extends keyof NoticeHandlers>(method: M, input: Input<EngineHandlers, M>): void {
    if (method === 'listening' || method === 'replyHead') this.#isListening = true;
    if (!this.#isOver) this.#channel.notify(method, this.#plain(input));
  }

  /** Sends a line for the log or the console, unless the package logs too many. */
  log<M extends 'log' | 'console'>(method: M, input: Input<EngineHandlers, M>): void {
    const { isWithin, notice } = this.#parts.logLimit.next();
    if (isWithin) this.notify(method, input);
    if (notice !== undefined) this.notify('log', { level: 'warn', message: notice });
  }

  receive(message: ChannelMessage): void {
    this.#steps++;
    if (message.type === 'cancel' && message.id === RUN_ID) this.abort(message.reason);
    else this.#channel.receive(message);
  }

  #handlers(): PackageHandlers {
    return {
      input: ({ index, items }) => this.#addInput(index, items),
      run: async ({ content, items }, incoming) => {
        this.hasStarted = true;
        items?.forEach((list, input) => list !== null && this.#addInput(input, list));
        return this.#output(await this.runContent?.(this.#withItems(content)), incoming);
      },
      response: ({ response, reply }) => this.#responses.get(response)?.(reply),
      usePart: async (use, incoming) => {
        if (this.#usePart === undefined) throw new Error('It supplies nothing.');
        return this.#usePart(use, incoming);
      },
      close: () => this.stopListening(),
    };
  }

  #send(message: ChannelMessage): void {
    this.#steps++;
    this.#line.send({ ...message, call: this.#number });
    if ((message.type === 'value' || message.type === 'error') && message.id === RUN_ID) this.close();
  }

  #addInput(index: number, packed: PackedList): void {
    const list = this.#inputs.get(index) ?? [];
    this.#inputs.set(index, list);
    for (const item of unpackList(packed) as Item[]) list.push(item);
  }

  #withItems(content: CallContent): CallContent {
    if (content.kind !== 'execute' && content.kind !== 'echo') return content;
    const inputs = content.run.inputs.map((list, index) => this.#inputs.get(index) ?? list);
    return content.kind === 'echo' ? { ...content, run: { inputs } } : { ...content, run: { ...content.run, inputs } };
  }

  /** Rejects all open requests: the engine no longer responds to them, and code that waits would stay in memory with its items. */
  abort(reason: string): void {
    this.#abort.abort(stopError(reason));
    for (const attached of this.#attached) attached.abort(reason);
    this.#channel.rejectCalls(this.signal.reason as Error);
    this.stopListening();
  }

  /** Rejects a request of an aborted call a moment later, so that code that tries again and again does not hold up other calls. */
  #rejectLater(): Promise<never> {
    return new Promise((_, reject) => {
      if (++this.#rejected <= MOST_REJECTED) setImmediate(() => reject(this.signal.reason as Error));
    });
  }

  stopListening(): void {
    this.#closed.resolve();
  }

  /**
   * Sends items of a trigger, with the static data as it is now. Throws TypeError if one of them has no plain form. Rejects if no execution could be
   * started. `awaitsEnd`: resolves with its end. `respond`: receives the response of a node of the workflow; it is not called anymore once the
   * execution has ended.
   */
  emit(outputs: unknown, awaitsEnd: boolean, respond?: (reply: unknown) => void): Promise<unknown> {
    const staticData = this.#storedForm('static data', this.#staticData);
    if (respond === undefined) return this.request('emit', { outputs, staticData, awaitsEnd });
    const response = ++this.#responseCount;
    const input = this.#plain({ outputs, staticData, awaitsEnd: true, response });
    if (this.#isOver) return new Promise(() => undefined);
    this.#responses.set(response, respond);
    return this.#request('emit', input).finally(() => this.#responses.delete(response));
  }

  /** Returns the call's working copy of static data. Changes are stored when the call ends. */
  staticData(scope: StaticDataScope): JsonObject {
    return (this.#staticData[scope] ??= this.#fetched((canWait) => this.ask('staticData', { scope, canWait })));
  }

  /** Returns the call's working copy of the node's context, which its later runs in the execution receive. */
  nodeContext(): JsonObject {
    return (this.#nodeContext ??= this.ask('nodeContext', undefined) as JsonObject);
  }

  /** Returns the result: many items are sent in slices before, any other value is returned as a whole. Throws TypeError for values without a plain form. */
  #output(value: unknown, incoming: Pick<IncomingCall, 'emit'>): PackageOutput {
    const isOutputs = Array.isArray(value) && value.every((list) => Array.isArray(list) || list === null || list === undefined);
    const outputs = isOutputs ? (value as (readonly unknown[] | null | undefined)[]) : [];
    const items = isOutputs && areFew(outputs) ? outputs.map((list) => (list ? this.#packed(list, 0) : null)) : undefined;
    if (items === undefined) for (const [output, list] of outputs.entries()) this.#emitItems(output, list ?? [], incoming);
    const rest: unknown = isOutputs ? outputs.map((list) => list?.length ?? null) : value;
    const staticData = this.#storedForm('static data', this.#staticData);
    const end = {
      value: toPlain(rest, 'The returned value'),
      staticData,
      ...(this.#nodeContext === undefined ? {} : { nodeContext: this.#storedForm('context', this.#nodeContext) }),
      ...(this.waitTill === undefined ? {} : { waitTill: this.waitTill }),
    };
    return items === undefined ? { end } : { end, items };
  }

  /** Afterwards, nothing of the call reaches the engine. */
  close(): void {
    this.#isOver = true;
    this.#channel.close();
    clearTimeout(this.#watch);
    this.#calls.delete(this.#number);
    for (const attached of this.#attached) attached.close();
  }

  #emitItems(index: number, list: readonly unknown[], incoming: Pick<IncomingCall, 'emit'>): void {
    const size = new MessageSize();
    for (let from = 0; from < list.length;) {
      const slice = list.slice(from, from + size.items);
      const items = this.#packed(slice, from);
      incoming.emit({ index, items } satisfies PackedPart);
      from += slice.length;
      size.measured(slice.length, items);
    }
  }

  /** `from`: number of the first item, for messages. */
  #packed(list: readonly unknown[], from: number): PackedList {
    return packItems(this.files.referred(list) as readonly unknown[], this.#where, from);
  }

  /** Returns the value in its JSON form. Throws TypeError that names the node and the place if there is none. */
  json(value: unknown): unknown {
    return jsonOf(value, this.#where);
  }

  /** Returns items in their JSON form, with references to stored files. */
  items(value: unknown): unknown {
    return this.json(this.files.referred(value));
  }

  get #where(): string {
    return `The data of the node "${this.node}"`;
  }

  #storedForm<T>(name: string, value: T): T {
    return jsonOf(value, `The ${name} of the node "${this.node}"`) as T;
  }

  /** Returns the message with plain data; items in it have their JSON form. */
  #plain<T>(message: T): T {
    if (typeof message !== 'object' || message === null) return message;
    const fields = itemFields.filter((field) => field in message);
    const items = fields.map((field) => [field, this.items(message[field as keyof T])] as const);
    const entry = 'entry' in message ? { entry: this.files.reference(message.entry) } : {};
    return toPlain({ ...message, ...Object.fromEntries(items), ...entry }, 'The argument') as T;
  }
}

/** Maximum number of requests that are rejected after an abort. Further requests never settle, so that code that retries forever stops. */
const MOST_REJECTED = 1000;

/** Fields of messages that contain items. */
const itemFields = ['items', 'inputs', 'outputs'] as const;
