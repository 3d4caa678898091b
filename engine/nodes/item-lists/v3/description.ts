// Description of versions 3 and 3.1 of the Item Lists node: field names are in one text.
import type { NodeVersion } from '../../../sdk/index.ts';
import { about, itemListsProperties } from '../properties.ts';

export const description: NodeVersion['description'] = {
  ...about,
  version: [3, 3.1],
  properties: itemListsProperties(
    {
      name: 'Concatenate Items',
      value: 'concatenateItems',
      description: 'Bring values or whole items together in one item',
      action: 'Bring items together in one item',
    },
    'text',
  ),
};
