// Which calls continue when a package's process is replaced. The test plays the process's side of the stream.
import { deserialize } from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contentFrame, FrameReader, frameKinds, messageFrame } from '../../sandbox/frames.ts';
import type { Launch, LaunchListener } from '../../sandbox/launch.ts';
import { PackageProcess, type CallListener } from './package-process.ts';
import type { FromPackage, ToPackage } from './protocol.ts';

/** A process that the engine has started. */
interface Played {
  readonly received: ToPackage[];
  send(message: FromPackage): void;
  reportStarted(count: number): void;
}

const setup = {
  packageName: 'p',
  folder: '',
  allowsNetwork: false,
  nodeFlags: [],
  bounds: { readable: [], unreadable: [], hasDatabase: false },
  memory: 64,
  stuckAfter: 1000,
  stalledAfter: 1000,
};
const content = { kind: 'describe', nodes: [], credentials: [] };
const call = { type: 'call', id: 1, method: 'run', input: { content } } as const;

let started: Played[];
let runner: PackageProcess;

const launch: Launch = (_request, listener: LaunchListener) => {
  const reader = new FrameReader();
  const received: ToPackage[] = [];
  started.push({
    received,
    send: (message) => listener.data(messageFrame(frameKinds.message, message)),
    reportStarted: (count) => listener.data(contentFrame(frameKinds.started, Uint8Array.of(0, 0, 0, count))),
  });
  return {
    write: (bytes) => received.push(...reader.push(bytes).map((frame) => deserialize(frame.content) as ToPackage)),
    kill: () => listener.end({ code: null, signal: 'SIGKILL' }),
    ref: () => undefined,
    unref: () => undefined,
  };
};

/** Starts two calls and stops the first one, whose code continues. */
function callTwice(): { readonly first: Played; readonly lost: string[] } {
  const lost: string[] = [];
  const listener = (name: string): CallListener => ({ message: () => undefined, lost: () => lost.push(name) });
  const [stopped, other] = [runner.open(listener('stopped')), runner.open(listener('other'))];
  stopped.send(call);
  other.send(call);
  const [first] = started as [Played];
  first.reportStarted(1);
  stopped.cancel({ type: 'cancel', id: 1, reason: 'Stopped' });
  return { first, lost };
}

beforeEach(() => {
  vi.useFakeTimers();
  started = [];
  runner = new PackageProcess({ launch, hostFile: '', root: '', setup, idleTime: 60_000 });
});
afterEach(async () => {
  await runner.stop();
  vi.useRealTimers();
});

it('a call that has not begun goes on in the new process', () => {
  const { lost } = callTwice();
  vi.advanceTimersByTime(2000);
  expect(lost).toEqual(['stopped']);
  expect(started[1]?.received).toEqual([{ ...call, call: 2 }]);
});

it.each<[string, (process: Played) => void]>([
  ['the process counted', (process) => process.reportStarted(2)],
  ['has asked for something', (process) => process.send({ call: 2, type: 'call', id: 1, method: 'sleep', input: { milliseconds: 1 } })],
])('a call that %s is not executed again', (_, begin) => {
  const { first, lost } = callTwice();
  begin(first);
  vi.advanceTimersByTime(2000);
  expect(lost).toEqual(['stopped', 'other']);
  expect(started.length).toBe(1);
});

it('a stopped call that is heard of again has no more time, and ends nothing once it has let go', () => {
  const { first, lost } = callTwice();
  vi.advanceTimersByTime(1500);
  first.send({ call: 1, type: 'notify', method: 'listening', input: undefined });
  vi.advanceTimersByTime(400);
  first.send({ call: 1, type: 'cancelled' });
  vi.advanceTimersByTime(5000);
  expect([lost, started.length]).toEqual([[], 1]);
});
