// Expressions can read item data freely, and their changes affect only the expression itself; other objects cannot be changed.
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Item } from '../contract/run-data.ts';
import { evaluate, evaluationError, sampleScope } from '../testing/sample-run.ts';
import { compileExpression } from './index.ts';

const data = {
  a: 1,
  s: 'héllo World',
  list: [3, 1, 2],
  o: { b: { c: 1 } },
  n: null,
  users: [
    { name: 'Al', age: 3 },
    { name: 'Bo', age: 1 },
  ],
};

/** Code, and its value in any JavaScript engine with `$json` as above. */
const changes: readonly (readonly [code: string, value: unknown])[] = [
  ['$json?.o?.b?.c', 1],
  ['$json.o?.x?.y.z', undefined],
  ['$json.n?.x', undefined],
  ['$json.nope?.()', undefined],
  ['$json.list?.map(x=>x+1)', [4, 2, 3]],
  ['$json.users.map(({name,age})=>`${name}:${age}`).join()', 'Al:3,Bo:1'],
  ['$json.users.sort((a,b)=>a.age-b.age)[0].name', 'Bo'],
  ['[...$json.list].sort()', [1, 2, 3]],
  ['($json.list.push(9), $json.list)', [3, 1, 2, 9]],
  ['(()=>{const l=$json.list; l.push(7); l.sort(); return [l,$json.list,l===$json.list]})()', [[1, 2, 3, 7], [1, 2, 3, 7], true]],
  [
    '($json.a=5,$json)',
    {
      a: 5,
      s: 'héllo World',
      list: [3, 1, 2],
      o: { b: { c: 1 } },
      n: null,
      users: [
        { name: 'Al', age: 3 },
        { name: 'Bo', age: 1 },
      ],
    },
  ],
  ['(()=>{$json.o.b.c=99; return $json.o})()', { b: { c: 99 } }],
  ['(()=>{delete $json.a; return Object.keys($json)})()', ['s', 'list', 'o', 'n', 'users']],
  ['(()=>{const u=$json.users[0]; u.name="Z"; return $json.users.map(x=>x.name)})()', ['Z', 'Bo']],
  ['(()=>{$json.list.reverse(); return JSON.stringify($json.list)})()', '[2,1,3]'],
  [
    '(()=>{$json.list.length=0; return $json})()',
    {
      a: 1,
      s: 'héllo World',
      list: [],
      o: { b: { c: 1 } },
      n: null,
      users: [
        { name: 'Al', age: 3 },
        { name: 'Bo', age: 1 },
      ],
    },
  ],
  [
    '(()=>{for(const u of $json.users) u.age++; return $json.users})()',
    [
      { name: 'Al', age: 4 },
      { name: 'Bo', age: 2 },
    ],
  ],
  ['(()=>{const c={...$json}; c.a=2; return [c.a,$json.a]})()', [2, 1]],
  ['(()=>{Object.assign($json.o,{z:1}); return $json.o})()', { b: { c: 1 }, z: 1 }],
  ['$json.list.concat($json.users).length', 5],
  ['(()=>{const d={list:$json.list}; $json.list.push(4); return d})()', { list: [3, 1, 2, 4] }],
];

describe('data in expressions', () => {
  it.each(changes)('%s', (code, value) => {
    const item = { json: structuredClone(data) };
    expect(evaluate(code, { items: [item] })).toEqual(value);
    expect(item.json, 'the item is as it was').toEqual(data);
  });
});

