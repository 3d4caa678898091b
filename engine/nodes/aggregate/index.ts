// Aggregate: combines many items into one item with lists.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const aggregate = defineNode({ type: 'n8n-nodes-base.aggregate', icon: 'icon.svg', versions: [{ description, execute }] });
