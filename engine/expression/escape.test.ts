// Ways out of an expression: each name that leads to the host, by each way to spell it, and the tricks that got out of others.
import { describe, expect, it } from 'vitest';
import { evaluate, failureOf, itemsOf, sampleScope } from './sample-run.ts';
import { compileExpression, ExpressionError } from './index.ts';

/** Refused on every value. */
const prototypeNames = [
  '__proto__',
  'prototype',
  'constructor',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
];
/** Refused but for fields of the data itself. */
const hostNames =
  'mainModule getPrototypeOf binding _linkedBinding _load prepareStackTrace caller callee arguments getBuiltinModule dlopen execve loadEnvFile'.split(
    ' ',
  );
/** Missing on purpose. */
const absentNames =
  'setPrototypeOf getOwnPropertyDescriptor getOwnPropertyDescriptors defineProperty defineProperties captureStackTrace stackTraceLimit'.split(
    ' ',
  );

/** Ways to name a member. `N` is the name, `H` and `T` its halves, `V` the value it is read from. */
const spellings: Readonly<Record<string, string>> = {
  dot: 'V.N',
  bracket: 'V["N"]',
  template: 'V[`N`]',
  'template with a value': 'V[`H${"T"}`]',
  concatenation: 'V["H" + "T"]',
  'array as key': 'V[["N"]]',
  'nested array as key': 'V[[["N"]]]',
  'object with toString': 'V[{ toString: () => "N" }]',
  'object with valueOf': 'V[{ toString: undefined, valueOf: () => "N" }]',
  'boxed text': 'V[new String("N")]',
  'optional chain': 'V?.N',
  'optional bracket': 'V?.["H" + "T"]',
  'result of a function': 'V[(() => "N")()]',
  conditional: 'V[true ? "N" : ""]',
  sequence: 'V[("x", "N")]',
  'joined letters': 'V["N".split("").join("")]',
  call: 'V.N()',
  'bracket call': 'V["H" + "T"]()',
  'optional call': 'V.N?.()',
  'tagged template': 'V.N`x`',
  destructuring: '(() => { const { N: x } = V; return x; })()',
  'computed destructuring': '(() => { const { ["H" + "T"]: x } = V; return x; })()',
  'destructured parameter': '(({ N: x }) => x)(V)',
  'destructuring assignment': '(() => { let x; ({ ["N"]: x } = V); return x; })()',
  'loop variable': '(() => { for (const { N: x } of [V]) return x; })()',
  'nested pattern': '(() => { const { a: { N: x } } = { a: V }; return x; })()',
  in: '"N" in V',
  assignment: 'V.N = 1',
  'computed assignment': 'V["H" + "T"] = 1',
  'nested assignment': 'V.N.polluted = 1',
  update: 'V.N++',
  'logical assignment': 'V.N ??= 1',
  delete: 'delete V.N',
  'pattern target': '([V.N] = [1])',
  'super member':
    '(class extends Object { m() { return super["H" + "T"]; } }, new (class extends Object { m() { return super["H" + "T"]; } })().m())',
  extend: 'extend(V, "N", [])',
  'extend with an object': 'extend(V, { toString: () => "N" }, [])',
  extendOptional: 'extendOptional(V, "N")()',
};

/** Values a way out may begin at: data, functions, host objects and their methods. */
const values = [
  '({})',
  '[]',
  '"text"',
  '(5)',
  'true',
  '(() => 1)',
  '(function () {})',
  'Object',
  'Math',
  'DateTime',
  '$now',
  '$input',
  '$("Before")',
  '/x/',
  '[].map',
  'Symbol("s")',
  '(class {})',
  'new Error("e")',
  'new Map()',
  '[1].values()',
  'this',
];

function spell(form: string, value: string, name: string): string {
  const half = Math.ceil(name.length / 2);
  const parts: Record<string, string> = { V: value, N: name, H: name.slice(0, half), T: name.slice(half) };
  return form.replace(/\b[VNHT]\b/g, (part) => parts[part] as string);
}

/** What came of it: refused by us, or a harmless primitive or nothing. Anything else got somewhere. */
function outcome(code: string): string {
  try {
    const value = evaluate(code, { items: itemsOf({ a: 1 }) });
    return value === undefined || value === false ? 'nothing' : `${typeof value} ${String(value)}`;
  } catch (error) {
    return error instanceof ExpressionError ? error.code : String(error);
  }
}

