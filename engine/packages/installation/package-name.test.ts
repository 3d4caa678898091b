// Versions and authors of packages.
import { describe, expect, it } from 'vitest';
import { authorOf } from './installer.ts';
import { isNewer } from './package-name.ts';

describe('a version', () => {
  it.each([
    ['1.0.1', '1.0.0'],
    ['1.10.0', '1.9.9'],
    ['2.0.0', '1.99.99'],
    ['2.0.0', '2.0.0-beta.1'],
    ['2.0.0-beta.11', '2.0.0-beta.2'],
    ['2.0.0-beta.1', '2.0.0-beta'],
    ['2.0.0-beta', '2.0.0-alpha.9'],
    ['2.0.0-beta', '2.0.0-9'],
  ])('%s is newer than %s, and not the other way', (newer, older) => {
    expect([isNewer(newer, older), isNewer(older, newer), isNewer(newer, newer)]).toEqual([true, false, false]);
  });

  it.each([
    ['latest', '1.0.0'],
    ['1.0.0', ''],
  ])('%s and %s are not compared', (one, other) => expect(isNewer(one, other)).toBe(false));
});

describe('the author of a package', () => {
  it.each([
    ['Ada Lovelace <ada@example.com> (https://example.com)', { name: 'Ada Lovelace', email: 'ada@example.com' }],
    ['Ada', { name: 'Ada' }],
    [
      { name: 'Ada', email: 'ada@example.com' },
      { name: 'Ada', email: 'ada@example.com' },
    ],
    [{ name: 7, email: '' }, {}],
    [['Ada'], {}],
    [undefined, {}],
  ])('%j is read', (author, expected) => expect(authorOf(author)).toEqual(expected));
});
