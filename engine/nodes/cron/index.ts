// Cron: the old node that starts a workflow at set times; new workflows use the Schedule Trigger.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { schedule } from './schedule.ts';

export const cron = defineNode({ type: 'n8n-nodes-base.cron', icon: 'icon.svg', versions: [{ description, schedule }] });
