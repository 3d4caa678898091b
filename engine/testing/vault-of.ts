// Returns the open vault of a data folder, for tests.
import type { Store } from '../store/index.ts';
import { createVault } from '../vault/create.ts';
import type { VaultCipher } from '../vault/vault-cipher.ts';

export async function vaultOf(dataDir: string, store: Store, encryptionKey = ''): Promise<VaultCipher> {
  const settings = { encryptionKey, keyStore: 'file' } as const;
  const { cipher, vault } = createVault({ dataDir, settings, keys: store.vaultKey, isAlone: true, warn: () => undefined });
  await vault.open();
  return cipher;
}
