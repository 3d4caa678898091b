import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../engine/contract/run-data.ts';
import { markedParts, MOST_MATCHES, Search } from './search.ts';

function found(word: string, ...all: unknown[]): string[] {
  const search = new Search(word);
  for (const _ of search.searching(all.map((json) => ({ json }) as Item)));
  return search.matches.map(({ item, keys }) => [item, ...keys].join('.'));
}

describe('searching items', () => {
  it.each([
    ['a value, whatever its case', 'ROM', [{ a: 1 }, { city: 'Rome' }], ['1.city']],
    ['a number within', '12', [{ total: 3124 }], ['0.total']],
    ['true and null', 'nul', [{ a: null, b: true }], ['0.a']],
    ['a name', 'tot', [{ total: 1 }], ['0.total']],
    ['a name and its value once', 'a', [{ a: 'a' }], ['0.a']],
    ['nested in lists', 'x', [{ list: [{ v: 'x' }, 'x'] }], ['0.list.0.v', '0.list.1']],
    ['what stands within rather than the name above', 'cust', [{ customer: { customerId: 1 } }], ['0.customer.customerId']],
    ['what stands far within', 'city', [{ city: { a: { city: 'x' } } }], ['0.city.a.city']],
    ['the name where nothing within is found', 'cust', [{ customer: { id: 1 } }], ['0.customer']],
    ['hostile names', 'proto', [JSON.parse('{"__proto__": 1}')], ['0.__proto__']],
    ['nothing for no word', '', [{ a: 1 }], []],
    ['no patterns', '.*', [{ a: 'x' }], []],
  ])('%s', (_what, word, all, places) => expect(found(word, ...all)).toEqual(places));

  it('ends where nobody walks any more', () =>
    expect(found('x', ...Array.from({ length: MOST_MATCHES + 50 }, () => ({ a: 'x' })))).toHaveLength(MOST_MATCHES));

  it.each([
    ['Rome', 'o', ['R', 'o', 'me']],
    ['aaa', 'A', ['', 'a', '', 'a', '', 'a', '']],
    ['none', 'x', ['none']],
    ['all', '', ['all']],
    ['İstanbul', 'i', ['İstanbul']],
  ])('marks in %s every %s', (text, word, parts) => expect(markedParts(text, word)).toEqual(parts));
});