describe.each(Object.entries(spellings))('%s', (_, form) => {
  it.each([...prototypeNames, ...hostNames])('%s is refused on an object', (name) => {
    const error = failureOf(spell(form, '({})', name));
    expect(error).toMatchObject({
      code: 'EXPRESSION_FORBIDDEN',
      message: expect.stringMatching(/^Cannot .* due to security concerns$/) as string,
    });
  });

  it.each(hostNames)('%s is refused on a text and a number', (name) => {
    const ways = ['"text"', '(5)'].map((value) => outcome(spell(form, value, name)));
    expect(ways.filter((result) => result !== 'EXPRESSION_FORBIDDEN' && result !== 'nothing')).toEqual([]);
  });

  it('refuses constructor on every kind of value', () => {
    const ways = values.map((value) => [value, outcome(spell(form, value, 'constructor'))]);
    // `in` and destructuring of a primitive find no object to look into.
    expect(ways.filter(([, result]) => result !== 'EXPRESSION_FORBIDDEN' && result !== 'nothing')).toEqual([]);
  });
});

it.each(hostNames)('%s is refused on what is no object', (name) => {
  for (const value of ['"text"', '(5)', 'true', '(() => 1)']) expect(outcome(`${value}.${name}`)).toBe('EXPRESSION_FORBIDDEN');
});

describe('names that are missing on purpose', () => {
  it.each(absentNames)('%s reads as nothing and cannot be called', (name) => {
    expect(evaluate(`Object.${name}`)).toBeUndefined();
    expect(evaluate(`Error["${name}"]`)).toBeUndefined();
    expect(failureOf(`Object.${name}({}, "x", {})`).message).toBe(`Cannot access "${name}" due to security concerns`);
    expect(failureOf(`Error["${name}"]({})`).message).toBe(`Cannot access "${name}" due to security concerns`);
  });
});

describe('fields of data with such names', () => {
  it.each(hostNames)('%s is read where it is data', (name) => {
    const run = { items: [{ json: { [name]: 'data' } }] };
    expect(evaluate(`$json.${name}`, run)).toBe('data');
    expect(evaluate(`$json["${name}"]`, run)).toBe('data');
    expect(evaluate(`(() => { const { ${name}: x } = $json; return x; })()`, run)).toBe('data');
    expect(evaluate(`(() => { const { ["${name}"]: x } = $json; return x; })()`, run)).toBe('data');
  });

  it.each(['constructor', 'prototype', '__proto__'])('%s is refused all the same', (name) => {
    const json = JSON.parse(`{ "${name}": 1 }`) as Record<string, unknown>;
    expect(failureOf(`$json.${name}`, { items: [{ json }] })).toMatchObject({ code: 'EXPRESSION_FORBIDDEN' });
  });
});

