// The vault over a real store: start, wrong and lost keys, recovery, rotation and its interruption, the keychain.
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../store/index.ts';
import { createVault, type VaultParts } from './create.ts';
import { derivedDataKey } from './data-key.ts';
import type { Keychain } from './keychain.ts';
import type { VaultKeyStore } from './vault.ts';
import { VaultCipher } from './vault-cipher.ts';

let folder: string;
let store: Store;
let warnings: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-vault-'));
  store = await Store.open(folder);
  warnings = [];
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const keyFile = (): string => join(folder, 'master.key');

/** A keychain in memory. `isOpen`: whether it responds. */
class MemoryKeychain implements Keychain {
  readonly entries = new Map<string, string>();
  isOpen = true;

  async get(account: string): Promise<string | undefined> {
    this.#assertOpen();
    return this.entries.get(account);
  }

  async set(account: string, secret: string): Promise<void> {
    this.#assertOpen();
    this.entries.set(account, secret);
  }

  async remove(account: string): Promise<void> {
    this.#assertOpen();
    this.entries.delete(account);
  }

  #assertOpen(): void {
    if (!this.isOpen) throw new Error('no access');
  }
}

type Start = Partial<VaultParts['settings']> & { readonly keychain?: Keychain; readonly isAlone?: boolean };

/** Starts with these settings; returns the vault and its cipher. */
async function started({ encryptionKey = '', keyStore = 'file', keychain, isAlone = true }: Start = {}) {
  const warn = (message: string): void => void warnings.push(message);
  const settings = { encryptionKey, keyStore };
  const vault = createVault({ dataDir: folder, settings, keys: store.vaultKey, isAlone, warn, keychain: keychain ?? new MemoryKeychain() });
  await vault.vault.open();
  return vault;
}

async function addCredential(cipher: VaultCipher, id = 'c1', text = '{"password":"secret"}'): Promise<void> {
  const data = cipher.seal(id, text);
  await store.credentials.add({ id, name: id, type: 'httpBasicAuth', data, ownerId: null, nodesAccess: [], createdAt: 1, updatedAt: 1 });
}

async function opened(cipher: VaultCipher, id = 'c1'): Promise<string> {
  return cipher.open(id, (await store.credentials.get(id))?.data ?? new Uint8Array());
}

const SECRET = '{"password":"secret"}';

describe('the keychain of a new data folder', () => {
  it('stores its key, and keeps it when the key is rotated', async () => {
    const keychain = new MemoryKeychain();
    const { cipher, vault } = await started({ keyStore: 'keychain-if-new', keychain });
    await addCredential(cipher);
    await vault.rotate();
    expect([existsSync(keyFile()), keychain.entries.size, await vault.status()]).toEqual([false, 1, { isOpen: true, place: 'keychain' }]);
    expect(await opened((await started({ keyStore: 'keychain-if-new', keychain })).cipher)).toBe(SECRET);
  });

  it('is not used for an existing key file, also when the key is rotated', async () => {
    await addCredential((await started()).cipher);
    const before = readFileSync(keyFile(), 'utf8');
    const keychain = new MemoryKeychain();
    const { cipher, vault } = await started({ keyStore: 'keychain-if-new', keychain });
    expect([readFileSync(keyFile(), 'utf8'), await opened(cipher)]).toEqual([before, SECRET]);
    await vault.rotate();
    expect([keychain.entries.size, await vault.status()]).toEqual([0, { isOpen: true, place: 'file' }]);
  });

  it('is replaced by a file if it cannot be used, which is told until the next start', async () => {
    const keychain = new MemoryKeychain();
    keychain.isOpen = false;
    const { cipher, vault } = await started({ keyStore: 'keychain-if-new', keychain });
    await addCredential(cipher);
    expect(await vault.status()).toEqual({ isOpen: true, place: 'file', keychainFailure: 'no access' });
    keychain.isOpen = true;
    const again = await started({ keyStore: 'keychain-if-new', keychain });
    expect([await opened(again.cipher), await again.vault.status()]).toEqual([SECRET, { isOpen: true, place: 'file' }]);
  });
});

