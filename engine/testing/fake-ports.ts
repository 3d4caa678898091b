// Ports for tests: a clock that never waits, sequential ids, and seeded random numbers. Ports that a test does not set reject.
import { AppError } from '../contract/errors.ts';
import type { FileNotes } from '../binary/stored-binary.ts';
import { MemoryBinary } from '../binary/memory-binary.ts';
import type { Clock, ExecutionPorts } from '../execution/index.ts';
import { createNodeRegistry } from '../registry/index.ts';

/** A clock that advances only when something sleeps, and then immediately. */
export function fakeClock(start = Date.UTC(2026, 0, 15, 12)): Clock & { advance(milliseconds: number): void } {
  let time = start;
  return {
    now: () => time,
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted();
      time += milliseconds;
    },
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** File records for tests whose files have no owner. */
export const noNotes: FileNotes = { add: async () => undefined, discard: async () => undefined };

/** Returns a generator of numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seededRandom(seed = 1): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a generator of version 4 UUIDs that count up from 1. */
function countedUuids(): () => string {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
}

const silent = (): void => undefined;

/** Returns a full set of ports, with the given ones in place of the defaults. */
export function fakePorts(input: Partial<ExecutionPorts> = {}): ExecutionPorts {
  return {
    nodes: createNodeRegistry(),
    clock: fakeClock(),
    random: seededRandom(),
    uuid: countedUuids(),
    http: {
      request: async ({ url }) => {
        throw new AppError('NODE_REQUEST_FAILED', `This test sends no requests, but ${url} was called.`);
      },
    },
    binary: new MemoryBinary(),
    sandbox: {
      warm: silent,
      run: async () => {
        throw new AppError('CODE_FAILED', 'This test has no sandbox.');
      },
      query: async () => {
        throw new AppError('CODE_FAILED', 'This test has no sandbox.');
      },
    },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    ...input,
  };
}
