// Cron: the old node that starts a workflow at set times; new workflows use the Schedule Trigger.
import { defineNode, type NodeVersion, type Schedule } from '../../sdk/index.ts';
import { triggerTimeFields } from '../_shared/poll-times.ts';
import { firingTime, numberFor, triggerTimes } from '../../workflow/values/cron.ts';

const description: NodeVersion['description'] = {
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

const schedule: Schedule = {
  times: (ctx) => {
    // The second is derived from the workflow and the node, so that workflows with the same time do not start simultaneously, and saving does not
    // move a run.
    const seed = `${ctx.workflow.id} ${ctx.node.id ?? ctx.node.name}`;
    return triggerTimes(ctx.param('triggerTimes.item')).map((time, index) => firingTime(time, () => numberFor(`${seed} ${index}`)));
  },
  items: () => [[{ json: {} }]],
};

export const cron = defineNode({ type: 'n8n-nodes-base.cron', icon: 'icon.svg', versions: [{ description, schedule }] });
