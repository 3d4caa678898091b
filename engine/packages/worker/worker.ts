// The worker thread of a package's process: loads the package's classes and runs the calls of the engine.
import { deserialize } from 'node:v8';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { frameKinds } from '../../sandbox/frames.ts';
import type { WorkerFrame } from '../../sandbox/protocol.ts';
import { AnswerLine } from '../../sandbox/worker-channel.ts';
import type { FromPackage, PackageSetup, ToPackage } from '../process/protocol.ts';
import { failureOf } from '../modules/failures.ts';
import { PackageCall } from './call.ts';
import { PackageLoader } from './loader.ts';
import { refuseNetwork } from './network-guard.ts';
import { runCall } from './run-call.ts';

const host = parentPort as MessagePort;
const { setup, signal, answers } = workerData as {
  readonly setup: PackageSetup;
  readonly signal: SharedArrayBuffer;
  readonly answers: MessagePort;
};

if (!setup.allowsNetwork) {
  const threadFile = import.meta.url.endsWith('.ts') ? './guarded-thread.ts' : './package-thread.js';
  refuseNetwork(setup.packageName, new URL(threadFile, import.meta.url));
}

const line = new AnswerLine<FromPackage>(host, answers, signal);
const loader = new PackageLoader(setup.folder);
const calls = new Map<number, PackageCall>();

// A rejection that nobody handles must not end the calls of other executions.
process.on('unhandledRejection', (reason) => reportStray(reason));
process.on('uncaughtException', (error) => reportStray(error));

host.on('message', ({ kind, content }: WorkerFrame) => {
  if (kind === frameKinds.ping) return line.post(frameKinds.pong, new Uint8Array());
  const message = deserialize(content) as ToPackage;
  if (message.type === 'call') return void serve(message.call, message.content);
  const call = calls.get(message.call);
  if (message.type === 'answer') call?.answer(message.id, message.answer);
  else if (message.type === 'close') call?.stopListening();
  else call?.abort(message.reason);
});

line.post(frameKinds.ready, new Uint8Array());

async function serve(number: number, content: Extract<ToPackage, { type: 'call' }>['content']): Promise<void> {
  const call = new PackageCall(number, line, calls);
  try {
    call.finish(await runCall(loader, call, content));
  } catch (error) {
    line.send({ call: number, type: 'failed', failure: failureOf(error) });
  } finally {
    call.close();
  }
}

function reportStray(reason: unknown): void {
  const { message } = failureOf(reason);
  const [call] = calls.keys();
  if (call !== undefined)
    line.send({ call, type: 'notice', notice: { type: 'log', level: 'error', message: `Unhandled rejection: ${message}` } });
}
