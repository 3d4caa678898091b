// A database with an instance owner, two members, and workflows of each, for tests of identities and caller policies.
import { Store } from '../store/index.ts';

/** Owners by id of the workflow. */
export type WorkflowOwners = Readonly<Record<string, string | null>>;

/** The instance owner is `boss`, the members are `ann` and `bob`. The workflows are empty. */
export async function storeWithOwners(owners: WorkflowOwners): Promise<Store> {
  const store = await Store.inMemory();
  await store.users.addOwner('boss', 1);
  for (const id of ['ann', 'bob']) await store.users.invite(id, `${id}@example.com`, 1);
  for (const [id, userId] of Object.entries(owners))
    await store.workflows.add({ id, file: { id, name: `Name of ${id}`, nodes: [], connections: {} }, userId, now: 1 });
  return store;
}
