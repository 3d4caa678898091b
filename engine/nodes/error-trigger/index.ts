// Error Trigger: starts an error workflow.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const errorTrigger = defineNode({ type: 'n8n-nodes-base.errorTrigger', icon: 'icon.svg', versions: [{ description, execute }] });
