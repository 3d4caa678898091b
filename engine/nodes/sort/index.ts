// Sort: puts items in order by fields, by code, or at random.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const sort = defineNode({ type: 'n8n-nodes-base.sort', icon: 'icon.svg', versions: [{ description, execute }] });
