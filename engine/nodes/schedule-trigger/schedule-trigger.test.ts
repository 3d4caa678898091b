// Schedule Trigger: rules as times, and the fields of a run.
import { describe, expect, it } from 'vitest';
import { Executor } from '../../execution/index.ts';
import type { ScheduleTime } from '../../sdk/index.ts';
import { fakeClock, fakePorts } from '../../testing/fake-ports.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { runNode } from '../../testing/run-node.ts';
import { timeFields } from './execute.ts';

const type = 'n8n-nodes-base.scheduleTrigger';

/** Returns the times, with the derived second replaced by S. */
async function times(parameters: Record<string, unknown>, typeVersion = 1.2): Promise<unknown[]> {
  const workflow = buildWorkflow({ Node: { type, typeVersion, parameters } }, [], { id: 'w' });
  const { type: code, context } = await new Executor(fakePorts()).detachedNode(workflow, 'Node', {
    mode: 'trigger',
    signal: new AbortController().signal,
  });
  const times: readonly ScheduleTime[] = code.schedule?.times(context) ?? [];
  return times.map((time) => ('cron' in time ? { ...time, cron: time.cron.replace(/^\d+(?= \S+ \S+ \S+ \S+ \S+$)/, 'S') } : time));
}

const rule = (...interval: Record<string, unknown>[]): Record<string, unknown> => ({ rule: { interval } });

