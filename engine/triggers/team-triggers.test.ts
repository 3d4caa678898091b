// Schedules and polls of several servers on one Postgres database: each firing happens once, whatever becomes of a server.
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { pollTimes } from '../nodes/_shared/poll-times.ts';
import type { NodeVersion, Poll, ScheduleTime } from '../sdk/index.ts';
import { rankFor, Store, type Instance } from '../store/index.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { newDatabase } from '../testing/postgres/databases.ts';
import { harness, scheduledWorkflow, triggerNode, type Harness } from '../testing/trigger-harness.ts';
import type { ActivateOptions } from './ports.ts';

const START = '2026-01-01T00:00:00Z';
const STEP = 100;

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

interface Member extends Harness {
  readonly id: string;
  readonly store: Harness['store'];
  readonly database: Store;
  readonly instance: Instance;
}

interface TeamOfTest {
  readonly members: readonly Member[];
  /** Ids that the servers regard as living; those whose lease has not expired yet are included. */
  readonly servers: string[];
  /** `member time`, with the time at which the member noticed it. */
  readonly fired: string[];
  readonly items: unknown[];
  readonly logged: string[];
  /** Passes time for these members, all others are frozen. */
  readonly pass: (milliseconds: number, awake?: readonly Member[]) => Promise<void>;
  readonly activate: (file: WorkflowFile, options?: ActivateOptions, members?: readonly Member[]) => Promise<void>;
  /** The server that is first for this key. */
  readonly firstFor: (...key: (string | number)[]) => Member;
}

/** Several servers. Runs are not saved: their claims are committed alone. */
async function team(count: number, poll: Poll = async () => null, trigger?: NodeVersion['trigger']): Promise<TeamOfTest> {
  const address = await newDatabase();
  const servers: string[] = [];
  const fired: string[] = [];
  const items: unknown[] = [];
  const logged: string[] = [];
  const create = async (index: number): Promise<Member> => {
    const database = await Store.open('', { database: address });
    const instance = await database.openInstance({ dataDir: `/${index}`, kind: 'server', onLost: () => undefined });
    const { id } = instance;
    servers.push(id);
    const name = String.fromCodePoint(97 + index);
    const created: Harness = harness(
      START,
      [triggerNode('poll', { poll }, [pollTimes]), ...(trigger === undefined ? [] : [triggerNode('stream', { trigger }, [])])],
      {
        store: database.schedules,
        logger: {
          debug: () => undefined,
          info: () => undefined,
          warn: (message) => logged.push(`${name} ${message}`),
          error: (message) => logged.push(`${name} ${message}`),
        },
        team: {
          id,
          get isAlone() {
            return servers.length === 1;
          },
          rank: (key) => rankFor(key, { id, servers }),
          claims: database.triggerClaims,
          refreshStaticData: async (workflowId) => {
            const stored = (await database.workflows.staticDataOf([workflowId])).get(workflowId);
            created.triggers.staticDataChanged(workflowId, (stored ?? {}) as JsonObject);
          },
          takeLease: async () => true,
        },
        onFire: async (_workflow, _node, lists, { at, missed, claim }) => {
          if (claim !== undefined) await database.triggerClaims.write(claim);
          fired.push(`${name} ${new Date(at).toISOString().slice(11, 19)}${missed ? ' missed' : ''}`);
          items.push(...lists.flatMap((list) => list ?? []).map(({ json }) => json));
        },
        onStaticData: (workflowId, data, claim) => database.workflows.changeStaticData(workflowId, data, [], claim),
      },
    );
    open.push(
      async () => database.close(),
      async () => instance.release(),
      () => created.triggers.stop(),
    );
    return Object.assign(created, { id, database, instance });
  };
  const members: Member[] = [];
  for (let index = 0; index < count; index++) members.push(await create(index));
  const pass: TeamOfTest['pass'] = async (milliseconds, awake = members) => {
    for (let passed = 0; passed < milliseconds; passed += STEP) for (const { clock } of awake) await clock.advance(STEP);
  };
  return {
    members,
    servers,
    fired,
    items,
    logged,
    pass,
    activate: async (file, options = {}, activated = members) => {
      const [first] = activated;
      const { workflows } = (first as Member).database;
      await workflows.save(String(file.id), file, 1);
      for (const [index, member] of activated.entries()) {
        await member.triggers.activate(file, { isFollower: index > 0, ...options });
        await workflows.setActive(String(file.id), true);
      }
    },
    firstFor: (...key) => members.find(({ id }) => rankFor(JSON.stringify(key), { id, servers }) === 0) as Member,
  };
}

