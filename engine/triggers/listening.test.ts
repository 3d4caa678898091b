// Long-lived triggers: start, events, failures with increasing delays, stop; and activation as a whole.
import { AppError } from '../contract/errors.ts';
import { describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { TriggerContext } from '../sdk/index.ts';
import { buildWorkflow, type NodeSketch, asNobody } from '../testing/build-workflow.ts';
import { harness, scheduledWorkflow, triggerNode, type Harness } from '../testing/trigger-harness.ts';

/** A trigger that passes its context to the test. */
function listener(more: { start?: (ctx: TriggerContext) => Promise<void> } = {}): {
  readonly node: ReturnType<typeof triggerNode>;
  readonly started: TriggerContext[];
  readonly stopped: string[];
} {
  const started: TriggerContext[] = [];
  const stopped: string[] = [];
  const node = triggerNode('listen', {
    trigger: async (ctx) => {
      await more.start?.(ctx);
      started.push(ctx);
      return () => void stopped.push(ctx.node.name);
    },
  });
  return { node, started, stopped };
}

const workflow = (nodes: Record<string, NodeSketch> = { Ear: { type: 'test.listen' } }, more: Partial<WorkflowFile> = {}): WorkflowFile =>
  buildWorkflow(nodes, [], { id: 'w', name: 'W', settings: { timezone: 'UTC' }, ...more });

const last = <T>(list: readonly T[]): T => list[list.length - 1] as T;

describe('long-lived triggers', () => {
  it('emit until they are stopped, and their state is stored', async () => {
    const { node, started, stopped } = listener();
    const { triggers, fired, staticData } = harness('2026-01-01T00:00:00Z', [node]);
    await triggers.activate(workflow());
    const [ctx] = started as [TriggerContext];
    expect(ctx.mode).toBe('trigger');
    ctx.staticData('node')['last'] = 1;
    await ctx.emit([[{ json: { n: 1 } }]]);
    expect(fired).toMatchObject([{ node: 'Ear', items: [[{ json: { n: 1 } }]], at: Date.UTC(2026, 0, 1), missed: false }]);
    expect(staticData.get('w')).toEqual({ 'node:Ear': { last: 1 } });
    await triggers.deactivate('w');
    expect(stopped).toEqual(['Ear']);
    expect(ctx.signal.aborted).toBe(true);
    await ctx.emit([[{ json: { n: 2 } }]]);
    expect(fired).toHaveLength(1);
  });

  it('go on, and are restarted after failures, while schedules are paused', async () => {
    const { node, started } = listener();
    const { clock, triggers, fired } = harness('2026-01-01T00:00:00Z', [node]);
    triggers.pauseSchedules(true);
    await triggers.activate(workflow());
    last(started).fail(new Error('lost'));
    await clock.advance(10_000);
    expect(started).toHaveLength(2);
    await last(started).emit([[{ json: {} }]]);
    expect(fired).toHaveLength(1);
    await triggers.stop();
  });

  it('are restarted after increasing delays, and the error path starts once', async () => {
    const { node, started, stopped } = listener();
    const { clock, triggers, errors } = harness('2026-01-01T00:00:00Z', [node]);
    await triggers.activate(workflow());
    const pauses: number[] = [];
    for (let round = 0; round < 10; round++) {
      const count = started.length;
      last(started).fail(new Error(`lost ${round}`));
      expect(triggers.problems('w').get('Ear')?.message).toBe(`lost ${round}`);
      const from = clock.now();
      while (started.length === count) await clock.advance(1000);
      pauses.push((clock.now() - from) / 1000);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
    expect(stopped).toHaveLength(10);
    expect(errors.map(({ error }) => error.message)).toEqual(['lost 0']);
    expect(triggers.problems('w').size).toBe(0);
    await clock.advance(300_000);
    last(started).fail(new Error('again'));
    expect(errors).toHaveLength(2);
    await clock.advance(1000);
    expect(started).toHaveLength(12);
    await triggers.stop();
  });

  it('that cannot be restarted keep trying', async () => {
    let isDown = false;
    const { node, started } = listener({
      start: async () => {
        if (isDown) throw new Error('refused');
      },
    });
    const { clock, triggers, errors } = harness('2026-01-01T00:00:00Z', [node]);
    await triggers.activate(workflow());
    isDown = true;
    last(started).fail(new Error('lost'));
    await clock.advance(10_000);
    expect(triggers.problems('w').get('Ear')?.message).toBe('refused');
    isDown = false;
    await clock.advance(10_000);
    expect(started).toHaveLength(2);
    expect(triggers.problems('w').size).toBe(0);
    expect(errors).toHaveLength(1);
    await triggers.stop();
  });

  it('are ignored after a failure', async () => {
    const { node, started } = listener();
    const { triggers, fired, errors } = harness('2026-01-01T00:00:00Z', [node]);
    await triggers.activate(workflow());
    last(started).fail(new Error('lost'));
    last(started).fail(new Error('lost again'));
    await last(started).emit([[{ json: {} }]]);
    expect(fired).toEqual([]);
    expect(errors).toHaveLength(1);
    await triggers.stop();
  });

  it('that fail while they start are restarted', async () => {
    let count = 0;
    const { node, started, stopped } = listener({
      start: async (ctx) => {
        if (++count === 1) ctx.fail(new Error('at once'));
      },
    });
    const { clock, triggers } = harness('2026-01-01T00:00:00Z', [node]);
    await triggers.activate(workflow());
    expect(stopped).toHaveLength(1);
    await clock.advance(1000);
    expect(started).toHaveLength(2);
    await triggers.stop();
    expect(stopped).toHaveLength(2);
  });

  it('that take too long to start fail, and are stopped if they start later', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { node, stopped } = listener({ start: () => promise });
    const created = harness('2026-01-01T00:00:00Z', [node]);
    const activating = created.triggers.activate(workflow()).catch((error: unknown) => error);
    await untilTimer(created);
    created.clock.settle = async () => undefined;
    await created.clock.advance(61_000);
    expect(await activating).toMatchObject({ message: expect.stringContaining('within 60 seconds') as string, node: 'Ear' });
    resolve();
    await created.triggers.idle();
    await promise;
    await Promise.resolve();
    expect(stopped).toEqual(['Ear']);
  });

  it('that are still starting are abandoned when the workflow is deactivated', async () => {
    const { node } = listener({ start: () => new Promise(() => undefined) });
    const created = harness('2026-01-01T00:00:00Z', [node]);
    const activating = created.triggers.activate(workflow()).catch((error: unknown) => error);
    await untilTimer(created);
    await created.triggers.deactivate('w');
    expect(await activating).toMatchObject({ code: 'EXECUTION_CANCELED' });
    expect(created.triggers.isActive('w')).toBe(false);
  });

  it('that fail to stop do not prevent the others from stopping', async () => {
    const created = harness('2026-01-01T00:00:00Z', [
      triggerNode('listen', { trigger: () => () => Promise.reject(new Error('will not end')) }),
    ]);
    await created.triggers.activate(workflow());
    await created.triggers.deactivate('w');
    expect(created.logged.join()).toContain('will not end');
  });

  it('restart soon if the clock is set back during their delay', async () => {
    const { node, started } = listener();
    const { clock, triggers } = harness('2026-01-01T12:00:00Z', [node]);
    await triggers.activate(workflow());
    last(started).fail(new Error('lost'));
    clock.set('2026-01-01T06:00:00Z');
    await clock.advance(331_000);
    expect(started).toHaveLength(2);
    await triggers.stop();
  });

  it('hold an event while its run cannot be stored, and start it once after that', async () => {
    const { node, started } = listener();
    let isFull = true;
    const runs: unknown[] = [];
    const paused: string[] = [];
    const created = harness('2026-01-01T00:00:00Z', [node], {
      onFire: async (_workflow, _node, items) => {
        if (isFull) throw new AppError('STORE_FAILED', 'The disk is full.');
        runs.push(items[0]?.[0]?.json);
      },
      onPaused: (_workflow, { message }) => paused.push(message),
    });
    await created.triggers.activate(workflow());
    const blocked = last(started).emit([[{ json: { n: 1 } }]]);
    await created.clock.advance(60_000);
    expect([runs, paused]).toEqual([[], ['Events wait until the database can be written. The disk is full.']]);
    isFull = false;
    await created.clock.advance(10_000);
    await blocked;
    await created.clock.advance(60_000);
    expect(runs).toEqual([{ n: 1 }]);
    expect(created.triggers.problems('w').size).toBe(0);
    isFull = true;
    const lost = expect(last(started).emit([[{ json: { n: 2 } }]])).rejects.toThrow('The disk is full.');
    await created.triggers.stop();
    await lost;
  });

  it('reject an emit whose run could not be started', async () => {
    const { node, started } = listener();
    const { triggers } = harness('2026-01-01T00:00:00Z', [node], { onFire: () => Promise.reject(new Error('no room')) });
    await triggers.activate(workflow());
    await expect(last(started).emit([[{ json: {} }]])).rejects.toThrow('no room');
    await triggers.stop();
  });
});

/** Resolves once something sets a timer, which activation does after a few turns of the event loop. */
async function untilTimer({ clock }: Harness): Promise<void> {
  while (clock.timers === 0) await new Promise((resolve) => setImmediate(resolve));
}

describe('activation', () => {
  it('is all or nothing', async () => {
    const { node, stopped } = listener({
      start: async (ctx) => {
        if (ctx.node.name === 'Deaf') throw new TypeError('cannot hear');
      },
    });
    const { clock, triggers, fired, store } = harness('2026-01-01T00:00:00Z', [node]);
    const file = scheduledWorkflow([{ interval: 1000 }], { nodes: { Ear: { type: 'test.listen' }, Deaf: { type: 'test.listen' } } });
    await expect(triggers.activate(file)).rejects.toMatchObject({ message: 'cannot hear', node: 'Deaf' });
    expect(stopped).toEqual(['Ear']);
    expect(store.rows.size).toBe(0);
    await clock.advance(10_000);
    expect(fired).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  it('does not wait for the others if one fails', async () => {
    const { node } = listener({
      start: (ctx) => (ctx.node.name === 'Deaf' ? Promise.reject(new Error('cannot hear')) : new Promise(() => undefined)),
    });
    const { triggers } = harness('2026-01-01T00:00:00Z', [node]);
    await expect(triggers.activate(workflow({ Ear: { type: 'test.listen' }, Deaf: { type: 'test.listen' } }))).rejects.toMatchObject({
      message: 'cannot hear',
      node: 'Deaf',
    });
  });

  it('ignores disabled triggers, other nodes and unknown types', async () => {
    const { node } = listener();
    const { triggers } = harness('2026-01-01T00:00:00Z', [node]);
    const file = workflow({
      Off: { type: 'test.listen', disabled: true },
      Ear: { type: 'test.listen' },
      Hand: { type: 'manualTrigger' },
      Lost: { type: 'gone.something' },
    });
    expect(await triggers.activate(file)).toEqual(['Ear']);
    await triggers.stop();
  });

  it('is refused for a trigger of unknown type', async () => {
    const { triggers } = harness('2026-01-01T00:00:00Z');
    await expect(triggers.activate(workflow({ Lost: { type: 'gone.somethingTrigger' } }))).rejects.toMatchObject({
      code: 'NODE_TYPE_UNKNOWN',
      node: 'Lost',
    });
  });

  it('is refused for a workflow without an id and during shutdown', async () => {
    const { triggers } = harness('2026-01-01T00:00:00Z');
    expect(() => triggers.activate(workflow({}, { id: undefined }))).toThrow('has no id');
    await triggers.stop();
    await expect(triggers.activate(workflow())).rejects.toMatchObject({ code: 'EXECUTION_CANCELED' });
  });

  it('of an active workflow stops the previous version first', async () => {
    const { node, started, stopped } = listener();
    const { triggers, fired } = harness('2026-01-01T00:00:00Z', [node]);
    await Promise.all([triggers.activate(workflow()).catch(() => undefined), triggers.activate(workflow())]);
    await triggers.activate(workflow());
    expect(stopped).toHaveLength(started.length - 1);
    for (const ctx of started) await ctx.emit([[{ json: {} }]]);
    expect(fired).toHaveLength(1);
    await triggers.stop();
    expect(stopped).toHaveLength(started.length);
  });

  it('distinguishes node names that objects inherit', async () => {
    const { node, started } = listener();
    const { triggers, fired, staticData } = harness('2026-01-01T00:00:00Z', [node]);
    await triggers.activate(
      workflow({ ['__proto__']: { type: 'test.listen' }, constructor: { type: 'test.listen' } }, { id: '__proto__' }),
    );
    for (const ctx of started) {
      ctx.staticData('node')['a'] = ctx.node.name;
      await ctx.emit([[{ json: {} }]]);
    }
    expect(fired).toHaveLength(started.length);
    expect(staticData.get('__proto__')).toMatchObject({ 'node:constructor': { a: 'constructor' } });
    await triggers.stop();
  });
});

describe('a manual run', () => {
  it('returns the first event and stops the trigger', async () => {
    const { node, started, stopped } = listener();
    const { triggers, fired } = harness('2026-01-01T00:00:00Z', [node]);
    const listening = triggers.listen(asNobody(workflow()), 'Ear', new AbortController().signal);
    while (started.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(last(started).mode).toBe('manual');
    await last(started).emit([[{ json: { n: 1 } }]]);
    expect(await listening).toEqual([[{ json: { n: 1 } }]]);
    expect(stopped).toEqual(['Ear']);
    expect(fired).toEqual([]);
  });

  it('stops waiting when the signal aborts or the trigger fails', async () => {
    const { node, started, stopped } = listener();
    const { triggers } = harness('2026-01-01T00:00:00Z', [node]);
    const controller = new AbortController();
    const listening = triggers.listen(asNobody(workflow()), 'Ear', controller.signal);
    while (started.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('enough'));
    await expect(listening).rejects.toThrow('enough');
    const failing = triggers.listen(asNobody(workflow()), 'Ear', new AbortController().signal);
    while (started.length === 1) await new Promise((resolve) => setImmediate(resolve));
    last(started).fail(new Error('lost'));
    await expect(failing).rejects.toMatchObject({ message: 'lost', node: 'Ear' });
    expect(stopped).toHaveLength(2);
  });

  it('handles each kind of trigger', async () => {
    const { node } = listener();
    const { triggers } = harness('2026-01-01T00:00:00Z', [node]);
    const file = scheduledWorkflow([], { nodes: { Ear: { type: 'test.listen' }, Hand: { type: 'manualTrigger' } } });
    expect(await triggers.manualItems(file, 'Clock')).toEqual([[{ json: { at: Date.UTC(2026, 0, 1) } }]]);
    expect(await triggers.manualItems(file, 'Hand')).toBeUndefined();
    await expect(triggers.manualItems(file, 'Ear')).rejects.toThrow('waits for an event');
    await expect(triggers.listen(asNobody(file), 'Clock', new AbortController().signal)).rejects.toThrow('does not listen for events');
    await expect(triggers.manualItems(file, 'None')).rejects.toMatchObject({ code: 'NODE_NOT_FOUND' });
  });
});
