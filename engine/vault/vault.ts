// Opens the vault at the start: finds the master key and detects a wrong or lost one. Also recovers, rotates and resets keys.
import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '../contract/errors.ts';
import type { SealedData, VaultKeyRecord } from '../store/index.ts';
import { dataKeyOf, derivedDataKey, fingerprintOf, newDataKey, openedDataKey, recoveryKeyOf, sealedDataKey } from './data-key.ts';
import type { KeyFile } from './key-file.ts';
import type { Keychain } from './keychain.ts';
import { locked, sealed, unsealed, type VaultCipher } from './vault-cipher.ts';

/** Where the encrypted data key is stored. */
export interface VaultKeyStore {
  get(): Promise<VaultKeyRecord | undefined>;
  /** Whether the data folder is from before data keys were introduced. */
  isFromBefore(): Promise<boolean>;
  sealedData(): Promise<readonly SealedData[]>;
  put(key: VaultKeyRecord, resealed?: readonly SealedData[]): Promise<void>;
  putWithoutData(key: VaultKeyRecord): Promise<void>;
}

/** Where a new master key is stored. `keychain`: an existing key file moves there; `keychain-if-new`: it stays, also if the key is rotated. */
export type KeyStore = 'file' | 'keychain' | 'keychain-if-new';

export interface VaultPorts {
  readonly cipher: VaultCipher;
  readonly keys: VaultKeyStore;
  readonly file: KeyFile;
  readonly keychain: Keychain;
  /** The master key from the settings; empty if it is not set. */
  readonly environmentKey: string;
  readonly keyStore: KeyStore;
  /** Whether this process holds the lock of the data folder. Other processes neither create nor change keys. */
  readonly isAlone: boolean;
  /** Whether other servers use the database, which would not notice a change of keys. */
  readonly hasOthers: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/** A master key and its location. */
interface MasterKey {
  readonly key: string;
  readonly place: VaultKeyRecord['place'];
  readonly account: string | null;
}

export interface VaultStatus {
  readonly isOpen: boolean;
  /** Why the vault is locked, and how to fix that. */
  readonly problem?: { readonly message: string; readonly hint?: string };
  /** Where the master key is stored; undefined before the vault is opened for the first time. */
  readonly place?: VaultKeyRecord['place'];
  /** Why the key was stored in a file and not in the keychain; only until the next start. */
  readonly keychainFailure?: string;
}

export class Vault {
  readonly #ports: VaultPorts;
  #keychainFailure: string | undefined;

  constructor(ports: VaultPorts) {
    this.#ports = ports;
  }

  /** Opens the vault, or locks it with a reason: a wrong or missing key is never replaced. Throws STORE_FAILED. */
  async open(): Promise<void> {
    const { cipher, warn } = this.#ports;
    try {
      await this.openOrThrow();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'VAULT_LOCKED') throw error;
      cipher.lock(error);
      warn([error.message, error.hint].filter((text) => text !== undefined).join(' '));
    }
  }

