// No expression can block the process or exhaust its memory: loops, recursion, growth, patterns and slow host functions.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endlessExpressions, growingExpressions } from '../testing/hostile-expressions.ts';
import { allocate, enter, leave, session, stepsFor } from './budget.ts';
import { evaluate, evaluationError, itemsOf, sampleScope } from '../testing/sample-run.ts';
import { previewExpression } from './compiled-expression.ts';
import { suggestAt } from './suggest.ts';

/** Nested arrays that share their parts: small in memory, exponential when serialized. */
const shared = 'let a = [1]; for (let i = 0; i < 60; i++) a = [a, a];';

/** Returns the error of an evaluation with a fiftieth of the budget. Work that is charged also ends with the whole budget, only later. */
function earlyFailureOf(code: string): Error {
  enter(true);
  try {
    session.steps /= 50;
    session.memory /= 50;
    return evaluationError(code);
  } finally {
    leave();
  }
}

it.each([
  '(() => { for (;;) { for (;;); } })()',
  '(() => { const l = []; for (;;) l.push({ a: 1, b: 2 }); })()',
  '(() => { const l = []; let s = ""; for (;;) { s += "xxxxxxxxxxxxxxxx"; s.charCodeAt(0); l.push(s); } })()',
  `(() => { ${shared} return \`\${a}\`; })()`,
])('%s ends with the whole budget', (code) => expect(evaluationError(code)).toMatchObject({ code: 'EXPRESSION_BUDGET' }));

describe('loops and recursion', () => {
  it.each(endlessExpressions)('%s', (code) => expect(earlyFailureOf(code)).toMatchObject({ code: 'EXPRESSION_BUDGET' }));

  it('charges for circular data that JSON.stringify refuses', () => {
    const code = '(() => { const a = Array(1e5).fill(0); a.push(a); for (;;) try { JSON.stringify(a) } catch (e) {} })()';
    expect(earlyFailureOf(code)).toMatchObject({ code: 'EXPRESSION_BUDGET' });
  });

  it('allows realistic expressions', () => {
    expect(evaluate('(() => { let s = 0; for (let i = 0; i < 300000; i++) s += i; return s; })()')).toBe(44999850000);
    expect(evaluate('(function depth(n) { return n === 0 ? 0 : 1 + depth(n - 1); })(800)')).toBe(800);
    expect(
      evaluate('$input.all().map((i) => i.json.n).reduce((a, b) => a + b, 0)', {
        items: itemsOf(...Array.from({ length: 50_000 }, (_, n) => ({ n }))),
      }),
    ).toBe(1249975000);
    expect(
      evaluate(
        '(() => { let s = ""; for (let i = 0; i < 3000; i++) s += `<tr><td>${i}</td><td>some text in a cell</td></tr>`; return s.length; })()',
      ),
    ).toBe(148890);
  });
});

describe('previews', () => {
  const endless = '(() => { for (let i = 0; i < 200000; i++); return 1; })()';
  afterEach(() => vi.restoreAllMocks());

  /** From now on, so many milliseconds pass between two looks at the clock. */
  function clock(milliseconds: number): void {
    let now = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => (now += milliseconds));
  }

  it.each([
    ['joins', '$json.list.join()', 'takes long'],
    ['converts a list to text', '$json.list + "a"', 'takes long'],
    ['walks through a result', '[...$json.lists, 1]', 'takes long'],
    ['removes functions from a result', '$json.lists ?? (() => 1)', 'takes long'],
    ['fills a list that runs could fill', 'new Array(3000000)', 'builds much data'],
    ['repeats a text that runs could repeat', '"a".repeat(30000000)', 'builds much data'],
  ])('end when their time is over while the host %s', (_what, code, reason) => {
    const json = { list: Array.from({ length: 3000 }, () => 1), lists: Array.from({ length: 3000 }, () => [1]) };
    const scope = sampleScope({ items: [{ json }] });
    expect(previewExpression(`={{ ${code} }}`, scope).ok, 'with time left').toBe(reason === 'takes long');
    clock(1000);
    expect(previewExpression(`={{ ${code} }}`, scope)).toMatchObject({ ok: false, text: expect.stringMatching(reason) });
  });

  it('end after a time, whatever their steps take', () => {
    clock(0);
    expect(previewExpression(`={{ ${endless} }}`, sampleScope())).toEqual({ ok: true, value: 1 });
    clock(60);
    expect(previewExpression(`={{ ${endless} }}`, sampleScope())).toMatchObject({
      ok: false,
      text: expect.stringMatching(/preview was stopped/),
    });
    expect(evaluate(endless)).toBe(1);
  });

  it.each([
    'Array.from({ length: 1e7 }, (_, i) => i).map((x) => x * 2).length',
    "'a'.repeat(1e7).split('').map((x) => x + 'b').join('').length",
    '[...Array(3000).keys()].map((a) => [...Array(3000).keys()].reduce((s, b) => s + a * b, 0)).length',
  ])('of costly expressions end, and runs decide for themselves: %s', (code) => {
    expect(previewExpression(`={{ ${code} }}`, sampleScope())).toMatchObject({ ok: false, reason: 'error' });
  });

  it('are what suggestions after a dot need, too', () => {
    clock(0);
    const code = `={{ ${endless.replace('return 1', 'return "text"')}.`;
    expect(suggestAt(code, code.length, sampleScope(), [])?.options.length).toBeGreaterThan(0);
    clock(60);
    expect(suggestAt(code, code.length, sampleScope(), [])?.options).toEqual([]);
  });
});

