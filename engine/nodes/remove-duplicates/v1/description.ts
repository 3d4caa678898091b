// Description of versions 1 and 1.1 of the Remove Duplicates node.
import type { NodeVersion } from '../../../sdk/index.ts';
import type { Codex } from '../../../workflow/node-type.ts';
import { dedupeProperties } from '../../_shared/lists/dedupe-properties.ts';

/** Place in the node creator, for all versions. */
export const codex: Codex = {
  categories: ['Core Nodes'],
  subcategories: { 'Core Nodes': ['Data Transformation'] },
  alias: ['dedupe', 'deduplicate', 'delete', 'distinct', 'duplicate', 'filter', 'remove', 'unique'],
};

export const description: NodeVersion['description'] = {
  displayName: 'Remove Duplicates',
  description: 'Removes items that repeat an earlier one',
  version: [1, 1.1],
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Remove Duplicates' },
  inputs: ['main'],
  outputs: ['main'],
  properties: dedupeProperties({}),
  codex,
};
