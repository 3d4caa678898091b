// Description of SearXNG.
import type { NodeVersion } from '../../sdk/index.ts';
import { connectionNotice } from '../_shared/ai/tools/tool-properties.ts';

export const description: NodeVersion['description'] = {
  displayName: 'SearXNG',
  description: 'Lets an agent search the web with an instance of SearXNG',
  version: 1,
  group: ['transform'],
  defaults: { name: 'SearXNG' },
  inputs: [],
  outputs: ['ai_tool'],
  outputNames: ['Tool'],
  codex: { categories: ['AI'], subcategories: { AI: ['Tools'], Tools: ['Other Tools'] }, alias: ['web search', 'metasearch'] },
  credentials: [{ name: 'searXngApi', required: true }],
  properties: [
    connectionNotice,
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        {
          displayName: 'Number of Results',
          name: 'numResults',
          type: 'number',
          default: 10,
          description: 'Maximum number of results that the model receives',
        },
        { displayName: 'Search Page', name: 'pageNumber', type: 'number', default: 1, description: 'Page of the results' },
        { displayName: 'Language', name: 'language', type: 'string', default: 'en', description: 'Language code, or "all"' },
        {
          displayName: 'Safe Search',
          name: 'safesearch',
          type: 'options',
          default: 0,
          options: [
            { name: 'None', value: 0 },
            { name: 'Moderate', value: 1 },
            { name: 'Strict', value: 2 },
          ],
        },
      ],
    },
  ],
};