describe('at start', () => {
  it('a new data folder gets a key that neither the file nor the database contains alone', async () => {
    const { cipher, vault } = await started();
    await addCredential(cipher);
    expect(await vault.status()).toEqual({ isOpen: true, place: 'file' });
    expect(await opened((await started()).cipher)).toBe(SECRET);
    expect(readdirSync(folder).filter((name) => name.startsWith('master'))).toEqual(['master.key']);
    expect(warnings).toEqual([]);
  });

  it('a process without the lock of the folder creates nothing', async () => {
    const { cipher } = await started({ isAlone: false });
    expect(cipher.problem?.message).toBe('The stored credentials are locked: they have no key yet.');
    expect([existsSync(keyFile()), await store.vaultKey.get()]).toEqual([false, undefined]);
  });

  it('the key of the settings is used, and required from then on', async () => {
    await addCredential((await started({ encryptionKey: 'key of the settings' })).cipher);
    expect(existsSync(keyFile())).toBe(false);
    expect(await opened((await started({ encryptionKey: 'key of the settings' })).cipher)).toBe(SECRET);
    const { vault } = await started();
    expect(await vault.status()).toMatchObject({
      isOpen: false,
      place: 'environment',
      problem: { message: /MILLRACE_ENCRYPTION_KEY is not set/ },
    });
    expect(existsSync(keyFile())).toBe(false);
  });

  const harms: readonly (readonly [name: string, harm: () => void, settings: Start, message: RegExp])[] = [
    ['a missing file', () => rmSync(keyFile()), {}, /the key file master\.key is missing/],
    ['another file', () => writeFileSync(keyFile(), 'another key of some length'), {}, /another key than that in master\.key/],
    ['a damaged file', () => writeFileSync(keyFile(), ''), {}, /contains no key/],
    ['another key in the settings', () => undefined, { encryptionKey: 'another key' }, /another key than MILLRACE_ENCRYPTION_KEY/],
  ];
  it.each(harms)('%s locks the vault and changes nothing', async (_name, harm, settings, message) => {
    const { cipher, vault } = await started();
    await addCredential(cipher);
    const recoveryKey = await vault.recoveryKey();
    harm();
    const before = [await store.vaultKey.get(), await store.credentials.get('c1'), readdirSync(folder)];
    const again = await started(settings);
    expect(again.cipher.problem?.message).toMatch(message);
    expect(again.cipher.problem?.hint).toMatch(/recovery key/);
    expect(warnings).toEqual([expect.stringMatching(message)]);
    expect(() => again.cipher.seal('c2', 'x')).toThrow(message);
    expect([await store.vaultKey.get(), await store.credentials.get('c1'), readdirSync(folder)]).toEqual(before);
    await again.vault.recover(recoveryKey);
    expect(await opened(again.cipher)).toBe(SECRET);
    expect(await opened((await started(settings)).cipher)).toBe(SECRET);
  });

  it('a key in the settings beside an older one says where the right key is', async () => {
    await started();
    expect((await started({ encryptionKey: 'another key' })).cipher.problem?.hint).toMatch(/without MILLRACE_ENCRYPTION_KEY.*master\.key/);
    const keychain = new MemoryKeychain();
    await started({ keyStore: 'keychain', keychain });
    const { problem } = (await started({ encryptionKey: 'another key', keychain })).cipher;
    expect(problem?.hint).toMatch(/without MILLRACE_ENCRYPTION_KEY.*in the keychain/);
  });

  it('opens credentials that the master key itself sealed, as in data folders of the first versions', async () => {
    writeFileSync(keyFile(), 'master key of a first version\n');
    await addCredential(new VaultCipher(derivedDataKey('master key of a first version')));
    expect(await opened((await started()).cipher)).toBe(SECRET);
    expect(await store.vaultKey.get()).toMatchObject({ place: 'file' });
    expect(readFileSync(keyFile(), 'utf8')).toBe('master key of a first version\n');
  });

  it('does not create a key for a data folder of the first versions that has lost its own', async () => {
    await addCredential(new VaultCipher(derivedDataKey('master key of a first version')));
    expect((await started()).cipher.problem?.message).toMatch(/is missing/);
    expect((await started({ encryptionKey: 'a wrong key' })).cipher.problem?.message).toMatch(/another key/);
    expect(await store.vaultKey.get()).toBeUndefined();
  });
});

