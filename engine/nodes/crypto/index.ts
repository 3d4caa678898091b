// Crypto: hashes, authenticates, signs and generates values.
import { defineNode } from '../../sdk/index.ts';
import { execute } from './execute.ts';
import { description as descriptionV1 } from './v1/description.ts';
import { description as descriptionV2 } from './v2/description.ts';

export const crypto = defineNode({
  type: 'n8n-nodes-base.crypto',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute },
    { description: descriptionV2, execute },
  ],
});
