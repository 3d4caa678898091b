// Description of the Cron node.
import type { NodeVersion } from '../../sdk/index.ts';
import { triggerTimeFields } from '../_shared/poll-times.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Cron',
  description: 'Starts the workflow at set times',
  version: 1,
  hidden: true,
  group: ['trigger', 'schedule'],
  eventTriggerDescription: '',
  defaults: { name: 'Cron', color: '#29a568' },
  inputs: [],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Once the workflow is active, it runs at these times. Times are in the time zone of the workflow settings.',
      name: 'notice',
      type: 'notice',
      default: '',
    },
    {
      displayName: 'Trigger Times',
      name: 'triggerTimes',
      type: 'fixedCollection',
      default: { item: [{ mode: 'everyDay' }] },
      placeholder: 'Add Cron Time',
      typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Time' },
      description: 'When the workflow runs',
      options: [{ displayName: 'Item', name: 'item', values: triggerTimeFields }],
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Flow'] }, alias: ['time', 'scheduler', 'polling'] },
};
