// Where the node creator shows Switch.
import type { Codex } from '../../workflow/node-type.ts';

export const codex: Codex = {
  categories: ['Core Nodes'],
  subcategories: { 'Core Nodes': ['Flow'] },
  alias: ['router', 'if', 'case', 'path', 'filter', 'condition', 'logic', 'branch', 'default'],
};
