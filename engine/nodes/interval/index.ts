// Interval: the old node that starts a workflow at fixed intervals; new workflows use the Schedule Trigger.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { schedule } from './schedule.ts';

export const interval = defineNode({ type: 'n8n-nodes-base.interval', icon: 'icon.svg', versions: [{ description, schedule }] });
