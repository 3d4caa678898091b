// Cron: its times, and the empty item of each run.
import type { Schedule } from '../../sdk/index.ts';
import { firingTime, numberFor, triggerTimes } from '../../workflow/cron.ts';

export const schedule: Schedule = {
  times: (ctx) => {
    // The second is chosen once for all: workflows set to the same time do not start at once, and saving moves nothing.
    const seed = `${ctx.workflow.id} ${ctx.node.id ?? ctx.node.name}`;
    return triggerTimes(ctx.param('triggerTimes.item')).map((time, index) => firingTime(time, () => numberFor(`${seed} ${index}`)));
  },
  items: () => [[{ json: {} }]],
};
