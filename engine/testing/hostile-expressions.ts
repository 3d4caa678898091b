// Hostile expressions: ways to reach the host, each in many spellings, and expressions that never end or exhaust the memory. Used by tests and by
// the attacks on the server.

/** Names that are rejected on every value. */
export const prototypeNames = [
  '__proto__',
  'prototype',
  'constructor',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
];
/** Names that are rejected except as fields of the data itself. */
export const hostNames =
  'mainModule getPrototypeOf binding _linkedBinding _load prepareStackTrace caller callee arguments getBuiltinModule dlopen execve loadEnvFile'.split(
    ' ',
  );
/** Names that are intentionally undefined. */
export const absentNames =
  'setPrototypeOf getOwnPropertyDescriptor getOwnPropertyDescriptors defineProperty defineProperties captureStackTrace stackTraceLimit'.split(
    ' ',
  );

/** Ways to access a member. `N` is the name, `H` and `T` are its halves, `V` is the value it is read from. */
export const spellings: Readonly<Record<string, string>> = {
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

/** Values that an attack may start from: data, functions, host objects and their methods. */
export const hostValues = [
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

/** Returns the expression that reads `name` from `value` in the given spelling. */
export function spell(form: string, value: string, name: string): string {
  const half = Math.ceil(name.length / 2);
  const parts: Record<string, string> = { V: value, N: name, H: name.slice(0, half), T: name.slice(half) };
  return form.replace(/\b[VNHT]\b/g, (part) => parts[part] as string);
}

/** Classes that would extend host values. */
export const rejectedClasses: readonly string[] = [
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
];

/** Objects and data that would get a prototype of their own. */
export const rejectedPrototypeKeys: readonly string[] = [
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
];

/** Spreads of host globals. */
export const rejectedSpreads: readonly string[] = [
  '[...process]',
  '({ ...global })',
  '({ ...Buffer })',
  '((a) => a)(...process)',
  '({ ...({ ...process }) })',
  '[...[...globalThis]]',
  '`${JSON.stringify({ ...process })}`',
  'new Set([...require])',
];

/** `with` statements over host values. */
export const rejectedWithStatements: readonly string[] = [
  'with ({}) { 1 }',
  '(() => { with (Object) { return getPrototypeOf({}); } })()',
  '(function () { var constructor = 1; with (function () {}) { return constructor("return 1")(); } })()',
];

/** Ways to the host through helpers, with the expected result; `refused` for an error. */
export const hostBehindHelpers: readonly (readonly [code: string, value: unknown])[] = [
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
];

/** Expressions that never end. */
export const endlessExpressions: readonly string[] = [
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
];

/** Expressions whose values exhaust the memory. */
export const growingExpressions: readonly string[] = [
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
];
