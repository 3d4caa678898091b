import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { parseExactly } from '../contract/exact-numbers.ts';
import { jsonChunks, slicedJsonChunks } from './json-chunks.ts';

const whole = (value: unknown): string => [...jsonChunks(value)].join('');
const nested = (depth: number): unknown => JSON.parse('[{"a":'.repeat(depth) + '1' + '}]'.repeat(depth));

describe('JSON in chunks', () => {
  it.each<[string, unknown]>([
    ['plain values', { a: 1, b: 'x"\n\u2028', c: true, d: null, e: [1, [2, { f: 3 }]], g: {}, h: [] }],
    ['values that JSON omits', { a: undefined, b: () => 1, c: Symbol('s'), d: [undefined, () => 1, Symbol('s')], e: Number.NaN, f: -0 }],
    ['dates', { at: new Date(0), moment: DateTime.fromMillis(0, { zone: 'utc' }), gone: new Date(Number.NaN) }],
    ['hostile names', JSON.parse('{"__proto__":{"a":1},"constructor":2,"":3}')],
    ['objects without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
    ['deeply nested values', nested(20)],
    ['short and long entries in turn', [1, 'x'.repeat(9000), { a: new Date(0) }, 2, [['y'.repeat(9000)], undefined], 3]],
    ['a text', 'text'],
    ['long texts', ['a😀"\n\ud800'.repeat(60_000), { a: 'é'.repeat(200_000) }, `${'x'.repeat(65_535)}😀${'y'.repeat(100_000)}`]],
    ['nothing', null],
  ])('is the same as at once: %s', (_name, value) => expect(whole(value)).toBe(JSON.stringify(value)));

  it.each([
    [
      'in items',
      `[${Array.from({ length: 3000 }, (_, n) => `{"json":{"n":${n},"id":9007199254740993,"list":[1,9007199254740993]}}`).join(',')}]`,
    ],
    ['in a long list', `{"ids":[${'9007199254740993,'.repeat(5000)}1]}`],
    ['in an object of many', `{"ids":{${Array.from({ length: 5000 }, (_, n) => `"n${n}":9007199254740993`).join(',')}}}`],
    ['of many digits', `[${`{"n":1${'0'.repeat(3000)}1},`.repeat(100)}{}]`],
  ])('has numbers as they were written: %s', (_where, text) => {
    const chunks = [...jsonChunks(parseExactly(text))];
    expect(chunks.join('') === text).toBe(true);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(70_000);
  });

  it('has chunks of moderate size', () => {
    const runData = {
      N: [{ data: { main: [Array.from({ length: 20_000 }, (_, id) => ({ json: { id, text: 'some text of an item' } }))] } }],
    };
    const chunks = [...jsonChunks({ resultData: { runData } })];
    expect(chunks.length).toBeGreaterThan(10);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(70_000);
    expect(JSON.parse(chunks.join(''))).toEqual({ resultData: { runData } });
  });

  it('has chunks of moderate size for a long text', () => {
    const chunks = [...jsonChunks({ text: 'x'.repeat(10_000_000) })];
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(140_000);
  });

  it('can be longer than a string', () => {
    const list = Array.from({ length: 700 }, () => 'x'.repeat(1024 * 1024));
    let length = 0;
    for (const chunk of jsonChunks(list)) length += chunk.length;
    expect(length).toBeGreaterThan(2 ** 29);
  });

  it.each<[string, (value: Record<string, unknown>) => void, unknown]>([
    ['an object that contains itself', (value) => (value['self'] = value), { a: 1, self: '[Circular Reference]' }],
    ['a list that contains its container', (value) => (value['list'] = [value]), { a: 1, list: ['[Circular Reference]'] }],
    ['a big integer', (value) => (value['n'] = 2n ** 70n), { a: 1, n: '1180591620717411303424' }],
    ['the same object twice', (value) => (value['b'] = value['c'] = { d: 1n }), { a: 1, b: { d: '1' }, c: { d: '1' } }],
    ['an object whose toJSON throws', (value) => (value['no'] = { toJSON: () => { throw new Error('no'); } }), { a: 1, no: '[Cannot be written as JSON]' }], // oxfmt-ignore
  ])('holds what it can of %s', (_name, change, expected) => {
    const value: Record<string, unknown> = { a: 1 };
    change(value);
    const text = whole({ resultData: { runData: { N: [{ data: { main: [[{ json: value }]] } }] } } });
    expect(JSON.parse(text)).toEqual({ resultData: { runData: { N: [{ data: { main: [[{ json: expected }]] } }] } } });
    expect(JSON.parse(whole(value))).toEqual(expected);
  });

  it('keeps the other entries of a list if JSON cannot represent one', () => {
    const items = Array.from({ length: 300 }, (_, id) => ({ json: { id, ...(id === 7 ? { big: 7n } : {}) } }));
    expect(JSON.parse(whole(items))).toEqual(items.map((item, id) => (id === 7 ? { json: { id, big: '7' } } : item)));
  });

  it('marks values that are nested too deep for JSON', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(whole({ deep })).toMatch(/^\{"deep":\[+"\[Cannot be written as JSON\]"\]+\}$/);
  });

  it('yields to other work', async () => {
    let turns = 0;
    const look = setInterval(() => turns++, 0);
    const list = Array.from({ length: 60 }, () => ({ toJSON: (): string => { for (const end = performance.now() + 3; performance.now() < end;); return 'x'.repeat(70_000); } })); // oxfmt-ignore
    const lengths: number[] = [];
    for await (const chunk of slicedJsonChunks(list)) lengths.push(chunk.length);
    clearInterval(look);
    expect(turns).toBeGreaterThan(2);
    expect(lengths).toHaveLength(61);
  });
});
