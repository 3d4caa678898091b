import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import type { Item } from '../contract/run-data.ts';
import { MemoryBinary } from '../binary/memory-binary.ts';
import type { CodeResult, CodeRun, CodeSession } from '../sdk/index.ts';
import { createSandbox, type Sandbox } from './index.ts';

const sandbox = createSandbox({ allowedModules: ['crypto', 'node:path'.slice(5)] });
afterAll(() => sandbox.stop());

const items: readonly Item[] = [{ json: { n: 1 } }, { json: { n: 2 } }];
const staticData: Record<'node' | 'global', JsonObject> = { node: { kept: 1 }, global: {} };
const lines: unknown[][] = [];
const levels: string[] = [];

const node = { json: { q: 7 }, context: { turn: 3 }, parameter: { url: 'x' }, runIndex: 0 };
const names: Record<string, unknown> = {
  $: (name: unknown) => ({
    first: (output: unknown) => ({ json: { from: name, output } }),
    all: () => items,
    isExecuted: name === 'Ran',
    get item() {
      if (name === 'Missing') throw new Error(`Node '${String(name)}' hasn't been executed`);
      return { json: { from: name } };
    },
  }),
  $node: { 'A node': node },
  $items: (name: unknown) => [{ json: { from: name } }],
  $workflow: { id: 'w1', name: 'Test' },
  $execution: { id: '42', mode: 'test', customData: { set: () => undefined, get: (key: string) => `value of ${key}` } },
  $env: { HOME: '/home' },
  $nodeId: 'n1',
  $nodeVersion: 2,
  $rawParameter: { a: '={{ 1 }}' },
  $fromAI: (key: unknown) => `chosen ${String(key)}`,
  $evaluateExpression: (text: unknown, index: unknown) => `${String(text)} at ${String(index)}`,
  $getPairedItem: (...args: unknown[]) => ({ json: { args } }),
};

const session = (input: Partial<CodeSession> = {}): CodeSession => ({
  nodeName: 'Code',
  continueOnFail: false,
  signal: new AbortController().signal,
  timezone: 'America/New_York',
  lookup: (name) => names[name],
  staticData: (scope) => staticData[scope],
  onConsole: (values, level) => {
    lines.push([...values]);
    levels.push(level);
  },
  binary: new MemoryBinary(),
  http: {
    request: async ({ url, method, body }) => ({
      status: url.endsWith('/missing') ? 404 : 200,
      statusText: 'OK',
      headers: { 'content-type': 'application/json' },
      url,
      bytes: async () => Buffer.from(JSON.stringify({ url, method, body })),
      stream: async function* () {
        yield Buffer.from('');
      },
    }),
  },
  ...input,
});

const run = async (source: string, more: Partial<CodeRun> = {}, sessionOptions: Partial<CodeSession> = {}): Promise<CodeResult> =>
  sandbox.run({ source, mode: 'all', dialect: 'code', items, ...more }, session(sessionOptions));

const valueOf = async (source: string, more: Partial<CodeRun> = {}): Promise<unknown> => (await run(source, more)).value;

