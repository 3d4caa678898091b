// Summarize: a pivot table over the items.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const summarize = defineNode({ type: 'n8n-nodes-base.summarize', icon: 'icon.svg', versions: [{ description, execute }] });
