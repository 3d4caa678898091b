// Description of version 1 of the Crypto node.
import type { NodeVersion } from '../../../sdk/index.ts';
import { about, cryptoProperties } from '../properties.ts';

export const description: NodeVersion['description'] = { ...about, version: 1, properties: cryptoProperties(true) };
