// Failures of active workflows: shown while they last, retried with increasing delays, cleared on success.
import { Principals } from '../principals.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { pollTimes } from '../../nodes/_shared/poll-times.ts';
import { AppError } from '../../contract/errors.ts';
import { Store } from '../../store/index.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { harness, triggerNode } from '../../testing/trigger-harness.ts';
import { ActiveWorkflows, type Activity } from './active-workflows.ts';

const silent = (): void => undefined;
const logger = { debug: silent, info: silent, warn: silent, error: silent };
const file = buildWorkflow({ Mail: { type: 'test.poll' } }, [], { id: 'w', name: 'W', settings: { timezone: 'UTC' } });
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A workflow `w` that polls a service. Tests can make the service fail, and run the scheduled callbacks. */
async function polling(more: readonly Activity[] = []) {
  const service = { failure: undefined as string | undefined, isSilent: false, onPoll: silent };
  const later: { pause: number; callback: () => void }[] = [];
  const poll = triggerNode(
    'poll',
    {
      poll: async ({ signal }) => {
        service.onPoll();
        if (service.isSilent)
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
        if (service.failure !== undefined) throw new Error(service.failure);
        return null;
      },
    },
    [pollTimes],
  );
  const { triggers, clock } = harness('2026-01-01T00:00:00Z', [poll], { onError: (_file, _node, error) => active.noteFailure('w', error) });
  const store = await Store.inMemory();
  await store.workflows.add({ id: 'w', file: { ...file, active: true }, now: 1 });
  const activity: Activity = {
    activate: async ({ file, principal }) => (await triggers.activate(file, { principal })).length,
    deactivate: (id) => triggers.deactivate(id),
    cancel: (id) => triggers.cancel(id),
    problems: (id) => triggers.problems(id),
  };
  const reported: unknown[] = [];
  const active: ActiveWorkflows = new ActiveWorkflows({
    onFailure: (_file, node, error) => reported.push([node, (error as Error).message]),
    workflows: store.workflows,
    principals: new Principals(store),
    now: () => clock.now(),
    logger,
    later: (pause, callback) => {
      const entry = { pause, callback };
      later.push(entry);
      return () => void (later.includes(entry) && later.splice(later.indexOf(entry), 1));
    },
  });
  for (const one of [...more, activity]) active.add(one);
  open.push(
    () => store.close(),
    () => triggers.stop(),
    () => active.stop(),
  );
  /** Runs the next scheduled callback and waits for it; returns its delay. */
  const doLater = async (): Promise<number> => {
    const [due] = later.splice(0, 1);
    due?.callback();
    await active.turn('w', async () => undefined);
    return due?.pause ?? 0;
  };
  return { service, later, active, clock, store, triggers, doLater, reported };
}

describe('an activation that waits for its first poll', () => {
  const waiting = async () => {
    const world = await polling();
    world.service.isSilent = true;
    const polls = new Promise<void>((resolve) => (world.service.onPoll = resolve));
    return { ...world, polls };
  };

  it('is called off by a deactivation', async () => {
    const { active, store, polls, reported } = await waiting();
    const activation = active.activate('w').catch((error: unknown) => error);
    await polls;
    await active.deactivate('w');
    expect(await activation).toMatchObject({
      code: 'ACTIVATION_FAILED',
      message: expect.stringContaining('The workflow was deactivated.'),
    });
    expect([active.get('w'), active.failure('w'), reported]).toEqual([undefined, undefined, []]);
    expect(await store.workflows.get('w')).toMatchObject({ active: false });
  });

  it('is called off at the start, too, and is not tried again', async () => {
    const { active, later, polls, reported } = await waiting();
    const start = active.start();
    await polls;
    await Promise.all([active.deactivate('w'), start]);
    expect([active.get('w'), active.failure('w'), later, reported]).toEqual([undefined, undefined, [], []]);
  });
});

describe('a poll that fails after activation', () => {
  it('is shown with its node until it succeeds again', async () => {
    const { service, active, clock } = await polling();
    await active.activate('w');
    expect(active.failure('w')).toBeUndefined();
    service.failure = 'No connection';
    await clock.advance(60_000);
    expect(active.failure('w')).toEqual({ time: expect.any(Number) as unknown, error: { message: 'No connection', node: 'Mail' } });
    expect(active.running()).toEqual(['w']);
    service.failure = undefined;
    await clock.advance(60_000);
    expect(active.failure('w')).toBeUndefined();
  });

  it('does not hide other failures of the workflow', async () => {
    const { active } = await polling();
    await active.activate('w');
    active.noteFailure('w', new Error('No run could start'));
    expect(active.failure('w')?.error).toEqual({ message: 'No run could start' });
    await active.activate('w');
    expect(active.failure('w')).toBeUndefined();
  });
});