describe('the recovery key', () => {
  it('of another installation, or from before a rotation, opens nothing', async () => {
    const { vault } = await started();
    const old = await vault.recoveryKey();
    await vault.rotate();
    await expect(vault.recover(old)).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /another installation, or was replaced/ });
    await vault.recover(await vault.recoveryKey());
  });

  it('is not given out while the vault is locked', async () => {
    await started();
    rmSync(keyFile());
    await expect((await started()).vault.recoveryKey()).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  });

  it('keeps the key file that it replaces', async () => {
    const { vault } = await started();
    const recoveryKey = await vault.recoveryKey();
    writeFileSync(keyFile(), 'key of another data folder');
    await (await started()).vault.recover(recoveryKey);
    const previousKeyFile = readdirSync(folder).find((name) => name.startsWith('master.key.replaced-')) ?? '';
    expect(readFileSync(join(folder, previousKeyFile), 'utf8')).toBe('key of another data folder');
  });
});

describe('rotation', () => {
  it('seals all credentials by new keys', async () => {
    const { cipher, vault } = await started();
    for (let n = 0; n < 50; n++) await addCredential(cipher, `c${n}`, `secret ${n}`);
    const before = [readFileSync(keyFile(), 'utf8'), await store.vaultKey.get()];
    const oldVault = new VaultCipher(derivedDataKey('unrelated'));
    await vault.rotate();
    expect(readFileSync(keyFile(), 'utf8')).not.toBe(before[0]);
    expect((await store.vaultKey.get())?.keyFingerprint).not.toBe((before[1] as { keyFingerprint: string }).keyFingerprint);
    for (const each of [cipher, (await started()).cipher])
      for (let n = 0; n < 50; n++) expect(await opened(each, `c${n}`)).toBe(`secret ${n}`);
    expect(() => oldVault.open('c1', new Uint8Array())).toThrow();
  });

  it('leaves data that cannot be opened as it is', async () => {
    const { cipher, vault } = await started();
    await addCredential(cipher);
    await addCredential(new VaultCipher(derivedDataKey('of somebody else')), 'foreign', 'x');
    const { data } = (await store.credentials.get('foreign')) ?? {};
    await vault.rotate();
    expect((await store.credentials.get('foreign'))?.data).toEqual(data);
    expect(await opened(cipher)).toBe(SECRET);
  });

  it('killed before its commit, the old key stays; killed after it, the new one takes its place', async () => {
    const { cipher } = await started();
    await addCredential(cipher);
    const old = readFileSync(keyFile(), 'utf8');
    const { vaultKey } = store;
    const killed = new Error('killed');
    const parts = { dataDir: folder, settings: { encryptionKey: '', keyStore: 'file' }, isAlone: true, warn: () => undefined } as const;
    const dying: VaultKeyStore = {
      get: () => vaultKey.get(),
      sealedData: () => vaultKey.sealedData(),
      isFromBefore: () => vaultKey.isFromBefore(),
      put: () => Promise.reject(killed),
      putWithoutData: () => Promise.reject(killed),
    };
    const before = createVault({ ...parts, keys: dying });
    await before.vault.open();
    await expect(before.vault.rotate()).rejects.toBe(killed);
    expect(readdirSync(folder)).toContain('master.key.next');
    expect(await opened((await started()).cipher)).toBe(SECRET);
    expect([readFileSync(keyFile(), 'utf8'), readdirSync(folder).includes('master.key.next')]).toEqual([old, false]);

    await (await started()).vault.rotate();
    // The state after a process was killed before the renaming.
    renameSync(keyFile(), `${keyFile()}.next`);
    writeFileSync(keyFile(), old);
    expect(await opened((await started({ isAlone: false })).cipher)).toBe(SECRET);
    expect(await opened((await started()).cipher)).toBe(SECRET);
    expect([readFileSync(keyFile(), 'utf8') === old, existsSync(`${keyFile()}.next`)]).toEqual([false, false]);
  });

  it('does not touch the key of the settings', async () => {
    const { cipher, vault } = await started({ encryptionKey: 'key of the settings' });
    await addCredential(cipher);
    await vault.rotate();
    expect(await opened((await started({ encryptionKey: 'key of the settings' })).cipher)).toBe(SECRET);
    expect(existsSync(keyFile())).toBe(false);
  });
});

