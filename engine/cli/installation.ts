// The identity of a data folder, for commands.
import { ownSettings } from '../settings/own-environment.ts';
import { installationOf, type Installation, type Store } from '../store/index.ts';
import { createVault } from '../vault/create.ts';

/** Returns the identity of a data folder whose store is open. Throws BAD_REQUEST for invalid settings. */
export async function installationFor(store: Store, dataDir: string): Promise<Installation> {
  const settings = ownSettings();
  const { vault } = createVault({ dataDir, settings, keys: store.vaultKey, isAlone: false, warn: () => undefined });
  return installationOf(store.settings, await vault.keyFromBefore());
}
