// Interval: the older node that starts a workflow every so often; newer workflows use the Schedule Trigger.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { schedule } from './schedule.ts';

export const interval = defineNode({ type: 'n8n-nodes-base.interval', icon: 'icon.svg', versions: [{ description, schedule }] });
