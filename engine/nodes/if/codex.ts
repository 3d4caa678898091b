// Where the node creator shows If.
import type { Codex } from '../../workflow/node-type.ts';

export const codex: Codex = {
  categories: ['Core Nodes'],
  subcategories: { 'Core Nodes': ['Flow'] },
  alias: ['router', 'filter', 'condition', 'logic', 'boolean', 'branch', 'else', 'true', 'false'],
};
