// Description of the Interval node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Interval',
  description: 'Starts the workflow at a fixed interval',
  version: 1,
  hidden: true,
  group: ['trigger', 'schedule'],
  eventTriggerDescription: '',
  defaults: { name: 'Interval', color: '#00ff00' },
  inputs: [],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Once the workflow is active, it runs at this interval, counted from its activation.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Interval',
      name: 'interval',
      type: 'number',
      default: 1,
      typeOptions: { minValue: 1 },
      description: 'Number of units between two runs',
    },
    {
      displayName: 'Unit',
      name: 'unit',
      type: 'options',
      default: 'seconds',
      options: [
        { name: 'Seconds', value: 'seconds' },
        { name: 'Minutes', value: 'minutes' },
        { name: 'Hours', value: 'hours' },
      ],
      description: 'Unit of the interval',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Flow'] }, alias: ['time', 'scheduler', 'polling', 'timer'] },
};
