// Known ways to escape a sandbox fail, and no run affects the next one.
import { afterAll, describe, expect, it } from 'vitest';
import { codeSession } from '../testing/code-session.ts';
import {
  behindCrypto,
  changesOfHost,
  functionsOfHost,
  makesCode,
  memberSpellings,
  namesOfHost,
  textAsCode,
} from '../testing/hostile-code.ts';
import { createSandbox } from './index.ts';

const sandbox = createSandbox();
afterAll(() => sandbox.stop());

const session = codeSession({
  lookup: (name) => (name === '$' ? () => ({ first: () => ({ json: {} }) }) : name === '$node' ? { x: { json: {} } } : {}),
});

/** Returns the code's result, or `refused` if it threw. */
async function outcome(source: string): Promise<unknown> {
  try {
    return (await sandbox.run({ source, mode: 'all', dialect: 'code', items: [{ json: { a: 1 } }] }, session)).value;
  } catch (error) {
    return (error as { code?: string }).code === 'CODE_FAILED' ? 'refused' : error;
  }
}

describe('no function compiles code', () => {
  it.each(functionsOfHost.flatMap((maker) => memberSpellings('constructor').map((spelling) => [maker, spelling])))(
    '(%s)%s',
    async (maker, spelling) => {
      const isCompiled = makesCode(maker, spelling);
      expect(await outcome(isCompiled)).toBe('refused');
    },
  );
});

describe('host names do not exist', () => {
  it.each(namesOfHost)('%s', async (name) => {
    expect(await outcome(`return typeof ${name}`)).toBe('undefined');
  });

  it.each([
    'return this === undefined || this === null ? "nothing" : Object.keys(this).sort().join()',
    'return (function () { return this })() === undefined ? "nothing" : "something"',
    'return (0, eval)("typeof process")',
    'return new Function("return typeof process")()',
  ])('%s', async (source) => {
    expect(['nothing', 'refused', 'getInputData,getNode,getWorkflowStaticData,helpers']).toContain(await outcome(source));
  });
});

describe('nothing of Node is behind the module crypto', () => {
  it.each(behindCrypto)('%s', async (source, harmless) => {
    expect(['refused', ...harmless]).toContain(await outcome(source));
  });
});

describe('stack traces contain no objects', () => {
  it.each([
    'const error = (() => { try { return Object.getPrototypeOf(Object.getPrototypeOf(DateTime.utc().zone)).isValid } catch (e) { return e } })(); let seen; for (let c = error.constructor; c; c = Object.getPrototypeOf(c)) try { c.prepareStackTrace = (e, frames) => { seen = frames; return "" }; c.stackTraceLimit = 100; void new c("x").stack } catch {} try { null.x } catch (e) { void e.stack } return seen === undefined ? "refused" : "frames"',
    'let seen; Error.prepareStackTrace = (error, frames) => { seen = frames.map((frame) => typeof frame.getThis() + typeof frame.getFunction()); return ""; }; void new Error("x").stack; return seen === undefined ? "refused" : [...new Set(seen)].join()',
    'const e = {}; Error.captureStackTrace?.(e); return typeof e.stack === "string" || e.stack === undefined ? "refused" : "frames"',
  ])('%s', async (source) => {
    expect(['refused', 'undefinedundefined']).toContain(await outcome(source));
  });
});

describe('changes by one run are invisible to the next', () => {
  it.each(changesOfHost)('%s', async (change, look, expected) => {
    await outcome(change);
    expect(await outcome(look)).toEqual(expected);
  });

  it('buffers contain nothing of earlier runs', async () => {
    await outcome('Buffer.from("the secret of an earlier run".repeat(50)); return 1');
    const leaks =
      'let all = ""; for (let i = 0; i < 50; i++) { const b = Buffer.from("x"); all += Buffer.from(b.buffer).toString("latin1") + Buffer.allocUnsafe(2000).toString("latin1"); } return all.includes("secret")';
    expect(await outcome(leaks)).toBe(false);
  });
});

describe('no text is compiled as code', () => {
  it.each(textAsCode)('%s', async (source) => {
    const got = await outcome(source);
    if (got !== 'refused') expect(got).toMatchObject({ code: 'CODE_FAILED' });
  });
});

