// Polling triggers: the poll at activation, the rhythm, state between polls, failures.
import { describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { pollTimes } from '../nodes/_shared/poll-times.ts';
import { NodeError, type Poll } from '../sdk/index.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { harness, triggerNode } from '../testing/trigger-harness.ts';

function polling(poll: Poll): ReturnType<typeof triggerNode> {
  return triggerNode('poll', { poll }, [pollTimes]);
}

const workflow = (parameters: Record<string, unknown> = {}, more: Partial<WorkflowFile> = {}): WorkflowFile =>
  buildWorkflow({ Mail: { type: 'test.poll', parameters } }, [], { id: 'w', name: 'W', settings: { timezone: 'UTC' }, ...more });

const every = (item: Record<string, unknown>): Record<string, unknown> => ({ pollTimes: { item: [item] } });

describe('polls', () => {
  it('run at activation and then at the poll times, with the state of the previous one', async () => {
    const { clock, triggers, fired, staticData } = harness('2026-01-01T00:00:00Z', [
      polling(async (ctx) => {
        const state = ctx.staticData('node') as { count?: number };
        state.count = (state.count ?? 0) + 1;
        return [[{ json: { count: state.count } }]];
      }),
    ]);
    expect(await triggers.activate(workflow(), { staticData: { 'node:Mail': { count: 10 }, global: { kept: true } } })).toEqual(['Mail']);
    await clock.advance(2 * 60_000);
    expect(fired.map(({ items }) => items[0]?.[0]?.json)).toEqual([{ count: 11 }, { count: 12 }, { count: 13 }]);
    expect(staticData.get('w')).toEqual({ 'node:Mail': { count: 13 }, global: { kept: true } });
    await triggers.stop();
  });

  it('write only their own part of the static data, and keep what executions changed', async () => {
    const created = harness('2026-01-01T00:00:00Z', [
      polling(async (ctx) => {
        const seen = JSON.stringify(ctx.staticData('global'));
        created.triggers.staticDataChanged('w', { global: { by: 'execution' } });
        ctx.staticData('node')['seen'] = seen;
        return null;
      }),
    ]);
    await created.triggers.activate(workflow());
    await created.clock.advance(60_000);
    expect(created.staticData.get('w')).toEqual({ global: { by: 'execution' }, 'node:Mail': { seen: '{"by":"execution"}' } });
    await created.triggers.stop();
  });

  it('fire nothing if there is nothing new', async () => {
    const { clock, triggers, fired } = harness('2026-01-01T00:00:00Z', [polling(async () => null)]);
    await triggers.activate(workflow());
    await clock.advance(5 * 60_000);
    expect(fired).toEqual([]);
    await triggers.stop();
  });

  it.each<[item: Record<string, unknown>, polls: number]>([
    [{ mode: 'everyX', value: 10, unit: 'minutes' }, 6],
    [{ mode: 'everyX', value: 25, unit: 'minutes' }, 2],
    [{ mode: 'everyHour', minute: 30 }, 1],
    [{ mode: 'custom', cronExpression: '0 */20 * * * *' }, 3],
  ])('at %j run %d times an hour', async (item, polls) => {
    let count = 0;
    const { clock, triggers } = harness('2026-01-01T00:00:59Z', [polling(async () => (count++, null))]);
    await triggers.activate(workflow(every(item)));
    await clock.advance(3_600_000);
    expect(count).toBe(1 + polls);
    await triggers.stop();
  });

  it('keep their own intervals', async () => {
    const at: string[] = [];
    const created = harness('2026-01-01T00:00:59Z', [
      polling(async () => (at.push(new Date(created.clock.now()).toISOString().slice(11, 16)), null)),
    ]);
    const item = [
      { mode: 'custom', cronExpression: '0 0 * * * *' },
      { mode: 'everyX', value: 45, unit: 'minutes' },
    ];
    const file = workflow({ pollTimes: { item } });
    await created.triggers.activate(file);
    await created.clock.advance(2.5 * 3_600_000);
    expect(at).toEqual(['00:00', '00:45', '01:00', '01:30', '02:00', '02:15']);
    expect((await created.triggers.nextRuns(file, 'Mail', 2)).map((time) => new Date(time).toISOString().slice(11, 16))).toEqual([
      '03:00',
      '03:00',
    ]);
    await created.triggers.stop();
  });

  it.each<[item: Record<string, unknown>, message: string]>([
    [{ mode: 'custom', cronExpression: '*/10 * * * * *' }, 'It has to be at least a minute'],
    [{ mode: 'custom', cronExpression: 'often' }, 'cannot be read'],
    [{ mode: 'everyX', value: 0, unit: 'hours' }, '"Value" is 0'],
  ])('at %j are refused', async (item, message) => {
    const { triggers } = harness('2026-01-01T00:00:00Z', [polling(async () => null)]);
    await expect(triggers.activate(workflow(every(item)))).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      node: 'Mail',
      message: expect.stringContaining(message) as string,
    });
  });

  it('make activation fail if the first one fails, and start the error path if a later one fails', async () => {
    let isDown = true;
    const created = harness('2026-01-01T00:00:00Z', [
      polling(async () => {
        if (isDown) throw new NodeError('The service is down');
        return null;
      }),
    ]);
    await expect(created.triggers.activate(workflow())).rejects.toMatchObject({ message: 'The service is down', node: 'Mail' });
    expect(created.errors).toEqual([]);
    isDown = false;
    await created.triggers.activate(workflow());
    isDown = true;
    await created.clock.advance(2 * 60_000);
    expect(created.errors.map(({ node, error }) => [node, error.message])).toEqual([
      ['Mail', 'The service is down'],
      ['Mail', 'The service is down'],
    ]);
    expect(created.triggers.problems('w').get('Mail')?.message).toBe('The service is down');
    isDown = false;
    await created.clock.advance(60_000);
    expect(created.triggers.problems('w').size).toBe(0);
    await created.triggers.stop();
  });

  it('pause while the database cannot be written, say so once, and take place after that', async () => {
    let failure: Error | undefined;
    let polls = 0;
    const paused: string[] = [];
    const created = harness('2026-01-01T00:00:00Z', [polling(async () => (polls++, null))], {
      storeFailure: () => failure,
      onPaused: (_workflow, { message }) => paused.push(message),
    });
    await created.triggers.activate(workflow(every({ mode: 'everyX', value: 10, unit: 'minutes' })));
    failure = new Error('The disk is full.');
    await created.clock.advance(15 * 60_000);
    expect([polls, created.errors]).toEqual([1, []]);
    expect(paused).toEqual(['Polls wait until the database can be written. The disk is full.']);
    expect(created.triggers.problems('w').get('Mail')?.message).toBe(paused[0]);
    failure = undefined;
    await created.clock.advance(10_000);
    expect([polls, created.triggers.problems('w').size]).toEqual([2, 0]);
    await created.clock.advance(10 * 60_000);
    expect(polls).toBe(3);
    await created.triggers.stop();
  });

  it('find the same items again if the run for them could not be stored', async () => {
    let failure: Error | undefined;
    const stored: unknown[] = [];
    const reject = (): void => {
      failure = new Error('The disk is full.');
      throw failure;
    };
    let isFull = false;
    const created = harness(
      '2026-01-01T00:00:00Z',
      [
        polling(async (ctx) => {
          const state = ctx.staticData('node') as { last?: number };
          state.last = (state.last ?? 0) + 1;
          return [[{ json: { number: state.last } }]];
        }),
      ],
      {
        storeFailure: () => failure,
        onFire: async (_workflow, _node, [items]) => (isFull ? reject() : void stored.push(items?.[0]?.json['number'])),
      },
    );
    await created.triggers.activate(workflow());
    isFull = true;
    await created.clock.advance(60_000);
    isFull = false;
    failure = undefined;
    await created.clock.advance(10_000);
    expect(stored).toEqual([1, 2]);
    await created.triggers.stop();
  });

  it('do not overlap, and a stop aborts the running one', async () => {
    let running = 0;
    let polls = 0;
    const created = harness('2026-01-01T00:00:00Z', [
      polling(async (ctx) => {
        if (++polls === 1) return null;
        expect(++running).toBe(1);
        return new Promise((_resolve, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason as Error)));
      }),
    ]);
    await created.triggers.activate(workflow());
    created.clock.settle = async () => undefined;
    await created.clock.advance(5 * 60_000);
    await created.triggers.stop();
    expect(polls).toBe(2);
    expect(created.errors).toEqual([]);
  });

  it('continue when the clock is set back, and read state stored as text', async () => {
    const counts: unknown[] = [];
    const created = harness('2026-01-01T12:00:00Z', [
      polling(async (ctx) => {
        const state = ctx.staticData('node') as { count?: number };
        state.count = (state.count ?? 0) + 1;
        counts.push(state.count);
        return null;
      }),
    ]);
    const parameters = every({ mode: 'custom', cronExpression: '30 * * * * *' });
    await created.triggers.activate(workflow(parameters, { staticData: '{"node:Mail":{"count":7}}' }));
    created.clock.set('2026-01-01T06:00:00Z');
    await created.clock.advance(95_000);
    expect(counts).toEqual([8, 9]);
    await created.triggers.activate(workflow(parameters, { staticData: 'no JSON' }));
    expect(counts).toEqual([8, 9, 1]);
    await created.triggers.stop();
  });

  it('run once after a sleep', async () => {
    let count = 0;
    const { clock, triggers } = harness('2026-01-01T00:00:00Z', [polling(async () => (count++, null))]);
    await triggers.activate(workflow());
    clock.set('2026-01-01T08:00:00Z');
    triggers.resume();
    await triggers.idle();
    expect(count).toBe(2);
    await triggers.stop();
  });

  it('are held back by a pause, also the first one, and made once after it', async () => {
    let count = 0;
    const { clock, triggers } = harness('2026-01-01T00:00:00Z', [polling(async () => (count++, null))]);
    triggers.pauseSchedules(true);
    await triggers.activate(workflow());
    await clock.advance(5 * 60_000);
    expect(count).toBe(0);
    triggers.pauseSchedules(false);
    await triggers.idle();
    expect(count).toBe(1);
    await clock.advance(60_000);
    expect(count).toBe(2);
    triggers.pauseSchedules(true);
    await clock.advance(5 * 60_000);
    expect(count).toBe(2);
    await triggers.stop();
  });

  it('fire the items of the first one only when all triggers have started', async () => {
    const { triggers, fired } = harness('2026-01-01T00:00:00Z', [
      polling(async (ctx) => {
        if (ctx.node.name === 'Broken') throw new Error('no');
        return [[{ json: {} }]];
      }),
    ]);
    const both = buildWorkflow({ Mail: { type: 'test.poll' }, Broken: { type: 'test.poll' } }, [], { id: 'w' });
    await expect(triggers.activate(both)).rejects.toMatchObject({ node: 'Broken' });
    expect(fired).toEqual([]);
  });

  it('report their next times', async () => {
    const { triggers } = harness('2026-01-01T00:00:00Z', [polling(async () => null)]);
    const file = workflow(every({ mode: 'custom', cronExpression: '0 0 9 * * *' }));
    const expected = [Date.UTC(2026, 0, 1, 9), Date.UTC(2026, 0, 2, 9)];
    expect(await triggers.nextRuns(file, 'Mail', 2)).toEqual(expected);
    await triggers.activate(file);
    expect(await triggers.nextRuns(file, 'Mail', 2)).toEqual(expected);
    await triggers.stop();
  });
});

describe('a manual run', () => {
  it('returns the items of a poll, and does not store its state', async () => {
    const { triggers, staticData } = harness('2026-01-01T00:00:00Z', [
      polling(async (ctx) => {
        ctx.staticData('node')['seen'] = true;
        return [[{ json: { mode: ctx.mode } }]];
      }),
    ]);
    expect(await triggers.manualItems(workflow(), 'Mail')).toEqual([[{ json: { mode: 'manual' } }]]);
    expect(staticData.size).toBe(0);
  });

  it.each([[null], [[[]]], [[]]])('a poll that returns %j fails', async (outputs) => {
    const { triggers } = harness('2026-01-01T00:00:00Z', [polling(async () => outputs)]);
    await expect(triggers.manualItems(workflow(), 'Mail')).rejects.toMatchObject({
      message: 'No data with the current filter could be found',
      node: 'Mail',
    });
  });
});
