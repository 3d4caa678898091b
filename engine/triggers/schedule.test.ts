// Scheduled triggers with a controlled clock: rhythm, daylight saving, sleep, restarts, and clock changes.
import { describe, expect, it } from 'vitest';
import type { ScheduleTime } from '../sdk/index.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { harness, scheduledWorkflow, triggerNode } from '../testing/trigger-harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('times', () => {
  it.each<[what: string, zone: string, start: string, end: string, time: ScheduleTime, expected: string[]]>([
    [
      'every day by the wall clock',
      'Europe/Berlin',
      '2026-01-01T00:00:00Z',
      '2026-01-03T12:00:00Z',
      { cron: '0 0 9 * * *' },
      ['2026-01-01T08:00:00Z', '2026-01-02T08:00:00Z', '2026-01-03T08:00:00Z'],
    ],
    [
      'once on the day whose clocks skip the time, at the first instant after it',
      'America/New_York',
      '2026-03-07T00:00:00Z',
      '2026-03-09T12:00:00Z',
      { cron: '0 30 2 * * *' },
      ['2026-03-07T07:30:00Z', '2026-03-08T07:00:00Z', '2026-03-09T06:30:00Z'],
    ],
    [
      'once on the day whose clocks show the time twice',
      'America/New_York',
      '2026-10-31T00:00:00Z',
      '2026-11-02T12:00:00Z',
      { cron: '0 30 1 * * *' },
      ['2026-10-31T05:30:00Z', '2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z'],
    ],
    [
      'each hour, also the one that comes twice',
      'America/New_York',
      '2026-11-01T04:45:00Z',
      '2026-11-01T08:00:00Z',
      { cron: '0 30 * * * *' },
      ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z'],
    ],
    [
      'five fields, as people write them',
      'UTC',
      '2026-01-02T00:00:00Z',
      '2026-01-06T00:00:00Z',
      { cron: '0 9 * * 1-5' },
      ['2026-01-02T09:00:00Z', '2026-01-05T09:00:00Z'],
    ],
    [
      'a fixed distance from activation',
      'UTC',
      '2026-01-01T00:00:10Z',
      '2026-01-01T02:20:00Z',
      { interval: 45 * 60_000 },
      ['2026-01-01T00:45:10Z', '2026-01-01T01:30:10Z', '2026-01-01T02:15:10Z'],
    ],
    [
      'every 3 days',
      'Europe/Berlin',
      '2026-03-27T00:00:00Z',
      '2026-04-03T00:00:00Z',
      { cron: '0 0 9 * * *', every: { unit: 'days', count: 3 } },
      ['2026-03-27T08:00:00Z', '2026-03-30T07:00:00Z', '2026-04-02T07:00:00Z'],
    ],
    [
      'every 24 hours at the same hour of the wall clock',
      'America/New_York',
      '2026-03-07T00:00:00Z',
      '2026-03-09T12:00:00Z',
      { cron: '0 30 * * * *', every: { unit: 'hours', count: 24 } },
      ['2026-03-07T00:30:00Z', '2026-03-08T00:30:00Z', '2026-03-08T23:30:00Z'],
    ],
    [
      'every 2 hours, once in the hour that comes twice',
      'America/New_York',
      '2026-11-01T03:45:00Z',
      '2026-11-01T11:00:00Z',
      { cron: '0 30 * * * *', every: { unit: 'hours', count: 2 } },
      ['2026-11-01T04:30:00Z', '2026-11-01T07:30:00Z', '2026-11-01T09:30:00Z'],
    ],
    [
      'every 2 weeks on two weekdays, from the middle of a week on',
      'UTC',
      '2026-01-07T00:00:00Z',
      '2026-02-01T00:00:00Z',
      { cron: '0 0 9 * * 1,5', every: { unit: 'weeks', count: 2 } },
      ['2026-01-09T09:00:00Z', '2026-01-19T09:00:00Z', '2026-01-23T09:00:00Z'],
    ],
  ])('%s', async (_what, timezone, start, end, time, expected) => {
    const { clock, triggers, times } = harness(start);
    await triggers.activate(scheduledWorkflow([time], { timezone }));
    await clock.advanceTo(end);
    expect(times()).toEqual(expected);
    await triggers.stop();
  });

  it.each<[day: number, count: number, expected: string[]]>([
    [29, 1, ['01-29', '03-29', '04-29', '05-29']],
    [30, 1, ['01-30', '03-30', '04-30', '05-30']],
    [31, 1, ['01-31', '03-31', '05-31', '07-31']],
    [31, 2, ['01-31', '03-31', '05-31', '07-31']],
    [30, 3, ['01-30', '04-30', '07-30', '10-30']],
    [31, 3, ['01-31', '05-31', '08-31', '12-31']],
  ])('on day %d every %d months, skipping months without this day', async (day, count, expected) => {
    const { triggers } = harness('2026-01-15T00:00:00Z');
    const workflow = scheduledWorkflow([{ cron: `0 0 0 ${day} * *`, every: { unit: 'months', count } }]);
    await triggers.activate(workflow);
    const next = await triggers.nextRuns(workflow, 'Clock', 4);
    expect(next.map((at) => new Date(at).toISOString().slice(5, 10))).toEqual(expected);
    await triggers.stop();
  });

  it.each<[time: ScheduleTime, message: string]>([
    [{ cron: 'every day' }, 'The cron expression "every day" cannot be read'],
    [{ cron: '0 61 * * * *' }, 'Invalid value for minute: 61'],
    [{ cron: '0 0 0 30 2 *' }, 'The node "Clock" would never fire'],
    [{ interval: 0 }, 'too short'],
  ])('refuses %j', async (time, message) => {
    const { triggers } = harness('2026-01-01T00:00:00Z');
    await expect(triggers.activate(scheduledWorkflow([time]))).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      node: 'Clock',
      message: expect.stringContaining(message) as string,
    });
    expect(triggers.isActive('w')).toBe(false);
  });

  it('returns the items of the due time', async () => {
    const { clock, triggers, fired } = harness('2026-01-01T08:59:59.990Z');
    await triggers.activate(scheduledWorkflow([{ cron: '0 0 9 * * *' }]));
    await clock.advance(1000);
    expect(fired).toMatchObject([{ node: 'Clock', items: [[{ json: { at: Date.UTC(2026, 0, 1, 9) } }]], missed: false }]);
    await triggers.stop();
  });
});

