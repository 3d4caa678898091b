// Built-ins beyond the basics: typed arrays, weak collections, iterators, Intl, URL, errors and rarely used members of Object.
import { describe, expect, it } from 'vitest';
import { evaluate, evaluationError } from '../../testing/sample-run.ts';

/** Converts results to plain data: typed arrays and maps to lists. */
function plain(value: unknown): unknown {
  return ArrayBuffer.isView(value) && !(value instanceof DataView)
    ? Array.from(value as Uint8Array)
    : value instanceof Map
      ? [...value]
      : value;
}

describe('typed arrays and buffers', () => {
  it.each([
    ['new Uint8Array([1, "2", 300])', [1, 2, 44]],
    ['new Uint8Array(3).length', 3],
    ['new Uint8Array().length', 0],
    ['new Uint8Array(new Set([1, 2]))', [1, 2]],
    ['new BigInt64Array([1n, 2n]).length', 2],
    ['Uint8Array.from([1, 2], x => x * 2)', [2, 4]],
    ['Uint8Array.of(1, 2)', [1, 2]],
    ['Uint8Array.BYTES_PER_ELEMENT', 1],
    ['Uint8Array(1)', undefined],
    ['(() => { const a = new Uint8Array([3, 1, 2]); a[0] = "9"; a.sort(); return a; })()', [1, 2, 9]],
    ['new Float64Array([1, 2, 3]).map(x => x / 2)', [0.5, 1, 1.5]],
    ['new Uint8Array([1, 2, 3]).subarray(1).join("-")', '2-3'],
    ['`${new Uint8Array([1, 2])}`', '1,2'],
    ['new Uint8Array([1, 2]).toString()', '1,2'],
    ['new Uint8Array([1, 2, 3]).slice(1).byteLength', 2],
    [
      '[...new Uint8Array([1, 2]).entries()]',
      [
        [0, 1],
        [1, 2],
      ],
    ],
    ['(() => { const a = new Uint8Array(4); a.set([1, 2], 1); a.fill(7, 3); return a; })()', [0, 1, 2, 7]],
    ['(() => { const a = new Uint8Array(2); a.set(new Set([5])); return a; })()', [5, 0]],
    ['new Uint8Array([1, 2]).with(0, 5)', [5, 2]],
    ['new Uint8Array([1, 2]).indexOf(2)', 1],
    ['new Uint8Array(new ArrayBuffer(8), 2, 3).byteOffset', 2],
    ['new Uint8Array(new ArrayBuffer(8), undefined).length', 8],
    ['new ArrayBuffer(10).slice(2).byteLength', 8],
    ['new ArrayBuffer(10).slice(undefined, 3).byteLength', 3],
    ['new SharedArrayBuffer(10).byteLength', 10],
    ['new Uint8Array(new SharedArrayBuffer(4)).length', 4],
    [
      '(() => { const v = new DataView(new ArrayBuffer(4), 1); v.setInt16(0, 258); return [v.getUint8(0), v.getUint8(1), v.byteLength, v.byteOffset]; })()',
      [1, 2, 3, 1],
    ],
    ['new DataView(new ArrayBuffer(4), undefined, 2).byteLength', 2],
    ['[...new Uint8Array([1])].concat(Array.from(new Uint8Array([2])))', [1, 2]],
    ['Object.keys(new Uint8Array([7, 8]))', ['0', '1']],
    ['typeof Atomics.wait', 'undefined'],
    ['(() => { for (const x of new Uint8Array([4])) return x; })()', 4],
  ])('%s', (code, value) => expect(plain(evaluate(code))).toEqual(value));
});

