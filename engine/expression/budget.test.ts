// No expression hangs the process or fills its memory: loops, recursion, growth, patterns and the host's own slow corners.
import { describe, expect, it } from 'vitest';
import { allocate, enter, leave, MEMORY_LIMIT, session, STEP_LIMIT, stepsFor } from './budget.ts';
import { evaluate, failureOf, itemsOf } from './sample-run.ts';

/** An array of arrays that share their parts: small in memory, endless when written out. */
const shared = 'let a = [1]; for (let i = 0; i < 60; i++) a = [a, a];';

/** What ends an evaluation that has a fiftieth of the allowance: whatever is counted ends with the whole of it too, fifty times later. */
function earlyFailureOf(code: string): Error {
  enter(true);
  try {
    session.steps = STEP_LIMIT / 50;
    session.memory = MEMORY_LIMIT / 50;
    return failureOf(code);
  } finally {
    leave();
  }
}

it.each([
  '(() => { for (;;) { for (;;); } })()',
  '(() => { const l = []; for (;;) l.push({ a: 1, b: 2 }); })()',
  '(() => { const l = []; let s = ""; for (;;) { s += "xxxxxxxxxxxxxxxx"; s.charCodeAt(0); l.push(s); } })()',
  `(() => { ${shared} return \`\${a}\`; })()`,
])('%s ends with the whole allowance', (code) => expect(failureOf(code)).toMatchObject({ code: 'EXPRESSION_BUDGET' }));