const scheduled = (time: ScheduleTime): WorkflowFile => scheduledWorkflow([time]);
const times = (fired: readonly string[]): string[] => fired.map((text) => text.slice(2));
const others = ({ members }: TeamOfTest, one: Member): readonly Member[] => members.filter((member) => member !== one);
const nameOf = ({ members }: TeamOfTest, one: Member): string => String.fromCodePoint(97 + members.indexOf(one));
const nodeIdOf = (file: WorkflowFile): string => file.nodes[0]?.id ?? `name:${file.nodes[0]?.name}`;

describe('a schedule', () => {
  it.each([2, 3])('of %d servers fires each run once, on the server that is first', async (count) => {
    const created = await team(count);
    const file = scheduled({ cron: '*/5 * * * * *' });
    await created.activate(file);
    await created.pass(16_000);
    const first = nameOf(created, created.firstFor('w', nodeIdOf(file), 0));
    expect(created.fired).toEqual(['00:00:05', '00:00:10', '00:00:15'].map((time) => `${first} ${time}`));
    const next = await Promise.all(created.members.map(({ triggers }) => triggers.nextRuns(file, 'Clock', 1)));
    expect(new Set(next.flat())).toEqual(new Set([Date.parse('2026-01-01T00:00:20Z')]));
  });

  it('of an interval is planned once, by the server on which a user activates it', async () => {
    const created = await team(2);
    const [first, second] = created.members as [Member, Member];
    await created.activate(scheduled({ interval: 7000 }), {}, [first]);
    await created.pass(1500);
    await second.triggers.activate(scheduled({ interval: 7000 }), { isFollower: true });
    await created.pass(14_000);
    expect(times(created.fired)).toEqual(['00:00:07', '00:00:14']);
  });

  it('fires within a second after the server that is first has died', async () => {
    const created = await team(3);
    const file = scheduled({ cron: '*/5 * * * * *' });
    await created.activate(file);
    const dead = created.firstFor('w', nodeIdOf(file), 0);
    await created.pass(5900, others(created, dead));
    expect(times(created.fired)).toEqual(['00:00:05']);
    expect(created.fired[0]).not.toContain(nameOf(created, dead));
  });

  it('does not fire twice, nor count as missed, when a frozen server returns', async () => {
    const created = await team(2);
    const file = scheduled({ cron: '0 * * * * *' });
    await created.activate(file);
    const frozen = created.firstFor('w', nodeIdOf(file), 0);
    await created.pass(5 * 60_000 + 1000, others(created, frozen));
    expect(created.fired).toHaveLength(5);
    frozen.clock.set(others(created, frozen)[0]?.clock.now() ?? 0);
    frozen.triggers.resume();
    await created.pass(1000);
    expect(created.fired).toHaveLength(5);
    await created.pass(60_000);
    expect(times(created.fired).slice(5)).toEqual(['00:06:00']);
    expect(created.fired[5]).toContain(nameOf(created, frozen));
    expect(created.logged).toEqual([]);
  });

  it.each(['skip', 'once'] as const)('that was due while all servers were down is settled by one of them: %s', async (missedRuns) => {
    const created = await team(2);
    const file = scheduled({ cron: '0 0 * * * *' });
    await created.activate(file);
    for (const member of created.members) {
      member.restart();
      await member.triggers.idle();
      member.clock.set('2026-01-01T03:30:00Z');
    }
    for (const member of created.members) await member.triggers.activate(file, { isFollower: true, missedRuns });
    await created.pass(2000);
    expect(times(created.fired)).toEqual(missedRuns === 'once' ? ['03:00:00 missed'] : []);
    expect(created.logged.map((text) => text.slice(2, 45))).toEqual(
      missedRuns === 'once' ? [] : ['A run that was due at 2026-01-01T03:00:00.0'],
    );
  });

  it('is due for a server that starts beside others until one of them has fired it', async () => {
    const created = await team(2);
    const [first, second] = created.members as [Member, Member];
    const file = scheduled({ cron: '*/5 * * * * *' });
    await created.activate(file, {}, [first]);
    second.clock.set('2026-01-01T00:00:05.200Z');
    await second.triggers.activate(file, { isFollower: true });
    await second.triggers.idle();
    first.clock.set('2026-01-01T00:00:05.200Z');
    first.triggers.resume();
    await created.pass(2000);
    expect(created.fired).toEqual(['b 00:00:05']);
  });

  it('makes up for each run of a server that has died, if the others notice late', async () => {
    const created = await team(2);
    const file = scheduled({ cron: '*/2 * * * * *' });
    await created.activate(file);
    const dead = created.firstFor('w', nodeIdOf(file), 0);
    const [other] = others(created, dead) as [Member];
    other.clock.set('2026-01-01T00:00:09Z');
    other.triggers.resume();
    await created.pass(2600, [other]);
    expect(times(created.fired)).toEqual(['00:00:02', '00:00:04', '00:00:06', '00:00:08', '00:00:10']);
    expect(created.logged).toEqual([]);
  });

  it('is stored again if a server that follows late has removed its rows', async () => {
    const created = await team(2);
    const file = scheduled({ cron: '*/20 * * * * *' });
    await created.activate(file);
    await created.members[0]?.database.schedules.remove('w');
    await created.pass(46_000);
    expect(times(created.fired)).toEqual(['00:00:20', '00:00:40']);
  });

  it('keeps its rows when a server deactivates a workflow that is active again, and loses them otherwise', async () => {
    const created = await team(2);
    const [first, second] = created.members as [Member, Member];
    await created.activate(scheduled({ cron: '*/5 * * * * *' }));
    await second.triggers.deactivate('w');
    expect(await first.database.schedules.load('w')).toHaveLength(1);
    await first.database.workflows.setActive('w', false);
    await first.triggers.deactivate('w');
    expect(await first.database.schedules.load('w')).toEqual([]);
  });

  it('fires once although the clocks of the servers differ', async () => {
    const created = await team(2);
    const file = scheduled({ cron: '*/10 * * * * *' });
    await created.activate(file);
    await created.pass(3000, [created.firstFor('w', nodeIdOf(file), 0)]);
    await created.pass(39_000);
    expect(times(created.fired)).toEqual(['00:00:10', '00:00:20', '00:00:30', '00:00:40']);
  });
});

