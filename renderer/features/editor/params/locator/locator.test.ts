import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractedValue, locatorOf, modesOf, openedAt, switchMode, withValue, type Locator } from './locator.ts';

const property = {
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  modes: [
    { name: 'list', displayName: 'From list' },
    { name: 'url', displayName: 'By URL', extractValue: { type: 'regex', regex: 'https://x\\.test/([a-z0-9]+)' } },
    { name: 'id', displayName: 'By ID' },
  ],
} as const;

const names = property.modes.map(({ name }) => name);
const locators: fc.Arbitrary<Locator> = fc.record(
  {
    __rl: fc.constant(true as const),
    mode: fc.constantFrom(...names),
    value: fc.string(),
    cachedResultName: fc.string(),
    cachedResultUrl: fc.webUrl(),
  },
  { requiredKeys: ['__rl', 'mode', 'value'] },
);

describe('switching the mode', () => {
  it('keeps the value from list to id, uses the cached URL from list to url, and empties it otherwise', () => {
    fc.assert(
      fc.property(locators, fc.constantFrom(...names), (before, mode) => {
        const after = switchMode(before, mode);
        expect(after.mode).toBe(mode);
        if (before.mode === mode) expect(after).toBe(before);
        else if (before.mode === 'list' && mode === 'id') expect(after.value).toBe(before.value);
        else if (before.mode === 'list' && mode === 'url') expect(after.value).toBe(before.cachedResultUrl ?? '');
        else expect(after.value).toBe('');
        if (before.mode !== mode) expect(after.cachedResultName).toBeUndefined();
      }),
    );
  });

  it('never leaves an expression in a list', () => {
    fc.assert(
      fc.property(locators, fc.string(), (before, code) => {
        const after = withValue(before, `=${code}`, modesOf(property));
        expect(after.mode).not.toBe('list');
        expect(after.value).toBe(`=${code}`);
        expect(after.mode).toBe(before.mode === 'list' ? 'id' : before.mode);
      }),
    );
  });
});

describe('reading a locator', () => {
  it.each([
    [undefined, { mode: 'list', value: '' }],
    ['abc', { mode: 'id', value: 'abc' }],
    [
      { __rl: true, mode: 'url', value: 'u' },
      { mode: 'url', value: 'u' },
    ],
    [
      { mode: 'gone', value: 5 },
      { mode: 'list', value: 5 },
    ],
    [
      { mode: 'list', value: null },
      { mode: 'list', value: '' },
    ],
  ])('%j', (value, expected) => expect(locatorOf(value, property)).toMatchObject(expected));

  it('extracts the id from a URL', () => {
    const mode = modesOf(property)[1];
    expect(extractedValue({ __rl: true, mode: 'url', value: 'https://x.test/abc1/edit' }, mode)).toBe('abc1');
    expect(extractedValue({ __rl: true, mode: 'url', value: 'elsewhere' }, mode)).toBe('');
  });
});

describe('the link to a resource', () => {
  it.each([
    ['https://x.test/a', 'https://x.test/a'],
    ['/workflow/w1', 'https://flow.test/sub/workflow/w1'],
    ['workflow/w1', 'https://flow.test/sub/workflow/w1'],
    ['javascript:alert(1)', undefined],
    ['//evil.test/workflow/w1', undefined],
    ['/workflow/../settings', undefined],
    [undefined, undefined],
  ])('%s links to %s', (url, expected) => expect(openedAt(url, 'https://flow.test/sub/')).toBe(expected));
});
