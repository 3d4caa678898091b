// JSON written in slices is the same as JSON.stringify writes.
import { expect, it } from 'vitest';
import { jsonListText } from './json-list-text.ts';

const lists: readonly (readonly [string, readonly unknown[]])[] = [
  ['an empty list', []],
  ['one entry', [{ a: 1 }]],
  ['values that JSON does not have', [undefined, Number.NaN, () => 1, null]],
  ['line breaks and nesting', [{ text: 'a\nb\\n', list: [[], {}, [1, { b: [2] }]] }, 'c\n', [[]]]],
  ['many entries', Array.from({ length: 20_000 }, (_, id) => ({ id, name: `n\n${id}`, list: [id, [id]] }))],
];

it.each(lists.flatMap(([name, list]) => [0, 2, 4].map((indent) => [name, indent, list] as const)))(
  '%s, indented by %i',
  async (_, indent, list) => {
    expect(await jsonListText(list, new AbortController().signal, indent)).toBe(JSON.stringify(list, undefined, indent));
  },
);

it('ends when the run is stopped', async () => {
  const stop = new AbortController();
  const text = jsonListText(
    Array.from({ length: 200_000 }, (_, id) => ({ id, list: [id, [id, [id, { id }]]] })),
    stop.signal,
  );
  stop.abort(new Error('stopped'));
  await expect(Promise.resolve(text)).rejects.toThrow('stopped');
});
