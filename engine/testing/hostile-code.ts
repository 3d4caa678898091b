// Hostile code for Code nodes: known ways to escape a sandbox. Used by tests and by the attacks on the server.

/** Spellings that read a member. */
export const memberSpellings = (member: string): string[] => [
  `.${member}`,
  `["${member}"]`,
  `[\`${member}\`]`,
  `["${member.slice(0, 3)}" + "${member.slice(3)}"]`,
  `[["${member}"]]`,
  `[{ toString: () => "${member}" }]`,
  `?.${member}`,
];

/** Functions whose constructor might create code. */
export const functionsOfHost = ['(() => {})', '(function () {})', '(async () => {})', '(function* () {})', 'class {}', 'Buffer', 'DateTime', 'DateTime.now', '$input.all', 'console.log', 'require', 'setTimeout', "$('x').first", 'URL', '$jmespath', 'this.helpers.httpRequest', '[].map', 'new Map().get', 'Buffer.from("a").toString', 'require("crypto").createHash', 'require("crypto").createHash("md5").update', 'require("crypto").createSign']; // oxfmt-ignore

/** Globals of the host that user code does not have. */
export const namesOfHost = ['process', 'global', 'globalThis.process', 'module', 'exports', '__dirname', 'parentPort', 'workerData', 'fetch', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'lockdown', 'Compartment', 'harden']; // oxfmt-ignore

/** Code that tries to create code through a function's constructor; returns whether it succeeded. */
export const makesCode = (maker: string, spelling: string): string =>
  `const make = (${maker})${spelling}; return String(typeof make === 'function' && make !== Object && typeof make('return typeof process !== "undefined" ? process.pid : 0')())`;

/** Ways to evaluate text as code, or to load code. */
export const textAsCode: readonly string[] = [
  'return eval("1")',
  'return (0, eval)("1")',
  'return globalThis.eval("1")',
  'return globalThis["ev" + "al"]("1")',
  'return Function("return 1")()',
  'return new globalThis.Function("return 1")()',
  'return Reflect.construct(Object.getPrototypeOf(async function () {}).constructor, ["return 1"])()',
  'return import.source("node:fs")',
  'return (0, eval)("import.source(\\"node:fs\\")")',
  'return import.meta',
  'return new Compartment({}).evaluate("1")',
  'return setTimeout("1", 0)',
  '}); globalThis.process; (function () {',
  'delete globalThis.eval; return eval',
];

/** A change made by one run, code of a later run that reads it, and the expected value. */
export const changesOfHost: readonly (readonly [change: string, look: string, expected: unknown])[] = [
  ['Array.prototype.map = () => "changed"', 'return [1].map((x) => x)', [1]],
  ['Object.prototype.polluted = 1', 'return ({}).polluted ?? "clean"', 'clean'],
  ['Object.defineProperty(Object.prototype, "x", { get: () => 1 })', 'return ({}).x ?? "clean"', 'clean'],
  ['({}).__proto__.y = 1', 'return ({}).y ?? "clean"', 'clean'],
  ['Math.max = () => 0', 'return Math.max(1, 2)', 2],
  ['JSON.parse = () => 0', 'return JSON.parse("1")', 1],
  ['Date.now = () => 0', 'return Date.now() > 0', true],
  ['DateTime.now = () => 0', 'return typeof DateTime.now()', 'object'],
  ['DateTime.prototype.toISO = () => "x"', 'return DateTime.fromMillis(0).toISO() === "x"', false],
  ['Buffer.from = () => 0', 'return Buffer.from("a").length', 1],
  ['Promise.prototype.then = () => 0', 'return await Promise.resolve(4)', 4],
  ['globalThis.leak = 1; leaked = 2', 'return typeof leak + typeof leaked', 'undefinedundefined'],
  ['console.log = () => { throw 1 }', 'console.log(1); return 1', 1],
  ['$jmespath.x = 1; URL.prototype.toString = () => 1', 'return typeof $jmespath.x', 'undefined'],
  ['String.prototype.trim = function () { return "stolen" }', 'return " a ".trim()', 'a'],
  ['RegExp.prototype.exec = () => null', 'return /a/.test("a")', true],
  ['Function.prototype.call = () => "x"', 'return (() => 1).call()', 1],
  [
    'const crypto = require("crypto"); crypto.createHash = 0; crypto.createHash("md5").__proto__.update = () => "x"',
    'return require("crypto").createHash("md5").update("a").digest("hex")',
    '0cc175b9c0f1b6a831c399e269772661',
  ],
  [
    'require("crypto").createHash("md5").update.planted = 1',
    'return typeof require("crypto").createHash("md5").update.planted',
    'undefined',
  ],
  ['Symbol.iterator.description; Array.prototype[Symbol.iterator] = 0', 'return [...[1, 2]]', [1, 2]],
];

/** Code that looks for Node's own objects behind the module `crypto`, and what it returns if there are none. */
export const behindCrypto: readonly (readonly [source: string, harmless: readonly unknown[]])[] = [
  ['return require("crypto").setEngine("/tmp/engine.so")', []],
  ['return require("node:crypto").createCipheriv("aes-128-cbc", "k".repeat(16), "i".repeat(16))', []],
  ['return require("crypto").generateKeyPairSync("ed25519")', []],
  [
    'return typeof require("crypto").webcrypto + typeof require("crypto").subtle + typeof require("crypto").default',
    ['undefinedundefinedundefined'],
  ],
  ['return require("crypto").randomFillSync(Buffer.alloc(1))', []],
  [
    'const hash = require("crypto").createHash("md5"); return Object.getOwnPropertySymbols(hash).length + typeof hash._handle + typeof hash.pipe',
    ['0undefinedundefined'],
  ],
  ['return Object.getPrototypeOf(require("crypto").createHmac("md5", "k")) === Object.prototype', [true]],
  ['return require("crypto").randomBytes(2 ** 31 - 1).length', []],
  ['return require("crypto").createHash("md5").update(new Proxy(new Uint8Array(4), {})).digest("hex")', []],
  ['const crypto = require("crypto"); crypto.kept = 1; return crypto.kept', []],
];
