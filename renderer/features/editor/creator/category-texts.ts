// Names of categories and subcategories: those of core nodes are texts of ours, those of packages are shown as they are.
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

/** One sentence about a subcategory, for those we know. */
export function subcategoryHint(name: string, t: TFunction<'creator'>): string | undefined {
  const key = known.get(name) ?? '';
  return withHint.has(key) ? t(`categoryHints.${key}`) : undefined;
}