describe('a run whose claim fails because the database does', () => {
  it('starts once the database works again', async () => {
    const created = await team(1);
    const [only] = created.members as [Member];
    const { triggerClaims } = only.database;
    const write = triggerClaims.write.bind(triggerClaims);
    let isBroken = true;
    triggerClaims.write = async (claim) => {
      if (isBroken) throw new AppError('STORE_FAILED', 'The database could not be written.');
      return write(claim);
    };
    await created.activate(scheduled({ cron: '0 0 * * * *' }));
    only.clock.set('2026-01-01T01:00:00Z');
    only.triggers.resume();
    await created.pass(3000);
    expect(created.fired).toEqual([]);
    isBroken = false;
    await created.pass(5000);
    expect(created.fired).toEqual(['a 01:00:00']);
  });

  it('and those that were due soon before and after it works again are all made up for, however long it was away', async () => {
    const created = await team(1);
    const [{ database }] = created.members as [Member];
    const { schedules, triggerClaims } = database;
    let isBroken = false;
    const breakable = <A extends unknown[], R>(call: (...args: A) => Promise<R>): ((...args: A) => Promise<R>) => {
      return async (...args) => {
        if (isBroken) throw new AppError('STORE_FAILED', 'The database cannot be reached at the moment.');
        return call(...args);
      };
    };
    triggerClaims.write = breakable(triggerClaims.write.bind(triggerClaims));
    schedules.load = breakable(schedules.load.bind(schedules));
    await created.activate(scheduled({ cron: '*/2 * * * * *' }));
    await created.pass(20_100);
    isBroken = true;
    // The server has just found nothing that is due, and looks again at 37 s.
    await created.pass(12_000);
    isBroken = false;
    await created.pass(8000);
    const due = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 28, 30, 32, 34, 36, 38, 40];
    expect(times(created.fired)).toEqual(due.map((second) => `00:00:${String(second).padStart(2, '0')}`));
  });
});