describe('collections and iterators', () => {
  it.each([
    ['new WeakMap().set(Math, 1).get(Math)', 1],
    [
      '(() => { const k = {}; const w = new WeakMap(); w.set(k, 2); return [w.has(k), w.get(k), w.delete(k), w.has(k)]; })()',
      [true, 2, true, false],
    ],
    ['(() => { const k = {}; const w = new WeakSet(); w.add(k); return [w.has(k), w.delete(k)]; })()', [true, true]],
    ['WeakMap()', undefined],
    ['Map.groupBy([1, 2, 3], x => x % 2).get(1)', [1, 3]],
    ['[...new Map(Object.entries({ a: 1 })).keys()]', ['a']],
    ['new Map(new Map([[1, 2]])).size', 1],
    ['new Map().size + new Set(null).size', 0],
    ['(() => { const m = new Map([[1, 2]]); m.delete(1); m.set(3, 4).clear(); return m.size; })()', 0],
    ['(() => { const s = new Set([1, 2]); s.delete(1); const seen = []; s.forEach(x => seen.push(x)); return seen; })()', [2]],
    [
      '[new Set([1]).isSubsetOf(new Set([1, 2])), new Set([1]).isSupersetOf(new Map([[1, 1]])), new Set([1]).isDisjointFrom(new Set())]',
      [true, true, true],
    ],
    [
      '[...new Set([1, 2]).intersection(new Set([2])), ...new Set([1, 2]).difference(new Set([2])), ...new Set([1]).symmetricDifference(new Set([2]))]',
      [2, 1, 1, 2],
    ],
    ['`${new Map()} ${new Set()}`', '[object Map] [object Set]'],
    ['new Map([["a", 1]]).entries().next()', { value: ['a', 1], done: false }],
    ['[1, 2, 3].values().filter(x => x > 1).take(1).toArray()', [2]],
    ['[1, 2, 3].values().drop(1).reduce((a, b) => a + b)', 5],
    ['new Set([1, 2]).values().some(x => x > 1)', true],
    [
      'Array.from([1, 2].entries())',
      [
        [0, 1],
        [1, 2],
      ],
    ],
    ['Array.from({ length: 2, 0: "a", 1: "b" })', ['a', 'b']],
    ['Array.from({ length: -1 }).length + Array.from({}).length', 0],
    ['Array.from(new URLSearchParams("a=1"))', [['a', '1']]],
    ['Object.fromEntries(new URLSearchParams("a=1&b=2"))', { a: '1', b: '2' }],
    ['class M extends Map { get first() { return this.values().next().value } } new M([["a", 5]]).first', 5],
    ['class S extends Set { add(x) { return super.add(x * 2) } } const s = new S(); s.add(2); [...s]', [4]],
    ['class D extends Date { year() { return this.getUTCFullYear() } } new D(0).year()', 1970],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));
});

describe('Intl', () => {
  it.each([
    ['new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(0))', '1 January 1970'],
    ['Intl.DateTimeFormat("en-US", { timeZone: "UTC" }).formatToParts(0)[0]', { type: 'month', value: '1' }],
    ['new Intl.DateTimeFormat("en-US", { timeZone: "UTC" }).formatRange(new Date(0), new Date(1e9))', '1/1/1970\u2009–\u20091/12/1970'],
    ['new Intl.DateTimeFormat("en", { timeZone: "Asia/Tokyo" }).resolvedOptions().timeZone', 'Asia/Tokyo'],
    ['["b", "a"].sort(Intl.Collator("en").compare)', ['a', 'b']],
    ['new Intl.Collator("en").compare("a", "b")', -1],
    ['new Intl.ListFormat("en", { type: "conjunction" }).format(["a", "b", 3])', 'a, b, and 3'],
    ['new Intl.RelativeTimeFormat("en").format(-1, "day")', '1 day ago'],
    ['new Intl.DisplayNames("en", { type: "region" }).of("DE")', 'Germany'],
    ['[...new Intl.Segmenter("en", { granularity: "word" }).segment("a b")].map(s => s.segment)', ['a', ' ', 'b']],
    ['new Intl.Segmenter("en").segment("ab").containing(1).segment', 'b'],
    ['new Intl.Segmenter("en").segment("ab").containing().segment', 'a'],
    ['Intl.NumberFormat.supportedLocalesOf(["de", "tlh"])', ['de']],
    ['Intl.NumberFormat.supportedLocalesOf()', []],
    ['`${new Intl.NumberFormat("en")}`', '[object Intl.NumberFormat]'],
    ['new Date(0).toLocaleDateString("de-DE", { timeZone: "UTC", month: "long", day: "numeric" })', '1. Januar'],
    ['new Date(0).toLocaleTimeString("de-DE", { timeZone: "UTC" })', '00:00:00'],
    ['new Date(0).toLocaleString("de-DE", { timeZone: "UTC" })', '1.1.1970, 00:00:00'],
    ['(12345678901234567890n).toLocaleString("en")', '12,345,678,901,234,567,890'],
    ['(1234).toLocaleString()', (1234).toLocaleString()],
    ['[1234.5, null, new Date(0)].toLocaleString("de", { timeZone: "UTC" })', '1.234,5,,1.1.1970, 00:00:00'],
    ['"I".toLocaleLowerCase("tr") + "i".toLocaleUpperCase(["tr", "en"])', 'ıİ'],
    ['"a".localeCompare("B", "en", { sensitivity: "base" })', -1],
    ['"a".localeCompare("b", undefined)', -1],
    ['(1234.5).toLocaleString(null)', undefined],
    ['(1234.5).toLocaleString(true)', '1,234.5'],
    ['(1234.5).toLocaleString({})', '1,234.5'],
    ['"i".toLocaleUpperCase(5)', 'I'],
    ['[1.5].toLocaleString(-1)', '1.5'],
    ['[+1n, Math.abs(1n)]', undefined],
    ['[Number(1n), Number.isNaN(1n)]', [1, false]],
    ['new Map("ab")', undefined],
    ['Array(-1)', undefined],
    ['[new Date(0), new Set(), new Map()].map((value) => value.hasOwnProperty("a"))', [false, false, false]],
    ['new Set([1]).toString()', '[object Set]'],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));
});

