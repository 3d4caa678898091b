// Values within messages, also those that JSON cannot represent.
import { expect, it } from 'vitest';
import { displayText } from './display-text.ts';

const circle: { self?: unknown } = {};
circle.self = circle;

it.each<[value: unknown, shown: string]>([
  ['a', 'a'],
  [5, '5'],
  [7n, '7'],
  [null, 'null'],
  [undefined, 'undefined'],
  [{ a: 1 }, '{"a":1}'],
  [[1], '[1]'],
  [circle, '[object Object]'],
  [Symbol('s'), 'Symbol(s)'],
])('shows %o', (value, expected) => {
  expect(displayText(value)).toBe(expected);
});
