// Crypto: hashes, authenticates, signs and generates values.
import { defineNode } from '../../sdk/index.ts';
import { descriptionV1, descriptionV2 } from './description.ts';
import { execute } from './execute.ts';

export const crypto = defineNode({
  type: 'n8n-nodes-base.crypto',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute },
    { description: descriptionV2, execute },
  ],
});
