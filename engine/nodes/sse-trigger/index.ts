// SSE Trigger: starts the workflow with each message of a stream of server-sent events.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { trigger } from './trigger.ts';

export const sseTrigger = defineNode({ type: 'n8n-nodes-base.sseTrigger', icon: 'icon.svg', versions: [{ description, trigger }] });
