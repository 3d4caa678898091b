// Debug Helper: errors, memory use and data on demand.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const debugHelper = defineNode({ type: 'n8n-nodes-base.debugHelper', icon: 'icon.svg', versions: [{ description, execute }] });
