// One call in the worker: its requests to the engine, the state it changes, and its result.
import type * as Luxon from 'luxon';
import { DateTime } from 'luxon';
import type { JsonObject } from '../../contract/json.ts';
import { isPlainObject } from '../../sandbox/json-form.ts';
import { toPlain } from '../../sandbox/plain-data.ts';
import { isRecord, setOwn } from '../../workflow/values/own-properties.ts';
import { engineError, failureOf } from '../modules/failures.ts';
import { StoredContents } from '../modules/stored-contents.ts';
import type { PackedList } from '../process/packed-form.ts';
import { areFew, jsonOf, MessageSize, packItems } from '../process/packed-list.ts';
import { unpackValues } from '../process/unpack-list.ts';
import type { CallOutcome, AsyncQuestion, FailureData, FromPackage, Notice, SyncQuestion } from '../process/protocol.ts';
import type { LogLimit } from './log-limit.ts';
import type { SshClients } from './ssh-clients.ts';

/** The way to the engine. */
export interface EngineLine {
  /** Throws DataCloneError for values that cannot be cloned. */
  send(message: FromPackage): void;
  /** Sends a request and blocks until the response. */
  ask(message: FromPackage): CallOutcome;
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

interface Settle {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class PackageCall {
  readonly #number: number;
  readonly #line: EngineLine;
  readonly #calls: Map<number, PackageCall>;
  readonly #attached: PackageCall[] = [];
  /** Call of the root node; this one, unless its node is attached. */
  readonly #root: PackageCall;
  /** Error of the first connection of its own that the root node, or a node attached to it, was refused. */
  #rejection: Error | undefined;
  readonly #open = new Map<number, Settle>();
  readonly #abort = new AbortController();
  readonly #closed = Promise.withResolvers<void>();
  readonly #stalled = Promise.withResolvers<never>();
  /** Fails the call after some time; absent unless a connection was refused. */
  #watch: NodeJS.Timeout | undefined;
  /** Number of messages of the call so far, in both directions. */
  #steps = 0;
  /** Whether it listens, or writes a response in parts: it may do nothing for long. */
  #isListening = false;
  readonly #staticData: { global?: JsonObject; node?: JsonObject } = {};
  #nodeContext: JsonObject | undefined;
  /** Whether a value contained an object of Luxon. `structuredClone` would make a plain object of it. */
  #hasDateTimes = false;
  #lastDateTime: DateTime | undefined;
  /** Receivers of the responses of workflows that a trigger has started. */
  readonly #responses = new Map<number, (reply: unknown) => void>();
  #count = 0;
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
    this.files = root?.files ?? new StoredContents((entry) => this.ask({ type: 'storedContent', entry }) as string);
    this.#number = number;
    this.#line = line;
    this.#calls = calls;
    calls.set(number, this);
    // It may fail before it is awaited.
    this.#stalled.promise.catch(() => undefined);
  }

  /**
   * Rejects if code that was refused a connection does nothing else for some time: libraries may go on trying, and report the refusal late or
   * never.
   */
  get stalled(): Promise<never> {
    return this.#stalled.promise;
  }

  get luxon(): typeof Luxon {
    return this.#parts.luxon();
  }

  /** Returns the value of an expression, or of a text as the content of one; other values as they are. `extra`: further names in it. */
  evaluate(text: unknown, itemIndex: number, extra?: Readonly<Record<string, unknown>>): unknown {
    if (typeof text !== 'string') return text;
    const expression = text.startsWith('=') ? text : `=${text}`;
    return this.valueFor({ type: 'evaluate', expression, itemIndex, ...(extra === undefined ? {} : { extra }) });
  }

  /** Asks for a single value of a parameter or an expression. */
  valueFor(question: Extract<SyncQuestion, { type: 'param' | 'extract' | 'evaluate' }>): unknown {
    return this.values(this.ask(question) as PackedList)[0];
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
    return this.#hasDateTimes ? (copyWithDateTimes(value, new Map()) as T) : structuredClone(value);
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
        if (steps === before && !this.#isWaiting() && !this.#isListening) this.#stalled.reject(error);
        else this.#watch = look(steps);
      }, after);
    this.#watch ??= look(this.#allSteps());
  }

