// Writes a list as JSON in slices: hundreds of thousands of items at once would block the event loop.
import { stringifyExactly } from '../../contract/exact-numbers.ts';
import { mapInSlices } from '../../sdk/slices.ts';

/** Returns the text that `JSON.stringify(list, undefined, indent)` returns. Only the text of many entries is a promise. */
export function jsonListText(list: readonly unknown[], signal: AbortSignal, indent = 0): string | Promise<string> {
  const newLine = indent === 0 ? '' : `\n${' '.repeat(indent)}`;
  const entries = mapInSlices(list, signal, (entry) => {
    const json = stringifyExactly(entry, indent);
    // Line breaks within texts are escaped, so that these are all outside of them.
    return indent === 0 ? (json ?? 'null') : (json ?? 'null').replaceAll('\n', newLine);
  });
  const joined = (parts: readonly string[]): string =>
    parts.length === 0 ? '[]' : `[${newLine}${parts.join(`,${newLine}`)}${indent === 0 ? '' : '\n'}]`;
  return entries instanceof Promise ? entries.then(joined) : joined(entries);
}
