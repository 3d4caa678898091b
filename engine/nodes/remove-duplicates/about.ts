// Properties shared by all versions of the Remove Duplicates node.
import type { Codex } from '../../workflow/node-type.ts';

export const codex: Codex = {
  categories: ['Core Nodes'],
  subcategories: { 'Core Nodes': ['Data Transformation'] },
  alias: ['dedupe', 'deduplicate', 'delete', 'distinct', 'duplicate', 'filter', 'remove', 'unique'],
};