  /**
   * Returns an error of package code as plain data, with paths within the package. If a connection was refused before it, the message is that of
   * the refusal, which libraries report in words of their own. Errors of the engine, and of a service that responded, have another reason.
   */
  failure(error: unknown): FailureData {
    const failureData = failureOf(error);
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

  /** Number of messages, also of the nodes that are attached. */
  #allSteps(): number {
    return this.#attached.reduce((sum, attached) => sum + attached.#allSteps(), this.#steps);
  }

  #isWaiting(): boolean {
    return this.#open.size > 0 || this.#attached.some((attached) => attached.#isWaiting());
  }

  /** Returns the call of a node that is attached to this one's. It ends with this one. */
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

  /** Sends a request and blocks until the response. Throws the engine's error. */
  ask(question: SyncQuestion): unknown {
    this.#assertOpen();
    this.#steps++;
    return valueOf(this.#line.ask({ call: this.#number, type: 'sync', question: this.#plain(question) }));
  }

  /** Sends a request. Rejects with the engine's error, or once the call is aborted; never settles if the call has ended. */
  request(question: AsyncQuestion): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return;
      this.#send(this.#plain(question), { resolve, reject });
    });
  }

  #send(question: AsyncQuestion, settle: Settle): void {
    if (this.signal.aborted) return this.#refuse(settle);
    const id = ++this.#count;
    this.#open.set(id, settle);
    this.#steps++;
    this.#line.send({ call: this.#number, type: 'async', id, question });
  }

  notify(notice: Notice): void {
    if (this.#isOver) return;
    this.#steps++;
    if (notice.type === 'listening' || notice.type === 'replyHead') this.#isListening = true;
    this.#line.send({ call: this.#number, type: 'notice', notice: this.#plain(notice) });
  }

  /** Sends a line for the log or the console, unless the package logs too many. */
  log(line: Extract<Notice, { type: 'log' | 'console' }>): void {
    const { isWithin, notice } = this.#parts.logLimit.next();
    if (isWithin) this.notify(line);
    if (notice !== undefined) this.notify({ type: 'log', level: 'warn', message: notice });
  }

  response(id: number, callOutcome: CallOutcome): void {
    const settle = this.#open.get(id);
    if (settle === undefined) return;
    this.#open.delete(id);
    this.#steps++;
    if ('value' in callOutcome) settle.resolve(callOutcome.value);
    else settle.reject(engineError(callOutcome.failure));
  }

  /** Rejects all open requests: the engine answers no more of them, and code that waits stays in memory with its items. */
  abort(reason: string): void {
    this.#abort.abort(stopError(reason));
    for (const attached of this.#attached) attached.abort(reason);
    for (const { reject } of this.#open.values()) reject(this.signal.reason as Error);
    this.#open.clear();
    this.stopListening();
  }

  /** Rejects a request of an aborted call a moment later, so that code that tries again and again does not hold up other calls. */
  #refuse({ reject }: Settle): void {
    if (++this.#rejected <= MOST_REJECTED) setImmediate(() => reject(this.signal.reason as Error));
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
    const staticData = this.#kept('static data', this.#staticData);
    const { promise, ...settle } = Promise.withResolvers<unknown>();
    if (respond === undefined) {
      const question = this.#plain({ type: 'emit', outputs, staticData, awaitsEnd } as const);
      if (!this.#isOver) this.#send(question, settle);
      return promise;
    }
    const response = ++this.#count;
    const question = this.#plain({ type: 'emit', outputs, staticData, awaitsEnd: true, response } as const);
    if (this.#isOver) return promise;
    this.#responses.set(response, respond);
    this.#send(question, settle);
    return promise.finally(() => this.#responses.delete(response));
  }

  receiveResponse(response: number, reply: unknown): void {
    this.#responses.get(response)?.(reply);
  }

  /** Returns the call's working copy of static data. Changes are stored when the call ends. */
  staticData(scope: 'node' | 'global'): JsonObject {
    return (this.#staticData[scope] ??= this.ask({ type: 'staticData', scope }) as JsonObject);
  }

  /** Returns the call's working copy of the node's context, which its later runs in the execution receive. */
  nodeContext(): JsonObject {
    return (this.#nodeContext ??= this.ask({ type: 'nodeContext' }) as JsonObject);
  }

  /** Sends the result: many items in slices, any other value as a whole. Throws TypeError for values without a plain form. */
  finish(value: unknown): void {
    const isOutputs = Array.isArray(value) && value.every((list) => Array.isArray(list) || list === null || list === undefined);
    const outputs = isOutputs ? (value as (readonly unknown[] | null | undefined)[]) : [];
    const items = isOutputs && areFew(outputs) ? outputs.map((list) => (list ? this.#packed(list, 0) : null)) : undefined;
    if (items === undefined) for (const [output, list] of outputs.entries()) this.#sendItems(output, list ?? []);
    const rest: unknown = isOutputs ? outputs.map((list) => list?.length ?? null) : value;
    const staticData = this.#kept('static data', this.#staticData);
    this.#line.send({
      call: this.#number,
      type: 'done',
      ...(items === undefined ? {} : { items }),
      end: {
        value: toPlain(rest, 'The returned value'),
        staticData,
        ...(this.#nodeContext === undefined ? {} : { nodeContext: this.#kept('context', this.#nodeContext) }),
        ...(this.waitTill === undefined ? {} : { waitTill: this.waitTill }),
      },
    });
  }

  /** Afterwards, nothing of the call reaches the engine. */
  close(): void {
    this.#isOver = true;
    this.#open.clear();
    clearTimeout(this.#watch);
    this.#calls.delete(this.#number);
    for (const attached of this.#attached) attached.close();
  }

  #sendItems(output: number, list: readonly unknown[]): void {
    const size = new MessageSize();
    for (let from = 0; from < list.length;) {
      const slice = list.slice(from, from + size.items);
      const items = this.#packed(slice, from);
      this.#line.send({ call: this.#number, type: 'items', output, items });
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

  #kept<T>(name: string, value: T): T {
    return jsonOf(value, `The ${name} of the node "${this.node}"`) as T;
  }

  /** Returns the message with plain data; items in it have their JSON form. */
  #plain<T extends object>(message: T): T {
    const fields = itemFields.filter((field) => field in message);
    const items = fields.map((field) => [field, this.items(message[field as keyof T])] as const);
    const entry = 'entry' in message ? { entry: this.files.reference(message.entry) } : {};
    return toPlain({ ...message, ...Object.fromEntries(items), ...entry }, 'The argument') as T;
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error('The run that this code belongs to is over.');
  }
}

/** Maximum number of requests that are rejected after an abort. Further ones never settle, so that code that always tries again comes to rest. */
const MOST_REJECTED = 1000;

const stopErrors = new WeakSet<object>();

function stopError(reason: string): Error {
  const error = new Error(reason);
  stopErrors.add(error);
  return error;
}

/** Whether an error only tells the code of an aborted call to end. */
export const isStopError = (error: unknown): boolean => typeof error === 'object' && error !== null && stopErrors.has(error);

/** Copies a value as `structuredClone` does, but keeps dates of Luxon. `copies`: what was copied so far, by its original. */
function copyWithDateTimes(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null || DateTime.isDateTime(value)) return value;
  if (copies.has(value)) return copies.get(value);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const entry of value) list.push(copyWithDateTimes(entry, copies));
    return list;
  }
  if (!isRecord(value) || !isPlainObject(value)) return structuredClone(value);
  const object: JsonObject = {};
  copies.set(value, object);
  for (const [key, entry] of Object.entries(value)) setOwn(object, key, copyWithDateTimes(entry, copies));
  return object;
}

/** Fields of messages that contain items. */
const itemFields = ['items', 'inputs', 'outputs'] as const;

/** Returns the value of a response, or throws the engine's error. */
function valueOf(callOutcome: CallOutcome): unknown {
  if ('value' in callOutcome) return callOutcome.value;
  throw engineError(callOutcome.failure);
}
