// Description of versions 1 and 1.1 of the Remove Duplicates node.
import type { NodeVersion } from '../../../sdk/index.ts';
import { dedupeProperties } from '../../_shared/dedupe-properties.ts';
import { codex } from '../about.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Remove Duplicates',
  description: 'Drops items that repeat an earlier one',
  version: [1, 1.1],
  group: ['transform'],
  subtitle: '',
  defaults: { name: 'Remove Duplicates' },
  inputs: ['main'],
  outputs: ['main'],
  properties: dedupeProperties({}),
  codex,
};