describe('growth', () => {
  it.each(growingExpressions)('%s', (code) => expect(earlyFailureOf(code)).toMatchObject({ code: 'EXPRESSION_BUDGET' }));

  it.each([
    ['(-1n) ** 100000000n', 1n],
    ['0n ** 10000000n', 0n],
    ['2n ** 100n', 2n ** 100n],
    ['1n >> 5n', 0n],
    ['"ab".repeat(3)', 'ababab'],
    ['new Uint8Array(-5)', undefined],
    ['new Uint8Array("x").length', 0],
    ['new ArrayBuffer("x").byteLength', 0],
    ['Math.max(...Array(200000).fill(7))', 7],
    ['Math.min(...Array(200000).fill(7))', 7],
    ['String.fromCharCode(...Array(200000).fill(65)).length', 200000],
    [
      '(() => { const a = [0]; a.push(...Array(200000).fill(1)); a.unshift(...Array(200000).fill(2)); return [a.length, a[0], a.at(-1)]; })()',
      [400001, 2, 1],
    ],
    ['[1].concat(...Array(200000).fill([2]), 3).length', 200002],
    ['[1].concat(...Array(6000).fill(2)).length', 6001],
    ['(() => { const a = []; a.push(a); return `${a}`; })()', ''],
  ])('%s is fine', (code, value) => expect(evaluate(code)).toEqual(value));
});

describe('serialization of shared parts', () => {
  it.each([
    'String(a)',
    '`${a}`',
    'a + ""',
    'a == "x"',
    'a < 1',
    '[a, a].sort()',
    '[a].map(String)',
    '[a].join()',
    'parseInt(a)',
    'Number(a)',
    'isNaN(a)',
    'Math.max(a)',
    'new Date(a)',
    'encodeURIComponent(a)',
    '({ [a]: 1 })',
    '({})[a]',
    'a in {}',
    'JSON.stringify(a)',
    '[a].toJsonString()',
    'structuredClone(a)',
    'new Intl.NumberFormat("en", { style: a })',
    '(5).toLocaleString("en", { style: a })',
    '$now.toLocaleString({ month: a })',
    '$now.setZone(a)',
    'new Error(a)',
    '"x".padEnd(5, a)',
    '"x".includes(a)',
    '"x".replace("x", a)',
    '"x".split(a)',
    'a.flat(Infinity)',
    'a.toLocaleString()',
    '[a].unique()',
    '[a].union([a])',
    '$jmespath({ a }, "to_string(a)")',
    '({ a }).urlEncode()',
    'a',
    '({ a })',
    'new Map([[a, a]]).get(a) + ""',
    'new URLSearchParams({ a })',
    'new Set([1]).has(a) || `${a}`',
    'Object.fromEntries([[a, 1]])',
    'Object.groupBy([1], () => a)',
    'zip([a], [1])',
    '$execution.customData.set("k", `${a}`)',
    '$items(a)',
  ])('%s', (code) => expect(earlyFailureOf(`(() => { ${shared} return ${code}; })()`)).toMatchObject({ code: 'EXPRESSION_BUDGET' }));
});

