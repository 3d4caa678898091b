// Description of versions 2 to 2.3 of the Compare Datasets node.
import type { NodeVersion } from '../../../sdk/index.ts';
import { about, compareProperties } from '../properties.ts';

export const description: NodeVersion['description'] = {
  ...about,
  version: [2, 2.1, 2.2, 2.3],
  inputNames: ['Input A', 'Input B'],
  outputNames: ['In A only', 'Same', 'Different', 'In B only'],
  properties: compareProperties('A', 'B', false),
};
