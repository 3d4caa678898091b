// What all versions of the Remove Duplicates node have in common.
import type { Codex } from '../../workflow/node-type.ts';

export const codex: Codex = {
  categories: ['Core Nodes'],
  subcategories: { 'Core Nodes': ['Data Transformation'] },
  alias: ['dedupe', 'deduplicate', 'delete', 'distinct', 'duplicate', 'filter', 'remove', 'unique'],
};
