// Parses queries and form bodies.
import { describe, expect, it } from 'vitest';
import { parseForm, parseQuery } from './query.ts';

const json = (text: string): unknown => JSON.parse(text) as unknown;

describe('parseQuery', () => {
  it.each<[string, unknown]>([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a', { a: '' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a=b=c&&', { a: 'b=c' }],
    ['a=x+y%20z%C3%A4', { a: 'x y zä' }],
    ['a=%zz&%=1', { a: '%zz', '%': '1' }],
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[0]=1&a[1]=2', { a: ['1', '2'] }],
    ['a[5]=1', { a: ['1'] }],
    ['a[3]=x&a[1]=y&a[20]=z', { a: ['y', 'x', 'z'] }],
    ['a[21]=1', { a: { '21': '1' } }],
    ['a[01]=1', { a: { '01': '1' } }],
    ['a[1][b]=x&a[0][b]=y', { a: [{ b: 'y' }, { b: 'x' }] }],
    ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
    ['a=1&a[b]=2', { a: { '0': '1', b: '2' } }],
    ['a[b]=1&a=2', { a: { b: '1', '2': true } }],
    ['a[b=1', { 'a[b': '1' }],
    ['[b]=1', { '[b]': '1' }],
    ['a[1][2][3][4][5][6]=x', { 'a[1][2][3][4][5][6]': 'x' }],
    ['__proto__=1', json('{"__proto__":"1"}')],
    ['__proto__[x]=1', json('{"__proto__":{"x":"1"}}')],
    ['a[__proto__][x]=1', json('{"a":{"__proto__":{"x":"1"}}}')],
    ['constructor[prototype][x]=1', { constructor: { prototype: { x: '1' } } }],
    ['toString=1', { toString: '1' }],
  ])('%j', (text, expected) => {
    expect(parseQuery(text)).toEqual(expected);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('has at most a thousand parts', () => {
    expect(Object.keys(parseQuery(Array.from({ length: 2000 }, (_, index) => `a${index}=1`).join('&')))).toHaveLength(1000);
  });
});

it('parseForm keeps names flat', () => {
  expect(parseForm('a[b]=1&c=1&c=2&__proto__=x')).toEqual(json('{"a[b]":"1","c":["1","2"],"__proto__":"x"}'));
});