describe('a poll', () => {
  const polling = (cronExpression: string): WorkflowFile =>
    buildWorkflow({ Mail: { type: 'test.poll', parameters: { pollTimes: { item: [{ mode: 'custom', cronExpression }] } } } }, [], {
      id: 'w',
      name: 'W',
      settings: { timezone: 'UTC' },
    });
  /** A node that counts its polls in its static data. */
  const counting: Poll = async (ctx) => {
    const state = ctx.staticData('node') as { count?: number };
    state.count = (state.count ?? 0) + 1;
    return [[{ json: { count: state.count } }]];
  };
  const everyMinute = polling('0 * * * * *');

  it('is made once, with the state of the previous one on another server', async () => {
    const created = await team(3, counting);
    await created.activate(everyMinute);
    expect(created.items).toEqual([{ count: 1 }]);
    await created.pass(61_000);
    const first = created.firstFor('w', nodeIdOf(everyMinute));
    await created.pass(60_000, others(created, first));
    expect(created.items).toEqual([{ count: 1 }, { count: 2 }, { count: 3 }]);
    expect(created.fired[1]).toContain(nameOf(created, first));
    expect(created.fired[2]).not.toContain(nameOf(created, first));
  });

  it('is not made again by servers that follow, but by one on which a user activates the workflow', async () => {
    const created = await team(2, counting);
    const [first, second] = created.members as [Member, Member];
    await created.activate(everyMinute);
    expect(created.items).toHaveLength(1);
    await second.triggers.activate(everyMinute, {});
    await second.triggers.idle();
    expect(created.items).toHaveLength(2);
    second.clock.set('2026-01-01T00:02:00Z');
    first.clock.set('2026-01-01T00:02:00Z');
    await first.triggers.activate(everyMinute, { isFollower: true });
    await first.triggers.idle();
    expect(created.items).toHaveLength(3);
  });

  it('of a server that was replaced meanwhile starts no run and changes nothing', async () => {
    const answers: (() => void)[] = [];
    const created = await team(2, async (ctx) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return counting(ctx);
    });
    const [first, second] = created.members as [Member, Member];
    await first.database.workflows.save('w', everyMinute, 1);
    const slow = first.triggers.activate(everyMinute);
    await expect.poll(() => answers.length).toBe(1);
    const quick = second.triggers.activate(everyMinute);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    await quick;
    await second.triggers.idle();
    answers[0]?.();
    await slow;
    await first.triggers.idle();
    expect(created.fired).toEqual(['b 00:00:00']);
    expect((await first.database.workflows.staticDataOf(['w'])).get('w')).toEqual({ 'node:Mail': { count: 1 } });
    expect(created.logged).toEqual([]);
  });

  it('is not made while another living server polls, and is made once that one has ended', async () => {
    const created = await team(2);
    const [first, second] = created.members as [Member, Member];
    const { triggerClaims } = first.database;
    await first.database.workflows.save('w', everyMinute, 1);
    const poll = { workflowId: 'w', nodeId: 'n', at: 1000, member: first.id };
    expect(await triggerClaims.takePoll(poll, 1000)).toBe(true);
    expect(await triggerClaims.takePoll({ ...poll, at: 2000, member: second.id }, 2000)).toBe(false);
    await first.instance.release();
    expect(await second.database.triggerClaims.takePoll({ ...poll, at: 2000, member: second.id }, 2000)).toBe(true);
    await second.database.triggerClaims.endPoll({ ...poll, at: 2000, member: second.id });
    expect(await second.database.triggerClaims.takePoll({ ...poll, at: 2000, member: second.id }, 2000)).toBe(false);
    // The clock was wrong by an hour when the latest poll was made.
    expect(await second.database.triggerClaims.takePoll({ ...poll, at: 1, member: second.id }, 2000 - 3_600_000)).toBe(true);
  });
});

it('an event that arrives at a server that no longer has the lease starts no run and changes nothing', async () => {
  const emits: (() => Promise<unknown>)[] = [];
  const created = await team(2, undefined, async (ctx) => {
    emits.push(async () => {
      ctx.staticData('node')['by'] = emits.length;
      await ctx.emit([[{ json: { event: 1 } }]]);
    });
    return () => undefined;
  });
  const [first, second] = created.members as [Member, Member];
  const file = buildWorkflow({ Stream: { type: 'test.stream' } }, [], { id: 'w', name: 'W', settings: { timezone: 'UTC' } });
  await first.database.workflows.save('w', file, 1);
  await first.instance.team?.leases.take(['w']);
  await first.triggers.activate(file);
  await emits[0]?.();
  expect(created.fired).toEqual(['a 00:00:00']);
  await first.instance.team?.leases.giveBack(['w']);
  await second.instance.team?.leases.take(['w']);
  await second.triggers.activate(file);
  await emits[0]?.();
  expect(created.fired).toEqual(['a 00:00:00']);
  expect((await first.database.workflows.staticDataOf(['w'])).get('w')).toEqual({ 'node:Stream': { by: 1 } });
  await emits[1]?.();
  expect(created.fired).toEqual(['a 00:00:00', 'b 00:00:00']);
});
