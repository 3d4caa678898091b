// Cron: its times, and the empty item of each run.
import type { Schedule } from '../../sdk/index.ts';
import { firingTime, numberFor, triggerTimes } from '../../workflow/cron.ts';

export const schedule: Schedule = {
  times: (ctx) => {
    // The second is chosen once, so that workflows with the same time do not start simultaneously, and saving does not move a run.
    const seed = `${ctx.workflow.id} ${ctx.node.id ?? ctx.node.name}`;
    return triggerTimes(ctx.param('triggerTimes.item')).map((time, index) => firingTime(time, () => numberFor(`${seed} ${index}`)));
  },
  items: () => [[{ json: {} }]],
};