describe('one timer', () => {
  it("serves many workflows, and times beyond a timer's maximum", async () => {
    const { clock, triggers, fired, store } = harness('2026-01-01T00:00:00Z');
    const workflows = Array.from({ length: 1000 }, (_, index) =>
      scheduledWorkflow([{ cron: `${index % 60} ${Math.floor(index / 60)} 5 1 3 *` }], { id: `w${index}`, name: `${index}` }),
    );
    await Promise.all(workflows.map((workflow) => triggers.activate(workflow)));
    expect(clock.timers).toBe(1);
    expect(store.saves).toBe(1000);
    await clock.advance(60_000);
    expect(clock.timers).toBe(1);
    expect(fired).toEqual([]);
    clock.set('2026-03-01T04:59:50Z');
    await clock.advance(20 * 60_000);
    expect(fired.map(({ workflow }) => Number(workflow))).toEqual(Array.from({ length: 1000 }, (_, index) => index));
    await triggers.stop();
    expect(clock.timers).toBe(0);
  });

  it('is not set if nothing is scheduled', async () => {
    const { clock, triggers } = harness('2026-01-01T00:00:00Z');
    await triggers.activate(scheduledWorkflow([{ cron: '0 0 9 * * *' }]));
    await triggers.deactivate('w');
    expect(clock.timers).toBe(0);
    expect(triggers.isActive('w')).toBe(false);
  });
});

