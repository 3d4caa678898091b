// Description of version 2 of the Crypto node, whose secrets are in a credential.
import type { NodeVersion } from '../../../sdk/index.ts';
import { about, cryptoProperties } from '../properties.ts';

export const description: NodeVersion['description'] = {
  ...about,
  version: 2,
  credentials: [{ name: 'crypto', required: true, displayOptions: { show: { action: ['hmac', 'sign'] } } }],
  properties: cryptoProperties(false),
};