describe('patterns with exponential time', () => {
  it.each([
    ['/(a+)+$/.test("a".repeat(40) + "!")', false],
    ['/(a|a)*$/.test("a".repeat(40) + "!")', true],
    ['/^(a|a)*$/.test("a".repeat(40) + "!")', false],
    ['/^(a|aa)+$/.test("a".repeat(5000) + "!")', false],
    ['/^(.*)*$/.test("a".repeat(5000) + "\\n")', false],
    ['/(x+x+)+y/.test("x".repeat(60))', false],
    ['/^(\\w+\\s?)*$/.test("word ".repeat(100) + "!")', false],
    ['/^([a-zA-Z0-9])(([-.]|[_]+)?([a-zA-Z0-9]+))*@/.exec("a".repeat(60))', null],
    ['"<".repeat(50000).replace(/<[^>]+>/g, "").length', 50000],
    ['(" ".repeat(50000) + "x").search(/\\s+$/)', -1],
    ['("a".repeat(30000) + "b").match(/a*?b/)[0].length', 30001],
    ['"ab".repeat(20000).split(/(?:a|c)*?b/).length', 20001],
    ['[..."1,2;".repeat(5000).matchAll(/(\\d+)(?:,|;)*/g)].length', 10000],
    ['"ab".repeat(20000).match(/(?:a|b)+?b/g).length', 20000],
    ['new RegExp("(a?){50}a{50}").test("a".repeat(50))', true],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));

  it.each([
    '/(.+)\\1+$/.test("ab".repeat(4000) + "c")',
    '(() => { for (;;) /\\s+$/.test(" ".repeat(300) + "x"); })()',
    '/(a{1000}){1000}b+b+b+b+/.test("a".repeat(20000))',
    '(() => { for (;;) "x".repeat(2000).indexOf("y".repeat(2500)); })()',
  ])('%s is stopped', (code) => expect(earlyFailureOf(code)).toMatchObject({ code: 'EXPRESSION_BUDGET' }));
});

describe("the host's slow corners", () => {
  it.each([
    '(() => { for (;;) $now.toLocaleString({ month: "long" }); })()',
    '(() => { for (;;) new Date(0).toLocaleDateString("de"); })()',
    '(() => { for (;;) (1).toLocaleString("de"); })()',
    '(() => { for (;;) (1).format("de"); })()',
    '(() => { for (;;) new Intl.NumberFormat("de"); })()',
    '(() => { for (;;) "x".repeat(1e5).toUpperCase(); })()',
    '(() => { const a = Array(1e5).fill(0); for (;;) a.indexOf(1); })()',
    '(() => { const [a, b] = ["x".repeat(1e5), "x".repeat(1e5)]; for (;;) a === b; })()',
    '(() => { const [a, b] = ["x".repeat(1e5), "x".repeat(1e5)]; for (;;) a < b; })()',
    '(() => { for (;;) "x".hash("sha512"); })()',
  ])('%s is stopped', (code) => expect(earlyFailureOf(code)).toMatchObject({ code: 'EXPRESSION_BUDGET' }));

  it.each([
    '(1).toLocaleString("en-x-private")',
    '$now.setLocale("en-t-something").toISO()',
    'new Intl.NumberFormat(["de", "xx-yy-zz-qq"])',
    '"x".toLocaleUpperCase("not a locale")',
  ])('%s: tags the host would keep for ever are not locales', (code) => expect(evaluate(code)).toBeUndefined());

  it('accepts options by name only', () => {
    expect(evaluate('(1234.5).toLocaleString("de_DE", { style: "currency", currency: "EUR", junk: 1 })')).toBe('1.234,50\u00a0€');
    expect(evaluate('[3, 1].sort(new Intl.Collator(["de-u-kn", "en"], { numeric: true }).compare)')).toEqual([1, 3]);
  });
});

describe('the budget', () => {
  it('is not exceeded by values that are not numbers', () => {
    enter(false);
    try {
      expect(() => allocate(Number.NaN)).toThrow('builds too much data');
      expect(() => allocate(Infinity)).toThrow('builds too much data');
      expect(() => stepsFor(Infinity)).toThrow('takes too long');
      allocate(-1e12);
      expect(() => allocate(1e9)).toThrow('builds too much data');
    } finally {
      leave();
    }
  });
});
