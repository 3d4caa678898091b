// The alarm clock's heap, and alarms that fail or are canceled.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/fake-ports.ts';
import { AlarmClock, type Alarm } from './alarm-clock.ts';
import { Heap } from './heap.ts';
import { TurnedClock } from '../testing/trigger-harness.ts';

describe("the alarms' heap", () => {
  it('returns entries in the order of their times after any additions and removals', () => {
    const random = seededRandom(7);
    const heap = new Heap<{ time: number }>();
    const inside = new Set<{ time: number }>();
    for (let step = 0; step < 5000; step++) {
      const some = [...inside][Math.floor(random() * inside.size * 2)];
      if (some === undefined) {
        const entry = { time: Math.floor(random() * 1000) };
        heap.add(entry);
        inside.add(entry);
      } else {
        expect(heap.delete(some)).toBe(true);
        inside.delete(some);
      }
    }
    expect(heap.size).toBe(inside.size);
    expect(heap.delete({ time: 1 })).toBe(false);
    const order: number[] = [];
    for (let first = heap.first(); first !== undefined; first = heap.first()) {
      order.push(first.time);
      heap.delete(first);
    }
    expect(order).toEqual([...inside].map(({ time }) => time).sort((a, b) => a - b));
  });
});

describe('alarms', () => {
  const at = (time: number, rung: string[], name: string): Alarm => ({
    time,
    ring: () => {
      rung.push(name);
      if (name === 'broken') throw new Error('stuck');
    },
    timeAfterChange: () => {
      throw new Error('stuck, too');
    },
  });

  it('ring even if another alarm throws', async () => {
    const clock = new TurnedClock(0);
    const failures: unknown[] = [];
    const alarms = new AlarmClock(clock, (error) => failures.push(error));
    const rung: string[] = [];
    alarms.set(at(1000, rung, 'broken'));
    alarms.set(at(1000, rung, 'sound'));
    alarms.set(at(90_000, rung, 'late'));
    await clock.advance(40_000);
    clock.set(-60_000);
    await clock.advance(300_000);
    expect(rung).toEqual(['broken', 'sound', 'late']);
    expect(failures).toMatchObject([{ message: 'stuck' }, { message: 'stuck, too' }]);
    expect(clock.timers).toBe(0);
  });

  it('can be canceled', async () => {
    const clock = new TurnedClock(0);
    const alarms = new AlarmClock(clock, () => undefined);
    const rung: string[] = [];
    const [scheduled, dropped] = [at(1000, rung, 'scheduled'), at(500, rung, 'dropped')];
    alarms.set(scheduled);
    alarms.set(dropped);
    alarms.delete(dropped);
    alarms.delete(dropped);
    await clock.advance(2000);
    expect(rung).toEqual(['scheduled']);
    alarms.stop();
    alarms.set(scheduled);
    alarms.look();
    expect(clock.timers).toBe(0);
  });
});
