// Cron: its rows as schedule times, with the editor's defaults.
import { expect, it } from 'vitest';
import { Executor } from '../../execution/index.ts';
import type { ScheduleTime } from '../../sdk/index.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { fakePorts } from '../../testing/fake-ports.ts';

async function node(parameters: Record<string, unknown>): Promise<{ times: readonly ScheduleTime[]; items: unknown }> {
  const workflow = buildWorkflow({ Node: { type: 'cron', typeVersion: 1, parameters } }, [], { id: 'w' });
  const { type, context } = await new Executor(fakePorts()).detachedNode(workflow, 'Node', {
    mode: 'trigger',
    signal: new AbortController().signal,
  });
  return { times: type.schedule?.times(context) ?? [], items: type.schedule?.items(context, 0) };
}

const item = (...rows: Record<string, unknown>[]): Record<string, unknown> => ({ triggerTimes: { item: rows } });

it.each<[what: string, parameters: Record<string, unknown>, expected: unknown[]]>([
  ['nothing set: every day at 14:00', {}, [{ cron: 'S 0 14 * * *' }]],
  ['an empty row', item({}), [{ cron: 'S 0 14 * * *' }]],
  ['every minute', item({ mode: 'everyMinute' }), [{ cron: 'S * * * * *' }]],
  ['every hour', item({ mode: 'everyHour', minute: 5 }), [{ cron: 'S 5 * * * *' }]],
  ['every 2 hours, by default', item({ mode: 'everyX' }), [{ cron: 'S 0 */2 * * *' }]],
  ['every 15 minutes', item({ mode: 'everyX', unit: 'minutes', value: 15 }), [{ cron: 'S */15 * * * *' }]],
  ['every 90 minutes', item({ mode: 'everyX', unit: 'minutes', value: 90 }), [{ interval: 5_400_000 }]],
  ['every week', item({ mode: 'everyWeek', hour: 8, weekday: '5' }), [{ cron: 'S 0 8 * * 5' }]],
  ['every month', item({ mode: 'everyMonth', dayOfMonth: 31 }), [{ cron: 'S 0 14 31 * *' }]],
  ['a custom expression', item({ mode: 'custom', cronExpression: '0 9 * * *' }), [{ cron: '0 9 * * *' }]],
  ['several', item({ hour: 1 }, { hour: 2 }), [{ cron: 'S 0 1 * * *' }, { cron: 'S 0 2 * * *' }]],
])('%s', async (_what, parameters, expected) => {
  const { times, items } = await node(parameters);
  expect(times.map((time) => ('cron' in time ? { cron: time.cron.replace(/^\d+(?= \S+ \S+ \S+ \S+ \S+$)/, 'S') } : time))).toEqual(
    expected,
  );
  expect(items).toEqual([[{ json: {} }]]);
});

it('chooses the same second each time', async () => {
  expect((await node({})).times).toEqual((await node({})).times);
});

it.each([
  ['an invalid weekday', item({ mode: 'everyWeek', weekday: 'monday' }), '"Weekday" is monday'],
  ['no time', { triggerTimes: { item: [] } }, 'No time is set'],
  ['an unknown mode', item({ mode: 'often' }), '"often" is not a mode'],
])('rejects %s', async (_what, parameters, message) => {
  await expect(node(parameters)).rejects.toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining(message) as string });
});
