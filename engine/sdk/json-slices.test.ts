import { describe, expect, it } from 'vitest';
import { stringifyExactly } from '../contract/exact-numbers.ts';
import { randomOf } from '../testing/malformed.ts';
import { firstMember, parseInSlices } from './json-slices.ts';

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return 'refused';
  }
}

const item = (index: number) => ({
  json: { n: index, text: 'a "quoted" [text], {with} \\ all ✓ of it,\n', list: [1, null, true, -2.5e3, '', {}, []] },
});
const items = Array.from({ length: 5000 }, (_, index) => item(index));
const values: readonly (readonly [string, unknown])[] = [
  ['a short value', { a: [1, 2] }],
  ['an object of long lists', { first: items, ['__proto__']: { main: [items, null, []] }, '': 'x', 'a"b': [[items]] }],
  ['a long list of short values', Array.from({ length: 200_000 }, (_, index) => index)],
  ['a long list of lists', Array.from({ length: 40_000 }, (_, index) => [index, [], {}])],
  ['one long text', { text: '"\\'.repeat(200_000), after: 1 }],
  ['a long text by itself', 'é'.repeat(200_000)],
  [
    'a long text of escape sequences and characters of several bytes',
    { a: 1, text: '\\"\u0001ü€😀\n\ud800'.repeat(30_000), b: 'x'.repeat(70_000) },
  ],
  ['many members', Object.fromEntries(items.map((each, index) => [`node ${index}`, each]))],
  ['empty containers next to long ones', [[], items, {}, [items], [[]]]],
];

describe('JSON parsed in slices', () => {
  it.each(values)('equals JSON parsed at once: %s', async (_name, value) => {
    const parsedValue = await parseInSlices(Buffer.from(JSON.stringify(value)));
    expect(JSON.stringify(parsedValue)).toBe(JSON.stringify(value));
    expect(typeof parsedValue === 'object' ? Object.getPrototypeOf(parsedValue) : undefined).toBe(
      typeof value === 'object' ? Object.getPrototypeOf(value) : undefined,
    );
  });

  it.each(values)('may have blanks between its tokens: %s', async (_name, value) => {
    const text = JSON.stringify(value, undefined, '\t').replaceAll('\n', ' \r\n');
    expect(JSON.stringify(await parseInSlices(Buffer.from(` ${text}\n`)))).toBe(JSON.stringify(value));
  });

  it.each(['[]', '{}'])('may be empty and long: %s', async (text) => {
    expect(await parseInSlices(Buffer.from(text.split('').join(' '.repeat(200_000))))).toEqual(JSON.parse(text));
  });

  const long = '{"a":[1,"\\\\",{}]},'.repeat(10_000);
  it.each([
    ['ends early', `[${long}1`],
    ['goes on', `[${long}1]]`],
    ['goes on with a value', `[${long}1] 2`],
    ['has a comma at the end', `[${long.slice(0, -1)},]`],
    ['has two commas', `[${long},1]`],
    ['has no comma', `[${long}[${long}1] [1]]`],
    ['closes another bracket', `[${long}1}`],
    ['has a name without quotes', `{a:[${long}1]}`],
    ['has no colon', `{"a" [${long}1]}`],
    ['has no value', `{"a":[${long}1],"b":}`],
    ['has a comma at the end of an object', `{"a":[${long}1],}`],
    ['has a control character', `[${long}\u0001 1]`],
    ['is cut within a string', `["${'x'.repeat(200_000)}`],
    ['has a control character at the start', `[\u0001${long}1]`],
    ['has a line break within a long string', `["${'x'.repeat(200_000)}\n"]`],
    ['has a wrong escape sequence within a long string', `["${'x'.repeat(100_000)}\\x${'x'.repeat(100_000)}"]`],
    ['ends with a backslash within a long string', `"${'x'.repeat(200_000)}\\"`],
    ['has a comma before a long value', `[,[${long}1]]`],
    ['has two commas between long values', `[[${long}1],,[${long}1]]`],
    ['has a comma after a long value', `[[${long}1],]`],
    ['has a value before a long one', `[1 [${long}1]]`],
    ['has a value after a long one', `{"a":[${long}1] 1}`],
    ['has two colons before a long value', `{"a":"b":[${long}1]}`],
    ['has a long value instead of a member', `{"a":1,[${long}1]}`],
    ['is only blank', ' '.repeat(200_000)],
  ])('fails like JSON.parse if it %s', async (_, text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    await expect(parseInSlices(Buffer.from(text))).rejects.toThrow(SyntaxError);
  });

  it('equals JSON.parse for damaged texts', async () => {
    const random = randomOf(3);
    const whole = JSON.stringify({ first: items.slice(0, 900), n: -1.5, list: [[items.slice(0, 500)], {}] }, undefined, 1);
    for (let count = 0; count < 60; count++) {
      const at = random(whole.length);
      const text = whole.slice(0, at) + ['', ' ', ',', '"', '}', ']', '1', ':'][random(8)] + whole.slice(at + random(3));
      const expected = attempt(() => JSON.parse(text) as unknown);
      const outcome = await parseInSlices(Buffer.from(text)).catch(() => 'refused');
      expect(JSON.stringify(outcome) === JSON.stringify(expected)).toBe(true);
    }
  });

  it('has many numbers that JavaScript cannot represent, as they were written', async () => {
    const members = Array.from({ length: 100_000 }, (_, index) => `"n${index}":9007199254740993`);
    const text = `{${members.join(',')},"list":[${'1,9007199254740993,'.repeat(10_000)}0]}`;
    expect(stringifyExactly(await parseInSlices(Buffer.from(text)))).toBe(text);
  });

  it('yields to other work', async () => {
    const text = Buffer.from(JSON.stringify({ items: Array.from({ length: 20 }, () => items) }));
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await parseInSlices(text);
    isDone = true;
    expect(turns).toBeGreaterThan(5);
  });

  it('fails for invalid JSON', async () => {
    await expect(parseInSlices(Buffer.from(`[${'{"a":1},'.repeat(50_000)}x]`))).rejects.toThrow(SyntaxError);
  });
});

describe('the first member of an object that arrives in chunks', () => {
  async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const read = async (text: string, size: number): Promise<unknown> => {
    const parts = await firstMember(pieces(text, size), 'resultData');
    if (parts === undefined) return undefined;
    const read: Buffer[] = [];
    for await (const part of parts) read.push(part);
    return Buffer.concat(read).toString();
  };

  it.each([1, 2, 7, 64, 100_000])('is passed on unchanged, in chunks of %i bytes', async (size) => {
    for (const value of [item(1), [item(1), '\\'], '},"', 17, null, {}]) {
      const text = JSON.stringify(value);
      expect(await read(JSON.stringify({ resultData: value, other: [value] }), size)).toBe(text);
      expect(await read(JSON.stringify({ resultData: value }), size)).toBe(text);
    }
    expect([await read('{"other":{"resultData":1}}', size), await read('{}', size), await read('', size)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
