// Added methods of arrays, objects, numbers and booleans, and global functions.
import { describe, expect, it } from 'vitest';
import { evaluate, evaluationError } from '../../testing/sample-run.ts';

describe('arrays', () => {
  it.each([
    ['[1, 2].append(3, 4)', [1, 2, 3, 4]],
    ['[12, 1, 5].average()', 6],
    ['[].average()', 0],
    ['[1, 2, 3, 4, 5].chunk(2)', [[1, 2], [3, 4], [5]]],
    ['[2, null, 1, "", undefined, 0, false, "nil"].compact()', [2, 1, 0, false]],
    ['[1, 2, { a: 1 }, null, ["x"]].difference([2, { a: 1 }, ["x"]])', [1, null]],
    ['[{ a: 1, b: 2 }].difference([{ b: 2, a: 1 }])', []],
    ['[1, 2, 2, { a: 1 }].intersection([{ a: 1 }, 2])', [2, { a: 1 }]],
    ['[1, 2].first()', 1],
    ['[].first()', undefined],
    ['[1, 2].last()', 2],
    ['[].isEmpty()', true],
    ['[0].isNotEmpty()', true],
    ['[1, 12, 5].max()', 12],
    ['[].max()', -Infinity],
    ['[].min()', Infinity],
    ['[4, 1, 5].min()', 1],
    ['[1, NaN].max()', Number.NaN],
    ['[{ a: 1, b: 2 }, { a: 1, c: 3 }].merge([{ a: 2, c: 4 }, { d: 5 }])', { a: 1, b: 2, c: 3, d: 5 }],
    ['[{ a: 1 }].merge()', { a: 1 }],
    ['[{ n: "A", g: 1 }, { n: "B" }, 5].pluck("n")', ['A', 'B']],
    [
      '[{ n: "A", g: 1 }, { n: "B", g: 2 }].pluck("n", "g")',
      [
        ['A', 1],
        ['B', 2],
      ],
    ],
    ['[1, 2].pluck()', [1, 2]],
    ['[7].randomItem()', 7],
    ['[{ a: 1, b: 1 }, { a: 1, b: 2 }, { a: 2 }, 5].removeDuplicates("a")', [{ a: 1, b: 1 }, { a: 2 }, 5]],
    ['[{ a: 1, b: 1 }, { a: 1, b: 1, c: 2 }].unique("a, b").length', 1],
    ['[{ a: 1, b: 1 }, { a: 1, b: 2 }].unique(["a", "b"]).length', 2],
    ['(() => { const m = new Map(); return [m, m, new Map(), () => 1].unique().length; })()', 3],
    ['[1, "1", 1, { a: [1] }, { a: [1] }, new Date(0), new Date(0), undefined, undefined].unique().length', 5],
    ['[{ a: 1, b: 2 }, 5].renameKeys("a", "x", "b", "y")', [{ x: 1, y: 2 }, 5]],
    ['[{ f: "age", v: 2 }, { f: "city", v: "B" }, { f: 1 }].smartJoin("f", "v")', { age: 2, city: 'B' }],
    ['[1, 2, 3.5].sum()', 6.5],
    ['["a", 1].toJsonString()', '["a",1]'],
    ['[1, 2, "dd", {}, null].union([1, {}, null, 3])', [1, 2, 'dd', {}, null, 3]],
    ['[1].toInt() ?? [1].toFloat() ?? [1].toNumber() ?? [1].toBoolean() ?? [1].toDateTime() ?? [1].toDate()', undefined],
    ['[1, 2, 3]?.sum()', 6],
    ['[3, 1]["sum"]()', 4],
    ['(() => { const l = [1]; l.push(2); return l.append(3); })()', [1, 2, 3]],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));

  it.each([
    ['["1", "bad"].sum()', 'sum(): all array elements must be numbers'],
    ['[1, null].max()', 'max(): all array elements must be numbers'],
    ['[1].chunk()', 'chunk() needs the length of a chunk, e.g. .chunk(5)'],
    ['[1].difference(5)', 'difference() needs an array to compare with, e.g. .difference([1, 2])'],
    ['[1].merge([2])', 'merge() works on arrays of objects only'],
    ['[{}].renameKeys("a")', "renameKeys() needs pairs of names, e.g. .renameKeys('from', 'to')"],
    ['[{}].smartJoin("a")', "smartJoin() needs the names of two fields, e.g. .smartJoin('name', 'value')"],
  ])('%s', (code, message) => expect(evaluationError(code)).toMatchObject({ name: 'ExpressionExtensionError', message }));
});

