// The tolerant tokenizer: tokens, strings, templates, regexes, and text with {{ }}.
import { describe, expect, it } from 'vitest';
import { escapeText, mapTemplateCode, scanCode, splitTemplate, unquote } from './code-scan.ts';

const tokens = (code: string): string[] => scanCode(code).map((token) => `${token.kind}:${token.text}`);

describe('scanCode', () => {
  it.each<[code: string, expected: string[]]>([
    ['$node.Größe_1', ['word:$node', 'mark:.', 'word:Größe_1']],
    ['1.5e3 + 0x1F', ['number:1.5e3', 'mark:+', 'number:0x1F']],
    [`"a'b\\"c" 'd'`, [`string:"a'b\\"c"`, "string:'d'"]],
    ['a // $("x")\nb /* $("y") */ c', ['word:a', 'word:b', 'word:c']],
    ['a /* open', ['word:a']],
    ['x = /[/"\']\\/$/g.test(y)', ['word:x', 'mark:=', 'regex:/[/"\']\\/$/g', 'mark:.', 'word:test', 'mark:(', 'word:y', 'mark:)']],
    ['a / b / c', ['word:a', 'mark:/', 'word:b', 'mark:/', 'word:c']],
    ['return /"/', ['word:return', 'regex:/"/']],
    ['(a) / 2', ['mark:(', 'word:a', 'mark:)', 'mark:/', 'number:2']],
    ['/"/', ['regex:/"/']],
    [
      '`a ${b + `c ${d}`} e`',
      [
        'mark:`',
        'text:a ',
        'mark:${',
        'word:b',
        'mark:+',
        'mark:`',
        'text:c ',
        'mark:${',
        'word:d',
        'mark:}',
        'text:',
        'mark:`',
        'mark:}',
        'text: e',
        'mark:`',
      ],
    ],
    [
      '`${{a: 1}.a}`',
      ['mark:`', 'text:', 'mark:${', 'mark:{', 'word:a', 'mark::', 'number:1', 'mark:}', 'mark:.', 'word:a', 'mark:}', 'text:', 'mark:`'],
    ],
    ['`$5 \\` open', ['mark:`', 'text:$5 \\` open']],
    ['"open\n$("x")', ['mark:"', 'word:open', 'word:$', 'mark:(', 'string:"x"', 'mark:)']],
    ["don't", ['word:don', "mark:'", 'word:t']],
    ['}', ['mark:}']],
    ['', []],
  ])('%j', (code, expected) => {
    expect(tokens(code)).toEqual(expected);
  });

  it('returns the offset of each token', () => {
    const code = 'ab + `x${ c }`';
    for (const token of scanCode(code)) expect(code.slice(token.at, token.at + token.text.length)).toBe(token.text);
  });
});

describe('strings', () => {
  it.each([
    ["'a\\'b'", "a'b"],
    ['"a\\n\\t\\\\"', 'a\n\t\\'],
    ['"\\u0041\\x42\\u{1F600}"', 'AB😀'],
    ['"\\u{FFFFFFFF}"', ''],
    ['"line\\\nend"', 'lineend'],
    ['"\\q"', 'q'],
  ])('%s stands for %j', (literal, text) => {
    expect(unquote(literal)).toBe(text);
  });

  it('escapes a text so that it fits between single or double quotes', () => {
    expect(escapeText('a\\b\'c"d\ne\rf')).toBe('a\\\\b\\\'c\\"d\\ne\\rf');
    expect(unquote(`"${escapeText('x\\y\'z"\n')}"`)).toBe('x\\y\'z"\n');
  });
});

describe('text with {{ }}', () => {
  it.each<[text: string, code: string[]]>([
    ['a {{ b }} c {{d}}', [' b ', 'd']],
    ['{{ a', []],
    ['\\{{ no }} {{ yes }}', [' yes ']],
    ['{{ {a: {b: 1}} }} x', [' {a: {b: 1}} ']],
    ['{{ `${ {a: {}}.a }` }} {{ b }}', [' `${ {a: {}}.a }` ', ' b ']],
    ['{{ "{" }} {{ b }}', [' "{" ', ' b ']],
    ['{{ { }} and {{ b }}', [' { ', ' b ']],
    ['{{ a \\}} b }}', [' a \\}} b ']],
    ['\\{{ a', []],
    ['plain', []],
    ['{{}}', ['']],
  ])('%j holds the code %j', (text, code) => {
    const parts = splitTemplate(text);
    expect(parts.filter((part) => part.code).map((part) => part.text)).toEqual(code);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });

  it('changes only the code', () => {
    expect(mapTemplateCode('a {{ a }} a', (code) => code.replace('a', 'b'))).toBe('a {{ b }} a');
  });
});