describe('changes by an expression', () => {
  it('are discarded before the next evaluation', () => {
    const scope = sampleScope({ items: [{ json: { list: [2, 1] } }] });
    const sort = compileExpression('={{ $json.list.sort() }}');
    const read = compileExpression('={{ $json.list }}');
    expect([sort.evaluate(scope), read.evaluate(scope)]).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it.each([
    ['($json.d.setDate(2), $json.d.toISOString())', '1970-01-02T00:00:00.000Z'],
    ['($json.m.set("b", 2), [...$json.m.keys()])', ['a', 'b']],
    ['($json.t.add(2), $json.t.size)', 2],
    ['($json.r.test("xx"), $json.r.lastIndex)', 1],
    ['($json.b.fill(7), [...$json.b])', [7, 7]],
    ['($json.e.message = "other", $json.e.message)', 'other'],
    ['($json.u.hash = "x", $json.u.href)', 'https://a.b/#x'],
    ['($json.b[0] = 9, [...$json.b])', [9, 1]],
    ['($json.r.lastIndex = 5, $json.r.lastIndex)', 5],
  ])('%s works on a copy', (code, value) => {
    const make = () => ({
      d: new Date(0),
      m: new Map([['a', 1]]),
      t: new Set([1]),
      r: /x/g,
      b: new Uint8Array([1, 1]),
      e: new Error('one'),
      u: new URL('https://a.b/'),
    });
    const json = make();
    expect(evaluate(code, { items: [{ json }] })).toEqual(value);
    expect([json.d.getTime(), json.m.size, json.t.size, json.r.lastIndex, json.b[0], json.e.message, json.u.href]).toEqual([
      0,
      1,
      1,
      0,
      1,
      'one',
      'https://a.b/',
    ]);
  });

  it('are part of the result, wherever the changed part occurs', () => {
    const json = { list: [1], other: { list: [2] } };
    expect(evaluate('(() => { $json.other.list.push(3); return { all: [$json], list: $json.list }; })()', { items: [{ json }] })).toEqual({
      all: [{ list: [1], other: { list: [2, 3] } }],
      list: [1],
    });
    expect(json).toEqual({ list: [1], other: { list: [2] } });
  });

  it('leave values other than plain data unchanged', () => {
    const moment = new Date(0);
    const mirror = runInNewContext('({ list: [3, 1], deep: { x: 1 } })') as { list: number[]; deep: object };
    const json = { list: [2, 1], moment, mirror };
    const run = { items: [{ json }] as unknown as Item[] };
    expect(evaluate('($json.list.sort(), $json.mirror.list.sort(), $json)', run)).toEqual({
      list: [1, 2],
      moment,
      mirror: { list: [3, 1], deep: { x: 1 } },
    });
    expect(
      evaluate('[$json.mirror.list.sort().join(), $json.mirror.list.last(), ($json.mirror.deep.x = 5, $json.mirror.deep.x)]', run),
    ).toEqual(['1,3', 3, 5]);
    expect(json).toEqual({ list: [2, 1], moment, mirror: { list: [3, 1], deep: { x: 1 } } });
  });

  it('may be circular, unlike exponential data', () => {
    expect(evaluate('(() => { const o = $json; o.b = { c: $json.a }; return o; })()')).toEqual({ a: 1, b: { c: 1 } });
    expect(evaluationError('(() => { $json.self = $json; return $json; })()')).toMatchObject({ code: 'EXPRESSION_BUDGET' });
  });

  it.each([
    'Math.x = 1',
    'JSON.parse = 1',
    'Object.foo = 1',
    'Array.from = 1',
    'DateTime.x = 1',
    'parseInt.x = 1',
    '(() => 1).x = 1',
    'delete Math.PI',
    'delete Object.keys',
    '$now.x = 1',
    'delete $now.year',
    '$input.x = 1',
    '[].map.x = 1',
    'Intl.NumberFormat = 1',
    'globalThis.x = 1',
    'Object.assign($now, { x: 1 })',
    'Object.assign($input, { x: 1 })',
    'process.x = 1',
    'new Intl.NumberFormat("en").format = 1',
    'Object.assign(Math, { x: 1 })',
  ])('%s is refused', (code) => expect(evaluationError(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN' }));
});

describe('functions after their evaluation', () => {
  it('do nothing', () => {
    const value = evaluate('({ count: 0, f() { return 1 }, get g() { return 2 }, h: [].map.bind([1], x => x) })') as Record<
      string,
      () => unknown
    >;
    expect([value['f']?.(), value['g'], value['h']?.()]).toEqual([undefined, undefined, undefined]);
  });

  it('do nothing in a later evaluation', () => {
    const { f } = evaluate('({ f: () => 1 })') as { f: () => unknown };
    expect(evaluate('given()', { extra: { given: f } })).toBeUndefined();
  });

  it('are not values themselves', () => {
    expect(evaluationError('$json.a.toFixed')).toMatchObject({ message: 'This is a function, please add ()' });
    expect(evaluationError('() => 1')).toMatchObject({ code: 'EXPRESSION_FAILED', context: { type: 'function_value', node: 'Here' } });
  });
});
