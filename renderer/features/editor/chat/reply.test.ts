// What the chat shows of results and responses.
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../engine/contract/run-data.ts';
import { replyInBody, replyOf, textOfParts } from './reply.ts';

const ran = (...lists: (readonly object[] | null)[]) => ({
  data: { main: lists.map((list) => list?.map((json) => ({ json }) as Item) ?? null) },
});

describe('the answer of a node', () => {
  it.each<[string, readonly object[], string]>([
    ['its output', [{ text: 'b', output: 'a' }], 'a'],
    ['its text', [{ text: 'b', other: 1 }], 'b'],
    ['an output that is an object, as JSON', [{ output: { a: 1 } }], '{\n  "a": 1\n}'],
    ['other fields as JSON', [{ a: 1 }], '{\n  "a": 1\n}'],
    ['a text instead of an empty output', [{ output: null, text: 'b' }], 'b'],
    ['nothing of an empty item', [{}], ''],
    ['one paragraph per item', [{ output: 'a' }, { output: 'b' }], 'a\n\nb'],
  ])('is %s', (_, items, expected) => {
    expect(replyOf(ran(items))).toBe(expected);
  });

  it('is that of the first output with items', () => {
    expect(replyOf(ran(null, [], [{ output: 'c' }]))).toBe('c');
    expect([replyOf(ran([])), replyOf({}), replyOf({ data: { ai_tool: [[{ json: { output: 'x' } }]] } })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('ignores inherited fields', () => {
    expect(replyOf(ran([JSON.parse('{"__proto__": {"output": "x"}}') as object]))).toBe('{\n  "__proto__": {\n    "output": "x"\n  }\n}');
  });
});

it.each([
  ['plain text', 'plain text'],
  ['{"output": "a"}', 'a'],
  ['{broken', '{broken'],
  ['[1]', '[\n  1\n]'],
])('reads the response %s', (body, expected) => {
  expect(replyInBody(body)).toBe(expected);
});

it('joins the items of a streamed response', () => {
  const line = (part: object): string => `${JSON.stringify(part)}\n`;
  const lines = [{ type: 'begin' }, { type: 'item', content: 'a ' }, { type: 'item', content: { b: 1 } }, { type: 'end' }].map(line);
  expect(textOfParts(`${lines.join('')}broken`)).toBe('a {\n  "b": 1\n}');
});