describe('addresses', () => {
  it.each([
    ['new URL("/b?c=1#d", "https://u:p@a.example:8080").href', 'https://u:p@a.example:8080/b?c=1#d'],
    [
      '(() => { const u = new URL("https://a.example"); return [u.protocol, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, u.origin, u.username, u.password]; })()',
      ['https:', 'a.example', 'a.example', '', '/', '', '', 'https://a.example', '', ''],
    ],
    ['`${new URL("https://a.example/")}` + new URL("https://a.example/").toString()', 'https://a.example/https://a.example/'],
    ['JSON.stringify(new URL("https://a.example/"))', '"https://a.example/"'],
    ['new URL("https://a.example/").toJSON()', 'https://a.example/'],
    ['[URL.canParse("x"), URL.canParse("x", "https://a.example")]', [false, true]],
    ['new URL("x")', undefined],
    ['URL("x")', undefined],
    ['(() => { const u = new URL("https://a.example"); u.port = 81; u.search = "?x"; return u.href; })()', 'https://a.example:81/?x'],
    [
      '(() => { const u = new URL("https://a.example"); u.searchParams.set("q", "a b"); u.searchParams.sort(); return `${u.searchParams}`; })()',
      'q=a+b',
    ],
    [
      '[...new URLSearchParams([["a", 1], ["a", 2]]).getAll("a"), new URLSearchParams("x=1").has("x"), new URLSearchParams("x=1").size]',
      ['1', '2', true, 1],
    ],
    ['new URLSearchParams().toString() + new URLSearchParams(null).toString()', ''],
    ['(() => { const seen = []; new URLSearchParams({ a: 1 }).forEach((v, k) => seen.push(k + v)); return seen; })()', ['a1']],
    ['new URLSearchParams(new Map([["k", [1, 2]]])).get("k")', '1,2'],
    ['[atob("YQ=="), btoa("a"), encodeURI("a b"), decodeURI("a%20b")]', ['a', 'YQ==', 'a%20b', 'a b']],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));
});

describe('errors', () => {
  it.each([
    ['Error("m").message', 'm'],
    ['new RangeError("m", { cause: 5 }).cause', 5],
    ['[new Error().message, `${new Error()}`, new TypeError("x").toString()]', ['', 'Error', 'TypeError: x']],
    [
      '(() => { const e = new Error("a"); e.message = "b"; e.extra = 1; return [e.message, e.extra, e.stack, "stack" in e]; })()',
      ['b', 1, 'Error: b', true],
    ],
    ['(() => { const e = new Error("a"); return delete e.message && e.message; })()', ''],
    ['Object.keys(Object.assign(new Error("a"), { code: 1 }))', ['code']],
    [
      'class E extends TypeError { get kind() { return "k" } } const e = new E("m"); [e.kind, e.message, e instanceof TypeError, "kind" in e]',
      ['k', 'm', true, true],
    ],
    ['(() => { try { "x".sum() } catch (e) { return [e.name, e.code] } })()', ['ExpressionExtensionError', 'EXPRESSION_FAILED']],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));
});