describe('objects', () => {
  it.each([
    ['({ x: null, y: 2, z: "", u: undefined, n: "nil", f: false }).compact()', { y: 2, f: false }],
    ['({ a: 1 }).hasField("a")', true],
    ['({ a: 1 }).hasField("toString")', false],
    ['({}).isEmpty()', true],
    ['({ a: 1 }).isNotEmpty()', true],
    ['({ a: "Mr X", b: "y", c: 4 }).keepFieldsContaining("X")', { a: 'Mr X' }],
    ['({ a: 1, b: 2 }).keys()', ['a', 'b']],
    ['({ a: 1, b: 2 }).merge({ a: 3, c: 4 })', { a: 1, b: 2, c: 4 }],
    ['({ a: 1, b: 2 }).removeField("a")', { b: 2 }],
    ['({ a: "Mr X", b: "y", c: 4 }).removeFieldsContaining("X")', { b: 'y', c: 4 }],
    ['({ a: 1 }).toJsonString()', '{"a":1}'],
    ['({ a: "x y", b: 2 }).urlEncode()', 'a=x+y&b=2'],
    ['({ a: 1, b: 2 }).values()', [1, 2]],
    ['({ keys: 5 }).keys()', ['keys']],
    ['({ keys: () => "own" }).keys()', 'own'],
    ['({}).toInt() ?? ({}).toFloat() ?? ({}).toNumber() ?? ({}).toBoolean() ?? ({}).toDateTime() ?? ({}).toDate()', undefined],
    ['$json.keys()', ['a']],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));

  it.each([
    ['({ a: 1 }).keepFieldsContaining()', "keepFieldsContaining() needs a text to look for, e.g. .keepFieldsContaining('text')"],
    ['({ a: 1 }).removeFieldsContaining("")', "removeFieldsContaining() needs a text to look for, e.g. .removeFieldsContaining('text')"],
    ['({ a: 1 }).merge(5)', 'merge() needs another object, e.g. .merge({ name: 1 })'],
    ['({ constructor: 1 }).compact()', 'Cannot access "constructor" due to security concerns'],
    ['({ a: 1 }).sum()', 'sum() is only callable on type "Array"'],
  ])('%s', (code, message) => expect(evaluationError(code).message).toBe(message));
});

describe('numbers', () => {
  it.each([
    ['(-1.7).abs()', 1.7],
    ['(1.2).ceil()', 2],
    ['(1.9).floor()', 1],
    ['(1.256).round()', 1],
    ['(1.256).round(2)', 1.26],
    ['(1.5).round(-3)', 2],
    ['(NaN).round(3)', Number.NaN],
    ['(123456.789).format()', '123,456.789'],
    ['(123456.789).format("de-DE")', '123.456,789'],
    ['(12.5).format("en-US", { style: "currency", currency: "USD" })', '$12.50'],
    ['(4).isEven()', true],
    ['(-3).isOdd()', true],
    ['(4.5).isInteger()', false],
    ['(0).isEmpty()', true],
    ['(0).isNotEmpty()', false],
    ['(-1).isEmpty()', false],
    ['(0).toBoolean()', false],
    ['(1704085200).toDateTime("s").toMillis()', 1704085200000],
    ['(1704085200000).toDateTime().toMillis()', 1704085200000],
    ['(45345).toDateTime("excel").toISO()', '2024-02-23T00:00:00.000Z'],
    ['(4.7).toInt() + (4.5).toFloat() + (1).toNumber()', 10.5],
    ['(0.5).toInt()', 1],
    ['Object.is((-0).toInt(), 0)', true],
    ['new Number(4).isEven()', true],
    ['(1e21).toLocaleString("en").length', 29],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));

  it.each([
    ['(9.2).isOdd()', 'isOdd() is only callable on whole numbers'],
    ['(NaN).isEven()', 'isEven() is only callable on whole numbers'],
    ['(1).toDateTime("days")', "Unsupported format 'days'. toDateTime() supports 'ms', 's', 'us' and 'excel'."],
  ])('%s', (code, message) => expect(evaluationError(code)).toMatchObject({ name: 'ExpressionExtensionError', message }));
});

describe('booleans', () => {
  it.each([
    ['true.toNumber() + true.toInt() + false.toFloat()', 2],
    ['false.isEmpty()', true],
    ['false.isNotEmpty()', false],
    ['undefined.isEmpty()', true],
    ['null.isNotEmpty()', false],
    ['true.toBoolean()', true],
    ['true.toDateTime()', undefined],
    ['true.toString()', 'true'],
    ['new Boolean(false).toNumber()', 0],
  ])('%s', (code, value) => expect(evaluate(code)).toBe(value));
});

