import { describe, expect, it } from 'vitest';
import { parse } from 'acorn';
import { freeNames } from './free-names.ts';

const options = { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true } as const;

/** Returns the free names of a program with the kinds of their uses: `a`, `a:update`. */
const match = (source: string): string[] =>
  freeNames(parse(source, options))
    .flatMap(({ uses }) =>
      uses.map(({ start, end, kind }) => (kind === 'read' ? source.slice(start, end) : `${source.slice(start, end)}:${kind}`)),
    )
    .sort();

describe('names that are used but not declared', () => {
  it.each<[string, string[]]>([
    ['return a + b.c[d] + e(f)', ['a', 'b', 'd', 'e', 'f']],
    ['let a = 1; const { b, c: [d, ...e], f = g, [h]: i } = a; return b + c + d + e + f + i', ['c', 'g', 'h']],
    ['return x; var x', []],
    ['return f(1); function f(a, { b }, [c] = d, ...e) { return a + b + c + e + arguments[0] }', ['d']],
    ['{ let x; const y = 1; } return x + y', ['x', 'y']],
    ['{ var x; function f() {} class C {} } return [x, f, C]', ['C']],
    ['if (a) { function g() {} } return g()', ['a']],
    ['for (let i = 0; i < n; i++) use(i); return i', ['i', 'n', 'use']],
    ['for (const [k, v] of list) k + v; for (key in map) key', ['key', 'list', 'map']],
    ['try { x() } catch ({ message }) { message } finally { message }', ['message', 'x']],
    ['try { } catch (e) { var v = e } return [v, e]', ['e']],
    [
      'class A extends B { static s = t; [k] = this.v; m(p) { return p + q + A } static { var w = 1; w } } return w',
      ['B', 'k', 'q', 't', 'w'],
    ],
    ['const C = class D { n() { return D } }; return D', ['D']],
    ['const f = function g(n) { return n ? g(n - 1) : h }; return g', ['g', 'h']],
    ['const f = async (a, b = c) => { await a; for await (const x of b) x }; return f', ['c']],
    ['loop: for (;;) { break loop; } again: while (y) continue again', ['y']],
    ['return { a, b: c, d() { return e }, get f() { return g }, [h]: 1, "i": 2 }', ['a:shorthand', 'c', 'e', 'g', 'h']],
    ['return typeof a + typeof b.c + (typeof d === "x")', ['b']],
    ['a = 1; [b, c.d, { e, f: g }] = list; ({ h, i = j } = k)', ['c', 'j', 'k', 'list']],
    ['a++; b += 1; c ??= 2; --d; e.f++', ['a:update', 'b:update', 'c:update', 'd:update', 'e']],
    ['return new A(b) + new C.D + new (e()) + new f`x`', ['A:new', 'C:new', 'b', 'e', 'f:new']],
    ['return tag`text ${x}` + y?.z?.[w]', ['tag', 'w', 'x', 'y']],
    ['switch (a) { case b: let c = 1; default: c } return c', ['a', 'b', 'c']],
    ['function f() { return new.target + arguments.length } return arguments', []],
    ['const f = (a) => (b) => a + b + c; return f', ['c']],
    ['return \\u0061b', ['\\u0061b']],
    ['function* g() { yield* other } async function h() { await later }', ['later', 'other']],
    ['var { a = () => b, ...rest } = {}; var b; return rest', []],
    ['label: { const label = 1; } return label', ['label']],
  ])('%s', (source, expected) => {
    expect(match(source)).toEqual(expected);
  });

  it('are found in programs of any depth', () => {
    expect(match(`return ${'a + '.repeat(3000)}b`)).toHaveLength(3001);
  });
});
