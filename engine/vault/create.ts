// Creates the vault of a data folder and its cipher.
import { KeyFile } from './key-file.ts';
import { systemKeychain, type Keychain } from './keychain.ts';
import { Vault, type KeyStore, type VaultKeyStore } from './vault.ts';
import { VaultCipher } from './vault-cipher.ts';

/** The settings of the vault. */
export interface VaultSettings {
  /** The master key; empty if it is stored elsewhere. */
  readonly encryptionKey: string;
  readonly keyStore: KeyStore;
}

export interface VaultParts {
  readonly dataDir: string;
  readonly settings: VaultSettings;
  readonly keys: VaultKeyStore;
  /** Whether this process holds the lock of the data folder. */
  readonly isAlone: boolean;
  /** Whether other servers use the database. Default: no. */
  readonly hasOthers?: () => boolean;
  readonly warn: (message: string) => void;
  /** Default: the operating system's keychain. */
  readonly keychain?: Keychain | undefined;
}

/** The returned vault is locked, and its cipher unusable, until `open` is called. */
export function createVault({ dataDir, settings, keys, isAlone, hasOthers = () => false, warn, keychain = systemKeychain() }: VaultParts): {
  readonly cipher: VaultCipher;
  readonly vault: Vault;
} {
  const cipher = new VaultCipher();
  const { encryptionKey: environmentKey, keyStore } = settings;
  const file = new KeyFile(dataDir);
  const vault = new Vault({ cipher, keys, file, keychain, environmentKey, keyStore, isAlone, hasOthers, warn, now: () => Date.now() });
  return { cipher, vault };
}
