// Description of SerpAPI.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { connectionNotice, notice } from '../_shared/ai/tools/tool-properties.ts';

const text = (displayName: string, name: string, value: string, about: string): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: value,
  description: about,
});

export const description: NodeVersion['description'] = {
  displayName: 'SerpAPI',
  description: 'Lets an agent search the web with Google',
  version: 1,
  group: ['transform'],
  defaults: { name: 'SerpAPI' },
  inputs: [],
  outputs: ['ai_tool'],
  outputNames: ['Tool'],
  codex: { categories: ['AI'], subcategories: { AI: ['Tools'], Tools: ['Other Tools'] }, alias: ['google', 'web search'] },
  credentials: [{ name: 'serpApi', required: true }],
  properties: [
    connectionNotice,
    notice('Each search counts against the quota of your account at SerpAPI.', { name: 'oldVersionNotice' }),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options: [
        text('Country', 'gl', 'us', 'Country of the search, such as "de"'),
        {
          displayName: 'Device',
          name: 'device',
          type: 'options',
          default: 'desktop',
          options: [
            { name: 'Desktop', value: 'desktop' },
            { name: 'Mobile', value: 'mobile' },
            { name: 'Tablet', value: 'tablet' },
          ],
        },
        {
          displayName: 'No Cache',
          name: 'no_cache',
          type: 'boolean',
          default: false,
          description: 'Whether the service searches again instead of returning results of the last hour',
        },
        text('Google Domain', 'google_domain', 'google.com', 'Domain of Google, such as "google.de"'),
        text('Language', 'hl', 'en', 'Language of the search, such as "de"'),
      ],
    },
  ],
};
