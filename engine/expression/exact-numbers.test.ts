// Expressions compute with the nearest numbers; what they only read, copy or write as text keeps all digits.
import { describe, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../contract/exact-numbers.ts';
import type { JsonObject } from '../contract/json.ts';
import { sampleScope } from '../testing/sample-run.ts';
import { compileParameter } from './compile-parameter.ts';

const a = '7615917337495251231';
/** Has the same nearest number as `a`. */
const b = '7615917337495251232';
const x = '0.12345678901234567890123';
const items = ['a', 'b'].map(() => ({
  json: parseExactly(`{"a":${a},"b":${b},"x":${x},"o":{"a":${a}},"list":[${x},${b},5],"n":1.5}`) as JsonObject,
}));

/** Returns what an expression is as the field of an item. */
function written(code: string): string {
  const parameter = compileParameter({ v: `={{ ${code} }}` });
  if (parameter.constant) throw new Error('This is not an expression.');
  return (stringifyExactly(parameter.evaluate(sampleScope({ items }))) ?? '').slice(5, -1);
}

describe('numbers that JavaScript cannot represent', () => {
  it.each([
    ['$json.a', a],
    ['$json["a"]', a],
    ['$json.list[0]', x],
    ['$json.list.first()', x],
    ['$json.o?.a', a],
    ['$json.missing ?? $json.a', a],
    ['$if(true, $json.a, 0)', a],
    ['true ? $json.x : 0', x],
    ['[$json.a, $json.b]', `[${a},${b}]`],
    ['[$json.a, ...$json.list]', `[${a},${x},${b},5]`],
    ['({ one: $json.a, two: $json.b, ["three"]: $json.x })', `{"one":${a},"two":${b},"three":${x}}`],
    ['({ ...$json.o, y: 1 })', `{"a":${a},"y":1}`],
    ['Object.assign({}, $json.o)', `{"a":${a}}`],
    ['Object.values($json.o)', `[${a}]`],
    ['Object.fromEntries(Object.entries($json.o))', `{"a":${a}}`],
    ['$json.list.map(entry => entry)', `[${x},${b},5]`],
    ['$json.list.filter(entry => entry > 1)', `[${b},5]`],
    ['$json.list.slice(1)', `[${b},5]`],
    ['$json.list.toReversed()', `[5,${b},${x}]`],
    ['$json.list.concat([1])', `[${x},${b},5,1]`],
    ['[...$json.list].sort((one, other) => one - other)', `[${x},5,${b}]`],
    ['(() => { const [first] = $json.list; const { o } = $json; return { first, id: o.a }; })()', `{"first":${x},"id":${a}}`],
    ['(() => { const made = {}; made.id = $json.a; return made; })()', `{"id":${a}}`],
    ['(() => { const made = []; for (const entry of $json.list) made.push(entry); return made; })()', `[${x},${b},5]`],
    ['(() => { $json.n = 2; return $json.o; })()', `{"a":${a}}`],
    ['$input.all().map(item => ({ id: item.json.a }))', `[{"id":${a}},{"id":${a}}]`],
    ['$input.all().map(item => item.json.x)', `[${x},${x}]`],
    ['JSON.stringify($json.a)', `"${a}"`],
    ['JSON.stringify([$json.a, $json.b])', `"[${a},${b}]"`],
    ['JSON.stringify({ id: $json.a })', `"{\\"id\\":${a}}"`],
    ['`${$json.a}/${$json.b}`', `"${a}/${b}"`],
    ['"no. " + $json.a', `"no. ${a}"`],
    ['String($json.a)', `"${a}"`],
    ['$json.a.toString()', `"${a}"`],
    ['$json.list.join("-")', `"${x}-${b}-5"`],
    ['[$json].map(({ a }) => a)', `[${a}]`],
    ['$json.a === $json.b', 'false'],
    ['$json.a === $json.o.a', 'true'],
    ['$json.a != $json.list[1]', 'true'],
  ])('%s', (code, expected) => expect(written(code)).toBe(expected));

  it.each([
    ['a computed number is the nearest one', '$json.a + 1', String(Number(a) + 1)],
    ['also beside the number itself', '[$json.a, $json.a + 0]', `[${a},${Number(a)}]`],
    ['a number with another radix', '$json.a.toString(16)', `"${Number(a).toString(16)}"`],
    [
      'numbers that cannot be told apart are the nearest one',
      '(() => { const one = $json.a; const two = $json.b; return [one, two]; })()',
      `[${Number(a)},${Number(a)}]`,
    ],
    ['an ordinary number', '[$json.n, $json.n * 3]', '[1.5,4.5]'],
  ])('%s', (_, code, expected) => expect(written(code)).toBe(expected));

  it('changes no data of the run', () => {
    written('(() => { $json.list.reverse(); $json.o.a = $json.b; return $json.list; })()');
    expect(stringifyExactly(items[0]?.json)).toBe(`{"a":${a},"b":${b},"x":${x},"o":{"a":${a}},"list":[${x},${b},5],"n":1.5}`);
  });

  it('keeps numbers in lists of parameters, and constants', () => {
    const parameter = compileParameter(parseExactly(`{"l":["={{ $json.a }}",${b}],"c":${x}}`));
    expect(stringifyExactly(parameter.constant ? parameter.value : parameter.evaluate(sampleScope({ items })))).toBe(
      `{"l":[${a},${b}],"c":${x}}`,
    );
  });
});
