import { describe, expect, it } from 'vitest';
import { registeredOf, Schedules } from './recurrences.ts';

const at = (time: string): number => Date.parse(time);

/** Returns those of the times at which the schedule fires. `restarts`: whether the program starts again before each. */
async function fired(
  cron: object,
  times: readonly string[],
  { timezone = 'UTC', restarts = false, countsItself = (time: string): boolean => time !== '' } = {},
) {
  const match: string[] = [];
  let state = {};
  let schedules = new Schedules({ timezone, staticData: () => state });
  for (const time of times) {
    if (restarts) {
      state = JSON.parse(JSON.stringify(state)) as object;
      schedules = new Schedules({ timezone, staticData: () => state });
    }
    await schedules.tick(registeredOf(cron), at(time), () => {
      if (!countsItself(time)) return;
      schedules.emitted();
      match.push(time);
    });
  }
  return match;
}

const recurring = (expression: string, intervalSize: number, typeInterval: string): object => ({
  expression,
  recurrence: { activated: true, index: 0, intervalSize, typeInterval },
});
const days = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `2026-03-${String(from + index).padStart(2, '0')}T09:00:00Z`);

describe('schedules of packages', () => {
  it.each<[string, object, readonly string[], readonly string[]]>([
    ['every time', { expression: '0 0 9 * * *', recurrence: { activated: false } }, days(1, 3), days(1, 3)],
    ['every third day', recurring('0 0 9 * * *', 3, 'days'), days(1, 7), [1, 4, 7].flatMap((day) => days(day, day))],
    [
      'both days of every second week',
      recurring('0 0 9 * * 1,3', 2, 'weeks'),
      ['2026-03-02', '2026-03-04', '2026-03-09', '2026-03-11', '2026-03-16', '2026-03-18'].map((day) => `${day}T09:00:00Z`),
      ['2026-03-02', '2026-03-04', '2026-03-16', '2026-03-18'].map((day) => `${day}T09:00:00Z`),
    ],
    [
      'every second month, over the end of the year',
      recurring('0 0 9 1 * *', 2, 'months'),
      ['2026-11', '2026-12', '2027-01', '2027-02'].map((month) => `${month}-01T09:00:00Z`),
      ['2026-11', '2027-01'].map((month) => `${month}-01T09:00:00Z`),
    ],
    [
      'every fifth hour, over midnight',
      recurring('0 5 * * * *', 5, 'hours'),
      ['2026-03-01T22:05:00Z', '2026-03-01T23:05:00Z', '2026-03-02T02:05:00Z', '2026-03-02T03:05:00Z'],
      ['2026-03-01T22:05:00Z', '2026-03-02T03:05:00Z'],
    ],
  ])('fire %s, also over restarts', async (_, cron, times, expected) => {
    expect(await fired(cron, times)).toEqual(expected);
    expect(await fired(cron, times, { restarts: true })).toEqual(expected);
  });

  it('count days of the time zone', async () => {
    // In Auckland these are 9 and 10 March, the second one in the evening.
    const times = ['2026-03-08T20:00:00Z', '2026-03-09T20:00:00Z', '2026-03-10T20:00:00Z'];
    expect(await fired(recurring('0 0 9 * * *', 2, 'days'), times, { timezone: 'Pacific/Auckland' })).toEqual([times[0], times[2]]);
  });

  it('wait for the next time if the node leaves one out', async () => {
    const countsItself = (time: string): boolean => time !== days(3, 3)[0];
    expect(await fired(recurring('0 0 9 * * *', 2, 'days'), days(1, 6), { countsItself })).toEqual(
      [1, 4, 6].flatMap((day) => days(day, day)),
    );
  });

  it('refuse intervals that are none', () => {
    for (const [size, unit] of [
      [0, 'days'],
      [1.5, 'days'],
      [2, 'years'],
    ] as const)
      expect(() => registeredOf(recurring('* * * * *', size, unit))).toThrow(`every ${size} ${unit}`);
  });
});
