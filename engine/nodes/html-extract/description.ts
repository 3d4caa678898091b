// Description of the HTML Extract node.
import type { NodeVersion } from '../../sdk/index.ts';
import { extractionProperties, trimValues } from '../_shared/html-extraction-properties.ts';

export const description: NodeVersion['description'] = {
  displayName: 'HTML Extract',
  description: 'Extracts values from HTML',
  version: 1,
  group: ['transform'],
  subtitle: '={{ $parameter["sourceData"] + ": " + $parameter["dataPropertyName"] }}',
  defaults: { name: 'HTML Extract', color: '#333377' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    ...extractionProperties({}),
    { displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add Option', default: {}, options: [trimValues] },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['css', 'parse', 'scrape'],
  },
};