describe('bare names', () => {
  it.each(prototypeNames)('%s is refused', (name) =>
    expect(failureOf(name).message).toBe(`Cannot access "${name}" due to security concerns`),
  );

  it('may be variables', () => expect(evaluate('(() => { const constructor = 1; return constructor; })()')).toBe(1));

  it.each([
    'const ___data = 1; 1',
    '(([___data]) => 1)([1])',
    '(() => { function ___data() {} return 1; })()',
    '___data = 1',
    'for ([___data] of [[1]]) 1',
    '(() => { try { throw 1 } catch (___e) {} })()',
  ])('%s takes a reserved name', (code) =>
    expect(failureOf(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN', name: 'ExpressionReservedVariableError' }),
  );
});

describe('classes', () => {
  it.each([
    'class Z extends Function {} new Z("return 1")()',
    'class Z extends GeneratorFunction {}',
    'class Z extends AsyncFunction {}',
    'class Z extends (() => Function)() {}',
    'class Z extends (true ? Function : Object) {}',
    'class Z extends (0, Function) {}',
    'class Z extends (null || Function) {}',
    'class Z extends Promise {}',
    'class Z extends DateTime {}',
    'class Z extends RegExp {}',
    'class Z extends Uint8Array {}',
    'class Z extends (() => 1) {}',
    'class Z extends (function () {}) {}',
    'class Z extends null {}',
    'class Z extends $json {}',
  ])('%s is refused', (code) =>
    expect(failureOf(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN', name: 'ExpressionClassExtensionError' }),
  );

  it.each([
    'class A { get __proto__() {} }',
    'class A { static __defineGetter__() {} }',
    '({ __proto__: { x: 1 } })',
    '({ "__proto__": 1 })',
    '({ ["__pro" + "to__"]: 1 })',
    '({ get __proto__() { return 1 } })',
    'Object.fromEntries([["__proto__", 1]])',
    'zip(["__proto__"], [1])',
    '[{ k: "__proto__", v: 1 }].smartJoin("k", "v")',
    '[{ a: 1 }].renameKeys("a", "__proto__")',
  ])('%s is refused', (code) => expect(failureOf(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN' }));
});

describe('spread of host globals', () => {
  it.each([
    '[...process]',
    '({ ...global })',
    '({ ...Buffer })',
    '((a) => a)(...process)',
    '({ ...({ ...process }) })',
    '[...[...globalThis]]',
    '`${JSON.stringify({ ...process })}`',
    'new Set([...require])',
  ])('%s is refused', (code) => expect(failureOf(code).message).toMatch(/^Cannot spread "\w+" due to security concerns$/));

  it('is allowed where the name is given as data', () => {
    expect(evaluate('({ ...process }).pid', { extra: { process: { pid: -1 } } })).toBe(-1);
    expect(evaluate('(() => { const process = [1]; return [...process]; })()')).toEqual([1]);
  });
});

describe('with', () => {
  it.each([
    'with ({}) { 1 }',
    '(() => { with (Object) { return getPrototypeOf({}); } })()',
    '(function () { var constructor = 1; with (function () {}) { return constructor("return 1")(); } })()',
  ])('%s is refused', (code) =>
    expect(failureOf(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN', name: 'ExpressionWithStatementError' }),
  );
});

describe('this', () => {
  it.each([
    ['this.process', {}],
    ['this?.process?.env', undefined],
    ['(() => this.process.mainModule === undefined)()', 'refused'],
    ['(function () { return this.global })()', {}],
    ['[1].map(function () { return this.process })', [{}]],
    ['(function () { return (function () { return this.process.env })() })()', undefined],
    ['(() => { const f = function () { return this.require }; return f.call(undefined) })()', {}],
    ['JSON.parse("[1]", function () { return typeof this.process })', 'undefined'],
    ['"a".replace(/a/, function () { return typeof this.process.env })', 'undefined'],
  ])('%s', (code, value) => {
    if (value === 'refused') expect(failureOf(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN' });
    else expect(evaluate(code)).toEqual(value);
  });
});

describe('keys that change between check and use', () => {
  it('are converted once', () => {
    const bypass =
      '(() => { let n = 0; const key = { toString: () => (n++ === 0 ? "a" : "constructor") }; return [({ a: 1 })[key], n]; })()';
    expect(evaluate(bypass)).toEqual([1, 1]);
    expect(
      evaluate(
        '(() => { let n = 0; const key = { toString: () => (n++ === 0 ? "a" : "constructor") }; const { [key]: v } = { a: 2 }; return [v, n]; })()',
      ),
    ).toEqual([2, 1]);
    expect(
      evaluate(
        '(() => { let n = 0; const o = {}; const key = { toString: () => (n++ === 0 ? "a" : "__proto__") }; o[key] = 1; return [o, n]; })()',
      ),
    ).toEqual([{ a: 1 }, 1]);
  });
});

describe('the host behind helpers', () => {
  it.each([
    ['Object.keys($now)', []],
    ['Object.entries($now)', []],
    ['({ ...$now })', {}],
    ['$now.loc', undefined],
    ['$now._zone', undefined],
    ['$now.zone.constructor', 'refused'],
    ['$now.zone.opts', undefined],
    ['Object.values(new Intl.NumberFormat("en"))', []],
    ['new Error("x").stack', 'Error: x'],
    ['(() => { try { null.x } catch (e) { return e.stack } })()', "TypeError: Cannot read properties of null (reading 'x')"],
    ['Object.keys(new Error("x"))', []],
    ['JSON.stringify(Object.assign({}, new Error("x")))', '{}'],
    ['Object.getOwnPropertyNames(parseInt)', []],
    ['parseInt.toString()', 'function parseInt() { [native code] }'],
    ['[].map + ""', 'function map() { [native code] }'],
    ['$jmespath({ a: {} }, "a.constructor")', 'refused'],
    ['$jmespath({ a: {} }, "a.toString")', 'refused'],
    ['$jmespath({ a: {} }, "{ x: __proto__ }")', 'refused'],
    ['$jmespath([{}], "[*].hasOwnProperty")', 'refused'],
    ['$fromAI("constructor")', undefined],
    ['$fromAI("__proto__")', undefined],
    ['$node.constructor', 'refused'],
    ['$node["__proto__"]', 'refused'],
    ['$("__proto__")', 'refused'],
    ['$vars.constructor', 'refused'],
    ['$parameter.__proto__', 'refused'],
    ['$execution.customData.constructor', 'refused'],
    ['Reflect.ownKeys', undefined],
    ['Proxy.revocable', undefined],
    ['Function("return 1")', undefined],
    ['new Function("return 1")', undefined],
    ['eval("1")', undefined],
    ['[].constructor.constructor("return 1")()', 'refused'],
    ['"".sub.constructor', 'refused'],
    ['Array.from.constructor', 'refused'],
    ['[1].map(Object.getOwnPropertyDescriptor)', undefined],
    ['Object.create(Object.prototype)', 'refused'],
    ['Object.create($now)', undefined],
    ['Symbol.for', undefined],
    ['Symbol.iterator', undefined],
    ['Array.prototype.x = 1', 'refused'],
    ['[].__proto__.x = 1', 'refused'],
  ])('%s', (code, value) => {
    if (value === 'refused') expect(() => evaluate(code)).toThrow(ExpressionError);
    else expect(evaluate(code)).toEqual(value);
  });

  it('does not call what makes code, however it was come by', () => {
    const makers = [
      Function,
      Object.getPrototypeOf(async () => undefined).constructor,
      Object.getPrototypeOf(function* () {}).constructor,
    ] as unknown[];
    for (const maker of makers)
      expect(failureOf('given("return 1")', { extra: { given: maker } })).toMatchObject({ code: 'EXPRESSION_FORBIDDEN' });
    expect(evaluate('new given("return 1")', { extra: { given: Function } })).toBeUndefined();
  });

  it('shows of unknown classes their own fields only', () => {
    class Decimal {
      readonly digits = [1];
      secret(): string {
        return 'called';
      }
    }
    const run = { items: [{ json: { d: new Decimal() } }] };
    expect(evaluate('[$json.d.digits, typeof $json.d.secret, $json.d + "", Object.keys($json.d)]', run)).toEqual([
      [1],
      'undefined',
      '[object Object]',
      ['digits'],
    ]);
    expect(evaluate('$json.d.secret()', run)).toBeUndefined();
  });
});

describe('what is left behind', () => {
  it('is nothing: built-ins are the same in the next run', () => {
    const scope = sampleScope();
    const attacks = [
      'Object.prototype.p = 1',
      '[].map.p = 1',
      'Math.max = () => 0',
      'JSON.stringify = () => "x"',
      'Array.prototype.map = 0',
      'this.x = 1',
      '$json.__proto__.p = 1',
      'globalThis.x = 1',
      'DateTime.now = () => 0',
    ];
    for (const attack of attacks) {
      try {
        compileExpression(`={{ ${attack} }}`).evaluate(scope);
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
      }
    }
    expect(evaluate('[({}).p, typeof [].map, Math.max(1, 2), JSON.stringify([1]), typeof x, DateTime.now().isValid]')).toEqual([
      undefined,
      'function',
      2,
      '[1]',
      'undefined',
      true,
    ]);
  });

  it('is nothing: a variable without declaration ends with its evaluation', () => {
    const scope = sampleScope();
    expect(compileExpression('={{ kept = 5 }}').evaluate(scope)).toBe(5);
    expect(compileExpression('={{ kept }}').evaluate(scope)).toBeUndefined();
  });
});

describe('errors of ours within try', () => {
  it.each(['({}).constructor', '[...process]', 'while (true) {}', '(function f() { f(); })()'])('%s is not caught', (attack) => {
    expect(failureOf(`(() => { try { ${attack} } catch { return "caught"; } })()`)).toBeInstanceOf(ExpressionError);
    expect(failureOf(`(() => { try { ${attack} } finally { return "passed"; } })()`)).toBeInstanceOf(ExpressionError);
  });

  it('others are', () =>
    expect(evaluate('(() => { try { "x".toDateTime() } catch (e) { return e.message } })()')).toBe('cannot convert to Luxon DateTime'));
});
