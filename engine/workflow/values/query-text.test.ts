import { describe, expect, it } from 'vitest';
import { listFormatOf, queryText, type ListFormat } from './query-text.ts';

const written = (fields: object, format: ListFormat): string => decodeURIComponent(queryText(Object.entries(fields), format));

describe('queryText', () => {
  it.each<[ListFormat, string]>([
    ['indices', 'a[0]=1&a[1]=2&o[k][0]=x&l[0][n]=1'],
    ['brackets', 'a[]=1&a[]=2&o[k][]=x&l[][n]=1'],
    ['repeat', 'a=1&a=2&o[k]=x&l[n]=1'],
    ['comma', 'a=1,2&o[k]=x&l={"n":1}'],
    ['form', 'a[]=1&a[]=2&o[k][]=x&l[0][n]=1'],
  ])('writes lists with %s', (format, expected) => {
    expect(written({ a: [1, 2], o: { k: ['x'] }, l: [{ n: 1 }] }, format)).toBe(expected);
  });

  it.each<[string, object, string]>([
    ['null as empty text', { a: null, b: [null, 1] }, 'a=&b[0]=&b[1]=1'],
    ['nothing for undefined and empty lists', { a: undefined, b: [], c: {}, d: [undefined] }, ''],
    ['dates in ISO form', { at: new Date(0), all: [new Date(0)] }, 'at=1970-01-01T00:00:00.000Z&all[0]=1970-01-01T00:00:00.000Z'],
    ['booleans, numbers and large integers', { a: true, b: 1.5, c: 12345678901234567890n }, 'a=true&b=1.5&c=12345678901234567890'],
    [
      'names that are special in objects',
      JSON.parse('{"__proto__":{"x":1},"constructor":[1]}') as object,
      '__proto__[x]=1&constructor[0]=1',
    ],
  ])('writes %s', (_name, fields, expected) => expect(written(fields, 'indices')).toBe(expected));

  it('encodes names and values', () => expect(queryText([['a b', 'x y&=ü']], 'indices')).toBe('a%20b=x%20y%26%3D%C3%BC'));

  it('leaves out missing entries of lists in forms', () => expect(written({ a: [1, null, undefined, 2] }, 'form')).toBe('a[]=1&a[]=2'));
});

it.each([
  ['brackets', 'brackets'],
  ['indicesWithoutBrackets', 'indices'],
  ['', 'indices'],
  [undefined, 'indices'],
  ['__proto__', 'indices'],
])('the option %s means %s', (option, format) => expect(listFormatOf(option)).toBe(format));
