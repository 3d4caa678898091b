// Description of version 1 of Switch: four outputs.
import type { NodeVersion } from '../../../sdk/index.ts';
import { codex } from '../codex.ts';
import { mode, ruleProperties } from '../old-properties.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Switch',
  description: 'Sends items to one of several outputs',
  version: 1,
  group: ['transform'],
  defaults: { name: 'Switch', color: '#506000' },
  inputs: ['main'],
  outputs: ['main', 'main', 'main', 'main'],
  outputNames: ['0', '1', '2', '3'],
  properties: [
    mode,
    {
      displayName: 'Output',
      name: 'output',
      type: 'number',
      default: 0,
      typeOptions: { minValue: 0, maxValue: 3 },
      displayOptions: { show: { mode: ['expression'] } },
      description: 'Number of the output the item goes to, from 0',
    },
    ...ruleProperties({
      displayName: 'Output',
      name: 'output',
      type: 'number',
      default: 0,
      typeOptions: { minValue: 0, maxValue: 3 },
      description: 'Number of the output that matching items go to, from 0',
    }),
    {
      displayName: 'Fallback Output',
      name: 'fallbackOutput',
      type: 'options',
      default: -1,
      options: [{ name: 'None', value: -1 }, ...[0, 1, 2, 3].map((value) => ({ name: String(value), value }))],
      displayOptions: { show: { mode: ['rules'] } },
      description: 'Where to send items that match no rule',
    },
  ],
  codex,
};
