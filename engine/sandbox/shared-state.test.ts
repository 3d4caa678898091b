// Nothing that user code can reach, and that the next run in the same process reaches too, can be changed: looked for by walking all of it.
import { afterAll, expect, it } from 'vitest';
import { MemoryBinary } from '../binary/memory-binary.ts';
import type { CodeSession } from '../sdk/index.ts';
import { createSandbox } from './index.ts';

const sandbox = createSandbox({ size: 1 });
afterAll(() => sandbox.stop());

const session: CodeSession = {
  nodeName: 'Code',
  continueOnFail: false,
  signal: new AbortController().signal,
  timezone: 'Europe/Berlin',
  lookup: () => ({}),
  staticData: () => ({}),
  onConsole: () => undefined,
  binary: new MemoryBinary(),
  http: {
    request: async () => {
      throw new Error('no network');
    },
  },
};

/** What the globals give when they are used, and what they throw. */
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
  new AggregateError([]) | (async () => {})() | new Error("x") | DateTime | Duration | Buffer[Symbol.species] | console | $input | $execution
`
  .split(/[|\n]/)
  .filter((sample) => sample.trim() !== '');

/** Gathers everything reachable in `seen`: object → the way to it. */
const walk = `
const seen = new Map();
const queue = [];
const add = (value, path) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || path.length > 200) return;
  seen.set(value, path);
  queue.push([value, path]);
};
const attempt = (make, path) => {
  try { add(make(), path); } catch (error) { add(error, path + '!'); }
};
for (const name of Object.getOwnPropertyNames(globalThis)) attempt(() => globalThis[name], name);
${samples.map((sample) => `attempt(() => (${sample}), ${JSON.stringify(sample.trim())});`).join('\n')}
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

const run = async (source: string): Promise<unknown> =>
  (await sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, session)).value;

it('nothing a run can mark carries the mark in the next run', async () => {
  const marked = await run(
    `${walk} let count = 0; for (const value of seen.keys()) { try { Object.defineProperty(value, 'mark', { value: 1 }); count++; } catch {} } return [seen.size, count];`,
  );
  // There is much to see, and a run may change what is its own.
  expect(marked).toEqual([expect.any(Number), expect.any(Number)]);
  const [size, count] = marked as [number, number];
  expect(size).toBeGreaterThan(1000);
  expect(count).toBeGreaterThan(100);
  expect(
    await run(
      `${walk} return [...seen].filter(([value]) => Object.getOwnPropertyDescriptor(value, 'mark') !== undefined).map(([, path]) => path);`,
    ),
  ).toEqual([]);
});
