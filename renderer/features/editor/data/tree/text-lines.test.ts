import { describe, expect, it } from 'vitest';
import { TextLines } from './text-lines.ts';

const renderedText = (values: readonly unknown[]): string => {
  const lines = new TextLines(values.length, (index) => values[index]);
  for (const _ of lines.counting());
  return Array.from({ length: lines.count }, (_, at) => lines.line(at)).join('\n');
};

describe('JSON as lines', () => {
  it.each([
    ['plain values', [1, 'a\nb', null, true]],
    ['objects', [{ a: 1 }, {}, { b: { c: [], d: [1, { e: {} }] } }]],
    ['hostile names', [JSON.parse('{"__proto__": [1, 2]}')]],
    ['one value', [{ a: [[[]], [[1]]] }]],
  ])('%s: as JSON.stringify writes them', (_what, values) => expect(renderedText(values)).toBe(JSON.stringify(values, undefined, 2)));

  it('returns the first line of each value', () => {
    const lines = new TextLines(3, (index) => [{ a: 1 }, 2, [3]][index]);
    for (const _ of lines.counting());
    expect([0, 1, 2].map((index) => lines.startOf(index))).toEqual([1, 4, 5]);
    expect([1, 3, 4, 5, 7].map((at) => lines.valueAtLine(at))).toEqual([0, 0, 1, 2, 2]);
  });
});
