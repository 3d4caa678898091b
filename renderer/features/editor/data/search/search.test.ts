import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import { MAX_MATCHES, Search } from './search.ts';

function matchesOf(word: string, ...all: unknown[]): string[] {
  const search = new Search(word);
  for (const _ of search.searching(all.map((json) => ({ json }) as Item)));
  return search.matches.map(({ item, keys }) => [item, ...keys].join('.'));
}

describe('searching items', () => {
  it.each([
    ['a value, whatever its case', 'ROM', [{ a: 1 }, { city: 'Rome' }], ['1.city']],
    ['a part of a number', '12', [{ total: 3124 }], ['0.total']],
    ['true and null', 'nul', [{ a: null, b: true }], ['0.a']],
    ['a name', 'tot', [{ total: 1 }], ['0.total']],
    ['a name and its value once', 'a', [{ a: 'a' }], ['0.a']],
    ['nested in lists', 'x', [{ list: [{ v: 'x' }, 'x'] }], ['0.list.0.v', '0.list.1']],
    ['a match inside a value rather than its name', 'cust', [{ customer: { customerId: 1 } }], ['0.customer.customerId']],
    ['a deeply nested match', 'city', [{ city: { a: { city: 'x' } } }], ['0.city.a.city']],
    ['the name if nothing inside matches', 'cust', [{ customer: { id: 1 } }], ['0.customer']],
    ['hostile names', 'proto', [JSON.parse('{"__proto__": 1}')], ['0.__proto__']],
    ['nothing for an empty word', '', [{ a: 1 }], []],
    ['patterns literally', '.*', [{ a: 'x' }], []],
  ])('%s', (_what, word, all, expected) => expect(matchesOf(word, ...all)).toEqual(expected));

  it('stops at the maximum number of matches', () =>
    expect(matchesOf('x', ...Array.from({ length: MAX_MATCHES + 50 }, () => ({ a: 'x' })))).toHaveLength(MAX_MATCHES));
});