describe('globals of user code', () => {
  it.each<[string, unknown]>([
    ['return $input.all().map((item) => item.json.n)', [1, 2]],
    ['return items.length + $items().length', 4],
    ['return [$input.first().json.n, $input.last().json.n, $json.n, $itemIndex]', [1, 2, 1, 0]],
    ["return $('Orders').first(1).json", { from: 'Orders', output: 1 }],
    ["return [$('Ran').isExecuted, $('Other').isExecuted, $('Ran').item.json.from]", [true, false, 'Ran']],
    ['return [$node["A node"].json.q, $node["A node"].context.turn, $node["A node"].parameter.url]', [7, 3, 'x']],
    ['return $items("Orders", 0, -1)', [{ json: { from: 'Orders' } }]],
    ['return [$workflow.name, $execution.id, $execution.customData.get("k"), $env.HOME]', ['Test', '42', 'value of k', '/home']],
    ['return DateTime.fromISO("2026-03-01T12:00").zoneName + $now.zoneName', 'America/New_YorkAmerica/New_York'],
    ['return $jmespath({ a: [{ b: 1 }, { b: 2 }] }, "a[].b")', [1, 2]],
    ['return Buffer.from("hi").toString("base64") + btoa("hi") + new URL("http://a.b/c").pathname', 'aGk=aGk=/c'],
    ['const x = await new Promise((resolve) => setTimeout(() => resolve(5), 1)); return x', 5],
    ['return require("crypto").createHash("md5").update("a").digest("hex")', '0cc175b9c0f1b6a831c399e269772661'],
    [
      'return this.helpers.httpRequest({ url: "http://x/y", qs: { a: 1 }, method: "post", body: { b: 2 } })',
      { url: 'http://x/y?a=1', method: 'POST', body: '{"b":2}' },
    ],
    [
      'try { await $helpers.httpRequest("http://x/missing") } catch (error) { return error.message }',
      'Request failed with status code 404',
    ],
    [
      'const file = await this.helpers.prepareBinaryData(Buffer.from("abc"), "a.txt"); return (await this.helpers.getBinaryDataBuffer(0, file)).toString()',
      'abc',
    ],
    [
      'return [new Date(0), new Map([["a", 1]]), new Set([1]), $now instanceof DateTime, { f() {}, g: undefined }]',
      ['1970-01-01T00:00:00.000Z', {}, {}, true, {}],
    ],
    ['return [NaN, -Infinity, undefined, () => 1, Symbol("s"), 7n, 2n ** 64n]', [null, null, null, null, null, 7, '18446744073709551616']],
    ['return { a: { nan: NaN, u: undefined, f() {}, s: Symbol("s"), big: 7n } }', { a: { nan: null, big: 7 } }],
    [
      'return { key: { toJSON: (key) => key }, list: [{ toJSON: (key) => [key, new Date(0)] }] }',
      { key: 'key', list: [['0', '1970-01-01T00:00:00.000Z']] },
    ],
    [
      'return { none: { toJSON() {} }, list: [{ toJSON() {} }], own: { toJSON() { return this; }, n: 1 } }',
      { list: [null], own: { n: 1 } },
    ],
    [
      'return { invalid: new Date(NaN), re: /x/, text: new String("t"), made: new (class A { b = new Date(0); })() }',
      { invalid: null, re: {}, text: 't', made: { b: '1970-01-01T00:00:00.000Z' } },
    ],
    [
      'return { error: new TypeError("no"), bytes: new Uint8Array([1, 2]), buffer: Buffer.from("a") }',
      { error: { name: 'TypeError', message: 'no' }, bytes: { 0: 1, 1: 2 }, buffer: { type: 'Buffer', data: [97] } },
    ],
    [
      'const a = { at: new Date(0) }; a.self = a; return { a, b: a }',
      {
        a: { at: '1970-01-01T00:00:00.000Z', self: '[Circular Reference]' },
        b: { at: '1970-01-01T00:00:00.000Z', self: '[Circular Reference]' },
      },
    ],
    [
      'return { proxy: new Proxy({ at: new Date(0) }, {}), ["__proto__"]: { at: NaN } }',
      JSON.parse('{ "proxy": { "at": "1970-01-01T00:00:00.000Z" }, "__proto__": { "at": null } }'),
    ],
    ['return "<!-- a comment --> and import(x)" + `<!-- ${1} import (y)`', '<!-- a comment --> and import(x)<!-- 1 import (y)'],
    ['/* import(x) <!-- */ return /<!--/.test("<!--")', true],
  ])('%s', async (source, expected) => {
    expect(await valueOf(source)).toStrictEqual(expected);
  });

  it('runs once per item', async () => {
    expect(await valueOf('item.json.twice = $json.n * 2; item.json.at = $itemIndex; return item', { mode: 'each' })).toEqual([
      { json: { n: 1, twice: 2, at: 0 }, pairedItem: { item: 0 } },
      { json: { n: 2, twice: 4, at: 1 }, pairedItem: { item: 1 } },
    ]);
    expect(items[0]).toEqual({ json: { n: 1 } });
  });

  it('knows the names of legacy nodes', async () => {
    expect(await valueOf('items[0].json.z = 1; return items', { dialect: 'function' })).toEqual([
      { json: { n: 1, z: 1 }, pairedItem: { item: 0 } },
      { json: { n: 2 }, pairedItem: { item: 1 } },
    ]);
    expect(await valueOf('item.z = item.n; return item', { dialect: 'functionItem', mode: 'each' })).toEqual([{ n: 1, z: 1 }, { n: 2, z: 2 }]); // oxfmt-ignore
    expect(await valueOf('return b.json.n - a.json.n', { dialect: 'sort' })).toEqual([1, 0]);
  });

  it('returns static data that code changed', async () => {
    await run('const data = $getWorkflowStaticData("node"); data.count = (data.kept || 0) + 1; delete data.kept; data["__proto__x"] = 1');
    expect(staticData.node).toEqual({ count: 2, __proto__x: 1 });
    await run('this.getWorkflowStaticData("node").more = 5', { dialect: 'function' });
    expect(staticData.node).toEqual({ count: 2, __proto__x: 1, more: 5 });
    await expect(run('$getWorkflowStaticData("other")')).rejects.toThrow(/'global' or 'node'/);
  });

  it('collects what is logged', async () => {
    lines.length = 0;
    levels.length = 0;
    await run('console.log("a", { b: 1 }); console.error(new Error("bad"), () => 1); console.warn(1); console.info(2); console.debug(3)');
    expect(levels).toEqual(['log', 'error', 'warn', 'info', 'debug']);
    expect(lines[0]).toEqual(['a', { b: 1 }]);
    expect(lines[1]?.[0]).toBe('Error: bad');
  });
});

