// Sort: sorts items by fields or by code, or shuffles them.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const sort = defineNode({ type: 'n8n-nodes-base.sort', icon: 'icon.svg', versions: [{ description, execute }] });
