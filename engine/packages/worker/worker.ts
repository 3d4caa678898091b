// The worker thread of a package's process: loads the package's classes and runs the calls of the engine.
import { deserialize } from 'node:v8';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { ChannelMessage } from '../../channel/channel.ts';
import { assertConfined } from '../../sandbox/bounds.ts';
import { contentFrame, frameKinds, messageFrame } from '../../sandbox/frames.ts';
import type { WorkerFrame } from '../../sandbox/protocol.ts';
import { WorkerLine } from '../../sandbox/worker-line.ts';
import type { FromPackage, PackageSetup, ToPackage } from '../process/protocol.ts';
import { guard } from './guard.ts';
import { PackageLoader } from './loader.ts';
import { PackageServer } from './package-server.ts';

const host = parentPort as MessagePort;
const {
  setup,
  signal,
  responses: answers,
} = workerData as {
  readonly setup: PackageSetup;
  readonly signal: SharedArrayBuffer;
  readonly responses: MessagePort;
};

assertConfined(setup.bounds);

const line = new WorkerLine<FromPackage, ChannelMessage>(host, answers, signal);
const loader = new PackageLoader(setup.folder);
const server = new PackageServer(loader, line, setup.stalledAfter);
/** Serves the calls that the host makes to see whether calls still work: package code can break built-in objects that they need. */
const echoServer = new PackageServer(
  loader,
  {
    send: (message) => line.post(messageFrame(frameKinds.pong, message)),
    ask: (message) => line.ask(message),
    countStarted: () => undefined,
  },
  setup.stalledAfter,
);

const threadFile = import.meta.url.endsWith('.ts') ? './guarded-thread.ts' : './package-thread.js';
await guard(setup, new URL(threadFile, import.meta.url), (error) => server.reportDenied(error));

process.on('unhandledRejection', (reason) => server.reportStray(reason));
process.on('uncaughtException', (error) => server.reportStray(error));

host.on('message', ({ kind, content }: WorkerFrame) => {
  const receiver = kind === frameKinds.ping ? echoServer : server;
  receiver.receive(deserialize(content) as ToPackage);
});

line.post(contentFrame(frameKinds.ready));
