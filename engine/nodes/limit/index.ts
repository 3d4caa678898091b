// Limit: keeps the first or last items.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const limit = defineNode({ type: 'n8n-nodes-base.limit', icon: 'icon.svg', versions: [{ description, execute }] });
