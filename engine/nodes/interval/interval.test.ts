// Interval: a number and a unit as an interval.
import { expect, it } from 'vitest';
import { Executor } from '../../execution/index.ts';
import type { ScheduleTime } from '../../sdk/index.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { fakePorts } from '../../testing/fake-ports.ts';

async function times(parameters: Record<string, unknown>): Promise<readonly ScheduleTime[]> {
  const workflow = buildWorkflow({ Node: { type: 'interval', typeVersion: 1, parameters } }, [], { id: 'w' });
  const { type, context } = await new Executor(fakePorts()).detachedNode(workflow, 'Node', {
    mode: 'trigger',
    signal: new AbortController().signal,
  });
  expect(type.schedule?.items(context, 0)).toEqual([[{ json: {} }]]);
  return type.schedule?.times(context) ?? [];
}

it.each([
  [{}, 1000],
  [{ interval: 30 }, 30_000],
  [{ interval: 1.5, unit: 'minutes' }, 90_000],
  [{ interval: '10', unit: 'minutes' }, 600_000],
  [{ interval: 1000, unit: 'hours' }, 3_600_000_000],
])('%j', async (parameters, expected) => {
  expect(await times(parameters)).toEqual([{ interval: expected }]);
});

it.each([
  [{ interval: 0 }, 'at least 1 or higher'],
  [{ interval: -5, unit: 'hours' }, 'at least 1 or higher'],
  [{ interval: 'soon' }, 'at least 1 or higher'],
  [{ interval: 1e9, unit: 'hours' }, 'too large'],
  [{ interval: 1, unit: 'moons' }, '"moons" is not a unit'],
])('rejects %j', async (parameters, message) => {
  await expect(times(parameters)).rejects.toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining(message) as string });
});