describe('sleep', () => {
  const daily = scheduledWorkflow([{ cron: '0 0 3 * * *' }]);

  it('skips missed runs by default', async () => {
    const { clock, triggers, times } = harness('2026-01-01T22:00:00Z');
    await triggers.activate(daily);
    clock.set('2026-01-02T07:00:00Z');
    triggers.resume();
    await triggers.idle();
    expect(times()).toEqual([]);
    await clock.advance(DAY);
    expect(times()).toEqual(['2026-01-03T03:00:00Z']);
    await triggers.stop();
  });

  it('runs once for a missed run, noticed without a notification', async () => {
    const { clock, triggers, times } = harness('2026-01-01T22:00:00Z');
    await triggers.activate(daily, { missedRuns: 'once' });
    clock.set('2026-01-02T07:00:00Z');
    await clock.advance(30_000);
    expect(times()).toEqual(['2026-01-02T03:00:00Z missed']);
    await clock.advance(DAY);
    expect(times()).toEqual(['2026-01-02T03:00:00Z missed', '2026-01-03T03:00:00Z']);
    await triggers.stop();
  });

  it.each<[time: ScheduleTime, expected: string[]]>([
    [{ interval: 3 * HOUR }, ['2026-01-02T07:00:30Z missed', '2026-01-02T10:00:30Z']],
    [{ cron: '0 0 * * * *', every: { unit: 'hours', count: 4 } }, ['2026-01-02T07:00:00Z missed', '2026-01-02T11:00:00Z']],
  ])('makes up for missed runs and keeps the rhythm: %j', async (time, expected) => {
    const { clock, triggers, times } = harness('2026-01-01T22:00:30Z');
    await triggers.activate(scheduledWorkflow([time]), { missedRuns: 'once' });
    clock.set('2026-01-02T08:00:00Z');
    await clock.advance(3 * HOUR + 60_000);
    expect(times()).toEqual(expected);
    await triggers.stop();
  });

  it('logs skipped runs', async () => {
    const warned: string[] = [];
    const silent = (): void => undefined;
    const logger = { debug: silent, info: silent, warn: (message: string) => warned.push(message), error: silent };
    const { clock, triggers } = harness('2026-01-01T22:00:00Z', [], { logger });
    await triggers.activate(daily);
    clock.set('2026-01-02T07:00:00Z');
    triggers.resume();
    expect(warned).toEqual([expect.stringContaining('due at 2026-01-02T03:00:00.000Z was missed')]);
    await triggers.stop();
  });

  it('makes up for many missed runs with the last one', async () => {
    const { clock, triggers, times } = harness('2026-01-01T22:00:30Z');
    await triggers.activate(scheduledWorkflow([{ cron: '0 */10 * * * *' }]), { missedRuns: 'once' });
    clock.set('2026-01-02T07:05:00Z');
    await clock.advance(6 * 60_000);
    expect(times()).toEqual(['2026-01-02T07:00:00Z missed', '2026-01-02T07:10:00Z']);
    await triggers.stop();
  });

  it('is not assumed if a run is late by less than a minute', async () => {
    const { clock, triggers, times } = harness('2026-01-01T22:00:00Z');
    await triggers.activate(daily);
    clock.set('2026-01-02T03:00:40Z');
    triggers.resume();
    await triggers.idle();
    expect(times()).toEqual(['2026-01-02T03:00:00Z']);
    await triggers.stop();
  });

  it('does not change the rhythm of a rule of every n days', async () => {
    const { clock, triggers, times } = harness('2026-01-01T00:00:00Z');
    await triggers.activate(scheduledWorkflow([{ cron: '0 0 9 * * *', every: { unit: 'days', count: 3 } }]));
    await clock.advanceTo('2026-01-01T10:00:00Z');
    clock.set('2026-01-09T12:00:00Z');
    await clock.advanceTo('2026-01-14T00:00:00Z');
    expect(times()).toEqual(['2026-01-01T09:00:00Z', '2026-01-10T09:00:00Z', '2026-01-13T09:00:00Z']);
    await triggers.stop();
  });
});