describe('rules', () => {
  it.each<[what: string, parameters: Record<string, unknown>, expected: unknown[]]>([
    ['nothing set: every day at midnight', {}, [{ cron: 'S 0 0 * * *' }]],
    ['an empty rule', rule({}), [{ cron: 'S 0 0 * * *' }]],
    ['seconds', rule({ field: 'seconds' }), [{ cron: '*/30 * * * * *' }]],
    ['seconds that are not a regular interval', rule({ field: 'seconds', secondsInterval: 7 }), [{ interval: 7000 }]],
    ['minutes', rule({ field: 'minutes' }), [{ cron: 'S */5 * * * *' }]],
    ['60 minutes', rule({ field: 'minutes', minutesInterval: 60 }), [{ cron: 'S */60 * * * *' }]],
    ['45 minutes', rule({ field: 'minutes', minutesInterval: 45 }), [{ interval: 45 * 60_000 }]],
    ['100 minutes', rule({ field: 'minutes', minutesInterval: 100 }), [{ interval: 100 * 60_000 }]],
    ['an hour', rule({ field: 'hours', triggerAtMinute: 15 }), [{ cron: 'S 15 * * * *' }]],
    ['24 hours', rule({ field: 'hours', hoursInterval: 24 }), [{ cron: 'S 0 */24 * * *', every: { unit: 'hours', count: 24 } }]],
    ['a day', rule({ triggerAtHour: 9, triggerAtMinute: 30 }), [{ cron: 'S 30 9 * * *' }]],
    ['days', rule({ field: 'days', daysInterval: 3 }), [{ cron: 'S 0 0 * * *', every: { unit: 'days', count: 3 } }]],
    ['a week', rule({ field: 'weeks', triggerAtHour: 8 }), [{ cron: 'S 0 8 * * 0' }]],
    [
      'weeks with weekdays',
      rule({ field: 'weeks', weeksInterval: 2, triggerAtDay: [5, 1, '3', 7, 1] }),
      [{ cron: 'S 0 0 * * 0,1,3,5', every: { unit: 'weeks', count: 2 } }],
    ],
    ['a month', rule({ field: 'months', triggerAtDayOfMonth: 31 }), [{ cron: 'S 0 0 31 * *' }]],
    ['months', rule({ field: 'months', monthsInterval: 12 }), [{ cron: 'S 0 0 1 */12 *', every: { unit: 'months', count: 12 } }]],
    ['a cron expression', rule({ field: 'cronExpression', expression: ' 0 9 * * 1-5 ' }), [{ cron: '0 9 * * 1-5' }]],
    [
      'an expression of the editor',
      rule({ field: 'hours', hoursInterval: '={{ 2 * 3 }}' }),
      [{ cron: 'S 0 */6 * * *', every: { unit: 'hours', count: 6 } }],
    ],
    ['several rules', rule({ triggerAtHour: 9 }, { triggerAtHour: '17' }), [{ cron: 'S 0 9 * * *' }, { cron: 'S 0 17 * * *' }]],
  ])('%s', async (_what, parameters, expected) => {
    expect(await times(parameters)).toEqual(expected);
  });

  it.each([1, 1.1, 1.2, 1.3])('of version %d', async (version) => {
    expect(await times(rule({ field: 'hours' }), version)).toEqual([{ cron: 'S 0 * * * *' }]);
  });

  it.each([
    ['seconds', 59],
    ['minutes', 59],
    ['hours', 23],
    ['days', 31],
  ])('of version 1.3 accept %s up to %d', async (field, most) => {
    const name = `${field}Interval`;
    await expect(times(rule({ field, [name]: most }), 1.3)).resolves.toHaveLength(1);
    for (const step of [0, -1, most + 1, 'often']) {
      await expect(times(rule({ field, [name]: step }), 1.3)).rejects.toThrow(new RegExp(`must be in range 1-${most}, .* is ${step}`));
    }
    await expect(times(rule({ field, [name]: most + 1 }), 1.2)).resolves.toHaveLength(1);
  });

  it.each<[what: string, parameters: Record<string, unknown>, message: string]>([
    ['no rule', { rule: { interval: [] } }, 'The node has no rules'],
    ['an unknown interval', rule({ field: 'moons' }), '"moons" is not an interval'],
    ['an invalid hour', rule({ triggerAtHour: 24 }), '"Trigger at Hour" is 24'],
    ['an invalid minute', rule({ triggerAtMinute: {} }), '"Trigger at Minute" is {}'],
    ['no interval', rule({ field: 'minutes', minutesInterval: 0 }), '"Minutes Between Triggers" is 0'],
    ['no weekday', rule({ field: 'weeks', triggerAtDay: [] }), 'No weekday is chosen'],
    ['an invalid weekday', rule({ field: 'weeks', triggerAtDay: ['someday'] }), '"Trigger on Weekdays" is someday'],
    ['no cron expression', rule({ field: 'cronExpression' }), 'The cron expression is empty'],
  ])('rejects %s', async (_what, parameters, message) => {
    await expect(times(parameters)).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('fields', () => {
  const at = Date.UTC(2026, 10, 22, 0, 30, 5, 250);

  it('are in the zone of the workflow', () => {
    expect(timeFields(at, 'America/New_York')).toEqual({
      timestamp: '2026-11-21T19:30:05.250-05:00',
      'Readable date': 'November 21st 2026, 7:30:05 pm',
      'Readable time': '7:30:05 pm',
      'Day of week': 'Saturday',
      Year: '2026',
      Month: 'November',
      'Day of month': '21',
      Hour: '19',
      Minute: '30',
      Second: '05',
      Timezone: 'America/New_York (UTC-05:00)',
    });
  });

  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [22, '22nd'],
    [31, '31st'],
  ])('name the day %d as %s', (day, expected) => {
    const fields = timeFields(Date.UTC(2026, 9, day), 'UTC');
    expect(fields['Readable date']).toBe(`October ${expected} 2026, 12:00:00 am`);
    expect(fields['timestamp']).toMatch(/T00:00:00\.000\+00:00$/);
  });
});

describe('a run', () => {
  const timezone = 'Europe/Berlin';

  it('without a time uses the current time', async () => {
    const { json } = await runNode({ type, settings: { timezone }, ports: { clock: fakeClock(Date.UTC(2026, 5, 1, 22)) } });
    expect(json).toMatchObject([{ timestamp: '2026-06-02T00:00:00.000+02:00', Hour: '00', Timezone: 'Europe/Berlin (UTC+02:00)' }]);
  });

  it('passes on the items it was started with', async () => {
    const { json } = await runNode({ type, items: [{ timestamp: 'then' }] });
    expect(json).toEqual([{ timestamp: 'then' }]);
  });
});
