// A run cannot change anything that the next run in the same process can reach: one run walks over everything and plants texts where it can, and
// the next run searches for them.
import { afterAll, expect, it } from 'vitest';
import { codeSession } from '../testing/code-session.ts';
import { createSandbox } from './index.ts';

const sandbox = createSandbox({ size: 1 });
afterAll(() => sandbox.stop());

const session = codeSession({ timezone: 'Europe/Berlin' });

/** Values that globals return when they are used, and errors that they throw. */
const samples = `
  DateTime.now() | DateTime.utc() | DateTime.local({ zone: "system" }) | DateTime.fromISO("none") | DateTime.now().toLocaleParts() | DateTime.now().setLocale("de")
  DateTime.now().loc.dtFormatter(DateTime.now(), {}) | DateTime.now().loc.numberFormatter({}) | DateTime.now().loc.relFormatter({}) | DateTime.buildFormatParser("yyyy")
  DateTime.fromFormatExplain("2020", "yyyy") | DateTime.fromObject({ none: 1 }) | DateTime.fromMillis("1") | Duration.fromObject(5) | Duration.fromMillis(1).as("none")
  Interval.fromDateTimes(DateTime.now(), DateTime.now()) | Duration.fromMillis(1) | Duration.fromObject({}, { conversionAccuracy: "longterm" }) | DateTime.now().startOf("none")
  new URL("http://a/?b=1") | new URL("http://a/?b=1").searchParams.keys() | new URL("none") | new URL() | new URLSearchParams([1]) | URLSearchParams.prototype.get.call({})
  Buffer.alloc(-1) | Buffer.from(5) | Buffer.from("abc").readInt32LE(9) | Buffer.from("x").entries() | Buffer.from("x").toJSON() | Buffer.concat(1) | Buffer.from("a", "none")
  new TextDecoder("latin1") | new TextDecoder("none") | new TextEncoder() | new TextEncoder().encodeInto(1) | atob("*") | structuredClone(() => 1) | structuredClone(new Map([[1, /x/]]))
  new Intl.DateTimeFormat("en") | new Intl.NumberFormat("en") | new Intl.RelativeTimeFormat("en") | new Intl.PluralRules("en") | new Intl.Collator("en") | new Intl.ListFormat("en")
  new Intl.Segmenter("en").segment("a b") | new Intl.Segmenter("en").segment("a b")[Symbol.iterator]() | new Intl.Locale("en") | new Intl.DisplayNames("en", { type: "region" })
  null.x | new Proxy({}, { get: 1 }).x | $jmespath({}, "[") | $jmespath({ a: 1 }, "none(a)") | $jmespath({ a: [1] }, "&a") | require("fs") | setTimeout(5) | queueMicrotask(5) | this
  [].entries() | new Map().entries() | "x"[Symbol.iterator]() | "x".matchAll(/x/g) | (function* () {})() | (async function* () {})() | Iterator.from({ next() {} }) | [].values().map((x) => x)
  (async function* () {})() | new Uint8Array(2) | new BigInt64Array(1) | new DataView(new ArrayBuffer(2)) | new ArrayBuffer(2, { maxByteLength: 4 }) | new Set([1]) | new WeakMap() | new WeakSet()
  new Date(0) | /x/g | Promise.withResolvers() | Symbol.prototype | new Proxy(() => 1, {}) | new TextDecoder("utf-16le") | new TextDecoder("utf-8", { fatal: true }) | new TextDecoder("windows-1252")
  new URL("http://a/?b=1").searchParams | new URLSearchParams("a=1") | Buffer.from("abc") | Buffer.from("abc").buffer | Buffer.from([1]).subarray(0) | Intl.DateTimeFormat.prototype.formatToParts
  DateTime.now().zone | DateTime.fromISO("2020-01-01T00:00Z", { setZone: true }).zone | DateTime.now().setZone("Asia/Tokyo").zone | DateTime.invalid("x").invalidExplanation | DateTime.DATE_MED
  DateTime.now().diff(DateTime.now()).matrix | Interval.fromDateTimes(DateTime.now(), DateTime.now()).s | $helpers | helpers.binaryToBuffer("x") | $input | $("x") | $node | $execution | $now
  Buffer.from({ __proto__: null, [Symbol.for("nodejs.util.inspect.custom")]: heard }) | Buffer.alloc(1, "a", { __proto__: null, [Symbol.for("nodejs.util.inspect.custom")]: heard })
  Buffer.prototype[Symbol.for("nodejs.util.inspect.custom")].call(Object.assign(Buffer.from("x"), { own: { [Symbol.for("nodejs.util.inspect.custom")]: heard } }), 2, { customInspect: true })
  URL.prototype[Symbol.for("nodejs.util.inspect.custom")].call(new URL("http://a"), 2, {}, heard) | setTimeout(heard, 0) | setImmediate(heard) | queueMicrotask(heard) | new URLSearchParams("a=1").forEach(heard)
  Buffer.from("x").forEach(heard) | new Error("x", { cause: heard }).stack | structuredClone(new Error("x")) | structuredClone(new Date(0)) | structuredClone(/x/) | structuredClone(new Uint8Array(1))
  require("crypto") | require("crypto").createHash("sha256") | require("crypto").createHash("sha256").update("a").digest() | require("crypto").createHmac("md5", "k").digest("hex")
  require("crypto").createHash("none") | require("crypto").createHash("md5").update(heard) | require("crypto").createHash("md5").digest("none") | require("crypto").randomBytes(-1)
  require("crypto").createHash("md5").copy() | require("crypto").randomBytes(4) | require("crypto").randomBytes(4, heard) | require("crypto").getHashes() | require("crypto").timingSafeEqual("a", "ab")
  new AggregateError([]) | (async () => {})() | new Error("x") | DateTime | Duration | Buffer[Symbol.species] | console | $input | $execution
`
  .split(/[|\n]/)
  .filter((sample) => sample.trim() !== '');