describe('starting anew', () => {
  it('removes the data of credentials and keeps their names', async () => {
    await addCredential((await started()).cipher);
    rmSync(keyFile());
    const { cipher, vault } = await started();
    await vault.reset();
    expect(await store.credentials.get('c1')).toMatchObject({ name: 'c1', data: null });
    await addCredential(cipher, 'c2');
    expect(await opened((await started()).cipher, 'c2')).toBe(SECRET);
  });
});

describe('with the keychain', () => {
  it('no file is written, and the rotated key replaces the entry', async () => {
    const keychain = new MemoryKeychain();
    const { cipher, vault } = await started({ keyStore: 'keychain', keychain });
    await addCredential(cipher);
    expect([existsSync(keyFile()), keychain.entries.size, (await vault.status()).place]).toEqual([false, 1, 'keychain']);
    const [account] = keychain.entries.keys();
    await vault.rotate();
    expect(keychain.entries.size).toBe(1);
    expect([...keychain.entries.keys()]).not.toEqual([account]);
    expect(await opened((await started({ keyStore: 'keychain', keychain })).cipher)).toBe(SECRET);
    expect(await opened((await started({ keyStore: 'file', keychain })).cipher)).toBe(SECRET);
  });

  it('a key file moves to the keychain when the settings say so', async () => {
    const keychain = new MemoryKeychain();
    await addCredential((await started()).cipher);
    expect(await opened((await started({ keyStore: 'keychain', keychain })).cipher)).toBe(SECRET);
    expect([existsSync(keyFile()), keychain.entries.size]).toEqual([false, 1]);
    expect(await opened((await started({ keyStore: 'keychain', keychain })).cipher)).toBe(SECRET);
  });

  it('that cannot be used, a new data folder keeps its key in a file', async () => {
    const keychain = new MemoryKeychain();
    keychain.isOpen = false;
    const { vault } = await started({ keyStore: 'keychain', keychain });
    expect([(await vault.status()).place, existsSync(keyFile())]).toEqual(['file', true]);
    expect(warnings).toEqual(['The keychain cannot be used, so the master key is kept in a file: no access']);
  });

  it('closed or emptied, the vault is locked until it opens again or the recovery key is given', async () => {
    const keychain = new MemoryKeychain();
    const { cipher, vault } = await started({ keyStore: 'keychain', keychain });
    await addCredential(cipher);
    const recoveryKey = await vault.recoveryKey();
    keychain.isOpen = false;
    const later = await started({ keyStore: 'keychain', keychain });
    expect(later.cipher.problem?.message).toBe('The stored credentials are locked: the keychain cannot be read: no access.');
    keychain.isOpen = true;
    await later.vault.open();
    expect(await opened(later.cipher)).toBe(SECRET);
    keychain.entries.clear();
    const empty = await started({ keyStore: 'keychain', keychain });
    expect(empty.cipher.problem?.message).toMatch(/missing in the keychain/);
    await empty.vault.recover(recoveryKey);
    expect(await opened((await started({ keyStore: 'keychain', keychain })).cipher)).toBe(SECRET);
    expect([keychain.entries.size, existsSync(keyFile())]).toEqual([1, false]);
  });
});
