import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieces } from './highlight.ts';

const written = (text: string) =>
  pieces(text)
    .map(({ text: part }) => part)
    .join('');

describe('the tokens of an expression', () => {
  it('concatenate to the original text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{{', '}}', '\\', '"', "'", '`', '$json', '.', 'a', '1', ' ', '\n', 'ü', '(', ')') }),
        (text) => {
          expect(written(text)).toBe(text);
        },
      ),
    );
  });

  it.each([
    ['Hello {{ $json.name }}!', ['text', 'bracket', 'sign', 'name', 'sign', 'member', 'sign', 'bracket', 'text']],
    ['{{ $json.a.trim() }}', ['bracket', 'sign', 'name', 'sign', 'member', 'sign', 'method', 'sign', 'bracket']],
    ['{{ 1 + "x" }}', ['bracket', 'sign', 'number', 'sign', 'string', 'sign', 'bracket']],
    ['no code', ['text']],
    ['{{ open', ['bracket', 'sign', 'name']],
  ])('%s', (text, kinds) => expect(pieces(text).map(({ kind }) => kind)).toEqual(kinds));
});
