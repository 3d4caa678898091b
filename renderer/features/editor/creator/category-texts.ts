// Names of categories and subcategories: translated for core nodes, unchanged for packages.
import type { TFunction } from 'i18next';
import { coreCategory, customCategory, otherCategory, triggerCategory } from './catalog.ts';
import { allTriggers, suggested } from './rows.ts';

const known: ReadonlyMap<string, string> = new Map([
  [suggested, 'suggested'],
  [allTriggers, 'allTriggers'],
  [coreCategory, 'core'],
  [triggerCategory, 'trigger'],
  [customCategory, 'custom'],
  [otherCategory, 'other'],
  ['Flow', 'flow'],
  ['Files', 'files'],
  ['Data Transformation', 'data'],
  ['Helpers', 'helpers'],
]);

const withHint = new Set(['flow', 'files', 'data', 'helpers']);

export function categoryText(name: string, t: TFunction<'creator'>): string {
  const key = known.get(name);
  return key === undefined ? name : t(`categories.${key}`);
}

/** Returns one sentence about a known subcategory. */
export function subcategoryHint(name: string, t: TFunction<'creator'>): string | undefined {
  const key = known.get(name) ?? '';
  return withHint.has(key) ? t(`categoryHints.${key}`) : undefined;
}
