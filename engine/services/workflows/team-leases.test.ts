// Long-lived triggers and registrations of several servers on one Postgres database: one server runs those of a workflow, until it ends.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { noLogger } from '../../logger.ts';
import { defineNode } from '../../sdk/index.ts';
import { rankFor, Store } from '../../store/index.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { portsWith } from '../../testing/test-nodes.ts';
import { harness, triggerNode } from '../../testing/trigger-harness.ts';
import { webhookServer } from '../../testing/webhook-server.ts';
import { WorkflowStates } from '../executions/workflow-states.ts';
import { Principals } from '../principals.ts';
import { ActiveWorkflows } from './active-workflows.ts';
import { triggerActivities } from './trigger-activities.ts';
import { TriggerLeases } from './trigger-leases.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** What happened, with the server that did it. */
let events: string[] = [];
/** Servers on which nothing can be started. */
let failing = new Set<string>();
beforeEach(() => {
  events = [];
  failing = new Set();
});

function nodesOf(server: string) {
  const happened = (what: string): void => {
    if (failing.has(server)) throw new Error(`${what} failed`);
    events.push(`${server} ${what}`);
  };
  const stream = triggerNode(
    'stream',
    {
      trigger: async () => {
        happened('listens');
        return () => void events.push(`${server} ends`);
      },
    },
    [],
  );
  const registering = defineNode({
    type: 'test.registering',
    icon: 'none',
    versions: [
      {
        description: {
          displayName: 'Test',
          description: 'Test',
          version: 1,
          group: ['trigger'],
          defaults: { name: 'Test' },
          inputs: [],
          outputs: ['main'],
          webhooks: [{ name: 'default', httpMethod: 'POST', path: 'call' }],
          properties: [],
        },
        webhook: () => ({ items: [[]] }),
        registrations: {
          default: {
            checkExists: async (ctx) => ctx.staticData('node')['id'] !== undefined,
            create: async (ctx) => {
              happened('registers');
              ctx.staticData('node')['id'] = server;
              return true;
            },
            delete: async (ctx) => {
              happened(`removes that of ${String(ctx.staticData('node')['id'])}`);
              delete ctx.staticData('node')['id'];
              return true;
            },
          },
        },
      },
    ],
  });
  return [stream, registering];
}

const sketches = { stream: { type: 'test.stream' }, hook: { type: 'test.registering', webhookId: 'h' } };
const fileOf = (...names: readonly (keyof typeof sketches)[]) =>
  buildWorkflow(Object.fromEntries(names.map((name) => [name, sketches[name]])) as never, [], {
    id: 'w',
    name: 'W',
    settings: { timezone: 'UTC' },
  });

type Server = Awaited<ReturnType<typeof server>>;

async function server(name: string, database: string) {
  const store = await Store.open('', { database });
  const instance = await store.openInstance({ dataDir: `/${name}`, kind: 'server', onLost: () => undefined });
  const { team } = instance;
  if (team === undefined) throw new Error('no team');
  const states = new WorkflowStates({ workflows: store.workflows });
  const refreshStaticData = (id: string): Promise<void> => states.refresh(id, undefined);
  const looks: (() => void)[] = [];
  const asked = Promise.withResolvers<void>();
  team.messages.on('triggers.release', () => asked.resolve());
  const leases = new TriggerLeases({
    team,
    refreshStaticData,
    now: () => Date.now(),
    logger: noLogger,
    later: (_pause, callback) => {
      looks.push(callback);
      return () => void (looks.includes(callback) && looks.splice(looks.indexOf(callback), 1));
    },
  });
  const nodes = nodesOf(name);
  const { triggers } = harness('2026-01-01T00:00:00Z', nodes, {
    store: store.schedules,
    onStaticData: (id, data) => states.save(id, states.get(id), data),
    team: {
      id: team.id,
      get isAlone() {
        return team.serving.length === 1;
      },
      rank: (key) => rankFor(key, team),
      claims: store.triggerClaims,
      refreshStaticData,
      takeLease: (id, isFollower) => leases.take(id, isFollower),
    },
  });
  const served = await webhookServer([], {
    ports: portsWith(nodes),
    webhookPorts: {
      staticData: (id) => states.get(id) ?? {},
      keepStaticData: (id: string, data: JsonObject) => states.save(id, states.get(id), data),
    },
  });
  const { webhooks } = served;
  const active = new ActiveWorkflows({ workflows: store.workflows, principals: new Principals(store), now: Date.now, logger: noLogger });
  active.add({
    activate: (workflow) => webhooks.open(String(workflow.file.id), workflow),
    deactivate: async (id) => webhooks.close(id),
  });
  for (const activity of triggerActivities({ store, active, states, triggers, webhooks, leases, missedRuns: 'skip' })) active.add(activity);
  let hasEnded = false;
  /** Ends like a killed process whose lease has expired. */
  const die = async (): Promise<void> => {
    if (hasEnded) return;
    hasEnded = true;
    leases.close();
    await instance.release();
  };
  open.push(
    () => store.close(),
    die,
    () => served.stop(),
    () => triggers.stop(),
  );
  const stopGracefully = async (): Promise<void> => {
    leases.close();
    await triggers.stop();
    await leases.stop();
  };
  return { store, active, triggers, die, stopGracefully, looks, asked: asked.promise };
}

