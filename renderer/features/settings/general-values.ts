// Converts the numbers of the general settings to and from field texts. An empty field means no limit, if the setting allows that.
import type { GeneralName, GeneralValues } from '../../../engine/contract/rest/general.ts';

interface NumberRule {
  readonly least: number;
  /** Value that means no limit. */
  readonly unlimited?: number;
  readonly hasDecimals?: boolean;
}

export const numberRules = {
  productionLimit: { least: 1, unlimited: -1 },
  executionTimeout: { least: 1, unlimited: -1 },
  pruneAgeHours: { least: 1 },
  pruneCount: { least: 1, unlimited: 0 },
  pruneSizeMiB: { least: 1, unlimited: 0 },
  historyAgeDays: { least: 1, unlimited: 0 },
  historyCount: { least: 1, unlimited: 0 },
  modelRunTokens: { least: 1, unlimited: 0 },
  modelRunSeconds: { least: 1, unlimited: 0 },
  modelRunCost: { least: 0, unlimited: 0, hasDecimals: true },
  modelDayTokens: { least: 1, unlimited: 0 },
  modelDaySeconds: { least: 1, unlimited: 0 },
  modelDayCost: { least: 0, unlimited: 0, hasDecimals: true },
} as const satisfies Partial<Record<GeneralName, NumberRule>>;

export type NumberName = keyof typeof numberRules;

const ruleOf = (name: NumberName): NumberRule => numberRules[name];

export const hasDecimals = (name: NumberName): boolean => ruleOf(name).hasDecimals === true;

export const hasNoLimit = (name: NumberName): boolean => ruleOf(name).unlimited !== undefined;

export function numberText(name: NumberName, value: number): string {
  return hasNoLimit(name) && value <= 0 ? '' : String(value);
}

/** Returns undefined for a text that is not valid. */
export function numberIn(name: NumberName, text: string): number | undefined {
  const { least, unlimited, hasDecimals = false } = ruleOf(name);
  const written = text.trim();
  if (written === '') return unlimited;
  if (hasDecimals) return /^\d{1,9}(?:\.\d{1,9})?$/.test(written) ? Number(written) : undefined;
  const number = /^\d+$/.test(written) ? Number(written) : Number.NaN;
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
}

/** What was changed and not saved yet; numbers as texts. */
export type Draft = { readonly [N in GeneralName]?: N extends NumberName ? string : GeneralValues[N] };

const isNumberName = (name: string): name is NumberName => Object.hasOwn(numberRules, name);

/** Returns the changes to save, and the names of numbers that are not valid. */
export function changesOf(
  draft: Draft,
  saved: GeneralValues,
): { readonly changes: Partial<GeneralValues>; readonly faults: readonly NumberName[] } {
  const read = Object.entries(draft).map(([name, value]) => [name, isNumberName(name) ? numberIn(name, String(value)) : value] as const);
  const isChanged = ([name, value]: readonly [string, unknown]): boolean => {
    const before = saved[name as GeneralName];
    // An empty field stands for every value that means no limit.
    return isNumberName(name) && typeof value === 'number'
      ? numberText(name, value) !== numberText(name, before as number)
      : value !== before;
  };
  return {
    changes: Object.fromEntries(read.filter((entry) => entry[1] !== undefined && isChanged(entry))),
    faults: read.flatMap(([name, value]) => (value === undefined && isNumberName(name) ? [name] : [])),
  };
}
