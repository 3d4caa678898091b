// Every text can be stored in Postgres and comes back equal.
import { describe, expect, it } from 'vitest';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { Store } from '../index.ts';
import { withNul, withoutNul } from './nul-text.ts';

describe('text for Postgres', () => {
  it.each([
    '',
    'a\0b',
    '\0\0',
    '\u2400',
    '\u2400\u2061',
    '\u2400\u2060\u2061',
    '\u2400\u2060\u2060\u2061\0',
    '\0\u2061',
    '\u2400\0',
    '\0\u2060\u2061',
  ])('has no NUL, and comes back equal: %j', (text) => {
    expect(withoutNul(text)).not.toContain('\0');
    expect(withNul(withoutNul(text))).toBe(text);
  });

  it('stays the same if it contains neither NUL nor what stands for it', () => {
    expect(withoutNul('\u2400 a\u2061\u2060')).toBe('\u2400 a\u2061\u2060');
  });
});

it('a text with NUL can be written', async () => {
  const store = await Store.open('', { database: await newDatabase() });
  await store.variables.add({ id: 'v', name: 'a', value: 'b\0c' }, 1);
  expect((await store.variables.list()).map(({ value }) => withNul(value))).toEqual(['b\0c']);
  await store.close();
});
