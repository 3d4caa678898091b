// Interval: its schedule, and the empty item of each run.
import type { Schedule } from '../../sdk/index.ts';
import { distance } from './distance.ts';

export const schedule: Schedule = {
  times: (ctx) => [{ interval: distance(ctx.param('interval'), ctx.param('unit')) }],
  items: () => [[{ json: {} }]],
};
