// Conversations in the store: concurrent changes, expiry, and their end with the workflow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChatMessage } from '../sdk/index.ts';
import { noLogger } from '../logger.ts';
import { Store } from '../store/index.ts';
import { fakeClock } from '../testing/fake-ports.ts';
import { pruneConversations, storedConversation } from './conversations.ts';
import type { ExecutionService } from './executions/executions.ts';
import { Retention } from './executions/retention.ts';
import type { ServiceConfig } from './service-config.ts';

const DAY = 24 * 60 * 60 * 1000;

async function withStore(use: (store: Store, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-conversations-'));
  const store = await Store.open(folder);
  try {
    for (const id of ['w', 'v'])
      await store.workflows.add({ id, file: { id, name: id, nodes: [], connections: {} }, userId: null, now: 1 });
    await use(store, folder);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const of = (store: Store, session: string, workflowId = 'w', time = 1) =>
  storedConversation(
    async () => store.conversations,
    { workflowId, session },
    () => time,
  );
const user = (text: string): ChatMessage => ({ role: 'user', text });

it('are separate for each workflow and session, and stored in the database', async () => {
  await withStore(async (store, folder) => {
    await of(store, 's').change(() => [user('Hi')]);
    const again = await Store.open(folder);
    expect(await of(again, 's').load()).toEqual([user('Hi')]);
    expect(await of(again, 't').load()).toEqual([]);
    expect(await of(again, 's', 'v').load()).toEqual([]);
    await again.close();
  });
});

it('lose no message of runs that change one at the same time', async () => {
  await withStore(async (store) => {
    const names = Array.from({ length: 8 }, (_, index) => String(index));
    await Promise.all(names.map((name) => of(store, 's').change((earlier) => [...earlier, user(name)])));
    expect((await of(store, 's').load()).map(({ text }) => text).sort()).toEqual(names);
  });
});

it('expire after so many days, or never', async () => {
  await withStore(async (store) => {
    await of(store, 'old', 'w', 0).change(() => [user('Hi')]);
    await of(store, 'new', 'w', 10 * DAY).change(() => [user('Hi')]);
    await pruneConversations(store.conversations, 0, 40 * DAY);
    expect(await of(store, 'old').load()).toHaveLength(1);
    await pruneConversations(store.conversations, 30, 31 * DAY);
    expect(await of(store, 'old').load()).toEqual([]);
    expect(await of(store, 'new').load()).toHaveLength(1);
  });
});

it('expire by the regular removal of old data, also where no executions are removed', async () => {
  await withStore(async (store) => {
    await of(store, 'old', 'w', 0).change(() => [user('Hi')]);
    const settings = { prune: false, conversationDays: 30 } as ServiceConfig['settings'];
    const retention = new Retention(
      { store, clock: fakeClock(31 * DAY), logger: noLogger },
      settings,
      {
        activeRuns: { startedCount: 0 },
      } as unknown as ExecutionService,
      { prune: async () => undefined },
    );
    await retention.all();
    await retention.stop();
    expect(await of(store, 'old').load()).toEqual([]);
  });
});

it('are limited in number per workflow: the oldest are removed', async () => {
  await withStore(async (store) => {
    for (const [session, time] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      await of(store, session, 'w', time).change(() => [user('Hi')]);
    await of(store, 'a', 'v', 1).change(() => [user('Hi')]);
    await store.conversations.prune(0, 2);
    expect(await of(store, 'a').load()).toEqual([]);
    expect(await of(store, 'b').load()).toHaveLength(1);
    expect(await of(store, 'a', 'v').load()).toHaveLength(1);
  });
});

it('go with their workflow', async () => {
  await withStore(async (store) => {
    await of(store, 's').change(() => [user('Hi')]);
    await store.workflows.remove('w');
    expect(await store.conversations.get({ workflowId: 'w', session: 's' })).toBeUndefined();
    // A run that still goes on does not fail.
    await of(store, 's').change(() => [user('Hi')]);
    expect(await of(store, 's').load()).toEqual([]);
  });
});