async function twoServers(...names: readonly (keyof typeof sketches)[]): Promise<readonly [Server, Server]> {
  const database = await newDatabase();
  const servers = [await server('a', database), await server('b', database)] as const;
  await servers[0].store.workflows.save('w', fileOf(...names), 1);
  for (const { store } of servers) await expect.poll(async () => (await store.workflows.find('w'))?.id).toBe('w');
  return servers;
}

describe('the server on which a user activates a workflow', () => {
  it('listens and registers; others that follow do neither', async () => {
    const [a, b] = await twoServers('stream', 'hook');
    await a.active.activate('w');
    await b.active.follow();
    expect(events).toEqual(['a registers', 'a listens']);
    expect([a, b].map(({ triggers }) => triggers.isActive('w'))).toEqual([true, true]);
    await b.active.deactivate('w');
    await a.active.follow();
    expect(events.slice(2)).toEqual(['a ends', 'a removes that of a']);
  });

  it('takes over from the one that did so, which stops first', async () => {
    const [a, b] = await twoServers('stream', 'hook');
    await a.active.activate('w');
    await b.active.activate('w');
    expect(events.slice(2)).toEqual(['a ends', 'a removes that of a', 'b registers', 'b listens']);
    expect(a.triggers.isActive('w')).toBe(true);
  });

  it('reports why it cannot listen', async () => {
    const [a, b] = await twoServers('stream');
    await a.active.activate('w');
    failing.add('b');
    await expect(b.active.activate('w')).rejects.toMatchObject({
      code: 'ACTIVATION_FAILED',
      message: expect.stringContaining('listens failed'),
    });
    await a.active.follow();
    expect([a, b].map(({ triggers }) => triggers.isActive('w'))).toEqual([false, false]);
    failing.clear();
    await a.active.activate('w');
    expect(events.at(-1)).toBe('a listens');
  });

  it('does not wait for another one once the activation is called off', async () => {
    const [a, b] = await twoServers('stream');
    await a.active.activate('w');
    const { promise: isDone, resolve } = Promise.withResolvers<void>();
    const busy = a.active.turn('w', () => isDone);
    const activation = b.active.activate('w').catch((error: unknown) => error);
    await a.asked;
    await b.active.deactivate('w');
    expect(await activation).toMatchObject({ message: expect.stringContaining('The workflow was deactivated.') });
    resolve();
    await busy;
  });
});

describe('when the server that listens ends', () => {
  it('by a kill, another one takes over: it listens, and finds the registration', async () => {
    const [a, b] = await twoServers('stream', 'hook');
    await a.active.activate('w');
    await b.active.follow();
    await a.die();
    await expect.poll(() => b.looks.length).toBeGreaterThan(0);
    await expect.poll(() => (b.looks.splice(0).forEach((look) => look()), events.includes('b listens'))).toBe(true);
    expect(events).toEqual(['a registers', 'a listens', 'b listens']);
    await b.active.deactivate('w');
    expect(events.slice(3)).toEqual(['b ends', 'b removes that of a']);
  });

  it('by a stop, another one takes over at once', async () => {
    const [a, b] = await twoServers('stream');
    await a.active.activate('w');
    await b.active.follow();
    await a.stopGracefully();
    await expect.poll(() => (b.looks.splice(0).forEach((look) => look()), events.includes('b listens'))).toBe(true);
    expect(events).toEqual(['a listens', 'a ends', 'b listens']);
  });

  it('does not take over a workflow that is inactive by then', async () => {
    const [a, b] = await twoServers('stream');
    await a.active.activate('w');
    await b.active.follow();
    await a.store.workflows.setActive('w', false);
    await a.stopGracefully();
    await expect.poll(() => b.looks.length).toBeGreaterThan(0);
    b.looks.splice(0).forEach((look) => look());
    await b.active.follow();
    expect(events).toEqual(['a listens', 'a ends']);
  });

  it('tries again if it cannot register yet', async () => {
    const [a, b] = await twoServers('hook');
    await a.active.activate('w');
    await b.active.follow();
    await a.store.workflows.changeStaticData('w', {}, ['node:hook']);
    failing.add('b');
    await a.die();
    await expect.poll(() => b.looks.length).toBeGreaterThan(0);
    const look = (): void => b.looks.splice(0).forEach((callback) => callback());
    look();
    failing.delete('b');
    await expect.poll(() => (look(), events.includes('b registers'))).toBe(true);
  });
});
