// Decrypted data that is kept in memory.
import { expect, it } from 'vitest';
import { VaultCipher, locked } from '../../vault/vault-cipher.ts';
import { OpenedCredentials } from './opened-credentials.ts';

const key = Buffer.alloc(32, 1);

it('opens each version once, and again after changes of data or key', () => {
  const cipher = new VaultCipher(key);
  const opened = new OpenedCredentials(cipher);
  const stored = (id: string, data: object): { id: string; data: Uint8Array } => ({ id, data: cipher.seal(id, JSON.stringify(data)) });
  let count = 0;
  const open = cipher.open.bind(cipher);
  cipher.open = (...args) => {
    count += 1;
    return open(...args);
  };
  const first = stored('a', { token: 'one' });
  const read = opened.open(first) as { token: string };
  read.token = 'changed by a reader';
  // The database returns a new array for each read.
  expect(opened.open({ id: 'a', data: Uint8Array.from(first.data) })).toEqual({ token: 'one' });
  expect(count).toBe(1);
  expect(opened.open(stored('a', { token: 'two' }))).toEqual({ token: 'two' });
  expect(opened.open({ id: 'a', data: null })).toEqual({});
  expect(count).toBe(2);
  const last = stored('a', { token: 'three' });
  opened.open(last);
  cipher.lock(locked('this is a test'));
  expect(() => opened.open(last)).toThrow(/locked/);
  cipher.unlock(key);
  expect(opened.open(last)).toEqual({ token: 'three' });
  cipher.unlock(Buffer.alloc(32, 2));
  expect(() => opened.open(last)).toThrow(/cannot be opened/);
});

it('keeps a limited number', () => {
  const cipher = new VaultCipher(key);
  const opened = new OpenedCredentials(cipher);
  const data = cipher.seal('first', '{"a":1}');
  opened.open({ id: 'first', data });
  for (let n = 0; n < 600; n++) opened.open({ id: `c${n}`, data: cipher.seal(`c${n}`, '{}') });
  let count = 0;
  const open = cipher.open.bind(cipher);
  cipher.open = (...args) => {
    count += 1;
    return open(...args);
  };
  opened.open({ id: 'first', data });
  expect(count).toBe(1);
});
