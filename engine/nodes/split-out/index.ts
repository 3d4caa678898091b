// Split Out: splits an item with a list into one item per entry.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const splitOut = defineNode({ type: 'n8n-nodes-base.splitOut', icon: 'icon.svg', versions: [{ description, execute }] });