describe('objects', () => {
  it.each([
    ['new Object()', {}],
    ['[typeof Object(5), Object("x").length, Object(null)]', ['object', 1, {}]],
    ['[({}).toString(), ({}).toLocaleString(), ({ a: 1 }).valueOf()]', ['[object Object]', '[object Object]', { a: 1 }]],
    ['[({ a: 1 }).propertyIsEnumerable("a"), ({}).isPrototypeOf({}), [1].hasOwnProperty(0), "ab".length]', [true, false, true, 2]],
    ['[Object.hasOwn("ab", 1), Object.hasOwn(5, "x"), Object.hasOwn($now, "ts")]', [true, false, false]],
    ['Object.hasOwn(null, "x")', undefined],
    ['(() => { const o = {}; o.self = o; return JSON.stringify(o) })()', undefined],
    ['(() => { const list = []; list.push({ list }); return list.toJsonString() })()', undefined],
    [
      '(() => { const o = {}; o.self = o; try { JSON.stringify(o) } catch (e) { return [e.name, e.message] } })()',
      ['TypeError', 'Converting circular structure to JSON'],
    ],
    ['(() => { const o = {}; return JSON.stringify([o, o, { o }]) })()', '[{},{},{"o":{}}]'],
    ['(() => { try { "a" in "b" } catch (e) { return e.message } })()', "Cannot use 'in' operator to search for 'a' in b"],
    [
      '(() => { try { "a".replaceAll(/a/, "") } catch (e) { return e.message } })()',
      'String.prototype.replaceAll called with a non-global RegExp argument',
    ],
    ['[[] instanceof Array, 1 instanceof (x => x)]', [true, false]],
    ['[] instanceof (x => x)', undefined],
    [
      '[[1, , 3].flat(), [1, [2, , 3]].flat(), [1, , 3].flatMap((x) => [x, , x])]',
      [
        [1, 3],
        [1, 2, 3],
        [1, 1, 3, 3],
      ],
    ],
    ['"a/o/".includes(/o/)', undefined],
    ['"/a/".startsWith(/a/)', undefined],
    ['"/a/".endsWith(/a/g, 3)', undefined],
    ['["abc".startsWith("b", 1), "abc".endsWith("b", 2), "abc".includes("a", 1), "a1".includes(1)]', [true, true, false, true]],
    ['Object.keys("ab").concat(Object.keys(5))', ['0', '1']],
    [
      'Object.entries("ab")',
      [
        ['0', 'a'],
        ['1', 'b'],
      ],
    ],
    ['Object.getOwnPropertyNames({ a: 1 })', ['a']],
    ['Object.fromEntries([["a", 1], { 0: "b", 1: 2 }])', { a: 1, b: 2 }],
    ['Object.groupBy("aab", c => c).a', ['a', 'a']],
    ['Object.groupBy([1], () => "toString").toString', [1]],
    [
      '[Object.isFrozen({}), Object.isSealed(Object.seal({})), Object.isExtensible(Object.preventExtensions({})), Object.isFrozen(Object.freeze({ a: 1 }))]',
      [false, true, false, true],
    ],
    ['[Object.freeze(5), Object.freeze(Math) === Math, Object.freeze($json).a]', [5, true, 1]],
    ['(() => { const o = Object.create(null); o.a = 1; return [`${o}`, o]; })()', ['[object Object]', { a: 1 }]],
    [
      '(() => { const p = { hi() { return this.n } }; const o = Object.create(p); o.n = 4; return [o.hi(), "hi" in o, "no" in o]; })()',
      [4, true, false],
    ],
    ['[structuredClone(5), structuredClone(() => 1)]', [5, undefined]],
    ['JSON.stringify(() => 1)', undefined],
    [
      'JSON.stringify({ a: [undefined, () => 1, Symbol("x"), NaN] }, undefined, "-")',
      '{\n-"a": [\n--null,\n--null,\n--null,\n--null\n-]\n}',
    ],
    ['JSON.stringify({ a: 1, b: { toJSON() { return "j" } } })', '{"a":1,"b":"j"}'],
    ['JSON.parse("{\\"__proto__\\":1}").a', undefined],
    ['Boolean("") || new Boolean(0).valueOf()', false],
    [
      '[String(), String(null), String(Symbol("s")), new String().length, `${new String("x")}`, new String("abc")[1], new String("ab").toUpperCase()]',
      ['', 'null', 'Symbol(s)', 0, 'x', 'b', 'AB'],
    ],
    [
      '[Number(), Number(null), Number(10n), +new Number(5), new Number(255).toString(16), Number.parseInt("7x"), Number.isNaN("x")]',
      [0, 0, 10, 5, 'ff', 7, false],
    ],
    [
      '[BigInt.asIntN(8, 255n), BigInt.asUintN(8, -1n), BigInt("5") + 1n, (5n).toString(2), -(5n), typeof BigInt(1)]',
      [-1n, 255n, 6n, '101', -5n, 'bigint'],
    ],
    ['(() => { let n = 5n; n++; return [n--, n, ~n, n > 4, n * 2n]; })()', [6n, 5n, -6n, true, 10n]],
    ['[Symbol("d").description, Symbol().toString(), typeof Symbol("x").valueOf()]', ['d', 'Symbol()', 'symbol']],
    ['(() => { const s = Symbol("k"); const o = { [s]: 1 }; return [o[s], s in o]; })()', [1, true]],
    ['[parseInt("0x1f"), parseInt("11", 2), parseFloat("2.5"), isFinite("x"), isNaN("x")]', [31, 3, 2.5, false, true]],
    [
      '[Math.PI > 3, Math.max(), Math.min(2, "1"), Math.sign(-3), Math.trunc(2.7), Math.cbrt(8), Math.random() < 1]',
      [true, -Infinity, 1, -1, 2, 2, true],
    ],
    ['console.log("quiet") ?? console.error("quiet")', undefined],
    [
      '[new Date(2024, 0).getFullYear(), new Date("2024").getTime(), Date.parse("1970-01-01T00:00:01Z"), new Date([2024, 1, 1].join("-")).getFullYear()]',
      [2024, 1704067200000, 1000, 2024],
    ],
    ['[new Date(0) + "", `${new Date(0)}`.length > 10, +new Date(5), new Date(0) < new Date(1)]', [String(new Date(0)), true, 5, true]],
    ['RegExp("a", "g").flags + new RegExp(/b/i).source + new RegExp(/c/i, "m").flags + new RegExp().source', 'gbm(?:)'],
    ['`${/x/g}` + /y/.toString() + /z/s.dotAll', '/x/g/y/true'],
    ['[/a/y.exec("ba"), /a/g.lastIndex]', [null, 0]],
    ['"abc".replace("b", (m, i, s) => m + i + s)', 'ab1abcc'],
    ['"aaa".replaceAll("a", (m, i) => i)', '012'],
    ['"ab".replaceAll("", "-")', '-a-b-'],
    ['"a1".replace(/(?<n>\\d)/, (...args) => typeof args.at(-1) + args.at(-1).n)', 'aobject1'],
    ['"x".replace(/x/g, undefined) + "x".replace("x")', 'undefinedundefined'],
    ['"abc".split() + "|" + "abc".split(undefined, 0).length + "|" + "a,b".split(",", 1) + "|" + "".split(/,/).length', 'abc|0|a|1'],
    ['["a.b".split("."), "abc".split("", 2), "a1b".split(/\\d/, 1)]', [['a', 'b'], ['a', 'b'], ['a']]],
    [
      '["abc".match("b")[0], "abc".match(/x/g), "abc".match()[0], [..."a.b".matchAll(".")].length, "abc".search("c")]',
      ['b', null, '', 3, 2],
    ],
    [
      '["abc".concat(1, [2]), "ab".isWellFormed(), " x ".trimStart() + "|", "abc".lastIndexOf("c"), "a".padEnd(3, "-"), "a".padStart(0), "abc".at()]',
      ['abc12', true, 'x |', 2, 'a--', 'a', 'a'],
    ],
    ['[..."ab"].entries().toArray().flat()', [0, 'a', 1, 'b']],
    ['String.raw`a${1}b${2}` + String.raw({ raw: ["x", "y"] }, 0, 1)', 'a1b2x0y'],
    ['((f) => [f.name, f.length, f.toString()])(function named(a, b = 1) {})', ['named', 1, 'function named(a, b = 1) {}']],
    [
      '(() => { const o = { m() { return 1 } }; return [typeof o.m, o?.m?.(), o.none?.(), o["m"]?.(), o.none?.deep.er()]; })()',
      ['function', 1, undefined, 1, undefined],
    ],
    ['"x".toUpperCase?.() + [1].sum?.()', 'X1'],
    ['(() => { const f = undefined; return f?.(1) })()', undefined],
    ['((...args) => Math.max.apply(null, args))(1, 3)', 3],
    ['Math.max.call(null, ...[1, 2]) + Math.max.apply(null)', -Infinity],
    ['[1, 2, 3].slice(...[1])', [2, 3]],
    [
      '[[3, 1].toSorted(), [3, 1].toReversed(), [1, 2, 3].toSpliced(1, 1), [1, 2].valueOf()]',
      [
        [1, 3],
        [1, 3],
        [1, 3],
        [1, 2],
      ],
    ],
    ['[1, 2, 3].reduceRight((a, b) => a + b) + [1, 2].findIndex(x => x === 2) + [1].findLastIndex(x => x > 5)', 6],
    [
      '(() => { const t = (s, ...v) => s[0] + v[0] + s.raw[1]; const o = { t }; return [t`a${1}b`, o.t`c${2}d`, o["t"]`e${3}f`]; })()',
      ['a1b', 'c2d', 'e3f'],
    ],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));

  it.each(['Object.assign({}, JSON.parse("{\\"__proto__\\":{}}"))', 'Object.groupBy([1], () => "__proto__")', '({ [`__proto__`]: 1 })'])(
    '%s is refused',
    (code) => expect(evaluationError(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN' }),
  );
});
