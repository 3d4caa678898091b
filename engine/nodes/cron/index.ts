// Cron: the old node that starts a workflow at set times; new workflows use the Schedule Trigger.
import { defineNode, type Schedule } from '../../sdk/index.ts';
import { firingTime, numberFor, triggerTimes } from '../../workflow/cron.ts';
import { description } from './description.ts';

const schedule: Schedule = {
  times: (ctx) => {
    // The second is chosen once, so that workflows with the same time do not start simultaneously, and saving does not move a run.
    const seed = `${ctx.workflow.id} ${ctx.node.id ?? ctx.node.name}`;
    return triggerTimes(ctx.param('triggerTimes.item')).map((time, index) => firingTime(time, () => numberFor(`${seed} ${index}`)));
  },
  items: () => [[{ json: {} }]],
};

export const cron = defineNode({ type: 'n8n-nodes-base.cron', icon: 'icon.svg', versions: [{ description, schedule }] });