describe('global functions', () => {
  it.each([
    ['$if(1 > 0, "a", "b")', 'a'],
    ['$if(0, "a", "b")', 'b'],
    ['$if(0, "a")', false],
    ['$ifEmpty("", "x")', 'x'],
    ['$ifEmpty(null, "x") + $ifEmpty(undefined, "x") + $ifEmpty([], "x") + $ifEmpty({}, "x")', 'xxxx'],
    ['$ifEmpty(0, "x")', 0],
    ['ifEmpty([1], 2)', [1]],
    ['$min(3, 1, 2)', 1],
    ['$max(3, 1, "7")', 7],
    ['max(1, NaN)', Number.NaN],
    ['min()', Infinity],
    ['$average(1, 2, 6)', 3],
    ['average([2, 4])', 3],
    ['$max(...Array(50000).fill(2))', 2],
    ['$not(0)', true],
    ['not("x")', false],
    ['numberList(1, 4)', [1, 2, 3, 4]],
    ['numberList(1, -2)', [1, 0, -1, -2]],
    ['zip(["a", "b"], [1, 2])', { a: 1, b: 2 }],
    ['extend([1, 2], "sum", [])', 3],
    ['extend("TEST", "toLowerCase")', 'test'],
    ['extendOptional([1, 2], "sum")()', 3],
    ['$jmespath({ people: [{ n: "A", a: 20 }, { n: "B", a: 30 }] }, "people[?a > `20`].n | [0]")', 'B'],
    ['$jmesPath([{ n: 1 }], "[*].n")', [1]],
    ['$jmespath($json, "a")', 1],
    ['$jmespath([[1, 2], [3]], "[]")', [1, 2, 3]],
    ['(() => { $json.a = 5; return $jmespath($json, "[a, a][]"); })()', [5, 5]],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));

  it.each([
    ['$if(true, "yes", $("nope").first())', 'yes'],
    ['$if(false, [].first().a.b, "no")', 'no'],
    ['$if(false, 1)', false],
    ['$average()', 0],
    ['$average(1, 2, 3)', 2],
    ['toPathSegment("a b/c")', 'a%20b%2Fc'],
    ['toPathSegment("a..b")', 'a..b'],
    ['["a", "a", "b"].difference(["c"])', ['a', 'b']],
    ['["10", "9"].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))', ['9', '10']],
    ['$now.isLuxonDateTime', true],
    ['DateTime.fromISO("2024-01-01").plus().toISODate()', '2024-01-01'],
    ['DateTime.fromISO("2024-01-01").plus(null)', undefined],
    ['DateTime.fromISO("2024-01-01").set({ bad: 1 })', undefined],
    ['DateTime.fromISO("2024-01-01").toFormat(null)', undefined],
    ['Duration.fromObject({ hours: 1 }).plus({ foo: 1 })', undefined],
    ['"abc".hasOwnProperty("length")', true],
    ['["a", 1].toLocaleString()', 'a,1'],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));

  it.each([
    ['["1", "2"].sum()', 'sum(): all array elements must be numbers'],
    ['$average("1", 2)', '$average works on numbers only: $average(1, 2, 3)'],
    ['toPathSegment("..")', 'toPathSegment needs a text that can be part of a path, not ".."'],
    ['toPathSegment(null)', 'toPathSegment needs a text that can be part of a path, not ""'],
    ['DateTime.now().isBetween("2024-01-01")', 'isBetween() needs two dates, e.g. .isBetween(start, end)'],
    ['({ a: 1 }).reverse()', 'reverse() is only callable on type "Array"'],
    ['throw new Error("x")', 'invalid syntax: an expression must return a value, but "throw" does not'],
    ['', 'invalid syntax: there is nothing between the brackets {{ }}'],
    ['$if(1)', '$if needs a condition and a value: $if(condition, valueIfTrue, valueIfFalse)'],
    ['$ifEmpty(1)', '$ifEmpty needs two values: $ifEmpty(value, valueIfEmpty)'],
    ['numberList(1)', 'numberList needs two numbers: numberList(start, end)'],
    ['zip({ length: 1 }, [])', 'keys and values must be arrays'],
    ['zip([1], [])', 'keys and values not of equal length'],
    ['$jmespath("x", "a")', '$jmespath expects two arguments: an object or array, and a query'],
    ['$jmespath({}, 5)', '$jmespath expects two arguments: an object or array, and a query'],
  ])('%s', (code, message) => expect(evaluationError(code).message).toBe(message));
});