describe('loops and recursion', () => {
  it.each([
    'while (true) {}',
    'do {} while (true)',
    'for (;;);',
    '(() => { outer: for (;;) { for (;;) continue outer; } })()',
    '(() => { const list = [1]; for (const x of list) list.push(x); })()',
    '(() => { const m = new Map([[0, 0]]); for (const [k] of m) m.set(k + 1, 1); })()',
    '(() => { try { for (;;); } finally { for (;;); } })()',
    '(function f() { return f(); })()',
    '(() => { const f = () => g(); const g = () => f(); return f(); })()',
    '[1].map(function f() { return [1].map(f); })',
    '"a".replace(/a/, function f() { return "a".replace(/a/, f); })',
    '[2, 1].sort(function f() { return [2, 1].sort(f); })',
    'JSON.stringify({ toJSON: function f() { return JSON.stringify({ toJSON: f }); } })',
    'JSON.parse("1", function f() { return JSON.parse("1", f); })',
    '(() => { const o = { get a() { return o.a; } }; return o.a; })()',
    '(() => { const o = { set a(v) { o.a = v; } }; o.a = 1; })()',
    '(() => { const o = { toString() { return `${o}`; } }; return `${o}`; })()',
    '(() => { class A { constructor() { return new A(); } } return new A(); })()',
    '(() => { let a = []; for (let i = 0; i < 100000; i++) a = [a]; return JSON.stringify(a); })()',
    '(() => { let a = []; for (let i = 0; i < 100000; i++) a = [a]; return `${a}`; })()',
    '(() => { let a = []; for (let i = 0; i < 100000; i++) a = [a]; return a.flat(Infinity); })()',
    '(() => { let a = []; for (let i = 0; i < 100000; i++) a = [a]; return [a].unique(); })()',
    '(() => { let a = []; for (let i = 0; i < 100000; i++) a = [a]; return a; })()',
    '(() => { let a = $json; for (let i = 0; i < 5000; i++) a = { a }; $json.b = 1; return a; })()',
    '(() => { const a = []; a.push(a); return a; })()',
    '(() => { const a = []; a.push(a); return structuredClone(a); })()',
  ])('%s', (code) => expect(earlyFailureOf(code)).toMatchObject({ code: 'EXPRESSION_BUDGET' }));

  it('leaves room for honest work', () => {
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

describe('what grows', () => {
  it.each([
    '"x".repeat(1e9)',
    '`[${"[],".repeat(2e7)}1]`.parseJson()',
    'JSON.parse(`[${"[],".repeat(2e7)}1]`)',
    '"x".repeat(1e6).repeat(1e6)',
    '"x".padStart(1e12)',
    '"x".padEnd(1e9, "ab")',
    'Array(1e9)',
    'new Array(4294967295).fill(0)',
    'Array.from({ length: 1e9 })',
    'Array.from({ length: Infinity }, (_, i) => i)',
    '(() => { const a = []; a.length = 4e9; })()',
    '(() => { const a = []; a[4e9] = 1; })()',
    '(() => { let s = "x"; for (;;) s += s; })()',
    '(() => { const l = []; let s = ""; for (;;) { s += "xxxxxxxxxxxxxxxx"; s.charCodeAt(0); l.push(s); } })()',
    '(() => { const l = []; const s = "x".repeat(1000); for (let i = 0; ; i++) { const t = s + i; t.indexOf("y"); l.push(t); } })()',
    '(() => { const l = []; for (;;) l.push([1, 2, 3, 4, 5, 6, 7, 8]); })()',
    '(() => { const l = []; for (;;) l.push({ a: 1, b: 2 }); })()',
    '(() => { const l = []; for (;;) l.push(() => l); })()',
    '(() => { const o = {}; for (let i = 0; ; i++) o[`key ${i}`] = i; })()',
    '(() => { const s = new Set(); for (let i = 0; ; i++) s.add(i); })()',
    '(() => { let l = [1]; for (;;) l = l.concat(l); })()',
    '(() => { let l = [1]; for (;;) l = [...l, ...l]; })()',
    '(() => { let l = [1]; for (;;) l.push(...l); })()',
    '(() => { let o = {}; for (;;) { o = { ...o, [Object.keys(o).length]: 1 }; } })()',
    '(() => { const u = new URLSearchParams(); for (let i = 0; ; i++) u.append("k".repeat(1000), i); })()',
    '"x".repeat(1e5).split("").map((c) => c.repeat(1e4)).join("")',
    '"x".repeat(1e5).replace(/x/g, "y".repeat(1e5))',
    '"x".repeat(1e5).replaceAll("x", "y".repeat(1e5))',
    '"x".repeat(1e5).replace(/x/g, "$\'")',
    '"x".repeat(1e5).replaceAll("x", "$`")',
    '"x".repeat(1e5).replace(/x/g, () => "y".repeat(1e5))',
    'Array(1e6).fill("x".repeat(1e4)).join("")',
    '[1, 2].concat(Array(1e7).fill(1), Array(1e7).fill(1), Array(1e7).fill(1))',
    'numberList(1, 1e12)',
    'new Uint8Array(1e10)',
    'new ArrayBuffer(1e10)',
    'Interval.fromISO("1970/2070").splitBy({ milliseconds: 1 })',
    'Interval.fromISO("1970/2070").splitBy({ milliseconds: 1 })',
    'Interval.fromISO("1970/2070").divideEqually(1e9)',
    '$now.toFormat("S".repeat(1e6))',
    'DateTime.fromFormat("1".repeat(150), "dM".repeat(60))',
    'new RegExp("a".repeat(50000))',
    'BigInt("9".repeat(1e6))',
    '2n ** 100000000n',
    '2n ** (2n ** 2000n)',
    '1n << 100000000000n',
    '1n >> -100000000000n',
    '(() => { let n = 3n; for (;;) n *= n; })()',
    `$jmespath([1], "[@, @][]${' | [@, @][]'.repeat(60)}")`,
    '$jmespath([1], "a".repeat(10000))',
  ])('%s', (code) => expect(earlyFailureOf(code)).toMatchObject({ code: 'EXPRESSION_BUDGET' }));

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

describe('shared parts written out', () => {
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
    '$execution.customData.set("k", a)',
    '$items(a)',
  ])('%s', (code) => expect(earlyFailureOf(`(() => { ${shared} return ${code}; })()`)).toMatchObject({ code: 'EXPRESSION_BUDGET' }));
});

describe('patterns that take for ever', () => {
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
  ])('%s: tags the host would keep for ever are no locales', (code) => expect(evaluate(code)).toBeUndefined());

  it('passes options by name only', () => {
    expect(evaluate('(1234.5).toLocaleString("de_DE", { style: "currency", currency: "EUR", junk: 1 })')).toBe('1.234,50\u00a0€');
    expect(evaluate('[3, 1].sort(new Intl.Collator(["de-u-kn", "en"], { numeric: true }).compare)')).toEqual([1, 3]);
  });
});

describe('the allowance', () => {
  it('is not widened by what is no number', () => {
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
