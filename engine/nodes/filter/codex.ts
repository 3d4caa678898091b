// Where the node creator shows Filter.
import type { Codex } from '../../workflow/node-type.ts';

export const codex: Codex = {
  categories: ['Core Nodes'],
  subcategories: { 'Core Nodes': ['Flow', 'Data Transformation'] },
  alias: ['condition', 'where', 'logic', 'keep', 'remove', 'discard', 'conditional'],
};
