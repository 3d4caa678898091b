// What a server has open in its data folder: the folder's lock, the database, and its place among the processes that run executions there.
import type { Durability } from './durability.ts';
import { lockServer, openInstance, type Instance } from './instances.ts';
import { Store } from './store.ts';

export interface ServerFolder {
  readonly store: Store;
  readonly instance: Instance;
  /** Resolves when everything written is committed, and another server may start. */
  close(): Promise<void>;
}

/** Throws DATA_FOLDER_IN_USE, STORE_FAILED. */
export async function openServerFolder(dataDir: string, durability: Durability): Promise<ServerFolder> {
  // Before the database: a newer version would migrate it under the running server.
  const lock = lockServer(dataDir, new Date());
  const opened: (() => unknown)[] = [() => lock.release()];
  const close = async (): Promise<void> => {
    for (const release of opened.toReversed()) await release();
  };
  try {
    const instance = openInstance(dataDir);
    opened.push(() => instance.release());
    const store = await Store.open(dataDir, { writesMuch: true, durability, isChecked: !lock.wasStopped });
    opened.push(() => store.close());
    instance.removeDead();
    // Called when the database is closed, and before the lock is released.
    opened.splice(1, 0, () => lock.markStopped());
    return { store, instance, close };
  } catch (error) {
    if (lock.wasStopped) lock.markStopped();
    await close();
    throw error;
  }
}
