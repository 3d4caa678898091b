import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bracketsFor, closingFor, isSecondBlank, pieces } from './expression-text.ts';

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
    ['{{ {a: {b: 1}}.a }}!', ['bracket', 'sign', 'name', 'sign', 'name', 'sign', 'number', 'sign', 'member', 'sign', 'bracket', 'text']],
    ['{{ "}}" }}!', ['bracket', 'sign', 'string', 'sign', 'bracket', 'text']],
  ])('%s', (text, kinds) => expect(pieces(text).map(({ kind }) => kind)).toEqual(kinds));
});

/** `|` marks the caret, or both ends of the selection. */
function press(marked: string, edit: typeof bracketsFor = bracketsFor): string | undefined {
  const [start, end = start] = [...marked.matchAll(/\|/g)].map(({ index }, number) => index - number) as [number, number?];
  const value = marked.replaceAll('|', '');
  const edited = edit({ value, selectionStart: start, selectionEnd: end });
  if (edited === undefined) return undefined;
  const text = value.slice(0, edited.from) + edited.text + value.slice(edited.to);
  const caret = edited.from + edited.text.length - edited.caretBack;
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe('opening braces', () => {
  it.each([
    ['{|', '{{ | }}'],
    ['Hello {| there', 'Hello {{ | }} there'],
    ['{{ 1 }} {|', '{{ 1 }} {{ | }}'],
    ['{|}', '{{ | }}'],
  ])('%s', (before, after) => expect(press(before)).toBe(after));

  it.each([['|'], ['a|'], ['{{ {|'], ['{{|'], ['\\{|'], ['{{ {a: {b: 1}}.c + {| }}']])('are not completed: %s', (before) =>
    expect(press(before)).toBeUndefined(),
  );
});

describe('a closing brace', () => {
  it.each([
    ['{{ $json.x| }}', '{{ $json.x }|}'],
    ['{{ $json.x | }}', '{{ $json.x }|}'],
    ['{{ $json.x |}}', '{{ $json.x }|}'],
    ['{{ $json.x }|}', '{{ $json.x }}|'],
    ['{{$json.x|}}', '{{$json.x}|}'],
    ['{{ {a: 1}| }} b', '{{ {a: 1} }|} b'],
    ['{{ "{"| }}', '{{ "{" }|}'],
    ['{{ {a: {b: 1}}| }}', '{{ {a: {b: 1}} }|}'],
    ['{{ {a: {b: 1}}.a.b }|}', '{{ {a: {b: 1}}.a.b }}|'],
    ['{{ "}}" | }} b', '{{ "}}" }|} b'],
    ['{{ f({a: {}}) | }} and {{ {b: {}} }}', '{{ f({a: {}}) }|} and {{ {b: {}} }}'],
  ])('is typed over: %s', (before, after) => expect(press(before, closingFor)).toBe(after));

  it.each([
    ['{{ {a: 1| }}'],
    ['{{ {a: {b: 1}| }}'],
    ['{{ 1 }} and {{ {a: {b: 1}| }}'],
    ['{{ "| }}'],
    ['{{ `${x| }}'],
    ['a| }}'],
    ['{{ x |'],
    ['{{ x }}|'],
    ['{{ |x| }}'],
  ])('is inserted: %s', (before) => expect(press(before, closingFor)).toBeUndefined());
});

describe('a space after the braces', () => {
  const at = (marked: string) => {
    const caret = marked.indexOf('|');
    return isSecondBlank({ value: marked.replace('|', ''), selectionStart: caret, selectionEnd: caret });
  };
  it.each([
    ['{{ | }}', true],
    ['a {{ | }} b', true],
    ['{{| }}', false],
    ['{{ a | }}', false],
    ['{{ |}}', false],
  ])('%s', (text, expected) => expect(at(text)).toBe(expected));
});