describe('background work of one run does not reach the next', () => {
  const later = 'await new Promise((resolve) => setTimeout(resolve, 60)); ';

  it.each([
    [
      'answers',
      'this.helpers.httpRequest("http://x/").catch(() => 0); return 1',
      `try { return await this.helpers.httpRequest("http://slow/") } catch (e) { return e.message }`,
      'no network',
    ],
    ['rejections', 'setTimeout(() => Promise.reject(new Error("late")), 20); return 1', `${later}return 2`, 2],
    [
      'rejections of a run that goes on',
      'Promise.reject(new Error("early")); await new Promise((resolve) => setTimeout(resolve, 30)); return "theirs"',
      `${later}return "mine"`,
      'mine',
    ],
    ['timers', 'setInterval(() => { throw new Error("late") }, 1); return 1', `${later}return 2`, 2],
    [
      'timers begun after the end',
      'Promise.resolve().then(async () => { for (let i = 0; i < 50; i++) await 0; setInterval(() => { throw new Error("late") }, 1) }); return 1',
      `${later}return 2`,
      2,
    ],
    ['questions', 'setTimeout(() => $("x").first(), 10); return 1', `${later}return typeof $("x").first`, 'function'],
    ['microtasks', '(async () => { for (let i = 0; i < 1e5; i++) await 0; $("x").first() })().catch(() => 0); return 1', 'return 2', 2],
  ])('%s', async (_what, first, second, expected) => {
    await outcome(first);
    expect(await outcome(second)).toEqual(expected);
  });

  it('a run that never settles blocks only itself', async () => {
    const own = createSandbox({ timeout: 400, size: 1 });
    const run = async (source: string): Promise<unknown> =>
      (await own.run({ source, mode: 'all', dialect: 'code', items: [] }, session)).value;
    await expect(run('const again = () => Promise.resolve().then(again); again(); return 1')).rejects.toMatchObject({
      code: 'CODE_TIMEOUT',
    });
    expect(await run('return 2')).toBe(2);
    await own.stop();
  });

  it('lines logged after the end are dropped', async () => {
    const lines: unknown[] = [];
    const received = { ...session, onConsole: (values: readonly unknown[]) => void lines.push(...values) };
    const run = async (source: string): Promise<unknown> => sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, received);
    await run('setInterval(() => console.log("late"), 1); console.log("in time"); return 1');
    await run(`${later}return 1`);
    expect(lines).toEqual(['in time']);
  });
});

describe('hostile results', () => {
  it.each([
    ['return JSON.parse(\'{"__proto__": {"polluted": 1}}\')', { polluted: undefined }],
    ['return { constructor: { prototype: { polluted: 1 } } }', { polluted: undefined }],
    ['return { toJSON() { return JSON.parse(\'{"__proto__": {"polluted": 1}}\') } }', { polluted: undefined }],
    ['return new Proxy({ a: 1 }, { ownKeys: () => ["__proto__"], get: () => ({ polluted: 1 }) })', { polluted: undefined }],
    [
      'return { get json() { return { polluted: 1 } }, then(resolve) { resolve({ __proto__: { polluted: 1 } }) } }',
      { polluted: undefined },
    ],
    [
      'class Odd extends Array { static get [Symbol.species]() { return Object } } return Odd.from([1, 2]).map((x) => x)',
      { polluted: undefined },
    ],
  ])('%s do not reach a prototype', async (source, expected) => {
    await outcome(source);
    expect({ polluted: ({} as { polluted?: unknown }).polluted }).toEqual(expected);
  });

  it('names of nodes and members are no escape', async () => {
    expect(await outcome("return typeof $('x').constructor")).toBe('function');
    expect(['refused', undefined]).toContain(await outcome('return $node["constructor"].json'));
    expect(['refused', undefined]).toContain(await outcome('return $node["__proto__"].json'));
    expect(await outcome('return $execution.constructor === Object')).toBe(true);
  });

  it.each([
    [
      'a value that holds itself',
      'const a = { b: [] }; a.b.push(a, { a }); return a',
      { b: ['[Circular Reference]', { a: '[Circular Reference]' }] },
    ],
    ['a value referenced twice', 'const a = { x: 1 }; return [a, a]', [{ x: 1 }, { x: 1 }]],
    ['a proxy', 'return [new Proxy({ a: 1 }, {}), new Proxy([1], {})]', [{ a: 1 }, [1]]],
    ['functions among the fields', 'return { a: 1, f() {}, g: class {} }', { a: 1 }],
    ['a getter', 'let count = 0; return { get a() { return [++count] } }', { a: [expect.any(Number)] }],
    ['numbers of every kind', 'return [10n, NaN, -0, Infinity]', [10, null, -0, null]],
    ['functions in a list', 'return [() => 1]', [null]],
  ])('%s arrives as data', async (_what, source, expected) => {
    expect(await outcome(source)).toEqual(expected);
  });

  it.each([
    ['DateTime', 'function DateTime() { [native code] }'],
    ['$jmespath', expect.stringMatching(/^function \w+\(\) \{ \[native code\] \}$/) as string],
    ['Object', 'function Object() { [native code] }'],
    ['console.log', expect.stringMatching(/^function \w*\(\) \{ \[native code\] \}$/) as string],
    ['(() => 1)', '() => 1'],
    ['function f(a) { return a; }', 'function f(a) { return a; }'],
  ])('%s tells nothing of the source of the program', async (name, text) => {
    expect(await outcome(`const f = ${name}; return [String(f), Function.prototype.toString.call(f)]`)).toEqual([text, text]);
  });

  it.each([
    ['one text', "return [{ json: { a: 'x'.repeat(200e6) } }]"],
    ['a long list', "return Array.from({ length: 3000 }, () => ({ json: { a: 'x'.repeat(1e5) } }))"],
  ])('does not take over a result that is too large: %s', async (_, source) => {
    const run = sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, session);
    await expect(run).rejects.toThrow(/too large: it has more than 128 MB/);
  });

  it.each([
    ['nested too deeply', 'let a = []; for (let i = 0; i < 5000; i++) a = [a]; return a', /nested more than 1000 levels/],
    [
      'shared so often that it explodes',
      'let a = [1]; for (let i = 0; i < 60; i++) a = [a, a]; return [{ json: { a } }]',
      /more than 30,000,000 values/,
    ],
    [
      'shared behind a getter',
      'let a = [1]; for (let i = 0; i < 60; i++) a = [a, a]; let turn = 0; return [{ json: { get a() { return turn++ < 1 ? 1 : a } } }]',
      /more than 30,000,000 values/,
    ],
    ['a list with gaps', 'const a = []; a.length = 4e9; return a', /too long/],
    ['a list with gaps, further in', 'const a = []; a[4e9] = 1; return [{ json: { a } }]', /too long/],
    ['a large buffer', 'return [{ json: { a: Buffer.alloc(5e6) } }]', /prepareBinaryData/],
    ['a function', 'return () => 1', /is a function/],
    ['a promise', 'return { a: Promise.resolve(1) }', /Put "await" before it/],
    ['an error that cannot be printed', 'throw { get message() { throw 1 } }', /cannot be shown/],
    ['an error that is a proxy', 'throw new Proxy({}, { has() { throw 1 } })', /cannot be shown/],
    ['an endless error', 'throw new Error("x".repeat(1e7))', /^x{10000}… \[line 1\]$/],
    ['an error with unusual fields', 'throw { message: { a: 1 }, name: 5, stack: {}, description: [], code: () => 1 }', /^\{"a":1\}/],
    [
      'an error thrown by a timer',
      'setTimeout(() => { throw new TypeError("in a timer") }); await new Promise(() => 0)',
      'in a timer [line 1]',
    ],
    [
      'static data that explodes',
      'let a = [1]; for (let i = 0; i < 60; i++) a = [a, a]; $getWorkflowStaticData("node").a = a; return 1',
      /more than 30,000,000 values/,
    ],
  ])('%s fails with a reason', async (_what, source, message) => {
    await expect(sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, session)).rejects.toThrow(message);
    expect(await outcome('return 1')).toBe(1);
  });
});

