// Field names in every form that occurs in workflow files.
import { describe, expect, it } from 'vitest';
import { fieldList } from './fields-property.ts';

describe('fieldList', () => {
  it.each([
    ['a text', 'a', ['a']],
    ['a text with commas', ' a , b.c,, ', ['a', 'b.c']],
    ['a list', ['a', ' b '], ['a', 'b']],
    ['rows', { fields: [{ fieldName: 'a' }, { fieldName: 'b' }, {}] }, ['a', 'b']],
    ['a number', 5, ['5']],
    ['nothing', undefined, []],
    ['null', null, []],
    ['an empty collection', {}, []],
  ])('%s', (_, value, expected) => {
    expect(fieldList(value)).toEqual(expected);
  });
});
