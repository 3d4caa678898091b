// Returns the open vault of a data folder, for tests.
import type { Store } from '../store/index.ts';
import { createVault } from '../vault/create.ts';
import type { Vault } from '../vault/vault.ts';

export async function vaultOf(dataDir: string, store: Store, encryptionKey = ''): Promise<Vault> {
  const settings = { encryptionKey, keyStore: 'file' } as const;
  const { vault, keeper } = createVault({ dataDir, settings, keys: store.vaultKey, isAlone: true, warn: () => undefined });
  await keeper.open();
  return vault;
}