/** Collects everything reachable in `seen`: value → path. */
const walk = `
const seen = new Map();
const queue = [];
const add = (value, path) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || path.length > 200) return;
  seen.set(value, path);
  queue.push([value, path]);
};
const attempt = (make, path) => {
  try {
    const made = make();
    add(made, path);
    if (made instanceof Promise) made.then((value) => add(value, path + ' (resolved)'), (error) => add(error, path + ' (rejected)'));
    return made;
  } catch (error) { add(error, path + '!'); }
};
const heard = function (...args) { add(this, 'the "this" of a callback'); for (const arg of args) add(arg, 'an argument of a callback'); return 1; };
own.add(heard); own.add(seen); own.add(queue); own.add(add); own.add(attempt);
for (const name of Object.getOwnPropertyNames(globalThis)) attempt(() => globalThis[name], name);
const made = [${samples.map((sample) => `[attempt(() => (${sample}), ${JSON.stringify(sample.trim())}), ${JSON.stringify(sample.trim())}]`).join(',\n')}];
// Results of methods, called without arguments, with a function and with a text.
for (const [value, path] of made) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue;
  for (let object = value; object !== null && object !== Object.prototype && object !== Function.prototype; object = Object.getPrototypeOf(object)) {
    for (const key of Reflect.ownKeys(object)) {
      const method = Object.getOwnPropertyDescriptor(object, key)?.value;
      if (typeof method !== 'function' || key === 'constructor') continue;
      for (const args of [[], [heard], ['x', heard]]) attempt(() => Reflect.apply(method, value, args), path + '.' + String(key) + '()');
    }
  }
}
await new Promise((resolve) => setTimeout(() => setImmediate(resolve), 1));
while (queue.length > 0) {
  const [value, path] = queue.pop();
  attempt(() => Object.getPrototypeOf(value), path + '.__proto__');
  for (const key of Reflect.ownKeys(value)) {
    const { get, set, value: part } = Object.getOwnPropertyDescriptor(value, key) ?? {};
    for (const found of [get, set, part]) add(found, path + '.' + String(key));
    if (get !== undefined) attempt(() => Reflect.apply(get, value, []), path + '.' + String(key));
  }
}
`;

