// Description of versions 1 to 2.2 of the Item Lists node: field names are in rows.
import type { NodeVersion } from '../../../sdk/index.ts';
import { about, itemListsProperties } from '../properties.ts';

export const description: NodeVersion['description'] = {
  ...about,
  version: [1, 2, 2.1, 2.2],
  properties: itemListsProperties(
    {
      name: 'Aggregate Items',
      value: 'aggregateItems',
      description: 'Bring values or whole items together in one item',
      action: 'Bring items together in one item',
    },
    'rows',
  ),
};
