// Builds the keeper of a data folder's vault.
import { KeyFile } from './key-file.ts';
import { systemKeychain, type Keychain } from './keychain.ts';
import { VaultKeeper, type VaultKeyStore } from './vault-keeper.ts';
import { Vault } from './vault.ts';

/** The settings of the vault. */
export interface VaultSettings {
  /** The master key; empty if it is kept elsewhere. */
  readonly encryptionKey: string;
  readonly keyStore: 'file' | 'keychain';
}

export interface VaultParts {
  readonly dataDir: string;
  readonly settings: VaultSettings;
  readonly keys: VaultKeyStore;
  /** Whether this process holds the lock of the data folder. */
  readonly isAlone: boolean;
  readonly warn: (message: string) => void;
  /** Defaults to the keychain of the operating system. */
  readonly keychain?: Keychain | undefined;
}

/** The vault is opened by `open` of its keeper. */
export function createVault({ dataDir, settings, keys, isAlone, warn, keychain = systemKeychain() }: VaultParts): {
  readonly vault: Vault;
  readonly keeper: VaultKeeper;
} {
  const vault = new Vault();
  const { encryptionKey: environmentKey, keyStore } = settings;
  const file = new KeyFile(dataDir);
  const keeper = new VaultKeeper({ vault, keys, file, keychain, environmentKey, keyStore, isAlone, warn, now: () => Date.now() });
  return { vault, keeper };
}
