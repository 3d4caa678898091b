// Resources that a server holds in its data folder: the folder's lock, the database, and its registration as an instance.
import { setTimeout } from 'node:timers/promises';
import { AppError, errorCodeOf } from '../contract/errors.ts';
import type { Durability } from './durability.ts';
import { databaseFile } from './database.ts';
import { lockServer, type Instance } from './instances.ts';
import { isDamage, openFailure } from './open-failure.ts';
import { Store, type StoreOptions } from './store.ts';

export interface ServerFolder {
  readonly store: Store;
  readonly instance: Instance;
  /** Resolves once all writes are committed and another server may start. `hasFailed`: the next start checks for damage. */
  close(hasFailed?: boolean): Promise<void>;
  /** Converts an error at the start: signs of damage become STORE_FAILED with repair instructions. */
  explained(error: unknown): unknown;
}

/**
 * Opens a server's resources in its folder. `isSound`: the previous server ran in this process and lost nothing, so the check for damage is
 * skipped. Throws DATA_FOLDER_IN_USE, STORE_FAILED.
 */
export async function openServerFolder(
  dataDir: string,
  {
    isSound = false,
    ...options
  }: Pick<StoreOptions, 'database' | 'migrationBackups' | 'usesSharing'> & { durability: Durability; isSound?: boolean },
): Promise<ServerFolder> {
  // Locked before the database is opened: a newer version would migrate the database under the running server.
  const lock = lockServer(dataDir, new Date());
  const opened: (() => unknown)[] = [() => lock.release()];
  let isWell = false;
  const close = async (hasFailed = false): Promise<void> => {
    isWell &&= !hasFailed;
    for (const release of opened.toReversed()) await release();
  };
  try {
    const open = (): Promise<Store> => Store.open(dataDir, { ...options, writesMuch: true, isChecked: !lock.wasStopped && !isSound });
    const store = await (isSound && options.database ? openAtLast(open) : open());
    opened.push(() => store.close());
    const instance = await store.openInstance({ dataDir, kind: 'server', onLost: restart });
    // Called once everything is written.
    opened.splice(1, 0, () => instance.release());
    instance.removeDead();
    // Called once the database is closed, before the lock is released.
    isWell = true;
    opened.splice(1, 0, () => isWell && lock.markStopped());
    const explained = (error: unknown): unknown => (isDamage(error) ? openFailure(databaseFile(dataDir), error) : error);
    return { store, instance, close, explained };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Milliseconds between two attempts to reach a database server. */
const AGAIN_AFTER = 2000;

/** Opens the database of a server that starts again, as soon as the database server can be reached. */
async function openAtLast(open: () => Promise<Store>): Promise<Store> {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (errorCodeOf(error) !== 'STORE_FAILED') throw error;
      await setTimeout(AGAIN_AFTER);
    }
  }
}

/** Ends the engine by an uncaught error. The watchdog starts it again as a new instance, without the executions that others have taken over. */
function restart(): void {
  setImmediate(() => {
    throw new AppError('LEASE_LOST', 'This server was not heard of for a while, and others have taken over its executions.');
  });
}
