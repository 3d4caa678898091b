// Numbers that JavaScript cannot represent are written as they were read, unless they have changed.
import { describe, expect, it } from 'vitest';
import { exactText, isInexact, noteText, parseExactly, stringifyExactly } from './exact-numbers.ts';

const record = (value: unknown): Record<string, unknown> => value as Record<string, unknown>;

describe('exact numbers', () => {
  it.each([
    '{"id":7615917337495251231}',
    '{"id":-9223372036854775808,"n":1}',
    '[7615917337495251231,[0.1234567890123456789012]]',
    '{"a":{"__proto__":7615917337495251231,"b":[{"c":12345678901234567890e5}]}}',
    '{"a":100000000000000000000000000001}',
  ])('are written as they were read: %s', (text) => {
    expect(stringifyExactly(parseExactly(text))).toBe(text);
  });

  it.each([
    ['7615917337495251231', true],
    ['9007199254740993', true],
    ['9007199254740992', false],
    ['100000000000000000000', false],
    ['1e21', false],
    ['1.50000000000000000000', false],
    ['0.30000000000000004', false],
    ['0.1000000000000000055', true],
    ['51.507351000000009', true],
    ['000', false],
    ['not a number at all', false],
    ['-0.00000000000000000000', false],
  ])('%s differs from its number: %s', (text, expected) => {
    expect(isInexact(text)).toBe(expected);
  });

  it('may have millions of digits', () => {
    const text = `[1${'0'.repeat(2_000_000)}1]`;
    expect(stringifyExactly(parseExactly(text)) === text).toBe(true);
  });

  it('are plain numbers for everything else', () => {
    const { id } = record(parseExactly('{"id":7615917337495251231}'));
    expect([typeof id, id]).toEqual(['number', Number('7615917337495251231')]);
  });

  it('survive copies of the object, and other changes', () => {
    const read = record(parseExactly('{"id":7615917337495251231,"x":1}'));
    expect(stringifyExactly({ ...read, x: 2, y: 3 })).toBe('{"id":7615917337495251231,"x":2,"y":3}');
    expect(stringifyExactly(Object.assign({}, read))).toBe('{"id":7615917337495251231,"x":1}');
    expect(Object.keys(read)).toEqual(['id', 'x']);
  });

  it('are forgotten when something else takes their place', () => {
    const read = record(parseExactly('{"id":7615917337495251231,"gone":7615917337495251232}'));
    const copy: Record<string, unknown> = { ...read, id: 5 };
    delete copy['gone'];
    expect(stringifyExactly(copy)).toBe('{"id":5}');
    noteText(copy, 'id', '7615917337495251233');
    expect(exactText(copy, 'id')).toBeUndefined();
    expect(stringifyExactly(read)).toBe('{"id":7615917337495251231,"gone":7615917337495251232}');
  });

  it('does not change what is not a number, and indents like JSON.stringify', () => {
    const text = '{"text":" 7615917337495251231","list":[true,null,7615917337495251231]}';
    expect(stringifyExactly(parseExactly(text), 2)).toBe(
      '{\n  "text": " 7615917337495251231",\n  "list": [\n    true,\n    null,\n    7615917337495251231\n  ]\n}',
    );
    expect(stringifyExactly(undefined)).toBeUndefined();
  });

  it('throws like JSON.parse and JSON.stringify', () => {
    expect(() => parseExactly('{"a": 7615917337495251231')).toThrow(SyntaxError);
    const round = record(parseExactly('{"id":7615917337495251231}'));
    round['self'] = round;
    expect(() => stringifyExactly(round)).toThrow(TypeError);
  });
});