describe('long lists', () => {
  it('are transferred in both directions, in order', async () => {
    const many = Array.from({ length: 3500 }, (_, n) => ({ json: { n } }));
    const { value } = await run('return items.map(({ json }) => ({ json: { n: json.n * 2 } }))', { items: many });
    expect(value).toEqual(many.map(({ json }) => ({ json: { n: json.n * 2 } })));
    expect(await valueOf('return b.json.n - a.json.n', { items: many, dialect: 'sort' })).toEqual(many.map((_, index) => 3499 - index));
    expect(await valueOf('return $itemIndex', { items: many, mode: 'each' })).toEqual(many.map((_, index) => index));
  });
});

describe('failures', () => {
  it.each([
    ['const a = 1;\nthrow new Error("boom")', 'boom [line 2]'],
    ['null.x', /null .*\[line 1\]/],
    ['return {', /Unexpected token \[line 1\]/],
    ['\nreturn await import("fs")', /import\(\) is not available in code \[line 2\]/],
    ['return require("fs")', /module "fs" is not allowed/],
    ['return () => 1', /is a function, which cannot leave the code/],
    ["return $('Missing').item", "Node 'Missing' hasn't been executed [line 1]"],
    ['return $node["A node"].secret.x', /undefined/],
  ])('%s', async (source, message) => {
    await expect(run(source)).rejects.toThrow(message);
  });

  it('names the item, and continues with the others on request', async () => {
    await expect(run('if ($json.n === 2) throw new Error("two"); return item', { mode: 'each' })).rejects.toThrow(
      'two [line 1, for item 1]',
    );
    const { value, errors } = await run(
      'if ($json.n === 1) throw new TypeError("one"); return $json.n',
      { mode: 'each' },
      { continueOnFail: true },
    );
    expect(value).toEqual([undefined, 2]);
    expect([...(errors ?? [])].map(([index, error]) => [index, error.message])).toEqual([[0, 'one [line 1, for item 0]']]);
  });
});

describe('undeclared names', () => {
  it.each<[string, unknown]>([
    ['return typeof missing', 'undefined'],
    ['made = 2; return made + 1', 3],
    ['for (i = 0; i < 3; i++) ; return i', 3],
    ['made = 1; made += 2; made++; return { made }', { made: 4 }],
    ['[a, { b: c = 3 }] = [1, {}]; return a + c', 4],
    ['made = function () { return this === undefined }; return made()', true],
    ['Made = class { constructor(x) { this.x = x } }; return new Made(5).x', 5],
    ['space = { Inner: class { y = 6 } }; return new space.Inner().y', 6],
    ['const x = 1\nmade = 2\nreturn x', 1],
    ['try { missing } catch (error) { return error instanceof ReferenceError }', true],
    ['return [toString, valueOf].map((f) => typeof f)', ['function', 'function']],
    ['return "while (n-->0) eval(x) import(y)"', 'while (n-->0) eval(x) import(y)'],
    ['let n = 3; while (n-->0) ; return n', -1],
    ['return ({ eval(x) { return x } }).eval(7) /* eval(1) */', 7],
  ])('%s', async (source, expected) => {
    expect(await valueOf(source)).toEqual(expected);
  });

  it.each([
    ['return foo', 'foo is not defined [line 1]'],
    ['const a = 1\nfoo\nreturn a', 'foo is not defined [line 2]'],
    ['\n\nfoo(1)', 'foo is not defined [line 3]'],
    ['return { foo }', 'foo is not defined [line 1]'],
    ['return new Foo()', 'Foo is not defined [line 1]'],
    ['count++', 'count is not defined [line 1]'],
    ['total += 1', 'total is not defined [line 1]'],
    ['return (() => inner)()', 'inner is not defined [line 1]'],
    ['return `${foo}`', 'foo is not defined [line 1]'],
    ['class A extends Foo {}', 'Foo is not defined [line 1]'],
    ['return b', 'b is not defined [line 1]'],
    ['return fetch("http://x")', 'fetch is not defined [line 1]'],
    ['return process.env', 'process is not defined [line 1]'],
    ['return eval("1")', 'eval() is not available in code [line 1]. Write the code itself, or read data with JSON.parse().'],
  ])('%s', async (source, message) => {
    await expect(run(source)).rejects.toThrow(message);
  });

  it('depend on the mode', async () => {
    await expect(run('return item', { dialect: 'sort' })).resolves.toBeDefined();
    await expect(run('return items', { mode: 'each' })).rejects.toThrow('items is not defined');
    await expect(run('return b.json.missing - c', { dialect: 'sort' })).rejects.toThrow('c is not defined');
  });
});

