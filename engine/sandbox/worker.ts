// The worker thread: hardened before any user code runs, then one compartment per job. Must precede the imports that harden the realm.
import './worker-realm.ts';
import 'ses';
import { createRequire } from 'node:module';
import { deserialize } from 'node:v8';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { DateTime, Duration, Interval, Settings } from 'luxon';
import type { Item } from '../contract/run-data.ts';
import { assertConfined } from './bounds.ts';
import { contentFrame, frameKinds, messageFrame } from './frames.ts';
import {
  mostResultBytes,
  sliceLength,
  type CodeJob,
  type FromWorker,
  type Job,
  type JobEnd,
  type JobResult,
  type SqlJob,
  type ToWorker,
  type WorkerData,
  type WorkerFrame,
} from './protocol.ts';
import { blockOutsideAccess, removeInspectors } from './worker-realm.ts';
import { failureData } from './worker-evaluate.ts';
import { prepareEndowments } from './worker-globals.ts';
import { JobScope } from './worker-job.ts';
import { ResponseLine } from './worker-channel.ts';
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
const line = new ResponseLine(host, answers, signal);
/** The job whose items are being received. */
let arriving: { readonly job: Job; readonly items: unknown[] } | undefined;
let current: JobScope | undefined;

process.on('unhandledRejection', (reason) => current?.fail(reason));
process.on('uncaughtException', (error) => current?.fail(error));
if (bounds !== undefined) {
  hideDatabase();
  blockOutsideAccess(allowedModules);
}

host.on('message', ({ content }: WorkerFrame) => {
  const message = deserialize(content) as ToWorker;
  switch (message.type) {
    case 'job':
      arriving = { job: message, items: [] };
      break;
    case 'items':
      if (message.job === arriving?.job.job) arriving.items.push(...message.items);
      break;
    case 'answer':
      if (message.job === current?.job.job) current.response(message.id, message.response);
  }
  if (arriving?.items.length !== arriving?.job.itemCount || arriving === undefined) return;
  const { job, items } = arriving;
  arriving = undefined;
  if (job.kind === 'sql') replyToQuery(job, items as readonly Row[]);
  else void runJob(job, items as readonly Item[]);
});

line.post(contentFrame(frameKinds.ready));

async function runJob(job: CodeJob, items: readonly Item[]): Promise<void> {
  // Discards cached objects, which an earlier job may have modified.
  Settings.resetCaches();
  Settings.defaultZone = job.timezone;
  const scope = new JobScope(job, items, line, shared);
  current = scope;
  let frame: Uint8Array;
  try {
    frame = withinLimit(endFrame({ job: job.job, type: 'done', result: sent(job.job, await scope.run()) }));
  } catch (error) {
    const failure = failureData(error, job.mode === 'each' ? scope.itemIndex : undefined);
    frame = endFrame({ job: job.job, type: 'failed', failure });
  }
  await scope.end();
  current = undefined;
  line.post(frame);
}

const endFrame = (end: JobEnd): Uint8Array => messageFrame(frameKinds.end, end);

function replyToQuery(job: SqlJob, rows: readonly Row[]): void {
  Settings.resetCaches();
  Settings.defaultZone = job.timezone;
  let end: JobEnd;
  try {
    const result = { value: runQuery(job, rows), isSliced: false, errors: [], staticData: {} };
    end = { job: job.job, type: 'done', result: sent(job.job, result) };
  } catch (error) {
    end = { job: job.job, type: 'failed', failure: { name: 'Error', message: (error as Error).message } };
  }
  line.post(endFrame(end));
}

/** Throws RangeError for a result that would block the engine while it is received. `before`: number of bytes already sent. */
function withinLimit(frame: Uint8Array, before = 0): Uint8Array {
  if (before + frame.byteLength <= mostResultBytes) return frame;
  const most = mostResultBytes / 1024 / 1024;
  throw new RangeError(`The returned value is too large: it has more than ${most} MB. Return less data, or make a file of it.`);
}

/** Sends a long list in slices; returns the rest of the result. */
function sent(job: number, result: JobResult): JobResult {
  const { value } = result;
  if (!Array.isArray(value) || value.length <= sliceLength) return result;
  let bytes = 0;
  for (let from = 0; from < value.length; from += sliceLength) {
    const values = value.slice(from, from + sliceLength);
    const slice = withinLimit(messageFrame(frameKinds.message, { job, type: 'slice', values } satisfies FromWorker), bytes);
    bytes += slice.byteLength;
    line.post(slice);
  }
  return { ...result, value: undefined, isSliced: true };
}
