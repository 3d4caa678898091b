// Versions and authors of packages.
import { describe, expect, it } from 'vitest';
import { nearest } from './failures.ts';
import { authorOf } from './installer.ts';
import { assertOverrides, isNewer } from './package-name.ts';

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

describe('the nearest version', () => {
  it.each([
    // The line of the major version, or of the minor one below 1.0.0: first the next higher version, then the next lower one.
    ['^0.0.13', ['0.0.12', '0.100.1', '0.0.16', '0.0.15', '0.0.14', '0.1.0'], '0.0.14'],
    ['^0.0.17', ['0.0.9', '0.0.16', '0.1.0', '0.100.1'], '0.0.16'],
    ['~1.2.3', ['1.1.0', '1.10.0', '1.3.0', '2.0.0'], '1.3.0'],
    ['^1.9.0', ['0.9.0', '1.2.0', '1.3.0', '2.0.0'], '1.3.0'],
    ['v1.9.0', ['1.2.0', '2.0.0'], '1.2.0'],
    // Other major versions only: the nearer one, or the higher one if both are as near.
    ['^0.5.0', ['0.3.0', '0.4.0', '1.0.0'], '0.4.0'],
    ['^0.5.0', ['0.4.0', '0.6.0', '0.7.0'], '0.6.0'],
    ['2.x', ['1.0.0', '1.3.0', '3.0.0', '3.1.0'], '3.0.0'],
    ['2', ['1.3.0', '14.0.0'], '1.3.0'],
    ['>=9', ['1.0.0', '3.0.0'], '3.0.0'],
    ['<1.0.0', ['1.0.0', '2.0.0'], '1.0.0'],
    // Early versions, only if one is wanted or there are no others.
    ['1.0.0', ['1.0.1-beta.1', '1.2.0'], '1.2.0'],
    ['1.0.0-beta.3', ['1.0.0-beta.2', '1.0.0-beta.10', '1.0.0'], '1.0.0-beta.10'],
    ['1.0.0', ['1.0.0-beta.2', '1.0.0-beta.10'], '1.0.0-beta.10'],
    // No version: the newest.
    ['next-14', ['1.0.0', '1.10.0', '1.9.0', '2.0.0-beta'], '1.10.0'],
    ['', ['1.0.0', '1.1.0'], '1.1.0'],
    ['1.0.0', ['latest'], undefined],
    ['1.0.0', [], undefined],
  ])('to %s of %j is %s', (requested, versions, expected) => expect(nearest(versions, requested)).toBe(expected));
});

describe('versions in place of others', () => {
  const check = (name: string, version: string) => (): void => assertOverrides(Object.fromEntries([[name, version]]));

  it.each([
    ['linkedom', '0.18.12'],
    ['@scope/left.pad', '^1.0.0-beta.1+build'],
    ['JSONStream', 'latest'],
    ['constructor', '1.x'],
    ['hasOwnProperty', '*'],
  ])('%s in version %s is accepted', (name, version) => expect(check(name, version)).not.toThrow());

  it.each(['../x', '__proto__', '', '.', 'a/b', '@scope', '@scope/', '@/x', 'a b', 'a@1', 'x'.repeat(215)])('%j is not a name', (name) =>
    expect(check(name, '1.0.0')).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: `"${name}" is not the name of a package.` }) as Error,
    ),
  );

  it.each(['', '../x', 'file:/etc', 'git+ssh://git@example.com/x.git', 'https://example.com/x.tgz', 'owner/repository', 'npm:other@1'])(
    '%j is not a version',
    (version) =>
      expect(check('linkedom', version)).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', message: `"${version}" is not a version of linkedom.` }) as Error,
      ),
  );
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
