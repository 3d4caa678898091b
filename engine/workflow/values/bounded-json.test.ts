// Bounded JSON parsing: documents within the limits parse as usual, others are rejected before parsing.
import { describe, expect, it } from 'vitest';
import { parseJson } from './bounded-json.ts';

const nested = (levels: number, open = '[', close = ']'): string => open.repeat(levels) + close.repeat(levels);
const fields = (count: number, name: (index: number) => string): string =>
  `{${Array.from({ length: count }, (_, index) => `"${name(index)}" : ${index}`).join(',')}}`;

describe('JSON within limits', () => {
  it.each<[string, string]>([
    ['a value', '1'],
    ['a thousand levels', nested(1000)],
    ['brackets in texts', JSON.stringify({ a: '['.repeat(5000) })],
    ['quotes and slashes in texts', JSON.stringify([`\\"${'['.repeat(5000)}`, '\\', '"{'])],
    ['many equal objects', JSON.stringify(Array.from({ length: 60_000 }, (_, index) => ({ a: index, b: `${index}:` })))],
    ['many different texts', JSON.stringify(Array.from({ length: 120_000 }, (_, index) => String(index)))],
    ['many fields', fields(50_000, (index) => `a${index}`)],
  ])('is %s', (_, text) => expect(parseJson(text)).toEqual(JSON.parse(text)));

  it.each<[string, string, RegExp]>([
    ['1001 levels', nested(1001), /^The JSON is nested more than 1000 levels deep\.$/],
    ['200,000 levels', nested(200_000), /nested more than/],
    ['200,000 unclosed levels', '[{"a":'.repeat(100_000), /nested more than/],
    ['300,000 fields of one object', fields(300_000, (index) => `a${index}`), /has more than 50000 fields with different names\.$/],
    ['fields of many objects', `[${Array.from({ length: 110_000 }, (_, index) => `{"a${index}":1}`).join(',')}]`, /different names/],
  ])('is not %s', (_, text, message) => expect(() => parseJson(text)).toThrow(message));

  it.each(['', '{', '"a', '[1,]', `{"a${'b'.repeat(2000)}`, `{"a\\"${'b'.repeat(2000)}`])(
    'is a syntax error where it is not JSON',
    (text) => expect(() => parseJson(text)).toThrow(SyntaxError),
  );
});