describe('floods', () => {
  it('of lines are limited', async () => {
    const lines: (readonly unknown[])[] = [];
    const received = { ...session, onConsole: (values: readonly unknown[]) => void lines.push(values) };
    const run = async (source: string): Promise<unknown> => sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, received);
    await run('for (let i = 0; i < 1e5; i++) console.log(i); return 1');
    expect(lines).toHaveLength(2001);
    expect(lines.at(-1)).toEqual(['Further lines of this run are not shown.']);
    lines.length = 0;
    await run('for (let i = 0; i < 100; i++) console.log("x".repeat(1e6), { a: new Array(1e5).fill(1) }); return 1');
    expect(JSON.stringify(lines).length).toBeLessThan(10_000_000);
    lines.length = 0;
    await run(
      'const a = { f() {}, e: new Error("e"), d: new Date(NaN), p: Promise.resolve(), s: Symbol("s"), m: new Map([["k", 1]]), get g() { throw 1 } }; a.a = a; console.log(a, new Set([1]), undefined); return 1',
    );
    expect(lines[0]).toEqual([{ f: '[Function]', e: 'Error: e', d: 'Invalid Date', p: '[Promise]', s: 'Symbol(s)', m: { k: 1 }, a: '[Circular Reference]' }, [1], undefined].map((value) => value === undefined ? value : expect.anything())); // oxfmt-ignore
  });

  it('of requests reach the engine a few at a time', async () => {
    let open = 0;
    let most = 0;
    const request = async (): Promise<never> => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      throw new Error('none');
    };
    const source =
      'const all = []; for (let i = 0; i < 1000; i++) all.push(this.helpers.httpRequest("http://x/").catch(() => 1)); return (await Promise.all(all)).length';
    const { value } = await sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, { ...session, http: { request } });
    expect(value).toBe(1000);
    expect(most).toBeLessThanOrEqual(50);
  });

  it('a pending request is aborted with the run', async () => {
    let ended: AbortSignal | undefined;
    const request = ({ signal }: { readonly signal?: AbortSignal }): Promise<never> => {
      ended = signal;
      return new Promise(() => undefined);
    };
    const source = 'this.helpers.httpRequest("http://x/"); await new Promise((resolve) => setTimeout(resolve, 20)); return 1';
    await sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, { ...session, http: { request } });
    expect(ended?.aborted).toBe(true);
  });
});

describe('names of data', () => {
  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', '__defineGetter__'])(
    '$env, $vars and $parameter have no %s of their own',
    async (name) => {
      const received = { ...session, lookup: () => ({ own: 1 }) };
      const source = `return [typeof $env[${JSON.stringify(name)}], typeof $parameter.own]`;
      expect((await sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, received)).value).toEqual(['undefined', 'number']);
    },
  );
});
