import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from './key-file.ts';
import { Vault } from './vault.ts';

const vault = new Vault('a master key of some length');

describe('the vault', () => {
  it.each(['', '{"password":"pä$$"}', 'x'.repeat(100_000)])('opens what it sealed', (text) => {
    const sealed = vault.seal('c1', text);
    expect(vault.open('c1', sealed)).toBe(text);
    expect(Buffer.from(sealed).includes('password')).toBe(false);
  });

  it('seals the same text differently each time', () => {
    expect(vault.seal('c1', 'same')).not.toEqual(vault.seal('c1', 'same'));
  });

  it('opens nothing under another name, with another key, or after a change', () => {
    const sealed = vault.seal('c1', 'secret');
    const changed = Uint8Array.from(sealed, (byte, index) => (index === sealed.length - 1 ? byte ^ 1 : byte));
    const ways = [
      () => vault.open('c2', sealed),
      () => new Vault('another master key').open('c1', sealed),
      () => vault.open('c1', changed),
      () => vault.open('c1', sealed.slice(0, 10)),
      () => vault.open('c1', new Uint8Array()),
      () => vault.open('c1', Uint8Array.of(9, ...sealed.slice(1))),
    ];
    for (const open of ways) expect(open).toThrow(expect.objectContaining({ code: 'VAULT_LOCKED' }) as Error);
  });
});

describe('the key file', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'millrace-key-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is created once, readable only by its owner', () => {
    const inner = join(folder, 'data');
    const key = keyOf(inner, () => false);
    expect(keyOf(inner, () => false)).toBe(key);
    expect(key.length).toBeGreaterThan(40);
    if (process.platform !== 'win32') expect(statSync(join(inner, 'master.key')).mode & 0o777).toBe(0o600);
  });

  it('is not replaced if it is missing for a database that was used with one', () => {
    expect(() => keyOf(folder, () => true)).toThrow(
      expect.objectContaining({
        code: 'VAULT_LOCKED',
        message: `The key file ${join(folder, 'master.key')} is missing, and the credentials of this data folder cannot be opened without it.`,
        hint: expect.stringMatching(/^Put it back from a backup, .*start again/) as string,
      }) as Error,
    );
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
  });

  it('is refused and left unchanged if it contains no key', () => {
    writeFileSync(join(folder, 'master.key'), 'short');
    expect(() => keyOf(folder, () => false)).toThrow(expect.objectContaining({ code: 'VAULT_LOCKED' }) as Error);
    expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe('short');
  });
});
