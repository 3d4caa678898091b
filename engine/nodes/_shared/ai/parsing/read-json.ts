// JSON in what a model wrote, which may stand in a code block or between sentences.
import type { JsonValue } from '../../../../contract/json.ts';

/** Returns the value; undefined if the text contains none. */
export function jsonIn(text: string): JsonValue | undefined {
  for (const candidate of candidates(text)) {
    try {
      return JSON.parse(candidate) as JsonValue;
    } catch {
      // The next candidate may be JSON.
    }
  }
  return undefined;
}

function* candidates(text: string): Generator<string> {
  yield text;
  const start = text.indexOf(FENCE);
  if (start >= 0) {
    const end = text.lastIndexOf(FENCE);
    const block = text.slice(start + FENCE.length, end > start ? end : undefined);
    yield block.replace(/^[a-z]*/i, '');
  }
  for (const [open, close] of brackets(text)) {
    const from = text.indexOf(open);
    const to = text.lastIndexOf(close);
    if (from >= 0 && to > from) yield text.slice(from, to + 1);
  }
}

const FENCE = '```';

/** Returns the kinds of brackets, in the order in which the text has them. */
function brackets(text: string): readonly (readonly [string, string])[] {
  const pairs = [
    ['{', '}'],
    ['[', ']'],
  ] as const;
  const [object, list] = [text.indexOf('{'), text.indexOf('[')];
  return list >= 0 && (object < 0 || list < object) ? pairs.toReversed() : pairs;
}