/** Plants a text in everything mutable: new and existing fields, setters, and the contents of lists, maps and buffers. */
const plant = `
let count = 0;
const doing = (act) => { try { if (act() !== false) count++; } catch {} };
for (const value of seen.keys()) {
  if (own.has(value)) continue;
  doing(() => Reflect.defineProperty(value, 'planted', { value: 'planted' }));
  for (const key of Reflect.ownKeys(value)) {
    const { set } = Object.getOwnPropertyDescriptor(value, key) ?? {};
    if (set !== undefined) doing(() => Reflect.apply(set, value, ['planted']));
    else doing(() => Reflect.defineProperty(value, key, { value: 'planted' }));
  }
  for (const act of holders) doing(() => act.plant(value));
}
`;

const find = `
const found = [];
for (const [value, path] of seen) {
  if (own.has(value)) continue;
  for (const key of Reflect.ownKeys(value)) {
    if (key === 'planted') found.push(path);
    const { get, value: part } = Object.getOwnPropertyDescriptor(value, key) ?? {};
    if (part === 'planted') found.push(path + '.' + String(key));
    try { if (get !== undefined && Reflect.apply(get, value, []) === 'planted') found.push(path + '.' + String(key)); } catch {}
  }
  for (const act of holders) { try { if (act.isPlanted(value)) found.push(path + ' (content)'); } catch {} }
}
`;

/** Objects that the walk itself creates, and content that is not stored in fields. */
const tools = `
const { Object, Reflect, Array, ArrayBuffer, Uint8Array, Date, Map, Set, Promise, URLSearchParams } = globalThis;
const own = new Set();
const { set, has } = Map.prototype; const { add: addTo, has: isIn } = Set.prototype;
const bytes = Object.getPrototypeOf(Uint8Array.prototype);
const length = Object.getOwnPropertyDescriptor(bytes, 'length').get;
const holders = [
  { plant: (value) => set.call(value, 'planted', 'planted'), isPlanted: (value) => has.call(value, 'planted') },
  { plant: (value) => addTo.call(value, 'planted'), isPlanted: (value) => isIn.call(value, 'planted') },
  { plant: (value) => Date.prototype.setTime.call(value, 171), isPlanted: (value) => Date.prototype.getTime.call(value) === 171 },
  { plant: (value) => new Uint8Array(value instanceof ArrayBuffer ? value : new ArrayBuffer(0)).fill(171), isPlanted: (value) => value instanceof ArrayBuffer && new Uint8Array(value)[0] === 171 },
  { plant: (value) => bytes.fill.call(value, 171), isPlanted: (value) => length.call(value) > 0 && value[0] === 171 },
  { plant: (value) => URLSearchParams.prototype.append.call(value, 'planted', ''), isPlanted: (value) => URLSearchParams.prototype.has.call(value, 'planted') },
  { plant: (value) => Array.prototype.push.call(value, 'planted'), isPlanted: (value) => Array.isArray(value) && Array.prototype.includes.call(value, 'planted') },
];
own.add(holders); own.add(own);
`;

const run = async (source: string): Promise<unknown> =>
  (await sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, session)).value;

it('nothing that a run can plant exists in the next run', async () => {
  const planted = await run(`${tools} ${walk} ${plant} return [seen.size, count];`);
  // The exact numbers vary: there is much to visit, and a run may change its own objects.
  expect(planted).toEqual([expect.any(Number), expect.any(Number)]);
  const [size, count] = planted as [number, number];
  expect(size).toBeGreaterThan(1500);
  expect(count).toBeGreaterThan(500);
  expect(await run(`${tools} ${walk} ${find} return found;`)).toEqual([]);
});