  /** Opens the vault. Throws STORE_FAILED, and VAULT_LOCKED for a wrong or missing key, which is never replaced. */
  async openOrThrow(): Promise<void> {
    const { keys, cipher, file, isAlone, warn } = this.#ports;
    const record = await keys.get();
    cipher.unlock(record === undefined ? await this.#openFirst() : await this.#openAgain(record));
    if (!isAlone) return;
    try {
      file.noteElsewhere();
    } catch (error) {
      warn(`The data folder cannot be written: ${(error as Error).message}`);
    }
  }

  async status(): Promise<VaultStatus> {
    const { problem } = this.#ports.cipher;
    const keyPlace = (await this.#ports.keys.get())?.place;
    return {
      isOpen: problem === undefined,
      ...(problem === undefined ? {} : { problem: described(problem) }),
      ...(keyPlace === undefined ? {} : { place: keyPlace }),
      ...(this.#keychainFailure === undefined ? {} : { keychainFailure: this.#keychainFailure }),
    };
  }

  /** Returns the master key of a data folder from before data keys were introduced; undefined for newer folders, and if it is lost. */
  async keyFromBefore(): Promise<string | undefined> {
    const { environmentKey, file, keys } = this.#ports;
    if (!(await keys.isFromBefore())) return undefined;
    if (environmentKey !== '') return environmentKey;
    try {
      return file.read();
    } catch {
      return undefined;
    }
  }

  /** Returns the recovery key of the current data key. Throws VAULT_LOCKED. */
  async recoveryKey(): Promise<string> {
    return recoveryKeyOf(await this.#dataKey());
  }

  /** Opens the vault with a recovery key, and encrypts the data key with the current master key or a new one. Throws BAD_REQUEST, VAULT_LOCKED. */
  async recover(recoveryKey: string): Promise<void> {
    const { keys, cipher } = this.#ports;
    const dataKey = dataKeyOf(recoveryKey);
    const record = await keys.get();
    if (record?.keyFingerprint !== fingerprintOf(dataKey)) {
      throw new AppError('BAD_REQUEST', 'This recovery key belongs to another installation, or was replaced when the key was rotated.', {
        params: { field: 'recoveryKey' },
        hint: 'Use the recovery key that was exported last.',
      });
    }
    await this.#adopt(dataKey, (key) => keys.put(key));
    cipher.unlock(dataKey);
  }

  /**
   * Replaces the data key, and the master key unless it comes from the environment. All credentials are re-encrypted in one transaction. Throws
   * VAULT_LOCKED.
   */
  async rotate(): Promise<void> {
    const { keys, cipher } = this.#ports;
    const oldKey = await this.#dataKey();
    const dataKey = newDataKey();
    const resealed = (await keys.sealedData()).map(({ id, data }) => {
      const plaintext = unsealed(oldKey, id, data);
      // Data that the old key cannot decrypt is left unchanged.
      return plaintext === undefined ? { id, data } : { id, data: sealed(dataKey, id, plaintext) };
    });
    await this.#adopt(dataKey, (key) => keys.put(key, resealed), true);
    cipher.unlock(dataKey);
  }

  /** Resets the vault after a key was lost: removes the data of all credentials, which keep their names. Throws BAD_REQUEST if it is open. */
  async reset(): Promise<void> {
    // The request may come from a page that was loaded before the vault was opened elsewhere.
    if (this.#ports.cipher.problem === undefined) {
      throw new AppError('BAD_REQUEST', 'The stored credentials are open, so nothing was removed.', {
        hint: 'To remove a credential, delete it in the list of credentials.',
      });
    }
    const dataKey = newDataKey();
    await this.#adopt(dataKey, (key) => this.#ports.keys.putWithoutData(key));
    this.#ports.cipher.unlock(dataKey);
  }

  /** Opens the vault of a new data folder, or of one from before data keys were introduced. */
  async #openFirst(): Promise<Uint8Array> {
    const { file, environmentKey, isAlone, keys } = this.#ports;
    if (!isAlone) throw locked('they have no key yet', 'Start Millrace once on this data folder.');
    if (await keys.isFromBefore()) {
      const oldKey = environmentKey === '' ? file.read() : environmentKey;
      if (oldKey === undefined) throw missingFile();
      const dataKey = derivedDataKey(oldKey);
      const [first] = await keys.sealedData();
      if (first !== undefined && unsealed(dataKey, first.id, first.data) === undefined) throw wrongKey(environmentKey);
      const keyPlace = environmentKey === '' ? 'file' : 'environment';
      await keys.put(this.#record(dataKey, { key: oldKey, place: keyPlace, account: null }));
      return dataKey;
    }
    const dataKey = newDataKey();
    await this.#adopt(dataKey, (key) => keys.put(key));
    return dataKey;
  }

  async #openAgain(record: VaultKeyRecord): Promise<Uint8Array> {
    const { isAlone, keyStore } = this.#ports;
    const master = await this.#find(record);
    const dataKey = openedDataKey(record.sealedKey, master.key);
    if (dataKey === undefined) {
      throw locked('the stored key is damaged', 'Open them with the recovery key, or restore the database from a backup.');
    }
    if (isAlone && master.place === 'file' && keyStore === 'keychain') await this.#moveToKeychain(dataKey);
    return dataKey;
  }

  /** Returns the master key whose fingerprint is stored. Throws VAULT_LOCKED. */
  async #find({ masterFingerprint, place, account }: VaultKeyRecord): Promise<MasterKey> {
    const { environmentKey, file, isAlone, now } = this.#ports;
    const isRight = (key: string | undefined): key is string => key !== undefined && fingerprintOf(key) === masterFingerprint;
    if (environmentKey !== '') {
      if (isRight(environmentKey)) return { key: environmentKey, place: 'environment', account: null };
      throw wrongKey(environmentKey, place);
    }
    if (place === 'keychain') return { key: await this.#fromKeychain(account ?? '', isRight), place, account };
    const saved = file.read();
    if (isRight(saved)) {
      if (isAlone) file.discardNext();
      return { key: saved, place: 'file', account: null };
    }
    const next = file.next();
    if (isRight(next)) {
      // The process was killed between the commit and the renaming.
      if (isAlone) {
        file.moveAway(`replaced-${now()}`);
        file.promote();
      }
      return { key: next, place: 'file', account: null };
    }
    if (place === 'environment') {
      throw locked(
        'MILLRACE_ENCRYPTION_KEY is not set, and the credentials were encrypted with it',
        'Start Millrace with the previous MILLRACE_ENCRYPTION_KEY, or open the credentials with the recovery key.',
      );
    }
    throw saved === undefined ? missingFile() : wrongKey(environmentKey);
  }

  async #fromKeychain(account: string, isRight: (key: string | undefined) => key is string): Promise<string> {
    let key: string | undefined;
    try {
      key = await this.#ports.keychain.get(account);
    } catch (error) {
      const reason = `the keychain cannot be read: ${(error as Error).message}`;
      throw locked(reason, 'Unlock the keychain and try again, or open the credentials with the recovery key.', error);
    }
    if (isRight(key)) return key;
    const reason = key === undefined ? 'their key is missing in the keychain' : 'the key in the keychain is a different one';
    throw locked(reason, 'Open them with the recovery key, or restore the keychain from a backup.');
  }

  /**
   * Encrypts a data key with the environment's master key or a new one, and stores it with `put`. If the process is killed at any point, either
   * the old or the new key remains usable.
   */
  async #adopt(dataKey: Uint8Array, put: (record: VaultKeyRecord) => Promise<void>, isRotation = false): Promise<void> {
    const { environmentKey, file, hasOthers, keyStore, keychain, keys, now } = this.#ports;
    const before = await keys.get();
    if (before !== undefined && hasOthers()) throw usedByOthers();
    if (environmentKey !== '') return put(this.#record(dataKey, { key: environmentKey, place: 'environment', account: null }));
    const key = randomBytes(32).toString('base64url');
    const isForKeychain =
      keyStore === 'keychain' || before?.place === 'keychain' || (keyStore === 'keychain-if-new' && before === undefined);
    const inKeychain = isForKeychain ? await this.#addToKeychain(key) : undefined;
    if (inKeychain !== undefined) {
      await put(this.#record(dataKey, inKeychain));
    } else {
      file.stage(key);
      await put(this.#record(dataKey, { key, place: 'file', account: null }));
      // Only after a rotation is it certain that the key in the file decrypts nothing any more.
      if (!isRotation) file.moveAway(`replaced-${now()}`);
      file.promote();
    }
    if (before?.place === 'keychain' && before.account !== null) await keychain.remove(before.account).catch(() => undefined);
  }

  /** Returns undefined if the keychain cannot be used; the key is then stored in a file. */
  async #addToKeychain(key: string): Promise<MasterKey | undefined> {
    const { keychain, warn } = this.#ports;
    const account = randomUUID();
    try {
      await keychain.set(account, key);
      if ((await keychain.get(account)) !== key) throw new Error('it does not return what was stored.');
      this.#keychainFailure = undefined;
      return { key, place: 'keychain', account };
    } catch (error) {
      this.#keychainFailure = (error as Error).message;
      warn(`The keychain cannot be used, so the master key is kept in a file: ${this.#keychainFailure}`);
      return undefined;
    }
  }

  async #moveToKeychain(dataKey: Uint8Array): Promise<void> {
    const { file, keys } = this.#ports;
    const added = await this.#addToKeychain(randomBytes(32).toString('base64url'));
    if (added === undefined) return;
    await keys.put(this.#record(dataKey, added));
    file.remove();
  }

  async #dataKey(): Promise<Uint8Array> {
    const { cipher, keys } = this.#ports;
    const record = cipher.problem === undefined ? await keys.get() : undefined;
    const key = record === undefined ? undefined : openedDataKey(record.sealedKey, (await this.#find(record)).key);
    if (key !== undefined) return key;
    throw cipher.problem ?? locked('the stored key is damaged');
  }

  #record(dataKey: Uint8Array, { key, place, account }: MasterKey): VaultKeyRecord {
    return {
      sealedKey: sealedDataKey(dataKey, key),
      keyFingerprint: fingerprintOf(dataKey),
      masterFingerprint: fingerprintOf(key),
      place,
      account,
      createdAt: this.#ports.now(),
    };
  }
}

const described = ({ message, hint }: AppError): { readonly message: string; readonly hint?: string } => ({
  message,
  ...(hint === undefined ? {} : { hint }),
});

const usedByOthers = (): AppError =>
  new AppError('BAD_REQUEST', 'The keys were not changed, because other servers use the same database.', {
    hint: 'Stop the other servers first. Then start them with the same MILLRACE_ENCRYPTION_KEY.',
  });

const missingFile = (): AppError =>
  locked(
    'the key file master.key is missing in the data folder',
    'Restore it from a backup, or open the credentials with the recovery key.',
  );

/** `place`: where the right key was stored. */
const wrongKey = (environmentKey: string, place: VaultKeyRecord['place'] = 'environment'): AppError =>
  environmentKey === ''
    ? locked(
        'they were encrypted with another key than that in master.key',
        'Restore the previous key file, or open the credentials with the recovery key.',
      )
    : locked('they were encrypted with another key than MILLRACE_ENCRYPTION_KEY', wayBack[place]);

const wayBack: Readonly<Record<VaultKeyRecord['place'], string>> = {
  environment: 'Start Millrace with the previous MILLRACE_ENCRYPTION_KEY, or open the credentials with the recovery key.',
  file: 'Start Millrace without MILLRACE_ENCRYPTION_KEY to use the key in master.key, or open the credentials with the recovery key.',
  keychain: 'Start Millrace without MILLRACE_ENCRYPTION_KEY to use the key in the keychain, or open the credentials with the recovery key.',
};
