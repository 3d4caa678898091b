// Selects the outputs of an item by the matching rules.

/** No output, an extra output after those of the rules, or the output with this index. */
export type FallbackOutput = 'none' | 'extra' | number;

/** Whether a rule matches the item. */
export type RuleTest = (itemIndex: number) => boolean;

/** Returns the output of the first matching rule (or of all), or otherwise the fallback; null for none. */
export function chooseOutputs(
  rules: readonly RuleTest[],
  itemIndex: number,
  toAll: boolean,
  fallback: FallbackOutput,
): number | readonly number[] | null {
  const matches: number[] = [];
  for (let output = 0; output < rules.length; output++) {
    if ((rules[output] as RuleTest)(itemIndex)) {
      if (!toAll) return output;
      matches.push(output);
    }
  }
  if (matches.length > 0) return matches;
  if (fallback === 'none') return null;
  return fallback === 'extra' ? rules.length : fallback;
}
