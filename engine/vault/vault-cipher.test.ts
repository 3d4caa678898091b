import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataKeyOf, fingerprintOf, newDataKey, openedDataKey, recoveryKeyOf, sealedDataKey } from './data-key.ts';
import { KeyFile } from './key-file.ts';
import { locked, VaultCipher } from './vault-cipher.ts';

const lockedError = expect.objectContaining({ code: 'VAULT_LOCKED' }) as Error;

describe('the vault', () => {
  const cipher = new VaultCipher(newDataKey());

  it.each(['', 'secret', '{"a":1}', 'ä 漢 🎉', 'x'.repeat(100_000)])('opens what it sealed: %s', (text) => {
    expect(cipher.open('c1', cipher.seal('c1', text))).toBe(text);
  });

  it('seals the same text differently each time', () => {
    expect(cipher.seal('c1', 'same')).not.toEqual(cipher.seal('c1', 'same'));
  });

  it('opens nothing under another name, with another key, or after a change', () => {
    const sealed = cipher.seal('c1', 'secret');
    const changed = Uint8Array.from(sealed, (byte, index) => (index === sealed.length - 1 ? byte ^ 1 : byte));
    const ways = [
      () => cipher.open('c2', sealed),
      () => new VaultCipher(newDataKey()).open('c1', sealed),
      () => cipher.open('c1', changed),
      () => cipher.open('c1', sealed.slice(0, 10)),
      () => cipher.open('c1', new Uint8Array()),
      () => cipher.open('c1', Uint8Array.of(9, ...sealed.slice(1))),
    ];
    for (const open of ways) expect(open).toThrow(lockedError);
  });

  it('opens nothing while it is locked, and says why', () => {
    const closed = new VaultCipher();
    expect(() => closed.seal('c1', 'secret')).toThrow('The stored credentials are locked: it has not been opened yet.');
    const key = newDataKey();
    closed.unlock(key);
    const sealed = closed.seal('c1', 'secret');
    const { generation } = closed;
    closed.lock(locked('the keychain is closed', 'Open it.'));
    expect(() => closed.open('c1', sealed)).toThrow(expect.objectContaining({ code: 'VAULT_LOCKED', hint: 'Open it.' }) as Error);
    expect(closed.generation).toBeGreaterThan(generation);
    closed.unlock(key);
    expect(closed.open('c1', sealed)).toBe('secret');
  });
});

describe('the data key', () => {
  it('opens with its master key alone', () => {
    const key = newDataKey();
    const sealed = sealedDataKey(key, 'the master key');
    expect(openedDataKey(sealed, 'the master key')).toEqual(key);
    expect(openedDataKey(sealed, 'the master kez')).toBeUndefined();
    expect(fingerprintOf(key)).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprintOf(key)).not.toBe(fingerprintOf(newDataKey()));
  });

  it('is written down as a recovery key, and read in any usual form', () => {
    for (const key of [newDataKey(), new Uint8Array(32), new Uint8Array(32).fill(255)]) {
      const written = recoveryKeyOf(key);
      expect(written).toMatch(/^MR1(?:-[0-9A-HJKMNP-TV-Z]{4}){14}$/);
      const forms = [written, written.toLowerCase(), written.replaceAll('-', ''), ` ${written.replaceAll('-', ' ')}\n`];
      for (const form of forms) expect(Buffer.from(dataKeyOf(form))).toEqual(Buffer.from(key));
    }
    const zeros = recoveryKeyOf(new Uint8Array(32));
    expect(dataKeyOf(zeros.replaceAll('0', 'o'))).toEqual(dataKeyOf(zeros));
  });

  it.each([
    ['', 'This is not a recovery key: It has 0 characters instead of 59.'],
    ['MR1-ABCD', 'This is not a recovery key: It has 7 characters instead of 59.'],
    ['MR2'.padEnd(59, '0'), 'This is not a recovery key: It has 59 characters instead of 59.'],
    [recoveryKeyOf(new Uint8Array(32)).replace(/.$/, '*'), 'This is not a recovery key: It contains the character "*".'],
    [recoveryKeyOf(new Uint8Array(32)).replace('0000', '0100'), 'This is not a recovery key: A character is wrong.'],
  ])('is not read from %j', (text, message) => {
    expect(() => dataKeyOf(text)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', message }) as Error);
  });
});

describe('the key file', () => {
  let folder: string;
  let file: KeyFile;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-key-'));
    file = new KeyFile(join(folder, 'data'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const key = 'a key of more than twenty characters';

  it('is readable only by its owner, and in use once it is promoted', () => {
    expect([file.read(), file.next()]).toEqual([undefined, undefined]);
    file.stage(key);
    expect([file.read(), file.next()]).toEqual([undefined, key]);
    file.promote();
    expect([file.read(), file.next()]).toEqual([key, undefined]);
    if (process.platform !== 'win32') expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  it('keeps a key that it is told to move away', () => {
    file.moveAway('old');
    file.stage(key);
    file.promote();
    file.moveAway('old');
    file.stage('another key of that length');
    file.promote();
    expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['master.key', 'master.key.old']);
  });

  it('is refused and left unchanged if it contains no key', () => {
    file.stage(key);
    file.promote();
    writeFileSync(file.path, 'short');
    expect(() => file.read()).toThrow(expect.objectContaining({ code: 'VAULT_LOCKED' }) as Error);
  });
});