describe('a pause', () => {
  const hourly = scheduledWorkflow([{ cron: '0 0 * * * *' }]);

  it.each([
    ['skip', []],
    ['once', ['2026-01-01T03:00:00Z missed']],
  ] as const)('holds back runs, which count as missed after it (%s)', async (missedRuns, afterwards) => {
    const { clock, triggers, times } = harness('2026-01-01T00:30:00Z');
    await triggers.activate(hourly, { missedRuns });
    triggers.pauseSchedules(true);
    await clock.advanceTo('2026-01-01T03:20:00Z');
    triggers.resume();
    expect([times(), clock.timers]).toEqual([[], 0]);
    triggers.pauseSchedules(false);
    await triggers.idle();
    expect(times()).toEqual(afterwards);
    await clock.advanceTo('2026-01-01T04:10:00Z');
    expect(times()).toEqual([...afterwards, '2026-01-01T04:00:00Z']);
    await triggers.stop();
  });

  it('of less than a minute delays a run', async () => {
    const { clock, triggers, times } = harness('2026-01-01T00:59:30Z');
    await triggers.activate(hourly);
    triggers.pauseSchedules(true);
    await clock.advance(60_000);
    triggers.pauseSchedules(false);
    await triggers.idle();
    expect(times()).toEqual(['2026-01-01T01:00:00Z']);
    await triggers.stop();
  });

  it.each([
    ['skip', []],
    ['once', ['2026-01-01T03:00:00Z missed']],
  ] as const)('at the start holds back the runs that were missed before it (%s)', async (missedRuns, afterwards) => {
    const created = harness('2026-01-01T00:30:00Z');
    await created.triggers.activate(hourly, { missedRuns });
    created.restart();
    created.clock.set('2026-01-01T03:20:00Z');
    created.triggers.pauseSchedules(true);
    await created.triggers.activate(hourly, { missedRuns });
    await created.clock.advance(60_000);
    expect(created.times()).toEqual([]);
    created.triggers.pauseSchedules(false);
    await created.triggers.idle();
    expect(created.times()).toEqual(afterwards);
    expect(created.store.rows.get('w')?.[0]?.nextRun).toBe(Date.parse('2026-01-01T04:00:00Z'));
    await created.triggers.stop();
  });

  it('that the process does not survive loses no run', async () => {
    const created = harness('2026-01-01T00:30:00Z');
    await created.triggers.activate(hourly, { missedRuns: 'once' });
    created.restart();
    created.clock.set('2026-01-01T01:20:00Z');
    created.triggers.pauseSchedules(true);
    await created.triggers.activate(hourly, { missedRuns: 'once' });
    created.restart();
    await created.triggers.activate(hourly, { missedRuns: 'once' });
    await created.triggers.idle();
    expect(created.times()).toEqual(['2026-01-01T01:00:00Z missed']);
    await created.triggers.stop();
  });
});

describe('a restart', () => {
  const daily = scheduledWorkflow([{ cron: '0 0 3 * * *' }]);

  it('loses, repeats and writes nothing if no run was due', async () => {
    const created = harness('2026-01-01T00:00:00Z');
    const { clock, store, times } = created;
    await created.triggers.activate(daily);
    await clock.advanceTo('2026-01-01T03:00:01Z');
    const saves = [store.saves, store.savedRows];
    created.restart();
    await created.triggers.activate(daily);
    expect([store.saves, store.savedRows]).toEqual(saves);
    await clock.advanceTo('2026-01-02T04:00:00Z');
    expect(times()).toEqual(['2026-01-01T03:00:00Z', '2026-01-02T03:00:00Z']);
    await created.triggers.stop();
  });

  it.each([
    ['skip', []],
    ['once', ['2026-01-01T03:00:00Z missed']],
  ] as const)('after a run was missed: %s', async (missedRuns, expected) => {
    const created = harness('2026-01-01T00:00:00Z');
    const { clock, store, times } = created;
    await created.triggers.activate(daily, { missedRuns });
    created.restart();
    clock.set('2026-01-01T03:00:05Z');
    await created.triggers.activate(daily, { missedRuns });
    await created.triggers.idle();
    expect(times()).toEqual(expected);
    // Killed and restarted immediately: the missed run is not caught up a second time.
    created.restart();
    await created.triggers.activate(daily, { missedRuns });
    await created.triggers.idle();
    expect(times()).toEqual(expected);
    expect(store.rows.get('w')).toMatchObject([{ nextRun: Date.UTC(2026, 0, 2, 3) }]);
    await created.triggers.stop();
  });

  it('stores only the row of the rule that fired', async () => {
    const created = harness('2026-01-01T00:00:00Z');
    await created.triggers.activate(scheduledWorkflow([{ cron: '0 0 3 * * *' }, { cron: '0 0 5 * * *' }]));
    expect(created.store.saves).toBe(1);
    await created.clock.advanceTo('2026-01-01T03:00:01Z');
    expect([created.store.saves, created.store.savedRows]).toEqual([1, 1]);
    expect(new Map(created.store.rows.get('w')?.map(({ rule, nextRun }) => [rule, nextRun]))).toEqual(
      new Map([
        [0, Date.UTC(2026, 0, 2, 3)],
        [1, Date.UTC(2026, 0, 1, 5)],
      ]),
    );
    await created.triggers.stop();
  });

  it('stores the next run together with the start of this one', async () => {
    const order: string[] = [];
    const created = harness('2026-01-01T00:00:00Z', [], {
      onFire: async () => {
        order.push(`fired, kept: ${new Date(created.store.rows.get('w')?.[0]?.nextRun ?? 0).toISOString()}`);
      },
    });
    await created.triggers.activate(daily);
    await created.clock.advanceTo('2026-01-01T03:00:00Z');
    expect(order).toEqual(['fired, kept: 2026-01-02T03:00:00.000Z']);
    await created.triggers.stop();
  });

  it('keeps an interval counted from the activation before it', async () => {
    const created = harness('2026-01-01T00:00:00Z');
    const hourly = scheduledWorkflow([{ interval: HOUR }]);
    await created.triggers.activate(hourly);
    await created.clock.advance(90 * 60_000);
    created.restart();
    await created.triggers.activate(hourly);
    await created.clock.advance(HOUR);
    expect(created.times()).toEqual(['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z']);
    await created.triggers.stop();
  });

  it('misses a run while the process was stopped, but not when a saved workflow is reactivated', async () => {
    const created = harness('2026-01-01T00:00:00Z');
    await created.triggers.activate(daily);
    created.clock.set('2026-01-01T03:00:00.500Z');
    await created.triggers.activate(structuredClone(daily));
    await created.triggers.idle();
    expect(created.times()).toEqual(['2026-01-01T03:00:00Z']);
    await created.triggers.stop();
  });
});