describe('a workflow that cannot be activated at the start', () => {
  it('is retried after growing pauses until it succeeds', async () => {
    const { service, active, later, doLater, reported } = await polling();
    service.failure = 'Not yet';
    await active.start();
    expect(active.failure('w')?.error).toEqual({ message: 'Not yet', node: 'Mail' });
    expect([await doLater(), await doLater(), await doLater()]).toEqual([10_000, 20_000, 40_000]);
    service.failure = undefined;
    expect(await doLater()).toBe(80_000);
    // The error workflow runs once, not after each attempt.
    expect(reported).toEqual([['Mail', expect.stringContaining('Not yet')]]);
    expect([active.failure('w'), active.running(), later]).toEqual([undefined, ['w'], []]);
  });

  it('is reported once as long as the same failure lasts', async () => {
    const { service, active, reported } = await polling();
    service.failure = 'Not yet';
    await active.start();
    await active.follow();
    service.failure = 'Not at all';
    await active.follow();
    expect(reported).toEqual(['Not yet', 'Not at all'].map((text) => ['Mail', expect.stringContaining(text)]));
  });

  it('is not reported if a node type is missing, which someone has removed', async () => {
    const missing = new AppError('NODE_TYPE_UNKNOWN', 'Its package is not installed.');
    const { active, reported, later } = await polling([{ activate: () => Promise.reject(missing), deactivate: () => Promise.resolve() }]);
    await active.restart('w');
    expect([active.failure('w')?.error, active.isRunning('w')]).toEqual([{ message: 'Its package is not installed.' }, false]);
    expect([reported, later.length]).toEqual([[], 1]);
  });

  it('is retried at least every half hour', async () => {
    const { service, active, doLater } = await polling();
    service.failure = 'Never';
    await active.start();
    const pauses: number[] = [];
    for (let count = 0; count < 12; count++) pauses.push(await doLater());
    expect(pauses.slice(-3)).toEqual([1_800_000, 1_800_000, 1_800_000]);
  });

  it.each<[string, (parts: Awaited<ReturnType<typeof polling>>) => Promise<unknown>]>([
    ['deactivated', ({ active }) => active.deactivate('w')],
    ['deactivated by another process', async ({ active, store }) => (await store.workflows.setActive('w', false), active.follow())],
    ['deleted by another process', async ({ active, store }) => (await store.workflows.remove('w'), active.follow())],
  ])('is not tried any more once it is %s', async (_, change) => {
    const parts = await polling();
    parts.service.failure = 'Not yet';
    await parts.active.start();
    await change(parts);
    expect([parts.active.failure('w'), parts.later]).toEqual([undefined, []]);
  });

  it('is not retried after it was deleted, even without notification', async () => {
    const { service, active, store, later, doLater } = await polling();
    service.failure = 'Not yet';
    await active.start();
    await store.workflows.remove('w');
    await doLater();
    expect([active.failure('w'), later]).toEqual([undefined, []]);
  });

  it('is not retried after the stop', async () => {
    const { service, active, later } = await polling();
    service.failure = 'Not yet';
    await active.start();
    await active.stop();
    expect(later).toEqual([]);
    service.failure = undefined;
    await expect(active.activate('w')).rejects.toMatchObject({ code: 'ACTIVATION_FAILED' });
    expect(active.running()).toEqual([]);
  });
});

describe('deactivation', () => {
  it('ends every part and lasts beyond the next start, even if one part fails', async () => {
    const ended: string[] = [];
    const part = (name: string, fails: boolean): Activity => ({
      activate: async () => 1,
      deactivate: async () => {
        ended.push(name);
        if (fails) throw new Error(`${name} does not end`);
      },
    });
    const { active, store, triggers } = await polling([part('first', false), part('second', true)]);
    await active.activate('w');
    await expect(active.deactivate('w')).rejects.toThrow('second does not end');
    expect([ended, triggers.isActive('w'), active.running()]).toEqual([['second', 'first'], false, []]);
    expect((await store.workflows.find('w'))?.active).toBe(false);
  });

  it('of an unknown workflow succeeds, activation does not', async () => {
    const { active } = await polling();
    await active.deactivate('none');
    await expect(active.activate('none')).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
  });
});
