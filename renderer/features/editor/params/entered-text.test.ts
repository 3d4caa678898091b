import { describe, expect, it } from 'vitest';
import { caretIn, enteredText, hasLiteralCode, literalText } from './entered-text.ts';

describe('text entered into a fixed field', () => {
  it.each([
    ['a text', '', 'abc', 'abc'],
    ['a single brace', '', '{', '{'],
    ['opening braces', '{', '{{', '={{  }}'],
    ['opening braces within a text', 'Hello { there', 'Hello {{ there', '=Hello {{  }} there'],
    ['braces that an editor closes', '{"a": "{}"}', '{"a": "{{}}"}', '={"a": "{{  }}"}'],
    ['opening braces after a typed `=`', '={', '={{', '={{  }}'],
    ['opening braces after a formula', '=SUM({', '=SUM({{', '==SUM({{  }}'],
    ['pasted code', '', '{{ $json.x }}', '={{ $json.x }}'],
    ['code pasted into a text', 'Hello !', 'Hello {{ $json.x }}!', '=Hello {{ $json.x }}!'],
    ['an expression as it is in files', '', '={{ $json.x }}', '={{ $json.x }}'],
    ['a formula', '', '=SUM(A1:A2)', '==SUM(A1:A2)'],
    ['a typed `=`', '', '=', '=='],
    ['text beside literal braces', 'a {{ b }}', 'a {{ b }}c', 'a {{ b }}c'],
  ])('%s', (_what, before, after, stored) => expect(enteredText(before, after)).toBe(stored));

  it.each([
    ['{', '={{  }}', 3],
    ['Hello { there', '=Hello {{  }} there', 9],
    ['Hello !', '=Hello {{ $json.x }}!', 19],
    ['', '={{ $json.x }}', 13],
  ])('goes on in the expression where it was: %s', (before, stored, caret) => expect(caretIn(before, stored)).toBe(caret));

  it.each([
    ['=abc', '==abc', '==abc'],
    ['abc', 'abc', 'abc'],
    ['={{ a }}', '=={{ a }}', '={{ "={{ a \\}}" }}'],
  ])('%s that is not evaluated is stored as %s without expressions, else as %s', (text, unevaluated, stored) => {
    expect(literalText({ noDataExpression: true }, text)).toBe(unevaluated);
    expect(literalText({}, text)).toBe(stored);
  });

  it.each([
    ['a {{ b }}', true],
    ['a {{ b', false],
    ['={{ b }}', false],
    ['{"a": {"b": {}}}', false],
  ])('%s: has code that is not evaluated: %s', (text, expected) => expect(hasLiteralCode(text)).toBe(expected));
});