describe('the Schedule Trigger', () => {
  it('keeps its second across restarts, and returns the fields of the due time', async () => {
    const rule = {
      interval: [
        { field: 'hours', hoursInterval: 6 },
        { field: 'cronExpression', expression: '30 12 * * *' },
      ],
    };
    const workflow = buildWorkflow({ Plan: { type: 'scheduleTrigger', typeVersion: 1.2, parameters: { rule } } }, [], {
      id: 'w',
      settings: { timezone: 'Europe/Berlin' },
    });
    const created = harness('2026-01-01T00:30:00Z');
    expect(await created.triggers.activate(workflow)).toEqual(['Plan']);
    const rows = created.store.rows.get('w');
    created.restart();
    await created.triggers.activate(structuredClone(workflow));
    expect(created.store.rows.get('w')).toEqual(rows);
    await created.clock.advanceTo('2026-01-01T12:00:00Z');
    expect(created.fired.map(({ items }) => String(items[0]?.[0]?.json['timestamp']).slice(0, 16))).toEqual([
      '2026-01-01T06:00',
      '2026-01-01T12:00',
      '2026-01-01T12:30',
    ]);
    await created.triggers.stop();
  });
});

describe('a workflow saved again', () => {
  const every3Days: ScheduleTime = { cron: '0 0 9 * * *', every: { unit: 'days', count: 3 } };

  it('keeps its next run if its times are unchanged', async () => {
    const { clock, triggers, times } = harness('2026-01-01T00:00:00Z');
    await triggers.activate(scheduledWorkflow([every3Days]));
    await clock.advanceTo('2026-01-02T00:00:00Z');
    const renamed = scheduledWorkflow([every3Days]);
    (renamed.nodes[0] as { name: string }).name = 'Renamed';
    await triggers.activate(renamed);
    await clock.advanceTo('2026-01-05T00:00:00Z');
    expect(times()).toEqual(['2026-01-01T09:00:00Z', '2026-01-04T09:00:00Z']);
    await triggers.stop();
  });

  it.each([
    ['times', scheduledWorkflow([{ cron: '0 0 10 * * *' }]), '2026-01-02T10:00:00Z'],
    ['zone', scheduledWorkflow([every3Days], { timezone: 'Europe/Berlin' }), '2026-01-02T08:00:00Z'],
  ])('starts again if its %s has changed', async (_what, changed, expected) => {
    const { clock, triggers, times } = harness('2026-01-01T00:00:00Z');
    await triggers.activate(scheduledWorkflow([every3Days]));
    await clock.advanceTo('2026-01-02T00:00:00Z');
    await triggers.activate(changed);
    await clock.advanceTo('2026-01-03T00:00:00Z');
    expect(times()).toEqual(['2026-01-01T09:00:00Z', expected]);
    await triggers.stop();
  });

  it('removes the rows of deleted rules, and all rows when it is deactivated', async () => {
    const { triggers, store } = harness('2026-01-01T00:00:00Z');
    await triggers.activate(scheduledWorkflow([every3Days, { interval: HOUR }]));
    expect(store.rows.get('w')).toHaveLength(2);
    await triggers.activate(scheduledWorkflow([every3Days]));
    expect(store.rows.get('w')).toHaveLength(1);
    await triggers.deactivate('w');
    expect(store.rows.has('w')).toBe(false);
  });

  it('distinguishes nodes that share an id', async () => {
    const { triggers, store } = harness('2026-01-01T00:00:00Z');
    const workflow = scheduledWorkflow([every3Days], {
      nodes: { Other: { type: 'test.scheduled', parameters: { times: [{ interval: 5000 }] } } },
    });
    for (const node of workflow.nodes) (node as { id?: string }).id = 'same';
    await triggers.activate(workflow);
    expect(new Set(store.rows.get('w')?.map(({ nodeId }) => nodeId)).size).toBe(2);
    await triggers.stop();
  });
});

