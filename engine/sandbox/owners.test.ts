// Code of one owner never shares a process or changed state with code of another owner.
import { afterEach, describe, expect, it } from 'vitest';
import { codeSession } from '../testing/code-session.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './index.ts';

const open: Sandbox[] = [];
afterEach(async () => Promise.all(open.splice(0).map((each) => each.stop())));

type Run = (source: string, owner?: string) => Promise<unknown>;

function runIn(options: SandboxOptions): Run {
  const sandbox = createSandbox(options);
  open.push(sandbox);
  return async (source, owner) =>
    (await sandbox.run({ source, mode: 'all', dialect: 'code', items: [] }, codeSession(owner === undefined ? {} : { owner }))).value;
}

/** Returns the id of the process, through an allowed module. */
const processId = 'return require("process").pid';
const allowedModules = ['process'];

describe('processes', () => {
  it('serve one owner, and stay warm for that owner', async () => {
    const run = runIn({ size: 2, allowedModules });
    const [ada, ben] = [await run(processId, 'ada'), await run(processId, 'ben')];
    expect(ada).not.toBe(ben);
    expect([await run(processId, 'ada'), await run(processId, 'ben'), await run(processId, 'ada')]).toEqual([ada, ben, ada]);
  });

  it('of code without an owner serve no owner', async () => {
    const run = runIn({ size: 2, allowedModules });
    expect(await run(processId)).not.toBe(await run(processId, 'ada'));
  });

  it('that are idle are replaced for another owner when the pool is full', async () => {
    const run = runIn({ size: 1, most: 1, allowedModules });
    const seen = [];
    for (const owner of ['ada', 'ben', 'ada', 'ada', 'ben']) seen.push(await run(processId, owner));
    const [first, second, third, fourth, fifth] = seen;
    expect(new Set(seen).size).toBe(4);
    expect(third).toBe(fourth);
    expect([second, third]).not.toContain(first);
    expect(fifth).not.toBe(third);
  });

  it('serve many owners at once without mixing them', async () => {
    const run = runIn({ size: 2, most: 3, allowedModules });
    const owners = ['ada', 'ben', 'cleo', 'dan'];
    const ran = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => [owners[n % 4], await run(processId, owners[n % 4])] as const),
    );
    const ownersOf = Map.groupBy(ran, ([, id]) => id);
    for (const served of ownersOf.values()) expect(new Set(served.map(([owner]) => owner)).size).toBe(1);
  });
});

/** Passes `inspect`, its options and everything reachable from them to `plant`, in every possible way. */
const gather = `
const custom = Symbol.for('nodejs.util.inspect.custom');
const seen = new Set();
const add = (value) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  for (const key of Reflect.ownKeys(value)) { try { add(value[key]); } catch {} }
};
const heard = () => ({ __proto__: null, [custom](...args) { for (const arg of args) add(arg); return 'x'; } });
const ways = [
  () => { const b = Buffer.from('x'); b.own = heard(); return b[custom](2, { customInspect: true, colors: true, stylize: add }); },
  () => { const b = Buffer.from('x'); b.own = heard(); return b.inspect(2, { customInspect: true }); },
  () => { const url = new URL('http://a/'); return url[custom](2, { customInspect: true, get stylize() { return add } }); },
  () => new URLSearchParams('a=1')[custom](2, { customInspect: true, stylize: (...args) => args.forEach(add) }, add),
  () => new TextDecoder()[custom](2, { customInspect: true }),
  () => Buffer.from(heard()),
  () => Buffer.alloc(heard()),
  () => Buffer.alloc(1, 'a', heard()),
  () => Buffer.concat([heard()]),
  () => Buffer.concat(heard()),
  () => Buffer.from('abc').write(heard()),
  () => Buffer.from('abc').equals(heard()),
  () => Buffer.compare(heard(), heard()),
  () => new URLSearchParams().forEach(heard()),
  () => new TextDecoder('utf-8', heard()).decode(heard()),
  () => queueMicrotask(heard()),
  () => structuredClone(heard()),
];
for (const way of ways) { try { way(); } catch {} }
`;

describe('functions that a job plants in the inspector', () => {
  it('reach no other job, even one in the same process', async () => {
    const run = runIn({ size: 1 });
    await run(
      `${gather}
      const planted = () => 'planted';
      for (const value of seen) {
        try { value.planted = planted; } catch {}
        try { value.defaultOptions = { customInspect: true, sorted: planted }; } catch {}
        for (const key of Reflect.ownKeys(value)) { try { value[key] = planted; } catch {} }
      }
      return 1;`,
      'ada',
    );
    const look = `${gather}
      const marks = [];
      for (const value of seen) {
        for (const key of Reflect.ownKeys(value)) { try { if (String(value[key]).includes('planted')) marks.push(String(key)); } catch {} }
      }
      return [marks, ways.map((way) => { try { return String(way()).includes('planted') } catch (error) { return String(error.message).includes('planted') } }).filter(Boolean)];`;
    expect(await run(look, 'ada')).toEqual([[], []]);
    expect(await run(look, 'ben')).toEqual([[], []]);
  });

  it('are not called: the inspector is unreachable', async () => {
    const run = runIn({ size: 1 });
    expect(
      await run(`${gather}
      const kinds = [Buffer, URL, URLSearchParams, TextDecoder, TextEncoder, DateTime, Duration, Interval];
      const left = kinds.flatMap((kind) => [kind, kind.prototype]).filter((each) => custom in each);
      return [seen.size, left.length, typeof Buffer.prototype.inspect];`),
    ).toEqual([0, 0, 'undefined']);
  });
});
