// Description of version 1 of the Compare Datasets node.
import type { NodeVersion } from '../../../sdk/index.ts';
import { about, compareProperties } from '../properties.ts';

export const description: NodeVersion['description'] = {
  ...about,
  version: 1,
  inputNames: ['Input 1', 'Input 2'],
  outputNames: ['In 1 only', 'Same', 'Different', 'In 2 only'],
  properties: compareProperties('1', '2', true),
};
