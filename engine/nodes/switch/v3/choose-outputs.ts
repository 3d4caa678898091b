// Which outputs an item goes to, by the rules it fits.

/** Nowhere, to an output behind those of the rules, or to the output of that number. */
export type FallbackOutput = 'none' | 'extra' | number;

/** True when the rule fits the item. */
export type RuleTest = (itemIndex: number) => boolean;

/** The output of the first rule that fits (or of all that do), else the fallback; null for nowhere. */
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