describe('limits', () => {
  const small = createSandbox({ memory: 64, size: 1 });
  afterAll(() => small.stop());
  const limited = (source: string, more: Pick<CodeRun, 'timeout'> = {}): Promise<CodeResult> =>
    small.run({ source, mode: 'all', dialect: 'code', items: [], ...more }, session());

  it.each([
    ['a loop without end', 'while (true);', 'CODE_TIMEOUT'],
    ['a promise that never settles', 'await new Promise(() => {})', 'CODE_TIMEOUT'],
    ['a pattern that never ends', 'return /^(a+)+$/.test("a".repeat(50) + "!")', 'CODE_TIMEOUT'],
    ['a list without end', 'const list = []; while (true) list.push(new Array(1e4).fill(1.5))', /CODE_OUT_OF_MEMORY|CODE_TIMEOUT/],
    [
      'buffers without end',
      'const list = []; for (let i = 0; i < 1e6; i++) list.push(new Uint8Array(5e7).fill(1))',
      /CODE_OUT_OF_MEMORY|CODE_TIMEOUT/,
    ],
    ['recursion without end', 'const f = () => f(); f()', 'CODE_FAILED'],
    ['a built-in that never ends', 'return Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)', 'CODE_TIMEOUT'],
    ['an allocation that ends its process', 'const set = new Set(); for (let i = 0; ; i++) set.add(i)', /CODE_OUT_OF_MEMORY|CODE_TIMEOUT/],
    ['one huge buffer', 'return Buffer.alloc(8e9, 1).length', /CODE_OUT_OF_MEMORY|CODE_TIMEOUT/],
    ['one huge text', 'return "x".repeat(2 ** 28).split("").length', /CODE_OUT_OF_MEMORY|CODE_TIMEOUT/],
  ])('%s ends, and the next run is fine', async (_name, source, code) => {
    // Code that ends by itself gets all the time it needs.
    await expect(limited(source, code === 'CODE_FAILED' ? {} : { timeout: 300 })).rejects.toMatchObject({
      code: expect.stringMatching(code) as string,
    });
    expect((await limited('return 1')).value).toBe(1);
  });

  it('queued jobs run, or end with their execution', async () => {
    const stop = new AbortController();
    const first = limited('await new Promise((resolve) => setTimeout(resolve, 50)); return "first"');
    const second = small.run({ source: 'return "second"', mode: 'all', dialect: 'code', items: [] }, session({ signal: stop.signal }));
    const third = limited('return "third"');
    stop.abort(new Error('given up'));
    await expect(second).rejects.toThrow('given up');
    expect([(await first).value, (await third).value]).toEqual(['first', 'third']);
  });

  it('when the sandbox stops, running jobs end and no job starts any more', async () => {
    const own = createSandbox({ size: 1 });
    const start = (source: string): Promise<CodeResult> => own.run({ source, mode: 'all', dialect: 'code', items: [] }, session());
    const running = start('while (true);');
    const waiting = start('return 1');
    const ended = Promise.allSettled([running, waiting]);
    await own.stop();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(start('return 1')).rejects.toMatchObject({ code: 'EXECUTION_CANCELED' });
  });

  it('a run ends when its execution is stopped', async () => {
    const stop = new AbortController();
    const running = run('while (true);', {}, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(running).rejects.toThrow('stopped');
  });
});

/** Blocks code and requests until it is opened. */
class Gate {
  readonly #requested = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<void>();
  #isReleased = false;

  /** Resolves once code has asked, which shows that it runs. */
  get requested(): Promise<void> {
    return this.#requested.promise;
  }

  get session(): Pick<CodeSession, 'http' | 'lookup'> {
    const get = (): boolean => (this.#requested.resolve(), this.#isReleased);
    return {
      lookup: (name) => (name === '$execution' ? { customData: { get } } : names[name]),
      http: { request: async (request) => (await this.#released.promise, session().http.request(request)) },
    };
  }

  release(): void {
    this.#isReleased = true;
    this.#released.resolve();
  }
}
/** Code that checks whether the gate is open. */
const isReleased = '$execution.customData.get("released")';

describe('slots', () => {
  const start = (sandbox: Sandbox, source: string, sessionOptions: Partial<CodeSession> = {}): Promise<CodeResult> =>
    sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, session(sessionOptions));

  it.each([
    ['requests', 'await this.helpers.httpRequest({ url: "http://held" }); return "waited"'],
    ['timers', `while (!${isReleased}) await new Promise((resolve) => setTimeout(resolve, 100)); return "waited"`],
  ])('code that awaits %s keeps no other from running', async (_, source) => {
    const own = createSandbox({ size: 2 });
    const gate = new Gate();
    const waiting = Array.from({ length: 5 }, () => start(own, source, gate.session));
    expect((await start(own, 'return 1')).value).toBe(1);
    gate.release();
    expect((await Promise.all(waiting)).map(({ value }) => value)).toEqual(Array.from({ length: 5 }, () => 'waited'));
    await own.stop();
  });

  it('are limited to running code, and so is the queue before them', async () => {
    const own = createSandbox({ size: 1, queue: 1 });
    const gate = new Gate();
    const first = start(own, `while (!${isReleased}); return "first"`, gate.session);
    const second = start(own, 'return "second"');
    await expect(start(own, 'return "third"')).rejects.toMatchObject({
      code: 'CODE_QUEUE_FULL',
      params: { limit: 1 },
      hint: expect.stringContaining('MILLRACE_CODE_QUEUE') as string,
    });
    gate.release();
    expect([(await first).value, (await second).value]).toEqual(['first', 'second']);
    await own.stop();
  });

  it('queued code can be parked, running code cannot', async () => {
    const own = createSandbox({ size: 1 });
    const parking = new AbortController();
    const session = { parking: parking.signal };
    const gate = new Gate();
    const first = start(own, `while (!${isReleased}); return "first"`, { ...gate.session, ...session });
    const queued = Array.from({ length: 30 }, () => start(own, 'return "queued"', session));
    const settled = Promise.allSettled(queued);
    await gate.requested;
    parking.abort(new Error('parked'));
    expect(new Set((await settled).map((result) => (result.status === 'rejected' ? String(result.reason) : result.status)))).toEqual(
      new Set(['Error: parked']),
    );
    gate.release();
    expect((await first).value).toBe('first');
    await own.stop();
  });
});

describe('names shared with expressions', () => {
  it.each([
    ['$if(1 > 0, "a", "b") + $if(0, "a", "b") + $if(0, "a")', 'abfalse'],
    ['[$ifEmpty("", 1), $ifEmpty([], 2), $ifEmpty({}, 3), $ifEmpty(0, 4), $ifEmpty("x", 5)]', [1, 2, 3, 0, 'x']],
    ['$min(3, 1, 2) + $max(3, 1, 2)', 4],
    ['[$nodeId, $nodeVersion, $rawParameter.a]', ['n1', 2, '={{ 1 }}']],
    ['$fromAI("city")', 'chosen city'],
    ['$evaluateExpression("{{ 1 }}", 1)', '{{ 1 }} at 1'],
    ['$getPairedItem("A", { previousNode: "B" }, { item: 0 }).json.args[0]', 'A'],
  ])('%s', async (code, expected) => expect(await valueOf(`return ${code}`)).toEqual(expected));
});

describe('helpers for items and files', () => {
  it.each([
    [
      'this.helpers.copyInputItems(items, ["n", "missing"])',
      [
        { n: 1, missing: null },
        { n: 2, missing: null },
      ],
    ],
    ['this.helpers.copyInputItems([{ json: { a: { b: [1] }, c: null, ["__proto__"]: 1 } }], ["a", "c", "toString"])', [{ a: { b: [1] }, c: null, toString: null }]], // oxfmt-ignore
    ['(() => { const o = { a: {} }; return this.helpers.copyInputItems([{ json: o }], ["a"])[0].a === o.a; })()', false],
    ['(await this.helpers.binaryToBuffer(Buffer.from("test"))).toString()', 'test'],
    ['(await helpers.binaryToBuffer("text")).toString("hex")', '74657874'],
    ['(await helpers.binaryToBuffer((async function* () { yield Buffer.from("a"); yield "b"; })())).toString()', 'ab'],
  ])('%s', async (code, expected) => expect(await valueOf(`return ${code}`)).toEqual(expected));
});