describe('setting the clock', () => {
  const hourly = scheduledWorkflow([{ cron: '0 0 * * * *' }]);

  it('back does not repeat the last run', async () => {
    const { clock, triggers, times } = harness('2026-01-01T09:30:00Z');
    await triggers.activate(hourly);
    await clock.advanceTo('2026-01-01T12:10:00Z');
    clock.set('2026-01-01T11:10:00Z');
    await clock.advanceTo('2026-01-01T13:10:00Z');
    expect(times()).toEqual(['2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z', '2026-01-01T12:00:00Z', '2026-01-01T13:00:00Z']);
    await triggers.stop();
  });

  it('back by several runs continues at the new time', async () => {
    const { clock, triggers, times } = harness('2026-01-01T09:30:00Z');
    await triggers.activate(hourly);
    await clock.advanceTo('2026-01-01T12:10:00Z');
    clock.set('2026-01-01T10:10:00Z');
    await clock.advanceTo('2026-01-01T12:10:00Z');
    expect(times().slice(3)).toEqual(['2026-01-01T11:00:00Z', '2026-01-01T12:00:00Z']);
    await triggers.stop();
  });

  it.each<[string, ScheduleTime]>([
    ['a distance', { interval: 7000 }],
    ['an expression', { cron: '*/7 * * * * *' }],
  ])('back by an hour lets %s of 7 seconds continue within seconds, also after a restart', async (_, time) => {
    const created = harness('2026-01-01T12:00:00Z');
    const { clock, times } = created;
    await created.triggers.activate(scheduledWorkflow([time]));
    await clock.advance(15_000);
    expect(times()).toHaveLength(2);
    clock.set('2026-01-01T11:00:15Z');
    await clock.advance(15_000);
    expect(times().length).toBeGreaterThanOrEqual(3);
    clock.set('2026-01-01T10:00:15Z');
    created.restart();
    const before = times().length;
    await created.triggers.activate(scheduledWorkflow([time]));
    await clock.advance(15_000);
    expect(times()).toHaveLength(before + 2);
    await created.triggers.stop();
  });

  it('back by less than a minute does not change the next run', async () => {
    const { clock, triggers, times } = harness('2026-01-01T12:00:00Z');
    await triggers.activate(scheduledWorkflow([{ interval: 7000 }]));
    await clock.advance(8000);
    clock.set('2026-01-01T11:59:30Z');
    await clock.advance(60_000);
    expect(times().slice(0, 3)).toEqual(['2026-01-01T12:00:07Z', '2026-01-01T12:00:14Z', '2026-01-01T12:00:21Z']);
    await triggers.stop();
  });

  it('back before the next start has the same effect', async () => {
    const created = harness('2026-01-01T09:30:00Z');
    await created.triggers.activate(hourly);
    await created.clock.advanceTo('2026-01-01T12:10:00Z');
    created.restart();
    created.clock.set('2026-01-01T11:10:00Z');
    await created.triggers.activate(hourly);
    await created.clock.advanceTo('2026-01-01T13:10:00Z');
    expect(created.times().slice(2)).toEqual(['2026-01-01T12:00:00Z', '2026-01-01T13:00:00Z']);
    await created.triggers.stop();
  });

  it('back by years discards future times that a wrong clock produced', async () => {
    const { clock, triggers, times } = harness('2036-01-01T09:30:00Z');
    await triggers.activate(hourly);
    await clock.advanceTo('2036-01-01T10:10:00Z');
    clock.set('2026-01-01T10:10:00Z');
    await clock.advanceTo('2026-01-01T11:10:00Z');
    expect(times().slice(1)).toEqual(['2026-01-01T11:00:00Z']);
    await triggers.stop();
  });

  it('back after it was ahead and skipped runs makes them at their time', async () => {
    const { clock, triggers, times } = harness('2026-01-01T08:00:00Z');
    await triggers.activate(scheduledWorkflow([{ cron: '0 0 9 * * *' }]));
    await clock.advanceTo('2026-01-01T10:00:00Z');
    clock.set('2026-01-02T13:00:00Z');
    await clock.advance(30_000);
    clock.set('2026-01-02T08:00:00Z');
    await clock.advanceTo('2026-01-02T10:00:00Z');
    expect(times()).toEqual(['2026-01-01T09:00:00Z', '2026-01-02T09:00:00Z']);
    await triggers.stop();
  });

  it.each([
    ['skip', ['2026-01-01T15:00:00Z']],
    ['once', ['2026-01-01T14:00:00Z missed', '2026-01-01T15:00:00Z']],
  ] as const)('forward: what lay between was missed (%s)', async (missedRuns, expected) => {
    const { clock, triggers, times } = harness('2026-01-01T09:30:00Z');
    await triggers.activate(hourly, { missedRuns });
    clock.set('2026-01-01T14:30:00Z');
    await clock.advance(45 * 60_000);
    expect(times()).toEqual(expected);
    await triggers.stop();
  });
});

