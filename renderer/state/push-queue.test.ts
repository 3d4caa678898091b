// The queue: one batch per frame, and the order is preserved while an event waits.
import { beforeEach, describe, expect, it } from 'vitest';
import type { PushEvent } from '../../engine/contract/push.ts';
import { createPushQueue, type PushQueue } from './push-queue.ts';

const event = (executionId: string, nodeName: string): PushEvent => ({
  type: 'nodeExecuteBefore',
  executionId,
  nodeName,
  startTime: 0,
  source: [],
});
const reload: PushEvent = { type: 'reloadNodeType', name: 'x', version: 1 };

let delivered: PushEvent[][];
let frames: (() => void)[];
let timers: (() => void)[];
let ready: Set<string>;
let queue: PushQueue;

const run = (planned: (() => void)[]): void => {
  for (const callback of planned.splice(0)) callback();
};
const names = (): string[][] => delivered.map((events) => events.map((one) => ('nodeName' in one ? one.nodeName : one.type)));

beforeEach(() => {
  delivered = [];
  frames = [];
  timers = [];
  ready = new Set(['a']);
  queue = createPushQueue({
    isReady: (one) => !('executionId' in one) || ready.has(one.executionId ?? ''),
    deliver: (events) => delivered.push([...events]),
    onFrame: (callback) => frames.push(callback),
    after: (_milliseconds, callback) => timers.push(callback),
  });
});

describe('push queue', () => {
  it('delivers all events of a frame at once', () => {
    queue.push(event('a', '1'));
    queue.push(event('a', '2'));
    expect(frames).toHaveLength(1);
    run(frames);
    queue.push(event('a', '3'));
    run(frames);
    expect(names()).toEqual([['1', '2'], ['3']]);
  });

  it('delays early events and those of the same execution behind them, but no others', () => {
    queue.push(event('b', '1'));
    queue.push(event('a', '2'));
    queue.push(reload);
    run(frames);
    ready.add('b');
    queue.push(event('b', '3'));
    run(frames);
    expect(names()).toEqual([['2', 'reloadNodeType']]);
    run(timers);
    run(frames);
    expect(names()).toEqual([
      ['2', 'reloadNodeType'],
      ['1', '3'],
    ]);
  });

  it('delivers an early event after five checks', () => {
    queue.push(event('b', '1'));
    let looks = 0;
    while (timers.length > 0) {
      run(timers);
      looks += 1;
    }
    run(frames);
    expect(looks).toBe(5);
    expect(names()).toEqual([['1']]);
  });

  it('drops everything when it is cleared', () => {
    queue.push(event('a', '1'));
    queue.push(event('b', '2'));
    queue.clear();
    run(frames);
    run(timers);
    run(frames);
    expect(delivered).toEqual([]);
    queue.push(event('a', '3'));
    run(frames);
    expect(names()).toEqual([['3']]);
  });
});
