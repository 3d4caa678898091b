// Text methods with patterns for the safe matcher return the same as the host's.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enter, leave } from '../budget.ts';
import { evaluate, evaluationError } from '../../testing/sample-run.ts';
import { execute, matchAllText, matchText, replaceText, searchText, splitText } from './operations.ts';

beforeEach(() => enter(false));
afterEach(() => leave());

/** Patterns that can be too slow in the host, though they are fast for these texts. */
const patterns: readonly RegExp[] = [
  /(?:a|b)*-/,
  /(?:a|b)*-/g,
  /(?<letters>(?:a|b)+)(?<sign>-)?/g,
  /(?<letters>(?:a|b)+)(?<sign>-)?/,
  /(?<x>(?:a|b)+)-|(?<y>-(?:a|b)*)/g,
  /(?:x*)*/g,
  /(?:x*)*/gu,
  /(?:a|b)*-/y,
  /(?:a|b)*-/gy,
  /(?:a|b)+$/gm,
  /(?:-|😀)+/gu,
  /(?=((?:a|b)*))-?/g,
  /(?=(?:a|ab|b)*!)(?:a|b)+/,
  /nothing(?:a|b)*/g,
];
const texts = [
  'ab-ba-aab--bab-abba-bab-ab-a-b',
  '-aab-bab-abababa-ba-ba-b-a-😀',
  'a😀b-😀😀-ab\nab-aab-aaba-\n-ab-',
  'abababababababababababababab',
];
const cases = patterns.flatMap((pattern) => texts.map((text) => [pattern, text] as const));

const plain = (match: RegExpExecArray | null): unknown =>
  match === null ? null : { texts: [...match], index: match.index, input: match.input, groups: { ...match.groups } };

describe('patterns that can be too slow in the host', () => {
  it.each(cases)('%s on %j', (pattern, text) => {
    const copy = () => new RegExp(pattern);
    expect(searchText(text, copy())).toBe(text.search(copy()));
    expect(matchText(text, copy())).toEqual(text.match(copy()));
    for (const replacement of ['<$&>', '$1|$<sign>|$$', '', "[$`,$']"])
      expect(replaceText(text, copy(), replacement), replacement).toBe(text.replace(copy(), replacement));
    expect(replaceText(text, copy(), (match) => `${match[0].length}:${match.index}`)).toBe(
      text.replace(
        copy(),
        (match: string, ...rest: unknown[]) => `${match.length}:${String(rest.find((part) => typeof part === 'number'))}`,
      ),
    );
    for (const limit of [0, 1, 2, 4, 2 ** 32 - 1]) expect(splitText(text, copy(), limit), `${limit}`).toEqual(text.split(copy(), limit));
    if (pattern.global) expect(matchAllText(text, copy()).map(plain)).toEqual([...text.matchAll(copy())].map(plain));
    const [mine, host] = [copy(), copy()];
    for (let turn = 0; turn < 4; turn++) {
      expect(plain(execute(mine, text))).toEqual(plain(host.exec(text)));
      expect(mine.lastIndex).toBe(host.lastIndex);
    }
    mine.lastIndex = host.lastIndex = 99;
    expect(plain(execute(mine, text))).toEqual(plain(host.exec(text)));
    expect(mine.lastIndex).toBe(host.lastIndex);
  });

  it('splits the empty text as the host does', () => {
    const risky = `^${'a?'.repeat(30)}`;
    for (const source of [risky, `${risky}b`]) expect(splitText('', new RegExp(source), 9)).toEqual(''.split(new RegExp(source), 9));
  });
});

describe('a text too long for any matcher', () => {
  it('is rejected before matching starts', () => {
    const source = `(?:${Array.from({ length: 3000 }, (_, index) => `x${index}`).join('|')})*(a|b)*!`;
    expect(evaluationError(`new RegExp(pattern).test("ab".repeat(60_000))`, { extra: { pattern: source } })).toMatchObject({
      code: 'EXPRESSION_BUDGET',
    });
  });

  it('is still rejected after hundreds of other patterns', () => {
    const code =
      '(() => { let n = 0; for (let i = 0; i < 1100; i++) if (new RegExp(`(?:a|[b${String.fromCharCode(5000 + i)}])*$`).test(text)) n++; return n })()';
    expect(evaluate(code, { extra: { text: 'ab'.repeat(20) } })).toBe(1100);
    expect(evaluate('/(a+)+$/.test(text)', { extra: { text: `${'a'.repeat(40)}!` } })).toBe(false);
  });
});
