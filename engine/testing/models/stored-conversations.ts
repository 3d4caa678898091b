// A saved workflow whose conversations several runs of a test share, in a real store.
import { Principal } from '../../execution/index.ts';
import { storedConversation } from '../../services/conversations.ts';
import { Store } from '../../store/index.ts';
import type { RootRun } from './run-root-node.ts';

export interface StoredConversations {
  readonly store: Store;
  /** What each run needs. */
  readonly run: Required<Pick<RootRun, 'ports' | 'principal'>>;
  /** Ids of the sessions that runs have used. */
  readonly sessions: () => readonly string[];
}

const ID = 'chat';

export async function storedConversations(): Promise<StoredConversations> {
  const store = await Store.inMemory();
  await store.workflows.add({ id: ID, file: { id: ID, name: ID, nodes: [], connections: {} }, userId: null, now: 1 });
  const sessions = new Set<string>();
  const conversations = (workflowId: string, session: string) => {
    sessions.add(session);
    return storedConversation(
      async () => store.conversations,
      { workflowId, session },
      () => 1,
    );
  };
  return {
    store,
    run: { ports: { conversations }, principal: Principal.ofWorkflow({ id: ID, ownerId: null }) },
    sessions: () => [...sessions],
  };
}
