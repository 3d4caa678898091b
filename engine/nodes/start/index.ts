// Start: starts a manual run in older workflows.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';

export const start = defineNode({ type: 'n8n-nodes-base.start', icon: 'icon.svg', versions: [{ description }] });
