// The worker thread: hardened before any user code runs, then one compartment per job. Must precede the imports that harden the realm.
import './worker-realm.ts';
import 'ses';
import { createRequire } from 'node:module';
import { deserialize } from 'node:v8';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { DateTime, Duration, Interval, Settings } from 'luxon';
import { Channel, type ChannelMessage, type IncomingCall } from '../channel/channel.ts';
import type { Item } from '../contract/run-data.ts';
import { assertConfined } from './bounds.ts';
import { contentFrame, frameKinds, messageFrame } from './frames.ts';
import type { CodeHandlers } from './job-channel.ts';
import {
  mostResultBytes,
  sliceLength,
  type CodeErrorData,
  type CodeJob,
  type Job,
  type JobMessage,
  type JobResult,
  type SqlJob,
  type WorkerData,
  type WorkerFrame,
  type WorkerHandlers,
} from './protocol.ts';
import { blockOutsideAccess, removeInspectors } from './worker-realm.ts';
import { codeErrorData } from './worker-evaluate.ts';
import { prepareEndowments } from './worker-globals.ts';
import { JobScope } from './worker-job.ts';
import { WorkerLine } from './worker-line.ts';
import { hideDatabase, type Row, runQuery } from './worker-sql.ts';

const host = parentPort as MessagePort;
const { allowedModules, bounds, signal, responses: answers } = workerData as WorkerData & { readonly responses: MessagePort };

if (bounds !== undefined) assertConfined(bounds);

// Buffers must not come from a pool, which may contain data of earlier jobs.
Buffer.poolSize = 0;
for (const name of ['allocUnsafe', 'allocUnsafeSlow'] as const) Reflect.set(Buffer, name, (size: number) => Buffer.alloc(size));

removeInspectors([Buffer, URL, URLSearchParams, TextDecoder, TextEncoder, DateTime, Duration, Interval, DOMException]);
lockdown({
  errorTaming: 'unsafe',
  localeTaming: 'unsafe',
  overrideTaming: 'severe',
  consoleTaming: 'unsafe',
  stackFiltering: 'verbose',
  reporting: 'none',
  // Uncaught exceptions and unhandled rejections of user code are handled below.
  errorTrapping: 'none',
  unhandledRejectionTrapping: 'none',
});

const shared = prepareEndowments(createRequire(import.meta.url), allowedModules);
const line = new WorkerLine(host, answers, signal);
let current: JobServer | undefined;

process.on('unhandledRejection', (reason) => current?.scope?.fail(reason));
process.on('uncaughtException', (error) => current?.scope?.fail(error));
if (bounds !== undefined) {
  hideDatabase();
  blockOutsideAccess(allowedModules);
}

host.on('message', ({ content }: WorkerFrame) => {
  const message = deserialize(content) as JobMessage;
  if (message.type === 'call') current = new JobServer(message.job);
  if (message.job === current?.job) current.channel.receive(message);
});

line.post(contentFrame(frameKinds.ready));

/** Maximum number of calls that the engine handles at the same time; further ones wait here. */
const MOST_CALLS = 50;

/** Serves one job. */
class JobServer implements WorkerHandlers {
  readonly job: number;
  readonly channel: Channel<CodeHandlers>;
  /** Undefined until the code runs. */
  scope: JobScope | undefined;
  readonly #items: unknown[] = [];
  #itemCount = 0;
  readonly #haveArrived = Promise.withResolvers<void>();
  /** Bytes of the result that have been sent. */
  #sentBytes = 0;

  constructor(job: number) {
    this.job = job;
    const wire = {
      send: (message: ChannelMessage) => this.#send({ ...message, job }),
      sendBlocking: (message: ChannelMessage) => line.ask({ ...message, job }),
    };
    const handlers: WorkerHandlers = { run: this.run, items: this.items };
    this.channel = new Channel(wire, handlers, { mostCalls: MOST_CALLS, toData: this.#errorData, fromData: errorForCode });
  }

  readonly items = (items: readonly unknown[]): void => {
    for (const item of items) this.#items.push(item);
    if (this.#items.length === this.#itemCount) this.#haveArrived.resolve();
  };

  readonly run = async (job: Job, call: IncomingCall): Promise<JobResult> => {
    this.#itemCount = job.itemCount;
    if (job.itemCount > 0) await this.#haveArrived.promise;
    // Discards cached objects, which an earlier job may have modified.
    Settings.resetCaches();
    Settings.defaultZone = job.timezone;
    const result = job.kind === 'sql' ? queryResult(job, this.#items as readonly Row[]) : await this.#runCode(job);
    const { value } = result;
    if (!Array.isArray(value) || value.length <= sliceLength) return result;
    for (let from = 0; from < value.length; from += sliceLength) call.emit(value.slice(from, from + sliceLength));
    return { ...result, value: undefined, isSliced: true };
  };

  #runCode(job: CodeJob): Promise<JobResult> {
    this.scope = new JobScope(job, this.#items as readonly Item[], this.channel, shared);
    return this.scope.run();
  }

  readonly #errorData = (error: unknown): CodeErrorData =>
    codeErrorData(error, this.scope?.job.mode === 'each' ? this.scope.itemIndex : undefined);

  #send(message: JobMessage): void {
    const isEnd = message.type === 'value' || message.type === 'error';
    const frame = messageFrame(isEnd ? frameKinds.end : frameKinds.message, message);
    if (message.type === 'part' || message.type === 'value') this.#limit(frame);
    if (isEnd) this.#end(frame).catch(() => undefined);
    else line.post(frame);
  }

  /** Sends the result when no code of the job can run any more. */
  async #end(frame: Uint8Array): Promise<void> {
    this.channel.close();
    await this.scope?.end();
    if (current === this) current = undefined;
    line.post(frame);
  }

  /** Throws RangeError for a result that would block the engine while it is received. */
  #limit(frame: Uint8Array): void {
    this.#sentBytes += frame.byteLength;
    if (this.#sentBytes <= mostResultBytes) return;
    const most = mostResultBytes / 1024 / 1024;
    throw new RangeError(`The returned value is too large: it has more than ${most} MB. Return less data, or make a file of it.`);
  }
}

function queryResult(job: SqlJob, rows: readonly Row[]): JobResult {
  try {
    return { value: runQuery(job, rows), isSliced: false, errors: [], staticData: {} };
  } catch (error) {
    throw new Error((error as Error).message, { cause: error });
  }
}

/** Returns an error of the engine as the user's code receives it. */
function errorForCode({ name, message, description, fields }: CodeErrorData): Error {
  return Object.assign(new Error(message), { name }, description === undefined ? {} : { description }, fields);
}