describe('next runs', () => {
  it('are reported before and after activation', async () => {
    const { clock, triggers } = harness('2026-01-01T00:00:00Z');
    const workflow = scheduledWorkflow([{ cron: '0 0 9 * * *', every: { unit: 'days', count: 2 } }, { cron: '0 0 12 1 * *' }]);
    const visible = async (file = workflow): Promise<string[]> =>
      (await triggers.nextRuns(file, 'Clock', 4)).map((at) => new Date(at).toISOString().slice(5, 13));
    expect(await visible()).toEqual(['01-01T09', '01-01T12', '01-03T09', '01-05T09']);
    await triggers.activate(workflow);
    await clock.advanceTo('2026-01-02T00:00:00Z');
    expect(await visible()).toEqual(['01-03T09', '01-05T09', '01-07T09', '01-09T09']);
    expect(await visible(structuredClone(workflow))).toEqual(['01-03T09', '01-05T09', '01-07T09', '01-09T09']);
    const changed = scheduledWorkflow([{ cron: '0 0 10 * * *', every: { unit: 'days', count: 2 } }]);
    expect(await visible(changed)).toEqual(['01-02T10', '01-04T10', '01-06T10', '01-08T10']);
    expect(await triggers.nextRuns(workflow, 'Nowhere', 4)).toEqual([]);
    await triggers.stop();
  });
});

describe('failures', () => {
  it('of the store do not prevent a run', async () => {
    const created = harness('2026-01-01T00:00:00Z');
    await created.triggers.activate(scheduledWorkflow([{ interval: HOUR }]));
    created.store.saveRow = () => Promise.reject(new Error('disk full'));
    await created.clock.advance(2 * HOUR);
    expect(created.fired).toHaveLength(2);
    expect(created.logged.join()).toContain('disk full');
    await created.triggers.stop();
  });

  it('of the items start the error path, and are cleared by the next success', async () => {
    let isBroken = true;
    const node = triggerNode('broken', {
      schedule: {
        times: () => [{ interval: HOUR }],
        items: () => {
          if (isBroken) throw new Error('no items');
          return [[{ json: {} }]];
        },
      },
    });
    const created = harness('2026-01-01T00:00:00Z', [node]);
    await created.triggers.activate(buildWorkflow({ Plan: { type: 'test.broken' } }, [], { id: 'w' }));
    await created.clock.advance(HOUR);
    expect(created.errors).toMatchObject([{ node: 'Plan', error: { message: 'no items', node: 'Plan' } }]);
    expect(created.triggers.problems('w').size).toBe(1);
    isBroken = false;
    await created.clock.advance(HOUR);
    expect(created.fired).toHaveLength(1);
    expect(created.triggers.problems('w').size).toBe(0);
    await created.triggers.stop();
  });

  it('of a start are logged, and the next run takes place', async () => {
    let count = 0;
    const created = harness('2026-01-01T00:00:00Z', [], {
      onFire: async () => {
        if (++count === 1) throw new Error('no room');
      },
    });
    await created.triggers.activate(scheduledWorkflow([{ interval: HOUR }]));
    await created.clock.advance(2 * HOUR);
    expect(count).toBe(2);
    expect(created.logged.join()).toContain('no room');
    await created.triggers.stop();
  });
});
