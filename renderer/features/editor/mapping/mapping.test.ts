import { describe, expect, it } from 'vitest';
import { previewExpression } from '../../../../engine/expression/index.ts';
import { sampleScope } from '../../../../engine/testing/sample-run.ts';
import { dataPath, itemBase, mappedValue } from './mapped-value.ts';

describe('the code for a value', () => {
  it.each([
    [['total'], '$json.total'],
    [['first name'], '$json["first name"]'],
    [['list', 0, 'näme'], '$json.list[0].näme'],
    [['0day'], '$json["0day"]'],
    [['a"b\\c'], String.raw`$json["a\"b\\c"]`],
  ])('%j', (keys, code) => expect(dataPath('$json', keys)).toBe(code));

  it('reads the dragged value, whatever its name', () => {
    for (const key of ['total', 'a b', "it's", 'a"b', 'x\ny', '{{', '}}', '$', 'ünï']) {
      const value = mappedValue('', { type: 'string' }, dataPath('$json', [key])) as string;
      const scope = sampleScope({ items: [{ json: { [key]: 'found' } }] });
      expect(previewExpression(value, scope), key).toEqual({ ok: true, value: 'found' });
    }
  });

  it('refers to indirect nodes by name', () => {
    expect(itemBase('Before', 1)).toBe('$json');
    expect(itemBase("Nora's", 2)).toBe(String.raw`$('Nora\'s').item.json`);
  });
});

describe('dropping on a parameter', () => {
  it.each([
    ['an empty text', '', { type: 'string' }, '={{ $json.a }}'],
    ['a text', 'old', { type: 'string' }, '=old {{ $json.a }}'],
    ['a formula', '==SUM(', { type: 'string' }, '==SUM( {{ $json.a }}'],
    ['a number', 5, { type: 'number' }, '={{ $json.a }}'],
    ['an expression', '=Hello {{ $json.b }}', { type: 'string' }, '=Hello {{ $json.b }} {{ $json.a }}'],
    ['an empty expression', '=', { type: 'string' }, '={{ $json.a }}'],
    ['a text of several lines', 'Dear', { type: 'string', typeOptions: { rows: 4 } }, '=Dear {{ $json.a }}'],
  ] as const)('%s', (_what, before, property, after) => expect(mappedValue(before, property, '$json.a')).toBe(after));

  it.each([
    ['at its beginning', 'old', 0, '={{ $json.a }}old'],
    ['within it', 'https://x/y', 10, '=https://x/{{ $json.a }}y'],
    ['at its end', 'old', 3, '=old{{ $json.a }}'],
    ['beyond its end', 'old', 9, '=old{{ $json.a }}'],
    ['in the text of an expression', '=a {{ $json.b }} c', 0, '={{ $json.a }}a {{ $json.b }} c'],
    ['in code after an object', '={{ {a: {b: 1}}.b +  }}', 19, '={{ {a: {b: 1}}.b + $json.a }}'],
    ['in the code of an expression', '={{ $json.b +  }}', 13, '={{ $json.b + $json.a }}'],
  ])('puts the data into a text %s', (_where, before, offset, after) =>
    expect(mappedValue(before, { type: 'string' }, '$json.a', { offset })).toBe(after),
  );

  it('replaces the value with Shift', () =>
    expect(mappedValue('old', { type: 'string' }, '$json.a', { offset: 1, isReplacing: true })).toBe('={{ $json.a }}'));

  it('changes a resource locator from its list mode', () => {
    const property = { type: 'resourceLocator', modes: [{ name: 'list' }, { name: 'url' }, { name: 'id' }] } as const;
    expect(mappedValue({ __rl: true, mode: 'list', value: 'x' }, property, '$json.a')).toEqual({
      __rl: true,
      mode: 'id',
      value: '={{ $json.a }}',
    });
    expect(mappedValue({ __rl: true, mode: 'url', value: 'x' }, property, '$json.a')).toEqual({
      __rl: true,
      mode: 'url',
      value: '={{ $json.a }}',
    });
  });
});
